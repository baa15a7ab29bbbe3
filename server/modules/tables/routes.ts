import type { Calls } from '../../../src/generated/calls.ts';
import type { FileAnswer } from '../../contracts.ts';
import { defineModule } from '../../contracts.ts';
import { dayIn } from '../../days.ts';
import { wrong } from '../../errors.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import { sheetOfTable } from './sheet.ts';

type TableSheet = Calls['table.workbook']['body'];

/** Characters of what the table was asked for that the log keeps. */
const longest = 2_000;
/** What the row of the log says itself, or is read from it: no page says that by a filter. */
const own: ReadonlySet<string> = new Set(['page', 'rows', 'total', 'file', 'before', 'after', 'reason']);

/** Tables as files. What stands in them comes from the browser, which read it with the rights of the person: nothing is read here. */
export const tableModule = defineModule({
  service: 'table',
  routes: {
    async workbook({ body, services }): Promise<FileAnswer> {
      requireEvenRows(body);
      const name = `${body.title} ${dayIn(services.settings.timeZone)}`;
      const file = workbook(name, [sheetOfTable(body)]);
      return { ...file, logEntry: { targetName: body.title, detail: noted(body, file.name) } };
    },
  },
});

/** Cells without a head belong to nothing. @throws ApiError PARAMETER_ERROR */
function requireEvenRows({ columns, rows, levels }: TableSheet): void {
  const uneven = rows.findIndex((row) => row.length !== columns.length);
  if (uneven >= 0) throw wrong(`rows.${uneven}`, `has ${rows[uneven]?.length} cells for ${columns.length} columns`);
  if (levels && levels.length !== rows.length) throw wrong('levels', `has ${levels.length} entries for ${rows.length} rows`);
}

/** Who took what, as the page said it; of much that was asked only what it is called. */
function noted({ page, rows, total, asked = {} }: TableSheet, file: string): Record<string, unknown> {
  const given = Object.entries(asked).filter(([name]) => !own.has(name));
  const isShort = JSON.stringify(asked).length <= longest;
  const filters = isShort ? Object.fromEntries(given) : { asked: given.slice(0, 50).map(([name]) => name.slice(0, 100)) };
  return { ...filters, ...(page !== undefined && { page }), rows: rows.length, ...(total !== undefined && { total }), file };
}
