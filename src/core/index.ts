export * from './expression/index.ts';
export * from './json-limits.ts';
export * from './menu.ts';
export * from './suggest.ts';
export type * from './types.ts';
