import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../errors.ts';
import { Gate } from '../gate.ts';
import { needsTooMuch } from './by-columns.ts';
import { Child, EngineError } from './child.ts';
import type { Answer, Statement, Value } from './types.ts';

export { EngineError } from './child.ts';
export { castTo, fieldTypeOf, literal, name, parquet, typeOf } from './sql.ts';
export type { Answer, Cell, FieldType, Value } from './types.ts';

/** Short questions are answered two at a time. A board asks as many as it has charts, and several people open theirs: what bounds the rest is how long one waits. */
const gate = new Gate({ places: 2, queue: 500, patience: 20_000, refuse: () => new ApiError('DATA_BUSY') });
/** Milliseconds a short question may take, and after which a process without work ends. */
const patience = 10_000;
const rest = 60_000;
const short = { memoryMb: 256, threads: 1 };
/** Of a column of long texts a part alone can take 256 MB to read: such a question is asked once more with this, one at a time. */
const roomy = { memoryMb: 512, threads: 1 };
const roomyGate = new Gate({ places: 1, queue: 100, patience: 20_000, refuse: () => new ApiError('DATA_BUSY') });

interface Warm {
  child: Child;
  isBusy: boolean;
  goodbye: NodeJS.Timeout | undefined;
}
const pool: Warm[] = [];

export interface Question extends Statement {
  /** The only files it reads. */
  files: readonly string[];
  /** Whose question it is: callers take turns. */
  caller?: string;
}

/**
 * Answers a short question on a warm process, which lasts ten seconds at most. It writes nothing.
 * @throws ApiError DATA_BUSY where it waited too long, DATA_TIMEOUT, DATA_FAILED with what the engine said for the log
 */
export async function ask({ caller, ...question }: Question): Promise<Answer> {
  try {
    return await gate.pass(() => askWarm(question, short), { caller });
  } catch (error) {
    if (!needsTooMuch(error)) throw error;
    return await roomyGate.pass(() => askWarm(question, roomy), { caller });
  }
}

async function askWarm(question: Omit<Question, 'caller'>, bounds: typeof short): Promise<Answer> {
  const warm = pool.find(({ isBusy }) => !isBusy) ?? newWarm();
  clearTimeout(warm.goodbye);
  warm.isBusy = true;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    warm.child.kill();
  }, patience);
  try {
    return await warm.child.ask({ ask: { ...bounds, ...question } });
  } catch (error) {
    if (isLate) throw new ApiError('DATA_TIMEOUT', { cause: error });
    throw new ApiError('DATA_FAILED', { cause: error });
  } finally {
    clearTimeout(late);
    warm.isBusy = false;
    warm.goodbye = setTimeout(() => warm.child.kill(), rest).unref();
  }
}

function newWarm(): Warm {
  const warm: Warm = { child: new Child(), isBusy: false, goodbye: undefined };
  warm.child.onGone = () => {
    clearTimeout(warm.goodbye);
    const at = pool.indexOf(warm);
    if (at >= 0) pool.splice(at, 1);
  };
  pool.push(warm);
  return warm;
}

/** A process of its own, with one database in memory. */
export interface Session {
  /** May be written: `COPY (...) TO '<folder>/out.parquet' (FORMAT parquet)`. Gone once the session is. */
  readonly folder: string;
  readonly pid: number | undefined;
  /** One statement after the other; temporary tables and views stay. @throws EngineError */
  query(sql: string, parameters?: readonly Value[], most?: number): Promise<Answer>;
  /** Kills it at once: whatever is waited for is an EngineError `stopped`. */
  stop(): void;
  /** Ends it and takes its folder away. */
  close(): Promise<void>;
}

/** Where the folders of sessions are: whatever is in it belongs to a session, or to one that broke off. */
export function sessionFolders(dataDir: string): string {
  return join(dataDir, 'data-sessions');
}

/**
 * Opens a process for a long run. Memory: half of the machine's, at most 1 GB, unless said; what needs more spills into its folder.
 * Close it in `finally`, whatever happened.
 */
export async function openSession(
  dataDir: string,
  { files, memoryMb = Math.min(1_024, Math.floor(totalmem() / 2 ** 21)), threads = 2 }: SessionOptions,
): Promise<Session> {
  const folder = join(sessionFolders(dataDir), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const child = new Child();
  const session: Session = {
    folder,
    pid: child.pid,
    query: async (sql, parameters, most) => await child.ask({ query: { sql, parameters, most } }),
    stop: () => child.kill(),
    close: async () => {
      child.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    await child.ask({ open: { files, folder, memoryMb, threads } });
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}
export interface SessionOptions {
  /** The only files it reads besides its own folder. */
  files: readonly string[];
  memoryMb?: number;
  threads?: number;
}

/** Whether a failure is that of a run somebody stopped. */
export function isStopped(error: unknown): boolean {
  return error instanceof EngineError && error.fault === 'stopped';
}
