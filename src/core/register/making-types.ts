import { isDay } from '../dates.ts';
import type { RegisterDocument, RegisterField } from './document.ts';
import { onTheDay, type RegisterFault, unreadable } from './fault.ts';

/**
 * What is wrong with what a field is given at `pointer`: a value that is written out, or an expression that reads `known` of a record of `document`.
 * `to` is a field of that register, or of one a record is made in.
 */
export function givenFaults(
  document: RegisterDocument,
  to: RegisterField,
  given: string | number | boolean,
  { pointer, known = ['values', 'state', 'records'] }: { pointer: string; known?: readonly string[] },
): RegisterFault[] {
  if (typeof given === 'string' && given.includes('{{')) {
    const wrong = takenFault(document, to, given);
    return [...(wrong === undefined ? [] : [{ pointer, message: wrong }]), ...unreadable(given, pointer, document, known, onTheDay)];
  }
  const wrong = constantFault(to, given);
  return wrong === undefined ? [] : [{ pointer, message: `${JSON.stringify(given)} ${wrong}` }];
}

/** What is wrong with a value that is written out for a field; undefined where nothing is, or only the server knows. */
export function constantFault({ type, multiple }: RegisterField, value: string | number | boolean): string | undefined {
  switch (type) {
    case 'integer':
    case 'decimal':
      return Number.isFinite(typeof value === 'string' && value.trim() !== '' ? Number(value) : value) ? undefined : 'is no number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is no true or false';
    case 'date':
      return typeof value === 'string' && isDay(value) ? undefined : 'is no day, YYYY-MM-DD';
    default:
      return typeof value === 'string' || multiple ? undefined : 'is no text';
  }
}

const numbers: readonly RegisterField['type'][] = ['integer', 'decimal'];

/** What is wrong with giving a field what a whole expression such as `{{ values.amount }}` reads. */
function takenFault(document: RegisterDocument, to: RegisterField, expression: string): string | undefined {
  const name = /^\{\{\s*values\.([A-Za-z0-9]+)\s*\}\}$/.exec(expression)?.[1];
  const from = document.fields.find((field) => field.name === name);
  if (!from) return undefined;
  const [one, other] = [from.multiple === true, to.multiple === true];
  const isAlike =
    from.type === to.type ||
    (numbers.includes(from.type) && numbers.includes(to.type)) ||
    (to.type === 'text' && from.type === 'dictionary');
  if (!isAlike || (from.type === 'record' && from.register !== to.register))
    return `"${from.name}" is of the type ${from.type}, and "${to.name}" of the type ${to.type}`;
  return one && !other ? `"${from.name}" takes several, and "${to.name}" one` : undefined;
}

/** Whether a whole expression reads a field that is neither true nor false: what it asks is never true. */
export function isNeverTrue(document: RegisterDocument, expression: string | undefined): boolean {
  const name = /^\{\{\s*values\.([A-Za-z0-9]+)\s*\}\}$/.exec(expression ?? '')?.[1];
  const type = document.fields.find((field) => field.name === name)?.type;
  return type !== undefined && type !== 'boolean';
}
