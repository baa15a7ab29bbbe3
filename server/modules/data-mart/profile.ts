import type { Context } from '../../context.ts';
import { askByColumns, needsTooMuch } from '../../data-engine/by-columns.ts';
import { type Answer, ask, type Cell, name } from '../../data-engine/index.ts';
import { todayOf } from './dated-choice.ts';
import { days, figure, isNumber, measurable, openFilled, patienceOf } from './explore.ts';
import type { Relation } from './relation.ts';
import type { Column } from './repository.ts';
import { hiddenColumns } from './rows.ts';

const mostProfiled = 60;
/** Rows up to which different values are counted, and not estimated. */
const mostCounted = 500_000;
/** Values one question is about: the engine holds so many different ones of 32 characters, with what it reads them from. */
const mostValues = 1_000_000;
/** Measures of a column. */
const measures = 8;

export interface ColumnProfile extends Column {
  nulls: number;
  distinct: number;
  /** Whether the number of different values is an estimate. */
  isEstimated: boolean;
  min: Cell;
  max: Cell;
  average: number | null;
  median: number | null;
  spread: number | null;
  isNumber: boolean;
  isDay: boolean;
}

/** What the columns of a table hold: some columns at a time, as many as the engine can hold (DATA-16). @throws ApiError NOT_FOUND, FORBIDDEN, DATA_EMPTY, DATA_TIMEOUT */
export async function profile(context: Context, bizId: string) {
  const opened = await openFilled(context, bizId);
  const { relation, table } = opened;
  const columns = relation.columns.slice(0, mostProfiled);
  const atOnce = Math.max(1, Math.floor(mostValues / table.rows));
  const profiles: ColumnProfile[] = [];
  const requireTime = patienceOf();
  for (let at = 0; at < columns.length; at += atOnce) {
    requireTime();
    profiles.push(...(await profilesOf(relation, columns.slice(at, at + atOnce))));
  }
  return {
    rows: table.rows,
    title: table.title,
    revision: table.revision,
    today: todayOf(context),
    hidden: await hiddenColumns(context, opened),
    left: relation.columns.length - columns.length,
    columns: profiles,
  };
}

async function profilesOf(relation: Relation, columns: readonly Column[]): Promise<ColumnProfile[]> {
  const { rows } = await askByColumns(columns, (some) => measuresOf(relation, some));
  const found = rows[0] ?? [];
  return columns.map((column, index) => {
    const own = found.slice(index * measures, (index + 1) * measures);
    const [nulls, distinct, isEstimated, min = null, max = null, average, median, spread] = own;
    return {
      ...column,
      ...{ nulls: Number(nulls), distinct: Number(distinct), isEstimated: isEstimated === true, min, max },
      ...{ average: figure(average), median: figure(median), spread: figure(spread) },
      ...{ isNumber: isNumber(column), isDay: days.has(column.fieldType) },
    };
  });
}

/** Different values are counted; in many rows, or where even those of a single column are more than the engine can hold, estimated. */
async function measuresOf({ sql, files, caller, rows }: Relation, columns: readonly Column[]): Promise<Answer> {
  const measured = (isEstimated: boolean) => {
    const asked = columns.flatMap((column) => measuresSql(column, isEstimated)).join(', ');
    return ask({ sql: `SELECT ${asked} FROM ${sql}`, files, caller });
  };
  const isLarge = rows > mostCounted;
  try {
    return await measured(isLarge);
  } catch (error) {
    if (isLarge || columns.length > 1 || !needsTooMuch(error)) throw error;
    return await measured(true);
  }
}

function measuresSql(column: Column, isEstimated: boolean): string[] {
  const value = name(column.name);
  const number = isNumber(column) ? `CAST(${value} AS DOUBLE)` : undefined;
  const seen = column.fieldType === 'string' ? `left(${value}, 100)` : value;
  return [
    `count(*) - count(${value})`,
    // An estimate may be more than there are values.
    isEstimated ? `least(approx_count_distinct(${value}), count(${value}))` : `count(DISTINCT ${value})`,
    isEstimated ? 'TRUE' : 'FALSE',
    `min(${seen})`,
    `max(${seen})`,
    ...(number === undefined
      ? ['NULL', 'NULL', 'NULL']
      : [`avg(${number})`, `approx_quantile(${number}, 0.5)`, `stddev_samp(${measurable(number)})`]),
  ];
}
