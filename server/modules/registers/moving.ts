import type { RegisterMove } from '../../../src/core/register/document.ts';
import { expressionsOf } from '../../../src/core/register/expressions.ts';
import { byPresentNames } from '../../../src/core/register/names.ts';
import { asksOf } from '../../../src/core/register/reading.ts';
import { waysRead } from '../../../src/core/register/ways.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { dayIn } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { type Author, actorId, authorOf, touched } from '../changes.ts';
import { requireNoCircle } from './circles.ts';
import { figured } from './figures.ts';
import { settleFiles } from './files.ts';
import { followersOf, followUp } from './followers.ts';
import { readSome } from './given-values.ts';
import { heldRow, holdNumbers } from './holding.ts';
import { makeRecord } from './making.ts';
import { note } from './noting.ts';
import { idsIn } from './pointing.ts';
import { referred } from './referred.ts';
import { refusalWords } from './refusals.ts';
import { codeOf, movesFrom, ownHand, type Register, requireRegister, stateOf, withFields } from './registers.ts';
import { answerOf, changedRow, type RecordAnswer } from './rows.ts';
import { seenRows } from './sight.ts';
import type { RecordRow, RecordValues } from './tables.ts';
import { type Assigned, assignedIn, type Hearing, hearingsOfMove, type Telling, tellAtOnce, thoseLosing } from './telling.ts';
import { requireUnique } from './unique.ts';
import { evaluate, readsRecords, referredValues, saidValue, withComputed } from './values.ts';
import { tellWatchers } from './watched.ts';

export interface GivenMove {
  register: string;
  id: string;
  version: number;
  move: string;
  reason?: string | undefined;
  /** Of the fields the move asks for. */
  values?: Readonly<Record<string, unknown>> | undefined;
}

/** The record after a move; `made`: the one the move made elsewhere, for who sees it there. */
export interface MovedRecord extends RecordAnswer {
  made?: { register: string; id: string; code: string };
}

/**
 * Takes a record from its state to another one by a move of the register, with the values the move asks for, and makes the record it makes elsewhere.
 * `tell` tells people of it; by default at once.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the record as it is, MOVE_REFUSED with what is missing, PARAMETER_ERROR at `reason` and at
 * every field that is wrong, DUPLICATE
 */
export async function moveRecord(context: WordedContext, given: GivenMove, tell: Telling = tellAtOnce(context)): Promise<MovedRecord> {
  const register = requireRegister(context, given.register);
  const author = authorOf(context);
  const move = register.document.moves?.find(({ name }) => name === given.move);
  if (!move) throw new ApiError('NOT_FOUND');
  const reason = given.reason?.trim() ?? '';
  if (move.reason && reason === '')
    throw new ApiError('PARAMETER_ERROR', { details: [{ field: 'reason', message: 'is missing', key: 'register.reasonMissing' }] });
  const target = move.makes && targetOf(context, register, move.makes.register);
  const isFinal = (state: string) => stateOf(register, state)?.final === true;
  const isComputedAnew = move.from.some(isFinal) || move.asks !== undefined || move.sets !== undefined;
  const { row, made } = await context.db.transaction().execute(async (db) => {
    const within = { ...context, db };
    // What is computed again: nothing it refers to changes meanwhile, and what is to be unique is looked for before it is written.
    const computed = isComputedAnew ? [register.id, ...followersOf(context.services.documents, register.id)] : [];
    const last = target || isComputedAnew ? await holdNumbers(db, target ?? register, computed) : 0;
    const before = await rowToMove(db, register, given);
    requireAllowed(context, register, move, before);
    const asked = await askedValues(within, register, move, before, byPresentNames(register.document, given.values ?? {}, before.data));
    const isReopened = isFinal(before.state) && !isFinal(move.to);
    const values = isReopened ? withComputed(register, asked, await referredValues(db, register, asked)) : asked;
    await holdReferred(within, register, move, values);
    const facts = await factsOf(within, register, move, { ...before, data: values });
    if (move.require !== undefined && evaluate(move.require, facts, dayIn(readerOf(context).timeZone)) !== true)
      throw refused(wordsOf(context)(move.message));
    const settled = await setValues(within, register, move, { ...before, data: values }, facts);
    const taken = await thoseLosing(db, register, before, move);
    await writeMoved(db, author, before, move, settled);
    const id = target && move.makes && (await makeRecord(within, target, move.makes, before, { facts, last, tell }));
    const made = target && id !== undefined ? await madeIn(db, target, id) : undefined;
    await note(db, context, register, before.id, {
      action: 'move',
      code: codeOf(register, before.number),
      move: move.name,
      from: before.state,
      to: move.to,
      ...(reason && { reason }),
      ...((move.asks || move.sets) && { before: before.data, after: settled }),
      ...(made && { made }),
    });
    if (settled !== before.data) await followUp(within, register, before.id);
    await tellWatchers(db, register, context.services.documents);
    const after = await changedRow(db, register, given.id);
    const assigned = assignedIn(register, after, before.data);
    const hearings = exceptAssigned(await hearingsOfMove(within, register, after, move, reason), assigned);
    await tell(db, register, { assigned, hearings: [...hearings, ...(await taken())] });
    return { row: after, made };
  });
  const isSeen = made && target && (await seenRows(context.db, target).where('id', '=', Number(made.id)).executeTakeFirst());
  return { ...(await answerOf(context, register, row)), ...(isSeen && { made }) };
}

/** Who is told that a record becomes theirs is not told of the move that gave it to them, too. */
function exceptAssigned(hearings: readonly Hearing[], assigned: readonly Assigned[]): Hearing[] {
  return hearings.map((hearing) => ({
    ...hearing,
    userIds: hearing.userIds.filter((id) => hearing.template === 'register/waits' || !assigned.some(({ owner }) => owner === id)),
  }));
}

/**
 * The record as whoever moves it saw it, held until the transaction ends. Nobody decides on what changed behind their window: a conflict gives no version
 * to go on with.
 * @throws ApiError NOT_FOUND, CONFLICT
 */
async function rowToMove(db: Database, register: Register, { id, version }: GivenMove): Promise<RecordRow> {
  try {
    return await heldRow(db, register, id, version, 'any state');
  } catch (error) {
    throw error instanceof ApiError && error.code === 'CONFLICT' ? new ApiError('CONFLICT') : error;
  }
}

async function writeMoved(db: Database, author: Author, before: RecordRow, move: RegisterMove, values: RecordValues): Promise<void> {
  await db
    .updateTable('register_row')
    .set({
      state: move.to,
      data: JSON.stringify(values),
      moved_by: actorId(author.user),
      edited_by: [],
      overdue_told_at: null,
      ...touched(author.user),
    })
    .where('id', '=', before.id)
    .execute();
  await settleFiles(db, author, before.id, before.data, values);
}

/** The register a move makes its record in: what its document says holds, whoever makes the move. @throws ApiError NOT_FOUND where there is none */
function targetOf({ services }: WordedContext, { user }: Register, id: string): Register {
  const document = services.documents.get('register', id);
  if (!document) throw new ApiError('NOT_FOUND');
  return { id, document, user };
}

async function madeIn(db: Database, target: Register, id: number): Promise<{ register: string; id: string; code: string }> {
  const { number } = await changedRow(db, target, id);
  return { register: target.id, id: String(id), code: codeOf(target, number) };
}

/** @throws ApiError MOVE_REFUSED from another state or by one's own hand, FORBIDDEN without its permission */
function requireAllowed(context: WordedContext, register: Register, move: RegisterMove, row: RecordRow): void {
  if (!move.from.includes(row.state)) throw refused(wordsOf(context)('register.otherState'));
  if (movesFrom(register, row).some(({ name }) => name === move.name)) return;
  const own = ownHand(move, row, register.user);
  throw own ? refused(wordsOf(context)(`register.${own}`)) : new ApiError('FORBIDDEN');
}

/**
 * The values of the record with those the move asks for; what is not given stays as it is.
 * @throws ApiError PARAMETER_ERROR at every field that is wrong or missing, DUPLICATE at what others have
 */
async function askedValues(
  within: WordedContext,
  register: Register,
  move: RegisterMove,
  row: RecordRow,
  given: Readonly<Record<string, unknown>>,
): Promise<RecordValues> {
  const asks = new Map(asksOf(move).map(({ field, required }) => [field, required]));
  const strange = Object.keys(given).filter((name) => !asks.has(name));
  if (strange.length > 0)
    throw new ApiError('PARAMETER_ERROR', { details: strange.map((field) => ({ field, message: 'The move does not ask for it' })) });
  const { id, data } = row;
  if (asks.size === 0) return data;
  const fields = register.document.fields.flatMap((field) => {
    const required = asks.get(field.name);
    return required === undefined ? [] : [{ ...field, required }];
  });
  const known = Object.fromEntries(Object.entries(data).filter(([name]) => asks.has(name)));
  const values = await readSome(within, register, fields, { ...known, ...given }, data);
  const asked = withFields(register, fields);
  await requireUnique(within.db, asked, values, id);
  await requireNoCircle(within.db, asked, row, values);
  return values;
}

/**
 * What the move asks about another record stays true until it is made: of two moves that count what points at one, such as the reports issued for an
 * engagement, the second counts the first.
 */
async function holdReferred(
  { db, services }: WordedContext,
  { document }: Register,
  move: RegisterMove,
  values: RecordValues,
): Promise<void> {
  const find = (register: string) => services.documents.get('register', register);
  const reads = readsOfMove({ document }, move).flatMap((expression) => waysRead(document, expression, find));
  const ids = reads.flatMap(({ way }) => idsIn(values[way]).map(Number));
  if (ids.length === 0) return;
  const rows = db.selectFrom('register_row').select('id').where('id', 'in', ids).orderBy('id');
  await (reads.some(({ isCounted }) => isCounted) ? rows.forNoKeyUpdate() : rows.forShare()).execute();
}

/** What the expressions of a move read: `values` with the figures over other records, `state`, and `records`. */
async function factsOf(within: WordedContext, register: Register, move: RegisterMove, row: RecordRow) {
  const isReferred = readsOfMove(register, move).some(readsRecords);
  return {
    values: (await figured(within.db, register, [row]))(row),
    state: row.state,
    records: isReferred ? (await referred(within, register, [row])).records(row) : {},
  };
}

/** The texts of a move that are evaluated. */
const readsOfMove = ({ document }: Pick<Register, 'document'>, move: RegisterMove): string[] =>
  expressionsOf(document).flatMap((one) => (one.move === move ? [one.text] : []));

/**
 * The values of the record with those the move sets, by `facts`: what was asked for, and what it refers to.
 * @throws ApiError MOVE_REFUSED naming the first field that cannot have its value
 */
async function setValues(
  within: WordedContext,
  register: Register,
  { sets = {} }: RegisterMove,
  row: RecordRow,
  facts: Record<string, unknown>,
): Promise<RecordValues> {
  const fields = register.document.fields.filter(({ name }) => name in sets);
  if (fields.length === 0) return row.data;
  const today = dayIn(readerOf(within).timeZone);
  const given = Object.entries(sets).map(([name, value]) => [name, saidValue(value, facts, today)] as const);
  try {
    // What the document says is chosen, whether or not who makes the move sees it.
    const values = await readSome(within, register, fields, Object.fromEntries(given), row.data, 'any');
    const set = withFields(register, fields);
    await requireUnique(within.db, set, values, row.id);
    await requireNoCircle(within.db, set, row, values);
    return values;
  } catch (error) {
    const isFault = error instanceof ApiError && (error.code === 'PARAMETER_ERROR' || error.code === 'DUPLICATE');
    throw isFault ? refused(refusalWords(within, register)(error)) : error;
  }
}

/** What is missing, in the language of the caller: the document says it, and no text key does. */
function refused(message: string): ApiError {
  const details = [{ field: '', message }];
  return new ApiError('MOVE_REFUSED', { msg: message, details });
}
