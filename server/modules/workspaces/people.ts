import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, personName } from '../../database/values.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { type InvitedRole, type MemberState, type RoleType, role, state } from './tables.ts';

/** Somebody in connection with a workspace. */
export interface Person {
  userId: string;
  username: string;
  userCode: string;
  name: string;
  nameEn: string | null;
  img_path: string | null;
  /** Their account was deleted since. */
  hasLeft?: boolean;
}

/** An ACL entry (WS-05). */
export interface AclRow {
  userId: string;
  bizId: string;
  status: MemberState;
  roleType: RoleType;
  person: Person;
  /** What they are called, in every language. */
  label: LabelValue;
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

/** The same of everybody who has an account or had one (the view `person`), who wrote or did something. */
export function personEver(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<Person | null>`case when ${column('id')} is null then null else jsonb_build_object('userId', ${column('id')}::text,
    'username', ${column('username')}, 'userCode', ${column('user_code')}, 'name', ${column('name')}, 'nameEn', ${column('name_en')},
    'img_path', (select img_path from app_user where app_user.id = ${column('id')}))
    || case when ${column('has_left')} then '{"hasLeft": true}'::jsonb else '{}'::jsonb end end`;
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
    label: personName(row.person),
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
    .leftJoin('person as inviter', 'inviter.id', 'workspace_member.invited_by')
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
      personEver('inviter').as('inviter'),
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

/** What a role is called. */
export async function roleName(db: Database, roleType: RoleType): Promise<LabelValue> {
  const entry = (await entriesOf(db, ['workspace-role'])).find(({ dictValue }) => dictValue === roleType);
  return entry?.dictLabel ?? roleType;
}
