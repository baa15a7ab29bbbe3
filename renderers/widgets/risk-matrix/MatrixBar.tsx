import { memo, useCallback, useSyncExternalStore } from 'react';
import type { MatrixStore } from '../../../src/core/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { Progress } from './Progress.tsx';
import type { PartProps } from './RiskMatrix.tsx';

/** Re-renders with every change of a store. */
export function useVersion(store: MatrixStore): number {
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  // What is saved changes without a version.
  return useSyncExternalStore(subscribe, () => store.version * 2 + (store.unsaved > 0 ? 1 : 0));
}

/** Re-renders when a button changes, and with every answer while the missing ones are counted. */
function useFlags(store: MatrixStore, counts: boolean): string {
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  return useSyncExternalStore(subscribe, () => [store.complete, store.canUndo, store.canRedo, counts && store.answered].join());
}

/** How far the answers are, what the choices mean, and the way to the next missing one. */
export function MatrixBar({ store, questionnaire, readOnly, marked, goTo }: PartProps) {
  const t = useTranslate();
  useFlags(store, marked);
  const { answered, cells, complete } = store;
  const next = (): void => {
    const open = store.nextOpen(lastVisited.get(store));
    if (!open) return;
    lastVisited.set(store, open);
    goTo.current(open.row, open.column);
  };
  return (
    <div className="tg-matrix-bar">
      <Progress store={store} />
      {marked && !complete ? (
        <span className="tg-matrix-missing" role="alert">
          {t('matrix.missing', { count: cells - answered })}
        </span>
      ) : null}
      <Legend choices={questionnaire.choices} />
      {readOnly ? null : (
        <div className="tg-matrix-buttons">
          <button type="button" className="tg-matrix-button" onClick={() => store.undo()} disabled={!store.canUndo}>
            {t('matrix.undo')}
          </button>
          <button type="button" className="tg-matrix-button" onClick={() => store.redo()} disabled={!store.canRedo}>
            {t('matrix.redo')}
          </button>
          <button type="button" className="tg-matrix-button tg-matrix-next" onClick={next} disabled={complete}>
            {t('matrix.next')}
          </button>
        </div>
      )}
    </div>
  );
}

const Legend = memo(function Legend({ choices }: Pick<PartProps['questionnaire'], 'choices'>) {
  const t = useTranslate();
  return (
    <ul className="tg-matrix-legend" aria-label={t('matrix.legend')}>
      {choices.map(({ value, text, label, tone }) => (
        <li key={value}>
          <span className={`tg-matrix-sample tg-tone-${tone}`}>{text}</span> {label === text ? null : label}
        </li>
      ))}
    </ul>
  );
});

/** Where "next" went last: pressing it again goes on even if nothing was answered. */
const lastVisited = new WeakMap<MatrixStore, { row: number; column: number }>();
