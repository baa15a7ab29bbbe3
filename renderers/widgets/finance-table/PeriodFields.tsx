import { type ReactNode, useEffect, useState } from 'react';
import { formatDay, type Period } from '../../../src/core/statement/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { OwnFault } from './Faults.tsx';
import type { PartProps } from './FinanceTable.tsx';
import { useTyped } from './useTyped.ts';

/** The days the period starts and ends, with what the page shows before and after them (FIN-03). */
export function PeriodFields({ before, after, ...props }: PartProps & { before: ReactNode; after: ReactNode }) {
  const { period } = props.store.model.statement;
  return (
    <div className="tg-finance-period">
      {before ? <div className="tg-finance-day">{before}</div> : null}
      <PeriodField {...props} period="start" label={period.start} />
      <PeriodField {...props} period="end" label={period.end} />
      {after ? <div className="tg-finance-facts">{after}</div> : null}
    </div>
  );
}

function PeriodField({ id, store, readOnly, isFrozen, marked, period, label }: PartProps & { period: Period; label: string }) {
  const t = useTranslate();
  const { field, label: group } = store.model.statement.period;
  const cell = useTyped({ store, readOnly }, { field, period }, formatDay);
  /** Left before the day was whole: what stands there no script can read, so that nobody else keeps it. */
  const [isHalf, setHalf] = useState(false);
  const { value } = cell;
  useEffect(() => {
    if (value !== null) setHalf(false);
  }, [value]);
  const isMissing = marked && value === null;
  const isWrong = cell.wrong !== undefined || (period === 'end' && cell.isReversed);
  return (
    <div className="tg-finance-day">
      <label htmlFor={`${id}-${period}`}>{label}</label>
      <span className="tg-control" data-invalid={isMissing || isWrong || isHalf || undefined} data-readonly={isFrozen || undefined}>
        <input
          id={`${id}-${period}`}
          // A browser writes days its own way; those that are only read stand as they do everywhere else on the page.
          type={readOnly ? 'text' : 'date'}
          min="1900-01-01"
          max="2999-12-31"
          data-cell={`${period}.${field}`}
          readOnly={isFrozen}
          aria-invalid={isMissing || isWrong || isHalf || undefined}
          aria-describedby={isWrong || isHalf ? `${id}-${period}-fault` : undefined}
          title={isMissing ? t('statement.missing', { place: `${group}, ${label}` }) : undefined}
          value={cell.text}
          onChange={({ target }) => {
            setHalf(false);
            // Half a day is none yet, and while a year is typed, every digit makes another year of it.
            if (target.validity.badInput || (target.value !== '' && target.value < '1900')) cell.hold(target.value);
            else cell.type(target.value);
          }}
          onBlur={({ target }) => {
            cell.leave(!target.validity.badInput);
            setHalf(target.validity.badInput && value === null);
          }}
        />
      </span>
      {isWrong ? <OwnFault id={`${id}-${period}-fault`} store={store} place={{ field, period }} /> : null}
      {isHalf && !isWrong ? (
        <span className="tg-finance-half" id={`${id}-${period}-fault`} role="status">
          {t('statement.halfDay')}
        </span>
      ) : null}
    </div>
  );
}
