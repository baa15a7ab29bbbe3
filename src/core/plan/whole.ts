import { hasExpression } from '../expression/index.ts';
import { isObject } from '../json-object.ts';

/** What an option says of the document its widget gets: which, and where that is computed, which it may be. */
export interface WholeChoice {
  id: string;
  purpose?: string;
}

/** An id, an expression that gives one, or such an expression with the purpose of the documents it chooses among. */
export function wholeChoice(value: unknown): WholeChoice | undefined {
  if (typeof value === 'string') return { id: value };
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.purpose !== 'string') return undefined;
  return { id: value.id, purpose: value.purpose };
}

/** Whether the option may come to name this document. */
export function mayName(choice: WholeChoice, id: string, document: { purpose?: unknown } | undefined): boolean {
  if (!hasExpression(choice.id)) return choice.id === id;
  return choice.purpose === undefined || document?.purpose === choice.purpose;
}
