import type { SyntaxNode } from '../../expression/parse.ts';
import { isNumeric, type Parameters, whiteSpace } from '../sql.ts';
import type { FieldType } from '../types.ts';
import { dayOf, faultAt, numberOf, type Part, textOf } from './parts.ts';

type Translate = (args: Part[], node: SyntaxNode, parameters: Parameters) => Part;

/** Functions of expressions over a row, with the fewest and the most values they take: those of the language that give the same, and those of dates. */
export const functions = new Map<string, { min: number; max: number; translate: Translate }>();

const add = (name: string, min: number, max: number, translate: Translate) => functions.set(name, { min, max, translate });
const trimmed = (part: Part, node: SyntaxNode, parameters: Parameters) => `trim(${textOf(part, node)}, ${parameters.text(whiteSpace)})`;
const onText = (name: string, type: FieldType, sql: (...args: string[]) => string, count = 1) =>
  add(name, count, count, (args, node) => ({ sql: sql(...args.map((part) => textOf(part, node))), type }));
onText('lower', 'string', (text) => `lower(${text})`);
onText('upper', 'string', (text) => `upper(${text})`);
add('trim', 1, 1, ([part], node, parameters) => ({ sql: trimmed(part as Part, node, parameters), type: 'string' }));
onText('contains', 'boolean', (text, part) => `contains(${text}, ${part})`, 2);
onText('startsWith', 'boolean', (text, part) => `starts_with(${text}, ${part})`, 2);
onText('endsWith', 'boolean', (text, part) => `ends_with(${text}, ${part})`, 2);
onText('replace', 'string', (text, part, by) => `CASE WHEN ${part} = '' THEN ${text} ELSE replace(${text}, ${part}, ${by}) END`, 3);
// As the language counts: signs beyond the basic plane are two.
onText('len', 'integer', (text) => `(length(${text}) + length(regexp_replace(${text}, '[^\\x{10000}-\\x{10FFFF}]', '', 'g')))`);
add('isEmpty', 1, 1, ([part], node, parameters) => {
  const { type } = part as Part;
  if (type === 'string') return { sql: `(${trimmed(part as Part, node, parameters)} = '')`, type: 'boolean' };
  return { sql: `(${(part as Part).sql} IS NULL)`, type: 'boolean' };
});
add('number', 1, 1, ([part], node, parameters) => {
  const { type } = part as Part;
  if (isNumeric(type as FieldType)) return part as Part;
  if (type === 'boolean') return { sql: `CAST(${(part as Part).sql} AS BIGINT)`, type: 'integer' };
  const text = trimmed(part as Part, node, parameters);
  return {
    sql: `CASE WHEN regexp_full_match(${text}, '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?') THEN TRY_CAST(${text} AS DOUBLE) END`,
    type: 'float',
  };
});
add('text', 1, 1, ([part], node) => {
  const { sql, type } = part as Part;
  if (type === 'float') throw faultAt(node, 'a float has no exact text: round it and make it a text in a cleaning step');
  if (type === 'timestamp') return { sql: `coalesce(strftime(${sql}, '%Y-%m-%d %H:%M:%S'), '')`, type: 'string' };
  return { sql: `coalesce(CAST(${sql} AS VARCHAR), '')`, type: 'string' };
});
for (const [name, sql] of [
  ['min', 'least'],
  ['max', 'greatest'],
] as const)
  add(name, 1, 20, (args, node) => {
    const numbers = args.map((part) => numberOf(part, node));
    const type = numbers.every((one) => one.type === 'integer') ? 'integer' : 'float';
    return { sql: `${sql}(${numbers.map((one) => one.sql).join(', ')})`, type };
  });
for (const name of ['abs', 'floor', 'ceil'])
  add(name, 1, 1, ([part], node) => {
    const { sql, type } = numberOf(part as Part, node);
    return { sql: type === 'integer' && name !== 'abs' ? sql : `${name}(${sql})`, type };
  });
add('round', 1, 2, ([part, digits], node) => {
  const { sql, type } = numberOf(part as Part, node);
  const places = digits === undefined ? 0 : digits.literal;
  if (typeof places !== 'number' || !Number.isInteger(places) || places < 0 || places > 12)
    throw faultAt(node, 'the digits are a whole number from 0 to 12 that is written out');
  if (type === 'integer') return { sql, type };
  // By decimal digits, half away from zero; what is too large for that has no decimals.
  return { sql: `coalesce(CAST(round(TRY_CAST(${sql} AS DECIMAL(38, 15)), ${places}) AS DOUBLE), ${sql})`, type };
});
// Lists stand in it, which are no parts: translated where it is called.
add('band', 3, 3, ([part]) => part as Part);
for (const name of ['year', 'quarter', 'month', 'day', 'weekday'])
  add(name, 1, 1, ([part], node) => {
    const moment = dayOf(part as Part, node);
    return { sql: name === 'weekday' ? `isodow(${moment})` : `${name}(${moment})`, type: 'integer' };
  });
add('monthText', 1, 1, ([part], node) => ({ sql: `strftime(${dayOf(part as Part, node)}, '%Y-%m')`, type: 'string' }));
add('daysBetween', 2, 2, ([from, to], node) => {
  const [first, second] = [from, to].map((part) => `CAST(${dayOf(part as Part, node)} AS DATE)`);
  return { sql: `(${second} - ${first})`, type: 'integer' };
});
