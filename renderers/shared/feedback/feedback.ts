import { lateMessage } from '../../../src/engine/index.ts';
import type { Feedback } from '../../../src/engine/types.ts';

/** The feedback the engine gets at once, and the way the holder of messages takes over what waits. */
export interface FeedbackHost {
  feedback: Feedback;
  attach: (real: Feedback | undefined) => void;
}

/**
 * feedback call -> holder there? yes: shown. no: kept, holder is asked for -> attach: shown in the order they came.
 */
export function createFeedback(need: () => void): FeedbackHost {
  let real: Feedback | undefined;
  const waiting: ((shown: Feedback) => void)[] = [];
  const run = (show: (shown: Feedback) => void) => {
    if (real) return show(real);
    waiting.push(show);
    need();
  };
  return {
    feedback: {
      message: (level, text) => lateMessage(run, level, text),
      notification: (level, title, text) => run((shown) => shown.notification(level, title, text)),
      dialog: (options) =>
        new Promise((resolve, reject) => {
          run((shown) => {
            shown.dialog(options).then(resolve, reject);
          });
        }),
    },
    attach: (next) => {
      real = next;
      if (next) for (const show of waiting.splice(0)) show(next);
    },
  };
}
