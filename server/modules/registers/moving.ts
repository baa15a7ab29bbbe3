import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { dayIn } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { authorOf, touched } from '../changes.ts';
import { followersOf, followUp } from './followers.ts';
import { heldRow, holdNumbers } from './holding.ts';
import { note } from './noting.ts';
import { actorId, codeOf, ownHand, type Register, requireRegister, stateOf } from './registers.ts';
import { answerOf, type RecordAnswer, referred, requireRow } from './rows.ts';
import { type Hearing, hearingsOfMove, tellHearings } from './telling.ts';
import { evaluate, readsRecords, referredValues, withComputed } from './values.ts';
import { tellWatchers } from './watched.ts';

/**
 * Takes a record from its state to another one by a move of the register. `tell` tells people of it; by default at once.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the record as it is, MOVE_REFUSED with what is missing, PARAMETER_ERROR at `reason`
 */
export async function moveRecord(
  context: WordedContext,
  given: { register: string; id: string; version: number; move: string; reason?: string | undefined },
  tell: (db: Database, register: Register, hearings: readonly Hearing[]) => Promise<void> | void = (...told) =>
    tellHearings(context, ...told),
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
    const answer = await answerOf({ ...context, db }, register, before);
    if (!move.from.includes(before.state)) throw refused(wordsOf(context)('register.otherState'));
    if (!answer.moves.includes(move.name)) {
      const own = ownHand(move, before, user);
      throw own ? refused(wordsOf(context)(`register.${own}`)) : new ApiError('FORBIDDEN');
    }
    const records = await referredValues(db, register, before.data);
    const facts = {
      values: answer.values,
      state: before.state,
      records: readsRecords(move.require) ? (await referred({ ...context, db }, register, [before])).records(before) : {},
    };
    if (move.require !== undefined && evaluate(move.require, facts, dayIn(readerOf(context).timeZone)) !== true)
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
    await tell(db, register, await hearingsOfMove(db, register, after, move));
    return after;
  });
  return await answerOf(context, register, row);
}

/** What is missing, in the language of the caller: the document says it, and no text key does. */
function refused(message: string): ApiError {
  const details = [{ field: '', message }];
  return new ApiError('MOVE_REFUSED', { msg: message, details });
}
