import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { readText } from '../../files/text.ts';
import { type ReadSheet, type TableLimits, UnreadableFile } from './unreadable.ts';

/** Most lines looked at for each row that may be read: those without a text are no rows, but looking at them takes as long. */
const linesOfRow = 20;
/** Bytes that are read without a pause for others. */
const atOnce = 256 * 1024;

/**
 * The rows of a CSV file, and its encoding (one of `readText`). The separator is the comma, semicolon or tab the first line has most of.
 * @throws UnreadableFile
 */
export async function readCsv(content: Buffer, limits: TableLimits): Promise<Pick<ReadSheet, 'rows' | 'encoding'>> {
  const read = readText(content);
  // What is no text at all has zeros in it.
  if (!read || read.text.includes('\0')) throw new UnreadableFile('notTable');
  const { text, encoding } = read;
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
  const parser = parse({
    delimiter: separatorOf(text),
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    // Quotes within a text are part of it; only one that begins a cell has to be closed.
    relaxQuotes: true,
    skipEmptyLines: true,
    onRecord,
  });
  // Nothing comes out of it: each row was taken as it was read.
  parser.resume();
  try {
    await pipeline(Readable.from(inPieces(Buffer.from(text))), parser);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile('damaged', Number(error.records) + Number(error.empty_lines) + 1, { cause: error });
  }
  return { rows, encoding };
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += atOnce) {
    yield bytes.subarray(from, from + atOnce);
    await turn();
  }
}

function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}
