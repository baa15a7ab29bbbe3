import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { tellFailed } from './failures.ts';
import type { Executable } from './kinds.ts';
import type { RunNote, RunStatus, RunStep } from './tables.ts';

/** A run nobody touched for so long has lost its server. */
const silence = sql`interval '20 seconds'`;
/** How often a run is begun: the second time after its server died. A third death is no accident. */
const attempts = 2;

let wake: () => void = () => undefined;
/** Who is told at once that there is something to do; other servers look every second. */
export function onQueued(told: () => void): void {
  wake = told;
}

/**
 * Queues a run; of a table that waits or works already it is that one. Use a transaction of your own for what belongs to it.
 * @throws ApiError MODEL_FITTING of a model that learns already
 */
export async function queueRun(
  db: Database,
  { kind, tableId, title, input }: Executable,
  by: { userId: number | null; name: string; scheduleId?: number; rerunOf?: number },
): Promise<{ id: number; isNew: boolean }> {
  const made = await db
    .insertInto('data_run')
    .values({
      kind,
      table_id: tableId,
      title,
      input: JSON.stringify(input),
      requested_by: by.userId,
      requested_name: by.name,
      schedule_id: by.scheduleId ?? null,
      rerun_of: by.rerunOf ?? null,
    })
    // Two indexes keep runs apart: data_run_once those of a table, data_run_one_fit those of a model, which fill no table.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    wake();
    return { id: made.id, isNew: true };
  }
  if (tableId === null) throw new ApiError('MODEL_FITTING');
  const open = await db
    .selectFrom('data_run')
    .select('id')
    .where('table_id', '=', tableId)
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'started'])
    .executeTakeFirst();
  // It ended between the two statements.
  if (!open) return await queueRun(db, { kind, tableId, title, input }, by);
  return { id: open.id, isNew: false };
}

export interface ClaimedRun {
  id: number;
  kind: string;
  tableId: number | null;
  title: string;
  input: Record<string, unknown>;
  requestedBy: number | null;
  requestedName: string | null;
  rerunOf: number | null;
}

/**
 * Takes the next run that waits, or one whose server is gone, for this worker. Of several servers one gets it. Those who start runs take turns: whoever
 * has fewest at work comes first, and of one of them the run that was asked for first.
 */
export async function claimRun(db: Database, worker: string): Promise<ClaimedRun | undefined> {
  return await db
    .updateTable('data_run')
    .set({
      status: 'started',
      worker,
      attempt: sql<number>`attempt + 1`,
      started_at: sql<Date>`now()`,
      touched_at: sql<Date>`now()`,
      steps: '[]',
    })
    .where('id', '=', (row) =>
      row
        .selectFrom('data_run as waiting')
        .select('waiting.id')
        .where(
          sql<boolean>`(waiting.status = 'queued' or (waiting.status = 'started' and waiting.touched_at < now() - ${silence} and waiting.attempt < ${attempts}))
            and waiting.stop_asked_at is null`,
        )
        .orderBy(
          sql`(select count(*) from data_run as working
            where working.status = 'started' and working.id <> waiting.id and working.requested_by is not distinct from waiting.requested_by)`,
        )
        .orderBy('waiting.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'kind',
      'table_id as tableId',
      'title',
      'input',
      'requested_by as requestedBy',
      'requested_name as requestedName',
      'rerun_of as rerunOf',
    ])
    .executeTakeFirst();
}

/** Ends what nobody will end: runs whose servers died again and again are unknown (DATA-10), stopped ones whose server is gone are stopped. */
export async function endLostRuns(db: Database): Promise<void> {
  const ended = await db
    .updateTable('data_run')
    .set({
      status: sql<RunStatus>`case when stop_asked_at is null then 'unknown' else 'stopped' end`,
      ended_at: sql<Date>`now()`,
      failure: JSON.stringify({ key: 'datarun.failure.lost' } satisfies RunNote),
    })
    .where('status', '=', 'started')
    .where(sql<boolean>`touched_at < now() - ${silence} and (attempt >= ${attempts} or stop_asked_at is not null)`)
    .returning('id')
    .execute();
  await tellFailed(
    db,
    ended.map(({ id }) => id),
  );
}

/** Says that a run is alive. `gone`: it is no longer this worker's; `stop`: somebody wants it to stop. */
export async function touchRun(db: Database, id: number, worker: string, steps: readonly RunStep[]): Promise<'go' | 'stop' | 'gone'> {
  const row = await db
    .updateTable('data_run')
    .set({ touched_at: sql<Date>`now()`, steps: JSON.stringify(steps) })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', '=', 'started')
    .returning('stop_asked_at as stop')
    .executeTakeFirst();
  if (!row) return 'gone';
  return row.stop === null ? 'go' : 'stop';
}

export interface Ending {
  status: Exclude<RunStatus, 'queued' | 'started'>;
  steps: readonly RunStep[];
  rows?: number | undefined;
  rejected?: number | undefined;
  note?: RunNote | undefined;
  failure?: RunNote | undefined;
}

/** Ends a run of this worker. False when it was stopped or taken over meanwhile: then nothing it did may count. */
export async function endRun(db: Database, id: number, worker: string, ending: Ending): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_run')
    .set({
      status: ending.status,
      ended_at: sql<Date>`now()`,
      touched_at: sql<Date>`now()`,
      steps: JSON.stringify(ending.steps),
      row_count: ending.rows ?? null,
      rejected: ending.rejected ?? 0,
      note: ending.note ? JSON.stringify(ending.note) : null,
      failure: ending.failure ? JSON.stringify(ending.failure) : null,
    })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', '=', 'started')
    .$if(ending.status === 'finished', (query) => query.where('stop_asked_at', 'is', null))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Gives a run back: the server that had it ends, another one, or the same after its start, begins it anew. False where somebody wants it to stop: it would wait
 * for ever, as nobody takes it, and is to be ended.
 */
export async function giveBack(db: Database, id: number, worker: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_run')
    .set({ status: 'queued', worker: null, steps: '[]', attempt: sql<number>`attempt - 1`, started_at: null })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', '=', 'started')
    .where('stop_asked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stops a run: one that waits is cancelled at once, one that works within a second or two. @throws ApiError NOT_FOUND, RUN_OVER */
export async function stopRun(db: Database, id: number): Promise<'canceled' | 'stopping'> {
  const row = await db
    .updateTable('data_run')
    .set({
      stop_asked_at: sql<Date>`coalesce(stop_asked_at, now())`,
      status: sql<RunStatus>`case when status = 'queued' then 'canceled' else status end`,
      ended_at: sql<Date>`case when status = 'queued' then now() end`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'started'])
    .returning('status')
    .executeTakeFirst();
  if (!row) throw new ApiError('RUN_OVER');
  wake();
  return row.status === 'canceled' ? 'canceled' : 'stopping';
}
