import { byAllNames, byPresentNames } from '../../../src/core/register/names.ts';
import { isRemovable, openFields } from '../../../src/core/register/reading.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { Register } from './registers.ts';
import { seenRows } from './sight.ts';
import type { RecordRow } from './tables.ts';

/**
 * The last number of the register, held until the transaction ends; with those of `others`, in which nothing is saved meanwhile either. All are
 * taken in one order, whoever asks.
 */
export async function holdNumbers(db: Database, { id }: Pick<Register, 'id'>, others: readonly string[] = []): Promise<number> {
  const registers = [...new Set([id, ...others])].sort();
  await db
    .insertInto('register_number')
    .values(registers.map((register) => ({ register })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const held = db.selectFrom('register_number').select(['register', 'last']).where('register', 'in', registers);
  const rows = await held.orderBy('register').forUpdate().execute();
  return rows.find(({ register }) => register === id)?.last ?? 0;
}

/**
 * A record as its editor saw it, held until the transaction ends.
 * @throws ApiError NOT_FOUND also where the editor does not see it, RECORD_FINAL, CONFLICT with the values of now beside id and version: the shape forms are filled with
 */
export async function heldRow(
  db: Database,
  register: Register,
  id: string,
  version: number | undefined,
  extent: 'open' | 'any state' | 'to remove' = 'open',
): Promise<RecordRow> {
  const rows = seenRows(db, register).where('id', '=', Number(id));
  // Others may refer to a record that changes, and not to one that goes.
  const kept = await (extent === 'to remove' ? rows.forUpdate() : rows.forNoKeyUpdate()).executeTakeFirst();
  if (!kept) throw new ApiError('NOT_FOUND');
  const { document } = register;
  // Values that do not stand under the present names of their fields yet are read, and written, by these.
  const row = { ...kept, data: byPresentNames(document, kept.data) };
  if (row.version !== version) throw new ApiError('CONFLICT', { data: { ...byAllNames(document, row.data), id, version: row.version } });
  const isClosed = extent === 'open' ? openFields(document, row.state).length === 0 : !isRemovable(document, row.state);
  if (extent !== 'any state' && isClosed) throw new ApiError('RECORD_FINAL');
  return row;
}
