import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type MatrixLayout, MatrixStore, type Questionnaire, readLayout } from '../../../src/core/index.ts';
import type { RiskMatrixOptions } from '../../../src/generated/options.ts';
import { answersOf, LiveMatrix } from './live.ts';

interface Held {
  store: MatrixStore;
  live: LiveMatrix;
  /** The same matrix with what was saved elsewhere. */
  arrived?: MatrixStore;
}
type Data = Pick<RiskMatrixOptions, 'rows' | 'columns' | 'values'>;

/**
 * The store of the rows and columns given; undefined until both are there. The same rows and columns with other values are what was saved
 * elsewhere: unsaved answers stay. In other words, such as another language, every answer stays: those of a language seen before come from the
 * cache first, with the answers of then. Throws MatrixError for data that makes no matrix.
 */
export function useMatrix(questionnaire: Questionnaire<string>, { rows, columns, values }: Data): Held | undefined {
  const last = useRef<Held | undefined>(undefined);
  const held = useMemo((): Held | undefined => {
    const before = last.current;
    if (!rows || !columns) return before;
    const layout = readLayout(questionnaire, rows, columns);
    const make = (): MatrixStore => new MatrixStore(questionnaire, layout, answersOf({ questionnaire }, values));
    if (!before) {
      const store = make();
      return { store, live: new LiveMatrix(store) };
    }
    const { store, live } = before;
    if (!isSame(store, { questionnaire, layout })) {
      const fresh = make();
      fresh.restore(store.snapshot());
      return { store: fresh, live };
    }
    const isSaidAlike = store.questionnaire === questionnaire && wordsOf(store.layout) === wordsOf(layout);
    return isSaidAlike ? { store, live, arrived: make() } : { store: store.reworded(questionnaire, layout), live };
  }, [questionnaire, rows, columns, values]);
  last.current = held;
  useLayoutEffect(() => {
    if (!held) return;
    const { store, live, arrived } = held;
    live.attach(store);
    if (arrived) takeOver(store, arrived);
  }, [held]);
  useEffect(() => () => last.current?.live.detach(), []);
  return held;
}

type Shape = Pick<MatrixStore, 'questionnaire' | 'layout'>;

/** Choices, rows and columns are the same, whatever they are called. */
function isSame(a: Shape, b: Shape): boolean {
  if (a.layout.rows.length !== b.layout.rows.length || a.layout.columns.length !== b.layout.columns.length) return false;
  return shapeOf(a) === shapeOf(b);
}

function shapeOf({ questionnaire: { choices, unanswered, columnRules }, layout: { rows, columns } }: Shape): string {
  const ids = (parts: readonly { id: string }[]) => parts.map(({ id }) => id);
  return JSON.stringify([choices.map(({ value }) => value), unanswered.value, columnRules, ids(rows), ids(columns)]);
}

function wordsOf({ rows, columns, columnGroups }: MatrixLayout): string {
  return JSON.stringify([rows.map(({ levels }) => levels), columns, columnGroups]);
}

function takeOver(store: MatrixStore, fresh: MatrixStore): void {
  const { row, column, value } = store.questionnaire.answer;
  store.applyRemote(
    fresh.records().map((record) => ({ row: String(record[row]), column: String(record[column]), value: Number(record[value]) })),
  );
}
