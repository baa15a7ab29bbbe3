import { compileCondition } from '../../../src/core/data-graph/condition.ts';
import type { Parameters } from '../../../src/core/data-graph/sql.ts';
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
/** Which rows of a table are meant: all a condition holds for that are in these groups. */
export interface RowChoice {
  condition?: object | null | undefined;
  groups?: readonly GroupKeys[] | undefined;
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

/** The choice as SQL that is true or false; columns that are denied are not there. @throws ApiError PARAMETER_ERROR at `condition` and `groups` */
export function compileChoice(columns: readonly Column[], { condition, groups = [] }: RowChoice, parameters: Parameters): string {
  const parts = groups.map((group, index) => compileGroup(columns, group, parameters, `groups[${index}]`));
  if (condition && Object.keys(condition).length > 0) {
    const typed = columns.map(({ name: own, title, fieldType }) => ({ name: own, title, type: fieldType }));
    const compiled = compileCondition(condition, typed, parameters, (kind, values) => {
      throw wrong('condition', `The condition cannot be used: ${kind}`, `dataprocess.fault.${kind}`, values);
    });
    parts.push(compiled ?? 'FALSE');
  }
  return parts.length === 0 ? 'TRUE' : parts.join(' AND ');
}

function compileGroup(columns: readonly Column[], group: GroupKeys, parameters: Parameters, field: string): string {
  const key = keyOf(columns, group, field);
  const given = group.values.filter((value) => value !== null);
  const isOne = given.length === 0 ? 'FALSE' : `coalesce(${key} IN (${given.map((value) => parameters.text(value)).join(', ')}), FALSE)`;
  const isAny = group.values.includes(null) ? `(${isOne} OR ${key} IS NULL)` : isOne;
  return group.is === 'in' ? isAny : `(NOT ${isAny})`;
}
