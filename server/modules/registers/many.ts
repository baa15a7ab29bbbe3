import { presentName } from '../../../src/core/register/names.ts';
import { isChanged, isTyped } from '../../../src/core/register/reading.ts';
import type { WordedContext } from '../../context.ts';
import { isCrossed, uncrossed } from '../../database/crossed.ts';
import { ApiError, wrong } from '../../errors.ts';
import { removeRecord, saveRecord } from './changes.ts';
import { isEmptyValue } from './given-values.ts';
import { type GivenMove, moveRecord } from './moving.ts';
import { pointsAt } from './pointing.ts';
import { refusalWords } from './refusals.ts';
import { codeOf, type Register, requireRegister } from './registers.ts';
import { isUnfinished, seenRows } from './sight.ts';
import type { RecordValues } from './tables.ts';
import { Gathering } from './telling.ts';

/** A record as whoever asks saw it. */
interface SeenRecord {
  id: string;
  version: number;
}

export interface ManyDone {
  /** How many it was done with. */
  count: number;
  /** Why the others stay as they are, in the language of the reader; `version`: that of a record others changed, as it is now. */
  refused: { id: string; code: string; message: string; version?: number }[];
}

/**
 * Makes a move with several records, each on its own; all of them get the values it asks for, and keep their own where nothing was given.
 * @throws ApiError NOT_FOUND where there is no such register or move, FORBIDDEN
 */
export async function moveRecords(
  context: WordedContext,
  { records, ...given }: Omit<GivenMove, keyof SeenRecord> & { records: readonly SeenRecord[] },
): Promise<ManyDone> {
  const register = requireRegister(context, given.register);
  if (!register.document.moves?.some(({ name }) => name === given.move)) throw new ApiError('NOT_FOUND');
  const values = Object.fromEntries(Object.entries(given.values ?? {}).filter(([, value]) => !isEmptyValue(value)));
  const gathering = new Gathering();
  try {
    return await withEach(context, register, records, (record) =>
      gathering.during((tell) => moveRecord(context, { ...given, ...record, values }, tell)),
    );
  } finally {
    await gathering.tell(context, context.db);
  }
}

/**
 * Gives one field of several records a value, each on its own; without one it is emptied.
 * @throws ApiError NOT_FOUND where there is no such register, FORBIDDEN, PARAMETER_ERROR where nobody gives that field a value
 */
export async function setRecords(
  context: WordedContext,
  given: { register: string; field: string; value?: unknown; records: readonly SeenRecord[] },
): Promise<ManyDone> {
  const register = requireRegister(context, given.register, 'edit');
  const field = presentName(register.document, given.field);
  const changed = register.document.fields.filter((one) => isChanged(one) && one.type !== 'files');
  if (!changed.some(({ name }) => name === field)) throw wrong('field', 'is no field that is given a value');
  return await saveEach(context, register, given.records, () => ({ [field]: given.value }));
}

/** Deletes several records, each on its own. @throws ApiError NOT_FOUND where there is no such register, FORBIDDEN */
export async function removeRecords(
  context: WordedContext,
  { register: id, records }: { register: string; records: readonly SeenRecord[] },
): Promise<ManyDone> {
  const register = requireRegister(context, id, 'remove');
  return await withEach(context, register, records, (record) => removeRecord(context, { register: id, ...record }));
}

/**
 * Puts somebody else in the place of a person in a field of the records in no final state that name them there and whoever asks sees: at most `most` of
 * them, each on its own. Of several people in the field the others stay.
 * @throws ApiError NOT_FOUND where there is no such register, FORBIDDEN, PARAMETER_ERROR where nobody gives that field a value
 */
export async function handOverRecords(
  context: WordedContext,
  { register: id, field: name, from, to, most }: { register: string; field: string; from: string; to: string; most: number },
): Promise<ManyDone> {
  const register = requireRegister(context, id, 'edit');
  const field = register.document.fields.find((one) => one.name === name && one.type === 'user' && isChanged(one));
  if (!field) throw wrong('field', 'is no person somebody chooses');
  const rows = await seenRows(context.db, register)
    .where(pointsAt([field], from))
    .where(isUnfinished(register.document))
    .orderBy('id')
    .limit(most)
    .execute();
  const records = rows.map((row) => ({ id: String(row.id), version: row.version }));
  const inPlace = (value: unknown) =>
    Array.isArray(value) ? [...new Set(value.map((one) => (String(one) === from ? to : String(one))))] : to;
  return await saveEach(context, register, records, (data) => ({ [name]: inPlace(data[name]) }));
}

/** What people fill in of records, with what is changed of it. */
async function saveEach(
  context: WordedContext,
  register: Register,
  records: readonly SeenRecord[],
  changed: (data: RecordValues) => Record<string, unknown>,
): Promise<ManyDone> {
  const typed = register.document.fields.filter(isTyped);
  const gathering = new Gathering();
  try {
    return await withEach(context, register, records, (record, data) => {
      const values = Object.fromEntries(typed.map(({ name }) => [name, data[name]]));
      return gathering.during((tell) =>
        saveRecord(context, { register: register.id, ...record, values: { ...values, ...changed(data) } }, tell),
      );
    });
  } finally {
    await gathering.tell(context, context.db);
  }
}

/** One transaction a record: what is refused with one keeps no other from its change, and nobody waits for all of them. */
async function withEach(
  context: WordedContext,
  register: Register,
  records: readonly SeenRecord[],
  change: (record: SeenRecord, data: RecordValues) => Promise<unknown>,
): Promise<ManyDone> {
  if (records.length === 0) return { count: 0, refused: [] };
  const ids = records.map(({ id }) => Number(id));
  const rows = await seenRows(context.db, register).where('id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [String(row.id), row]));
  const say = refusalWords(context, register);
  const refused: ManyDone['refused'] = [];
  for (const { id, version } of records) {
    const row = known.get(id);
    try {
      if (!row) throw new ApiError('NOT_FOUND');
      await uncrossed(() => change({ id, version }, row.data));
    } catch (error) {
      const refusal = isCrossed(error) ? new ApiError('CONFLICT', { cause: error }) : error;
      if (!(refusal instanceof ApiError) || refusal.status >= 500) throw error;
      refused.push({
        ...{ id, code: row ? codeOf(register, row.number) : '', message: say(refusal) },
        ...(refusal.code === 'CONFLICT' && (await changedSince(context, register, { id, version }))),
      });
    }
  }
  return { count: records.length - refused.length, refused };
}

/** Of a record others changed since it was seen, before this was asked for or meanwhile: whoever asks may look at it and try again. */
async function changedSince({ db }: WordedContext, register: Register, { id, version }: SeenRecord) {
  const now = await seenRows(db, register).where('id', '=', Number(id)).executeTakeFirst();
  return now !== undefined && now.version !== version ? { version: now.version } : undefined;
}
