import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { inUse } from '../../errors.ts';
import { type FoundMaker, findMakers, near, numbersOf, tableKey } from '../lineage/kinds.ts';
import type { Reader } from './rights.ts';

/** What reads a table, of every kind. What keeps it from being deleted is `keeps`. */
export async function usesOf(db: Database, reader: Reader, tableId: number): Promise<FoundMaker[]> {
  return await findMakers(db, reader, near({ reads: new Set([tableKey(tableId)]) }));
}

/**
 * Deletes a table that nothing needs; false when it is gone already.
 * @throws ApiError IN_USE naming what needs it, as far as the reader sees it
 */
export async function deleteUnused(db: Database, reader: Reader, tableId: number): Promise<boolean> {
  await db.selectFrom('data_table').select('id').where('id', '=', tableId).forUpdate().execute();
  const uses = (await usesOf(db, reader, tableId)).filter(({ keeps }) => keeps);
  if (uses.length > 0) {
    const names = await namesOf(
      db,
      uses.filter(({ isSeen }) => isSeen),
    );
    if (names.length === 0) throw inUse('data-mart.isUsedUnseen', 'The table is used');
    throw inUse('data-mart.isUsed', 'The table is used', { names: names.join(', ') });
  }
  const gone = await db.deleteFrom('data_table').where('id', '=', tableId).executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

/** What some are called: by the tables they fill, or else by their own names. */
async function namesOf(db: Database, uses: readonly FoundMaker[]): Promise<string[]> {
  const tableIds = numbersOf(
    uses.flatMap(({ outputs }) => outputs),
    'table',
  );
  const filled =
    tableIds.length === 0 ? [] : await db.selectFrom('data_table').select('title').where('id', 'in', tableIds).orderBy('id').execute();
  const own = uses.flatMap(({ outputs, name }) => (outputs.length === 0 && name !== null ? [plain(name)] : []));
  return [...filled.map(({ title }) => title), ...own].slice(0, 5);
}

/** A name in one language, for a message that has no reader. */
function plain(name: LabelValue): string {
  return typeof name === 'string' ? name : (name.find(({ d }) => d)?.t ?? name[0]?.t ?? '');
}
