import { addTo } from '../../../src/core/lists.ts';
import { isChanged } from '../../../src/core/register/reading.ts';
import type { Calls } from '../../../src/generated/calls.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ApiError, wrong } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { handOverRecords, type ManyDone } from '../registers/many.ts';
import { type OpenRecords, openRecordsOf } from '../registers/open-work.ts';
import { findAccount } from './repository.ts';

type HandedOver = Calls['system-user.handOver']['data'];

/** Records one call hands over: each is saved, checked and told like any other change. */
const mostRecords = 500;

/**
 * Gives the records that are open in somebody's name to somebody else, as far as whoever asks may change them; what stays is told with the reason.
 * @throws ApiError NOT_FOUND, PARAMETER_ERROR where the successor is the same person, or cannot sign in
 */
export async function handOver(context: WordedContext, { id, to }: { id: string; to: string }): Promise<HandedOver> {
  const { db, services } = context;
  const [account, successor] = await Promise.all([findAccount(db, id), findAccount(db, to)]);
  if (!account) throw new ApiError('NOT_FOUND');
  if (to === id) throw wrong('to', 'is the same person', 'account.sameSuccessor');
  if (successor?.status !== '0') throw wrong('to', 'cannot sign in', 'account.noSuccessor');
  let [count, room] = [0, mostRecords];
  const left: HandedOver['left'] = [];
  for (const open of await openRecordsOf(db, services.documents, id)) {
    const done = await handedOver(context, open, { from: id, to, most: room });
    count += done.count;
    room -= done.count + done.refused.length;
    left.push(...leftOf(context, open, done));
  }
  const entry = { action: 'user_hand_over', targetType: 'user', targetId: id, targetName: account.username, actor: signedIn(context) };
  await record(db, context, { ...entry, detail: { to: successor.username, count } });
  return { count, left };
}

interface Done extends ManyDone {
  /** Key of the text that says why the rest was not tried. */
  untried: string;
}

const none: ManyDone = { count: 0, refused: [] };

async function handedOver(
  context: WordedContext,
  { register, field }: OpenRecords,
  given: { from: string; to: string; most: number },
): Promise<Done> {
  if (!isChanged(field)) return { ...none, untried: 'account.handOverFixed' };
  try {
    return { ...(await handOverRecords(context, { register: register.id, field: field.name, ...given })), untried: 'account.handOverMore' };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'FORBIDDEN')) throw error;
    return { ...none, untried: 'account.handOverForbidden' };
  }
}

/** What stays of a register, by reason: those that were refused, and those that were not tried. */
function leftOf(
  context: WordedContext,
  { register, field, count: open }: OpenRecords,
  { count, refused, untried }: Done,
): HandedOver['left'] {
  const word = wordsOf(context);
  const codes = new Map<string, string[]>();
  for (const { message, code } of refused) addTo(codes, message, code);
  const of = { title: word(register.document.title), as: word(field.label) };
  const rest = open - count - refused.length;
  return [
    ...[...codes].map(([reason, { length }]) => ({ id: `${register.id}.${field.name}.${reason}`, ...of, count: length, reason })),
    ...(rest > 0 ? [{ id: `${register.id}.${field.name}`, ...of, count: rest, reason: word(untried) }] : []),
  ];
}
