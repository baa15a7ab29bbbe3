import type { Questionnaire } from './document.ts';
import type { MatrixLayout } from './layout.ts';

/**
 * Reads the answers that stand on the row records (RISK-06) into `values`, one byte a cell. What no choice has counts as unanswered. A loop and
 * not a chain of calls: a large matrix passes here once, before anything of it is compiled.
 */
export function readRecords(
  values: Int8Array,
  { rows: { answers } }: Questionnaire<unknown>,
  { rows, columns }: MatrixLayout,
  knows: (value: number) => boolean,
): void {
  const ids = columns.map(({ id }) => id);
  let cell = 0;
  for (const { record } of rows) {
    const holder = (answers === undefined ? record : record[answers]) as Record<string, unknown> | null | undefined;
    if (typeof holder !== 'object' || holder === null) {
      cell += ids.length;
      continue;
    }
    for (const id of ids) {
      // Nothing that every object inherits is a number or a text.
      const value = holder[id];
      const number = typeof value === 'string' && value !== '' ? Number(value) : value;
      if (typeof number === 'number' && knows(number)) values[cell] = number;
      cell += 1;
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
