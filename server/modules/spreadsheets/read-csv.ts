import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { type ReadSheet, type TableLimits, UnreadableFile } from './unreadable.ts';

/** Most lines looked at for each row that may be read: those without a text are no rows, but looking at them takes as long. */
const linesOfRow = 20;

/**
 * The rows of a CSV file. The encoding is that of its mark, UTF-8, or GB 18030 as Chinese spreadsheets write it; the separator is the
 * comma, semicolon or tab the first line has most of.
 * @throws UnreadableFile
 */
export function readCsv(content: Buffer, limits: TableLimits): ReadSheet['rows'] {
  const text = decode(content);
  const rows: ReadSheet['rows'] = [];
  // Each row is looked at as soon as it is read, so that a file of millions of them stops at the limit.
  const onRecord = (record: string[], { records, empty_lines: empty }: InfoRecord): null => {
    const number = records + empty;
    const cells = record.slice(0, record.findLastIndex((cell) => cell.trim() !== '') + 1);
    if (cells.length > limits.columns) throw new UnreadableFile('tooManyColumns', number);
    if (cells.length > 0) rows.push({ number, cells });
    if (rows.length > limits.rows || records > limits.rows * linesOfRow) throw new UnreadableFile('tooManyRows', number);
    return null;
  };
  try {
    parse(text, {
      delimiter: separatorOf(text),
      recordDelimiter: ['\r\n', '\n', '\r'],
      relaxColumnCount: true,
      // Quotes within a text are part of it; only one that begins a cell has to be closed.
      relaxQuotes: true,
      skipEmptyLines: true,
      onRecord,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile('damaged', Number(error.records) + Number(error.empty_lines) + 1, { cause: error });
  }
  return rows;
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
