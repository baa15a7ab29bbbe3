import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { type Reader, requireTable, rightColumns, rightsIn } from '../data-mart/rights.ts';
import { requireNoApproval, seenBy } from '../data-process/processes.ts';
import { runSayer, runsOf, stateOf } from '../data-runs/runs.ts';
import type { RunStatus } from '../data-runs/tables.ts';
import { holdsAll } from '../identity/rights.ts';
import { containing } from '../search.ts';
import { inApproval } from '../workspaces/tables.ts';
import type { ScheduleState, ScheduleType } from './tables.ts';
import { nextTimes } from './times.ts';

export const approving = 'data:schedule:approve';
/** DATA-17. */
const shownRuns = 5;

interface LastRun {
  id: string;
  status: RunStatus;
  rejected: number;
  rows: number | null;
  startTime: string | null;
  endTime: string | null;
}

function selectSchedules(db: Database, reader: Reader) {
  return db
    .selectFrom('data_table')
    .leftJoin('data_schedule', 'data_schedule.table_id', 'data_table.id')
    .leftJoin('workspace', 'workspace.id', 'data_table.workspace_id')
    .leftJoin('app_user as starter', 'starter.id', 'data_schedule.owner_id')
    .where('data_table.kind', '<>', 'source')
    .select([
      'data_table.id as tableId',
      'data_table.biz_id as bizId',
      'data_table.title',
      'data_table.name',
      'data_table.kind',
      'data_table.owner_id as tableOwner',
      'workspace.name as workspaceName',
      'workspace.status as workspaceState',
      'data_schedule.type',
      'data_schedule.cron',
      'data_schedule.state',
      'data_schedule.version',
      'data_schedule.next_at as nextAt',
      'data_schedule.applied_by as appliedBy',
      'data_schedule.applied_at as appliedAt',
      'data_schedule.decided_by as decidedBy',
      'data_schedule.decided_at as decidedAt',
      'data_schedule.decision',
      'starter.name as ownerName',
      sql<
        { bizId: string; title: string }[]
      >`coalesce((select json_agg(json_build_object('bizId', needed.biz_id, 'title', needed.title) order by needed.title)
        from data_schedule_precedent before join data_table needed on needed.id = before.table_id where before.schedule_id = data_schedule.id), '[]')`.as(
        'precedents',
      ),
      sql<
        LastRun[]
      >`coalesce((select json_agg(run order by run.number desc) from (select id as number, id::text, status, rejected, row_count as rows,
        started_at as "startTime", ended_at as "endTime" from data_run where data_run.table_id = data_table.id and data_run.schedule_id = data_schedule.id
        order by id desc limit ${shownRuns}) run), '[]')`.as('runs'),
    ])
    .select(rightColumns(reader));
}
type Selected = Awaited<ReturnType<ReturnType<typeof selectSchedules>['executeTakeFirstOrThrow']>>;

function toSchedule(reader: Reader, isApprover: boolean, row: Selected) {
  const { tableId: _id, tableOwner, workspaceStatus, roleType, grants, runs, state, version, ...rest } = row;
  const { permissions } = rightsIn(reader, { ownerId: tableOwner, workspaceStatus, roleType, grants });
  const now = state ?? 'notConfigured';
  return {
    ...rest,
    state: now,
    version: version ?? 0,
    /** WS-16: nothing starts as long as its workspace is disabled. */
    isStopped: (now === 'live' || now === 'applyOffline') && row.workspaceState === '1',
    nextAt: row.nextAt?.toISOString() ?? null,
    appliedAt: row.appliedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    canEdit: permissions.has('edit') && permissions.has('execute'),
    canApprove: isApprover && (now === 'applyOnline' || now === 'applyOffline'),
    runs: runs.map((run) => ({ ...run, state: stateOf(run.status, run.rejected) })),
    lastState: runs[0] ? stateOf(runs[0].status, runs[0].rejected) : null,
  };
}

/** What the reader may look at: tables they have to do with, and for approvers whatever was applied for. */
function shownTo(reader: Reader, isApprover: boolean) {
  return sql<boolean>`(${seenBy(reader)} or (${isApprover} and data_schedule.state in ('applyOnline', 'applyOffline')))`;
}

/** A page of what can be scheduled, what waits for an approval first. */
export async function pageOfSchedules(context: Context, given: { keyword: string; state: string; pageNo: number; pageSize: number }) {
  const user = signedIn(context);
  const isApprover = holdsAll(user, [approving]);
  const pattern = containing(given.keyword);
  const fits = sql<boolean>`${shownTo(user, isApprover)} and (${given.keyword} = '' or data_table.title ilike ${pattern} or data_table.name ilike ${pattern})
    and (${given.state} = '' or coalesce(data_schedule.state, 'notConfigured') = ${given.state})`;
  const { total } = await context.db
    .selectFrom('data_table')
    .leftJoin('data_schedule', 'data_schedule.table_id', 'data_table.id')
    .where('data_table.kind', '<>', 'source')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectSchedules(context.db, user)
    .where(fits)
    .orderBy(sql`(data_schedule.state in ('applyOnline', 'applyOffline')) is true`, 'desc')
    .orderBy('data_table.title')
    .orderBy('data_table.id')
    .$call(onPage(given.pageNo, given.pageSize))
    .execute();
  return { content: rows.map((row) => toSchedule(user, isApprover, row)), total, current: given.pageNo, size: given.pageSize };
}

/** @throws ApiError NOT_FOUND */
async function requireSchedule(context: Context, bizId: string) {
  const user = signedIn(context);
  const isApprover = holdsAll(user, [approving]);
  const row = await selectSchedules(context.db, user)
    .where('data_table.biz_id', '=', bizId)
    .where(shownTo(user, isApprover))
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return { tableId: row.tableId, answer: toSchedule(user, isApprover, row) };
}

/** One schedule with its last runs in the words of the reader. @throws ApiError NOT_FOUND */
export async function getSchedule(context: WordedContext, bizId: string) {
  const { answer } = await requireSchedule(context, bizId);
  const said = runSayer(context);
  const runs = (
    await runsOf(
      context.db,
      answer.runs.map(({ id }) => Number(id)),
    )
  ).map(said);
  return { ...answer, runs };
}

export interface GivenSchedule {
  bizId: string;
  version: number;
  type: ScheduleType;
  cron?: string | null | undefined;
  precedents?: readonly string[] | undefined;
}

/** Configures a schedule that is not live. Whoever does is the one whose rights count when it starts. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT, SCHEDULE_STATE, WORKSPACE_IN_APPROVAL, PARAMETER_ERROR */
export async function saveSchedule(context: WordedContext, given: GivenSchedule) {
  const author = authorOf(context);
  const { db } = context;
  const { table } = await requireTable(db, author.user, given.bizId, 'edit');
  await requireTable(db, author.user, given.bizId, 'execute');
  if (table.kind === 'source') throw new ApiError('NOTHING_TO_RUN');
  const cron = given.type === '1' ? (given.cron ?? '').trim().replaceAll(/\s+/g, ' ') : null;
  if (cron !== null) nextTimes(cron, context.services.settings.timeZone, 2);
  const before = given.type === '0' ? [...new Set(given.precedents ?? [])] : [];
  if (given.type === '0' && before.length === 0) throw wrong('precedents', 'is empty', 'dataschedule.precedentsMissing');
  const needed: number[] = [];
  for (const bizId of before) {
    if (bizId === given.bizId) throw wrong('precedents', 'is the table itself', 'dataschedule.precedentSelf');
    needed.push((await requireTable(db, author.user, bizId, 'view')).table.id);
  }
  await db.transaction().execute(async (transaction) => {
    await requireNoApproval(transaction, table.workspaceId);
    if (needed.length > 0) await refuseCircle(transaction, table.id, needed);
    const values = { type: given.type, cron, owner_id: Number(author.user.id), next_at: null };
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
    if (!saved) throw await unfit(transaction, table.id, given.version);
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

/** Why a change found nothing: another version, or a state in which it cannot be. */
async function unfit(db: Database, tableId: number, version: number): Promise<ApiError> {
  const row = await db.selectFrom('data_schedule').select('version').where('table_id', '=', tableId).executeTakeFirst();
  return row?.version === version ? new ApiError('SCHEDULE_STATE') : new ApiError('CONFLICT');
}

/** Tables that wait for each other would never start. @throws ApiError PARAMETER_ERROR at `precedents` */
async function refuseCircle(db: Database, tableId: number, needed: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`with recursive before (id) as (
      select unnest(${[...needed]}::bigint[])
      union select precedent.table_id from before join data_schedule schedule on schedule.table_id = before.id and schedule.type = '0'
        join data_schedule_precedent precedent on precedent.schedule_id = schedule.id
    ) select id from before where id = ${tableId}`.execute(db);
  if (rows.length > 0) throw wrong('precedents', 'waits for this table', 'dataschedule.precedentCircle');
}

const next = {
  applyOnline: { from: 'configured', to: 'applyOnline' },
  applyOffline: { from: 'live', to: 'applyOffline' },
} as const satisfies Record<string, { from: ScheduleState; to: ScheduleState }>;
export type Step = keyof typeof next | 'withdraw' | 'clear';

/** Applies for going on line or off line, takes the application back, or forgets a schedule that is not live (DATA-12). @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT, SCHEDULE_STATE, WORKSPACE_IN_APPROVAL */
export async function moveSchedule(context: WordedContext, given: { bizId: string; version: number; step: Step }) {
  const author = authorOf(context);
  const { table } = await requireTable(context.db, author.user, given.bizId, 'edit');
  await context.db.transaction().execute(async (db) => {
    if (given.step !== 'withdraw') await requireNoApproval(db, table.workspaceId);
    const own = (query: ReturnType<typeof update>) => query.where('table_id', '=', table.id).where('version', '=', given.version);
    const update = () => db.updateTable('data_schedule').set(touched(author.user));
    let changed: { id: number } | undefined;
    if (given.step === 'clear') {
      changed = await db
        .deleteFrom('data_schedule')
        .where('table_id', '=', table.id)
        .where('version', '=', given.version)
        .where('state', '=', 'configured')
        .returning('id')
        .executeTakeFirst();
    } else if (given.step === 'withdraw') {
      changed = await own(update())
        .set({ state: sql<ScheduleState>`case state when 'applyOnline' then 'configured' else 'live' end` })
        .where('state', 'in', ['applyOnline', 'applyOffline'])
        .returning('id')
        .executeTakeFirst();
    } else {
      const { from, to } = next[given.step];
      changed = await own(update())
        .set({ state: to, applied_by: signature(author.user), applied_at: new Date(), decided_by: null, decided_at: null, decision: null })
        .where('state', '=', from)
        .returning('id')
        .executeTakeFirst();
    }
    if (!changed) throw await unfit(db, table.id, given.version);
    await followApproval(db, table.workspaceId);
    await note(context, db, given.bizId, given.step === 'clear' ? 'delete' : 'apply', { step: given.step });
  });
  return await getSchedule(context, given.bizId);
}

/** Answers an application. Accepted on line, the next time is counted from now. @throws ApiError NOT_FOUND, CONFLICT, SCHEDULE_STATE */
export async function decideSchedule(
  context: Context,
  given: { bizId: string; version: number; isApproved: boolean; decision?: string | null | undefined },
) {
  const author = authorOf(context);
  const { tableId } = await requireSchedule(context, given.bizId);
  const { timeZone } = context.services.settings;
  await context.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('data_schedule')
      .innerJoin('data_table', 'data_table.id', 'data_schedule.table_id')
      .select(['data_schedule.state', 'data_schedule.version', 'cron', 'workspace_id as workspaceId'])
      .where('table_id', '=', tableId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.version !== given.version) throw new ApiError('CONFLICT');
    if (row.state !== 'applyOnline' && row.state !== 'applyOffline') throw new ApiError('SCHEDULE_STATE');
    const isLive = (row.state === 'applyOnline') === given.isApproved;
    const isNewlyLive = row.state === 'applyOnline' && given.isApproved;
    await db
      .updateTable('data_schedule')
      .set({
        state: isLive ? 'live' : 'configured',
        decided_by: signature(author.user),
        decided_at: new Date(),
        decision: textOrNull(given.decision),
        ...(isNewlyLive && { live_at: new Date(), next_at: row.cron === null ? null : (nextTimes(row.cron, timeZone, 1)[0] ?? null) }),
        ...(!isLive && { live_at: null, next_at: null }),
        ...touched(author.user),
      })
      .where('table_id', '=', tableId)
      .execute();
    await followApproval(db, row.workspaceId);
    await note(context, db, given.bizId, given.isApproved ? 'approve' : 'reject', { state: row.state });
  });
}

/** A workspace is in approval as long as a schedule of one of its tables is (WS-18, PERM-12). */
async function followApproval(db: Database, workspaceId: number | null): Promise<void> {
  if (workspaceId === null) return;
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forUpdate().executeTakeFirst();
  await sql`update workspace set schedule_approval_state = case when exists (
      select 1 from data_schedule schedule join data_table on data_table.id = schedule.table_id
      where data_table.workspace_id = workspace.id and schedule.state in ('applyOnline', 'applyOffline')) then ${inApproval} end
    where id = ${workspaceId}`.execute(db);
}

async function note(context: Context, db: Database, bizId: string, verb: string, detail: Record<string, unknown>): Promise<void> {
  const { user, origin } = authorOf(context);
  await record(db, origin, { action: `data_schedule_${verb}`, targetType: 'data_schedule', targetId: bizId, actor: user, detail });
}
