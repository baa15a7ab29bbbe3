import { type ReadSheet, type TableLimits, UnreadableFile } from './unreadable.ts';

/**
 * The rows of a CSV file. The encoding is that of its mark, UTF-8, or GB 18030 as Chinese spreadsheets write it; the separator is the
 * comma, semicolon or tab the first line has most of.
 * @throws UnreadableFile
 */
export function readCsv(content: Buffer, limits: TableLimits): ReadSheet['rows'] {
  const text = decode(content);
  const separator = separatorOf(text);
  const rows: ReadSheet['rows'] = [];
  let cells: string[] = [];
  let number = 1;
  let at = 0;
  const endRow = () => {
    while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop();
    if (cells.length > limits.columns) throw new UnreadableFile('tooManyColumns', number);
    if (cells.length > 0) rows.push({ number, cells });
    if (rows.length > limits.rows) throw new UnreadableFile('tooManyRows', number);
    cells = [];
    number += 1;
  };
  while (at < text.length) {
    const field = readField(text, at, separator);
    if (!field) throw new UnreadableFile('damaged', number);
    cells.push(field.value);
    at = field.end;
    if (text.charAt(at) === separator) {
      at += 1;
      // A separator at the very end is followed by one empty cell.
      if (at < text.length) continue;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else at += 1;
    endRow();
  }
  return rows;
}

/** The field that starts here and the place after it; nothing when its quotes never close. */
function readField(text: string, start: number, separator: string): { value: string; end: number } | undefined {
  if (text.charAt(start) !== '"') {
    let end = start;
    while (end < text.length && !`${separator}\r\n`.includes(text.charAt(end))) end += 1;
    return { value: text.slice(start, end), end };
  }
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    value += text.slice(at, quote);
    if (text.charAt(quote + 1) !== '"') {
      const next = text.charAt(quote + 1);
      return next === '' || `${separator}\r\n`.includes(next) ? { value, end: quote + 1 } : undefined;
    }
    value += '"';
    at = quote + 2;
  }
  return undefined;
}

function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

function decode(content: Buffer): string {
  if (content.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return withoutMark(new TextDecoder('utf-16le').decode(content));
  if (content.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return withoutMark(new TextDecoder('utf-16be').decode(content));
  for (const encoding of ['utf-8', 'gb18030']) {
    const text = decoded(content, encoding);
    // What is no text at all has zeros in it.
    if (text !== undefined && !text.includes('\0')) return withoutMark(text);
  }
  throw new UnreadableFile('notTable');
}

function decoded(content: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
