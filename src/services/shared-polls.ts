import type { PollSeat, SharedPolls } from '../engine/types.ts';

/** How long a window waits for the answer another one has, before it asks itself (milliseconds). */
const PATIENCE = 1_000;

interface Parts {
  /** Undefined where the browser has none (an insecure origin): then every window asks for itself. */
  locks: LockManager | undefined;
  channel: BroadcastChannel | undefined;
  /** Who is signed in here; windows of different people share nothing. */
  who: () => string | undefined;
  /** Whether the data are what the call promises. */
  fits: (call: string, data: unknown) => Promise<boolean>;
  now?: () => number;
}
type Message = { type: 'ask'; key: string } | { type: 'answer'; key: string; data: unknown };

/**
 * Windows of one browser that poll together: per user and call one visible window holds a lock and asks, the others hear its answers.
 * A window that is hidden or closed gives the lock to the next one.
 */
export function createSharedPolls(parts: Parts): SharedPolls {
  const seats = new Map<string, Set<Seat>>();
  const { channel } = parts;
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readMessage(data);
      if (message) for (const seat of seats.get(message.key) ?? []) seat.hear(message);
    };
  }
  return {
    join(call, key) {
      const who = parts.who();
      const { locks } = parts;
      if (!channel || !locks || who === undefined) return undefined;
      return new Seat({ ...parts, locks, channel }, call, `${who}|${key}`, seats);
    },
  };
}

function readMessage(value: unknown): Message | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('key' in value) || typeof value.key !== 'string')
    return undefined;
  if (value.type === 'ask') return { type: 'ask', key: value.key };
  return value.type === 'answer' && 'data' in value ? { type: 'answer', key: value.key, data: value.data } : undefined;
}

class Seat implements PollSeat {
  private last: { data: unknown; at: number } | undefined;
  private isLeading = false;
  private competing: AbortController | undefined;
  private decided: Promise<void> = Promise.resolve();
  private readonly leadListeners = new Set<() => void>();
  private readonly answerListeners = new Set<(data: unknown) => void>();

  constructor(
    private readonly parts: Parts & { locks: LockManager; channel: BroadcastChannel },
    private readonly call: string,
    private readonly key: string,
    private readonly seats: Map<string, Set<Seat>>,
  ) {}

  enter(): () => void {
    const others = this.seats.get(this.key) ?? new Set();
    this.seats.set(this.key, others.add(this));
    return () => {
      this.yield();
      others.delete(this);
      if (others.size === 0 && this.seats.get(this.key) === others) this.seats.delete(this.key);
    };
  }

  get leads(): boolean {
    return this.isLeading;
  }

  get age(): number {
    return this.last ? this.now() - this.last.at : Number.POSITIVE_INFINITY;
  }

  compete(): void {
    if (this.competing) return;
    const competing = new AbortController();
    this.competing = competing;
    const name = `targus-poll ${this.key}`;
    this.decided = new Promise((decided) => {
      const hold = (): Promise<void> => {
        this.lead(true);
        decided();
        return new Promise((release) => competing.signal.addEventListener('abort', () => release(), { once: true }));
      };
      const wait = async (): Promise<void> => {
        await this.parts.locks.request(name, { ifAvailable: true }, (lock) => (lock && !competing.signal.aborted ? hold() : undefined));
        decided();
        if (!competing.signal.aborted) await this.parts.locks.request(name, { signal: competing.signal }, hold);
      };
      wait().catch((error: unknown) => {
        decided();
        // Given up before the lock was free: that is no failure.
        if (!competing.signal.aborted) console.warn('This window polls for itself:', error);
      });
    });
  }

  yield(): void {
    this.competing?.abort();
    this.competing = undefined;
    this.lead(false);
  }

  async known(): Promise<{ data: unknown } | undefined> {
    if (this.last) return this.last;
    await this.decided;
    if (this.isLeading) return undefined;
    return await new Promise((resolve) => {
      const stop = this.onAnswer((data) => {
        clearTimeout(timer);
        stop();
        resolve({ data });
      });
      const timer = setTimeout(() => {
        stop();
        resolve(undefined);
      }, PATIENCE);
      this.say({ type: 'ask', key: this.key });
    });
  }

  tell(data: unknown): void {
    this.last = { data, at: this.now() };
    this.say({ type: 'answer', key: this.key, data });
  }

  hear(message: Message): void {
    if (message.type === 'ask') {
      if (this.isLeading && this.last) this.say({ type: 'answer', key: this.key, data: this.last.data });
      return;
    }
    void this.parts.fits(this.call, message.data).then((fits) => {
      if (!fits) return;
      this.last = { data: message.data, at: this.now() };
      for (const listener of [...this.answerListeners]) listener(message.data);
    });
  }

  onAnswer(listener: (data: unknown) => void): () => void {
    this.answerListeners.add(listener);
    return () => this.answerListeners.delete(listener);
  }

  onLead(listener: () => void): () => void {
    this.leadListeners.add(listener);
    return () => this.leadListeners.delete(listener);
  }

  private lead(leads: boolean): void {
    if (this.isLeading === leads) return;
    this.isLeading = leads;
    for (const listener of this.leadListeners) listener();
  }

  private say(message: Message): void {
    this.parts.channel.postMessage(message);
  }

  private now(): number {
    return (this.parts.now ?? Date.now)();
  }
}
