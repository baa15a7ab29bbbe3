import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { FileStore } from '../../files/store.ts';
import type { Job } from '../../jobs.ts';
import { readerOf } from '../data-mart/rights.ts';
import { keptHours } from '../data-process/execute.ts';
import { tellFailed } from '../data-runs/failures.ts';
import { findExecutable, kindFilling, refusal } from '../data-runs/kinds.ts';
import { queueRun } from '../data-runs/queue.ts';
import { sweepRuns } from '../data-runs/runs.ts';
import type { RunNote } from '../data-runs/tables.ts';
import type {} from './tables.ts';
import { nextTime } from './times.ts';

/** Starts what is due, and tidies what runs leave. */
export function dataRunJobs(db: Database, files: FileStore, timeZone: string): Job[] {
  return [
    { name: 'schedules', everySeconds: 5, run: () => startDue(db, timeZone) },
    { name: 'sweep data runs', everySeconds: 3_600, run: () => sweepRuns(db) },
    { name: 'sweep kept results', everySeconds: 600, run: () => sweepKept(db, files) },
  ];
}

/**
 * Queues every schedule that is due, each once. The row is held while its next time is set, so that of several servers one starts it.
 * One that cannot be started for a reason nobody expected stays due and keeps no other from starting.
 * @throws AggregateError of those, once the others are queued
 */
export async function startDue(db: Database, timeZone: string): Promise<number> {
  let started = 0;
  const broken = new Map<number, unknown>();
  // Each comes up once: one that stays due, whatever the reason, must not come up again and again before those behind it.
  let last = 0;
  for (let more = true; more; ) {
    const before = last;
    const turn = async (transaction: Database): Promise<boolean> => {
      const due = await nextDue(transaction, before);
      if (!due) return false;
      last = due.id;
      // What was missed while its workspace was disabled, or no server ran, is not made up for: the next time counts from now.
      const isStopped = due.workspaceState === '1';
      await transaction
        .updateTable('data_schedule')
        .set({
          ...(due.cron !== null && { next_at: nextTime(due.cron, timeZone, due.now) }),
          ...(!isStopped && { last_started_at: sql<Date>`now()` }),
        })
        .where('id', '=', due.id)
        .execute();
      if (isStopped) return true;
      await startOne(transaction, due);
      started += 1;
      return true;
    };
    more = await db
      .transaction()
      .execute(turn)
      .catch((error: unknown) => {
        if (last === before) throw error;
        broken.set(last, error);
        return true;
      });
  }
  if (broken.size > 0) throw new AggregateError(broken.values(), `Schedules that cannot be started: ${[...broken.keys()].join(', ')}`);
  return started;
}

/**
 * The first schedule behind another that is due, held until the end of the transaction, and what time it is by the clock of the database, which tells what is due. One
 * after other tables waits until no run of its own is at work: that one may have read before they were refreshed.
 */
async function nextDue(db: Database, behind: number) {
  return await db
    .selectFrom('data_schedule')
    .innerJoin('data_table', 'data_table.id', 'data_schedule.table_id')
    .leftJoin('workspace', 'workspace.id', 'data_table.workspace_id')
    .select([
      'data_schedule.id',
      'data_schedule.cron',
      'data_schedule.owner_id as ownerId',
      'data_table.id as tableId',
      'data_table.biz_id as bizId',
      'data_table.title',
      'data_table.kind',
      'workspace.status as workspaceState',
      sql<Date>`now()`.as('now'),
    ])
    .where('data_schedule.state', 'in', ['live', 'applyOffline'])
    .where(
      sql<boolean>`case when type = '1' then next_at <= now() else coalesce(workspace.status, '0') = '0' and not exists (
        select 1 from data_schedule_precedent before join data_table needed on needed.id = before.table_id
        where before.schedule_id = data_schedule.id
          and coalesce(needed.refreshed_at, '-infinity') <= greatest(coalesce(last_started_at, '-infinity'), live_at))
        and exists (select 1 from data_schedule_precedent before where before.schedule_id = data_schedule.id)
        and not exists (select 1 from data_run working where working.table_id = data_table.id and working.status = 'started') end`,
    )
    .where('data_schedule.id', '>', behind)
    .orderBy('data_schedule.id')
    .limit(1)
    .forUpdate('data_schedule')
    .skipLocked()
    .executeTakeFirst();
}
type Due = NonNullable<Awaited<ReturnType<typeof nextDue>>>;

/** With the rights its owner has now. What cannot start says so in the log of the schedule. */
async function startOne(db: Database, { id, ownerId, tableId, bizId, title, kind }: Due): Promise<void> {
  const reader = ownerId === null ? undefined : await readerOf(db, ownerId);
  const owner =
    ownerId === null ? undefined : await db.selectFrom('app_user').select('username').where('id', '=', ownerId).executeTakeFirst();
  const name = owner?.username ?? '';
  const refuse = async (failure: RunNote) => {
    const run = await db
      .insertInto('data_run')
      .values({
        kind: kindFilling(kind),
        table_id: tableId,
        title,
        status: 'failed',
        failure: JSON.stringify(failure),
        requested_by: ownerId,
        requested_name: name,
        schedule_id: id,
        ended_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tellFailed(db, [run.id]);
  };
  if (!reader) return await refuse({ key: 'datarun.failure.nobody' });
  try {
    const found = await findExecutable(db, reader, { bizId });
    if (!found) return await refuse({ key: 'datarun.failure.kind', values: { kind: kindFilling(kind) } });
    await queueRun(db, found, { userId: ownerId, name, scheduleId: id });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refuse(refusal(error));
  }
}

/** Takes away results nobody repeats a run with any more. */
async function sweepKept(db: Database, files: FileStore): Promise<void> {
  const old = await db
    .selectFrom('data_run_part')
    .select(['id', 'path'])
    .where((row) => row.or([row('run_id', 'is', null), row('created_at', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)]))
    .limit(200)
    .execute();
  for (const { id, path } of old) {
    await files.remove(path);
    await db.deleteFrom('data_run_part').where('id', '=', id).execute();
  }
}
