import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { administrator } from './access.ts';

export interface UserSettings {
  theme_config: string | null;
  language_config: string | null;
  img_path: string | null;
}

/** The principal with both spellings of its fields (STATE-05). */
export interface PrincipalAnswer extends UserSettings {
  id: string;
  name: string;
  /** The name in English; null when the account has none. */
  nameEn: string | null;
  username: string;
  userCode: string;
  usercode: string;
  email: string | null;
  phone: string | null;
  roleList: RoleAnswer[];
  roles: RoleAnswer[];
  dept: { id: string; name: LabelValue } | null;
  remind: string | null;
  /** Somebody else chose the password. */
  passwordGiven: boolean;
  /** An own password has to be set before anything else. */
  passwordDue: boolean;
  /** A second factor has to be set up before anything else. */
  factorDue: boolean;
  /** Unread messages. Null where the answer is kept and the number would not be: API-110 tells it. */
  msgNum: number | null;
}
interface RoleAnswer {
  id: string;
  roleCode: string;
  roleName: LabelValue;
}

const rolesOfUser = sql<RoleAnswer[] | null>`(
  select json_agg(json_build_object('id', role.id::text, 'roleCode', role.role_code, 'roleName', role.name) order by role.id)
  from user_role join role on role.id = user_role.role_id where user_role.user_id = app_user.id
)`;

const unreadOfUser = sql<number>`(
  select count(*)::int from message where message.user_id = app_user.id and read_at is null and deleted_at is null
)`;

/** @throws ApiError UNAUTHENTICATED when the user was deleted a moment ago. */
export async function readPrincipal(db: Database, userId: string): Promise<PrincipalAnswer> {
  const user = await db
    .selectFrom('app_user')
    .leftJoin('department', 'department.id', 'app_user.department_id')
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.name_en as nameEn',
      'app_user.username',
      'app_user.user_code as userCode',
      'app_user.email',
      'app_user.phone',
      'app_user.img_path',
      'app_user.theme_config',
      'app_user.language_config',
      'department.id as departmentId',
      'department.name as departmentName',
      rolesOfUser.as('held'),
      unreadOfUser.as('msgNum'),
    ])
    .where('app_user.id', '=', Number(userId))
    .executeTakeFirst();
  if (!user) throw new ApiError('UNAUTHENTICATED');
  const roles = user.held ?? [];
  const { departmentId, departmentName, held: _held, ...rest } = user;
  return {
    ...rest,
    remind: null,
    passwordGiven: false,
    passwordDue: false,
    factorDue: false,
    id: String(user.id),
    usercode: user.userCode,
    roleList: roles,
    roles,
    dept: departmentId === null || departmentName === null ? null : { id: String(departmentId), name: departmentName },
  };
}

/**
 * The principal of a request. In delegate mode the authorizer (DELEG-05) with the language and theme of the agent, who reads it, and without
 * the role that is no module. What the password asks of its owner tells `withPassword`.
 */
export async function principalOf(db: Database, user: Principal): Promise<PrincipalAnswer> {
  const principal = await readPrincipal(db, user.id);
  if (!user.agent) return principal;
  const { theme_config, language_config } = await readPrincipal(db, user.agent.id);
  const roles = principal.roles.filter((role) => role.roleCode !== administrator);
  return { ...principal, theme_config, language_config, roles, roleList: roles };
}

/** What the user saved, by bizType (API-17). */
export function settingsOf({ theme_config, language_config, img_path }: UserSettings): UserSettings {
  return { theme_config, language_config, img_path };
}
