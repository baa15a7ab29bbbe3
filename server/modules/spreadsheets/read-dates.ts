import { readXml } from './read-xml.ts';

/** What a number format shows of a number: a day, a time of the day, both, or an amount of hours that may be more than a day. */
type Shown = { day: boolean; time: boolean; elapsed: boolean };
/** Writes a number as the date its format shows: `2026-11-22`, `2026-11-22 18:05`, `18:05`; undefined where that is no date. */
export type DateReader = (style: string | undefined, value: string) => string | undefined;

const day = { day: true, time: false, elapsed: false };
const time = { day: false, time: true, elapsed: false };
/** Formats that have a number instead of a pattern; those from 27 on are of Chinese, Japanese and Korean spreadsheets. */
const builtIn: [ids: number[], shown: Shown][] = [
  [[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58], day],
  [[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56], time],
  [[22], { ...day, time: true }],
  [[46], { ...time, elapsed: true }],
];
/** The day after 9999-12-31, which spreadsheets show no more; and how many days fewer it is where they count from 1904. */
const end = 2_958_466;
const fewerSince1904 = 1_462;
const daySeconds = 86_400;

/** How dates are kept: as numbers of days, which only the styles of their cells (`xl/styles.xml`) tell from other numbers. @param since1904 whether days count from 1904 */
export function dateReader(styles: string | undefined, since1904: boolean): DateReader {
  const shownBy = styles === undefined ? [] : formatsOf(styles);
  const last = since1904 ? end - fewerSince1904 : end;
  return (style, value) => {
    const shown = style === undefined ? undefined : shownBy[Number(style)];
    const serial = value.trim() === '' ? Number.NaN : Number(value);
    return shown && serial >= 0 && serial < last ? written(serial, shown, since1904) : undefined;
  };
}

/** What every style of cells shows, by its place; undefined where that is no date. */
function formatsOf(xml: string): (Shown | undefined)[] {
  const formats = new Map(builtIn.flatMap(([ids, shown]) => ids.map((id) => [String(id), shown])));
  const styles: (Shown | undefined)[] = [];
  let isOfCells = false;
  readXml(xml, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      const shown = name === 'numFmt' ? shownIn(formatCode) : undefined;
      if (shown) formats.set(numFmtId, shown);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(formats.get(numFmtId));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

/** Most characters of a pattern: spreadsheets take no longer one, and looking for the ends of endless brackets would take minutes. */
const longestPattern = 255;

/** What a pattern such as `yyyy"年"m"月"` or `[$-409]d-mmm-yy h:mm` shows. A month and a minute are the same letter. */
function shownIn(code: string): Shown | undefined {
  if (code.length > longestPattern) return undefined;
  const elapsed = /\[(h+|m+|s+)\]/i.test(code);
  const letters = code
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .split(';', 1)[0]
    ?.replaceAll(/general|e[+-]/gi, '');
  const has = (signs: RegExp) => signs.test(letters ?? '');
  const isTime = elapsed || has(/[hs]/i);
  const isDay = has(/[yed]/i) || (has(/m/i) && !isTime);
  return isTime || isDay ? { day: isDay, time: isTime, elapsed } : undefined;
}

function written(serial: number, shown: Shown, since1904: boolean): string {
  const seconds = Math.round(serial * daySeconds);
  const hours = Math.floor(seconds / 3_600);
  if (shown.elapsed) return clock(hours, seconds);
  const ofDay = clock(hours % 24, seconds);
  return shown.day
    ? [dayOf(Math.floor(shown.time ? seconds / daySeconds : serial), since1904), ...(shown.time ? [ofDay] : [])].join(' ')
    : ofDay;
}

function dayOf(days: number, since1904: boolean): string {
  // Spreadsheets believe in 29 February 1900: days before it count from one day later.
  const from = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(from + days * daySeconds * 1_000).toISOString().slice(0, 10);
}

/** Hours and minutes, and seconds where there are any. */
function clock(hours: number, seconds: number): string {
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60];
  return [hours, ...(rest[1] === 0 ? rest.slice(0, 1) : rest)].map((part) => String(part).padStart(2, '0')).join(':');
}
