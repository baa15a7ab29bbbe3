import { addTo } from '../../../src/core/lists.ts';
import type { CalendarOptions } from '../../../src/generated/options.ts';
import { lazyText } from '../../shared/lazy.ts';
import { listOf } from '../../shared/list.ts';

/** A record as it stands in its day. */
export interface Entry {
  key: string;
  title: string;
  text: string | undefined;
  tone: string;
  row: Record<string, unknown>;
  index: number;
}

/** The records by their day, in the order they came. What has no day, or one that is none, is left out. */
export function entriesByDay(options: CalendarOptions): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>();
  listOf<Record<string, unknown>>(options.items).forEach((row, index) => {
    const locals = { row, index };
    const day = lazyText(options.date, locals)?.slice(0, 10);
    if (day === undefined) return;
    const key = (options.key ? lazyText(options.key, locals) : undefined) ?? String(row.id ?? `#${index}`);
    const entry = {
      ...{ key, row, index, title: lazyText(options.title, locals) ?? '–' },
      ...{ text: lazyText(options.text, locals), tone: lazyText(options.tone, locals) ?? 'neutral' },
    };
    addTo(days, day, entry);
  });
  return days;
}

/** The entries of a day that are shown: so many at first, or all of them. */
export function firstOf(entries: readonly Entry[], most: number | undefined): readonly Entry[] {
  return most === undefined || entries.length <= most ? entries : entries.slice(0, most);
}
