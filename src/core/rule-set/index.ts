export { fieldsOf, groupOf, listsOf, readCondition, velocitiesOf, velocityKey } from './conditions.ts';
export * from './differences.ts';
export * from './earlier.ts';
export * from './judge.ts';
export { limits } from './limits.ts';
export type * from './types.ts';
export { type Misfit, misfitOf, readRecord } from './values.ts';
