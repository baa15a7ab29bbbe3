import { reaction } from '@formily/reactive';
import type { LeaveGuard } from '../engine/index.ts';

/** What a sub-app says of its input. */
export interface FrameTyping {
  /** Leaving would lose something. */
  unsaved: boolean;
  /** Something is typed that is left without a question. */
  typed?: boolean | undefined;
}

/** What is typed in a frame of this window, as far as it says so. The window asks before it leaves what is unsaved there. */
export class FrameInput {
  /** The frame said that nothing is typed in it. */
  isEmpty = false;
  private release: (() => void) | undefined;

  constructor(private readonly leave: Pick<LeaveGuard, 'add'>) {}

  take({ unsaved, typed = false }: FrameTyping): void {
    this.forget();
    this.isEmpty = !unsaved && !typed;
    if (!this.isEmpty) this.release = this.leave.add({ dirty: unsaved });
  }

  /** The frame is gone, and what was typed in it. */
  forget(): void {
    this.release?.();
    this.release = undefined;
  }
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
