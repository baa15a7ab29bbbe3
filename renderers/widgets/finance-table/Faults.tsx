import { useEffect, useRef } from 'react';
import type { Figure, FigureFault, FigureStore } from '../../../src/core/statement/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import type { CellPlace } from './cells.ts';
import type { PartProps } from './FinanceTable.tsx';
import { useOf } from './useFigures.ts';

type Translate = ReturnType<typeof useTranslate>;
const shown = 8;

/** What is wrong and where (RULE-21); each entry leads to its cell. What can no longer be corrected is listed whole: nobody could type it again. */
export function Faults({ id, store, readOnly, goTo }: PartProps & { goTo: (cell: CellPlace | undefined) => boolean }) {
  const t = useTranslate();
  useOf(store, () => store.version);
  const { faults, withheld } = store;
  const listed = readOnly ? wrongOf(store) : faults.slice(0, shown);
  const list = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(!readOnly);
  // What comes too late is shown here alone, wherever somebody was typing: the cells have their values of before.
  useEffect(() => {
    if (readOnly && wasOpen.current) list.current?.scrollIntoView?.({ block: 'nearest' });
    wasOpen.current = !readOnly;
  }, [readOnly]);
  if (listed.length === 0) return null;
  return (
    <div className="tg-finance-faults" id={`${id}-faults`} role="status" ref={list}>
      {withheld > 0 ? <p>{t(readOnly ? 'statement.late' : 'statement.faults', { count: withheld })}</p> : null}
      <ul>
        {listed.map((fault) => (
          <li key={`${fault.period}.${fault.field}.${fault.fault}`}>
            {readOnly ? (
              t('statement.lateValue', { place: placeText(t, store, fault), text: plain(fault.text) })
            ) : (
              <PlainButton look="link" size="small" text={faultText(t, store, fault)} onClick={() => goTo(fault)} />
            )}
          </li>
        ))}
      </ul>
      {readOnly || faults.length <= shown ? null : <p>{t('statement.moreFaults', { count: faults.length - shown })}</p>}
      {readOnly ? <PlainButton size="small" text={t('statement.dismiss')} onClick={() => store.recall(dropped(store))} /> : null}
    </div>
  );
}

/** What is wrong with one cell, for those who hear it. */
export function OwnFault({ id, store, place }: { id: string; store: FigureStore; place: CellPlace }) {
  const t = useTranslate();
  useOf(store, () => store.version);
  const own = store.faults.filter(({ field, period }) => field === place.field && period === place.period);
  if (own.length === 0) return null;
  return (
    <span className="tg-finance-said" id={id}>
      {own.map((fault) => faultText(t, store, fault)).join(' ')}
    </span>
  );
}

/** Cells with a text that is no value. */
export function wrongOf(store: FigureStore): FigureFault[] {
  return store.faults.filter(({ text }) => text !== undefined);
}

function dropped(store: FigureStore): Figure[] {
  return wrongOf(store).map(({ field, period }) => ({ field, period, value: null }));
}

/** Where a cell stands, in words: table, field, period. */
export function placeText(t: Translate, store: FigureStore, { field, period }: CellPlace): string {
  const { period: days } = store.model.statement;
  const row = store.model.rows.find((candidate) => candidate.field.name === field);
  if (!row) return `${days.label}, ${days[period]}`;
  return t('statement.cell', { table: row.table.label, field: row.field.label, period: days[period] });
}

/** What is wrong with a cell, in words that say where and what to do. */
function faultText(t: Translate, store: FigureStore, fault: FigureFault): string {
  const { digits, decimals } = store.model.limits;
  const text = plain(fault.text);
  const kind = fault.fault === 'decimals' && decimals === 0 ? 'whole' : fault.fault;
  const key = `statement.fault${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const place = placeText(t, store, fault);
  return t(key, { place, text: text.length > 40 ? `${text.slice(0, 40)}...` : text, digits, decimals });
}

/** Without signs that turn the words around it. */
function plain(text = ''): string {
  return text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
