import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Origin, record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { unlessUnchanged } from '../unchanged.ts';
import {
  deleteEntry,
  type EntryAnswer,
  type EntryValues,
  ensureType,
  entriesOf,
  findEntry,
  insertEntry,
  unknownTypes,
  updateEntry,
} from './repository.ts';

/** Several types joined by commas (API-23), without repetition. */
export function splitTypes(text: string): string[] {
  const types = text.split(',').map((type) => type.trim());
  return [...new Set(types.filter((type) => type !== ''))];
}

/** @throws ApiError DICT_META_NOT_FOUND that names the unknown types (DICT-03). */
export async function requireTypes(db: Database, types: readonly string[]): Promise<void> {
  const unknown = await unknownTypes(db, types);
  if (unknown.length === 0) return;
  throw new ApiError('DICT_META_NOT_FOUND', { details: unknown.map((type) => ({ field: 'dictType', message: type.slice(0, 60) })) });
}

/** @throws ApiError NEED_DICT_TYPES (DICT-04), DICT_META_NOT_FOUND */
export async function loadTypes(db: Database, text: string): Promise<EntryAnswer[]> {
  const types = splitTypes(text);
  if (types.length === 0) throw new ApiError('NEED_DICT_TYPES');
  await requireTypes(db, types);
  return await entriesOf(db, types);
}

/** @throws ApiError DUPLICATE when the type has an entry of this value. */
export async function createEntry(db: Database, values: EntryValues, user: Principal, origin: Origin): Promise<EntryAnswer> {
  return await changing(db, async (transaction) => {
    const isNewType = await ensureType(transaction, values.dictType);
    if (isNewType) await note(transaction, origin, user, 'dictionary_type_create', values.dictType, {});
    const entry = await insertEntry(transaction, values, signature(user));
    await note(transaction, origin, user, 'dictionary_create', entry.id, { after: entry });
    return entry;
  });
}

/** @throws ApiError NOT_FOUND, CONFLICT with the current entry as `data`, DUPLICATE */
export async function changeEntry(
  db: Database,
  { id, version, ...values }: Partial<EntryValues> & { id: string; version?: number | undefined },
  user: Principal,
  origin: Origin,
): Promise<EntryAnswer> {
  return await changing(db, async (transaction) => {
    const read = async () => {
      const entry = await findEntry(transaction, Number(id));
      if (!entry) throw new ApiError('NOT_FOUND');
      return entry;
    };
    const before = await read();
    const work = async () => {
      if (values.dictType !== undefined && (await ensureType(transaction, values.dictType))) {
        await note(transaction, origin, user, 'dictionary_type_create', values.dictType, {});
      }
      if (!(await updateEntry(transaction, Number(id), version, values, signature(user)))) throw await conflict(transaction, id);
    };
    const { isChanged, state: after } = await unlessUnchanged(transaction, { before, work, read });
    if (isChanged) await note(transaction, origin, user, 'dictionary_update', id, { before, after });
    return after;
  });
}

async function conflict(db: Database, id: string): Promise<ApiError> {
  const current = await findEntry(db, Number(id));
  return current ? new ApiError('CONFLICT', { data: current }) : new ApiError('NOT_FOUND');
}

/** @throws ApiError NOT_FOUND */
export async function removeEntry(db: Database, id: string, user: Principal, origin: Origin): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await deleteEntry(transaction, Number(id));
    if (!before) throw new ApiError('NOT_FOUND');
    await note(transaction, origin, user, 'dictionary_delete', id, { before });
  });
}

function note(
  db: Database,
  origin: Origin,
  actor: Principal,
  action: string,
  targetId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return record(db, origin, { action, targetType: 'dictionary', targetId, actor, detail });
}

/** A transaction in which the index of values speaks as DUPLICATE: two at once cannot both win. */
async function changing<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (isTakenValue(error)) throw new ApiError('DUPLICATE', { cause: error });
    throw error;
  }
}

function isTakenValue(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'dictionary_entry_value';
}
