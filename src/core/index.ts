export * from './calculation.ts';
export * from './expression/index.ts';
export * from './json-limits.ts';
export * from './menu.ts';
export * from './plan.ts';
export * from './suggest.ts';
export type * from './types.ts';
