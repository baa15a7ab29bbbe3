import { join } from 'node:path';
import { valueText } from '../../../src/core/data-graph/index.ts';
import { type TruthWords, truthIn } from '../../../src/core/index.ts';
import { type Answer, castTo, literal, name, type Session, typeOf } from '../../data-engine/index.ts';
import type { Relation } from '../data-mart/relation.ts';
import type { Column } from '../data-mart/repository.ts';
import type { FileColumn } from './work/csv.ts';

/** Rows a model learns from, or is evaluated with; of more an even selection is taken. Values: rows times columns. */
const mostRows = 200_000;
const mostValues = 8_000_000;
/** Characters of a text, and of a label. */
const longest = { text: 2_000, category: 200, id: 200 } as const;

/** A column as a thread reads it. */
export function fileColumn({ name: own, analysisType }: Pick<Column, 'name' | 'analysisType'>): FileColumn {
  return { name: own, analysis: analysisType };
}

/** The value of a column as text for its analysis type: numbers, 0 and 1, milliseconds, or cut texts. What cannot be read as such is missing. */
export function valueSql({ name: own, analysisType }: Pick<Column, 'name' | 'analysisType'>): string {
  const column = name(own);
  switch (analysisType) {
    case 'numeric':
      return `TRY_CAST(${column} AS DOUBLE)`;
    case 'boolean':
      return `CAST(TRY_CAST(${column} AS BOOLEAN) AS INTEGER)`;
    case 'date':
    case 'timestamp':
      return `epoch_ms(TRY_CAST(${column} AS TIMESTAMP))`;
    default:
      return `left(CAST(${column} AS VARCHAR), ${longest[analysisType]})`;
  }
}

/** Asks a session, or a warm process of the engine. */
type Asking = (sql: string) => Promise<Pick<Answer, 'rows'>>;

/**
 * A typed value as the values of a column are labelled, see `labelAt`, so that values are compared and not ways to write them: of a category of numbers 0.13 is
 * 0.130000, of yes and no every word for it is true or false. What is no value of the column stays as it is, and is found nowhere.
 */
export async function labelText(
  query: Asking,
  { fieldType, analysisType }: Pick<Column, 'fieldType' | 'analysisType'>,
  typed: string,
  words: TruthWords,
): Promise<string> {
  if (analysisType === 'boolean' || fieldType === 'boolean') return String(truthIn(typed, words) ?? typed);
  if (analysisType === 'numeric') return Number.isFinite(Number(typed)) ? String(Number(typed)) : typed;
  const text = fieldType === 'string' ? undefined : valueText(fieldType, typed);
  if (text === undefined) return typed;
  const { rows } = await query(`SELECT ${castTo(`TRY_CAST(${literal(text)} AS ${typeOf[fieldType]})`, 'string')}`);
  return String(rows[0]?.[0] ?? typed);
}

/**
 * Writes columns of a table into the folder of a session, as `readRows` reads them. Of a table that is too large rows are chosen by their number, the same for
 * the same seed.
 */
export async function writeRows(
  session: Session,
  relation: Relation,
  columns: readonly Pick<Column, 'name' | 'analysisType'>[],
  seed: number,
): Promise<{ file: string; isSample: boolean }> {
  const file = join(session.folder, 'rows.csv');
  const most = Math.min(mostRows, Math.floor(mostValues / Math.max(1, columns.length)));
  const isSample = relation.rows > most;
  const list = columns.map((column) => `${valueSql(column)} AS ${name(column.name)}`).join(', ');
  const chosen = isSample
    ? `(SELECT * FROM (SELECT *, row_number() OVER () AS "#" FROM ${relation.sql}) WHERE hash("#", ${literal(seed)}) % ${relation.rows} < ${most})`
    : relation.sql;
  await session.query(`COPY (SELECT ${list} FROM ${chosen}) TO ${literal(file)} (FORMAT csv, HEADER false, FORCE_QUOTE *, ESCAPE '"')`);
  return { file, isSample };
}
