const figures: Readonly<Record<string, number>> = {
  ...{ 零: 0, 〇: 0, 壹: 1, 贰: 2, 貳: 2, 叁: 3, 叄: 3, 參: 3, 肆: 4, 伍: 5, 陆: 6, 陸: 6, 柒: 7, 捌: 8, 玖: 9 },
};
const ranks: Readonly<Record<string, bigint>> = { 拾: 10n, 佰: 100n, 仟: 1_000n };
const groups: Readonly<Record<string, bigint>> = { 万: 10_000n, 萬: 10_000n, 亿: 100_000_000n, 億: 100_000_000n };

/**
 * An amount that is written out, such as `壹仟叁佰玖拾肆圆玖角玖分`, in cents; below zero behind 负数. Nothing where the signs are not
 * in an order in which amounts are written: one that was misread is told that way.
 */
export function centsOfCapitals(text: string): bigint | undefined {
  const [minus = ''] = /^[(（]?[负負]数?[)）]?/u.exec(text) ?? [];
  const [before = '', after, ...more] = text.slice(minus.length).split(/[圆元圓]/u);
  if (more.length > 0) return undefined;
  const yuan = after === undefined ? 0n : wholeOf(before);
  const parts = /^(?:零?(.)角)?(?:零?(.)分)?([整正])?$/u.exec(after ?? before);
  if (yuan === undefined || !parts) return undefined;
  const [tens, ones] = [parts[1], parts[2]].map((figure) => (figure === undefined ? 0 : figures[figure]));
  // An amount ends with its cents, or says that there are none; one of nothing but that is none.
  const isEnded = parts[2] !== undefined || (parts[3] !== undefined && (after !== undefined || parts[1] !== undefined));
  if (tens === undefined || ones === undefined || !isEnded) return undefined;
  const cents = yuan * 100n + BigInt(tens * 10 + ones);
  return minus === '' ? cents : -cents;
}

/** A whole number: groups of ten thousands go down, ranks within a group go down, and each rank has one figure before it. */
function wholeOf(text: string): bigint | undefined {
  let [total, part] = [0n, 0n];
  let [lastGroup, lastRank] = [10n ** 16n, 10_000n];
  let figure: number | undefined;
  for (const sign of text) {
    const rank = ranks[sign];
    const group = groups[sign];
    const value = figures[sign];
    if (value !== undefined) {
      if (figure !== undefined && figure !== 0) return undefined;
      figure = value;
    } else if (rank !== undefined) {
      // 拾 alone at the beginning is ten.
      const times = figure ?? (sign === '拾' && part === 0n ? 1 : undefined);
      if (!times || rank >= lastRank) return undefined;
      part += BigInt(times) * rank;
      [figure, lastRank] = [undefined, rank];
    } else if (group !== undefined) {
      part += BigInt(figure ?? 0);
      if (part === 0n || group >= lastGroup) return undefined;
      total += part * group;
      [part, figure, lastGroup, lastRank] = [0n, undefined, group, 10_000n];
    } else return undefined;
  }
  // A last figure is the ones of its group: nothing can stand between it and the rank before but 零, which was taken.
  return text === '' ? undefined : total + part + BigInt(figure ?? 0);
}
