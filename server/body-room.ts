import { ApiError } from './errors.ts';

/** Whose a body is. */
export interface BodyOwner {
  /** `account:7`, `link:12`, `address:10.0.0.7`. */
  key: string;
  /** An account, or somebody with a secret of ours. */
  isKnown: boolean;
}

interface RoomRules {
  /** Bytes of all bodies at once. */
  bytes: number;
  /** Milliseconds a body waits for room at most. Default 15 s. */
  patience?: number;
}

/** Bodies that wait; more are refused. */
const most = 500;

/**
 * The bytes of large bodies the server holds at the same time: from before a body is read until it is answered. One sender gets half of the room at most; an address nobody is known by gets an
 * eighth, and all such addresses together a quarter. A body alone in its share always fits. What does not fit waits a moment, unread.
 */
export class BodyRoom {
  readonly #bytes: number;
  readonly #patience: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #all = 0;
  #strangers = 0;

  constructor({ bytes, patience = 15_000 }: RoomRules) {
    this.#bytes = bytes;
    this.#patience = patience;
  }

  /** Bytes held at this moment. */
  get held(): number {
    return this.#all;
  }

  /**
   * Waits for room, and takes it. `signal`: whoever sends went away.
   * @returns gives it back, once
   * @throws ApiError SERVER_BUSY where there is none, TOO_MANY_REQUESTS where the owner holds too much
   */
  async take(owner: BodyOwner, bytes: number, signal?: AbortSignal): Promise<() => void> {
    if (!this.#enter(owner, bytes)) await this.#room(owner, bytes, signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#count(owner, -bytes);
      isHeld = false;
    };
  }

  async #room(owner: BodyOwner, bytes: number, signal: AbortSignal | undefined): Promise<void> {
    const end = AbortSignal.any([AbortSignal.timeout(this.#patience), ...(signal ? [signal] : [])]);
    while (!this.#enter(owner, bytes)) {
      if (end.aborted || this.#waiting.size >= most) {
        throw new ApiError(this.#fitsShare(owner, bytes) ? 'SERVER_BUSY' : 'TOO_MANY_REQUESTS');
      }
      await this.#change(end);
    }
  }

  /** Takes the room at once where there is some: all who wait look at the same moment. */
  #enter(owner: BodyOwner, bytes: number): boolean {
    const isFree = fits(this.#all, bytes, this.#bytes) && this.#fitsShare(owner, bytes);
    if (isFree) this.#count(owner, bytes);
    return isFree;
  }

  #fitsShare({ key, isKnown }: BodyOwner, bytes: number): boolean {
    const own = this.#held.get(key) ?? 0;
    if (isKnown) return fits(own, bytes, this.#bytes / 2);
    return fits(own, bytes, this.#bytes / 8) && fits(this.#strangers, bytes, this.#bytes / 4);
  }

  #count({ key, isKnown }: BodyOwner, bytes: number): void {
    const own = (this.#held.get(key) ?? 0) + bytes;
    if (own > 0) this.#held.set(key, own);
    else this.#held.delete(key);
    this.#all += bytes;
    if (!isKnown) this.#strangers += bytes;
    if (bytes < 0) for (const look of [...this.#waiting]) look();
  }

  /** Until something was given back, or nobody waits any more. */
  async #change(end: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        this.#waiting.delete(look);
        end.removeEventListener('abort', look);
        resolve();
      };
      this.#waiting.add(look);
      end.addEventListener('abort', look);
    });
  }
}

function fits(held: number, bytes: number, share: number): boolean {
  return held === 0 || held + bytes <= share;
}
