import { type ReactNode, useEffect, useState } from 'react';
import type { Bundle } from '../core/types.ts';
import { useEngine } from './context.ts';

/** Where one document comes from. The same object for the same document: another one loads anew. */
export interface BundleSource {
  /** `pages/<id>` or `layouts/<id>`, for explanations. */
  document: string;
  /** The bundle when it is here already. */
  ready: () => Bundle | undefined;
  /** A failed load can be tried again. */
  load: () => Promise<Bundle>;
}
type Loaded = { bundle: Bundle } | { failure: unknown } | undefined;

/** Loads a document; a failure explains itself and offers another try. */
export function BundleGate({ source, children }: { source: BundleSource; children: (bundle: Bundle) => ReactNode }): ReactNode {
  const { registry, translate } = useEngine();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>(() => {
    const bundle = source.ready();
    return bundle && { bundle };
  });
  useEffect(() => {
    let shown = true;
    if (attempt > 0) setLoaded(undefined);
    source.load().then(
      (bundle) => shown && setLoaded({ bundle }),
      (failure: unknown) => shown && setLoaded({ failure }),
    );
    return () => {
      shown = false;
    };
  }, [source, attempt]);
  const { Loading, Explanation } = registry.look;
  if (loaded === undefined) return <Loading />;
  if ('bundle' in loaded) return children(loaded.bundle);
  const { code, message } = loaded.failure as { code?: unknown; message?: unknown };
  return (
    <Explanation
      code={typeof code === 'string' ? code : 'DOCUMENT_NOT_LOADED'}
      sentence={translate('engine.documentNotLoaded')}
      message={String(message ?? loaded.failure)}
      document={source.document}
      pointer=""
      retry={() => setAttempt((value) => value + 1)}
    />
  );
}
