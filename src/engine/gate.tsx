import { type ReactNode, useEffect, useState } from 'react';
import type { Bundle } from '../core/types.ts';
import { useEngine } from './context.ts';

export interface BundleGateProps {
  /** `pages/<id>` or `layouts/<id>`, for explanations. */
  document: string;
  /** The bundle when it is here already. */
  ready: () => Bundle | undefined;
  /** A failed load can be tried again. */
  load: () => Promise<Bundle>;
  children: (bundle: Bundle) => ReactNode;
}
type Loaded = { bundle: Bundle } | { failure: unknown } | undefined;

/** Loads a document; a failure explains itself and offers another try. */
export function BundleGate({ document, ready, load, children }: BundleGateProps): ReactNode {
  const { registry, translate } = useEngine();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>(() => {
    const bundle = ready();
    return bundle && { bundle };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: placeholder
  useEffect(() => {
    let shown = true;
    if (attempt > 0) setLoaded(undefined);
    load().then(
      (bundle) => shown && setLoaded({ bundle }),
      (failure: unknown) => shown && setLoaded({ failure }),
    );
    return () => {
      shown = false;
    };
  }, [document, attempt]);
  return null;
}
