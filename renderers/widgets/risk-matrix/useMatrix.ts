import { useEffect, useMemo, useRef } from 'react';
import { type MatrixLayout, MatrixStore, type Questionnaire, readLayout } from '../../../src/core/index.ts';
import type { RiskMatrixOptions } from '../../../src/generated/options.ts';
import { answersOf, LiveMatrix } from './live.ts';

interface Held {
  store: MatrixStore;
  live: LiveMatrix;
}
type Data = Pick<RiskMatrixOptions, 'rows' | 'columns' | 'values'>;

/**
 * The store of the rows and columns given; undefined until both are there. The same rows and columns with other values are what was saved
 * elsewhere: unsaved answers stay. Throws MatrixError for data that makes no matrix.
 */
export function useMatrix(questionnaire: Questionnaire<string>, { rows, columns, values }: Data): Held | undefined {
  const held = useRef<Held | undefined>(undefined);
  const result = useMemo(() => {
    if (!rows || !columns) return held.current;
    const layout = readLayout(questionnaire, rows, columns);
    const fresh = new MatrixStore(questionnaire, layout, answersOf({ questionnaire }, values));
    const before = held.current;
    if (!before) held.current = { store: fresh, live: new LiveMatrix(fresh) };
    else if (before.store.questionnaire === questionnaire && isSame(before.store.layout, layout)) takeOver(before.store, fresh);
    else {
      fresh.restore(before.store.snapshot());
      before.live.attach(fresh);
      held.current = { store: fresh, live: before.live };
    }
    return held.current;
  }, [questionnaire, rows, columns, values]);
  useEffect(() => () => held.current?.live.detach(), []);
  return result;
}

/** Ids, names and groups are the same: only values differ. */
function isSame(a: MatrixLayout, b: MatrixLayout): boolean {
  const shape = ({ rows, columns, columnGroups }: MatrixLayout): string =>
    JSON.stringify([rows.map(({ id, levels }) => [id, levels]), columns, columnGroups]);
  return a.rows.length === b.rows.length && a.columns.length === b.columns.length && shape(a) === shape(b);
}

function takeOver(store: MatrixStore, fresh: MatrixStore): void {
  const { row, column, value } = store.questionnaire.answer;
  store.applyRemote(
    fresh.records().map((record) => ({ row: String(record[row]), column: String(record[column]), value: Number(record[value]) })),
  );
}
