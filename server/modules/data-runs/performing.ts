import { EngineError, isStopped, openSession, type Session, type SessionOptions } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import type { FileStore } from '../../files/store.ts';
import type { Settings } from '../../settings.ts';
import { readerOf } from '../data-mart/rights.ts';
import { tellFailed } from './failures.ts';
import { type RunContext, RunFailure, type RunResult, refusal, runKind } from './kinds.ts';
import { type ClaimedRun, endRun, giveBack, touchRun } from './queue.ts';
import { RunSteps } from './run-steps.ts';
import type { RunNote } from './tables.ts';

/** Milliseconds between the beats by which a run says that it goes on, and hears that it is to stop. */
const beat = 1_000;

/** Where runs are done. */
export interface Place {
  db: Database;
  settings: Settings;
  files: FileStore;
  documents: Documents;
  log(what: string, error: unknown): void;
}

/** Somebody stopped the run, or it is another server's by now. */
class RunAborted extends Error {}

/**
 * One run, from its claim to its end:
 *
 *   reader -> work of its kind, while it beats -> finished | failed | stopped; given back where the server ends
 */
export async function perform(place: Place, worker: string, run: ClaimedRun, ending: AbortSignal): Promise<void> {
  const { db, log } = place;
  const steps = new RunSteps();
  const engine = new HeldEngine(place.settings.dataDir);
  let isFinished = false;
  let isGone = false;
  const abort = () => engine.abort();
  ending.addEventListener('abort', abort);
  const endBeats = beats(place, { worker, run, steps }, (state) => {
    if (state === 'go' || isFinished) return;
    isGone ||= state === 'gone';
    abort();
  });
  const finish = async (transaction: Database, result: RunResult) => {
    const ended = await endRun(transaction, run.id, worker, { status: 'finished', steps: steps.all, ...result });
    if (!ended) throw new RunAborted();
    isFinished = true;
  };
  const kind = runKind(run.kind);
  let context: RunContext | undefined;
  try {
    const reader = run.requestedBy === null ? undefined : await readerOf(db, run.requestedBy);
    if (!reader) throw new RunFailure('datarun.failure.nobody');
    if (!kind) throw new RunFailure('datarun.failure.kind', { kind: run.kind });
    const save = () => touchRun(db, run.id, worker, steps.all);
    context = { ...contextOf(place, run, { engine, steps, save }), reader, finish };
    const result = await kind.work(context);
    if (!isFinished) await finish(db, result ?? {});
  } catch (error) {
    await leave(error);
  } finally {
    await endBeats();
    ending.removeEventListener('abort', abort);
    await engine.close();
  }

  async function leave(error: unknown): Promise<void> {
    // What was written has been confirmed; only something after it broke.
    if (isFinished) return log(`run ${run.id}`, error);
    isFinished = true;
    if (isGone) return;
    const wasStopped = error instanceof RunAborted || (engine.signal.aborted && isStopped(error));
    if (ending.aborted && wasStopped && (await giveBack(db, run.id, worker))) return;
    steps.fail();
    if (!wasStopped && context && kind?.keep)
      await kind.keep(context, steps.all).catch((reason: unknown) => log(`what run ${run.id} leaves`, reason));
    const failure = wasStopped ? undefined : noteOf(error, steps.at);
    if (failure?.key === 'datarun.failure.unexpected') log(`run ${run.id}`, error);
    const end = { status: wasStopped ? 'stopped' : 'failed', steps: steps.all, failure } as const;
    await db.transaction().execute(async (transaction) => {
      if (await endRun(transaction, run.id, worker, end)) await tellFailed(transaction, [run.id]);
    });
  }
}

/** What the work of a run may do: with its engine, and as steps people see. */
function contextOf(
  { db, settings, files, documents, log }: Place,
  { id, tableId, title, input, rerunOf, requestedName }: ClaimedRun,
  { engine, steps, save }: { engine: HeldEngine; steps: RunSteps; save: () => Promise<unknown> },
): Omit<RunContext, 'reader' | 'finish'> {
  return {
    ...{ db, settings, files, documents, log, signal: engine.signal },
    run: { id, tableId, title, input, rerunOf, requestedName: requestedName ?? '' },
    session: (options) => engine.open(options),
    async plan(given) {
      steps.plan(given);
      await save();
    },
    async step(step, work) {
      engine.goOn();
      steps.begin(step);
      await save();
      const result = await work((rows) => steps.progress(step, rows));
      engine.goOn();
      steps.end(step, result);
      return result;
    },
  };
}

/** Says again and again that a run goes on, and tells what becomes of it. Ends with what it returns. */
function beats(
  { db, log }: Place,
  { worker, run, steps }: { worker: string; run: ClaimedRun; steps: RunSteps },
  tell: (state: 'go' | 'stop' | 'gone') => void,
): () => Promise<void> {
  let beating: Promise<void> = Promise.resolve();
  const pulse = setInterval(() => {
    beating = beating.then(async () => {
      // A database that does not answer for a moment ends no run; the next beat tries again.
      const state = await touchRun(db, run.id, worker, steps.all).catch((error: unknown) => {
        log(`run ${run.id}`, error);
        return 'go' as const;
      });
      tell(state);
    });
  }, beat);
  return async () => {
    clearInterval(pulse);
    await beating;
  };
}

/** The processes of the engine a run has, which are killed when it is stopped. */
class HeldEngine {
  private readonly stopping = new AbortController();
  private readonly sessions: Session[] = [];
  private readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** @throws RunAborted once the run was stopped */
  goOn(): void {
    this.signal.throwIfAborted();
  }

  abort(): void {
    if (this.signal.aborted) return;
    this.stopping.abort(new RunAborted());
    for (const session of this.sessions) session.stop();
  }

  async open(options: SessionOptions): Promise<Session> {
    this.goOn();
    const session = await openSession(this.dataDir, options);
    this.sessions.push(session);
    if (this.signal.aborted) session.stop();
    return session;
  }

  async close(): Promise<void> {
    for (const session of this.sessions) await session.close();
  }
}

/** What people are told of a failure. */
function noteOf(error: unknown, step: string | undefined): RunNote {
  const at = step === undefined ? {} : { step };
  if (error instanceof RunFailure) return { ...error.note, ...at };
  if (error instanceof ApiError) return { ...refusal(error), ...at };
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
