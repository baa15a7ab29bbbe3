import { createReadStream } from 'node:fs';
import type { Cell, FieldType } from '../../../data-engine/types.ts';
import type { ScriptField } from './types.ts';

/** Rows, and characters, the interpreter takes at a time. */
const atOnce = 1_000;
const mostCharacters = 2_000_000;

/** Rows as text for the interpreter: a list of objects. */
export interface RowsText {
  json: string;
  count: number;
}

/** A cell of the file as JSON. Integers and decimals that a number cannot hold stay texts, as everywhere in answers. */
function jsonOf(text: string | null, type: FieldType): string {
  if (text === null) return 'null';
  switch (type) {
    case 'integer': {
      const value = Number(text);
      return Number.isSafeInteger(value) ? String(value) : JSON.stringify(text);
    }
    case 'number': {
      const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
      return short.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? String(Number(short)) : JSON.stringify(short);
    }
    case 'float': {
      const value = Number(text);
      return Number.isFinite(value) ? String(value) : 'null';
    }
    case 'boolean':
      return text === 'true' ? 'true' : 'false';
    default:
      return JSON.stringify(text);
  }
}

/** Rows of an answer of the engine as text for the interpreter. */
export function rowsText(rows: readonly (readonly Cell[])[], fields: readonly ScriptField[]): RowsText {
  const keys = fields.map(({ name }) => JSON.stringify(name));
  const lines = rows.map((row) => `{${keys.map((key, index) => `${key}:${JSON.stringify(row[index] ?? null)}`).join(',')}}`);
  return { json: `[${lines.join(',')}]`, count: rows.length };
}

/**
 * Reads a file as the engine writes it (every value quoted, nothing between the commas where there is none, no headings) bit by bit: what is held is one batch, however
 * long the file is.
 */
export async function* batchesOf(file: string, fields: readonly ScriptField[]): AsyncGenerator<RowsText> {
  const keys = fields.map(({ name }, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
  let [lines, characters] = [[] as string[], 0];
  let [row, column] = ['', 0];
  let rest = '';
  const take = (text: string | null) => {
    const field = fields[column];
    if (field) row += `${keys[column]}${jsonOf(text, field.fieldType)}`;
  };
  for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const text: string = rest + piece;
    let at = 0;
    while (at < text.length) {
      const begun = at;
      if (text[at] === '"') {
        let end = text.indexOf('"', at + 1);
        while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
        // What follows the quotation mark may be another one: it is known with the next piece.
        if (end < 0 || end + 1 >= text.length) {
          at = begun;
          break;
        }
        const raw = text.slice(at + 1, end);
        take(raw.includes('"') ? raw.replaceAll('""', '"') : raw);
        at = end + 1;
      } else take(null);
      if (text[at] === ',') column += 1;
      else {
        lines.push(`{${row}}`);
        characters += row.length;
        [row, column] = ['', 0];
      }
      at += 1;
      if (lines.length >= atOnce || characters >= mostCharacters) {
        yield { json: `[${lines.join(',')}]`, count: lines.length };
        [lines, characters] = [[], 0];
      }
    }
    rest = text.slice(at);
  }
  if (rest !== '') throw new Error('A value of the rows does not end');
  if (lines.length > 0) yield { json: `[${lines.join(',')}]`, count: lines.length };
}

/** A row as the engine reads it. */
export function lineOf(values: readonly (string | null)[]): string {
  return `${values.map((value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)).join(',')}\n`;
}
