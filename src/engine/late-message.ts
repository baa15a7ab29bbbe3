import type { Feedback } from './types.ts';

/** Says a message once there is somebody to say it. Gives what takes it back, before and after. */
export function lateMessage(
  once: (say: (target: Feedback) => void) => void,
  ...[level, text]: Parameters<Feedback['message']>
): () => void {
  let isOver = false;
  let takeBack = (): void => undefined;
  once((target) => {
    if (!isOver) takeBack = target.message(level, text);
  });
  return () => {
    isOver = true;
    takeBack();
  };
}
