import { Readable } from 'node:stream';
import { localizedText } from '../../../src/core/index.ts';
import type { Language } from '../../../src/core/types.ts';
import type { FileAnswer } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { dayIn } from '../../days.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { csv } from '../spreadsheets/csv.ts';
import { type Cell, clockOf, inZone, workbook } from '../spreadsheets/workbook.ts';
import { toLogAnswer } from './answers.ts';
import { countLog, type LogFilter, readLog } from './repository.ts';

/** A sheet of a workbook has 1,048,576 rows; whoever wants more narrows the range. */
const mostRows = 1_000_000;

type Answer = ReturnType<typeof toLogAnswer>;
/** How a row is written for its reader. */
interface Words {
  label: (type: string, value: string) => string;
  clock: (moment: string) => Cell;
}

const columns: Record<LogFilter['log'], { title: string; width: number; cell: (row: Answer, words: Words) => Cell }[]> = {
  'sign-in': [
    { title: 'log.time', width: 22, cell: (row, { clock }) => clock(row.time) },
    { title: 'log.account', width: 20, cell: (row) => row.actor },
    { title: 'log.action', width: 18, cell: (row, { label }) => label('audit_action', row.action) },
    { title: 'log.reason', width: 22, cell: (row, { label }) => (row.reason === null ? null : label('login_reason', row.reason)) },
    { title: 'log.ip', width: 20, cell: (row) => row.ip },
    { title: 'log.userAgent', width: 60, cell: (row) => row.userAgent },
  ],
  operation: [
    { title: 'log.time', width: 22, cell: (row, { clock }) => clock(row.time) },
    { title: 'log.account', width: 20, cell: (row) => row.actor },
    { title: 'log.subject', width: 20, cell: (row) => row.subject },
    { title: 'log.action', width: 26, cell: (row, { label }) => label('audit_action', row.action) },
    { title: 'log.target', width: 16, cell: (row, { label }) => label('audit_target', row.targetType) },
    { title: 'log.targetId', width: 14, cell: (row) => row.targetId },
    { title: 'log.targetName', width: 20, cell: (row) => row.targetName },
    { title: 'log.ip', width: 20, cell: (row) => row.ip },
    { title: 'log.requestId', width: 38, cell: (row) => row.requestId },
    {
      title: 'log.changes',
      width: 80,
      cell: (row) => row.changes.map(({ field, before, after }) => `${field}: ${before ?? '-'} -> ${after ?? '-'}`).join('\n') || null,
    },
  ],
};

/** The log as a file that is written while it is read: memory stays the same however long it is. @throws ApiError TOO_MANY_ROWS */
export async function exportLog(
  db: Database,
  filter: LogFilter,
  { format, language, documents, timeZone }: { format: 'csv' | 'xlsx'; language: Language; documents: Documents; timeZone: string },
): Promise<FileAnswer> {
  if ((await countLog(db, filter)) > mostRows) throw new ApiError('TOO_MANY_ROWS');
  // Programs that read CSV take the exact moment, spreadsheets a date.
  const clock: Words['clock'] = format === 'xlsx' ? clockOf(timeZone) : (moment) => moment;
  const words: Words = { label: await labelsOf(db, language), clock };
  const title = documents.text(language, filter.log === 'sign-in' ? 'log.signInTitle' : 'log.operationTitle') ?? filter.log;
  const shown = columns[filter.log];
  const heads = shown.map(({ title, width }) => ({ title: documents.text(language, title) ?? title, width }));
  const [time] = heads;
  if (time && format === 'xlsx') Object.assign(time, { title: inZone(time.title, timeZone), width: 28 });
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const row of readLog(db, filter)) {
      const answer = toLogAnswer(row);
      yield shown.map((column) => column.cell(answer, words));
    }
  }
  const name = `${title} ${dayIn(timeZone)}`;
  if (format === 'xlsx') return workbook(name, [{ name: title, columns: heads, rows: rows() }]);
  const content = Readable.from(csv(heads, rows()), { objectMode: false });
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content };
}

async function labelsOf(db: Database, language: Language): Promise<Words['label']> {
  const entries = await entriesOf(db, ['audit_action', 'audit_target', 'login_reason']);
  const labels = new Map(entries.map((entry) => [`${entry.dictType} ${entry.dictValue}`, localizedText(entry.dictLabel, language, 'en')]));
  return (type, value) => labels.get(`${type} ${value}`) ?? value;
}
