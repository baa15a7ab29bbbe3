import { sql } from 'kysely';
import type { BoardReader } from '../../../src/generated/calls.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, personName } from '../../database/values.ts';
import { markedName } from '../../wording.ts';
import { containing } from '../search.ts';
import { opensBoards } from './rights.ts';
import type {} from './tables.ts';

const most = 20;

/** A department or a role, told apart from people of the same name. */
function called({ services }: Context, kind: 'department' | 'role', name: LabelValue): LabelValue {
  return markedName(services.documents, `board-design.${kind}`, name);
}

/** Active people, departments and roles whose names hold the keyword: the first of each. */
export async function candidates(context: Context, { keyword, kind }: { keyword: string; kind: 'user' | 'all' }): Promise<BoardReader[]> {
  const { db } = context;
  const pattern = containing(keyword);
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'name', 'name_en as nameEn', opensBoards().as('opens')])
    .where('status', '=', '0')
    .where((is) => is.or([is('name', 'ilike', pattern), is('name_en', 'ilike', pattern), is('username', 'ilike', pattern)]))
    .orderBy('id')
    .limit(most)
    .execute();
  const found = people.map(({ id, opens, ...person }): BoardReader => {
    const label = personName(person);
    const told = opens ? label : markedName(context.services.documents, 'board-design.opensNone', label);
    return { value: `user:${id}`, kind: 'user', label: told };
  });
  if (kind === 'user') return found;
  const departments = await db
    .selectFrom('department')
    .select(['id', 'name'])
    .where(sql<boolean>`name::text ilike ${pattern}`)
    .orderBy('sort')
    .orderBy('id')
    .limit(most)
    .execute();
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name'])
    .where(sql<boolean>`name::text ilike ${pattern}`)
    .orderBy('id')
    .limit(most)
    .execute();
  return [
    ...departments.map(
      ({ id, name: label }): BoardReader => ({
        value: `department:${id}`,
        kind: 'department',
        label: called(context, 'department', label),
      }),
    ),
    ...roles.map(({ id, name: label }): BoardReader => ({ value: `role:${id}`, kind: 'role', label: called(context, 'role', label) })),
    ...found,
  ];
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
