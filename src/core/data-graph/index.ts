export { valueText } from './condition.ts';
export { conditionFaults } from './condition-faults.ts';
export { datedGraph } from './dated.ts';
export { columnOrigins } from './origins.ts';
export { placesOf } from './places.ts';
export { type NodeStep, queryOf, type ReadGraph, readGraph, stepsOf } from './read.ts';
export { quoted, sqlTypes } from './sql.ts';
export type * from './types.ts';
