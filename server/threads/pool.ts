import { Gate, type Passing } from '../gate.ts';
import type { Program } from './program.ts';
import { type Doing, type Outcome, type ThreadBounds, Threads } from './threads.ts';

export interface PoolBounds extends ThreadBounds {
  /** Jobs that are done at the same time, that wait for it, and that one caller has here at a time. */
  atOnce: number;
  mostWaiting: number;
  each: number;
}

/** Too many wait. */
class Busy extends Error {}

/** A bounded number of threads, and a row before them in which callers take turns. */
export class ThreadPool<Job, Answer> {
  readonly #threads: Threads<Job, Answer>;
  readonly #gate: Gate;

  constructor(program: Program, { atOnce, mostWaiting, each, ...bounds }: PoolBounds) {
    this.#threads = new Threads(program, bounds);
    this.#gate = new Gate({ places: atOnce, queue: mostWaiting, each, refuse: () => new Busy() });
  }

  /** Does a job when it is the turn of its caller; whatever comes of it, it resolves. */
  async do(job: Job, doing: Doing & Passing = {}): Promise<Outcome<Answer>> {
    try {
      return await this.#gate.pass(() => this.#threads.do(job, doing), doing);
    } catch (error) {
      if (doing.signal?.aborted) return { failed: 'stopped' };
      if (error instanceof Busy) return { failed: 'busy' };
      throw error;
    }
  }
}
