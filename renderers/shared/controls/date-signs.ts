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
const BEFORE_TIME = /^(?<days>.*?)(?:[ T]+(?<time>\d{1,2}:\d\d(?::\d\d)?))?$/;

/**
 * Reads a date as people and spreadsheets write it, the year first, so that nothing behind it can be anything but its month and day: 2027/1/5,
 * 20270105, 2027年1月5日, each with a time or without. 3/4/2027 is none: which of them is the month cannot be known. Whether there is such a day is
 * not looked at.
 */
export function readDateSigns(text: string): Written | undefined {
  const { days = '', time } = BEFORE_TIME.exec(text.normalize('NFKC').trim())?.groups ?? {};
  for (const notation of NOTATIONS) {
    const found = notation.exec(days)?.groups;
    if (!found) continue;
    const parts = [found.year, found.month, found.day].filter((part) => part !== undefined);
    return { parts: parts.map((part) => part.padStart(2, '0')), time };
  }
  return undefined;
}
