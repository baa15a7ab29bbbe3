import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import { containing } from '../search.ts';
import { type InvitedRole, type MemberState, type RoleType, role, state } from './tables.ts';

/** Somebody in connection with a workspace. */
export interface Person {
  userId: string;
  username: string;
  userCode: string;
  name: string;
  nameEn: string | null;
  img_path: string | null;
}
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
/** An ACL entry (WS-05). */
export interface AclRow {
  userId: string;
  bizId: string;
  status: MemberState;
  roleType: RoleType;
  person: Person;
  deptName: LabelValue | null;
  active: boolean;
  inviteTime: string;
  answerTime: string | null;
}
/** What an invited person learns (INVITE-01). */
export interface InvitationRow {
  bizId: string;
  name: string;
  remark: string | null;
  photoPath: string | null;
  workspaceStatus: '0' | '1';
  roleType: InvitedRole;
  status: typeof state.pending;
  inviter: Person | null;
  inviteTime: string;
}
export interface Membership {
  roleType: RoleType;
  status: MemberState;
}

const most = 1_000;

/** Columns of a joined account as one person; null where there is none. */
export function person(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<Person | null>`case when ${column('id')} is null then null else json_build_object('userId', ${column('id')}::text,
    'username', ${column('username')}, 'userCode', ${column('user_code')}, 'name', ${column('name')}, 'nameEn', ${column('name_en')},
    'img_path', ${column('img_path')}) end`;
}

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

/** How a user stands to a workspace: member, invited, or nothing at all. */
export async function membershipOf(db: Database, workspaceId: number, userId: number): Promise<Membership | undefined> {
  return await db
    .selectFrom('workspace_member')
    .select(['role_type as roleType', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
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

/** One person of a workspace, however they stand to it. */
export async function findAclEntry(db: Database, workspace: { id: number; bizId: string }, userId: number): Promise<AclRow | undefined> {
  return (await listAcl(db, { id: String(workspace.id), bizId: workspace.bizId }, userId))[0];
}

/** The people of a workspace: members by role, then who is invited, then who rejected. With a user that one alone. */
export async function listAcl(db: Database, workspace: { id: string; bizId: string }, userId?: number): Promise<AclRow[]> {
  const rows = await db
    .selectFrom('workspace_member')
    .innerJoin('app_user as person', 'person.id', 'workspace_member.user_id')
    .leftJoin('department', 'department.id', 'person.department_id')
    .where('workspace_id', '=', Number(workspace.id))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
    .select([
      'workspace_member.status',
      'role_type',
      'invited_at',
      'answered_at',
      'department.name as deptName',
      'person.status as userStatus',
      person('person').$notNull().as('person'),
    ])
    .orderBy(sql`array_position(array['0', '2', '1'], workspace_member.status)`)
    .orderBy('role_type')
    .orderBy('person.user_code')
    .execute();
  return rows.map((row) => ({
    userId: row.person.userId,
    bizId: workspace.bizId,
    status: row.status,
    roleType: row.role_type,
    person: row.person,
    deptName: row.deptName,
    active: row.userStatus === '0',
    inviteTime: row.invited_at.toISOString(),
    answerTime: row.answered_at?.toISOString() ?? null,
  }));
}

/** The user's pending invitations, newest first; with `bizId` only that to this workspace. */
export async function pendingInvitations(db: Database, userId: number, bizId?: string): Promise<InvitationRow[]> {
  let query = db
    .selectFrom('workspace_member')
    .innerJoin('workspace', 'workspace.id', 'workspace_member.workspace_id')
    .leftJoin('app_user as inviter', 'inviter.id', 'workspace_member.invited_by')
    .where('user_id', '=', userId)
    .where('workspace_member.status', '=', state.pending);
  if (bizId !== undefined) query = query.where('workspace.biz_id', '=', bizId);
  const rows = await query
    .select([
      'workspace.biz_id',
      'workspace.name',
      'workspace.remark',
      'workspace.photo_path',
      'workspace.status',
      'role_type',
      'invited_at',
      person('inviter').as('inviter'),
    ])
    .orderBy('invited_at', 'desc')
    .orderBy('workspace.id')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    bizId: row.biz_id,
    name: row.name,
    remark: row.remark,
    photoPath: row.photo_path,
    workspaceStatus: row.status,
    // The owner is never invited: a constraint of the table.
    roleType: row.role_type as InvitedRole,
    status: state.pending,
    inviter: row.inviter,
    inviteTime: row.invited_at.toISOString(),
  }));
}

/** Ids of the people who are in a workspace or invited to it. */
export async function peopleOf(db: Database, workspaceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('workspace_member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', [state.agreed, state.pending])
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whether a user owns any workspace. */
export async function ownsWorkspaces(db: Database, userId: number): Promise<boolean> {
  const owned = db.selectFrom('workspace_member').select('workspace_id').where('user_id', '=', userId).where('role_type', '=', role.owner);
  return (await owned.limit(1).executeTakeFirst()) !== undefined;
}
