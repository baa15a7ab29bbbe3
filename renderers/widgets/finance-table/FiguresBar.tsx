import { useEffect, useRef, useState } from 'react';
import { type FigureStore, formatAmount, formatDay } from '../../../src/core/statement/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import type { CellPlace } from './cells.ts';
import { placeText } from './Faults.tsx';
import type { PartProps } from './FinanceTable.tsx';
import { useOf } from './useFigures.ts';

/** How far the amounts are, and the ways back and on. */
export function FiguresBar({ store, isFrozen, goTo }: PartProps & { goTo: (cell: CellPlace | undefined) => boolean }) {
  const t = useTranslate();
  const answered = useOf(store, () => store.answered);
  const [canUndo, canRedo] = [useOf(store, () => store.canUndo), useOf(store, () => store.canRedo)];
  const last = useRef(-1);
  const { cells, statement } = store.model;
  const text = t('statement.progress', { answered, total: cells.length });
  const next = (): void => {
    const open = store.nextOpen(last.current);
    last.current = cells.findIndex(({ field, period }) => field === open?.field && period === open.period);
    goTo(open);
  };
  return (
    <div className="tg-finance-bar">
      <progress className="tg-finance-progress" value={answered} max={cells.length} aria-label={statement.title} />
      <span className="tg-finance-count">{text}</span>
      <Stepped store={store} />
      {isFrozen ? null : (
        <div className="tg-finance-buttons">
          <PlainButton text={t('statement.undo')} disabled={!canUndo} onClick={() => store.undo()} />
          <PlainButton text={t('statement.redo')} disabled={!canRedo} onClick={() => store.redo()} />
          <PlainButton look="primary" text={t('statement.next')} disabled={answered === cells.length} onClick={next} />
        </div>
      )}
    </div>
  );
}

/** What a step back or forward changed, for those who hear it: the first cell and what stands in it, and how many. */
function Stepped({ store }: { store: FigureStore }) {
  const t = useTranslate();
  const [stepped, setStepped] = useState<readonly CellPlace[]>([]);
  useEffect(() => store.subscribe((change) => setStepped(change.stepped ?? [])), [store]);
  const [place] = stepped;
  const text = place && t('statement.stands', { place: placeText(t, store, place), text: standing(store, place) || t('statement.blank') });
  return (
    <span className="tg-hidden" role="status">
      {stepped.length > 1 ? `${text} ${t('statement.stepped', { count: stepped.length })}` : text}
    </span>
  );
}

function standing(store: FigureStore, { field, period }: CellPlace): string {
  const wrong = store.wrong(field, period);
  const value = store.value(field, period);
  if (wrong !== undefined || value === null) return wrong?.text ?? '';
  return store.model.isPeriod(field) ? formatDay(value) : formatAmount(value, store.model.limits.decimals);
}
