import type { ColumnType, Generated } from 'kysely';
import type { Day, Filled, MaybeMoment, MaybeText, Moment, VersionedRow } from '../../database/columns.ts';

/** Codes of WS-05 and INVITE-03, as the API has them. */
export const role = { owner: '0', collaborator: '1', viewer: '2' } as const;
export const state = { agreed: '0', rejected: '1', pending: '2' } as const;
export const enabled = '0';
/** An approval of the schedule under way: nothing is edited meanwhile (WS-18). */
export const inApproval = 'in_progress';
export type RoleType = (typeof role)[keyof typeof role];
export type InvitedRole = Exclude<RoleType, '0'>;
export type MemberState = (typeof state)[keyof typeof state];
export type Answer = Exclude<MemberState, '2'>;

interface WorkspaceTable {
  id: Filled<number>;
  /** Digits, the name of the workspace to everybody outside (WS-07). */
  biz_id: Generated<string>;
  name: string;
  remark: MaybeText;
  /** 0 enabled, 1 disabled. */
  status: Generated<'0' | '1'>;
  photo_path: MaybeText;
  schedule_approval_state: MaybeText;
  version: Generated<number>;
  created_at: Moment;
  updated_at: MaybeMoment;
  updated_by: MaybeText;
}
/** A member, or somebody who is or was invited. One row a person; every workspace has one owner. */
interface WorkspaceMemberTable {
  workspace_id: number;
  user_id: number;
  role_type: RoleType;
  status: Generated<MemberState>;
  invited_by: ColumnType<number | null, number | null | undefined, number | null>;
  invited_at: Moment;
  answered_at: MaybeMoment;
}

interface WorkspaceNoticeTable {
  id: Filled<number>;
  workspace_id: number;
  user_id: ColumnType<number | null, number, never>;
  content: string;
  img_path: MaybeText;
  version: Generated<number>;
  created_at: Moment;
  updated_at: MaybeMoment;
  updated_by: MaybeText;
}
interface WorkspaceTaskTable extends VersionedRow {
  workspace_id: number;
  title: string;
  /** Null: of an account that is gone. */
  owner_id: ColumnType<number | null, number, number>;
  starts_on: Day;
  ends_on: Day;
  /** 0 planned, 1 under way, 2 done. */
  state: '0' | '1' | '2';
  progress: number;
  remark: MaybeText;
}
interface WorkspacePictureTable {
  name: string;
  /** Null as long as nothing was saved with it. */
  workspace_id: ColumnType<number | null, never, number>;
  /** Whose file it is. */
  user_id: ColumnType<number | null, number, number>;
  type: 'image/png' | 'image/jpeg';
  content: Buffer;
  created_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    workspace: WorkspaceTable;
    workspace_member: WorkspaceMemberTable;
    workspace_notice: WorkspaceNoticeTable;
    workspace_picture: WorkspacePictureTable;
    workspace_task: WorkspaceTaskTable;
  }
}
