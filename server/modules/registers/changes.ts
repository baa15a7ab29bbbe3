import { sql } from 'kysely';
import { isRemovable, isTyped, openFields, registerFiles } from '../../../src/core/register/document.ts';
import type { WordedContext } from '../../context.ts';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, inUse } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { type AuditEntry, record, recordAll } from '../audit/record.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { removeFilesOf } from '../files/stored.ts';
import { once } from '../once.ts';
import { figured } from './figures.ts';
import { settleFiles } from './files.ts';
import { followersOf, followUp } from './followers.ts';
import { actorId, codeOf, firstState, ownHand, pointingAt, type Register, requireRegister, stateOf } from './registers.ts';
import { answers, type RecordAnswer, referred, requireRow, rowsOf, todayIn } from './rows.ts';
import type { RecordRow, RecordValues } from './tables.ts';
import { type Assigned, assignedIn, tellAssigned, tellMove, tellWaiting } from './telling.ts';
import { requireUnique } from './unique.ts';
import { evaluate, readsRecords, readValues, referredValues, withComputed } from './values.ts';
import { tellWatchers } from './watched.ts';

const target = 'register_row';
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
 * Adds a record, or changes the one of `id` and `version`. `tell` tells its new owner, where it has one; by default at once.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the record as it is, RECORD_FINAL, DUPLICATE and PARAMETER_ERROR at the field
 */
export async function saveRecord(
  context: WordedContext,
  given: GivenRecord,
  tell: (db: Database, register: Register, assigned: readonly Assigned[]) => Promise<void> | void = (...told) =>
    tellAssigned(context, ...told),
): Promise<RecordAnswer> {
  const register = requireRegister(context, given.register, given.id === undefined ? 'add' : 'edit');
  const author = authorOf(context);
  const row = await context.db.transaction().execute(async (db) => {
    const within = { ...context, db };
    // One after the other: values that are to be unique are looked for before they are written, and what follows a change is there when it does.
    const followers = given.id === undefined ? [] : followersOf(context.services.documents, register.id);
    const last = await holdNumbers(db, register, followers);
    if (given.id === undefined) {
      const intent = { key: given.key, values: given.values };
      const id = await once(db, context, `register ${register.id}`, intent, async () => {
        const values = await readValues(within, register, given.values);
        await requireUnique(db, register, values);
        const [made = 0] = await addRecords(within, register, [values], last);
        await settleFiles(db, author, made, {}, values);
        await tellWatchers(db, register, context.services.documents);
        await tellWaiting(context, db, register, await requireRow(db, register.id, String(made)));
        return made;
      });
      return await requireRow(db, register.id, String(id));
    }
    const before = await heldRow(db, register, given.id, given.version);
    const values = { ...unnamed(register, before.data), ...(await readChange(within, register, before, given.values)) };
    await requireUnique(db, register, values, before.id);
    await db
      .updateTable('register_row')
      .set({
        ...{ data: JSON.stringify(values), edited_by: withEditor(before, author.user), ...touched(author.user) },
        ...(isDueAnew(register, before.data, values) && { overdue_told_at: null }),
      })
      .where('id', '=', before.id)
      .execute();
    await settleFiles(db, author, before.id, before.data, values);
    await note(db, context, register, before.id, {
      action: 'update',
      code: codeOf(register, before.number),
      before: before.data,
      after: values,
    });
    await followUp(within, register, before.id);
    await tellWatchers(db, register, context.services.documents);
    const after = await requireRow(db, register.id, given.id);
    await tell(db, register, assignedIn(register, after, before.data));
    return after;
  });
  return await one(context, register, row);
}

/**
 * Adds records after the last number (`holdNumbers`) and tells their owners, in the transaction of the caller, who tells watchers. Gives their ids in this order; files of theirs
 * are the business of who calls, too. `importKey`: that of the import they come by.
 */
export async function addRecords(
  within: WordedContext,
  register: Register,
  given: readonly RecordValues[],
  last: number,
  importKey: string | null = null,
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
    moved_by: actorId(user),
    import_key: importKey,
  };
  const ids: number[] = [];
  const assigned: Assigned[] = [];
  for (let from = 0; from < given.length; from += atOnce) {
    const part = given.slice(from, from + atOnce);
    const rows = part.map((values, index) => ({ ...same, number: last + from + index + 1, data: JSON.stringify(values) }));
    const made = await db.insertInto('register_row').values(rows).returning(['id', 'number']).execute();
    made.sort((one, other) => one.number - other.number);
    const entries = made.map(({ id, number }, index) =>
      entryOf(register, id, { action: 'create', code: codeOf(register, number), after: part[index] }),
    );
    await recordAll(db, within, entries);
    ids.push(...made.map(({ id }) => id));
    assigned.push(...made.flatMap((row, index) => assignedIn(register, { ...row, data: part[index] ?? {} })));
  }
  await tellAssigned(within, db, register, assigned);
  return ids;
}

/**
 * Takes a record from its state to another one by a move of the register.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the record as it is, MOVE_REFUSED with what is missing, PARAMETER_ERROR at `reason`
 */
export async function moveRecord(
  context: WordedContext,
  given: { register: string; id: string; version: number; move: string; reason?: string | undefined },
): Promise<RecordAnswer> {
  const register = requireRegister(context, given.register);
  const { user } = authorOf(context);
  const move = register.document.moves?.find(({ name }) => name === given.move);
  if (!move) throw new ApiError('NOT_FOUND');
  const reason = given.reason?.trim() ?? '';
  if (move.reason && reason === '')
    throw new ApiError('PARAMETER_ERROR', { details: [{ field: 'reason', message: 'is missing', key: 'register.reasonMissing' }] });
  const isFinal = (state: string) => stateOf(register, state)?.final === true;
  const row = await context.db.transaction().execute(async (db) => {
    // What is opened again is computed again: nothing it refers to changes meanwhile.
    if (move.from.some(isFinal)) await holdNumbers(db, register, followersOf(context.services.documents, register.id));
    const before = await heldRow(db, register, given.id, given.version, 'any state');
    const [answer] = await answers({ ...context, db }, register, [before]);
    if (!move.from.includes(before.state)) throw refused(wordsOf(context)('register.otherState'));
    if (answer?.moves.includes(move.name) !== true) {
      const own = ownHand(move, before, user);
      throw own ? refused(wordsOf(context)(`register.${own}`)) : new ApiError('FORBIDDEN');
    }
    const records = await referredValues(db, register, before.data);
    const facts = {
      values: (await figured(db, register, [before]))(before),
      state: before.state,
      records: readsRecords(move.require) ? (await referred({ ...context, db }, register, [before])).records(before) : {},
    };
    if (move.require !== undefined && evaluate(move.require, facts, todayIn(readerOf(context).timeZone)) !== true)
      throw refused(wordsOf(context)(move.message));
    const values = isFinal(before.state) && !isFinal(move.to) ? withComputed(register, before.data, records) : before.data;
    await db
      .updateTable('register_row')
      .set({
        state: move.to,
        data: JSON.stringify(values),
        moved_by: actorId(user),
        edited_by: [],
        overdue_told_at: null,
        ...touched(user),
      })
      .where('id', '=', before.id)
      .execute();
    const code = codeOf(register, before.number);
    await note(db, context, register, before.id, {
      action: 'move',
      code,
      move: move.name,
      from: before.state,
      to: move.to,
      ...(reason && { reason }),
    });
    if (values !== before.data) await followUp({ ...context, db }, register, before.id);
    await tellWatchers(db, register, context.services.documents);
    const after = await requireRow(db, register.id, given.id);
    await tellMove(context, db, register, after, move);
    return after;
  });
  return await one(context, register, row);
}

/** The values a record is to have. Fields that are not changed in its state keep theirs. @throws ApiError PARAMETER_ERROR at every field that is wrong */
async function readChange(
  within: WordedContext,
  register: Register,
  { state, data }: RecordRow,
  given: Readonly<Record<string, unknown>>,
): Promise<RecordValues> {
  const open = openFields(register.document, state);
  const closed = register.document.fields.filter((field) => isTyped(field) && !open.includes(field.name)).map(({ name }) => name);
  const kept = Object.fromEntries(closed.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
  const values = await readValues(within, register, { ...kept, ...given }, data);
  const changed = closed.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(data[name]));
  if (changed.length === 0) return values;
  const details = changed.map((field) => ({ field, message: 'is not changed in this state', key: 'register.isFinal' }));
  throw new ApiError('PARAMETER_ERROR', { details });
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
    await requireUnused(context, db, register, before);
    await db.deleteFrom('register_row').where('id', '=', before.id).execute();
    await removeFilesOf(db, { businessType: registerFiles, businessId: String(before.id) });
    await note(db, context, register, before.id, { action: 'delete', code: codeOf(register, before.number), before: before.data });
    await tellWatchers(db, register, context.services.documents);
  });
}

async function one(context: WordedContext, register: Register, row: RecordRow): Promise<RecordAnswer> {
  const [answer] = await answers(context, register, [row]);
  if (!answer) throw new Error('The record cannot be read');
  return answer;
}

/** What is missing, in the language of the caller: the document says it, and no text key does. */
function refused(message: string): ApiError {
  const details = [{ field: '', message }];
  return new ApiError('MOVE_REFUSED', { msg: message, details });
}

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
 * @throws ApiError NOT_FOUND, RECORD_FINAL, CONFLICT with the values of now beside id and version: the shape forms are filled with
 */
async function heldRow(
  db: Database,
  register: Register,
  id: string,
  version: number | undefined,
  extent: 'open' | 'any state' | 'to remove' = 'open',
): Promise<RecordRow> {
  const rows = rowsOf(db, register.id).where('id', '=', Number(id));
  // Others may refer to a record that changes, and not to one that goes.
  const row = await (extent === 'to remove' ? rows.forUpdate() : rows.forNoKeyUpdate()).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  if (row.version !== version) throw new ApiError('CONFLICT', { data: { ...row.data, id, version: row.version } });
  const isOpen = {
    open: openFields(register.document, row.state).length > 0,
    'any state': true,
    'to remove': isRemovable(register.document, row.state),
  };
  if (!isOpen[extent]) throw new ApiError('RECORD_FINAL');
  return row;
}

/** @throws ApiError IN_USE naming the first record that refers to it */
async function requireUnused({ services }: WordedContext, db: Database, register: Register, { id }: RecordRow): Promise<void> {
  for (const { id: other, document, fields } of pointingAt(services.documents, register.id)) {
    for (const field of fields) {
      const user = await rowsOf(db, other)
        .where(sql<boolean>`data ->> ${field.name} = ${String(id)}`)
        .executeTakeFirst();
      if (user) throw inUse('register.inUse', 'Another record refers to it', { code: codeOf({ document }, user.number) });
    }
  }
}

async function note(db: Database, context: WordedContext, register: Register, id: number, noted: Noted): Promise<void> {
  await record(db, context, entryOf(register, id, noted));
}

interface Noted extends Record<string, unknown> {
  action: string;
}

/** What the operation log and the history of a record say of a change. */
export function entryOf({ id: register, user }: Register, id: number, { action, ...detail }: Noted): AuditEntry {
  return { action: `${target}_${action}`, targetType: target, targetId: String(id), actor: user, detail: { register, ...detail } };
}
