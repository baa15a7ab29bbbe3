import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';
import { type Person, person } from './people.ts';
import { type RoleType, role, state } from './tables.ts';

/** A workspace (WS-04) without what depends on who asks. */
export interface WorkspaceRow {
  id: string;
  bizId: string;
  name: string;
  remark: string | null;
  status: '0' | '1';
  photoPath: string | null;
  owner: Person | null;
  memberCount: number;
  scheduleApprovalState: string | null;
  version: number;
  createTime: string;
  updateTime: string | null;
}

const most = 1_000;

const memberCount = sql<number>`(
  select count(*) from workspace_member counted where counted.workspace_id = workspace.id and counted.status = ${state.agreed}
)`;

function selectWorkspaces(db: Database) {
  return db
    .selectFrom('workspace')
    .leftJoin('workspace_member as owning', (join) =>
      join.onRef('owning.workspace_id', '=', 'workspace.id').on('owning.role_type', '=', role.owner),
    )
    .leftJoin('app_user as owner', 'owner.id', 'owning.user_id')
    .select([
      'workspace.id',
      'workspace.biz_id',
      'workspace.name',
      'workspace.remark',
      'workspace.status',
      'workspace.photo_path',
      'workspace.schedule_approval_state',
      'workspace.version',
      'workspace.created_at',
      'workspace.updated_at',
      person('owner').as('owner'),
      memberCount.as('memberCount'),
    ]);
}

interface Selected {
  id: number;
  biz_id: string;
  name: string;
  remark: string | null;
  status: '0' | '1';
  photo_path: string | null;
  schedule_approval_state: string | null;
  version: number;
  created_at: Date;
  updated_at: Date | null;
  owner: Person | null;
  memberCount: number;
}

function toWorkspace(row: Selected): WorkspaceRow {
  return {
    id: String(row.id),
    bizId: row.biz_id,
    name: row.name,
    remark: row.remark,
    status: row.status,
    photoPath: row.photo_path,
    owner: row.owner,
    memberCount: row.memberCount,
    scheduleApprovalState: row.schedule_approval_state,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
  };
}

/** The workspaces a user is a member of, with the role they have there, oldest first. */
export async function listWorkspaces(db: Database, userId: number): Promise<{ workspace: WorkspaceRow; roleType: RoleType }[]> {
  const rows = await selectWorkspaces(db)
    .innerJoin('workspace_member as mine', 'mine.workspace_id', 'workspace.id')
    .where('mine.user_id', '=', userId)
    .where('mine.status', '=', state.agreed)
    .select('mine.role_type')
    .orderBy('workspace.id')
    .limit(most)
    .execute();
  return rows.map((row) => ({ workspace: toWorkspace(row), roleType: row.role_type }));
}

export interface WorkspaceFilter {
  keyword: string;
  status: string;
  sort: string;
  order: 'asc' | 'desc';
  current: number;
  size: number;
}
const sortColumns = { name: 'workspace.name', createTime: 'workspace.created_at', memberCount: memberCount } as const;

/** A page of all workspaces, and how many fit. The keyword is looked for in names and remarks. */
export async function listAllWorkspaces(db: Database, filter: WorkspaceFilter): Promise<{ content: WorkspaceRow[]; total: number }> {
  let fitting = db.selectFrom('workspace');
  let rows = selectWorkspaces(db);
  if (filter.status !== '') {
    fitting = fitting.where('status', '=', filter.status as '0' | '1');
    rows = rows.where('workspace.status', '=', filter.status as '0' | '1');
  }
  if (filter.keyword !== '') {
    const pattern = containing(filter.keyword);
    fitting = fitting.where((row) => row.or([row('name', 'ilike', pattern), row('remark', 'ilike', pattern)]));
    rows = rows.where((row) => row.or([row('workspace.name', 'ilike', pattern), row('workspace.remark', 'ilike', pattern)]));
  }
  const { total } = await fitting.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, filter.sort) ? sortColumns[filter.sort as keyof typeof sortColumns] : 'workspace.id';
  const page = await rows.orderBy(column, filter.order).orderBy('workspace.id').$call(onPage(filter.current, filter.size)).execute();
  return { content: page.map(toWorkspace), total };
}

/** How many workspaces a user is a member of. */
export async function countWorkspaces(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('workspace_member')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', state.agreed)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findWorkspace(db: Database, bizId: string): Promise<WorkspaceRow | undefined> {
  const row = await selectWorkspaces(db).where('workspace.biz_id', '=', bizId).executeTakeFirst();
  return row && toWorkspace(row);
}

export interface LockedWorkspace {
  id: number;
  bizId: string;
  name: string;
  status: '0' | '1';
  version: number;
  approval: string | null;
}

/** The row of a workspace, held against changes of its people (`update`) or of itself (`share`) until the transaction ends. */
export async function lockWorkspace(db: Database, bizId: string, mode: 'update' | 'share'): Promise<LockedWorkspace | undefined> {
  const query = db
    .selectFrom('workspace')
    .select(['id', 'biz_id as bizId', 'name', 'status', 'version', 'schedule_approval_state as approval'])
    .where('biz_id', '=', bizId);
  return await (mode === 'update' ? query.forUpdate() : query.forShare()).executeTakeFirst();
}
