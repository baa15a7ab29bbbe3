import { type ComponentType, useEffect, useRef, useState } from 'react';
import { type CodeFailure, loadCode, useDeferredCode, useFeedback, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { useOverlay } from './useOverlay.ts';

type Overlay = ReturnType<typeof useOverlay>;

/** A component whose code is fetched when it is first needed, once for all its places. */
export interface LateComponent<Props> {
  component: ComponentType<Props> | undefined;
  load: () => Promise<void>;
}

/** `load` rejects with CodeFailure; the next call tries again. */
export function lateComponent<Props>(fetch: () => Promise<ComponentType<Props>>): LateComponent<Props> {
  const late: LateComponent<Props> = {
    component: undefined,
    load: async () => {
      late.component = await loadCode(fetch);
    },
  };
  return late;
}

/**
 * The window of a dialog or drawer from its first opening on, once the code of what stands in it is here, too, and whether it is waited for.
 * Code of the window that does not arrive closes it as Cancel would and says so (ERR-05, ERR-06): nobody looks for an explanation where a closed
 * window stands in the page. Every opening tries again what did not come, where that can help.
 */
export function useOverlayCode<Props>(
  late: LateComponent<Props>,
  overlay: Overlay,
  node: WidgetProps<unknown>['node'],
): { Window: ComponentType<Props> | undefined; isMissing: boolean } {
  const feedback = useFeedback();
  const t = useTranslate();
  const inside = useDeferredCode(node);
  /** Everything was loaded once, or explains in its place that it was not. */
  const [isTried, setTried] = useState(false);
  const latest = useRef({ feedback, t, overlay, inside });
  latest.current = { feedback, t, overlay, inside };
  const { open } = overlay.state;
  useEffect(() => {
    if (!open) return;
    let current = true;
    Promise.all([late.component ?? late.load(), latest.current.inside.load()]).then(
      () => current && setTried(true),
      ({ advice }: CodeFailure) => {
        if (!current) return;
        const { feedback, t, overlay } = latest.current;
        feedback.message('error', t(advice));
        void overlay.leave();
      },
    );
    return () => {
      current = false;
    };
  }, [open, late]);
  const Window = isTried || (open && inside.isHere) ? late.component : undefined;
  return { Window, isMissing: open && !Window };
}
