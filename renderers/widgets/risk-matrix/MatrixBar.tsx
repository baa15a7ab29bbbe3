import { useCallback, useSyncExternalStore } from 'react';
import type { MatrixStore } from '../../../src/core/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { PartProps } from './RiskMatrix.tsx';

/** Re-renders with every change of a store. */
export function useVersion(store: MatrixStore): number {
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  // What is saved changes without a version.
  return useSyncExternalStore(subscribe, () => store.version * 2 + (store.unsaved > 0 ? 1 : 0));
}

/** How far the answers are, what the choices mean, and the way to the next missing one. */
export function MatrixBar({ store, questionnaire, readOnly, marked, goTo }: PartProps) {
  const t = useTranslate();
  useVersion(store);
  const { answered, cells, complete } = store;
  const share = Math.floor((answered / cells) * 100);
  const next = (): void => {
    const open = store.nextOpen(lastVisited.get(store));
    if (!open) return;
    lastVisited.set(store, open);
    goTo.current(open.row, open.column);
  };
  const progress = t('matrix.progress', { answered, total: cells });
  return (
    <div className="tg-matrix-bar">
      <div className="tg-matrix-progress">
        <div
          className="tg-matrix-track"
          role="progressbar"
          aria-label={progress}
          aria-valuemin={0}
          aria-valuemax={cells}
          aria-valuenow={answered}
          aria-valuetext={progress}
        >
          <span style={{ width: `${share}%` }} data-complete={complete || undefined} />
        </div>
        <span className="tg-matrix-count">{progress}</span>
      </div>
      {marked && !complete ? (
        <span className="tg-matrix-missing" role="alert">
          {t('matrix.missing', { count: cells - answered })}
        </span>
      ) : null}
      <ul className="tg-matrix-legend" aria-label={t('matrix.legend')}>
        {questionnaire.choices.map(({ value, text, label, tone }) => (
          <li key={value}>
            <span className={`tg-matrix-sample tg-tone-${tone}`}>{text}</span> {label}
          </li>
        ))}
      </ul>
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

/** Where "next" went last: pressing it again goes on even if nothing was answered. */
const lastVisited = new WeakMap<MatrixStore, { row: number; column: number }>();
