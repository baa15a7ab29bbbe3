import { holdWindow, type LeaveGuard } from '../engine/index.ts';
import type { FrameTyping } from './watch-input.ts';

/** What is typed in a frame of this window, as far as it says so. The window asks before it leaves what is unsaved there, and before it closes. */
export class FrameInput {
  /** The frame said that nothing is typed in it. */
  isEmpty = false;
  private releases: (() => void)[] = [];
  /** What said it, where that may be seen. */
  private page: Document | undefined;

  constructor(
    private readonly frame: Window,
    private readonly leave: Pick<LeaveGuard, 'add' | 'blocked'>,
  ) {}

  take({ unsaved, typed = false }: FrameTyping): void {
    this.forget();
    this.page = documentOf(this.frame);
    this.isEmpty = !unsaved && !typed;
    if (!this.isEmpty) this.releases.push(this.leave.add({ dirty: unsaved }));
    if (unsaved) this.releases.push(holdWindow(this.leave));
  }

  /**
   * The frame has loaded a page: what another one said of itself goes with that one. A page of this site may have spoken before it was loaded; one
   * of another site cannot be told from the one before, and counts from here on.
   */
  loaded(): void {
    if (this.page === undefined || this.page !== documentOf(this.frame)) this.forget();
  }

  /** What was typed in the frame is gone; nobody knows of anything else. */
  forget(): void {
    for (const release of this.releases.splice(0)) release();
    this.isEmpty = false;
    this.page = undefined;
  }
}

/** Undefined: it is of another site. */
function documentOf(frame: Window): Document | undefined {
  try {
    return frame.document;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
