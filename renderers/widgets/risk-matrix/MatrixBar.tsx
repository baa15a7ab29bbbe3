import { memo, useCallback, useSyncExternalStore } from 'react';
import type { MatrixStore } from '../../../src/core/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
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
  return useSyncExternalStore(subscribe, () => [store.complete, store.canUndo, store.canRedo, counts && store.progress.answered].join());
}

/** How far the answers are, what the choices mean, and the way to the next missing one. */
export function MatrixBar({ store, questionnaire, readOnly, marked, goTo, step }: PartProps) {
  const t = useTranslate();
  useFlags(store, marked);
  const { complete } = store;
  const { answered, total } = store.progress;
  const isByRow = questionnaire.completeness?.require === 'rows';
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
          {t(isByRow ? 'matrix.missingRows' : 'matrix.missing', { count: total - answered })}
        </span>
      ) : null}
      <Legend choices={questionnaire.choices} />
      {readOnly ? null : (
        <div className="tg-matrix-buttons">
          <PlainButton text={t('matrix.undo')} onClick={() => step.current('undo')} disabled={!store.canUndo} />
          <PlainButton text={t('matrix.redo')} onClick={() => step.current('redo')} disabled={!store.canRedo} />
          <PlainButton look="primary" text={t('matrix.next')} onClick={next} disabled={complete} />
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
