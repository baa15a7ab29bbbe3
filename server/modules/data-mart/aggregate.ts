import { keyOf as periodOf, units } from '../../../src/core/calendar/index.ts';
import { Parameters } from '../../../src/core/data-graph/sql.ts';
import type { Context, WordedContext } from '../../context.ts';
import { ask, type Cell, name } from '../../data-engine/index.ts';
import { ApiError, wrong } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import {
  columnAt,
  compileChoice,
  type DayPart,
  type Dimension,
  type GroupKeys,
  keyOf,
  type RowChoice,
  unfilteredBy,
} from './chosen-rows.ts';
import { datedChoice, todayOf } from './dated-choice.ts';
import { isNumber } from './explore.ts';
import { figureOfNone, type PeriodRow, withGaps } from './gaps.ts';
import type { Column } from './repository.ts';
import { cellsShown, firstRows, hiddenColumns, openFor } from './rows.ts';

export type How = 'count' | 'sum' | 'average' | 'minimum' | 'maximum' | 'distinct';
export interface Measure {
  how: How;
  /** Not where rows are counted. */
  column?: string | undefined;
}
export interface AggregateQuestion extends RowChoice {
  bizId: string;
  by: readonly Dimension[];
  measure: Measure;
  /** Groups of the first column, and how they are chosen: those with the largest figure, or by name (of days the latest). */
  top?: number | undefined;
  order?: 'value' | 'name' | undefined;
}

/** Groups of the second column; what is beyond is one series. */
const mostSeries = 6;
const usualTop = 12;
const longestName = 200;

/** A group: what it is called in the language of the reader, its figure, its rows, and the keys that choose those. */
export interface AggregateRow {
  key: string;
  name: string;
  value: number | null;
  count: number;
  isRest: boolean;
  groups: GroupKeys[];
  /** Figures by the keys of the series. */
  values?: Record<string, number | null>;
}

/**
 * Figures of the groups of a table by up to two columns, read in one pass with the rights of now: columns that are denied are not there (PERM-15).
 * @throws ApiError NOT_FOUND, FORBIDDEN, DATA_EMPTY, PARAMETER_ERROR at the word that does not fit
 */
export async function aggregate(context: WordedContext, question: AggregateQuestion) {
  const { bizId, by, measure, top = usualTop } = question;
  const opened = await openFor(context, bizId, 'view');
  const { relation, table } = opened;
  if (table.rows === 0) throw new ApiError('DATA_EMPTY');
  const { columns } = relation;
  const parameters = new Parameters();
  const measured = measureOf(columns, measure);
  const keys = by.map((dimension, index) => keyOf(columns, dimension, `by[${index}]`));
  const [first, second] = by;
  if (first && second && first.column === second.column && first.part === second.part)
    throw wrong('by[1].column', 'Rows are grouped by this already', 'data-mart.sameDimension');
  const dated = datedChoice(columns, question, todayOf(context));
  const choice = compileChoice(columns, dated.choice, parameters, context.services.settings.timeZone);
  const isPeriod = first?.part !== undefined && first.part !== 'weekday';
  const unit = question.order === 'value' ? undefined : units.find((one) => one === first?.part);
  const now = unit && parameters.text(periodOf(dated.today, unit));
  const orders = by.map((dimension, index) =>
    index === 0 && now ? periodsAround(now) : orderOf(columns, dimension, index, question.order, measured.sum),
  );
  const limits = [now ? 2 * top : top, mostSeries - 1];
  const statement = statementOf({ from: relation.sql, choice, measured, keys, orders, limits });
  const { rows } = await ask({
    sql: statement,
    parameters: parameters.values,
    files: relation.files,
    caller: relation.caller,
    most: 4_000,
  });
  const found = rows.map(([value, count, p0, k0, n0, p1, k1, n1]) => ({
    ...{ value: figure(value), count: Number(count), p0: placeOf(p0), p1: placeOf(p1) },
    ...{ k0: textOf(k0), k1: textOf(k1), n0: Number(n0), n1: Number(n1) },
  }));
  const whole = found.find(({ p0, p1 }) => p0 === undefined && p1 === undefined);
  const naming = namesOf(context);
  const groupsOf = (index: 0 | 1) =>
    found
      .filter((row) => row[`p${index}`] !== undefined && row[index === 0 ? 'p1' : 'p0'] === undefined)
      .map((row) => ({ ...row, at: row[`p${index}`] as number, own: row[`k${index}`] }));
  const made = (index: 0 | 1, dimension: Dimension) => {
    const all = groupsOf(index);
    // A single group beyond the limit is shown as itself: then as many were found as there are.
    const limit = found[0]?.[`n${index}`] === all.length ? Number.POSITIVE_INFINITY : (limits[index] ?? 0);
    const shown = all.filter(({ at }) => at <= limit).map(({ own }) => own);
    return all.map(({ at, own, value, count }) => {
      const isRest = at > limit;
      const keysOf: GroupKeys = { ...dimension, is: isRest ? 'notIn' : 'in', values: isRest ? shown : [own] };
      const title = isRest ? naming.rest : naming.of(columnAt(columns, dimension.column, 'by'), dimension.part, own);
      return { key: `g${at}`, name: title, value, count, isRest, groups: [keysOf], own };
    });
  };
  const series = second ? made(1, second) : [];
  const cells = new Map(found.flatMap(({ p0, p1, value }) => (p0 === undefined || p1 === undefined ? [] : [[`${p0} ${p1}`, value]])));
  const none = isPeriod ? figureOfNone(measure.how) : null;
  const content = (first ? made(0, first) : []).map(({ own, ...row }): PeriodRow => {
    // A pair without rows is not among what was found; one whose figure is missing is.
    const cellOf = (key: string) => cells.get(`${row.key.slice(1)} ${key.slice(1)}`);
    const values = () => Object.fromEntries(series.map(({ key }) => [key, cellOf(key) === undefined ? none : (cellOf(key) ?? null)]));
    return { ...row, own, ...(second && { values: values() }) };
  });
  // Periods stand in their order; earlier ones than are shown are told, and are no period of their own.
  const periods = content.filter(({ isRest }) => !isRest);
  const terms = {
    ...{ how: measure.how, top, today: dated.today, series: series.map(({ key }) => key) },
    bounds: dated.bounds.get(first?.column ?? '') ?? {},
    unit,
  };
  const shown = isPeriod && first ? withGaps(periods, { ...terms, by: first }) : content;
  const rest = content.find(({ isRest }) => isRest);
  const left = isPeriod
    ? {
        groups: (found[0]?.n0 ?? 0) - shown.filter(({ count }) => count > 0).length,
        rows: (whole?.count ?? 0) - shown.reduce((sum, { count }) => sum + count, 0),
        isSummed: false,
      }
    : { groups: rest ? Math.max((found[0]?.n0 ?? 0) - top, 0) : 0, rows: rest?.count ?? 0, isSummed: rest !== undefined };
  return {
    ...{ title: table.title, revision: table.revision, total: table.rows, hidden: await hiddenColumns(context, opened) },
    ...{ rows: whole?.count ?? 0, value: whole?.value ?? null },
    by: by.map(({ column, part }) => ({ column, part: part ?? null, title: columnAt(columns, column, 'by').title })),
    measure: { how: measure.how, column: measure.column ?? null, title: measured.title, isWhole: measured.isWhole },
    groups: found[0]?.n0 ?? 0,
    left,
    ...{ today: dated.today, periods: dated.periods },
    ...(question.filters && { unfiltered: unfilteredBy(columns, dated.choice) }),
    content: shown.map(({ own: _, ...row }) => row),
    series: series.map(({ key, name: label, isRest, groups }) => ({ key, name: `values.${key}`, label, isRest, groups })),
  };
}

/** How groups are placed: by `sql`, after `by` was read of every row. */
interface Order {
  sql: string;
  by: string;
  /** What a place is, other than the number in this order. */
  place?: string;
}
interface Asked {
  from: string;
  choice: string;
  measured: { of: string; sum: string };
  keys: readonly string[];
  orders: readonly Order[];
  limits: readonly number[];
}

/**
 * chosen rows with their keys -> a place for every group (g0, g1) -> rows with the places of their groups, those beyond the limit sharing one -> figures of all rows, of
 * each group, and of each pair. A row of the answer: figure, rows, then twice place, key and number of groups; the place is missing where rows of all groups are meant.
 */
function statementOf({ from, choice, measured, keys, orders, limits }: Asked): string {
  const each = (part: (index: number) => string) => keys.map((_, index) => part(index));
  const read = [`${measured.of} AS measure`, ...each((at) => `${keys[at]} AS k${at}, ${orders[at]?.by} AS o${at}`)];
  const ranks = each(
    (at) =>
      `, g${at} AS (SELECT k${at} AS key${at}, ${orders[at]?.place ?? `row_number() OVER (ORDER BY ${orders[at]?.sql}, k${at})`} AS place${at} FROM chosen GROUP BY k${at})`,
  );
  const places = each((at) => `least(place${at}, ${(limits[at] ?? 0) + 1}) AS p${at}`);
  const joins = each((at) => `JOIN g${at} ON k${at} IS NOT DISTINCT FROM key${at}`);
  const told = [0, 1].map((at) => (at < keys.length ? `p${at}, min(k${at}), (SELECT count(*) FROM g${at})` : 'NULL, NULL, 0'));
  const sets = ['()', '(p0)', '(p0, p1), (p1)'].slice(0, keys.length + 1);
  return `WITH chosen AS MATERIALIZED (SELECT ${read.join(', ')} FROM ${from} WHERE ${choice})
    ${ranks.join(' ')}, placed AS (SELECT ${['chosen.*', ...places].join(', ')} FROM chosen ${joins.join(' ')})
    SELECT ${[measured.sum, 'count(*)', ...told].join(', ')} FROM placed
    GROUP BY GROUPING SETS (${sets.join(', ')}) ORDER BY 3 NULLS FIRST, 6 NULLS FIRST`;
}

/** What is read of a row, and the figure of many of them. @throws ApiError PARAMETER_ERROR */
function measureOf(
  columns: readonly Column[],
  { how, column: wanted }: Measure,
): { of: string; sum: string; title: string | null; isWhole: boolean } {
  if (how === 'count') return { of: '1', sum: 'count(*)', title: null, isWhole: true };
  if (wanted === undefined) throw wrong('measure.column', 'Say of which column', 'data-mart.noMeasure');
  const column = columnAt(columns, wanted, 'measure.column');
  const own = name(column.name);
  if (how === 'distinct') return { of: own, sum: 'count(DISTINCT measure)', title: column.title, isWhole: true };
  if (!isNumber(column)) throw wrong('measure.column', 'The column has no numbers to compute with', 'data-mart.noFigures');
  const of = column.fieldType === 'float' ? `CASE WHEN isfinite(${own}) THEN ${own} END` : own;
  const call = { sum: 'sum', average: 'avg', minimum: 'min', maximum: 'max' }[how];
  return { of, sum: `CAST(${call}(measure) AS DOUBLE)`, title: column.title, isWhole: column.fieldType === 'integer' && how !== 'average' };
}

/** Places of periods: the latest up to now have 1, 3, 5, those to come 2, 4, 6, so that neither takes the room of the other. */
function periodsAround(now: string): Order {
  const isToCome = `coalesce(k0 > ${now}, FALSE)`;
  const count = `row_number() OVER (PARTITION BY ${isToCome} ORDER BY CASE WHEN ${isToCome} THEN k0 END, k0 DESC NULLS LAST)`;
  return { sql: 'k0', by: 'NULL', place: `2 * ${count} - CASE WHEN ${isToCome} THEN 0 ELSE 1 END` };
}

/** How groups are placed: of periods the latest first, weekdays in theirs, others by their figure, or as their values are ordered. */
function orderOf(columns: readonly Column[], { column, part }: Dimension, index: number, order: 'value' | 'name' | undefined, sum: string) {
  const key = `k${index}`;
  const own = name(columnAt(columns, column, 'by').name);
  if (part === 'weekday') return { sql: key, by: 'NULL' };
  if (part !== undefined && (order !== 'value' || index === 1))
    return { sql: `${key} ${index === 0 ? 'DESC' : 'ASC'} NULLS LAST`, by: 'NULL' };
  if (order === 'name' && index === 0) return { sql: `min(o${index}) NULLS LAST`, by: own };
  return { sql: `${index === 0 ? sum : 'count(*)'} DESC NULLS LAST`, by: 'NULL' };
}

const placeOf = (cell: Cell | undefined): number | undefined => (cell === null || cell === undefined ? undefined : Number(cell));
const textOf = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell));

function figure(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined) return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** What groups are called: as their values are written, truths, days of the week and what has no value in words. */
function namesOf(context: WordedContext) {
  const language = languageOf(context);
  const word = (key: string): string => context.services.documents.text(language, key) ?? key;
  return {
    rest: word('data-mart.others'),
    of({ fieldType }: Column, part: DayPart | undefined, key: string | null): string {
      if (key === null) return word('data-mart.withoutValue');
      if (part === 'weekday') return word(`data-mart.weekday${key}`);
      if (fieldType === 'boolean') return word(key === 'true' ? 'register.yes' : 'register.no');
      // Decimals without the noughts they are kept with.
      if (fieldType === 'number') return key.replace(/\.?0+$/, '');
      return key.slice(0, longestName);
    },
  };
}

/** The rows behind a figure: at most so many, and how many there are. @throws ApiError NOT_FOUND, FORBIDDEN, PARAMETER_ERROR */
export async function chosenRows(context: Context, { bizId, most, ...choice }: RowChoice & { bizId: string; most: number }) {
  const seen = await openFor(context, bizId, 'view');
  const { relation } = seen;
  const parameters = new Parameters();
  const dated = datedChoice(relation.columns, choice, todayOf(context));
  const where = compileChoice(relation.columns, dated.choice, parameters, context.services.settings.timeZone);
  const counted = await ask({
    sql: `SELECT count(*) FROM ${relation.sql} WHERE ${where}`,
    parameters: parameters.values,
    files: relation.files,
    caller: relation.caller,
  });
  const { rows } = await firstRows(relation, most, { where, parameters: parameters.values });
  return {
    columns: relation.columns.map((column, place) => ({ ...column, place })),
    rows: cellsShown(rows),
    total: Number(counted.rows[0]?.[0] ?? 0),
    hidden: await hiddenColumns(context, seen),
  };
}
