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

/** Who took what, as the page said it; much that was asked is cut. */
function noted({ page, rows, total, asked }: TableSheet, file: string): Record<string, unknown> {
  const text = JSON.stringify(asked ?? {});
  const given = text.length <= longest ? asked : `${text.slice(0, longest)}\u2026`;
  return {
    ...(page !== undefined && { page }),
    ...(asked !== undefined && { asked: given }),
    rows: rows.length,
    ...(total !== undefined && { total }),
    file,
  };
}
