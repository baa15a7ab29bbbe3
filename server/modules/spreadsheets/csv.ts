import { type Cell, safeText } from './workbook.ts';

const byteOrderMark = '\uFEFF';
const chunkLength = 64 * 1024;

/** Rows as CSV of RFC 4180 in UTF-8 with a byte order mark (spreadsheets would otherwise guess the encoding), in chunks. */
export async function* csv(columns: readonly { title: string }[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let chunk = byteOrderMark + line(columns.map(({ title }) => title));
  for await (const row of rows) {
    chunk += line(row);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`;
}

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return 'time' in cell ? cell.time : cell.decimal;
  const text = safeText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
