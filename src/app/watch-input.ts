import { reaction } from '@formily/reactive';
import type { LeaveGuard } from '../engine/index.ts';

/** What a sub-app says of its input. */
export interface FrameTyping {
  /** Leaving would lose something. */
  unsaved: boolean;
  /** Something is typed that is left without a question. */
  typed?: boolean | undefined;
}

/** Tells what is typed here now, and whenever that becomes another. */
export function watchInput(leave: Pick<LeaveGuard, 'blocked' | 'edited'>, tell: (typing: Required<FrameTyping>) => void): void {
  const now = () => ({ unsaved: leave.blocked, typed: leave.edited });
  // As one text: only another one is told.
  reaction(
    () => JSON.stringify(now()),
    () => tell(now()),
    { fireImmediately: true },
  );
}
