import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { holdsAll } from '../identity/rights.ts';

/** To put people into departments, and departments elsewhere: where somebody stands opens records and boards to them (decision 240). */
const assigning = 'sys:dept:assign';

/** @throws ApiError BEYOND_RIGHTS at the field */
function beyond(field: string): ApiError {
  return new ApiError('BEYOND_RIGHTS', {
    details: [{ field, message: 'To assign departments is a permission of its own', key: 'department.assignNeeded' }],
  });
}

/**
 * Whether somebody may put an account into a department, or out of one. Without the permission they give and take no department but their own, and never change their own.
 * @throws ApiError BEYOND_RIGHTS at `departmentId`
 */
export async function requirePlacing(
  db: Database,
  user: Principal,
  { accountId, departmentId }: { accountId?: string; departmentId?: string | null | undefined },
): Promise<void> {
  if (departmentId === undefined || holdsAll(user, [assigning])) return;
  const to = departmentId === null || departmentId === '' ? null : Number(departmentId);
  const from = accountId === undefined ? null : await departmentOf(db, accountId);
  if (to === from) return;
  const own = await departmentOf(db, user.id);
  const isOwnAccount = Number(accountId) === Number(user.id);
  if (isOwnAccount || [from, to].some((place) => place !== null && place !== own)) throw beyond('departmentId');
}

async function departmentOf(db: Database, userId: string): Promise<number | null> {
  const found = await db.selectFrom('app_user').select('department_id as id').where('id', '=', Number(userId)).executeTakeFirst();
  return found?.id ?? null;
}

/** Whether somebody may put a department elsewhere: whoever stands above it sees what is its. @throws ApiError BEYOND_RIGHTS at `parentId` */
export function requireMoving(user: Principal, before: { parentId: string | null }, parentId: string | null | undefined): void {
  if (parentId === undefined || (parentId || null) === before.parentId || holdsAll(user, [assigning])) return;
  throw beyond('parentId');
}
