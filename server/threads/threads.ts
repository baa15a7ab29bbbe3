import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Said } from './answering.ts';
import { company, type Verdict } from './company.ts';
import { fileOf, type Program } from './program.ts';

export interface ThreadBounds {
  /** Milliseconds a job may take, unless it is given a bound of its own, and after which a thread without work ends (0: with its job). */
  patience?: number;
  rest: number;
  /** Of texts and objects. Bytes of pictures and what libraries unpack stand beside them. */
  memory?: ResourceLimits;
  /** Megabytes the process may grow by while a job is done. For jobs of seconds that read what strangers sent. */
  mostGrowth?: number;
}

export interface Doing {
  /** Says that nobody wants it any more: its thread is given up at once. */
  signal?: AbortSignal | undefined;
  /** Hears how many rows, pages ... it is through. */
  onProgress?: ((count: number) => void) | undefined;
  /** Milliseconds this job may take. */
  patience?: number | undefined;
}

/**
 * What came of a job. `timeout`: its time was over. `memory`: it needed more than it may have, and nothing else did. `ended`: the thread broke for
 * another reason, which is `cause` where it is known; tried again it may be done. `stopped`: nobody wanted it any more. `busy`: it was not begun.
 */
export type Outcome<Answer> =
  | { done: Answer }
  | { failed: 'timeout' | 'memory' | 'stopped' | 'busy' }
  | { failed: 'ended'; cause?: Error | undefined };
/** `crowd`: it was ended with others, because one of them made the process grow. */
type Told<Answer> = Outcome<Answer> | { failed: 'crowd' };

interface Thread<Answer> {
  worker: Worker;
  /** Hear of the job it has; undefined while it has none. */
  told: ((outcome: Outcome<Answer>) => void) | undefined;
  onProgress: ((count: number) => void) | undefined;
  goodbye: NodeJS.Timeout | undefined;
}

/**
 * Threads that do jobs of one program, each one job at a time. Whatever comes of a job, it is told in words: none outlives its time, its memory,
 * or the wish for it. Who bounds how many there are at a time is who gives the jobs (pool.ts).
 */
export class Threads<Job, Answer> {
  readonly #idle = new Set<Thread<Answer>>();
  readonly #program: Program;
  readonly #bounds: ThreadBounds;

  constructor(program: Program, bounds: ThreadBounds) {
    this.#program = program;
    this.#bounds = bounds;
  }

  /** Does a job. One that was ended with others, because one of them made the process grow, is done once more while no other is. */
  async do(job: Job, doing: Doing = {}): Promise<Outcome<Answer>> {
    const first = await this.#share(job, doing, false);
    const last = 'failed' in first && first.failed === 'crowd' ? await this.#share(job, doing, true) : first;
    return 'failed' in last && last.failed === 'crowd' ? { failed: 'ended' } : last;
  }

  async #share(job: Job, doing: Doing, isAlone: boolean): Promise<Told<Answer>> {
    const { signal } = doing;
    try {
      return await company.share({ mostGrowth: this.#bounds.mostGrowth, isAlone, signal }, (grown) => this.#give(job, doing, grown));
    } catch (error) {
      if (signal?.aborted) return { failed: 'stopped' };
      throw error;
    }
  }

  async #give(job: Job, { signal, onProgress, patience = this.#bounds.patience }: Doing, grown: AbortSignal): Promise<Told<Answer>> {
    if (signal?.aborted) return { failed: 'stopped' };
    const [idle] = this.#idle;
    const thread = idle ?? this.#start();
    const { worker } = thread;
    this.#idle.delete(thread);
    clearTimeout(thread.goodbye);
    const outcome = await new Promise<Told<Answer>>((resolve) => {
      const end = (told: Told<Answer>) => {
        clearTimeout(late);
        signal?.removeEventListener('abort', stop);
        grown.removeEventListener('abort', grew);
        resolve(told);
      };
      const stop = () => end({ failed: 'stopped' });
      const grew = () => end({ failed: grown.reason as Verdict });
      const late = patience === undefined ? undefined : setTimeout(() => end({ failed: 'timeout' }), patience);
      signal?.addEventListener('abort', stop);
      grown.addEventListener('abort', grew);
      thread.told = end;
      thread.onProgress = onProgress;
      worker.ref();
      worker.postMessage(job);
    });
    thread.told = undefined;
    thread.onProgress = undefined;
    // Waiting for work keeps no process alive.
    worker.unref();
    if ('done' in outcome && this.#bounds.rest > 0) {
      this.#idle.add(thread);
      thread.goodbye = setTimeout(() => void this.#end(thread), this.#bounds.rest).unref();
    } else await this.#end(thread);
    return outcome;
  }

  #start(): Thread<Answer> {
    const worker = new Worker(fileOf(this.#program), { resourceLimits: this.#bounds.memory });
    const thread: Thread<Answer> = { worker, told: undefined, onProgress: undefined, goodbye: undefined };
    const broke = (failed: Outcome<never>) => {
      this.#idle.delete(thread);
      thread.told?.(failed);
    };
    worker.on('message', (said: Said<Answer>) => {
      if ('count' in said) thread.onProgress?.(said.count);
      else if ('done' in said) thread.told?.(said);
      else broke({ failed: 'ended', cause: said.broke });
    });
    worker.on('error', (error: Error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      broke(isMemory ? { failed: 'memory' } : { failed: 'ended', cause: error });
    });
    worker.on('exit', (code) => broke({ failed: 'ended', cause: new Error(`The thread ended by itself with ${code}`) }));
    return thread;
  }

  /** Its memory is free once it is gone. */
  async #end(thread: Thread<Answer>): Promise<void> {
    this.#idle.delete(thread);
    await thread.worker.terminate();
  }
}
