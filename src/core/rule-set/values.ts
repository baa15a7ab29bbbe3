import { isDay } from '../dates.ts';
import { Exact } from '../statement/exact.ts';
import { limits } from './limits.ts';
import type { FieldType, RuleFault, RuleField, RuleRecord, Value } from './types.ts';

export const isNumeric = (type: FieldType): boolean => type === 'integer' || type === 'float' || type === 'number';

/** Most digits behind the point. */
const decimals = 20;
const decimal = /^[+-]?\d{1,30}(\.\d{1,20})?$/;
const normal = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/;
const moment = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * A value in its normal form. `undefined`: there is none (missing, null or an empty text).
 * @returns false for what is no value of the type.
 */
export function readValue(type: FieldType, given: unknown): Value | undefined | false {
  if (given === undefined || given === null || given === '') return undefined;
  switch (type) {
    case 'boolean':
      return readBoolean(given);
    case 'string':
      return readText(given);
    case 'date':
      return typeof given === 'string' && isDay(given) && given;
    case 'time':
      return readTime(given);
    case 'timestamp':
      return readMoment(given);
    default:
      return readNumber(type, given);
  }
}

function readBoolean(given: unknown): Value | false {
  const text = String(given).toLowerCase();
  return text === 'true' || text === 'false' ? text : false;
}

function readText(given: unknown): Value | undefined | false {
  if (typeof given !== 'string' && typeof given !== 'number') return false;
  const text = String(given).trim();
  if (text === '') return undefined;
  return text.length <= limits.textLength && text;
}

/** Every digit is kept: numbers may come as texts. */
function readNumber(type: FieldType, given: unknown): Value | false {
  if (typeof given !== 'string' && typeof given !== 'number') return false;
  const text = typeof given === 'number' ? plain(given) : given.trim();
  if (!decimal.test(text)) return false;
  // Most stand in their normal form already.
  if (normal.test(text) && text !== '-0') return type !== 'integer' || !text.includes('.') ? text : false;
  const number = new Exact(text.replace('+', ''));
  if (type === 'integer' && !number.round(0, 0).eq(number)) return false;
  return number.eq('0') ? '0' : number.toFixed();
}

/** Without an exponent, and with no more digits than a value has: what a double has behind those is what it is inexact by. */
function plain(number: number): string {
  return Number.isFinite(number) ? new Exact(String(number)).round(decimals).toFixed() : '';
}

function readTime(given: unknown): Value | false {
  const [, hour = '', minute = '', second = '00'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(String(given)) ?? [];
  return hour !== '' && `${hour}:${minute}:${second}`;
}

function readMoment(given: unknown): Value | false {
  const [, day = ''] = moment.exec(String(given)) ?? [];
  const time = isDay(day) ? Date.parse(String(given)) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString();
}

/**
 * Reads what somebody gives as a record: the values of the fields in their normal form, the names no field has, and what does not fit. Kinds of faults: `required`, and
 * `value` with the name of the type.
 */
export function readRecord(
  fields: readonly RuleField[],
  given: Readonly<Record<string, unknown>>,
): { record: RuleRecord; ignored: string[]; faults: RuleFault[] } {
  const record: RuleRecord = {};
  const faults: RuleFault[] = [];
  for (const { name, type, required } of fields) {
    const value = readValue(type, Object.hasOwn(given, name) ? given[name] : undefined);
    if (value === false) faults.push({ path: name, kind: 'value', values: { type } });
    else if (value !== undefined) record[name] = value;
    else if (required) faults.push({ path: name, kind: 'required' });
  }
  const names = new Set(fields.map(({ name }) => name));
  return { record, faults, ignored: Object.keys(given).filter((name) => !names.has(name)) };
}

/** What keeps a value from being one of its field: there is none, or it is not of this type. */
export interface Misfit {
  field: string;
  kind: 'required' | FieldType;
}

/** A fault of `readRecord` as that. */
export function misfitOf({ path, kind, values }: RuleFault): Misfit {
  return { field: path, kind: kind === 'required' ? kind : (values?.type as FieldType) };
}

/** Texts are compared without regard to capitals and full or half width. */
export function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
