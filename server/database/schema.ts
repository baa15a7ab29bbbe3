import type { ColumnType, Generated } from 'kysely';
import type { Filled, Json, Moment } from './columns.ts';
import type {} from './people.ts';
import type { DictionaryTone, LabelValue } from './values.ts';

/** Rows that are changed under an optimistic lock, and who changed them last. */
interface Versioned {
  version: Generated<number>;
  updated_at: ColumnType<Date | null, Date | undefined, Date>;
  updated_by: ColumnType<string | null, string | undefined, string>;
}

interface DepartmentTable extends Versioned {
  id: Filled<number>;
  code: string;
  name: Json<LabelValue>;
  parent_id: number | null;
  sort: Generated<number>;
  remark: ColumnType<string | null, string | null | undefined, string | null>;
}

interface UserTable extends Versioned {
  id: Filled<number>;
  /** Letters and digits; unique whatever the case. */
  username: string;
  name: string;
  name_en: string | null;
  user_code: string;
  email: string | null;
  phone: string | null;
  department_id: number | null;
  /** scrypt$N$r$p$salt$hash. */
  password_hash: string;
  /** 0 active, 1 disabled. */
  status: Generated<string>;
  img_path: string | null;
  theme_config: string | null;
  language_config: string | null;
  /** Since when the password holds. */
  password_set_at: Moment;
  /** Somebody other than its owner chose it. */
  password_given: Generated<boolean>;
  /** When its owner changed the mail address: see isOwnersAddress. */
  own_email_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  remark: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Moment;
}

interface LastSignInTable {
  user_id: number;
  at: Moment;
}

interface RoleTable extends Versioned {
  id: Filled<number>;
  role_code: string;
  name: Json<LabelValue>;
  sort: Generated<number>;
  remark: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Moment;
}
interface UserRoleTable {
  user_id: number;
  role_id: number;
}
interface MenuTable extends Versioned {
  menu_id: string;
  parent_id: string;
  type: string;
  name: string;
  name_hans: string | null;
  name_hant: string | null;
  name_en: string | null;
  url: string | null;
  component: string | null;
  redirect: string | null;
  icon: string | null;
  visible: Generated<string>;
  is_frame: Generated<string>;
  sort: Generated<number>;
  /** JSON text as it was entered: broken text is the problem of its row only (ROUTE-12). */
  meta: string | null;
  perms: string | null;
}
interface RoleMenuTable {
  role_id: number;
  menu_id: string;
}
/** One row whose number grows with every change of roles, menus and who holds what. */
interface AccessRevisionTable {
  id: number;
  revision: number;
}

interface DictionaryTypeTable {
  type: string;
  label: Json<LabelValue>;
}
export interface DictionaryEntryTable {
  id: Filled<number>;
  type: string;
  value: string;
  label: Json<LabelValue>;
  /** 0 selectable. */
  status: Generated<string>;
  tone: DictionaryTone | null;
  sort: Generated<number>;
  remark: string | null;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  updated_by: string | null;
}

interface AccessKeyTable {
  id: Filled<number>;
  user_id: number;
  name: string;
  /** SHA-256 of the key: the key itself is nowhere. */
  secret_hash: Buffer;
  created_at: Moment;
  created_by: string;
  expires_at: Date;
  used_at: ColumnType<Date | null, undefined, Date>;
  used_ip: ColumnType<string | null, undefined, string>;
}

interface SessionTable {
  id: Filled<number>;
  /** SHA-256 of the token: the token itself is nowhere. */
  token_hash: Buffer;
  user_id: number;
  created_at: Moment;
  last_used_at: Moment;
  expires_at: Date;
  revoked_at: Date | null;
  /** Ended as its person went on under another name, in another session. */
  switched: Generated<boolean>;
  ip: string | null;
  user_agent: string | null;
  /** The role that is viewed in it, and the session it was begun in. */
  role_id: number | null;
  parent_id: number | null;
  /** Id of the single sign-on it came through; null after a password. */
  sso_provider: ColumnType<string | null, string | null | undefined, string | null>;
  /** A second factor has to be set up in it before anything else. */
  factor_due: Generated<boolean>;
  /** The key a program began it with. */
  access_key_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** In delegate mode: whose rights it has. `user_id` is who sits there. */
  acting_for: ColumnType<number | null, number | null | undefined, number | null>;
}
interface CaptchaTable {
  key_hash: Buffer;
  answer_hash: Buffer;
  expires_at: Date;
}
interface LoginAttemptTable {
  id: Filled<number>;
  account: string;
  address: string;
  at: Moment;
  /** pending while the password is being checked, then failed; successes leave no row. refused: not checked at all. */
  state: 'pending' | 'failed' | 'refused';
}

interface AuditLogTable {
  id: Filled<number>;
  at: Moment;
  /** Who did it, and in whose name. Null when nobody is signed in. */
  actor_id: number | null;
  actor: string | null;
  subject_user_id: number | null;
  /** Account of the subject, where it is another than the actor. */
  subject: ColumnType<string | null, string | null | undefined, never>;
  action: string;
  /** What kind of thing, and which. */
  target_type: string;
  target_id: string | null;
  /** What it is called. */
  target_name: ColumnType<string | null, string | null | undefined, never>;
  detail: Json<Record<string, unknown>>;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
}

/** Somebody lets somebody else act in their name (DELEG-02). Its status is a matter of the calendar: see delegationStatus. */
interface DelegationTable extends Versioned {
  id: Filled<number>;
  authorizer_id: number;
  agent_id: number;
  /** Calendar days, both inclusive; no end: permanent. */
  start_date: ColumnType<string, string, string>;
  end_date: ColumnType<string | null, string | null, string | null>;
  /** Whether the agent sees what is older than the start. */
  auth_history: Generated<boolean>;
  remark: string | null;
  /** The status both sides were told last. */
  announced_status: Generated<string>;
  /** The end date both sides were reminded of. */
  reminded_for: ColumnType<string | null, string | null | undefined, string | null>;
  terminated_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  terminated_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Moment;
}
interface DelegationMenuTable {
  delegation_id: number;
  menu_id: string;
}

interface UserPictureTable {
  /** Random, with the extension of its kind. */
  name: string;
  user_id: number;
  type: string;
  content: Buffer;
  created_at: Moment;
}

/** A dictionary, or with a value one of its entries, the documents gave. */
interface ShippedDictionaryTable {
  type: string;
  value: Generated<string>;
  /** What they gave last; none where that was before it was remembered, or where an administrator had made the entry before (`is_own`). */
  given: Json<Record<string, unknown>> | null;
  is_own: Generated<boolean>;
}
interface ShippedMenuTable {
  menu_id: string;
  /** Name, icon and place the documents gave last. */
  given: Json<Record<string, unknown>>;
}

interface ConfigTable {
  key: string;
  value: Json<unknown>;
}

interface MessageTable {
  id: Filled<number>;
  user_id: number;
  /** Id of a notice document. */
  template: string;
  parameters: Json<Record<string, unknown>>;
  notice_type: string;
  /** 1 normal, 2 important, 3 urgent. */
  level: number;
  /** Path inside the application. */
  link: string | null;
  source_id: string | null;
  workspace_id: string | null;
  created_at: Moment;
  read_at: Date | null;
  /** Hidden since then; swept away a day later. */
  deleted_at: Date | null;
  /** When it went out by mail, too. */
  mailed_at: Generated<Date | null>;
}

/** A request with a key, and the id of what it made; none while it is at it. */
interface MadeOnceTable {
  user_id: number;
  request: Buffer;
  made: number | null;
  made_at: ColumnType<Date, never, never>;
}

declare module './connection.ts' {
  interface Tables {
    department: DepartmentTable;
    last_sign_in: LastSignInTable;
    app_user: UserTable;
    role: RoleTable;
    user_role: UserRoleTable;
    menu: MenuTable;
    role_menu: RoleMenuTable;
    access_revision: AccessRevisionTable;
    dictionary_type: DictionaryTypeTable;
    dictionary_entry: DictionaryEntryTable;
    access_key: AccessKeyTable;
    session: SessionTable;
    captcha: CaptchaTable;
    login_attempt: LoginAttemptTable;
    audit_log: AuditLogTable;
    delegation: DelegationTable;
    delegation_menu: DelegationMenuTable;
    user_picture: UserPictureTable;
    config: ConfigTable;
    shipped_dictionary: ShippedDictionaryTable;
    shipped_menu: ShippedMenuTable;
    message: MessageTable;
    made_once: MadeOnceTable;
  }
}
