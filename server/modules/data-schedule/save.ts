import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { requireNoApproval } from './no-approval.ts';
import { getSchedule } from './schedules.ts';
import type { ScheduleType } from './tables.ts';
import { requireSeldom } from './times.ts';

export interface GivenSchedule {
  bizId: string;
  version: number;
  type: ScheduleType;
  cron?: string | null | undefined;
  precedents?: readonly string[] | undefined;
}

/** Configures a schedule that is not live; tables it waits for already stay, though whoever does may not see them. Whoever does is the one whose rights count when it starts. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the schedule as it is, SCHEDULE_STATE, WORKSPACE_IN_APPROVAL, PARAMETER_ERROR */
export async function saveSchedule(context: WordedContext, given: GivenSchedule) {
  const author = authorOf(context);
  const { db } = context;
  const { table } = await requireTable(db, author.user, given.bizId, 'edit');
  await requireTable(db, author.user, given.bizId, 'execute');
  if (table.kind === 'source') throw new ApiError('NOTHING_TO_RUN');
  const cron = given.type === '1' ? requireSeldom(given.cron ?? '') : null;
  const before = given.type === '0' ? [...new Set(given.precedents ?? [])] : [];
  if (given.type === '0' && before.length === 0) throw wrong('precedents', 'is empty', 'dataschedule.precedentsMissing');
  const there = await precedentsOf(db, table.id);
  const needed: number[] = [];
  for (const bizId of before) {
    if (bizId === given.bizId) throw wrong('precedents', 'is the table itself', 'dataschedule.precedentSelf');
    needed.push(there.get(bizId) ?? (await requireTable(db, author.user, bizId, 'view')).table.id);
  }
  await db.transaction().execute(async (transaction) => {
    await requireNoApproval(transaction, table.workspaceId);
    if (needed.length > 0) await refuseCircle(transaction, table.id, needed);
    const values = { type: given.type, cron, owner_id: Number(author.user.id), next_at: null };
    if (await isConfiguredSo(transaction, table.id, { ...values, version: given.version }, needed)) return;
    const saved =
      given.version === 0
        ? await transaction
            .insertInto('data_schedule')
            .values({ ...values, table_id: table.id, updated_by: signature(author.user) })
            .onConflict((conflict) => conflict.column('table_id').doNothing())
            .returning('id')
            .executeTakeFirst()
        : await transaction
            .updateTable('data_schedule')
            .set({ ...values, ...touched(author.user) })
            .where('table_id', '=', table.id)
            .where('version', '=', given.version)
            .where('state', '=', 'configured')
            .returning('id')
            .executeTakeFirst();
    if (!saved) {
      const refusal = await unfit(transaction, table.id, given.version);
      if (refusal.code !== 'CONFLICT') throw refusal;
      throw new ApiError('CONFLICT', { data: await getSchedule({ ...context, db: transaction }, given.bizId) });
    }
    await transaction.deleteFrom('data_schedule_precedent').where('schedule_id', '=', saved.id).execute();
    if (needed.length > 0)
      await transaction
        .insertInto('data_schedule_precedent')
        .values(needed.map((id) => ({ schedule_id: saved.id, table_id: id })))
        .execute();
    await note(context, transaction, given.bizId, 'update', { type: given.type, cron, precedents: before });
  });
  return await getSchedule(context, given.bizId);
}

/** The ids of the tables a table waits for, by their numbers. */
async function precedentsOf(db: Database, tableId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('data_schedule_precedent')
    .innerJoin('data_schedule', 'data_schedule.id', 'data_schedule_precedent.schedule_id')
    .innerJoin('data_table', 'data_table.id', 'data_schedule_precedent.table_id')
    .select(['data_table.biz_id as bizId', 'data_table.id'])
    .where('data_schedule.table_id', '=', tableId)
    .execute();
  return new Map(rows.map(({ bizId, id }) => [bizId, id]));
}

/** Whether a schedule that is not live says all of it already, by the same person: it starts with their rights. */
async function isConfiguredSo(
  db: Database,
  tableId: number,
  wanted: { type: ScheduleType; cron: string | null; owner_id: number | null; next_at: Date | null; version: number },
  needed: readonly number[],
): Promise<boolean> {
  const row = await db
    .selectFrom('data_schedule')
    .select(['id', 'type', 'cron', 'owner_id', 'next_at', 'version'])
    .where('table_id', '=', tableId)
    .where('state', '=', 'configured')
    .executeTakeFirst();
  if (!row) return false;
  const { id, ...is } = row;
  const rows = await db.selectFrom('data_schedule_precedent').select('table_id').where('schedule_id', '=', id).execute();
  const ids = rows.map((one) => one.table_id);
  return isDeepStrictEqual(is, wanted) && isDeepStrictEqual(new Set(ids), new Set(needed));
}

/** Tables that wait for each other would never start. @throws ApiError PARAMETER_ERROR at `precedents` */
async function refuseCircle(db: Database, tableId: number, needed: readonly number[]): Promise<void> {
  // Two that are saved at once could each wait for the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('schedule-precedents', 0))`.execute(db);
  const { rows } = await sql<{ id: number }>`with recursive before (id) as (
      select unnest(${[...needed]}::bigint[])
      union select precedent.table_id from before join data_schedule schedule on schedule.table_id = before.id and schedule.type = '0'
        join data_schedule_precedent precedent on precedent.schedule_id = schedule.id
    ) select id from before where id = ${tableId}`.execute(db);
  if (rows.length > 0) throw wrong('precedents', 'waits for this table', 'dataschedule.precedentCircle');
}

/** Why a change found nothing: another version, or a state in which it cannot be. */
export async function unfit(db: Database, tableId: number, version: number): Promise<ApiError> {
  const row = await db.selectFrom('data_schedule').select('version').where('table_id', '=', tableId).executeTakeFirst();
  return row?.version === version ? new ApiError('SCHEDULE_STATE') : new ApiError('CONFLICT');
}

/** What happened to a schedule, for the audit. */
export async function note(context: Context, db: Database, bizId: string, verb: string, detail: Record<string, unknown>): Promise<void> {
  const { user, origin } = authorOf(context);
  await record(db, origin, { action: `data_schedule_${verb}`, targetType: 'data_schedule', targetId: bizId, actor: user, detail });
}
