import { asksOf, type RegisterMove } from '../../../src/core/register/document.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { dayIn } from '../../days.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { authorOf, touched } from '../changes.ts';
import { figured } from './figures.ts';
import { settleFiles } from './files.ts';
import { followersOf, followUp } from './followers.ts';
import { heldRow, holdNumbers } from './holding.ts';
import { makeRecord } from './making.ts';
import { note } from './noting.ts';
import { idsIn } from './pointing.ts';
import { actorId, codeOf, has, movesFrom, ownHand, type Register, requireRegister, stateOf } from './registers.ts';
import { answerOf, type RecordAnswer, referred, requireRow } from './rows.ts';
import type { RecordRow, RecordValues } from './tables.ts';
import { type Assigned, assignedIn, type Hearing, hearingsOfMove, tellAssigned, tellHearings } from './telling.ts';
import { requireUnique } from './unique.ts';
import { evaluate, isEmptyValue, readSome, readsRecords, referredValues, withComputed } from './values.ts';
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

/** Who is to be told of a move. */
interface Told {
  hearings: readonly Hearing[];
  assigned: readonly Assigned[];
}

/**
 * Takes a record from its state to another one by a move of the register, with the values the move asks for, and makes the record it makes elsewhere.
 * `tell` tells people of it; by default at once.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the record as it is, MOVE_REFUSED with what is missing, PARAMETER_ERROR at `reason` and at
 * every field that is wrong, DUPLICATE
 */
export async function moveRecord(
  context: WordedContext,
  given: GivenMove,
  tell: (db: Database, register: Register, told: Told) => Promise<void> | void = async (db, register, { hearings, assigned }) => {
    await tellAssigned(context, db, register, assigned);
    await tellHearings(context, db, register, hearings);
  },
): Promise<MovedRecord> {
  const register = requireRegister(context, given.register);
  const author = authorOf(context);
  const move = register.document.moves?.find(({ name }) => name === given.move);
  if (!move) throw new ApiError('NOT_FOUND');
  const reason = given.reason?.trim() ?? '';
  if (move.reason && reason === '')
    throw new ApiError('PARAMETER_ERROR', { details: [{ field: 'reason', message: 'is missing', key: 'register.reasonMissing' }] });
  const target = move.makes && targetOf(context, register, move.makes.register);
  const isFinal = (state: string) => stateOf(register, state)?.final === true;
  const isComputedAnew = move.from.some(isFinal) || move.asks !== undefined;
  const { row, made } = await context.db.transaction().execute(async (db) => {
    const within = { ...context, db };
    // What is computed again: nothing it refers to changes meanwhile, and what is to be unique is looked for before it is written.
    const computed = isComputedAnew ? [register.id, ...followersOf(context.services.documents, register.id)] : [];
    const last = target || isComputedAnew ? await holdNumbers(db, target ?? register, computed) : 0;
    const before = await heldRow(db, register, given.id, given.version, 'any state');
    requireAllowed(context, register, move, before);
    const asked = await askedValues(within, register, move, before.data, given.values ?? {});
    if (move.asks) await requireUnique(db, register, asked, before.id);
    await holdReferred(db, register, move, asked);
    const facts = await factsOf(within, register, move, { ...before, data: asked });
    if (move.require !== undefined && evaluate(move.require, facts, dayIn(readerOf(context).timeZone)) !== true)
      throw refused(wordsOf(context)(move.message));
    const isReopened = isFinal(before.state) && !isFinal(move.to);
    const values = isReopened ? withComputed(register, asked, await referredValues(db, register, asked)) : asked;
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
    const made = target && move.makes && (await makeRecord(within, target, move.makes, before, facts, last));
    const makes = target && made !== undefined ? await madeIn(db, target, made) : undefined;
    await note(db, context, register, before.id, {
      action: 'move',
      code: codeOf(register, before.number),
      move: move.name,
      from: before.state,
      to: move.to,
      ...(reason && { reason }),
      ...(move.asks && { before: before.data, after: values }),
      ...(makes && { made: makes }),
    });
    if (values !== before.data) await followUp(within, register, before.id);
    await tellWatchers(db, register, context.services.documents);
    const after = await requireRow(db, register.id, given.id);
    await tell(db, register, {
      hearings: await hearingsOfMove(db, register, after, move),
      assigned: assignedIn(register, after, before.data),
    });
    return { row: after, made: makes };
  });
  return { ...(await answerOf(context, register, row)), ...(made && target && has(target, 'list') && { made }) };
}

/** The register a move makes its record in: what its document says holds, whoever makes the move. @throws ApiError NOT_FOUND where there is none */
function targetOf({ services }: WordedContext, { user }: Register, id: string): Register {
  const document = services.documents.get('register', id);
  if (!document) throw new ApiError('NOT_FOUND');
  return { id, document, user };
}

async function madeIn(db: Database, target: Register, id: number): Promise<{ register: string; id: string; code: string }> {
  const { number } = await requireRow(db, target.id, String(id));
  return { register: target.id, id: String(id), code: codeOf(target, number) };
}

/** @throws ApiError MOVE_REFUSED from another state or by one's own hand, FORBIDDEN without its permission */
function requireAllowed(context: WordedContext, register: Register, move: RegisterMove, row: RecordRow): void {
  if (!move.from.includes(row.state)) throw refused(wordsOf(context)('register.otherState'));
  if (movesFrom(register, row).some(({ name }) => name === move.name)) return;
  const own = ownHand(move, row, register.user);
  throw own ? refused(wordsOf(context)(`register.${own}`)) : new ApiError('FORBIDDEN');
}

/** The values of the record with those the move asks for; what is not given stays as it is. @throws ApiError PARAMETER_ERROR at every field that is wrong */
async function askedValues(
  within: WordedContext,
  register: Register,
  move: RegisterMove,
  before: RecordValues,
  given: Readonly<Record<string, unknown>>,
): Promise<RecordValues> {
  const asks = asksOf(move);
  const names = asks.map(({ field }) => field);
  const isAsked = (name: string) => names.includes(name);
  const known = Object.entries(before).filter(([name]) => isAsked(name));
  const values: Record<string, unknown> = { ...Object.fromEntries(known), ...given };
  const missing = asks.filter(({ field, required }) => required && isEmptyValue(values[field]));
  const details: ErrorDetail[] = [
    ...missing.map(({ field }) => ({ field, message: 'is missing', key: 'engine.required' })),
    ...Object.keys(given).flatMap((field) => (isAsked(field) ? [] : [{ field, message: 'The move does not ask for it' }])),
  ];
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
  return names.length === 0 ? before : await readSome(within, register, ({ name }) => isAsked(name), values, before);
}

/** What the move asks about another record stays true until it is made. */
async function holdReferred(db: Database, { document }: Register, { require }: RegisterMove, values: RecordValues): Promise<void> {
  if (!readsRecords(require)) return;
  const ids = document.fields.flatMap(({ type, name }) => (type === 'record' ? idsIn(values[name]).map(Number) : []));
  if (ids.length > 0) await db.selectFrom('register_row').select('id').where('id', 'in', ids).orderBy('id').forShare().execute();
}

/** What the expressions of a move read: `values` with the figures over other records, `state`, and `records`. */
async function factsOf(within: WordedContext, register: Register, { require, makes }: RegisterMove, row: RecordRow) {
  const made = Object.values(makes?.with ?? {}).map((value) => (typeof value === 'string' ? value : undefined));
  const isReferred = [require, makes?.when, ...made].some(readsRecords);
  return {
    values: (await figured(within.db, register, [row]))(row),
    state: row.state,
    records: isReferred ? (await referred(within, register, [row])).records(row) : {},
  };
}

/** What is missing, in the language of the caller: the document says it, and no text key does. */
function refused(message: string): ApiError {
  const details = [{ field: '', message }];
  return new ApiError('MOVE_REFUSED', { msg: message, details });
}
