import { sql } from 'kysely';
import { contracts } from '../../../src/generated/contracts.ts';
import type { Principal } from '../../contracts.ts';
import { holdsAny } from '../identity/holders.ts';

/** Making boards. */
export const designing = 'data:exploration:list';
/** Publishing a board to everybody, and taking over boards of people who left. */
export const publishing = 'report:board:publish';
const taking = 'report:board:take';

/** Whether an `app_user` of the query may open boards that are shared with them: by any of the permissions of the call that reads one. */
export function opensBoards() {
  const { access } = contracts['board-design.get'];
  return holdsAny(typeof access === 'object' ? [access.permission].flat() : []);
}

/** Whether a `report_board` of the query is shared with somebody: by name, by their department or one above it, or by a role. */
function isSharedWith(me: number, editing: boolean) {
  return sql<boolean>`exists (select 1 from board_reader reader where reader.board_id = report_board.id and (reader.may_edit or not ${editing}::boolean) and (
    (reader.kind = 'user' and reader.target = ${me})
    or (reader.kind = 'role' and reader.target in (select role_id from user_role where user_id = ${me}))
    or (reader.kind = 'department' and reader.target in (
      with recursive above as (
        select department.id, department.parent_id from department join app_user on app_user.department_id = department.id where app_user.id = ${me}
        union select department.id, department.parent_id from department join above on department.id = above.parent_id)
      select id from above))))`;
}

/** Whether the owner of a `report_board` of the query cannot sign in any more, or is gone. */
export const isLeft = sql<boolean>`(report_board.content is not null
  and not exists (select 1 from app_user where app_user.id = report_board.owner_id and app_user.status = '0'))`;

/** Whether a `report_board` that people made is open to somebody: its owner, and whom it is shared with. */
export function isOpenTo({ id }: Pick<Principal, 'id'>) {
  return sql<boolean>`(report_board.owner_id = ${Number(id)} or report_board.everybody or ${isSharedWith(Number(id), false)})`;
}

/** Of a board whose owner left: whether somebody may take it over. */
export function mayTake({ permissions }: Pick<Principal, 'permissions'>) {
  return sql<boolean>`(${permissions.has(taking)}::boolean and ${isLeft})`;
}

/** Whether somebody may look at it. */
export function maySee(user: Pick<Principal, 'id' | 'permissions'>) {
  return sql<boolean>`(${isOpenTo(user)} or ${mayTake(user)})`;
}

/** Whether somebody may change what stands on it. */
export function mayEdit({ id }: Pick<Principal, 'id'>) {
  return sql<boolean>`(report_board.owner_id = ${Number(id)} or ${isSharedWith(Number(id), true)})`;
}
