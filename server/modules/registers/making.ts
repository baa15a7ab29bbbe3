import type { RegisterMaking } from '../../../src/core/register/document.ts';
import type { WordedContext } from '../../context.ts';
import { dayIn } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { addRecords } from './changes.ts';
import { readValues } from './given-values.ts';
import { pointsAt } from './pointing.ts';
import { refusalWords } from './refusals.ts';
import { fieldOf, type Register } from './registers.ts';
import { everyRecord, isUnfinished } from './sight.ts';
import type { RecordRow } from './tables.ts';
import type { Telling } from './telling.ts';
import { requireUnique } from './unique.ts';
import { evaluate, saidValue } from './values.ts';
import { tellWatchers } from './watched.ts';

/**
 * Makes the record a move makes, in its transaction and after the number `last` of the register it stands in. `facts`: what its expressions
 * read. Gives its id, or nothing where it is not to be made, or a record that is in no final state points at this one already.
 * @throws ApiError MOVE_REFUSED naming the first field that is wrong
 */
export async function makeRecord(
  within: WordedContext,
  target: Register,
  { by, when, with: given = {} }: RegisterMaking,
  row: Pick<RecordRow, 'id'>,
  { facts, last, tell }: { facts: Record<string, unknown>; last: number; tell: Telling },
): Promise<number | undefined> {
  const { db } = within;
  const today = dayIn(readerOf(within).timeZone);
  if (when !== undefined && evaluate(when, facts, today) !== true) return undefined;
  const multiple = fieldOf(target, by)?.multiple === true;
  const others = everyRecord(db, target.id).where(pointsAt([{ name: by, multiple }], row.id));
  if (await others.where(isUnfinished(target.document)).executeTakeFirst()) return undefined;
  const word = wordsOf(within);
  const values = Object.entries(given).map(([name, value]) => {
    return [name, saidValue(typeof value === 'object' ? word(value) : value, facts, today)] as const;
  });
  try {
    const pointing = { [by]: multiple ? [String(row.id)] : String(row.id) };
    // What the document says is chosen, whether or not who makes the move sees it.
    const read = await readValues(within, target, { ...Object.fromEntries(values), ...pointing }, {}, 'any');
    await requireUnique(db, target, read);
    const [id] = await addRecords(within, target, [read], last, { tell });
    await tellWatchers(db, target, within.services.documents);
    return id;
  } catch (error) {
    const isFault = error instanceof ApiError && (error.code === 'PARAMETER_ERROR' || error.code === 'DUPLICATE');
    throw isFault ? refusedBy(within, target, error) : error;
  }
}

/** What is wrong with the record to be made is no fault at a field of the one that is moved: it is said whole. */
function refusedBy(context: WordedContext, target: Register, error: ApiError): ApiError {
  const message = `${wordsOf(context)(target.document.title)} - ${refusalWords(context, target)(error)}`;
  return new ApiError('MOVE_REFUSED', { msg: message, details: [{ field: '', message }] });
}
