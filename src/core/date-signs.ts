import { isDay } from './dates.ts';

/** Year, month and day as far as they are given, in digits, and a time behind them. */
interface Written {
  parts: readonly string[];
  time: string | undefined;
}

const NOTATIONS = [
  // 2027-1-5, 2027/01/05, 2027. 1. 5: one sign throughout.
  /^(?<year>\d{4})(?: ?(?<sign>[-/.]) ?(?<month>\d{1,2})(?: ?\k<sign> ?(?<day>\d{1,2}))?)?$/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)?$/,
  /^(?<year>\d{4}) ?年(?: ?(?<month>\d{1,2}) ?月(?: ?(?<day>\d{1,2}) ?[日号號]?)?)?$/,
];
const BEFORE_TIME = /^(?<days>.*?)(?:[ T]+(?<time>\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?))?$/;
const MIDNIGHT = /^0?0:00(?::00(?:\.0+)?)?$/;
/** No date has more characters: cells of files may have thousands of spaces. */
const LONGEST = 60;

/**
 * Reads a date as people and spreadsheets write it, the year first, so that nothing behind it can be anything but its month and day: 2027/1/5,
 * 20270105, 2027年1月5日, each with a time or without. 3/4/2027 is none: which of them is the month cannot be known. Whether there is such a day is
 * not looked at.
 */
export function readDateSigns(text: string): Written | undefined {
  if (text.length > LONGEST) return undefined;
  const { days = '', time } = BEFORE_TIME.exec(text.normalize('NFKC').trim())?.groups ?? {};
  for (const notation of NOTATIONS) {
    const found = notation.exec(days)?.groups;
    if (!found) continue;
    const parts = [found.year, found.month, found.day].filter((part) => part !== undefined);
    return { parts: parts.map((part) => part.padStart(2, '0')), time };
  }
  return undefined;
}

/** The day a text names, YYYY-MM-DD, if there is one. Spreadsheets put midnight behind it; with any other time it is a moment, and none. */
export function readDay(text: string): string | undefined {
  const { parts = [], time = '0:00' } = readDateSigns(text) ?? {};
  const day = parts.join('-');
  return isDay(day) && MIDNIGHT.test(time) ? day : undefined;
}

/** The moment of UTC a text names in milliseconds: a day as `readDay` reads it, with a time of the day behind it or without. Undefined where there is none. */
export function readMoment(text: string): number | undefined {
  const { parts = [], time = '0:00' } = readDateSigns(text) ?? {};
  const day = parts.join('-');
  if (!isDay(day)) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds >= 60) return undefined;
  return Date.parse(`${day}T00:00:00Z`) + ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}
