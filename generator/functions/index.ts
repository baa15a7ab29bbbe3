import { collectionFunctions } from './collection.ts';
import type { FunctionFacts, FunctionGroups } from './facts.ts';
import { hostFunctions } from './host.ts';
import { valueFunctions } from './value.ts';

/** Every function of the dialect, in the order of the reference. */
export const functionGroups: FunctionGroups = { ...hostFunctions, ...valueFunctions, ...collectionFunctions };

export const functionFacts: Readonly<Record<string, FunctionFacts>> = Object.assign({}, ...Object.values(functionGroups));
