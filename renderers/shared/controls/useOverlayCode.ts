import { type ComponentType, useEffect, useReducer, useRef } from 'react';
import { type CodeFailure, loadCode, useFeedback, useTranslate } from '../../../src/engine/index.ts';
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
 * The window of a dialog or drawer from its first opening on, and whether it is waited for. Code that does not arrive closes it as Cancel would and says so (ERR-05, ERR-06):
 * nobody looks for an explanation where a closed window stands in the page. The next opening tries again, where that can help.
 */
export function useOverlayCode<Props>(
  late: LateComponent<Props>,
  overlay: Overlay,
): { Window: ComponentType<Props> | undefined; isMissing: boolean } {
  const feedback = useFeedback();
  const t = useTranslate();
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  const wasOpen = useRef(false);
  wasOpen.current ||= overlay.state.open;
  const latest = useRef({ feedback, t, overlay });
  latest.current = { feedback, t, overlay };
  const isMissing = overlay.state.open && late.component === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let current = true;
    late.load().then(
      () => current && arrived(),
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
  }, [isMissing, late]);
  return { Window: wasOpen.current ? late.component : undefined, isMissing };
}
