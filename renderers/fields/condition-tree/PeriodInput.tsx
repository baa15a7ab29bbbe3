import { daysWithin, isCounted, mostUnits, readPeriod, spans, units, wordsOf } from '../../../src/core/calendar/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';

interface PeriodProps {
  value: unknown;
  /** Name of the comparison. */
  label: string;
  /** The day periods are told from, YYYY-MM-DD: that of the server. */
  today?: string | undefined;
  isFixed: boolean;
  isInvalid: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** A relative period: how it lies to today, how many units, and which. Beside it stands in words what it is, with the days of today. */
export function PeriodInput({ value, label, today, isFixed, isInvalid, onChange, onBlur }: PeriodProps) {
  const t = useTranslate();
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const period = readPeriod(value);
  const days = daysWithin(value, today);
  const change = (name: string, next: unknown) => {
    const { count, ...others } = { ...given, [name]: next };
    onChange(isCounted(others.span) ? { ...others, count: count ?? 1 } : others);
  };
  const shared = { className: 'tg-cell-editor', 'aria-invalid': isInvalid || undefined, disabled: isFixed, onBlur };
  const choice = (name: 'span' | 'unit', values: readonly string[]) => (
    <select
      {...shared}
      aria-label={`${label}, ${t(`period.${name}`)}`}
      value={String(given[name] ?? '')}
      onChange={(event) => change(name, event.target.value)}
    >
      {given[name] === undefined ? <option value="">{t('field.choose')}</option> : null}
      {values.map((one) => (
        <option key={one} value={one}>
          {t(`period.${name}Of.${one}`)}
        </option>
      ))}
    </select>
  );
  return (
    <span className="tg-condition-part">
      {choice('span', spans)}
      {isCounted(given.span) ? (
        <input
          {...shared}
          type="text"
          inputMode="numeric"
          data-editor="number"
          aria-label={`${label}, ${t('period.count')}`}
          value={String(given.count ?? '')}
          maxLength={String(mostUnits).length}
          autoComplete="off"
          onChange={(event) => change('count', /^\d+$/.test(event.target.value) ? Number(event.target.value) : event.target.value)}
        />
      ) : null}
      {choice('unit', units)}
      {period && days ? (
        <span className="tg-note">{t('period.means', { words: t(wordsOf(period), { count: period.count ?? 1 }), ...days })}</span>
      ) : null}
    </span>
  );
}
