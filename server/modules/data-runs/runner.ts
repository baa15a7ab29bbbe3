import { randomUUID } from 'node:crypto';
import { EngineError, isStopped, openSession, type Session } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import type { FileStore } from '../../files/store.ts';
import type { Settings } from '../../settings.ts';
import { readerOf } from '../data-mart/rights.ts';
import { tellFailed } from './failures.ts';
import { type RunContext, RunFailure, type RunResult, runKind, type StepResult } from './kinds.ts';
import { type ClaimedRun, claimRun, endLostRuns, endRun, giveBack, onQueued, touchRun } from './queue.ts';
import type { RunNote, RunStep } from './tables.ts';

/** Runs a server does at the same time, and milliseconds between looks at the queue and at each run. */
const atOnce = 2;
const beat = 1_000;

export interface Runner {
  /** Kills what runs and gives it back, so that another server, or the next start, does it. */
  stop(): Promise<void>;
}

/** Somebody stopped the run, or it is another server's by now. */
class RunAborted extends Error {}

interface Place {
  db: Database;
  settings: Settings;
  files: FileStore;
  documents: Documents;
  log(what: string, error: unknown): void;
}

/** Does runs as they are queued (DATA-10, DATA-11), until it is stopped. Every server may have one. */
export function startRunner(place: Place): Runner {
  const worker = randomUUID();
  const active = new Set<Promise<void>>();
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  const look = async () => {
    await endLostRuns(place.db);
    while (!ending.signal.aborted && active.size < atOnce) {
      const run = await claimRun(place.db, worker);
      if (!run) return;
      const doing = perform(place, worker, run, ending.signal)
        .catch((error: unknown) => place.log(`run ${run.id}`, error))
        .finally(() => {
          active.delete(doing);
          turn();
        });
      active.add(doing);
    }
  };
  const turn = () => {
    if (ending.signal.aborted) return;
    clearTimeout(timer);
    if (looking) {
      again = true;
      return;
    }
    looking = look()
      .catch((error: unknown) => place.log('queue of runs', error))
      .finally(() => {
        looking = undefined;
        if (ending.signal.aborted) return;
        if (again) {
          again = false;
          turn();
        } else timer = setTimeout(turn, beat).unref();
      });
  };
  onQueued(turn);
  turn();
  return {
    async stop() {
      ending.abort();
      clearTimeout(timer);
      onQueued(() => undefined);
      await looking;
      await Promise.all(active);
    },
  };
}

/** One run, from its claim to its end. */
async function perform(
  { db, settings, files, documents, log }: Place,
  worker: string,
  run: ClaimedRun,
  ending: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const sessions: Session[] = [];
  let steps: RunStep[] = [];
  let isFinished = false;
  let isGone = false;
  const abort = () => {
    if (stop.signal.aborted) return;
    stop.abort(new RunAborted());
    for (const session of sessions) session.stop();
  };
  ending.addEventListener('abort', abort);
  // A database that does not answer for a moment ends no run; the next beat tries again.
  let beating: Promise<void> = Promise.resolve();
  const pulse = setInterval(() => {
    beating = beating.then(async () => {
      const state = await touchRun(db, run.id, worker, steps).catch((error: unknown) => {
        log(`run ${run.id}`, error);
        return 'go' as const;
      });
      if (state !== 'go' && !isFinished) {
        isGone ||= state === 'gone';
        abort();
      }
    });
  }, beat);
  const goOn = () => {
    stop.signal.throwIfAborted();
  };
  const kind = runKind(run.kind);
  const finishing = async (transaction: Database, result: RunResult) => {
    const ended = await endRun(transaction, run.id, worker, { status: 'finished', steps, ...result });
    if (!ended) throw new RunAborted();
    isFinished = true;
  };
  const set = (id: string, values: Partial<RunStep>) => {
    steps = steps.map((step) => (step.id === id ? { ...step, ...values } : step));
  };
  const save = () => touchRun(db, run.id, worker, steps);
  let at: string | undefined;
  let context: RunContext | undefined;
  try {
    const reader = run.requestedBy === null ? undefined : await readerOf(db, run.requestedBy);
    if (!reader) throw new RunFailure('datarun.failure.nobody');
    if (!kind) throw new RunFailure('datarun.failure.kind', { kind: run.kind });
    context = {
      db,
      settings,
      files,
      documents,
      reader,
      signal: stop.signal,
      run: {
        id: run.id,
        tableId: run.tableId,
        title: run.title,
        input: run.input,
        rerunOf: run.rerunOf,
        requestedName: run.requestedName ?? '',
      },
      async session(options) {
        goOn();
        const session = await openSession(settings.dataDir, options);
        sessions.push(session);
        if (stop.signal.aborted) session.stop();
        return session;
      },
      async plan(given) {
        steps = given.map(({ id, title }) => ({ id, title, state: 'waiting' }));
        await save();
      },
      async step<T extends StepResult>(id: string, work: (progress: (rows: number) => void) => Promise<T>): Promise<T> {
        goOn();
        at = id;
        set(id, { state: 'running', startedAt: new Date().toISOString() });
        await save();
        const result = await work((rows) => set(id, { rows }));
        goOn();
        const { rows = null, rejected = null, isKept } = result;
        set(id, {
          state: rejected !== null && rejected > 0 ? 'warning' : 'success',
          rows,
          rejected,
          endedAt: new Date().toISOString(),
          ...(isKept && { isKept }),
        });
        at = undefined;
        return result;
      },
      async finish(transaction, result) {
        await finishing(transaction, result);
      },
    };
    const result = await kind.work(context);
    if (!isFinished) await finishing(db, result ?? {});
  } catch (error) {
    await leave(error);
  } finally {
    clearInterval(pulse);
    await beating;
    ending.removeEventListener('abort', abort);
    for (const session of sessions) await session.close();
  }

  async function leave(error: unknown): Promise<void> {
    // What was written has been confirmed; only something after it broke.
    if (isFinished) return log(`run ${run.id}`, error);
    isFinished = true;
    if (isGone) return;
    const wasStopped = error instanceof RunAborted || (stop.signal.aborted && isStopped(error));
    if (ending.aborted && wasStopped) return await giveBack(db, run.id, worker);
    if (at !== undefined) set(at, { state: 'fail', endedAt: new Date().toISOString() });
    if (!wasStopped && context && kind?.keep)
      await kind.keep(context, steps).catch((reason: unknown) => log(`what run ${run.id} leaves`, reason));
    const failure = wasStopped ? undefined : noteOf(error, at);
    if (failure?.key === 'datarun.failure.unexpected') log(`run ${run.id}`, error);
    const end = { status: wasStopped ? 'stopped' : 'failed', steps, failure } as const;
    await db.transaction().execute(async (transaction) => {
      if (await endRun(transaction, run.id, worker, end)) await tellFailed(transaction, [run.id]);
    });
  }
}

/** What people are told of a failure. */
function noteOf(error: unknown, step: string | undefined): RunNote {
  const at = step === undefined ? {} : { step };
  if (error instanceof RunFailure) return { ...error.note, ...at };
  if (error instanceof ApiError) return { key: 'datarun.failure.refused', values: { code: error.code }, ...at };
  if (error instanceof EngineError) {
    if (error.fault === 'memory') return { key: 'datarun.failure.memory', ...at };
    if (error.fault === 'stopped') return { key: 'datarun.failure.engineGone', ...at };
    return { key: 'datarun.failure.engine', detail: said(error.message), ...at };
  }
  return { key: 'datarun.failure.unexpected', ...at };
}

/** What the engine says, without the statement it says it of: the first line, shortened. */
function said(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, 300);
}
