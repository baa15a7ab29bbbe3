import { memo, useEffect, useRef, useState } from 'react';
import type { StatementIndicator } from '../../../src/core/statement/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { PartProps } from './FinanceTable.tsx';
import { Value } from './InputTable.tsx';
import { useOf } from './useFigures.ts';

/** Module, indicator, definition, value (FIN-05). */
export const Statistics = memo(function Statistics({ id, store, readOnly }: PartProps) {
  const t = useTranslate();
  const { statistics } = store.model.statement;
  if (statistics.modules.length === 0) return null;
  return (
    <section className="tg-finance-part tg-finance-side" aria-labelledby={`${id}-statistics`}>
      <header className="tg-finance-head">
        <h2 id={`${id}-statistics`}>{statistics.title}</h2>
        {readOnly ? null : <span>{t('statement.live')}</span>}
      </header>
      <table className="tg-finance-table tg-finance-statistics" aria-labelledby={`${id}-statistics`}>
        <thead>
          <tr>
            <th scope="col">{t('statement.module')}</th>
            <th scope="col">{t('statement.indicator')}</th>
            <th scope="col">{t('statement.definition')}</th>
            <th scope="col" className="tg-finance-number">
              {t('statement.value')}
            </th>
          </tr>
        </thead>
        {statistics.modules.map((module) => (
          <tbody key={module.name}>
            {module.indicators.map((indicator, index) => (
              <tr key={indicator.name} data-indicator={indicator.name}>
                {index === 0 ? (
                  <th scope="rowgroup" className="tg-finance-group" rowSpan={module.indicators.length}>
                    <span>{module.label}</span>
                  </th>
                ) : null}
                <th scope="row" className="tg-finance-field">
                  {indicator.label}
                </th>
                <td className="tg-finance-definition">
                  <Definition id={`${id}-${indicator.name}`} indicator={indicator} />
                </td>
                <td className="tg-finance-number">
                  <Result store={store} indicator={indicator} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
});

function Result({ store, indicator }: Pick<PartProps, 'store'> & { indicator: StatementIndicator<string> }) {
  const value = useOf(store, () => store.computed.indicators.get(indicator.name) ?? null);
  return <Value value={value} unit={indicator.unit} />;
}

/** So long the pointer may be on its way to the explanation. */
const LEAVE = 150;

/** The definition; while it is pointed at or focused, what the indicator tells. Escape closes that. */
function Definition({ id, indicator }: { id: string; indicator: StatementIndicator<string> }) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);
  const { definition, explanation } = indicator;
  if (!explanation) return <>{definition}</>;
  const open = (): void => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const leave = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), LEAVE);
  };
  return (
    <span className="tg-finance-explained">
      <button
        type="button"
        className="tg-finance-term"
        aria-describedby={id}
        onPointerEnter={open}
        onPointerLeave={leave}
        onFocus={open}
        onBlur={leave}
        onClick={open}
      >
        {definition}
      </button>
      <span id={id} role="tooltip" className="tg-finance-tip" hidden={!isOpen} onPointerEnter={open} onPointerLeave={leave}>
        <strong>{indicator.label}</strong>
        {explanation}
      </span>
    </span>
  );
}
