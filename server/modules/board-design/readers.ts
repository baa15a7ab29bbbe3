import type { BoardReader } from '../../../src/generated/calls.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, personName } from '../../database/values.ts';
import { markedName } from '../../wording.ts';
import type {} from './tables.ts';

/** A department or a role, told apart from people of the same name. */
export function called({ services }: Context, kind: 'department' | 'role', name: LabelValue): LabelValue {
  return markedName(services.documents, `board-design.${kind}`, name);
}

/** Whom a board is shared with: departments, roles, then people. Those that are gone are left out. */
export async function readersOf(context: Context, db: Database, boardId: number): Promise<BoardReader[]> {
  const rows = await db
    .selectFrom('board_reader')
    .leftJoin('app_user', (join) => join.onRef('app_user.id', '=', 'target').on('kind', '=', 'user'))
    .leftJoin('department', (join) => join.onRef('department.id', '=', 'target').on('kind', '=', 'department'))
    .leftJoin('role', (join) => join.onRef('role.id', '=', 'target').on('kind', '=', 'role'))
    .select(['kind', 'target', 'may_edit as mayEdit', 'app_user.name as person', 'app_user.name_en as personEn'])
    .select(['department.name as department', 'role.name as role'])
    .where('board_id', '=', boardId)
    .orderBy('kind')
    .orderBy('target')
    .execute();
  return rows.flatMap(({ kind, target, mayEdit, person, personEn, department, role }): BoardReader[] => {
    if (kind === 'user')
      return person ? [{ value: `${kind}:${target}`, kind, label: personName({ name: person, nameEn: personEn }), mayEdit }] : [];
    const name = kind === 'department' ? department : role;
    return name ? [{ value: `${kind}:${target}`, kind, label: called(context, kind, name), mayEdit }] : [];
  });
}
