/** Parts of an hour time zones change at. */
const quarter = 900_000;
const day = 86_400_000;
/** Most offsets that are held. */
const mostHeld = 50_000;

/** Reads timestamps without a zone, `2026-03-01 10:20:30`, by the clock of a time zone; gives ISO 8601 in UTC, and what is no timestamp as it is. */
export function momentReader(timeZone: string): (text: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const held = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const key = Math.floor(at / quarter);
    const known = held.get(key);
    if (known !== undefined) return known;
    const parts = Object.fromEntries(format.formatToParts(key * quarter).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - key * quarter;
    if (held.size >= mostHeld) held.clear();
    held.set(key, offset);
    return offset;
  };
  return (text) => {
    const clock = Date.parse(`${text.replace(' ', 'T')}Z`);
    if (Number.isNaN(clock)) return text;
    // Clocks change at most once in two days. An hour that comes twice is its first one, one that is left out the one after.
    const [before, after] = [offsetAt(clock - day), offsetAt(clock + day)];
    const isLater = offsetAt(clock - before) !== before && offsetAt(clock - after) === after;
    return new Date(clock - (isLater ? after : before)).toISOString();
  };
}
