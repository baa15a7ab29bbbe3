import { isObject } from '../../src/core/json-object.ts';

type Schema = Record<string, unknown>;
/** Reads a value as its schema means it: the same value where nothing is to be read otherwise. Lists and objects are changed in place. */
export type DigitsReader = (value: unknown) => unknown;

/**
 * [API-02] The specification names codes and ids by their digits (status 0, roleType 1) and says of none whether it is a number or a text. So
 * in a body, a whole number is the text of its digits where the contract wants such a text, and a text of digits is the number where it wants a
 * whole number. Everything else stays as it is, for the validation to judge: no text becomes a flag, nothing becomes 0.
 * @returns undefined when nothing the schema describes is made of digits
 */
export function digitsReader(schema: unknown): DigitsReader | undefined {
  if (!isObject(schema)) return undefined;
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  if (branches) return oneOf(branches);
  return ofItems(schema) ?? ofProperties(schema) ?? ofDigits([schema]);
}

/** Objects are read by each branch that knows their properties; a single value by what all branches take. */
function oneOf(branches: readonly unknown[]): DigitsReader | undefined {
  const schemas = branches.filter(isObject);
  const readers = [...schemas.flatMap((branch) => ofItems(branch) ?? ofProperties(branch) ?? []), ofDigits(schemas) ?? []].flat();
  return readers.length === 0 ? undefined : (value) => readers.reduce((read, reader) => reader(read), value);
}

function ofItems({ items }: Schema): DigitsReader | undefined {
  const read = digitsReader(items);
  if (!read) return undefined;
  return (value) => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) value[index] = read(item);
    return value;
  };
}

function ofProperties({ properties }: Schema): DigitsReader | undefined {
  if (!isObject(properties)) return undefined;
  const readers = Object.entries(properties).flatMap(([name, schema]) => {
    const read = digitsReader(schema);
    return read ? [{ name, read }] : [];
  });
  if (readers.length === 0) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    for (const { name, read } of readers) if (Object.hasOwn(value, name)) value[name] = read(value[name]);
    return value;
  };
}

/** Of schemas of which a single value has to fit one. */
function ofDigits(schemas: readonly Schema[]): DigitsReader | undefined {
  const texts = schemas.flatMap((schema) => digitTexts(schema) ?? []);
  if (schemas.some(takesNumbers)) return schemas.some(isWhole) && !schemas.some(takesTexts) ? asNumber : undefined;
  if (texts.length === 0) return undefined;
  return (value) => {
    const text = textOf(value);
    return text !== undefined && texts.some((takes) => takes(text)) ? text : value;
  };
}

/** The digits of a number that is exact; of one with decimals below a million millions, where two of them still are. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  return Number.isSafeInteger(value) || Math.abs(value) < 1e12 ? String(value) : undefined;
}

const wholeNumber = /^-?(0|[1-9]\d{0,14})$/;

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && wholeNumber.test(value) ? Number(value) : value;
}

const typesOf = ({ type }: Schema): unknown[] => [type].flat();
/** Whether the only numbers it takes are whole ones. */
const isWhole = (schema: Schema): boolean => typesOf(schema).includes('integer') || valuesOf(schema).some(Number.isSafeInteger);

function takesNumbers(schema: Schema): boolean {
  return isWhole(schema) || typesOf(schema).includes('number');
}

function takesTexts(schema: Schema): boolean {
  return typesOf(schema).includes('string') || valuesOf(schema).some((value) => typeof value === 'string');
}

function valuesOf({ enum: values, const: value }: Schema): unknown[] {
  return Array.isArray(values) ? values : value === undefined ? [] : [value];
}

/** Says which texts of digits a schema takes; undefined where it takes texts of other kinds, or none. */
function digitTexts(schema: Schema): ((text: string) => boolean) | undefined {
  const values = valuesOf(schema);
  if (values.length > 0) return (text) => values.includes(text);
  if (typeof schema.pattern !== 'string' || !takesTexts(schema)) return undefined;
  const pattern = new RegExp(schema.pattern, 'u');
  return ['a', 'Z', '_', '1-1'].some((text) => pattern.test(text)) ? undefined : (text) => pattern.test(text);
}
