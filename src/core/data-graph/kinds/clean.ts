import { knownType, valueText } from '../condition.ts';
import { type Parameters, quoted, sqlTypes, whiteSpace } from '../sql.ts';
import type { Column, FieldType } from '../types.ts';
import { columnOf, type Given, type Kind, listOf } from './kind.ts';

/** Marks rows to be left out. No field can be called so (RULE-12). */
const mark = quoted('%rejected');

interface Step {
  column: string;
  /** The value of before as SQL; made when the query is, because of its parameters. */
  value(before: string, parameters: Parameters): string;
  rejects: boolean;
}

/**
 * Values made uniform: `steps` of `column` and `action`: trim, lower, upper, fill (an empty value gets `value`), replace (`find` by `value`), cast (to `type`; what is no
 * value of it is left empty, or with `onFault` reject its row is left out and counted).
 */
export const clean: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell }) {
    const given = listOf(settings.steps);
    if (given.length === 0) tell('steps', 'stepsMissing');
    const now: Column[] = columns.map((column) => ({ ...column }));
    const steps = given.map((one, index) => readStep(one, `steps.${index}`, now, tell));
    const isWhole = steps.length > 0 && steps.every((one) => one !== undefined);
    const all = steps as Step[];
    const marked = (from: string, parameters: Parameters) => {
      let inner = `SELECT *, false AS ${mark} FROM ${from}`;
      for (const { column, value, rejects } of all) {
        const name = quoted(column);
        const made = value(name, parameters);
        const rejected = rejects
          ? `, (${mark} OR (${name} IS NOT NULL AND CAST(${name} AS VARCHAR) <> '' AND ${made} IS NULL)) AS ${mark}`
          : '';
        inner = `SELECT * REPLACE (${made} AS ${name}${rejected}) FROM (${inner})`;
      }
      return inner;
    };
    if (!isWhole) return { columns: now };
    const rejects = all.some((step) => step.rejects);
    return {
      columns: now,
      origins: new Map(all.map(({ column }) => [column, [{ input: 0, column, how: 'computed' }]])),
      sql: ([from], parameters) => `SELECT * EXCLUDE (${mark}) FROM (${marked(from as string, parameters)}) WHERE NOT ${mark}`,
      rejected: rejects
        ? ([from], parameters) => `SELECT count(*) AS rejected FROM (${marked(from as string, parameters)}) WHERE ${mark}`
        : undefined,
    };
  },
};

function readStep(given: Record<string, unknown>, path: string, columns: Column[], tell: Given['tell']): Step | undefined {
  const column = columnOf(columns, given.column, `${path}.column`, tell);
  if (!column) return undefined;
  const { name, type } = column;
  const onText = (value: Step['value']): Step | undefined =>
    type === 'string' ? { column: name, value, rejects: false } : tell(`${path}.action`, 'actionUnfit', { column: name, type });
  switch (given.action) {
    case 'trim':
      return onText((before, parameters) => `trim(${before}, ${parameters.text(whiteSpace)})`);
    case 'lower':
      return onText((before) => `lower(${before})`);
    case 'upper':
      return onText((before) => `upper(${before})`);
    case 'replace': {
      const { find, value } = given;
      if (typeof find !== 'string' || find === '') return tell(`${path}.find`, 'findMissing', { column: name });
      return onText((before, parameters) => `replace(${before}, ${parameters.text(find)}, ${parameters.text(String(value ?? ''))})`);
    }
    case 'fill': {
      const text = valueText(type, given.value);
      if (text === undefined) return tell(`${path}.value`, 'valueUnfit', { column: name, type });
      const filled = (before: string) => (type === 'string' ? `nullif(${before}, '')` : before);
      return {
        column: name,
        value: (before, parameters) => `coalesce(${filled(before)}, ${parameters.typed(type, text)})`,
        rejects: false,
      };
    }
    case 'cast': {
      const wanted = given.type;
      if (!knownType(wanted)) return tell(`${path}.type`, 'typeMissing', { column: name });
      if (!canBe(type, wanted)) return tell(`${path}.type`, 'castUnfit', { column: name, from: type, to: wanted });
      column.type = wanted;
      return { column: name, value: (before) => cast(before, type, wanted), rejects: given.onFault === 'reject' };
    }
    default:
      return tell(`${path}.action`, 'actionMissing', { column: name });
  }
}

const moments: readonly FieldType[] = ['date', 'timestamp', 'time'];

function canBe(from: FieldType, to: FieldType): boolean {
  if (from === to || from === 'string' || to === 'string') return true;
  if (moments.includes(from) || moments.includes(to))
    return (from === 'timestamp' && to !== 'boolean' && moments.includes(to)) || (from === 'date' && to === 'timestamp');
  return true;
}

/** Beside the forms of ISO 8601, as people write days here. */
const days = "['%Y/%m/%d', '%Y.%m.%d', '%Y%m%d', '%Y年%m月%d日']";
/** A day with all four digits of its year, and a clock time: the engine would guess a year of two digits, and leave out a zone without a word. */
const known = [
  '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}',
  '[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}',
  '[0-9]{4}[.][0-9]{1,2}[.][0-9]{1,2}',
  '[0-9]{8}',
  '[0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日',
].join('|');
const knownMoment = `\\s*(${known})(( +|T)[0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?)?\\s*`;

/** Digits, also with commas that group them by three. */
const grouped = '([0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})+)';

function cast(before: string, from: FieldType, to: FieldType): string {
  const type = sqlTypes[to];
  if (to === 'string' && from === 'timestamp') return `strftime(${before}, '%Y-%m-%d %H:%M:%S')`;
  // No fraction goes without a word, and the two types would not even round alike.
  if (to === 'integer' && (from === 'float' || from === 'number'))
    return `CASE WHEN ${before} = trunc(${before}) THEN TRY_CAST(${before} AS ${type}) END`;
  if (from !== 'string') return `TRY_CAST(${before} AS ${type})`;
  if (to === 'string') return before;
  if (to === 'date' || to === 'timestamp')
    return `CASE WHEN regexp_full_match(${before}, '${knownMoment}') THEN CAST(coalesce(TRY_CAST(${before} AS ${type}), try_strptime(${before}, ${days})) AS ${type}) END`;
  // 1,234.50 is a number, 12,50 is none, and 12.7 is no whole one.
  const plain = `replace(trim(${before}), ',', '')`;
  if (to === 'integer')
    return `CASE WHEN regexp_full_match(trim(${before}), '[+-]?${grouped}([.]0*)?') THEN TRY_CAST(${plain} AS BIGINT) END`;
  if (to === 'boolean') return `TRY_CAST(${before} AS BOOLEAN)`;
  if (to === 'time') return `TRY_CAST(${before} AS TIME)`;
  return `CASE WHEN regexp_full_match(trim(${before}), '[+-]?(${grouped}([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?') THEN TRY_CAST(${plain} AS ${type}) END`;
}
