/** Currencies by what is written for them, the longer wordings first: `US$` holds `$`. */
const currencies: readonly (readonly [RegExp, string])[] = [
  [/HK\$|HKD|港[元币幣]/i, 'HKD'],
  [/NT\$|TWD|新?[台臺][币幣]/i, 'TWD'],
  [/JPY|日[元圆圓]/i, 'JPY'],
  [/€|EUR|欧元|歐元/i, 'EUR'],
  [/£|GBP|英[镑鎊]/i, 'GBP'],
  [/\$|USD|dollar|美[元金]/i, 'USD'],
  [/¥|RMB|CNY|yuan|人民[币幣]|[元圆圓]/i, 'CNY'],
];
/** How many places a unit moves the point. */
const shifts: readonly (readonly [RegExp, number])[] = [
  [/thousand|千|仟/i, 3],
  [/million/i, 6],
  [/billion|bn/i, 9],
  [/百|佰/, 2],
  [/万|萬/, 4],
  [/亿|億/, 8],
];
const capitalDigits: Readonly<Record<string, number>> = {
  ...{ 零: 0, 〇: 0, 壹: 1, 贰: 2, 貳: 2, 叁: 3, 參: 3, 叄: 3, 肆: 4, 伍: 5, 陆: 6, 陸: 6, 柒: 7, 捌: 8, 玖: 9 },
};
const capitalUnits: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1_000 };

/** An amount as exact decimal text with its currency, such as `12345.60 CNY`; nothing for what is none. */
export function amountOf(text: string): string | undefined {
  const currency = currencies.find(([wording]) => wording.test(text))?.[1];
  const number = byFigures(text) ?? byCapitals(text);
  return number === undefined || currency === undefined ? undefined : `${number} ${currency}`;
}

function byFigures(text: string): string | undefined {
  const [all = '', sign = '', whole = '', digits = ''] = /(-?)\s*(\d[\d,]*)(?:\.(\d+))?/.exec(text) ?? [];
  if (all === '') return undefined;
  const unit = text.slice(text.indexOf(all) + all.length);
  const places = shifts.reduce((sum, [wording, shift]) => sum + (wording.test(unit) ? shift : 0), 0);
  return sign + moved(whole.replaceAll(',', ''), digits, places);
}

/** The point so many places to the right, at least two digits behind it. */
function moved(whole: string, digits: string, places: number): string {
  const filled = digits.padEnd(places, '0');
  const before = `${whole}${filled.slice(0, places)}`.replace(/^0+(?=\d)/, '');
  const behind = filled.slice(places).replace(/0+$/, '');
  return `${before}.${behind.padEnd(2, '0')}`;
}

/** Amounts in the capital numerals of cheques: 壹万贰仟叁佰元伍角陆分. */
function byCapitals(text: string): string | undefined {
  const [, whole = '', rest = ''] = /([零〇壹贰貳叁參叄肆伍陆陸柒捌玖拾佰仟万萬亿億]+)[元圆圓](.*)$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const tenth = /([壹贰貳叁參叄肆伍陆陸柒捌玖])角/.exec(rest)?.[1];
  const hundredth = /([壹贰貳叁參叄肆伍陆陸柒捌玖])分/.exec(rest)?.[1];
  const digit = (sign: string | undefined) => (sign === undefined ? 0 : (capitalDigits[sign] ?? 0));
  return `${wholeOf(whole)}.${digit(tenth)}${digit(hundredth)}`;
}

function wholeOf(text: string): number {
  let total = 0;
  let section = 0;
  let last: number | undefined;
  for (const sign of text) {
    const digit = capitalDigits[sign];
    const unit = capitalUnits[sign];
    if (digit !== undefined) last = digit;
    else if (unit !== undefined) {
      section += (last ?? 1) * unit;
      last = undefined;
    } else {
      const factor = sign === '亿' || sign === '億' ? 100_000_000 : 10_000;
      // 万亿: all before it counts once more.
      if (factor === 100_000_000) total = (total + section + (last ?? 0)) * factor;
      else total += (section + (last ?? 0)) * factor;
      section = 0;
      last = undefined;
    }
  }
  return total + section + (last ?? 0);
}
