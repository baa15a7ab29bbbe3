import type { RelativePeriod } from '../../../src/core/calendar/index.ts';
import { compileCondition } from '../../../src/core/data-graph/condition.ts';
import { isNumeric, type Parameters } from '../../../src/core/data-graph/sql.ts';
import { type FieldType, name } from '../../data-engine/index.ts';
import { wrong } from '../../errors.ts';
import type { Column } from './repository.ts';

/** What of a day or moment rows are grouped by. */
export type DayPart = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'weekday';

export interface Dimension {
  column: string;
  part?: DayPart | undefined;
}
/** Rows of some groups, as an answer about groups gives them; null: those without a value. */
export interface GroupKeys extends Dimension {
  is: 'in' | 'notIn';
  values: (string | null)[];
}
/** A condition for every table that has the column: rows of a range of days or of a relative period (`datedChoice`), or with one of some values. */
export interface ColumnFilter {
  column: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  period?: RelativePeriod | null | undefined;
  values?: readonly (string | number | boolean | null)[] | null | undefined;
}
/** Which rows of a table are meant: all a condition and filters hold for that are in these groups. */
export interface RowChoice {
  condition?: object | null | undefined;
  groups?: readonly GroupKeys[] | undefined;
  filters?: readonly ColumnFilter[] | undefined;
}

const days: ReadonlySet<FieldType> = new Set(['date', 'timestamp']);

/** The column of this name among those the reader may see. @throws ApiError PARAMETER_ERROR at the field, whether it is denied or not there */
export function columnAt(columns: readonly Column[], wanted: string, field: string): Column {
  const found = columns.find((column) => column.name === wanted);
  if (!found) throw wrong(field, 'There is no such column', 'data-mart.noColumn');
  return found;
}

/** What the rows of a group have in common, as SQL of a text: missing for rows without a value and for empty texts. @throws ApiError PARAMETER_ERROR */
export function keyOf(columns: readonly Column[], { column: wanted, part }: Dimension, field: string): string {
  const column = columnAt(columns, wanted, `${field}.column`);
  const own = name(column.name);
  if (part === undefined) {
    if (column.fieldType === 'float') return `CAST(CASE WHEN isfinite(${own}) THEN ${own} END AS VARCHAR)`;
    return `nullif(CAST(${own} AS VARCHAR), '')`;
  }
  if (!days.has(column.fieldType)) throw wrong(`${field}.part`, 'The column has no days', 'data-mart.noDays');
  switch (part) {
    case 'year':
      return `strftime(${own}, '%Y')`;
    case 'quarter':
      return `(strftime(${own}, '%Y') || '-Q' || CAST(quarter(${own}) AS VARCHAR))`;
    case 'month':
      return `strftime(${own}, '%Y-%m')`;
    case 'week':
      return `strftime(${own}, '%G-W%V')`;
    case 'day':
      return `strftime(${own}, '%Y-%m-%d')`;
    case 'weekday':
      return `CAST(isodow(${own}) AS VARCHAR)`;
  }
}

/** Whether a filter says anything, and whether it can be asked of the columns somebody sees: a denied one is not there. */
const isAsked = ({ from, to, values }: ColumnFilter): boolean => Boolean(from || to || values?.length);
function isKnown(columns: readonly Column[], { column: wanted, from, to }: ColumnFilter): boolean {
  const column = columns.find(({ name: own }) => own === wanted);
  return column !== undefined && (!(from || to) || days.has(column.fieldType));
}

/** Columns of the filters that do not apply to a table. */
export function unfilteredBy(columns: readonly Column[], { filters = [] }: RowChoice): string[] {
  return filters.filter((filter) => isAsked(filter) && !isKnown(columns, filter)).map(({ column }) => column);
}

function compileFilter(columns: readonly Column[], { column: wanted, from, to, values }: ColumnFilter, parameters: Parameters): string {
  const column = columnAt(columns, wanted, 'filters');
  const day = `CAST(${name(column.name)} AS DATE)`;
  const parts = [
    ...(from ? [`${day} >= ${parameters.typed('date', from)}`] : []),
    ...(to ? [`${day} <= ${parameters.typed('date', to)}`] : []),
    ...(values?.length ? [compileValues(columns, column, values, parameters)] : []),
  ];
  return `coalesce(${parts.join(' AND ')}, FALSE)`;
}

/** What numbers of a type are compared as: exactly, but for those that are not exact themselves. */
const comparedAs = (type: FieldType): string => (type === 'float' ? 'DOUBLE' : 'DECIMAL(38,15)');

/** One of some values; numbers are compared as numbers, also those that are codes or categories, however many noughts they are written with. */
function compileValues(
  columns: readonly Column[],
  column: Column,
  values: NonNullable<ColumnFilter['values']>,
  parameters: Parameters,
): string {
  const texts = values.map((value) => (value === null ? null : String(value)));
  if (!isNumeric(column.fieldType)) return compileGroup(columns, { column: column.name, is: 'in', values: texts }, parameters, 'filters');
  const type = comparedAs(column.fieldType);
  const given = texts.flatMap((text) => (text === null ? [] : [`TRY_CAST(${parameters.text(text)} AS ${type})`]));
  const isOne = given.length === 0 ? 'FALSE' : `coalesce(CAST(${name(column.name)} AS ${type}) IN (${given.join(', ')}), FALSE)`;
  return texts.includes(null) ? `(${isOne} OR ${name(column.name)} IS NULL)` : isOne;
}

/**
 * The choice, with days for its relative periods, as SQL that is true or false; columns that are denied are not there. Moments in UTC are read by the clock of the time zone.
 * @throws ApiError PARAMETER_ERROR at `condition` and `groups`
 */
export function compileChoice(columns: readonly Column[], choice: RowChoice, parameters: Parameters, timeZone: string): string {
  const { condition, groups = [], filters = [] } = choice;
  const parts = groups.map((group, index) => compileGroup(columns, group, parameters, `groups[${index}]`));
  if (condition && Object.keys(condition).length > 0) {
    const typed = columns.map(({ name: own, title, fieldType }) => ({ name: own, title, type: fieldType }));
    const compiled = compileCondition(condition, { columns: typed, parameters, timeZone }, (kind, values) => {
      throw wrong('condition', `The condition cannot be used: ${kind}`, `dataprocess.fault.${kind}`, values);
    });
    parts.push(compiled ?? 'FALSE');
  }
  for (const filter of filters) if (isAsked(filter) && isKnown(columns, filter)) parts.push(compileFilter(columns, filter, parameters));
  return parts.length === 0 ? 'TRUE' : parts.join(' AND ');
}

function compileGroup(columns: readonly Column[], group: GroupKeys, parameters: Parameters, field: string): string {
  const key = keyOf(columns, group, field);
  const given = group.values.filter((value) => value !== null);
  const isOne = given.length === 0 ? 'FALSE' : `coalesce(${key} IN (${given.map((value) => parameters.text(value)).join(', ')}), FALSE)`;
  const isAny = group.values.includes(null) ? `(${isOne} OR ${key} IS NULL)` : isOne;
  return group.is === 'in' ? isAny : `(NOT ${isAny})`;
}
