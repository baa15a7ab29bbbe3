import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';
import { type Person, person } from '../workspaces/people.ts';
import { enabled } from '../workspaces/tables.ts';
import { approvesAll, mayAct, type Reader } from './rights.ts';
import type { Asked, TablePermission } from './tables.ts';

/** The statuses of DATA-09. */
export type GrantStatus = 'pending' | 'authorized' | 'notApplied' | 'rejected' | 'revoked' | 'approved' | 'cancelled' | 'unauthorized';

/** An application as its applicant and those who decide see it. */
export interface GrantAnswer {
  id: string;
  bizId: string;
  tableName: string;
  tableTitle: string;
  applicant: Person | null;
  permissions: TablePermission[];
  columns: string[] | null;
  startDate: string;
  endDate: string | null;
  asked: Asked;
  narrowed: boolean;
  reason: string;
  status: GrantStatus;
  decision: string | null;
  decidedBy: string | null;
  decideTime: string | null;
  createTime: string;
  version: number;
  canDecide: boolean;
  canWithdraw: boolean;
  canRevoke: boolean;
}

/**
 * The status of a grant as DATA-09 has them: approved before its first day, authorized while it counts, unauthorized once it ran out or while the workspace of the table is
 * disabled. Not applied is who has no application at all.
 */
const status = sql<GrantStatus>`case when data_grant.state = 'granted' then
  case when data_grant.ends_at <= now() or exists (select 1 from workspace join data_table stopped on stopped.workspace_id = workspace.id
      where stopped.id = data_grant.table_id and workspace.status <> ${enabled}) then 'unauthorized'
    when data_grant.starts_at > now() then 'approved' else 'authorized' end
  else data_grant.state end`;

/** Grants of a status, or all. What is granted has a status of its own as time goes by; every other is the state that is kept, which is looked at first. */
function isStatus(wanted: string): RawBuilder<boolean> {
  if (wanted === '') return sql<boolean>`true`;
  const isKept = wanted === 'pending' || wanted === 'rejected' || wanted === 'revoked' || wanted === 'cancelled';
  return isKept ? sql<boolean>`data_grant.state = ${wanted}` : sql<boolean>`(data_grant.state = 'granted' and ${status} = ${wanted})`;
}

/** How the newest application of somebody for a table of the query stands: one that counts before all others. */
export function statusColumn(reader: Reader) {
  return sql<GrantStatus>`coalesce((select ${status} from data_grant where data_grant.table_id = data_table.id and data_grant.user_id = ${Number(reader.id)}
    order by (data_grant.state = 'pending') desc, (${status} in ('authorized', 'approved')) desc, data_grant.id desc limit 1), 'notApplied')`;
}

/** Tables whose applications somebody decides: those one may authorize for (PERM-16). */
function decides(reader: Reader) {
  return approvesAll(reader) ? sql<boolean>`true` : mayAct(reader, 'authorize');
}

function selectGrants(db: Database, reader: Reader, timeZone: string) {
  return db
    .selectFrom('data_grant')
    .innerJoin('data_table', 'data_table.id', 'data_grant.table_id')
    .select([
      'data_grant.id',
      'data_grant.user_id as userId',
      'data_table.biz_id as bizId',
      'data_table.name as tableName',
      'data_table.title as tableTitle',
      'data_grant.permissions',
      'data_grant.columns',
      'data_grant.asked',
      'data_grant.reason',
      'data_grant.state',
      'data_grant.decision',
      'data_grant.decided_by as decidedBy',
      'data_grant.decided_at as decidedAt',
      'data_grant.created_at as createdAt',
      'data_grant.version',
      sql<string>`to_char(data_grant.starts_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('startDate'),
      sql<string | null>`to_char((data_grant.ends_at at time zone ${timeZone}) - interval '1 day', 'YYYY-MM-DD')`.as('endDate'),
      status.as('status'),
      sql<boolean>`coalesce(data_grant.ends_at <= now(), false)`.as('isOver'),
      decides(reader).as('decides'),
      sql<Person | null>`(select ${person('applicant')} from app_user applicant where applicant.id = data_grant.user_id)`.as('applicant'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectGrants>['execute']>>[number];

function toAnswer(reader: Reader, row: Row): GrantAnswer {
  const { userId, state: kept, decides: may, decidedAt, createdAt, isOver, ...rest } = row;
  const isOwn = userId === Number(reader.id);
  const asked = row.asked;
  return {
    ...rest,
    id: String(row.id),
    decideTime: decidedAt?.toISOString() ?? null,
    createTime: createdAt.toISOString(),
    narrowed: kept === 'granted' && JSON.stringify(termsOf(row)) !== JSON.stringify(termsOf(asked)),
    // Nobody decides their own application.
    canDecide: kept === 'pending' && may && !isOwn,
    canWithdraw: kept === 'pending' && isOwn,
    canRevoke: kept === 'granted' && may && !isOver,
  };
}

const termsOf = ({ permissions, columns, startDate, endDate }: Asked) => [permissions, columns, startDate, endDate];

/** One application, for its applicant and for those who decide. */
export async function findGrant(db: Database, reader: Reader, id: string, timeZone: string): Promise<GrantAnswer | undefined> {
  const row = await selectGrants(db, reader, timeZone).where('data_grant.id', '=', Number(id)).executeTakeFirst();
  return row && (row.decides || row.userId === Number(reader.id)) ? toAnswer(reader, row) : undefined;
}

export interface GrantFilter {
  side: 'mine' | 'decide';
  /** Number of the table, or all. */
  bizId: string;
  keyword: string;
  status: string;
  pageNo: number;
  pageSize: number;
}

/** A page of applications: one's own, or those one may decide with the open ones first. */
export async function pageOfGrants(
  db: Database,
  reader: Reader,
  { side, bizId, keyword, pageNo, pageSize, ...filter }: GrantFilter,
  timeZone: string,
) {
  const pattern = containing(keyword);
  const whose = side === 'mine' ? sql<boolean>`data_grant.user_id = ${Number(reader.id)}` : decides(reader);
  const fits = sql<boolean>`${whose} and ${isStatus(filter.status)} and (${bizId} = '' or data_table.biz_id = ${bizId})
    and (${keyword} = '' or data_table.name ilike ${pattern} or data_table.title ilike ${pattern}
      or exists (select 1 from app_user asking where asking.id = data_grant.user_id and (asking.name ilike ${pattern} or asking.name_en ilike ${pattern} or asking.username ilike ${pattern})))`;
  const { total } = await db
    .selectFrom('data_grant')
    .innerJoin('data_table', 'data_table.id', 'data_grant.table_id')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectGrants(db, reader, timeZone)
    .where(fits)
    .orderBy(sql`(data_grant.state = 'pending')`, 'desc')
    .orderBy('data_grant.id', 'desc')
    .$call(onPage(pageNo, pageSize))
    .execute();
  return { content: rows.map((row) => toAnswer(reader, row)), total, current: pageNo, size: pageSize };
}
