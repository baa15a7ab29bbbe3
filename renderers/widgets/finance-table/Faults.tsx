import type { FigureFault, FigureStore } from '../../../src/core/statement/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import type { CellPlace } from './cells.ts';
import type { PartProps } from './FinanceTable.tsx';
import { useOf } from './useFigures.ts';

type Translate = ReturnType<typeof useTranslate>;
const shown = 8;

/** What is wrong and where (RULE-21); each entry leads to its cell. */
export function Faults({ id, store, readOnly, goTo }: PartProps & { goTo: (cell: CellPlace | undefined) => boolean }) {
  const t = useTranslate();
  useOf(store, () => store.version);
  const { faults } = store;
  if (readOnly || faults.length === 0) return null;
  return (
    <div className="tg-finance-faults" id={`${id}-faults`} role="status">
      {store.withheld > 0 ? <p>{t('statement.faults', { count: store.withheld })}</p> : null}
      <ul>
        {faults.slice(0, shown).map((fault) => (
          <li key={`${fault.period}.${fault.field}`}>
            <PlainButton look="link" size="small" text={faultText(t, store, fault)} onClick={() => goTo(fault)} />
          </li>
        ))}
      </ul>
    </div>
  );
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
  const text = store.wrong(fault.field, fault.period)?.text ?? '';
  const key = `statement.fault${fault.fault.charAt(0).toUpperCase()}${fault.fault.slice(1)}`;
  const place = placeText(t, store, fault);
  return t(key, { place, text: text.length > 40 ? `${text.slice(0, 40)}...` : text, digits, decimals });
}
