/** Milliseconds between two looks at how large the process is. */
const look = 100;

/**
 * Why a job is ended for the growth of the process. `memory`: nobody else can have done it. `crowd`: one of several did, nobody knows which.
 * `ended`: it was the only one that is watched, and others that are not worked beside it.
 */
export type Verdict = 'memory' | 'crowd' | 'ended';

export interface Terms {
  /** Megabytes the process may grow by while the job is done. Without it, the job is not watched. */
  mostGrowth: number | undefined;
  /** No other watched job is done meanwhile. */
  isAlone: boolean;
  signal: AbortSignal | undefined;
}

/** A watched job: bytes the process may have, at most `growth` more than it had at any time since, and what ends it. */
interface Member {
  most: number;
  growth: number;
  grown: AbortController;
}

/**
 * The jobs that share the memory of this process, whatever threads they have. What grows is the process, and which job made it grow cannot be seen
 * from outside: where several are at work none is blamed, all are ended, and each may be tried again alone.
 */
class Company {
  readonly #members = new Set<Member>();
  readonly #waiting = new Set<{ isAlone: boolean; enter: () => void }>();
  #unwatched = 0;
  #isTaken = false;
  #watch: NodeJS.Timeout | undefined;

  /** Does a job. @param work is given a signal that aborts with a Verdict. @throws the reason of `signal` where it waited for others in vain */
  async share<T>({ mostGrowth, isAlone, signal }: Terms, work: (grown: AbortSignal) => Promise<T>): Promise<T> {
    const grown = new AbortController();
    if (mostGrowth === undefined) {
      this.#unwatched += 1;
      try {
        return await work(grown.signal);
      } finally {
        this.#unwatched -= 1;
      }
    }
    if (!this.#isRoom(isAlone) || this.#waiting.size > 0) await this.#wait(isAlone, signal);
    const growth = mostGrowth * 1_048_576;
    const member: Member = { most: process.memoryUsage.rss() + growth, growth, grown };
    this.#members.add(member);
    this.#isTaken = isAlone;
    this.#watch ??= setInterval(() => this.#judge(), look);
    this.#next();
    try {
      return await work(grown.signal);
    } finally {
      this.#members.delete(member);
      if (isAlone) this.#isTaken = false;
      if (this.#members.size === 0) {
        clearInterval(this.#watch);
        this.#watch = undefined;
      }
      this.#next();
    }
  }

  #isRoom(isAlone: boolean): boolean {
    return !this.#isTaken && (!isAlone || this.#members.size === 0);
  }

  #wait(isAlone: boolean, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener('abort', stop);
        settle();
      };
      const waiting = { isAlone, enter: () => end(resolve) };
      const stop = () => {
        end(() => reject(signal?.reason));
        this.#next();
      };
      signal?.addEventListener('abort', stop);
      this.#waiting.add(waiting);
    });
  }

  /** The first one that waits, where there is room for it; it lets in the one behind it. */
  #next(): void {
    const [first] = this.#waiting;
    if (first && this.#isRoom(first.isAlone)) first.enter();
  }

  #judge(): void {
    const size = process.memoryUsage.rss();
    const members = [...this.#members].filter(({ grown }) => !grown.signal.aborted);
    // What the process gives back meanwhile is no room for its jobs.
    for (const member of members) member.most = Math.min(member.most, size + member.growth);
    if (!members.some(({ most }) => size > most)) return;
    const verdict: Verdict = members.length > 1 ? 'crowd' : this.#unwatched > 0 ? 'ended' : 'memory';
    for (const { grown } of members) grown.abort(verdict);
  }
}

export const company = new Company();
