import { isDeepStrictEqual } from 'node:util';
import { byPresentNames } from '../../../src/core/register/names.ts';
import { isInForm, isTyped, mayChange, openFields, registerFiles } from '../../../src/core/register/reading.ts';
import type { WordedContext } from '../../context.ts';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { recordAll } from '../audit/record.ts';
import { actorId, authorOf, signature, touched } from '../changes.ts';
import { removeFilesOf } from '../files/stored.ts';
import { once } from '../once.ts';
import { requireNoCircle } from './circles.ts';
import { settleFiles } from './files.ts';
import { followersOf, followUp } from './followers.ts';
import { readSome, readValues } from './given-values.ts';
import { heldRow, holdNumbers } from './holding.ts';
import { requireUnused } from './in-use.ts';
import { entryOf, note } from './noting.ts';
import { codeOf, firstState, pointingAt, type Register, requireRegister, withFields } from './registers.ts';
import { answerOf, changedRow, type RecordAnswer, requireRow } from './rows.ts';
import { outOfSight, wouldSee } from './sight.ts';
import type { RecordRow, RecordValues } from './tables.ts';
import { assignedIn, hearingsOfNew, type Telling, tellAtOnce } from './telling.ts';
import { requireUnique } from './unique.ts';
import { tellWatchers } from './watched.ts';

/** Records of one statement. */
const atOnce = 500;

export interface GivenRecord {
  register: string;
  id?: string | undefined;
  version?: number | undefined;
  key?: string | undefined;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Adds a record, or changes the one of `id` and `version`; what changes no value of it is answered as any other change, and leaves nothing. `tell` tells its new owner, where it has one; by default at once.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the record as it is, RECORD_FINAL, DUPLICATE and PARAMETER_ERROR at the field, also where they
 * would not see what they add
 */
export async function saveRecord(context: WordedContext, given: GivenRecord, tell: Telling = tellAtOnce(context)): Promise<RecordAnswer> {
  const register = requireRegister(context, given.register, given.id === undefined ? 'add' : 'edit');
  const row = await context.db.transaction().execute(async (db) => {
    const within = { ...context, db };
    // One after the other: values that are to be unique are looked for before they are written, and what follows a change is there when it does.
    const followers = given.id === undefined ? [] : followersOf(context.services.documents, register.id);
    const last = await holdNumbers(db, register, followers);
    return given.id === undefined
      ? await addRecord(within, register, given, last)
      : await changeRecord(within, register, { ...given, id: given.id }, tell);
  });
  return await answerOf(context, register, row);
}

/** Adds a record after the last number, once for a key. */
async function addRecord(within: WordedContext, register: Register, { key, values: given }: GivenRecord, last: number): Promise<RecordRow> {
  const { db } = within;
  const wanted = byPresentNames(register.document, given);
  const intent = { key, values: wanted };
  const id = await once(db, within, `register ${register.id}`, intent, async () => {
    const values = await readValues(within, ofForm(register), wanted);
    await requireInSight(db, register, values);
    await requireUnique(db, register, values);
    const [made = 0] = await addRecords(within, register, [values], last);
    await settleFiles(db, authorOf(within), made, {}, values);
    await tellWatchers(db, register, within.services.documents);
    return made;
  });
  return await requireRow(db, register, id);
}

async function changeRecord(
  within: WordedContext,
  register: Register,
  { id, version, values: given }: GivenRecord & { id: string },
  tell: Telling,
): Promise<RecordRow> {
  const { db, services } = within;
  const author = authorOf(within);
  const before = await heldRow(db, register, id, version);
  const wanted = byPresentNames(register.document, given, before.data);
  const values = { ...unnamed(register, before.data), ...(await readChange(within, register, before, wanted)) };
  await requireUnique(db, register, values, before.id);
  await requireNoCircle(db, register, before, values);
  // Who saves what is there has changed nothing: no version of others is old by it, nobody is told, and they have no hand in the record.
  if (isDeepStrictEqual(values, before.data)) return before;
  await db
    .updateTable('register_row')
    .set({
      ...{ data: JSON.stringify(values), edited_by: withEditor(before, author.user), ...touched(author.user) },
      ...(isDueAnew(register, before.data, values) && { overdue_told_at: null }),
    })
    .where('id', '=', before.id)
    .execute();
  await settleFiles(db, author, before.id, before.data, values);
  const code = codeOf(register, before.number);
  await note(db, within, register, before.id, { action: 'update', code, before: before.data, after: values });
  await followUp(within, register, before.id);
  await tellWatchers(db, register, services.documents);
  const after = await changedRow(db, register, id);
  await tell(db, register, { assigned: assignedIn(register, after, before.data), hearings: [] });
  return after;
}

/**
 * Adds records after the last number (`holdNumbers`) and tells their owners and those they wait for, in the transaction of the caller, who tells watchers. Gives their ids in this order; files of theirs
 * are the business of who calls, too. `importKey`: that of the import they come by; `tell`: by default at once.
 */
export async function addRecords(
  within: WordedContext,
  register: Register,
  given: readonly RecordValues[],
  last: number,
  { importKey = null, tell = tellAtOnce(within) }: { importKey?: string | null; tell?: Telling } = {},
): Promise<number[]> {
  const { db } = within;
  const { user } = authorOf(within);
  await db
    .updateTable('register_number')
    .set({ last: last + given.length })
    .where('register', '=', register.id)
    .execute();
  const same = {
    register: register.id,
    state: firstState(register),
    created_by: signature(user),
    made_by: Number(user.id),
    moved_by: actorId(user),
    import_key: importKey,
  };
  const added: RecordRow[] = [];
  for (let from = 0; from < given.length; from += atOnce) {
    const part = given.slice(from, from + atOnce);
    const rows = part.map((values, index) => ({ ...same, number: last + from + index + 1, data: JSON.stringify(values) }));
    const made = await db.insertInto('register_row').values(rows).returningAll().execute();
    made.sort((one, other) => one.number - other.number);
    const entries = made.map(({ id, number }, index) =>
      entryOf(register, id, { action: 'create', code: codeOf(register, number), after: part[index] }),
    );
    await recordAll(db, within, entries);
    added.push(...made);
  }
  await tell(db, register, {
    assigned: added.flatMap((row) => assignedIn(register, row)),
    hearings: await hearingsOfNew(db, register, added),
  });
  return added.map(({ id }) => id);
}

/** A register with the fields a new record is filled in by: what moves ask for comes with them. */
const ofForm = (register: Register): Register =>
  withFields(
    register,
    register.document.fields.filter((field) => isInForm(field) || !isTyped(field)),
  );

/** Nobody makes what they would not see. @throws ApiError PARAMETER_ERROR at the first field by which records are seen */
async function requireInSight(db: Database, register: Register, values: RecordValues): Promise<void> {
  const [isSeen] = await wouldSee(db, register, [values]);
  if (!isSeen) throw new ApiError('PARAMETER_ERROR', { details: [outOfSight(register)] });
}

/** The values a record is to have. Fields that are not changed in its state keep theirs. @throws ApiError PARAMETER_ERROR at every field that is wrong */
async function readChange(
  within: WordedContext,
  register: Register,
  { state, data }: RecordRow,
  given: Readonly<Record<string, unknown>>,
): Promise<RecordValues> {
  const { document } = register;
  const open = openFields(document, state);
  const others = document.fields.filter((field) => !mayChange(field, register.user.permissions)).map(({ name }) => name);
  const closed = document.fields
    .filter((field) => isTyped(field) && (!open.includes(field.name) || others.includes(field.name)))
    .map(({ name }) => name);
  if (closed.length === 0) return await readValues(within, register, given, data);
  const text = (value: unknown) => (value === null || value === '' ? undefined : JSON.stringify(value));
  const changed = closed.filter((name) => given[name] !== undefined && text(given[name]) !== text(data[name]));
  if (changed.length > 0) {
    const byMoves = document.fields.filter(({ typed }) => typed !== undefined).map(({ name }) => name);
    const details = changed.map((field) => {
      if (byMoves.includes(field)) return { field, message: 'is changed by moves alone', key: 'register.onlyByMove' };
      if (open.includes(field)) return { field, message: 'is changed by others', key: 'register.byOthers' };
      return { field, message: 'is not changed in this state', key: 'register.isFinal' };
    });
    throw new ApiError('PARAMETER_ERROR', { details });
  }
  const asked = Object.entries(given).filter(([name]) => !closed.includes(name));
  const fields = document.fields.filter(({ name }) => !closed.includes(name));
  return await readSome(within, register, fields, Object.fromEntries(asked), data);
}

/** Values of fields the register had once: they are kept, so that a field that comes back has them. */
function unnamed({ document }: Register, data: RecordValues): RecordValues {
  const names = document.fields.map(({ name }) => name);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}

function isDueAnew({ document: { due } }: Register, before: RecordValues, after: RecordValues): boolean {
  return due !== undefined && before[due] !== after[due];
}

/** Who changed the record since the last move, with one more. */
function withEditor({ edited_by }: RecordRow, user: Principal): string[] {
  return [...new Set([...edited_by, String(actorId(user))])];
}

/** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the record as it is, RECORD_FINAL, IN_USE where others refer to it */
export async function removeRecord(context: WordedContext, given: { register: string; id: string; version: number }): Promise<void> {
  const register = requireRegister(context, given.register, 'remove');
  await context.db.transaction().execute(async (db) => {
    const before = await heldRow(db, register, given.id, given.version, 'to remove');
    await requireUnused(db, register.user, pointingAt(context.services.documents, register.id), before.id);
    await db.deleteFrom('register_row').where('id', '=', before.id).execute();
    await removeFilesOf(db, { businessType: registerFiles, businessId: String(before.id) });
    await note(db, context, register, before.id, { action: 'delete', code: codeOf(register, before.number), before: before.data });
    await tellWatchers(db, register, context.services.documents);
  });
}
