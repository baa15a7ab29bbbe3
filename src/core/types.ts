/** The shapes that the parts of the house share. */
export * from './types/basics.ts';
export * from './types/bundles.ts';
export * from './types/documents.ts';
export * from './types/overlay.ts';
export * from './types/plan.ts';
export * from './types/vocabulary.ts';
