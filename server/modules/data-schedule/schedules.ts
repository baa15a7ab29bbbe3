import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import { nameIn, wordsOfArea } from '../../reader.ts';
import { seenBy as isKnownTo } from '../data-mart/catalogue.ts';
import { rightsColumn, rightsIn } from '../data-mart/rights.ts';
import { seenBy } from '../data-process/processes.ts';
import { runSayer, runsOf, stateOf } from '../data-runs/runs.ts';
import type { RunStatus } from '../data-runs/tables.ts';
import { holdsAll } from '../identity/rights.ts';
import { containing } from '../search.ts';
import { namesOfAccounts } from '../users/names.ts';
import type {} from './tables.ts';
import { type Say, timesSayer } from './words.ts';

const approving = 'data:schedule:approve';
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

/** A table another one waits for; without a title where the reader may not know of it. */
interface Precedent {
  bizId: string;
  title: string | null;
}

/** Who sits there, and in delegate mode whom they act for. */
export function peopleOf({ id, agent }: Principal): number[] {
  return [id, ...(agent ? [agent.id] : [])].map(Number);
}

function selectSchedules(db: Database, reader: Principal) {
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
      sql<boolean>`coalesce(data_schedule.applied_people && ${peopleOf(reader)}::bigint[], false)`.as('isApplicant'),
      'starter.name as ownerName',
      'starter.name_en as ownerNameEn',
      sql<Precedent[]>`coalesce((select json_agg(needed order by needed.title, needed."bizId")
        from (select data_table.biz_id as "bizId", case when ${isKnownTo(reader)} then data_table.title end as title
          from data_schedule_precedent before join data_table on data_table.id = before.table_id
          where before.schedule_id = data_schedule.id) needed), '[]')`.as('precedents'),
      sql<
        LastRun[]
      >`coalesce((select json_agg(run order by run.number desc) from (select id as number, id::text, status, rejected, row_count as rows,
        started_at as "startTime", ended_at as "endTime" from data_run where data_run.table_id = data_table.id and data_run.schedule_id = data_schedule.id
        order by id desc limit ${shownRuns}) run), '[]')`.as('runs'),
    ])
    .select(rightsColumn(reader));
}
type Selected = Awaited<ReturnType<ReturnType<typeof selectSchedules>['executeTakeFirstOrThrow']>>;

/** How schedules are told to a reader: when they start something, and what people are called. */
interface Telling {
  say: Say;
  /** What stands for a table the reader may not know of. */
  unknown: string;
  nameOf: (account: string | null) => string | null;
  ownerOf: (row: Selected) => string | null;
}

async function tellingOf(context: WordedContext, rows: readonly Selected[]): Promise<Telling> {
  const accounts = rows.flatMap(({ appliedBy, decidedBy }) => [appliedBy, decidedBy]);
  return {
    say: timesSayer(context),
    unknown: wordsOfArea(context, (key) => `dataschedule.${key}`)('precedentUnknown'),
    nameOf: await namesOfAccounts(context, accounts),
    ownerOf: ({ ownerName: name, ownerNameEn: nameEn }) => nameIn(context, { name, nameEn }),
  };
}

function toSchedule(isApprover: boolean, { say, unknown, nameOf, ownerOf }: Telling, row: Selected) {
  const { tableId: _id, ownerNameEn: _en, held, runs, state, version, isApplicant, ...rest } = row;
  const { permissions } = rightsIn({ held });
  const now = state ?? 'notConfigured';
  const precedentChoices = row.precedents.map(({ bizId, title }) => ({ value: bizId, label: title ?? unknown }));
  const isApplication = isApprover && (now === 'applyOnline' || now === 'applyOffline');
  return {
    ...rest,
    ...{ ownerName: ownerOf(row), appliedByName: nameOf(row.appliedBy), decidedByName: nameOf(row.decidedBy) },
    precedentChoices,
    when: row.cron === null ? precedentChoices.map(({ label }) => label).join(', ') : say(row.cron),
    state: now,
    version: version ?? 0,
    /** WS-16: nothing starts as long as its workspace is disabled. */
    isStopped: (now === 'live' || now === 'applyOffline') && row.workspaceState === '1',
    nextAt: row.nextAt?.toISOString() ?? null,
    appliedAt: row.appliedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    canEdit: permissions.has('edit') && permissions.has('execute'),
    // Nobody decides their own application.
    canApprove: isApplication && !isApplicant,
    isOwn: isApplication && isApplicant,
    runs: runs.map((run) => ({ ...run, state: stateOf(run.status, run.rejected) })),
    lastState: runs[0] ? stateOf(runs[0].status, runs[0].rejected) : null,
  };
}

/** What the reader may look at: tables they have to do with, and for approvers whatever was applied for. */
function shownTo(reader: Principal, isApprover: boolean) {
  return sql<boolean>`(${seenBy(reader)} or (${isApprover} and data_schedule.state in ('applyOnline', 'applyOffline')))`;
}

/** A page of what can be scheduled, what waits for an approval first. */
export async function pageOfSchedules(context: WordedContext, given: { keyword: string; state: string; pageNo: number; pageSize: number }) {
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
  const telling = await tellingOf(context, rows);
  return { content: rows.map((row) => toSchedule(isApprover, telling, row)), total, current: given.pageNo, size: given.pageSize };
}

/** @throws ApiError NOT_FOUND */
async function findSchedule(context: Context, bizId: string): Promise<Selected> {
  const user = signedIn(context);
  const row = await selectSchedules(context.db, user)
    .where('data_table.biz_id', '=', bizId)
    .where(shownTo(user, holdsAll(user, [approving])))
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

/** The number of the table whose schedule somebody sees. @throws ApiError NOT_FOUND */
export async function requireSeen(context: Context, bizId: string): Promise<number> {
  return (await findSchedule(context, bizId)).tableId;
}

/** One schedule with its last runs in the words of the reader. @throws ApiError NOT_FOUND */
export async function getSchedule(context: WordedContext, bizId: string) {
  const user = signedIn(context);
  const row = await findSchedule(context, bizId);
  const answer = toSchedule(holdsAll(user, [approving]), await tellingOf(context, [row]), row);
  const said = runSayer(context);
  const runs = (
    await runsOf(
      context.db,
      user,
      answer.runs.map(({ id }) => Number(id)),
    )
  ).map(said);
  return { ...answer, runs };
}
