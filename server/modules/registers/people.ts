import type { RegisterPeople } from '../../../src/core/register/document.ts';
import { movePermission } from '../../../src/core/register/reading.ts';
import type { Database } from '../../database/connection.ts';
import { idsIn } from './pointing.ts';
import { ownHand, type Register } from './registers.ts';
import { holdersWhoSee } from './sight.ts';
import type { RecordRow } from './tables.ts';

type Told = Pick<RecordRow, 'id' | 'data' | 'moved_by' | 'edited_by'>;

/** Who the words of a document stand for with this record: ids, each once, of people there may be none of any more. */
export async function peopleOf(
  db: Database,
  register: Pick<Register, 'document'>,
  row: Told,
  people: readonly RegisterPeople[],
): Promise<string[]> {
  return (await peopleOfEach(db, register, [row], people))(row);
}

/** The same of several records. Holders of a permission are those who see the record. */
export async function peopleOfEach(
  db: Database,
  { document }: Pick<Register, 'document'>,
  rows: readonly Told[],
  people: readonly RegisterPeople[],
): Promise<(row: Told) => string[]> {
  const ids = rows.map(({ id }) => id);
  const found: ((row: Told) => string[])[] = [];
  for (const one of people) {
    if (typeof one === 'string') {
      found.push(({ data }) => idsIn(data[one]));
      continue;
    }
    const move = 'move' in one ? document.moves?.find(({ name }) => name === one.move) : undefined;
    const permission = 'permission' in one ? one.permission : move && movePermission(document, move);
    if (permission === undefined) continue;
    const holders = await holdersWhoSee(db, { document }, ids, permission);
    found.push((row) => holders(row.id).filter((id) => !move || ownHand(move, row, { id }) === undefined));
  }
  return (row) => [...new Set(found.flatMap((idsOf) => idsOf(row)))];
}
