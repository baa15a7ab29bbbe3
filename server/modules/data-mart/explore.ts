import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ask, type Cell, type FieldType, name } from '../../data-engine/index.ts';
import { ApiError, wrong } from '../../errors.ts';
import { todayOf } from './dated-choice.ts';
import type { Relation } from './relation.ts';
import type { Column } from './repository.ts';
import { requireTable, type SeenTable } from './rights.ts';
import { hiddenColumns, openFor } from './rows.ts';

/** Milliseconds a chain of questions goes on: pages wait somewhat longer, and then nobody reads the answer. */
const longestChain = 100_000;

const mostCorrelated = 12;
const bins = 20;

const numbers: ReadonlySet<FieldType> = new Set(['integer', 'float', 'number']);
export const days: ReadonlySet<FieldType> = new Set(['date', 'timestamp']);
/** Codes and truths written as numbers have no average. */
export const isNumber = ({ fieldType, analysisType }: Column) => numbers.has(fieldType) && analysisType === 'numeric';

/** A number where its square can be reckoned with: the engine refuses a whole question for one that is infinite or too large. */
export const measurable = (number: string): string => `CASE WHEN isfinite(${number}) AND abs(${number}) < 1e150 THEN ${number} END`;

/** Asked between the questions of a chain. @throws ApiError DATA_TIMEOUT where it has taken too long */
export function patienceOf(): () => void {
  const end = performance.now() + longestChain;
  return () => {
    if (performance.now() > end) throw new ApiError('DATA_TIMEOUT');
  };
}

/** A table that can be explored: one of 0 rows cannot (DATA-16). @throws ApiError NOT_FOUND, FORBIDDEN, DATA_EMPTY */
export async function openFilled(context: Context, bizId: string): Promise<SeenTable & { relation: Relation }> {
  const opened = await openFor(context, bizId, 'view');
  if (opened.table.rows === 0) throw new ApiError('DATA_EMPTY');
  return opened;
}

export function columnOf({ columns }: SeenTable, wanted: string): Column {
  const found = columns.find((column) => column.name === wanted);
  if (!found) throw wrong('column', 'There is no such column', 'data-mart.noColumn');
  return found;
}

/** The columns of a table that can be explored, read without a look at its rows. @throws ApiError NOT_FOUND, FORBIDDEN, DATA_EMPTY */
export async function exploredColumns(context: Context, bizId: string) {
  const seen = await requireTable(context.db, signedIn(context), bizId, 'view');
  const { table, columns } = seen;
  if (table.rows === 0) throw new ApiError('DATA_EMPTY');
  return {
    ...{ rows: table.rows, title: table.title, revision: table.revision, today: todayOf(context) },
    hidden: await hiddenColumns(context, seen),
    columns: columns.map((column) => ({ ...column, isNumber: isNumber(column), isDay: days.has(column.fieldType) })),
  };
}

/** How a column is spread: numbers in ranges of one width, days by months, or by years where there are more than 36 months. */
export async function histogram(context: Context, { bizId, column: wanted }: { bizId: string; column: string }) {
  const opened = await openFilled(context, bizId);
  const column = columnOf(opened, wanted);
  if (days.has(column.fieldType)) return { bins: await byDays(opened.relation, name(column.name)) };
  if (!numbers.has(column.fieldType)) throw wrong('column', 'The column has neither numbers nor days', 'data-mart.noNumbers');
  return { bins: await byNumbers(opened.relation, name(column.name), column.fieldType === 'integer') };
}

async function byNumbers({ sql, files, caller }: Relation, value: string, isWhole: boolean) {
  const number = `CAST(${value} AS DOUBLE)`;
  const bounds = await ask({ sql: `SELECT min(${number}), max(${number}) FROM ${sql} WHERE isfinite(${number})`, files, caller });
  const [low, high] = bounds.rows[0] ?? [];
  if (typeof low !== 'number' || typeof high !== 'number') return [];
  const width = widthOf(low, high, isWhole);
  const first = within(Math.floor(low / width + 1e-10) * width);
  const { rows } = await ask({
    // Halves of very large numbers have a difference, they have none. Rounded: 0.3 is a little less than three times 0.1.
    sql: `SELECT CAST(floor(round((${number} / 2 - CAST(? AS DOUBLE)) / CAST(? AS DOUBLE), 9)) AS INTEGER) AS bin, count(*) FROM ${sql} WHERE isfinite(${number}) GROUP BY 1 ORDER BY 1`,
    parameters: [String(first / 2), String(width / 2)],
    files,
    caller,
  });
  const counts = new Map(rows.map(([bin, count]) => [Number(bin), Number(count)]));
  const last = Math.max(...counts.keys(), 0);
  const at = (bin: number) => Number(within(first + bin * width).toPrecision(12));
  return Array.from({ length: last + 1 }, (_, bin) => ({
    key: String(bin),
    name: `${at(bin)} – ${at(bin + 1)}`,
    from: at(bin),
    to: at(bin + 1),
    count: counts.get(bin) ?? 0,
  }));
}

/** The nearest number there is. */
function within(number: number): number {
  return Math.min(Math.max(number, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** A width of 1, 2 or 5 with noughts that makes at most so many ranges as are wanted. */
function widthOf(low: number, high: number, isWhole: boolean): number {
  if (high <= low) return 1;
  const least = ((high / 2 - low / 2) / (bins - 1)) * 2;
  const power = 10 ** Math.floor(Math.log10(least));
  const width = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least) ?? 10 * power;
  return isWhole ? Math.max(1, width) : width;
}

async function byDays({ sql, files, caller }: Relation, value: string) {
  const group = async (length: number) => {
    const period = `left(CAST(${value} AS VARCHAR), ${length})`;
    const { rows } = await ask({
      sql: `SELECT ${period}, count(*) FROM ${sql} WHERE ${value} IS NOT NULL GROUP BY 1 ORDER BY 1`,
      files,
      caller,
    });
    return rows.map(([from = null, count], index) => ({ key: String(index), name: String(from), from, to: from, count: Number(count) }));
  };
  const months = await group(7);
  return months.length > 36 ? (await group(4)).slice(-100) : months;
}

/** How the numbers of a table go together, two and two. */
export async function correlation(context: Context, bizId: string) {
  const { relation } = await openFilled(context, bizId);
  const all = relation.columns.filter(isNumber);
  const columns = all.slice(0, mostCorrelated);
  const pairs = columns.flatMap((row, at) => columns.slice(at + 1).map((column) => ({ row: row.name, column: column.name })));
  const measures = pairs.map(
    ({ row, column }) => `corr(${[row, column].map((one) => measurable(`CAST(${name(one)} AS DOUBLE)`)).join(', ')})`,
  );
  const answer =
    measures.length === 0
      ? undefined
      : await ask({ sql: `SELECT ${measures.join(', ')} FROM ${relation.sql}`, files: relation.files, caller: relation.caller });
  const values = answer?.rows[0] ?? [];
  const cells = pairs.flatMap((pair, index) => {
    const value = figure(values[index]);
    return [
      { ...pair, value },
      { row: pair.column, column: pair.row, value },
    ];
  });
  return {
    columns: columns.map((column) => ({ name: column.name, title: column.title })),
    left: all.length - columns.length,
    cells: [...columns.map((column) => ({ row: column.name, column: column.name, value: 1 })), ...cells],
  };
}

export function figure(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
