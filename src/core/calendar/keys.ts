import { isDay } from '../dates.ts';
import { shifted, startOf, type Unit } from './days.ts';

const patterns: Readonly<Record<Unit, RegExp>> = {
  year: /^\d{4}$/,
  quarter: /^\d{4}-Q[1-4]$/,
  month: /^\d{4}-(?:0[1-9]|1[0-2])$/,
  week: /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
};

/** What the unit a day is in is called: 2026, 2026-Q4, 2026-11, 2026-W48 (ISO 8601), 2026-11-26. In this order they are sorted, too. */
export function keyOf(day: string, unit: Unit): string {
  switch (unit) {
    case 'year':
      return day.slice(0, 4);
    case 'quarter':
      return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    case 'month':
      return day.slice(0, 7);
    case 'week': {
      // A week is of the year its Thursday is in.
      const thursday = shifted(startOf(day, 'week'), 3, 'day');
      const number = Math.floor((Date.parse(thursday) - Date.parse(startOf(thursday, 'year'))) / (7 * 86_400_000)) + 1;
      return `${thursday.slice(0, 4)}-W${String(number).padStart(2, '0')}`;
    }
    case 'day':
      return day;
  }
}

/** The first day of the unit a key names; undefined where it names none. */
export function dayOfKey(key: string, unit: Unit): string | undefined {
  if (!patterns[unit].test(key)) return undefined;
  const year = key.slice(0, 4);
  switch (unit) {
    case 'year':
      return known(`${year}-01-01`);
    case 'quarter':
      return known(`${year}-${String(3 * Number(key.slice(6)) - 2).padStart(2, '0')}-01`);
    case 'month':
      return known(`${key}-01`);
    case 'week': {
      const fourth = known(`${year}-01-04`);
      const day = fourth && shifted(startOf(fourth, 'week'), Number(key.slice(6)) - 1, 'week');
      return day !== undefined && keyOf(day, 'week') === key ? day : undefined;
    }
    case 'day':
      return known(key);
  }
}

const known = (day: string): string | undefined => (isDay(day) ? day : undefined);

/** The keys of the units up to the one named last, at most so many: those nearest to it, in their order. `from` after `to` gives none. */
export function keysUpTo(from: string, to: string, unit: Unit, most: number): string[] {
  const first = dayOfKey(from, unit);
  const last = dayOfKey(to, unit);
  if (first === undefined || last === undefined) return [];
  const keys: string[] = [];
  for (let day = last; day >= first && keys.length < most; day = shifted(day, -1, unit)) {
    keys.unshift(keyOf(day, unit));
    if (day === first) break;
  }
  return keys;
}
