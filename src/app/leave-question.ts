import type { SessionParts } from './session-parts.ts';

/** Milliseconds after which a window nobody answers in goes to the login page by itself. */
const UNANSWERED = 60_000;

/**
 * "Leave this page?", in a window whose session was ended elsewhere (STATE-09). Who comes by reads nothing of the page behind it, and it does not
 * stand there for ever; with something unsaved it waits for its author, who sees what would be lost.
 */
export class LeaveQuestion {
  private open: AbortController | undefined;

  constructor(private readonly parts: Pick<SessionParts, 'texts' | 'feedback' | 'hasUnsaved' | 'mayFramesHoldInput'>) {}

  /** Whether the page is left: agreed to, or unanswered. False: the user stays, or the question was withdrawn. */
  async ask(): Promise<boolean> {
    const { feedback, hasUnsaved, mayFramesHoldInput } = this.parts;
    const open = new AbortController();
    this.open = open;
    const isUnsaved = hasUnsaved();
    const alone = !isUnsaved && !mayFramesHoldInput();
    let unanswered: ReturnType<typeof setTimeout> | undefined;
    const inTime = new Promise<boolean>((resolve) => {
      if (alone) unanswered = setTimeout(resolve, UNANSWERED, true);
      open.signal.addEventListener('abort', () => resolve(false));
    });
    const answer = feedback.dialog({ level: 'confirm', alone, signal: open.signal, words: () => this.words(isUnsaved) });
    const leaves = await Promise.race([answer, inTime]);
    clearTimeout(unanswered);
    // Whoever leaves sees nothing of the page until it is gone: see withdraw.
    if (!leaves && this.open === open) this.withdraw();
    return leaves;
  }

  /** Takes an open question away, and what covers the page. */
  withdraw(): void {
    this.open?.abort();
    this.open = undefined;
  }

  private words(isUnsaved: boolean) {
    const { translate } = this.parts.texts;
    const lines = [translate('engine.leaveText'), ...(isUnsaved ? [translate('engine.unsaved')] : [])];
    return {
      title: translate('engine.leaveTitle'),
      text: lines.join('\n'),
      okText: translate('engine.leave'),
      cancelText: translate('engine.stay'),
    };
  }
}
