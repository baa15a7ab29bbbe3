import { useCallback, useRef, useState } from 'react';
import type { ActionOutcome } from '../../../src/core/types.ts';
import { useFeedback, useTranslate } from '../../../src/engine/index.ts';

type Action = (locals?: Record<string, unknown>) => Promise<ActionOutcome>;

/**
 * Runs an action with a busy state: while it runs, further presses are ignored (LOGIN-19). `ask` gives the question that comes first,
 * and its words anew when the language changes while it is open.
 * `onOutcome` hears how each ended; give the same function every time. The lock is a ref, because two clicks of one frame both see the state from before.
 */
export function usePress(onOutcome?: (outcome: ActionOutcome) => void): {
  busy: boolean;
  press: (action: Action | undefined, locals?: Record<string, unknown>, ask?: () => Ask) => Promise<boolean>;
} {
  const feedback = useFeedback();
  const t = useTranslate();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const press = useCallback(
    async (action: Action | undefined, locals?: Record<string, unknown>, ask?: () => Ask) => {
      if (running.current || !action) return false;
      running.current = true;
      try {
        const question = ask?.();
        if (ask && question?.text) {
          const words = () => {
            const { text = '', okText = t('table.ok') } = ask();
            return { title: t('table.confirmTitle'), text, okText, cancelText: t('table.cancel') };
          };
          const isSure = await feedback.dialog({ level: 'confirm', words, danger: question.danger ?? false });
          if (!isSure) return false;
        }
        setBusy(true);
        const outcome = await action(locals);
        onOutcome?.(outcome);
        return outcome.status === 'done';
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [feedback, t, onOutcome],
  );
  return { busy, press };
}
export interface Ask {
  text?: string;
  okText?: string;
  danger?: boolean;
}

/** The question of a button, of its options. */
export function askOf({ confirm, text, danger }: { confirm?: string; text?: string; danger?: boolean }): Ask {
  return { text: confirm, okText: text, danger };
}
