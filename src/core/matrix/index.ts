export * from './block.ts';
export type { ChangeSet } from './changes.ts';
export * from './document.ts';
export * from './layout.ts';
export * from './store.ts';
export type { TotalRow } from './tallies.ts';
export * from './types.ts';
export type { Batch } from './unsaved.ts';
