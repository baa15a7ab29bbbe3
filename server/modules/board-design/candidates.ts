import type { BoardCard, BoardReader } from '../../../src/generated/calls.ts';
import type { WordedContext } from '../../context.ts';
import { personName } from '../../database/values.ts';
import { markedName } from '../../wording.ts';
import { containing, worded } from '../search.ts';
import { chartsSeenBy } from './audience.ts';
import { boardOf } from './boards.ts';
import { called } from './readers.ts';
import { opensBoards } from './rights.ts';

const most = 20;

/**
 * Active people, departments and roles whose names hold the keyword: the first of each. Of a person it is said where they may open no board,
 * and to the owner of `board` where they would see nothing, or not all, of what stands on it: who only looks at it, or changes it, shares it with
 * nobody, and learns nothing of the rights of others.
 * @throws ApiError NOT_FOUND for a board that is not open to who asks
 */
export async function candidates(
  context: WordedContext,
  { keyword, kind, board }: { keyword: string; kind: 'user' | 'all'; board?: string | undefined },
): Promise<BoardReader[]> {
  const { db } = context;
  const { isMarked, charts } = board === undefined ? { isMarked: true, charts: [] } : await audienceOf(context, board);
  const pattern = containing(keyword);
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'name', 'name_en as nameEn', opensBoards().as('opens')])
    .where('status', '=', '0')
    .where((is) => is.or([is('name', 'ilike', pattern), is('name_en', 'ilike', pattern), is('username', 'ilike', pattern)]))
    .orderBy('id')
    .limit(most)
    .execute();
  const ids = people.flatMap(({ id, opens }) => (opens ? [id] : []));
  const seen = charts.length === 0 ? new Map<number, number>() : await chartsSeenBy(db, charts, ids);
  const markOfPerson = (id: number, opens: boolean) =>
    opens ? markOf(seen.get(id) ?? charts.length, charts.length) : 'board-design.opensNone';
  const found = people.map(({ id, opens, ...person }): BoardReader => {
    const mark = isMarked ? markOfPerson(id, opens) : undefined;
    const label = personName(person);
    return { value: `user:${id}`, kind: 'user', label: mark ? markedName(context.services.documents, mark, label) : label };
  });
  if (kind === 'user') return found;
  const departments = await db
    .selectFrom('department')
    .select(['id', 'name'])
    .where(worded('name', pattern))
    .orderBy('sort')
    .orderBy('id')
    .limit(most)
    .execute();
  const roles = await db.selectFrom('role').select(['id', 'name']).where(worded('name', pattern)).orderBy('id').limit(most).execute();
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

/** Whether who asks is told of the rights of others to a board, and the charts of it they see themselves: of others they are told nothing. */
async function audienceOf(context: WordedContext, board: string): Promise<{ isMarked: boolean; charts: BoardCard[] }> {
  const { isOwner, cards = [] } = await boardOf(context, board);
  return { isMarked: isOwner, charts: isOwner ? cards.filter(({ chart }) => chart !== undefined) : [] };
}

function markOf(seen: number, all: number): string | undefined {
  if (seen === all) return undefined;
  return seen === 0 ? 'board-design.seesNone' : 'board-design.seesSome';
}
