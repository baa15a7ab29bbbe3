import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { Gate } from './gate.ts';

export interface PoolBounds {
  /** Jobs that are done at the same time, and that wait for it. */
  atOnce: number;
  mostWaiting: number;
  /** Milliseconds a job may take, and after which a thread without work ends. */
  patience: number;
  rest: number;
  /** Of texts and objects. Bytes of pictures and what libraries unpack stand beside them. */
  memory: ResourceLimits;
  /** Megabytes the process may grow by while a job is done: who makes it grow further is ended. */
  mostGrowth: number;
}

/** Milliseconds between two looks at how large the process is. */
const look = 100;

/** The program of a thread: a file beside main.js once it is built, and what starts its source, from this folder. */
export interface ThreadProgram {
  built: string;
  source: string;
}

/** What came of a job. `ended`: the thread broke, or needed more memory than it may have. */
export type Outcome<Answer> = { done: Answer } | { failed: 'busy' | 'timeout' | 'ended' | 'stopped' };

interface Thread<Answer> {
  worker: Worker;
  /** Hears what came of the job it has; undefined while it has none. */
  told: ((outcome: Outcome<Answer>) => void) | undefined;
  goodbye: NodeJS.Timeout | undefined;
}

/** Too many wait. */
class Busy extends Error {}

/** Threads for what files make of libraries: bounded in number, time and memory, and kept for a while. One message is one job, one its answer. */
export class ThreadPool<Job, Answer> {
  readonly #threads: Thread<Answer>[] = [];
  readonly #program: ThreadProgram;
  readonly #bounds: PoolBounds;
  readonly #gate: Gate;

  constructor(program: ThreadProgram, bounds: PoolBounds) {
    this.#program = program;
    this.#bounds = bounds;
    this.#gate = new Gate({ places: bounds.atOnce, queue: bounds.mostWaiting, refuse: () => new Busy() });
  }

  /** Does a job; whatever comes of it, it resolves. One that is stopped gives its thread up at once. */
  async do(job: Job, signal?: AbortSignal): Promise<Outcome<Answer>> {
    const work = () => this.#give(this.#threads.find(({ told }) => !told) ?? this.#start(), job, signal);
    try {
      return await this.#gate.pass(work, signal);
    } catch (error) {
      if (signal?.aborted) return { failed: 'stopped' };
      if (error instanceof Busy) return { failed: 'busy' };
      throw error;
    }
  }

  #start(): Thread<Answer> {
    const own = fileURLToPath(import.meta.url);
    const file = basename(own) === 'main.js' ? this.#program.built : this.#program.source;
    const worker = new Worker(join(dirname(own), file), { resourceLimits: this.#bounds.memory });
    const thread: Thread<Answer> = { worker, told: undefined, goodbye: undefined };
    worker.on('message', (done: Answer) => thread.told?.({ done }));
    // Out of memory, or ended by a library: another thread takes its place.
    worker.on('error', () => this.#leave(thread, 'ended'));
    worker.on('exit', () => this.#leave(thread, 'ended'));
    this.#threads.push(thread);
    return thread;
  }

  #give(thread: Thread<Answer>, job: Job, signal: AbortSignal | undefined): Promise<Outcome<Answer>> {
    clearTimeout(thread.goodbye);
    return new Promise((resolve) => {
      const stop = () => this.#leave(thread, 'stopped');
      const late = setTimeout(() => this.#leave(thread, 'timeout'), this.#bounds.patience);
      const most = process.memoryUsage.rss() + this.#bounds.mostGrowth * 1_048_576;
      const watch = setInterval(() => process.memoryUsage.rss() > most && this.#leave(thread, 'ended'), look);
      signal?.addEventListener('abort', stop, { once: true });
      thread.told = (outcome) => {
        clearTimeout(late);
        clearInterval(watch);
        signal?.removeEventListener('abort', stop);
        thread.told = undefined;
        // Waiting for work keeps no process alive.
        thread.worker.unref();
        if ('done' in outcome) thread.goodbye = setTimeout(() => this.#leave(thread, 'ended'), this.#bounds.rest).unref();
        resolve(outcome);
      };
      thread.worker.ref();
      thread.worker.postMessage(job);
    });
  }

  #leave(thread: Thread<Answer>, why: 'timeout' | 'ended' | 'stopped'): void {
    const at = this.#threads.indexOf(thread);
    if (at >= 0) this.#threads.splice(at, 1);
    thread.told?.({ failed: why });
    void thread.worker.terminate();
  }
}
