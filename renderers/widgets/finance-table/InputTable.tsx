import { Fragment, memo } from 'react';
import { formatAmount, formatDay, keyOf, periods, type StatementRow } from '../../../src/core/statement/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { AmountCell } from './AmountCell.tsx';
import type { PartProps } from './FinanceTable.tsx';
import { useOf } from './useFigures.ts';

/** Table, field, period end, period start (FIN-04). The roles stand there because narrow windows show it as blocks. */
export const InputTable = memo(function InputTable(props: PartProps) {
  const t = useTranslate();
  const { store, id } = props;
  const { statement, rows } = store.model;
  if (rows.length === 0) return <p className="tg-finance-empty">{t('statement.empty')}</p>;
  return (
    <section className="tg-finance-part" aria-labelledby={`${id}-title`}>
      <header className="tg-finance-head">
        <h2 id={`${id}-title`}>{statement.title}</h2>
        <span>{t('statement.unit', { unit: statement.unit })}</span>
      </header>
      <table className="tg-finance-table tg-finance-input" aria-labelledby={`${id}-title`}>
        <thead>
          <tr>
            <th scope="col">{t('statement.table')}</th>
            <th scope="col">{t('statement.field')}</th>
            {periods.map((period) => (
              <th scope="col" key={period} className="tg-finance-number">
                {statement.period[period]}
                <Day {...props} period={period} />
              </th>
            ))}
          </tr>
        </thead>
        {statement.tables.map((table) => (
          <tbody key={table.name}>
            {rows
              .filter((row) => row.table.name === table.name)
              .map((row, index, all) => (
                <tr key={row.field.name} data-total={row.field.total !== undefined || undefined}>
                  {index === 0 ? (
                    <th scope="rowgroup" className="tg-finance-group" rowSpan={all.length}>
                      <span>{table.label}</span>
                    </th>
                  ) : null}
                  <Row {...props} row={row} />
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </section>
  );
});

function Day({ store, period }: PartProps & { period: 'start' | 'end' }) {
  const { field } = store.model.statement.period;
  const value = useOf(store, () => store.value(field, period));
  return value === null ? null : <small>{formatDay(value)}</small>;
}

function Row({ row, ...props }: PartProps & { row: StatementRow<string> }) {
  const t = useTranslate();
  const { label, name, total } = row.field;
  const { period: heads } = props.store.model.statement;
  return (
    <>
      <th scope="row" className="tg-finance-field">
        {label}
        {total === undefined ? null : (
          <>
            {' '}
            <small className="tg-finance-computed">{t('statement.computed')}</small>
          </>
        )}
      </th>
      {periods.map((period) => (
        <Fragment key={period}>
          {row.periods.includes(period) ? (
            <td className="tg-finance-number" data-head={heads[period]}>
              {total === undefined ? (
                <AmountCell {...props} place={{ field: name, period }} />
              ) : (
                <Total {...props} name={keyOf(name, period)} />
              )}
            </td>
          ) : (
            <td className="tg-finance-number tg-finance-none" data-head={heads[period]}>
              <span aria-hidden="true">–</span>
              <span className="tg-finance-said">{t('statement.notAsked')}</span>
            </td>
          )}
        </Fragment>
      ))}
    </>
  );
}

function Total({ store, name }: PartProps & { name: string }) {
  const value = useOf(store, () => store.computed.totals.get(name) ?? null);
  return <Value value={value} />;
}

/** A number, or a dash with its meaning for screen readers (FIN-06). */
export function Value({ value, unit }: { value: string | null; unit?: string | undefined }) {
  const t = useTranslate();
  if (value === null) {
    return (
      <>
        <span aria-hidden="true">--</span>
        <span className="tg-finance-said">{t('statement.noValue')}</span>
      </>
    );
  }
  return (
    <>
      {formatAmount(value)}
      {unit ? <small className="tg-finance-unit"> {unit}</small> : null}
    </>
  );
}
