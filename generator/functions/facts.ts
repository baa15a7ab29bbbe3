import type { ValueKind } from '../json.ts';

/** What is known of a function of the dialect: by `check`, and by who reads about it. `example` is an expression and its JSON result; host functions have none that is fixed. */
export interface FunctionFacts {
  /** What it gives where it gives anything, whatever it is given; of others it depends on that. */
  gives?: ValueKind;
  /** Its first value is a list and nothing else. */
  takes?: 'list';
  use: string;
  does: string;
  example?: { expression: string; result: unknown };
}

/** Functions by their names, below the words their part of the reference begins with. */
export type FunctionGroups = Readonly<Record<string, Readonly<Record<string, FunctionFacts>>>>;
