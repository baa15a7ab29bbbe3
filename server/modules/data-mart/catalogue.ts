import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import { containing } from '../search.ts';
import { type Person, person } from '../workspaces/people.ts';
import { enabled, role, state } from '../workspaces/tables.ts';
import { type GrantStatus, statusColumn } from './grants.ts';
import { type Column, columnsOf, selectTables } from './repository.ts';
import { mayAct, type Reader, type RightSource, rightsColumn, rightsIn, seeTable, type TableRights } from './rights.ts';
import type { RefreshMode, TableKind, TablePermission } from './tables.ts';

/** A table as the catalogue shows it. */
export interface TableAnswer {
  bizId: string;
  name: string;
  title: string;
  description: string | null;
  tags: string[];
  kind: TableKind;
  owner: Person | null;
  workspaceId: string | null;
  workspaceName: string | null;
  isListed: boolean;
  revision: number;
  rows: number;
  bytes: number;
  refreshTime: string | null;
  permissions: TablePermission[];
  by: RightSource;
  grantStatus: GrantStatus;
  pinned: boolean;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

/** For how long a table stays pinned (DATA-18). */
const pinnedFor = sql`interval '23 hours'`;

function pinnedBy(reader: Reader) {
  return sql<boolean>`exists (select 1 from data_pin where data_pin.table_id = data_table.id
    and data_pin.user_id = ${Number(reader.id)} and pinned_at > now() - ${pinnedFor})`;
}

function selectAnswers(db: Database, reader: Reader) {
  return selectTables(db)
    .select(rightsColumn(reader))
    .select([
      'data_table.created_at as createdAt',
      'data_table.updated_at as updatedAt',
      'data_table.updated_by as updatedBy',
      pinnedBy(reader).as('pinned'),
      statusColumn(reader).as('grantStatus'),
      sql<Person | null>`(select ${person('owner')} from app_user owner where owner.id = data_table.owner_id)`.as('owner'),
      sql<string | null>`(select biz_id from workspace where workspace.id = data_table.workspace_id)`.as('workspaceBizId'),
      sql<string | null>`(select name from workspace where workspace.id = data_table.workspace_id)`.as('workspaceName'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectAnswers>['execute']>>[number];

function toAnswer(row: Row): TableAnswer {
  const rights = rightsIn(row);
  return {
    bizId: row.bizId,
    name: row.name,
    title: row.title,
    description: row.description,
    tags: row.tags,
    kind: row.kind,
    owner: row.owner,
    workspaceId: row.workspaceBizId,
    workspaceName: row.workspaceName,
    isListed: row.isListed,
    revision: row.revision,
    rows: row.rows,
    bytes: row.bytes,
    refreshTime: row.refreshedAt?.toISOString() ?? null,
    permissions: [...rights.permissions.keys()],
    by: rights.by,
    grantStatus: row.grantStatus,
    pinned: row.pinned,
    version: row.version,
    createTime: row.createdAt.toISOString(),
    updateTime: row.updatedAt?.toISOString() ?? null,
    updateBy: row.updatedBy,
  };
}

/** A table as the catalogue shows it to somebody. */
export async function findAnswer(db: Database, reader: Reader, bizId: string): Promise<TableAnswer | undefined> {
  const row = await selectAnswers(db, reader).where('data_table.biz_id', '=', bizId).executeTakeFirst();
  return row && toAnswer(row);
}

export interface CatalogueFilter {
  keyword: string;
  kind: string;
  tag: string;
  right: string;
  workspaceId: string;
  sort: string;
  order: 'asc' | 'desc';
  pageNo: number;
  pageSize: number;
}

/** What somebody sees of the catalogue: listed tables, and those one has anything to do with. */
export function seenBy(reader: Reader) {
  return sql<boolean>`(data_table.is_listed or ${mayAct(reader)})`;
}

const sortColumns = {
  name: 'data_table.name',
  title: 'data_table.title',
  rows: 'data_table.row_count',
  refreshTime: 'data_table.refreshed_at',
} as const;

/** A page of the catalogue, what is pinned first (DATA-18). */
export async function pageOfTables(db: Database, reader: Reader, filter: CatalogueFilter) {
  const pattern = containing(filter.keyword);
  const me = Number(reader.id);
  const isMine = sql<boolean>`(data_table.owner_id = ${me} or exists (select 1 from workspace_member member where member.workspace_id = data_table.workspace_id
    and member.user_id = ${me} and member.status = ${state.agreed} and member.role_type <> ${role.viewer}))`;
  const byRight = {
    mine: isMine,
    readable: mayAct(reader, 'view'),
    none: sql<boolean>`not ${mayAct(reader, 'view')}`,
  };
  const fits = sql<boolean>`${seenBy(reader)}
    and (${filter.keyword} = '' or data_table.name ilike ${pattern} or data_table.title ilike ${pattern} or data_table.description ilike ${pattern}
      or array_to_string(data_table.tags, ' ') ilike ${pattern})
    and (${filter.kind} = '' or data_table.kind = ${filter.kind})
    and (${filter.tag} = '' or ${filter.tag} = any (data_table.tags))
    and (${filter.workspaceId} = '' or exists (select 1 from workspace where workspace.id = data_table.workspace_id and workspace.biz_id = ${filter.workspaceId}))
    and ${Object.hasOwn(byRight, filter.right) ? byRight[filter.right as keyof typeof byRight] : sql<boolean>`true`}`;
  const { total } = await db
    .selectFrom('data_table')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, filter.sort) ? sortColumns[filter.sort as keyof typeof sortColumns] : 'data_table.title';
  const rows = await selectAnswers(db, reader)
    .where(fits)
    .orderBy(sql`${pinnedBy(reader)}`, 'desc')
    .orderBy(column, filter.order)
    .orderBy('data_table.id')
    .$call(onPage(filter.pageNo, filter.pageSize))
    .execute();
  return { content: rows.map(toAnswer), total, current: filter.pageNo, size: filter.pageSize };
}

/** Tags of the tables somebody sees, the most used first. */
export async function tagsOf(db: Database, reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`select tag from data_table, unnest(tags) as tag where ${seenBy(reader)}
    group by tag order by count(*) desc, tag limit 200`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** Tables somebody has a permission for, to choose from. */
export async function tableOptions(db: Database, reader: Reader, permission: TablePermission, keyword: string) {
  const pattern = containing(keyword);
  return await db
    .selectFrom('data_table')
    .select(['biz_id as value', sql<string>`title || ' (' || name || ')'`.as('label'), 'name', 'row_count as rows'])
    .where(mayAct(reader, permission))
    .where(sql<boolean>`(${keyword} = '' or name ilike ${pattern} or title ilike ${pattern})`)
    .orderBy('title')
    .orderBy('id')
    .limit(200)
    .execute();
}

/** Enabled workspaces somebody may put a table into. */
export async function workspaceOptions(db: Database, userId: string): Promise<{ value: string; label: string }[]> {
  return await db
    .selectFrom('workspace')
    .innerJoin('workspace_member as mine', 'mine.workspace_id', 'workspace.id')
    .select(['workspace.biz_id as value', 'workspace.name as label'])
    .where('mine.user_id', '=', Number(userId))
    .where('mine.status', '=', state.agreed)
    .where('mine.role_type', '<>', role.viewer)
    .where('workspace.status', '=', enabled)
    .orderBy('workspace.name')
    .limit(1_000)
    .execute();
}

export interface Refresh {
  revision: number;
  mode: RefreshMode;
  rows: number;
  rejected: number;
  note: string | null;
  by: string | null;
  time: string;
  isRead: boolean;
}

/** A table with all that stands around its rows. @throws ApiError NOT_FOUND */
export async function tableDetail(
  db: Database,
  user: Principal,
  bizId: string,
): Promise<{
  table: TableAnswer;
  columns: (Column & { allowed: boolean })[];
  refreshes: Refresh[];
}> {
  const { table, rights } = await seeTable(db, user, bizId);
  const answer = await findAnswer(db, user, bizId);
  if (!answer) throw new ApiError('NOT_FOUND');
  const columns = await columnsOf(db, table.id);
  return {
    table: answer,
    columns: columns.map((column) => ({ ...column, allowed: isAllowed(rights, column.name) })),
    refreshes: rights.permissions.has('view') ? await refreshesOf(db, table.id) : [],
  };
}

function isAllowed(rights: TableRights, column: string): boolean {
  const allowed = rights.permissions.get('view');
  return allowed !== undefined && (allowed === null || allowed.has(column));
}

async function refreshesOf(db: Database, tableId: number): Promise<Refresh[]> {
  const rows = await db
    .selectFrom('data_refresh')
    .select((row) => [
      'revision',
      'mode',
      'row_count as rows',
      'rejected',
      'note',
      'made_by as by',
      'made_at as time',
      row
        .exists(
          row
            .selectFrom('data_part')
            .select('id')
            .whereRef('data_part.table_id', '=', 'data_refresh.table_id')
            .whereRef('data_part.revision', '=', 'data_refresh.revision')
            .where('dropped_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('isRead'),
    ])
    .where('table_id', '=', tableId)
    .orderBy('revision', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }));
}
