import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';

export interface UserSettings {
  theme_config: string | null;
  language_config: string | null;
  img_path: string | null;
}

/** The principal with both spellings of its fields (STATE-05). */
export interface PrincipalAnswer extends UserSettings {
  id: string;
  name: string;
  username: string;
  userCode: string;
  usercode: string;
  email: string | null;
  phone: string | null;
  roleList: RoleAnswer[];
  roles: RoleAnswer[];
  dept: { id: string; name: LabelValue } | null;
  remind: string | null;
  msgNum: number;
}
interface RoleAnswer {
  id: string;
  roleCode: string;
  roleName: LabelValue;
}

/** @throws ApiError UNAUTHENTICATED when the user was deleted a moment ago. */
export async function readPrincipal(db: Database, userId: string): Promise<PrincipalAnswer> {
  const user = await db
    .selectFrom('app_user')
    .leftJoin('department', 'department.id', 'app_user.department_id')
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.username',
      'app_user.user_code as userCode',
      'app_user.email',
      'app_user.phone',
      'app_user.remind',
      'app_user.img_path',
      'app_user.theme_config',
      'app_user.language_config',
      'department.id as departmentId',
      'department.name as departmentName',
    ])
    .where('app_user.id', '=', Number(userId))
    .executeTakeFirst();
  if (!user) throw new ApiError('UNAUTHENTICATED');
  const held = await db
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select(['role.id', 'role.role_code as roleCode', 'role.name as roleName'])
    .where('user_role.user_id', '=', user.id)
    .orderBy('role.id')
    .execute();
  const roles = held.map((role) => ({ ...role, id: String(role.id) }));
  const { departmentId, departmentName, ...rest } = user;
  return {
    ...rest,
    id: String(user.id),
    usercode: user.userCode,
    roleList: roles,
    roles,
    dept: departmentId === null || departmentName === null ? null : { id: String(departmentId), name: departmentName },
    // The message centre has no messages yet.
    msgNum: 0,
  };
}

/** What the user saved, by bizType (API-17). */
export function settingsOf({ theme_config, language_config, img_path }: UserSettings): UserSettings {
  return { theme_config, language_config, img_path };
}
