import { byAllNames, byPresentNames, withFormerNames } from '../../../src/core/register/names.ts';
import { isRemovable, openFields } from '../../../src/core/register/reading.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { dayIn } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { namesOfAccounts } from '../users/names.ts';
import { figured } from './figures.ts';
import { type ChosenValue, referred } from './referred.ts';
import { codeOf, has, movesFrom, type Register, stateOf } from './registers.ts';
import { everyRecord, seenRows } from './sight.ts';
import type { RecordRow, RecordValues } from './tables.ts';
import { evaluate } from './values.ts';

/** A record as the API shows it. */
export interface RecordAnswer {
  id: string;
  code: string;
  version: number;
  state: string;
  /** By the names of the fields, also by those they had before. */
  values: RecordValues;
  /** What is chosen in fields that point elsewhere, by the name of the field. */
  names: Record<string, LabelValue>;
  /** Each of them in fields that take several; only where the register has such fields. */
  chosen?: Record<string, ChosenValue[]>;
  /** Fields that point at a record the reader does not see, also by the names they had; only where there are some. */
  unseen?: string[];
  /** Moves whoever asks may make now. */
  moves: string[];
  editable: boolean;
  removable: boolean;
  overdue: boolean;
  /** In the language of the reader. */
  warnings: string[];
  createTime: string;
  createBy: string | null;
  /** In the language of the reader; the account where nothing is known of who had it. */
  createByName: string | null;
  updateTime: string | null;
  updateBy: string | null;
}

/** A record of the register that the user sees. @throws ApiError NOT_FOUND, the same where there is one they do not see */
export async function requireRow(db: Database, register: Register, id: string | number): Promise<RecordRow> {
  const row = await seenRows(db, register).where('id', '=', Number(id)).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

/** A record as it is after its change, also where who changed it does not see it any more: they know what they wrote. */
export async function changedRow(db: Database, register: Pick<Register, 'id'>, id: string | number): Promise<RecordRow> {
  return await everyRecord(db, register.id).where('id', '=', Number(id)).executeTakeFirstOrThrow();
}

/** Records for their reader: with names of what they refer to, what may be done, and what is not as it should be. */
export async function answers(context: WordedContext, register: Register, kept: readonly RecordRow[]): Promise<RecordAnswer[]> {
  const { document } = register;
  // Values stand under former names of their fields for a moment.
  const rows = kept.map((row) => ({ ...row, data: byPresentNames(document, row.data) }));
  const { names, chosen, unseen, records } = await referred(context, register, rows);
  const isSeveral = document.fields.some(({ multiple }) => multiple);
  const word = wordsOf(context);
  const today = dayIn(readerOf(context).timeZone);
  const valuesOf = await figured(context.db, register, rows);
  const nameOf = await namesOfAccounts(
    context,
    rows.map((row) => row.created_by),
  );
  return rows.map((row) => {
    const isFinal = stateOf(register, row.state)?.final === true;
    const due = document.due === undefined ? undefined : row.data[document.due];
    const values = valuesOf(row);
    const facts = { values, state: row.state, records: records(row) };
    const hidden = unseen(row);
    return {
      id: String(row.id),
      code: codeOf(register, row.number),
      version: row.version,
      state: row.state,
      values: byAllNames(document, values),
      names: byAllNames(document, names(row)),
      ...(isSeveral && { chosen: byAllNames(document, chosen(row)) }),
      ...(hidden.length > 0 && { unseen: withFormerNames(document, hidden) }),
      moves: movesFrom(register, row).map(({ name }) => name),
      editable: openFields(document, row.state).length > 0 && has(register, 'edit'),
      removable: isRemovable(document, row.state) && has(register, 'remove'),
      overdue: !isFinal && typeof due === 'string' && due < today,
      warnings: (document.warnings ?? []).filter(({ when }) => evaluate(when, facts, today) === true).map(({ text }) => word(text)),
      createTime: row.created_at.toISOString(),
      createBy: row.created_by,
      createByName: nameOf(row.created_by),
      updateTime: row.updated_at?.toISOString() ?? null,
      updateBy: row.updated_by,
    };
  });
}

/** A record for its reader. */
export async function answerOf(context: WordedContext, register: Register, row: RecordRow): Promise<RecordAnswer> {
  const [answer] = await answers(context, register, [row]);
  if (!answer) throw new Error('The record cannot be read');
  return answer;
}
