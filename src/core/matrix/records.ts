import type { Questionnaire } from './document.ts';
import { cellOf, type MatrixLayout } from './layout.ts';
import type { Answer } from './types.ts';

/** The answers on the row records and these over them, one byte a cell. `places`: of each value from -128 on, none below zero for what no choice has. */
export function readAnswers(
  questionnaire: Questionnaire<unknown>,
  layout: MatrixLayout,
  places: Int8Array,
  answers: readonly Answer[],
): Int8Array {
  const values = new Int8Array(layout.rows.length * layout.columns.length).fill(questionnaire.unanswered.value);
  readRecords(values, questionnaire, layout, places);
  for (const { row, column, value } of answers) {
    const cell = cellOf(layout, row, column);
    if (cell !== undefined && (places[value + 128] ?? -1) >= 0) values[cell] = value;
  }
  return values;
}

/**
 * Reads the answers that stand on the row records (RISK-06) into `values`, one byte a cell. What no choice has counts as unanswered. A loop and
 * not a chain of calls: a large matrix passes here once, before anything of it is compiled.
 */
function readRecords(
  values: Int8Array,
  { rows: { answers } }: Questionnaire<unknown>,
  { rows, columns }: MatrixLayout,
  places: Int8Array,
): void {
  const ids = columns.map(({ id }) => id);
  const count = ids.length;
  for (let row = 0; row < rows.length; row += 1) {
    const record = rows[row]?.record;
    const holder = (answers === undefined ? record : record?.[answers]) as Record<string, unknown> | null | undefined;
    if (typeof holder !== 'object' || holder === null) continue;
    const first = row * count;
    for (let column = 0; column < count; column += 1) {
      // Nothing that every object inherits is a number or a text.
      let value = holder[ids[column] as string];
      if (typeof value === 'string' && value !== '') value = Number(value);
      // What is no whole number from -128 to 127 has no place.
      if (typeof value === 'number' && (places[value + 128] ?? -1) >= 0) values[first + column] = value;
    }
  }
}

/** One answer in the words of the questionnaire (RISK-14). */
export function writeRecord(
  values: Int8Array,
  { answer, unanswered }: Questionnaire<unknown>,
  { rows, columns }: MatrixLayout,
  cell: number,
): Record<string, string | number> {
  const row = rows[Math.floor(cell / columns.length)];
  return {
    [answer.row]: row?.id ?? '',
    [answer.column]: columns[cell % columns.length]?.id ?? '',
    ...(answer.name !== undefined && { [answer.name]: row?.name ?? '' }),
    [answer.value]: values[cell] ?? unanswered.value,
  };
}
