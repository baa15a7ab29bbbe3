import { dayFunctions } from './day.ts';
import type { PureFunction } from './definition.ts';
import { listFunctions } from './list.ts';
import { numberFunctions } from './number.ts';
import { objectFunctions } from './object.ts';
import { textFunctions } from './text.ts';

/** The pure functions by name; no prototype, so that no inherited name is ever found. */
export const pureFunctions: ReadonlyMap<string, PureFunction> = new Map(
  Object.entries({ ...textFunctions, ...numberFunctions, ...dayFunctions, ...listFunctions, ...objectFunctions }),
);

/** Functions the host of the outermost scope provides: name -> fewest and most arguments. */
export const hostFunctions: ReadonlyMap<string, { min: number; max: number }> = new Map([
  ['t', { min: 1, max: 2 }],
  ['localized', { min: 1, max: 1 }],
  ['dict', { min: 2, max: 2 }],
  ['dictEntries', { min: 1, max: 1 }],
  ['can', { min: 1, max: 1 }],
  ['hasRole', { min: 1, max: 1 }],
  ['personName', { min: 1, max: 1 }],
  ['menuName', { min: 1, max: 1 }],
  ['formatDate', { min: 1, max: 2 }],
  ['now', { min: 0, max: 0 }],
  ['today', { min: 0, max: 0 }],
  ['hour', { min: 0, max: 0 }],
  ['uuid', { min: 0, max: 0 }],
]);

/** Every function of the dialect, sorted. */
export const functionNames: readonly string[] = [...pureFunctions.keys(), ...hostFunctions.keys()].sort();
