import { Exact } from './exact.ts';

/** A number of a formula; null where it is not known. */
export type Known = Exact | null;
export type Condition = boolean | null;

type Compute<Result> = Readonly<Record<string, ((left: Exact, right: Exact) => Result) | undefined>>;

const isZero = (value: Exact): boolean => value.eq('0');

/** Operators between two known numbers. Dividing by zero gives nothing known. */
export const operators: { numbers: Compute<Known>; conditions: Compute<boolean> } = {
  numbers: {
    '+': (left, right) => left.plus(right),
    '-': (left, right) => left.minus(right),
    '*': (left, right) => left.times(right),
    '/': (left, right) => (isZero(right) ? null : left.div(right)),
    '%': (left, right) => (isZero(right) ? null : left.mod(right)),
  },
  conditions: {
    '==': (left, right) => left.eq(right),
    '===': (left, right) => left.eq(right),
    '!=': (left, right) => !left.eq(right),
    '!==': (left, right) => !left.eq(right),
    '<': (left, right) => left.lt(right),
    '<=': (left, right) => left.lte(right),
    '>': (left, right) => left.gt(right),
    '>=': (left, right) => left.gte(right),
  },
};

interface FormulaFunction {
  min: number;
  max: number;
  run: (values: readonly Exact[]) => Known;
}
const unbounded = Number.POSITIVE_INFINITY;
const total = (values: readonly Exact[]): Exact => values.reduce((sum, value) => sum.plus(value), new Exact('0'));

/** Functions of formulas, over numbers that are all known. */
export const formulaFunctions: Readonly<Record<string, FormulaFunction | undefined>> = {
  sum: { min: 1, max: unbounded, run: total },
  average: { min: 1, max: unbounded, run: (values) => total(values).div(String(values.length)) },
  min: {
    min: 1,
    max: unbounded,
    run: ([first, ...rest]) => rest.reduce((least, value) => (value.lt(least) ? value : least), first ?? new Exact('0')),
  },
  max: {
    min: 1,
    max: unbounded,
    run: ([first, ...rest]) => rest.reduce((most, value) => (value.gt(most) ? value : most), first ?? new Exact('0')),
  },
  abs: { min: 1, max: 1, run: ([value]) => value?.abs() ?? null },
  round: { min: 2, max: 2, run: ([value, digits]) => value?.round(Number(digits?.toFixed(0) ?? '0')) ?? null },
};
