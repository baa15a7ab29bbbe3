import { pathsOf, readIn } from './computed.ts';
import type { RegisterDocument, RegisterField } from './document.ts';
import type { RegisterFault } from './fault.ts';

/** From how far values are followed: a change is computed on in the records that refer to it, and so on over as many references as this. */
export const mostFollowed = 5;

type FieldsOf = (register: string) => readonly Pick<RegisterField, 'name' | 'register' | 'value'>[] | undefined;

/** A computed field of a register. */
interface Value {
  register: string;
  field: string;
}
interface Step extends Value {
  /** Whether it is another record's. */
  isReferred: boolean;
}

/**
 * Computed values that are computed of each other over registers, and those that come from further than they are followed. `fieldsOf` gives the
 * fields of any register that can be read; what is computed in a circle within one record `registerFaults` tells.
 */
export function followedFaults(id: string, { fields }: Pick<RegisterDocument, 'fields'>, fieldsOf: FieldsOf): RegisterFault[] {
  const computed = fields.flatMap(({ name, value }, index) => (value === undefined ? [] : [{ name, pointer: `/fields/${index}/value` }]));
  const circles = computed.flatMap(({ name, pointer }) => {
    const circle = circleFrom({ register: id, field: name }, fieldsOf);
    return circle ? [{ pointer, circle }] : [];
  });
  const over = circles.find(({ circle }) => circle.some(({ register }) => register !== id));
  if (over) return [{ pointer: over.pointer, message: `values are computed of each other over registers: ${shown(over.circle)}` }];
  const within = circles.find(({ circle }) => circle.some(({ isReferred }) => isReferred));
  if (within) {
    const message = `it is computed of records of its own register, and followed over ${mostFollowed} of them at most: ${shown(within.circle)}`;
    return [{ pointer: within.pointer, severity: 'warning', message }];
  }
  return computed.flatMap(({ name, pointer }) => {
    const way = longestFrom({ register: id, field: name }, fieldsOf, []);
    if (way.filter(({ isReferred }) => isReferred).length <= mostFollowed) return [];
    const message = `it is computed over more than ${mostFollowed} references, and not followed that far: ${shown(way)}`;
    return [{ pointer, message, hint: 'refer to the register the value stands in' }];
  });
}

const shown = (way: readonly Value[]): string => way.map(({ register, field }) => `${register}.${field}`).join(' > ');

/** The shortest way from a value back to itself. */
function circleFrom(start: Value, fieldsOf: FieldsOf): Step[] | undefined {
  const seen = new Set<string>();
  const ways: Step[][] = [[{ ...start, isReferred: false }]];
  for (const way of ways) {
    for (const step of computedOf(way.at(-1) ?? start, fieldsOf)) {
      if (step.register === start.register && step.field === start.field) return [...way, step];
      const key = shown([step]);
      if (seen.has(key)) continue;
      seen.add(key);
      ways.push([...way, step]);
    }
  }
  return undefined;
}

function longestFrom(value: Value, fieldsOf: FieldsOf, open: readonly string[]): Step[] {
  const key = shown([value]);
  if (open.includes(key)) return [];
  const length = (way: readonly Step[]): number => way.filter(({ isReferred }) => isReferred).length;
  const ways = computedOf(value, fieldsOf).map((step) => {
    const [, ...rest] = longestFrom(step, fieldsOf, [...open, key]);
    return [step, ...rest];
  });
  const longest = ways.reduce<Step[]>((best, way) => (length(way) > length(best) ? way : best), ways[0] ?? []);
  return [{ ...value, isReferred: false }, ...longest];
}

/** The computed values a computed value reads: of its own record, and of those it refers to. */
function computedOf({ register, field }: Value, fieldsOf: FieldsOf): Step[] {
  const fields = fieldsOf(register) ?? [];
  return pathsOf(fields.find(({ name }) => name === field)?.value).flatMap((path) => {
    const { root, field: name = '', name: member } = readIn(path);
    if (root !== 'values' && root !== 'records') return [];
    const other = root === 'records' ? fields.find((one) => one.name === name)?.register : undefined;
    const steps = [{ register, field: name, isReferred: false }];
    if (other !== undefined && member !== undefined) steps.push({ register: other, field: member, isReferred: true });
    return steps.filter((step) => fieldsOf(step.register)?.some((one) => one.name === step.field && one.value !== undefined));
  });
}
