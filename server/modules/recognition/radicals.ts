/**
 * Radicals that look like whole signs, as they stand in Unicode's supplement without a decomposition of their own: the radical, then its sign.
 * Those that are only a part of signs (water at the left) stay what they are.
 */
const pairs =
  '⺎兀⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻑長⻓长⻔门⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀';
const signs = new Map([...pairs.matchAll(/(.)(.)/gu)].map(([, radical = '', sign = '']) => [radical, sign]));

/**
 * Text of a PDF with the signs that are meant. Fonts draw some signs and radicals with one shape, and programs that make PDF files write the radical
 * for it: `⽤` for 用, `⻝` for 食. They look alike, and nothing that compares or searches finds them.
 */
export function withoutRadicals(text: string): string {
  return text.replaceAll(/[\u2E80-\u2FDF]/g, (radical) => signs.get(radical) ?? radical.normalize('NFKC'));
}
