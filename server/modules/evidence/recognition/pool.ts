import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Recognised, Unrecognised } from '../tables.ts';
import { noValues } from './invoice-qr.ts';

/** Files that are read at the same time, and that wait for it. */
const atOnce = 2;
const mostWaiting = 20;
/** Milliseconds a file may take, and after which a thread without work ends. */
const patience = 20_000;
const rest = 60_000;
/** Megabytes of a thread for objects: a file that needs more is not read. */
const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };

interface Thread {
  worker: Worker;
  /** Hears what the thread says of the file it reads: nothing where it ended. Undefined while it has no work. */
  told: ((result: Recognised | undefined) => void) | undefined;
  goodbye: NodeJS.Timeout | undefined;
}

const threads: Thread[] = [];
const waiting: (() => void)[] = [];

function nothing(reason: Unrecognised): Recognised {
  return { ...noValues, source: 'none', reason };
}

/**
 * Reads a ticket file in a thread of its own (API-158), bounded in time, memory and number. Whatever the file is, it resolves: with what was
 * recognised, or with why nothing was.
 */
export async function recognise(content: Uint8Array, type: string): Promise<Recognised> {
  if (threads.filter(({ told }) => told).length >= atOnce) {
    if (waiting.length >= mostWaiting) return nothing('busy');
    await new Promise<void>((go) => waiting.push(go));
  }
  try {
    return await read(threads.find(({ told }) => !told) ?? newThread(), content, type);
  } finally {
    waiting.shift()?.();
  }
}

/** Built, the thread is recognise.js beside main.js; from sources it brings its loader. */
function newThread(): Thread {
  const own = fileURLToPath(import.meta.url);
  const isBuilt = basename(own) === 'main.js';
  const worker = new Worker(join(dirname(own), isBuilt ? 'recognise.js' : 'from-source.mjs'), { resourceLimits: memory });
  const thread: Thread = { worker, told: undefined, goodbye: undefined };
  worker.on('message', (result: Recognised) => thread.told?.(result));
  // Out of memory, or ended by a library: another thread takes its place.
  worker.on('error', () => leave(thread));
  worker.on('exit', () => leave(thread));
  threads.push(thread);
  return thread;
}

function read(thread: Thread, content: Uint8Array, type: string): Promise<Recognised> {
  clearTimeout(thread.goodbye);
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      resolve(nothing('timeout'));
      leave(thread);
    }, patience);
    thread.told = (result) => {
      clearTimeout(late);
      thread.told = undefined;
      // Waiting for work keeps no process alive.
      thread.worker.unref();
      if (result) thread.goodbye = setTimeout(() => leave(thread), rest).unref();
      resolve(result ?? nothing('unreadable'));
    };
    thread.worker.ref();
    thread.worker.postMessage({ content, type });
  });
}

function leave(thread: Thread): void {
  const at = threads.indexOf(thread);
  if (at >= 0) threads.splice(at, 1);
  thread.told?.(undefined);
  void thread.worker.terminate();
}
