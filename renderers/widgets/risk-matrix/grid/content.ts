import type { MatrixStore, Questionnaire } from '../../../../src/core/index.ts';
import { Heads, Side } from './heads.ts';
import { Pool } from './pool.ts';
import { Selection } from './selection.ts';

/** What belongs to one store, and goes with it. */
export interface Content {
  store: MatrixStore;
  selection: Selection;
  heads: Heads;
  side: Side;
  pool: Pool;
}

export function contentOf(store: MatrixStore, { questionnaire, id }: { questionnaire: Questionnaire<string>; id: string }): Content {
  const selection = new Selection(store.rows, store.columns);
  return {
    store,
    selection,
    heads: new Heads(store.layout, questionnaire),
    side: new Side(store.layout, questionnaire),
    pool: new Pool(store, questionnaire, id, selection),
  };
}

/** The same rows and columns in the same order, whatever they are called: a place in one is a place in the other. */
export function haveSameCells({ layout: one }: MatrixStore, { layout: other }: MatrixStore): boolean {
  const isAlike = (a: readonly { id: string }[], b: readonly { id: string }[]) =>
    a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);
  return isAlike(one.rows, other.rows) && isAlike(one.columns, other.columns);
}
