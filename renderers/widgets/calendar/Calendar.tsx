import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { observer, useController, useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { CalendarOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { useToday } from '../../shared/controls/useToday.ts';
import { formatDate } from '../../shared/format.ts';
import { step } from '../../shared/menu/focus.ts';
import { CalendarDay } from './CalendarDay.tsx';
import { entriesByDay, firstOf } from './entries.ts';
import { isMonth, monthsLater, weeksOf } from './month.ts';
import './calendar.css';

/** Records by their day. An observer: the lazy options read changing values. */
export const Calendar = observer(function Calendar({ options, node, expose, id }: WidgetProps<CalendarOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const today = useToday();
  const table = useRef<HTMLTableElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Whether a key turned to this month, and the focus has not come to an entry of it yet. */
  const isTurned = useRef(false);
  const [month, setMonth] = useState(() => (isMonth(options.month) ? options.month : today().slice(0, 7)));
  /** The month the focus was looked after in last. */
  const lookedAt = useRef(month);
  const [current, setCurrent] = useState<string>();
  /** Days that show all of their entries. */
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const weeks = weeksOf(month);
  const [from, to] = [weeks[0]?.[0] ?? '', weeks.at(-1)?.at(-1) ?? ''];
  useEffect(() => expose({ month, from, to }), [expose, month, from, to]);
  useController(node, {
    set: (_path, value) => {
      if (isMonth(value)) setMonth(value);
    },
  });
  const days = entriesByDay(options);
  const shown = weeks.flat().flatMap((day) => days.get(day) ?? []);
  const { shown: most = 3 } = options;
  const visible = weeks.flat().flatMap((day) => firstOf(days.get(day) ?? [], whole.has(day) ? undefined : most));
  const stop = visible.some(({ key }) => key === current) ? current : visible[0]?.key;
  // What had the focus is gone with its month: entries may come later, until then the heading has it.
  useLayoutEffect(() => {
    const isJustTurned = lookedAt.current !== month;
    lookedAt.current = month;
    if (!isTurned.current) return;
    const { activeElement, body } = document;
    // Later on, where nothing has the focus, somebody put it away.
    const isOurs = activeElement === heading.current || (isJustTurned && activeElement === body);
    const entry = stop === undefined ? undefined : table.current?.querySelector<HTMLElement>('.tg-calendar-entry[tabindex="0"]');
    isTurned.current = !entry && isOurs;
    if (isOurs) (entry ?? heading.current)?.focus();
  }, [month, stop]);
  const now = today();
  const name = new Intl.DateTimeFormat(language === 'en' ? 'en' : language === 'zh-Hans' ? 'zh-CN' : 'zh-TW', {
    ...{ year: 'numeric', month: 'long', timeZone: 'UTC' },
  }).format(new Date(`${month}-01T00:00:00Z`));
  const weekdays = weekdayNames(language);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== heading.current && !table.current?.contains(event.target as Node)) return;
    const turn = { PageUp: -1, PageDown: 1 }[event.key];
    if (turn !== undefined && !event.altKey && !event.ctrlKey) {
      event.preventDefault();
      isTurned.current = true;
      setMonth(monthsLater(month, turn));
      return;
    }
    const entries = [...(table.current?.querySelectorAll<HTMLElement>('.tg-calendar-entry') ?? [])];
    const at = entries.indexOf(event.target as HTMLElement);
    const next = at < 0 ? undefined : step(event.key, at, entries.length, 'both');
    if (next === undefined) return;
    event.preventDefault();
    entries[next]?.focus();
  };
  const { total = shown.length } = options;
  return (
    // The keys are those of the entries, and of the heading where the month has none.
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the entries are buttons, which the keys lead between
    <section className="tg-calendar" aria-label={options.label} onKeyDown={onKeyDown}>
      <header className="tg-calendar-head">
        <h3 ref={heading} id={`${id}-month`} tabIndex={-1} className="tg-calendar-month" aria-live="polite">
          {name}
        </h3>
        <span className="tg-calendar-note" role="status">
          {options.loading
            ? t('table.loading')
            : shown.length < total
              ? t('table.cardsShown', { shown: shown.length, total })
              : shown.length === 0 && options.items
                ? options.emptyText
                : ''}
        </span>
        <span className="tg-calendar-moves">
          <PlainButton icon="left" aria-label={t('table.monthBefore')} onClick={() => setMonth(monthsLater(month, -1))} />
          <PlainButton text={t('table.monthToday')} onClick={() => setMonth(now.slice(0, 7))} />
          <PlainButton icon="right" aria-label={t('table.monthAfter')} onClick={() => setMonth(monthsLater(month, 1))} />
        </span>
      </header>
      <table ref={table} aria-labelledby={`${id}-month`} aria-busy={options.loading || undefined}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <CalendarDay
                  key={day}
                  day={day}
                  label={formatDate(day)}
                  isToday={day === now}
                  isOutside={!day.startsWith(month)}
                  entries={days.get(day) ?? []}
                  shown={most}
                  isWhole={whole.has(day)}
                  onWhole={(isWhole) => setWhole(new Set(isWhole ? [...whole, day] : [...whole].filter((one) => one !== day)))}
                  stop={stop}
                  onFocus={setCurrent}
                  onOpen={options.onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

/** From Monday on; 2024 began with one. */
function weekdayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en' : language === 'zh-Hans' ? 'zh-CN' : 'zh-TW', {
    ...{ weekday: 'short', timeZone: 'UTC' },
  });
  return Array.from({ length: 7 }, (_, index) => format.format(new Date(Date.UTC(2024, 0, 1 + index))));
}
