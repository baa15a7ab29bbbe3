import { movePermission, type RegisterPeople } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import { holdersOf } from '../identity/holders.ts';
import { idsIn } from './pointing.ts';
import { ownHand, type Register } from './registers.ts';
import type { RecordRow } from './tables.ts';

type Told = Pick<RecordRow, 'data' | 'moved_by' | 'edited_by'>;

/** Who the words of a document stand for with this record: ids, each once, of people there may be none of any more. */
export async function peopleOf(
  db: Database,
  { document }: Pick<Register, 'document'>,
  row: Told,
  people: readonly RegisterPeople[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const one of people) for (const id of await idsOf(db, { document }, row, one)) found.add(id);
  return [...found];
}

async function idsOf(db: Database, { document }: Pick<Register, 'document'>, row: Told, one: RegisterPeople): Promise<string[]> {
  if (typeof one === 'string') return idsIn(row.data[one]);
  const holders = async (permission: string | undefined) =>
    permission === undefined ? [] : (await holdersOf(db, [document.permissions.list, permission])).map(String);
  if ('permission' in one) return await holders(one.permission);
  const move = document.moves?.find(({ name }) => name === one.move);
  return move ? (await holders(movePermission(document, move))).filter((id) => ownHand(move, row, { id }) === undefined) : [];
}
