import { MatrixStore, type Questionnaire, readLayout } from '../../../src/core/index.ts';

/** As many as a window shows. */
const ROWS = 20;
const COLUMNS = 8;

/** What stands in place of a matrix whose data is on its way: rows and columns without names. */
export function blankMatrix(questionnaire: Questionnaire<string>): MatrixStore {
  const { rows, columns, limits } = questionnaire;
  const blanks = (most: number, limit = most) => Array.from({ length: Math.min(most, limit) }, (_, index) => index);
  const leaves: unknown[] = blanks(COLUMNS, limits?.columns).map((index) => ({ [columns.id]: index }));
  const heads = (columns.groups ?? []).reduceRight((inner, group) => [{ [group.columns]: inner }], leaves);
  const lines = blanks(ROWS, limits?.rows).map((index) => ({ [rows.id]: index }));
  return new MatrixStore(questionnaire, readLayout(questionnaire, lines, heads));
}
