import type { Context } from '../../context.ts';
import { ask, type Cell, type FieldType, name } from '../../data-engine/index.ts';
import { ApiError, wrong } from '../../errors.ts';
import { todayOf } from './dated-choice.ts';
import type { Relation } from './relation.ts';
import type { Column } from './repository.ts';
import type { SeenTable } from './rights.ts';
import { hiddenColumns, openFor } from './rows.ts';

/** DATA-16. */
const mostValues = 50;
/** Characters that are shown of one. */
const longestValue = 200;
const mostProfiled = 60;
const mostCorrelated = 12;
const bins = 20;
/** Rows up to which different values are counted, and not estimated. */
const mostCounted = 500_000;

const numbers: ReadonlySet<FieldType> = new Set(['integer', 'float', 'number']);
const days: ReadonlySet<FieldType> = new Set(['date', 'timestamp']);
/** Codes and truths written as numbers have no average. */
export const isNumber = ({ fieldType, analysisType }: Column) => numbers.has(fieldType) && analysisType === 'numeric';

/** A number where its square can be reckoned with: the engine refuses a whole question for one that is infinite or too large. */
const measurable = (number: string): string => `CASE WHEN isfinite(${number}) AND abs(${number}) < 1e150 THEN ${number} END`;

/** A table that can be explored: one of 0 rows cannot (DATA-16). @throws ApiError NOT_FOUND, FORBIDDEN, DATA_EMPTY */
async function openFilled(context: Context, bizId: string): Promise<SeenTable & { relation: Relation }> {
  const opened = await openFor(context, bizId, 'view');
  if (opened.table.rows === 0) throw new ApiError('DATA_EMPTY');
  return opened;
}

function columnOf({ columns }: SeenTable, wanted: string): Column {
  const found = columns.find((column) => column.name === wanted);
  if (!found) throw wrong('column', 'There is no such column', 'data-mart.noColumn');
  return found;
}

export interface ColumnProfile extends Column {
  nulls: number;
  distinct: number;
  min: Cell;
  max: Cell;
  average: number | null;
  median: number | null;
  spread: number | null;
  isNumber: boolean;
  isDay: boolean;
}

/** What the columns of a table hold, read in one pass. */
export async function profile(context: Context, bizId: string) {
  const opened = await openFilled(context, bizId);
  const { relation, table } = opened;
  const columns = relation.columns.slice(0, mostProfiled);
  const isLarge = table.rows > mostCounted;
  const measures = columns.flatMap((column) => {
    const value = name(column.name);
    const number = isNumber(column) ? `CAST(${value} AS DOUBLE)` : undefined;
    const length = column.fieldType === 'string' ? `left(${value}, 100)` : value;
    return [
      `count(*) - count(${value})`,
      isLarge ? `approx_count_distinct(${value})` : `count(DISTINCT ${value})`,
      `min(${length})`,
      `max(${length})`,
      ...(number === undefined
        ? ['NULL', 'NULL', 'NULL']
        : [`avg(${number})`, `approx_quantile(${number}, 0.5)`, `stddev_samp(${measurable(number)})`]),
    ];
  });
  const { rows } = await ask({
    sql: `SELECT ${['count(*)', ...measures].join(', ')} FROM ${relation.sql}`,
    files: relation.files,
    caller: relation.caller,
  });
  const [count = 0, ...found] = rows[0] ?? [];
  const profiles = columns.map((column, index): ColumnProfile => {
    const [nulls, distinct, min, max, average, median, spread] = found.slice(index * 7, index * 7 + 7);
    // An estimate may be more than there are rows.
    const different = Math.min(Number(distinct), Number(count) - Number(nulls));
    return {
      ...column,
      nulls: Number(nulls),
      distinct: different,
      min: min ?? null,
      max: max ?? null,
      average: figure(average),
      median: figure(median),
      spread: figure(spread),
      isNumber: isNumber(column),
      isDay: days.has(column.fieldType),
    };
  });
  return {
    rows: Number(count),
    title: table.title,
    revision: table.revision,
    today: todayOf(context),
    hidden: await hiddenColumns(context, opened),
    left: relation.columns.length - columns.length,
    columns: profiles,
  };
}

function figure(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}

/** The most frequent values of a column (DATA-16). */
export async function frequency(context: Context, { bizId, column: wanted }: { bizId: string; column: string }) {
  const opened = await openFilled(context, bizId);
  const { relation } = opened;
  const value = name(columnOf(opened, wanted).name);
  const source = relation.sql;
  const whole = await ask({
    sql: `SELECT count(*), count(${value}), count(DISTINCT ${value}) FROM ${source}`,
    files: relation.files,
    caller: relation.caller,
  });
  const [rows = 0, filled = 0, distinct = 0] = (whole.rows[0] ?? []).map(Number);
  const { rows: found } = await ask({
    sql: `SELECT ${value}, count(*) FROM ${source} WHERE ${value} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostValues}`,
    files: relation.files,
    caller: relation.caller,
  });
  const values = found.map(([cell = null, count], index) => ({
    key: String(index + 1),
    value: typeof cell === 'string' ? cell.slice(0, longestValue) : cell,
    isCut: typeof cell === 'string' && cell.length > longestValue,
    count: Number(count),
    share: Number(count) / rows,
  }));
  return { rows, distinct, nulls: rows - filled, others: filled - values.reduce((sum, { count }) => sum + count, 0), values };
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
  const first = within(Math.floor(low / width) * width);
  const { rows } = await ask({
    // Halves of very large numbers have a difference, they have none.
    sql: `SELECT CAST(floor((${number} / 2 - CAST(? AS DOUBLE)) / CAST(? AS DOUBLE)) AS INTEGER) AS bin, count(*) FROM ${sql} WHERE isfinite(${number}) GROUP BY 1 ORDER BY 1`,
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
