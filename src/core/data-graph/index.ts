export { placesOf } from './places.ts';
export { limits, type NodeStep, queryOf, type ReadGraph, type ReadNode, readGraph, stepsOf } from './read.ts';
export { quoted, sqlTypes } from './sql.ts';
export type * from './types.ts';
export { fieldTypes, nodeKinds } from './types.ts';
