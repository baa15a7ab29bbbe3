import { createReadStream } from 'node:fs';

/** Rows that are given at a time at most, and bytes read at a time. */
const atOnce = 1_000;
const piece = 256 * 1024;

/**
 * Reads a file as the engine writes it (every value quoted, nothing between the commas where there is none, no headings) bit by bit: what is held is one batch of
 * rows, however long the file is.
 */
export async function* rowsOf(file: string): AsyncGenerator<(string | null)[][]> {
  let rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let rest = '';
  for await (const read of createReadStream(file, { encoding: 'utf8', highWaterMark: piece })) {
    const text: string = rest + read;
    let at = 0;
    while (at < text.length) {
      if (text[at] === '"') {
        let end = text.indexOf('"', at + 1);
        while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
        // What follows the quotation mark may be another one: it is known with the next piece.
        if (end < 0 || end + 1 >= text.length) break;
        const raw = text.slice(at + 1, end);
        row.push(raw.includes('"') ? raw.replaceAll('""', '"') : raw);
        at = end + 1;
      } else row.push(null);
      if (text[at] !== ',') {
        rows.push(row);
        row = [];
      }
      at += 1;
      if (rows.length >= atOnce) {
        yield rows;
        rows = [];
      }
    }
    rest = text.slice(at);
  }
  if (rest !== '') throw new Error('A value of the rows does not end');
  if (rows.length > 0) yield rows;
}

/** A row as the engine reads it. */
export function lineOf(values: readonly (string | null)[]): string {
  return `${values.map((value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)).join(',')}\n`;
}

/** What a statement says to read such a file with these columns; a value that is not quoted is missing. */
export const csvOptions = `header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, new_line = '\\n',
  strict_mode = true, max_line_size = 10000000`;
