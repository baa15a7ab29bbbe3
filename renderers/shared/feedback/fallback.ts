import type { Feedback } from '../../../src/engine/types.ts';

/** Feedback by the dialogs of the browser: plain, but always there. Notices that need no answer are said only when something went wrong. */
export function browserFeedback(window: Pick<Window, 'alert' | 'confirm'>): Feedback {
  const say = (level: Parameters<Feedback['message']>[0], text: string) => {
    if (level === 'error' || level === 'warning') window.alert(text);
  };
  return {
    message: say,
    notification: (level, title, text) => say(level, title ? `${title}\n\n${text}` : text),
    dialog: async ({ title, text, cancelText, level }) => {
      const words = title ? `${title}\n\n${text}` : text;
      if (level === 'confirm' || cancelText !== undefined) return window.confirm(words);
      window.alert(words);
      return true;
    },
  };
}
