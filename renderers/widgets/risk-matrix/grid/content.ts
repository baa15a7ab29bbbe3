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
