import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type Answer, type MatrixLayout, MatrixStore, type Questionnaire, readLayout } from '../../../src/core/index.ts';
import type { RiskMatrixOptions } from '../../../src/generated/options.ts';
import { answersOf, LiveMatrix } from './live.ts';

interface Held {
  store: MatrixStore;
  live: LiveMatrix;
  /** What was given for it last. */
  given: Given;
  /** Answers that were given anew, and are others than before. */
  arrived?: Answer[];
}
type Given = Pick<RiskMatrixOptions, 'rows' | 'values'>;
type Data = Given & Pick<RiskMatrixOptions, 'columns'>;

/**
 * The store of the rows and columns given; undefined until both are there. The same rows and columns given again bring the answers that are
 * others than when they were given before: unsaved ones stay, and so does what was saved or came by `remote` in between, for what is given may
 * have been on its way then. In other words, such as another language, every answer stays: those of a language seen before come from the cache
 * first, with the answers of then. Throws MatrixError for data that makes no matrix.
 */
export function useMatrix(questionnaire: Questionnaire<string>, { rows, columns, values }: Data): Held | undefined {
  const last = useRef<Held | undefined>(undefined);
  const held = useMemo((): Held | undefined => {
    const before = last.current;
    if (!rows || !columns) return before;
    const layout = readLayout(questionnaire, rows, columns);
    const make = (): MatrixStore => new MatrixStore(questionnaire, layout, answersOf({ questionnaire }, values));
    const given = { rows, values };
    if (!before) {
      const store = make();
      return { store, live: new LiveMatrix(store), given };
    }
    const { store, live } = before;
    if (!isSame(store, { questionnaire, layout })) {
      const fresh = make();
      fresh.restore(store.snapshot());
      return { store: fresh, live, given };
    }
    const isSaidAlike = store.questionnaire === questionnaire && wordsOf(store.layout) === wordsOf(layout);
    if (!isSaidAlike) return { store: store.reworded(questionnaire, layout), live, given };
    const then = new MatrixStore(
      questionnaire,
      readLayout(questionnaire, before.given.rows ?? [], columns),
      answersOf(store, before.given.values),
    );
    return { store, live, given, arrived: differences(make(), then) };
  }, [questionnaire, rows, columns, values]);
  last.current = held;
  useLayoutEffect(() => {
    if (!held) return;
    const { store, live, arrived } = held;
    live.attach(store);
    if (arrived) store.applyRemote(arrived);
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

/** Answers of a matrix that are others than those of the same one before. */
function differences(now: MatrixStore, before: MatrixStore): Answer[] {
  const { rows, columns } = now.layout;
  return rows.flatMap(({ id: row }, down) =>
    columns.flatMap(({ id: column }, across) => {
      const value = now.value(down, across);
      return value === before.value(down, across) ? [] : [{ row, column, value }];
    }),
  );
}
