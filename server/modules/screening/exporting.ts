import { Readable } from 'node:stream';
import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { dayIn } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { readerOf } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { csv } from '../spreadsheets/csv.ts';
import { type Cell, clockOf, inZone, workbook } from '../spreadsheets/workbook.ts';
import { countDecisions, type DecisionAnswer, type DecisionFilter, readDecisions } from './decisions.ts';
import { wordOf } from './words.ts';

/** A sheet of a workbook has 1,048,576 rows; whoever wants more narrows the filter. */
const mostRows = 1_000_000;

/** The decisions that fit as a file that is written while it is read. Who takes them away is part of the operation log. @throws ApiError TOO_MANY_ROWS */
export async function exportDecisions(context: WordedContext, filter: DecisionFilter, format: 'csv' | 'xlsx'): Promise<FileAnswer> {
  const { db } = context;
  if ((await countDecisions(db, filter)) > mostRows) throw new ApiError('TOO_MANY_ROWS');
  const word = wordOf(context);
  const { say, timeZone } = readerOf(context);
  // Programs that read CSV take the exact moment, spreadsheets a date.
  const clock: (moment: string) => Cell = format === 'xlsx' ? clockOf(timeZone) : (moment) => moment;
  const columns: { key: string; width: number; cell: (row: DecisionAnswer) => Cell }[] = [
    { key: 'time', width: 28, cell: (row) => clock(row.time) },
    { key: 'set', width: 24, cell: (row) => say(row.setName) },
    { key: 'number', width: 10, cell: (row) => row.number },
    { key: 'key', width: 24, cell: (row) => row.key },
    { key: 'subject', width: 30, cell: (row) => row.subject },
    { key: 'decision', width: 12, cell: (row) => word(`decisions.${row.decision}`) },
    { key: 'score', width: 10, cell: (row) => row.score },
    { key: 'rules', width: 60, cell: (row) => row.rules.map(say).join('\n') || null },
    { key: 'state', width: 14, cell: (row) => word(`states.${row.state}`) },
    { key: 'reason', width: 40, cell: (row) => row.reason },
    { key: 'reviewer', width: 16, cell: (row) => row.reviewer },
    { key: 'reviewTime', width: 28, cell: (row) => (row.reviewTime === null ? null : clock(row.reviewTime)) },
    { key: 'caller', width: 16, cell: (row) => row.caller },
  ];
  const isTime = (key: string) => format === 'xlsx' && /time$/i.test(key);
  const heads = columns.map(({ key, width }) => ({ title: isTime(key) ? inZone(word(key), timeZone) : word(key), width }));
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const row of readDecisions(db, filter)) yield columns.map(({ cell }) => cell(row));
  }
  const { from, to, ...rest } = filter;
  const asked = Object.fromEntries(
    Object.entries({ ...rest, from: from?.toISOString(), to: to?.toISOString() }).filter(([, value]) => value),
  );
  const detail = { format, ...asked };
  await record(db, context, {
    action: 'screening_export',
    targetType: 'screening_decision',
    targetId: 'log',
    actor: signedIn(context),
    detail,
  });
  const name = `${word('logTitle')} ${dayIn(timeZone)}`;
  if (format === 'xlsx') return workbook(name, [{ name: word('logTitle'), columns: heads, rows: rows() }]);
  const content = Readable.from(csv(heads, rows()), { objectMode: false });
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content };
}
