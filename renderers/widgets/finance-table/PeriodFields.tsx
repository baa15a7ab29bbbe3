import type { ReactNode } from 'react';
import { readDay } from '../../../src/core/date-signs.ts';
import { formatDay, type Period } from '../../../src/core/statement/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { DayInput } from '../../shared/controls/DayInput.tsx';
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
  const isMissing = marked && cell.value === null;
  const isWrong = cell.wrong !== undefined || (period === 'end' && cell.isReversed);
  return (
    <div className="tg-finance-day">
      <label htmlFor={`${id}-${period}`}>{label}</label>
      <span className="tg-control" data-invalid={isMissing || isWrong || undefined} data-readonly={isFrozen || undefined}>
        <DayInput
          label={label}
          id={`${id}-${period}`}
          min="1900-01-01"
          max="2999-12-31"
          data-cell={`${period}.${field}`}
          readOnly={readOnly || isFrozen}
          aria-invalid={isMissing || isWrong || undefined}
          aria-describedby={isWrong ? `${id}-${period}-fault` : undefined}
          title={isMissing ? t('statement.missing', { place: `${group}, ${label}` }) : undefined}
          value={cell.text}
          // While a day is typed every sign makes another text of it, which is none yet.
          onType={(text) => (text === '' || readDay(text) !== undefined ? cell.type(text) : cell.hold(text))}
          onBlur={() => cell.leave()}
        />
      </span>
      {isWrong ? <OwnFault id={`${id}-${period}-fault`} store={store} place={{ field, period }} /> : null}
    </div>
  );
}
