import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import type { ReadSheet, TableLimits } from './unreadable.ts';
import { plainText } from './workbook.ts';

/** Rows of a file by the columns somebody knows. */
export interface ReadTable {
  rows: { number: number; cells: Record<string, string> }[];
  /** Columns the file has. */
  columns: ReadonlySet<string>;
  /** Headings nobody knows. */
  unknown: string[];
}

/**
 * The first visible sheet of a workbook that holds something, or a CSV file, as rows: its first row heads the columns. Cells are texts without the space around them; a column whose heading
 * `columnOf` does not know is left out, and of two with the same one the first counts.
 * @throws UnreadableFile
 */
export async function readTable(
  { name, content }: { name: string; content: Buffer },
  limits: TableLimits,
  columnOf: (heading: string) => string | undefined,
): Promise<ReadTable> {
  const sheets = await sheetsOf(name, content, limits);
  const [head, ...body] = sheets.find(({ rows, isHidden }) => !isHidden && rows.length > 0)?.rows ?? [];
  const headings = head?.cells.map((cell) => plainText(cell).trim()) ?? [];
  const names = headings.map(columnOf);
  const columns = new Set(names.filter((column) => column !== undefined));
  const places = [...columns].map((column) => ({ column, at: names.indexOf(column) }));
  const rows = body
    .map(({ number, cells }) => ({ number, cells: Object.fromEntries(places.map(({ column, at }) => [column, textIn(cells[at])])) }))
    .filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''));
  return { rows, columns, unknown: headings.filter((heading, at) => heading !== '' && names[at] === undefined) };
}

async function sheetsOf(name: string, content: Buffer, limits: TableLimits): Promise<ReadSheet[]> {
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK' || /\.xls[xmb]?$/i.test(name);
  return isArchive ? await readWorkbook(content, limits) : [{ name, ...(await readCsv(content, limits)) }];
}

function textIn(cell: string | undefined): string {
  return plainText((cell ?? '').replaceAll('\r\n', '\n')).trim();
}
