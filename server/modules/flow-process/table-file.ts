import type { ErrorDetail } from '../../errors.ts';
import { ApiError } from '../../errors.ts';
import { extensionOf } from '../../files/names.ts';
import { readCsv } from '../spreadsheets/read-csv.ts';
import { readWorkbook } from '../spreadsheets/read-workbook.ts';
import { type ReadSheet, type TableLimits, UnreadableFile } from '../spreadsheets/unreadable.ts';
import { plainText } from '../spreadsheets/workbook.ts';
import { limits } from './kinds.ts';

/** Workbooks of so many rows unpack to tens of megabytes; a row has a tag, and a cell two or three. */
const tableLimits: TableLimits = { ...limits, rows: limits.rows + 20, bytes: 128 * 1024 * 1024, tags: 6_000_000 };

/**
 * The sheets of an uploaded workbook or CSV file.
 * @throws ApiError PARAMETER_ERROR at `file`: what is wrong with it as a table, and where
 */
export async function readTables({ name, content }: { name: string; content: Buffer }): Promise<ReadSheet[]> {
  try {
    const sheets =
      extensionOf(name).toLowerCase() === 'csv'
        ? [{ name: '', ...(await readCsv(content, tableLimits)) }]
        : await readWorkbook(content, tableLimits);
    // What was taken away as a file comes back as it was.
    return sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(plainText) })) }));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const values = { name, row: String(error.row ?? ''), rows: limits.rows.toLocaleString('en'), columns: String(limits.columns) };
    throw unusable(error.reason, `The file cannot be read: ${error.reason}`, values, error);
  }
}

/** A file that is no table of the flow audit, at `file`. The texts are those of `flow-data` in schemas/locales. */
export function unusable(reason: string, message: string, values: Record<string, string>, cause?: unknown): ApiError {
  const detail: ErrorDetail = { field: 'file', message, key: `flow-data.${reason}`, values };
  return new ApiError('PARAMETER_ERROR', { details: [detail], cause });
}
