import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { readDateSigns } from '../../../src/core/date-signs.ts';

dayjs.extend(customParseFormat);

export type Precision = 'year' | 'month' | 'day' | 'minute' | 'second';

const SHOWN: Record<Precision, string> = {
  year: 'YYYY',
  month: 'YYYY-MM',
  day: 'YYYY-MM-DD',
  minute: 'YYYY-MM-DD HH:mm',
  second: 'YYYY-MM-DD HH:mm:ss',
};

export function hasTime(precision: Precision): boolean {
  return precision === 'minute' || precision === 'second';
}

/** How a value of this precision is shown when no format is given. */
export function shownFormat(precision: Precision): string {
  return SHOWN[precision];
}

const WHOLE: Record<Precision, RegExp> = {
  year: /^\d{4}(?!\d)/,
  month: /^\d{4}[-/]\d\d(?!\d)/,
  day: /^\d{4}[-/]\d\d[-/]\d\d(?!\d)/,
  minute: /^\d{4}[-/]\d\d[-/]\d\d(?!\d)/,
  second: /^\d{4}[-/]\d\d[-/]\d\d(?!\d)/,
};

/** True for a text that is no date of this precision, such as one somebody typed: 2027-02-29, 2027-0. */
export function isNoDate(value: unknown, precision: Precision): value is string {
  if (typeof value !== 'string' || value === '') return false;
  return !WHOLE[precision].test(value) || readDate(value) === undefined;
}

/** Reads what is typed, which stands exactly as it is shown. */
export function typedDate(text: string, format: string): Dayjs | undefined {
  const date = dayjs(text, format, true);
  return date.isValid() ? date : undefined;
}

const PARTS: Record<Precision, number> = { year: 1, month: 2, day: 3, minute: 3, second: 3 };

/** Reads what was typed once it is whole: as it is shown, or in another notation nobody can read as another date. */
export function readTyped(text: string, format: string, precision: Precision): Dayjs | undefined {
  const shown = typedDate(text, format);
  if (shown) return shown;
  const { parts, time } = readDateSigns(text) ?? {};
  if (parts?.length !== PARTS[precision] || (time !== undefined) !== hasTime(precision)) return undefined;
  const days = parts.join('-');
  if (time === undefined) return typedDate(days, SHOWN[precision]);
  const [hours = '', minutes, seconds = '00'] = time.split(':');
  return typedDate(`${days} ${hours.padStart(2, '0')}:${minutes}:${seconds}`, SHOWN.second);
}

/** Reads a value of a form: an ISO text, or a date as servers of old send it ("2026-03-31 08:00:00"). Undefined for anything else, such as a 29th of February of other years. */
export function readDate(value: unknown): Dayjs | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (value === '') return undefined;
  const day = typeof value === 'string' ? WHOLE.day.exec(value)?.[0].replaceAll('/', '-') : undefined;
  if (day !== undefined && dayjs(day).format(SHOWN.day) !== day) return undefined;
  const date = dayjs(value);
  return date.isValid() ? date : undefined;
}

const STEP = { year: 'year', month: 'month', day: 'day', minute: 'day', second: 'day' } as const;
const FAR_STEP = { year: 'year', month: 'year', day: 'month', minute: 'month', second: 'month' } as const;

/** By what a date is moved with the keyboard. */
export function stepOf(precision: Precision, far: boolean): 'year' | 'month' | 'day' {
  return (far ? FAR_STEP : STEP)[precision];
}

/** The value of a form: 2026, 2026-03 and 2026-03-31 are days wherever one is; moments are in UTC. */
export function writeDate(date: Dayjs | null | undefined, precision: Precision): string | undefined {
  if (!date?.isValid()) return undefined;
  if (!hasTime(precision)) return date.format(SHOWN[precision]);
  return date.startOf(precision === 'minute' ? 'minute' : 'second').toISOString();
}

/** True for days outside the limits (ISO days, both inclusive); a month or a year is outside when none of its days is within. */
export function isOutside(date: Dayjs, min: string | undefined, max: string | undefined, precision: Precision = 'day'): boolean {
  const first = readDate(min);
  const last = readDate(max);
  const unit = hasTime(precision) ? 'day' : precision;
  return (first !== undefined && date.isBefore(first, unit)) || (last !== undefined && date.isAfter(last, unit));
}

/** The date, or else the one nearest to it that may be chosen, at the same time of the day. Undefined where there is none: the limits are turned. */
export function nearestWithin(date: Dayjs, min: string | undefined, max: string | undefined, precision: Precision): Dayjs | undefined {
  const limit = isOutside(date, min, undefined, precision)
    ? readDate(min)
    : isOutside(date, undefined, max, precision)
      ? readDate(max)
      : undefined;
  const nearest = limit ? limit.hour(date.hour()).minute(date.minute()).second(date.second()) : date;
  return isOutside(nearest, min, max, precision) ? undefined : nearest;
}

export type Preset = 'today' | 'yesterday' | 'last7days' | 'last30days' | 'thisMonth' | 'lastMonth' | 'thisYear';

/** The ends of a named range that contains or precedes `now`. */
function presetRange(preset: Preset, now: Dayjs): [Dayjs, Dayjs] {
  switch (preset) {
    case 'today':
      return [now.startOf('day'), now.endOf('day')];
    case 'yesterday':
      return [now.subtract(1, 'day').startOf('day'), now.subtract(1, 'day').endOf('day')];
    case 'last7days':
      return [now.subtract(6, 'day').startOf('day'), now.endOf('day')];
    case 'last30days':
      return [now.subtract(29, 'day').startOf('day'), now.endOf('day')];
    case 'thisMonth':
      return [now.startOf('month'), now.endOf('month')];
    case 'lastMonth':
      return [now.subtract(1, 'month').startOf('month'), now.subtract(1, 'month').endOf('month')];
    case 'thisYear':
      return [now.startOf('year'), now.endOf('year')];
  }
}

/** A named range as far as the limits go (ISO days, both inclusive); undefined where nothing of it is left. */
export function presetWithin(preset: Preset, now: Dayjs, min: string | undefined, max: string | undefined): [Dayjs, Dayjs] | undefined {
  const [first, last] = presetRange(preset, now);
  const start = isOutside(first, min, undefined) ? dayjs(min).startOf('day') : first;
  const end = isOutside(last, undefined, max) ? dayjs(max).endOf('day') : last;
  return start.isAfter(end) ? undefined : [start, end];
}
