import { rowsOf } from '../../../data-engine/csv.ts';
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

/** Rows of a file of the engine, batch by batch. */
export async function* batchesOf(file: string, fields: readonly ScriptField[]): AsyncGenerator<RowsText> {
  const keys = fields.map(({ name }, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
  let [lines, characters] = [[] as string[], 0];
  for await (const rows of rowsOf(file)) {
    for (const row of rows) {
      const line = fields.map(({ fieldType }, index) => `${keys[index]}${jsonOf(row[index] ?? null, fieldType)}`).join('');
      lines.push(`{${line}}`);
      characters += line.length;
      if (lines.length < atOnce && characters < mostCharacters) continue;
      yield { json: `[${lines.join(',')}]`, count: lines.length };
      [lines, characters] = [[], 0];
    }
  }
  if (lines.length > 0) yield { json: `[${lines.join(',')}]`, count: lines.length };
}
