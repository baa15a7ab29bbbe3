import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { type Cell, clockOf, inZone, workbook } from '../spreadsheets/workbook.ts';
import { isDayThere } from '../tables/sheet.ts';
import { fitting, type RecordFilter } from './finding.ts';
import { valueWriter } from './history.ts';
import { type Register, stateOf } from './registers.ts';
import { answers, type RecordAnswer } from './rows.ts';
import { seenRows } from './sight.ts';

const atOnce = 500;
const mostRows = 100_000;

/**
 * The records that fit as a workbook, written while they are read.
 * @throws ApiError TOO_MANY_ROWS, PARAMETER_ERROR at a filter the register has no field for
 */
export async function exportRecords(context: WordedContext, register: Register, filter: RecordFilter): Promise<FileAnswer> {
  const { db } = context;
  const { document } = register;
  const { timeZone } = readerOf(context);
  const fits = fitting(register, filter, timeZone);
  const { count } = await db
    .selectFrom('register_row')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count > mostRows) throw new ApiError('TOO_MANY_ROWS');
  const word = wordsOf(context);
  const clock = clockOf(timeZone);
  const show = await valueWriter(context, register);
  const cells = (record: RecordAnswer): Cell[] => [
    record.code,
    ...document.fields.map(({ name, type, digits }): Cell => {
      const value = record.values[name];
      if (value === undefined) return null;
      if (type === 'date' && typeof value === 'string' && isDayThere(value)) return { time: value };
      if (type === 'decimal' && typeof value === 'number') return { decimal: value.toFixed(digits ?? 2), decimals: digits ?? 2 };
      return type === 'integer' && typeof value === 'number' ? value : show(name, value, record.names);
    }),
    ...(document.states ? [word(stateOf(register, record.state)?.label) || record.state] : []),
    ...(document.due === undefined ? [] : [record.overdue ? word('register.yes') : null]),
    record.warnings.join('; '),
    clock(record.createTime),
    record.createByName ?? '',
  ];
  async function* rows(): AsyncGenerator<Cell[]> {
    let last = 0;
    for (;;) {
      const found = await seenRows(db, register).where(fits).where('id', '>', last).orderBy('id').limit(atOnce).execute();
      for (const record of await answers(context, register, found)) yield cells(record);
      last = found.at(-1)?.id ?? last;
      if (found.length < atOnce) return;
    }
  }
  const columns = [
    word('register.code'),
    ...document.fields.map(({ label }) => word(label)),
    ...(document.states ? [word('register.state')] : []),
    ...(document.due === undefined ? [] : [word('register.overdue')]),
    word('register.warnings'),
  ].map((heading) => ({ title: heading, width: 22 }));
  const made = [
    { title: inZone(word('common.createdAt'), timeZone), width: 28 },
    { title: word('register.createdBy'), width: 22 },
  ];
  const title = word(document.title);
  return workbook(title, [{ name: title, columns: [...columns, ...made], rows: rows() }]);
}
