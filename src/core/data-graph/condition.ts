import { groupKindOf, within } from '../condition-words.ts';
import { isDay } from '../dates.ts';
import { fieldHint } from '../suggest.ts';
import { clockReader, isMoment } from './moments.ts';
import { type Parameters, quoted, sqlTypes } from './sql.ts';
import type { Column, FieldType } from './types.ts';

type Tell = (kind: string, values?: Record<string, string>) => undefined;

export const mostOf = { parts: 50, depth: 5, values: 500 };
export const conditionOperators: readonly string[] = [
  ...['equals', 'notEquals', 'in', 'notIn', 'greater', 'atLeast', 'less', 'atMost', 'between', within],
  ...['contains', 'startsWith', 'endsWith', 'empty', 'notEmpty'],
];

/**
 * A condition as the widget condition-tree gives it (groups all, any, not; comparisons of a field) as SQL that is true or false, never missing: a comparison with a
 * missing value does not hold. Texts are compared as they stand. Relative periods are days by then (`datedCondition`). Timestamps are clock times, and a moment that is given
 * in UTC is what the clock of the time zone shows then.
 */
export function compileCondition(
  condition: unknown,
  { columns, parameters, timeZone }: { columns: readonly Column[]; parameters: Parameters; timeZone: string },
  tell: Tell,
): string | undefined {
  const terms: Terms = { columns, parameters, onClock: clockReader(timeZone) };
  let count = 0;
  const read = (part: unknown, depth: number): string | undefined => {
    count += 1;
    if (count > mostOf.parts) return tell('conditionLong', { most: String(mostOf.parts) });
    if (typeof part !== 'object' || part === null) return tell('conditionEmpty');
    const kind = groupKindOf(part);
    if (!kind) return compare(part as Record<string, unknown>, terms, tell);
    const parts: unknown = Reflect.get(part, kind);
    if (depth > mostOf.depth) return tell('conditionDeep', { most: String(mostOf.depth) });
    if (!Array.isArray(parts) || parts.length === 0) return tell('conditionEmpty');
    const sql = parts.map((one) => read(one, depth + 1));
    if (sql.some((one) => one === undefined)) return undefined;
    if (kind === 'not') return `(NOT (${sql.join(' OR ')}))`;
    return `(${sql.join(kind === 'all' ? ' AND ' : ' OR ')})`;
  };
  return read(condition, 1);
}

interface Terms {
  columns: readonly Column[];
  parameters: Parameters;
  onClock: ReturnType<typeof clockReader>;
}

function compare({ field, operator, value }: Record<string, unknown>, { columns, parameters, onClock }: Terms, tell: Tell) {
  if (typeof field !== 'string' || field === '') return tell('fieldMissing');
  const column = columns.find(({ name }) => name === field);
  if (!column)
    return tell('columnUnknown', {
      column: field,
      hint:
        fieldHint(
          field,
          columns.map(({ name }) => name),
        ) ?? '',
    });
  const name = quoted(field);
  const isText = column.type === 'string';
  if (operator === 'empty') return isText ? `(coalesce(${name}, '') = '')` : `(${name} IS NULL)`;
  if (operator === 'notEmpty') return isText ? `(coalesce(${name}, '') <> '')` : `(${name} IS NOT NULL)`;
  if (operator === within) {
    if (column.type !== 'date' && column.type !== 'timestamp') return tell('operatorUnfit', { column: field, type: column.type });
    const { from, to } = (value ?? {}) as Record<string, unknown>;
    if (typeof from !== 'string' || typeof to !== 'string' || !isDay(from) || !isDay(to)) return tell('periodUnfit', { column: field });
    return `coalesce(CAST(${name} AS DATE) BETWEEN ${parameters.typed('date', from)} AND ${parameters.typed('date', to)}, false)`;
  }
  const typed = (given: unknown) => {
    const text = valueText(column.type, column.type === 'timestamp' ? onClock(given) : given);
    if (text === undefined) return tell('valueUnfit', { column: field, type: column.type });
    return parameters.typed(column.type, text);
  };
  const listed = (given: unknown, count?: number): string[] | undefined => {
    if (!Array.isArray(given) || given.length === 0 || (count !== undefined && given.length !== count))
      return tell('valueMissing', { column: field });
    if (given.length > mostOf.values) return tell('listLong', { most: String(mostOf.values) });
    const all = given.map(typed);
    return all.some((one) => one === undefined) ? undefined : (all as string[]);
  };
  const single = (sign: string) => {
    const other = typed(value);
    return other && `coalesce(${name} ${sign} ${other}, false)`;
  };
  const onText = (call: string) => {
    if (!isText) return tell('operatorUnfit', { column: field, type: column.type });
    const other = typeof value === 'string' && value !== '' ? parameters.text(value) : tell('valueMissing', { column: field });
    return other && `coalesce(${call}(${name}, ${other}), false)`;
  };
  const isOrdered = column.type !== 'boolean' && !isText;
  if (!isOrdered && ['greater', 'atLeast', 'less', 'atMost', 'between'].includes(String(operator)))
    return tell('operatorUnfit', { column: field, type: column.type });
  switch (operator) {
    case 'equals':
      return single('=');
    case 'notEquals':
      return single('<>');
    case 'greater':
      return single('>');
    case 'atLeast':
      return single('>=');
    case 'less':
      return single('<');
    case 'atMost':
      return single('<=');
    case 'between': {
      const [from, to] = listed(value, 2) ?? [];
      return from && to && `coalesce(${name} BETWEEN ${from} AND ${to}, false)`;
    }
    case 'in': {
      const all = listed(value);
      return all && `coalesce(${name} IN (${all.join(', ')}), false)`;
    }
    case 'notIn': {
      const all = listed(value);
      return all && `coalesce(${name} NOT IN (${all.join(', ')}), false)`;
    }
    case 'contains':
      return onText('contains');
    case 'startsWith':
      return onText('starts_with');
    case 'endsWith':
      return onText('ends_with');
    default:
      return tell('operatorMissing', { column: field });
  }
}

/** Whether a text is a number a type has room for. Rounded to the six decimals that are kept, one that begins with eighteen nines may be a digit longer. */
const numbers: Partial<Record<FieldType, (text: string) => boolean>> = {
  integer: (text) => /^[+-]?\d{1,19}$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text)),
  number: (text) => /^[+-]?\d{1,18}(?:\.\d{1,15})?$/.test(text) && !/^[+-]?9{18}\.9{6}[5-9]/.test(text),
  float: (text) => /^[+-]?\d{1,20}(?:\.\d{1,15})?$/.test(text),
};

/** The text SQL casts to a type, or undefined for what is no value of it. */
export function valueText(type: FieldType, given: unknown): string | undefined {
  if (given === null || given === undefined || given === '') return undefined;
  const text = String(given).trim();
  if (type === 'string') return typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, 1_000) : undefined;
  if (type === 'boolean') return text === 'true' || text === 'false' ? text : undefined;
  const isOfType = numbers[type];
  if (isOfType) return isOfType(text) ? text : undefined;
  const moment = type === 'timestamp' ? text.replace(/\.000Z$/, 'Z') : text;
  return isMoment(type as 'date' | 'timestamp' | 'time', moment) ? moment.replace(/Z$/, '') : undefined;
}

/** Types that have a value that can be given. */
export const knownType = (type: unknown): type is FieldType => typeof type === 'string' && Object.hasOwn(sqlTypes, type);
