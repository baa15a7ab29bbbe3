import { valueText } from '../condition.ts';
import { isNumeric, type Parameters, quoted, sqlTypes } from '../sql.ts';
import type { Column, FieldType } from '../types.ts';
import { columnOf, type Given, isFieldName, type Kind, listOf, newName, type Origin, textOf, textsOf } from './kind.ts';

const functions = ['count', 'distinct', 'sum', 'avg', 'min', 'max'] as const;
type Function = (typeof functions)[number];
const isFunction = (name: unknown): name is Function => functions.some((one) => one === name);

/** What a function makes of a column: its type and its SQL. Undefined where it does not fit. */
function aggregate(name: Function, column: Column | undefined): { type: FieldType; sql: string } | undefined {
  if (name === 'count') return { type: 'integer', sql: `count(${column ? quoted(column.name) : '*'})` };
  if (!column) return undefined;
  const source = quoted(column.name);
  if (name === 'distinct') return { type: 'integer', sql: `count(DISTINCT ${source})` };
  if (name === 'min' || name === 'max') return { type: column.type, sql: `${name}(${source})` };
  if (!isNumeric(column.type)) return undefined;
  if (name === 'avg') return { type: 'float', sql: `avg(${source})` };
  return { type: column.type, sql: `sum(${source})` };
}

/** A measure of group and pivot: `function`, `column`. */
function readMeasure(one: Record<string, unknown>, path: string, columns: readonly Column[], tell: Given['tell']) {
  const name = one.function;
  if (!isFunction(name)) return tell(`${path}function`, 'functionMissing');
  const isCount = name === 'count' && textOf(one.column) === '';
  const column = isCount ? undefined : columnOf(columns, one.column, `${path}column`, tell);
  if (!isCount && !column) return undefined;
  const made = aggregate(name, column);
  if (!made) return tell(`${path}column`, 'functionUnfit', { function: name, column: column?.name ?? '', type: column?.type ?? '' });
  const origins: Origin[] = column ? [{ input: 0, column: column.name, how: 'computed' }] : [];
  return { ...made, origins, usual: `${name}${column ? `_${column.name}` : ''}`.slice(0, 24) };
}

/** One row for all that are alike in the columns `by`: `measures` of `function` (count, distinct, sum, avg, min, max), `column`, `name` and `title`. Without `by` one row for all. */
export const group: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell }) {
    const by = textsOf(settings.by).map((name, index) => columnOf(columns, name, `by.${index}`, tell));
    const given = listOf(settings.measures);
    if (given.length === 0 && by.length === 0) tell('measures', 'measuresMissing');
    const made: Column[] = by.flatMap((column) => (column ? [{ ...column }] : []));
    const list = made.map(({ name }) => quoted(name));
    const origins = new Map<string, Origin[]>();
    let isWhole = by.every((one) => one !== undefined) && given.length + by.length > 0;
    for (const [index, one] of given.entries()) {
      const measure = readMeasure(one, `measures.${index}.`, columns, tell);
      const name = measure && newName(made, textOf(one.name) || measure.usual, `measures.${index}.name`, tell);
      if (!measure || name === undefined) {
        isWhole = false;
        continue;
      }
      made.push({ name, title: textOf(one.title) || undefined, type: measure.type });
      origins.set(name, measure.origins);
      list.push(`CAST(${measure.sql} AS ${sqlTypes[measure.type]}) AS ${quoted(name)}`);
    }
    const keys = by.map((column) => column && quoted(column.name)).join(', ');
    return {
      columns: made,
      origins,
      sql: isWhole ? ([from]) => `SELECT ${list.join(', ')} FROM ${from}${keys ? ` GROUP BY ${keys} ORDER BY ${keys}` : ''}` : undefined,
    };
  },
};

/**
 * A column for each of the values of `column`: `by`, `column`, `values` (texts, so that the columns are known beforehand, compared as values of their type: 0.13 is
 * 0.130000), `function` and `measure`.
 */
export const pivot: Kind = {
  least: 1,
  most: 1,
  mostOf: { values: 50 },
  read({ settings, inputs: [columns = []], tell }) {
    const by = textsOf(settings.by).map((name, index) => columnOf(columns, name, `by.${index}`, tell));
    if (by.length === 0) tell('by', 'columnsMissing');
    const turned = columnOf(columns, settings.column, 'column', tell);
    const values = [...new Set(textsOf(settings.values).map((value) => value.trim()))].filter((value) => value !== '');
    if (values.length === 0) tell('values', 'pivotValues');
    const measure = readMeasure({ function: settings.function, column: settings.measure }, '', columns, tell);
    const made: Column[] = by.flatMap((column) => (column ? [{ ...column }] : []));
    const isWhole = made.length > 0 && made.length === by.length && turned && measure && values.length > 0;
    if (!isWhole) return { columns: made };
    const keys = made.map(({ name }) => quoted(name)).join(', ');
    const cells = values.map((value) => {
      const name = columnFor(made, value, turned.name);
      made.push({ name, title: value, type: measure.type });
      return { name, text: turned.type === 'string' ? value : valueText(turned.type, value) };
    });
    const isUnfit = cells.some(({ text }) => text === undefined);
    if (isUnfit) tell('values', 'valueUnfit', { column: turned.name, type: turned.type });
    const cell = ({ name, text = '' }: (typeof cells)[number], parameters: Parameters) =>
      `CAST(${measure.sql} FILTER (WHERE ${quoted(turned.name)} = ${parameters.typed(turned.type, text)}) AS ${sqlTypes[measure.type]}) AS ${quoted(name)}`;
    const cellOrigins: Origin[] = [...measure.origins, { input: 0, column: turned.name, how: 'computed' }];
    return {
      columns: made,
      origins: new Map(cells.map(({ name }) => [name, cellOrigins])),
      sql: isUnfit
        ? undefined
        : ([from], parameters) =>
            `SELECT ${keys}, ${cells.map((one) => cell(one, parameters)).join(', ')} FROM ${from} GROUP BY ${keys} ORDER BY ${keys}`,
    };
  },
};

/** What the column of a value is called: the value, where a field can be called so, or else the column with a number. */
function columnFor(taken: readonly Column[], value: string, column: string): string {
  const has = (name: string) => taken.some((one) => one.name.toLowerCase() === name.toLowerCase());
  if (isFieldName(value) && !has(value)) return value;
  const plain = `${column}_${value.replace(/[^A-Za-z0-9_\u4e00-\u9fa5]/g, '_')}`.slice(0, 24);
  if (isFieldName(plain) && !has(plain)) return plain;
  for (let number = 1; ; number += 1) if (!has(`${column.slice(0, 20)}_${number}`)) return `${column.slice(0, 20)}_${number}`;
}
