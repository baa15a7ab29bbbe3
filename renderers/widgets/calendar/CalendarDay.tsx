import { useTranslate } from '../../../src/engine/index.ts';
import type { CalendarOptions } from '../../../src/generated/options.ts';
import { type Entry, firstOf } from './entries.ts';

interface CalendarDayProps {
  /** YYYY-MM-DD */
  day: string;
  /** The same for people. */
  label: string;
  isToday: boolean;
  /** Of the month before or after. */
  isOutside: boolean;
  entries: readonly Entry[];
  /** How many of them at first. */
  shown: number;
  /** Whether somebody asked for the rest. */
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
  /** Key of the entry the Tab key goes to. */
  stop: string | undefined;
  onFocus: (key: string) => void;
  onOpen: CalendarOptions['onOpen'];
}

/** A day with what falls on it. Of many entries the first are shown until somebody asks for the rest. */
export function CalendarDay({ day, label, isToday, isOutside, entries, shown, isWhole, onWhole, stop, onFocus, onOpen }: CalendarDayProps) {
  const t = useTranslate();
  const visible = firstOf(entries, isWhole ? undefined : shown);
  const rest = entries.length - visible.length;
  return (
    <td data-today={isToday || undefined} data-outside={isOutside || undefined} data-empty={entries.length === 0 || undefined}>
      <time className="tg-calendar-number" dateTime={day}>
        <span className="tg-calendar-date">{isToday ? `${label} · ${t('table.monthToday')}` : label}</span>
        <span className="tg-calendar-day" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
      </time>
      {visible.length > 0 ? (
        <ul>
          {visible.map((entry) => (
            <li key={entry.key}>
              <button
                type="button"
                className="tg-calendar-entry"
                data-tone={entry.tone}
                data-key={entry.key}
                tabIndex={entry.key === stop ? 0 : -1}
                title={entry.text ? `${entry.title} · ${entry.text}` : entry.title}
                onFocus={() => onFocus(entry.key)}
                onClick={() => void onOpen?.({ row: entry.row, index: entry.index })}
              >
                <span className="tg-calendar-title">{entry.title}</span>
                {entry.text ? <span className="tg-calendar-text">{entry.text}</span> : null}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {rest > 0 || (isWhole && entries.length > shown) ? (
        <button type="button" className="tg-calendar-more" aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
          {isWhole ? t('layout.showLess') : t('table.moreOfDay', { count: rest })}
        </button>
      ) : null}
    </td>
  );
}
