import type { WordedContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { wordsOf, wordsOfArea } from '../../reader.ts';
import { moveRecord, removeRecord } from './changes.ts';
import { codeOf, type Register, requireRegister } from './registers.ts';
import { rowsOf } from './rows.ts';

/** A record as whoever asks saw it. */
interface SeenRecord {
  id: string;
  version: number;
}

export interface ManyDone {
  /** How many it was done with. */
  count: number;
  /** Why the others stay as they are, in the language of the reader. */
  refused: { id: string; code: string; message: string }[];
}

/** Makes a move with several records, each on its own. @throws ApiError NOT_FOUND where there is no such register or move, FORBIDDEN */
export async function moveRecords(
  context: WordedContext,
  { records, ...given }: { register: string; move: string; reason?: string | undefined; records: readonly SeenRecord[] },
): Promise<ManyDone> {
  const register = requireRegister(context, given.register);
  if (!register.document.moves?.some(({ name }) => name === given.move)) throw new ApiError('NOT_FOUND');
  return await withEach(context, register, records, (record) => moveRecord(context, { ...given, ...record }));
}

/** Deletes several records, each on its own. @throws ApiError NOT_FOUND where there is no such register, FORBIDDEN */
export async function removeRecords(
  context: WordedContext,
  { register: id, records }: { register: string; records: readonly SeenRecord[] },
): Promise<ManyDone> {
  const register = requireRegister(context, id, 'remove');
  return await withEach(context, register, records, (record) => removeRecord(context, { register: id, ...record }));
}

/** One transaction a record: what is refused with one keeps no other from its change, and nobody waits for all of them. */
async function withEach(
  context: WordedContext,
  register: Register,
  records: readonly SeenRecord[],
  change: (record: SeenRecord) => Promise<unknown>,
): Promise<ManyDone> {
  const ids = records.map(({ id }) => Number(id));
  const rows = await rowsOf(context.db, register.id).where('id', 'in', ids).execute();
  const codes = new Map(rows.map(({ id, number }) => [String(id), codeOf(register, number)]));
  const say = refusalWords(context);
  const refused: ManyDone['refused'] = [];
  for (const { id, version } of records) {
    try {
      await change({ id, version });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      refused.push({ id, code: codes.get(id) ?? '', message: say(error) });
    }
  }
  return { count: records.length - refused.length, refused };
}

/** Why something is refused, as browsers say it: what the error tells in detail, or what its code is called. */
function refusalWords(context: WordedContext): (error: ApiError) => string {
  const word = wordsOf(context);
  const fill = wordsOfArea(context, (key) => key);
  return ({ code, message, details: [detail] = [] }) => {
    if (detail) return detail.key === undefined ? detail.message : fill(detail.key, detail.values);
    const key = `error.${code}`;
    const text = word(key);
    return text === key ? message : text;
  };
}
