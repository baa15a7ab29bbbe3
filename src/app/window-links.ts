import type { AppDocument } from '../core/types.ts';
import type { LeaveGuard } from '../engine/index.ts';
import type { FrameLink, FrameLinks } from '../engine/types.ts';
import type { FrameInput } from './frame-input.ts';
import type { FrameTyping } from './watch-input.ts';

/** What a sub-app asks of the window around it (EMBED-02). */
type FrameRequest =
  | { type: 'refreshApp' | 'refreshMenus' | 'refreshWorkbenchMenus' | 'refreshBoardMenus' }
  | { type: 'changeLanguage'; language: string };
/** What it tells of itself: that there is something to see, and whether leaving it would lose something. */
export type FrameMessage = FrameRequest | { type: 'removeLoading' } | ({ type: 'unsaved' } & FrameTyping);
/** What a window tells its sub-apps (EMBED-03, EMBED-04). Never a token. */
export type HostMessage = { type: 'logout' } | { type: 'changeSetting'; language: string; theme: string };

interface KnownFrame {
  origin: string;
  onReady: () => void;
  /** Absent: it said nothing of its input yet. */
  input?: FrameInput;
}

/** The shape of messages, and what is known of frames by them; without frames and outside of one nobody needs that code. */
const code = () => Promise.all([import('../generated/validators/entities/window-message.js'), import('./frame-input.ts')]);

const fromHost: ReadonlySet<string> = new Set(['logout', 'changeSetting']);

export interface WindowLinksParts {
  window: Window;
  app: Pick<AppDocument, 'apps' | 'embedding'>;
  /** Whether this window is a sub-app: only then is the window around it listened to. */
  isSubApp: boolean;
  /** Knows what blocks in this window, that of its frames included. */
  leave: Pick<LeaveGuard, 'add' | 'blocked'>;
  onFrame: (message: FrameRequest) => void;
  onHost: (message: HostMessage, origin: string) => void;
}

/**
 * Messages between this window and its frames, or the window around it. One counts only when it comes from a window that is known, with the
 * exact origin known for it, and has a known shape (schemas/entities/window-message); everything else is ignored. Sent to exact origins, never `*`.
 */
export class WindowLinks implements FrameLinks {
  private readonly frames = new Map<Window, KnownFrame>();
  private readonly origins: ReadonlySet<string>;
  /** Frames of origins the configuration does not name. */
  private unheard = 0;

  constructor(private readonly parts: WindowLinksParts) {
    const { window, app } = parts;
    const entries = app.apps.flatMap(({ entry }) => (/^https?:\/\//i.test(entry) && URL.canParse(entry) ? [new URL(entry).origin] : []));
    this.origins = new Set([window.location.origin, ...entries, ...(app.embedding?.origins ?? [])]);
    window.addEventListener('message', this.onMessage);
  }

  readonly dispose = (): void => this.parts.window.removeEventListener('message', this.onMessage);

  /**
   * A frame listens and is listened to from now on, if its origin is one of the configuration; what is typed in any other nobody knows. `onReady`: it wants
   * its loading to go.
   */
  readonly register = (frame: Window, address: string, onReady: () => void): FrameLink => {
    const { origin } = new URL(address, this.parts.window.location.href);
    if (!this.origins.has(origin)) return this.leaveUnheard(origin);
    const known: KnownFrame = { origin, onReady };
    this.frames.set(frame, known);
    return {
      loaded: () => known.input?.loaded(),
      end: () => {
        known.input?.forget();
        this.frames.delete(frame);
      },
    };
  };

  private leaveUnheard(origin: string): FrameLink {
    console.warn(`Messages of the frame of ${origin} are not heard: neither an app of the app document nor its embedding.origins name it`);
    this.unheard += 1;
    return {
      loaded: () => undefined,
      end: () => {
        this.unheard -= 1;
      },
    };
  }

  /** Tells every sub-app. */
  tell(message: HostMessage): void {
    for (const [frame, { origin }] of this.frames) frame.postMessage(message, origin);
  }

  /** Tells the window around this sub-app. */
  tellHost(message: FrameMessage): void {
    const { window, isSubApp } = this.parts;
    if (isSubApp && window.parent !== window) window.parent.postMessage(message, this.hostOrigin());
  }

  /** Whether sub-apps stand in this window that did not say that nothing is typed in them. */
  mayHoldInput(): boolean {
    return this.unheard > 0 || [...this.frames.values()].some(({ input }) => !input?.isEmpty);
  }

  /** Whether the window around this sub-app is of our own site: both have one session. Whoever is let look into it knows. */
  isInOwnWindow(): boolean {
    const { window, isSubApp } = this.parts;
    if (!isSubApp || window.parent === window) return false;
    try {
      return window.parent.location.origin === window.location.origin;
    } catch (error) {
      // A window of another site keeps its address to itself.
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  /** The window around this one: of our own site, or one of the configured origins it was opened from. */
  private hostOrigin(): string {
    const { window } = this.parts;
    const { referrer } = window.document;
    const origin = URL.canParse(referrer) ? new URL(referrer).origin : '';
    return this.origins.has(origin) ? origin : window.location.origin;
  }

  private readonly onMessage = (event: MessageEvent<unknown>): void => {
    const { window, isSubApp } = this.parts;
    const { data, origin, source } = event;
    if (!this.origins.has(origin) || source === null || source === window) return;
    const view = source as Window;
    const frame = this.frames.get(view);
    const isKnown = frame ? frame.origin === origin : isSubApp && source === window.parent;
    if (!isKnown) return;
    code().then(
      ([{ validate }, { FrameInput }]) => {
        // It may have gone before the code came.
        if (!validate(data) || this.frames.get(view) !== frame) return;
        if (frame) frame.input ??= new FrameInput(view, this.parts.leave);
        this.take(data as FrameMessage | HostMessage, frame, origin);
      },
      (error: unknown) => console.warn('A message of another window could not be read:', error),
    );
  };

  private take(message: FrameMessage | HostMessage, frame: KnownFrame | undefined, origin: string): void {
    const { onFrame, onHost } = this.parts;
    if (!frame) {
      if (isFromHost(message)) onHost(message, origin);
    } else if (isFromHost(message)) return;
    else if (message.type === 'removeLoading') frame.onReady();
    else if (message.type === 'unsaved') frame.input?.take(message);
    else onFrame(message);
  }
}

function isFromHost(message: FrameMessage | HostMessage): message is HostMessage {
  return fromHost.has(message.type);
}
