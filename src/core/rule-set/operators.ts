import { isObject } from '../json-object.ts';
import { Exact } from '../statement/exact.ts';
import { limits } from './limits.ts';
import { compilePattern, PatternError } from './pattern.ts';
import { type Facts, type FieldType, fieldTypes, type RuleField, type Value, type Velocity, type WatchMatch } from './types.ts';
import { fold, isNumeric, readValue } from './values.ts';

/** What a comparison says of a value that is there: whether it holds, and where it looked elsewhere what it saw. */
export interface Seen {
  holds: boolean;
  seen?: Value;
  match?: WatchMatch;
}
type Test = (value: Value, facts: Facts) => Seen;
/** Kind of the fault `rule.fault.<kind>`. */
interface Unfit {
  fault: string;
  values?: Record<string, string>;
}

interface Operator {
  types: readonly FieldType[];
  /** Only for fields by which earlier records are counted. */
  isVelocity?: true;
  /** Makes the comparison of what stands beside the operator, or tells what does not fit. */
  build(operand: unknown, field: RuleField, fields: readonly RuleField[]): Test | Unfit;
}

const ordered = fieldTypes.filter((type) => type !== 'boolean' && type !== 'string');
const yes = (holds: boolean): Seen => ({ holds });

/** As many characters of a decimal as a binary number keeps exactly, so that it orders them as they are. */
const exactLength = 15;

/** Below 0, 0 or above: how a value stands to another one of its type, both in their normal form. Texts are compared as they are folded. */
function orderTo(type: FieldType, wanted: Value): (value: Value) => number {
  if (isNumeric(type)) {
    const exact = new Exact(wanted);
    const short = wanted.length <= exactLength ? Number(wanted) : undefined;
    return (value) => (short !== undefined && value.length <= exactLength ? Number(value) - short : new Exact(value).cmp(exact));
  }
  const form = type === 'string' ? fold : (text: string) => text;
  const right = form(wanted);
  return (value) => {
    const left = form(value);
    return left < right ? -1 : left > right ? 1 : 0;
  };
}

function single(holds: (order: number) => boolean): Operator['build'] {
  return (operand, { type }) => {
    const wanted = readValue(type, operand);
    if (wanted === undefined) return { fault: 'operandMissing' };
    if (wanted === false) return { fault: 'operandType' };
    const order = orderTo(type, wanted);
    return (value) => yes(holds(order(value)));
  };
}

function listed(isIn: boolean): Operator['build'] {
  return (operand, { type }) => {
    if (!Array.isArray(operand) || operand.length === 0) return { fault: 'operandMissing' };
    if (operand.length > limits.listValues) return { fault: 'listLong', values: { most: String(limits.listValues) } };
    const read = operand.map((one) => readValue(type, one));
    const wanted = read.filter((one) => one !== undefined && one !== false);
    if (wanted.length < read.length) return { fault: 'operandType' };
    const keys = new Set(wanted.map((one) => keyOf(type, one)));
    return (value) => yes(keys.has(keyOf(type, value)) === isIn);
  };
}

function keyOf(type: FieldType, value: Value): string {
  return type === 'string' ? fold(String(value)) : String(value);
}

function part(test: (text: string, wanted: string) => boolean): Operator['build'] {
  return (operand) => {
    const wanted = typeof operand === 'string' ? fold(operand) : '';
    return wanted === '' ? { fault: 'operandMissing' } : (value) => yes(test(fold(String(value)), wanted));
  };
}

const unitMinutes: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/** The period of a velocity: `{period: 2, unit: 'hour', atLeast: 3}`. */
export function velocityOf(field: string, operand: unknown): Velocity | undefined {
  if (!isObject(operand)) return undefined;
  const { period, unit, of } = operand;
  const minutes = Number(period) * (unitMinutes[String(unit)] ?? Number.NaN);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > limits.minutes) return undefined;
  return typeof of === 'string' ? { field, minutes, of } : { field, minutes };
}

function velocity(isSum: boolean): Operator['build'] {
  return (operand, field, fields): Test | Unfit => {
    if (!field.key) return { fault: 'noKey' };
    const need = velocityOf(field.name, operand);
    if (!need || !isObject(operand)) return { fault: 'period', values: { days: String(limits.minutes / 24 / 60) } };
    const counted = fields.find(({ name }) => name === need.of);
    if (isSum && !(counted && isNumeric(counted.type))) return { fault: 'sumField' };
    const least = readValue('number', operand.atLeast);
    if (typeof least !== 'string') return { fault: 'atLeast' };
    if (!isSum && (new Exact(least).gt(String(limits.earlier)) || new Exact(least).lt('1')))
      return { fault: 'countRange', values: { most: String(limits.earlier) } };
    const asked: Velocity = isSum ? need : { field: need.field, minutes: need.minutes };
    return (_value, facts) => {
      const seen = facts.velocity(asked);
      return { holds: new Exact(seen).gte(least), seen };
    };
  };
}

/** Score from which on a name counts as that of an entry. */
const usualScore = 85;

/** The closed list of what can be compared. A missing value makes every comparison fail but `empty`. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['equals', { types: fieldTypes, build: single((order) => order === 0) }],
  ['notEquals', { types: fieldTypes, build: single((order) => order !== 0) }],
  ['in', { types: fieldTypes.filter((type) => type !== 'boolean'), build: listed(true) }],
  ['notIn', { types: fieldTypes.filter((type) => type !== 'boolean'), build: listed(false) }],
  ['greater', { types: ordered, build: single((order) => order > 0) }],
  ['atLeast', { types: ordered, build: single((order) => order >= 0) }],
  ['less', { types: ordered, build: single((order) => order < 0) }],
  ['atMost', { types: ordered, build: single((order) => order <= 0) }],
  [
    'between',
    {
      types: ordered,
      build(operand, { type }) {
        const [from, to] = (Array.isArray(operand) ? operand : []).map((one) => readValue(type, one));
        if (from === undefined || to === undefined) return { fault: 'operandMissing' };
        if (from === false || to === false) return { fault: 'operandType' };
        const [least, most] = [orderTo(type, from), orderTo(type, to)];
        if (most(from) > 0) return { fault: 'rangeTurned' };
        return (value) => yes(least(value) >= 0 && most(value) <= 0);
      },
    },
  ],
  ['contains', { types: ['string'], build: part((text, wanted) => text.includes(wanted)) }],
  ['startsWith', { types: ['string'], build: part((text, wanted) => text.startsWith(wanted)) }],
  ['endsWith', { types: ['string'], build: part((text, wanted) => text.endsWith(wanted)) }],
  [
    'matches',
    {
      types: ['string'],
      build(operand) {
        if (typeof operand !== 'string' || operand === '') return { fault: 'operandMissing' };
        try {
          const test = compilePattern(operand);
          return (value) => yes(test(String(value).normalize('NFKC')));
        } catch (error) {
          if (!(error instanceof PatternError)) throw error;
          const { kind, position } = error;
          return { fault: kind, values: { position: String(position), most: String(limits.patternLength) } };
        }
      },
    },
  ],
  ['empty', { types: fieldTypes, build: () => () => yes(false) }],
  ['notEmpty', { types: fieldTypes, build: () => () => yes(true) }],
  [
    'onList',
    {
      types: ['string'],
      build(operand) {
        if (!isObject(operand) || typeof operand.list !== 'string' || operand.list === '') return { fault: 'list' };
        const { list } = operand;
        const least = operand.score === undefined || operand.score === null ? usualScore : Number(operand.score);
        if (!(least >= 50 && least <= 100)) return { fault: 'listScore' };
        return (value, facts) => {
          const match = facts.watch(list, String(value), least);
          return match ? { holds: true, match } : { holds: false };
        };
      },
    },
  ],
  ['countWithin', { types: ['string', 'integer'], isVelocity: true, build: velocity(false) }],
  ['sumWithin', { types: ['string', 'integer'], isVelocity: true, build: velocity(true) }],
]);
