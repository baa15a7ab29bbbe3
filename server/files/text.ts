/** How a file writes its text. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | 'GB 18030' | 'Windows-1252';

export interface ReadText {
  text: string;
  encoding: TextEncoding;
}

/** Signs no text has: controls other than tab, line and page breaks. */
const controls = /[^\P{Cc}\t\n\r\f]/u;

/** What Windows-1252 has where Latin-1 has controls, from 0x80 on; a space where it has nothing. */
const windowsSigns = [...'€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'];

/** As many bytes tell the encoding. */
const looked = 1024 * 1024;

/** Whether the bytes are text in an encoding that is read. */
export function isText(content: Buffer): boolean {
  const text = textOf(content);
  return text !== undefined && !controls.test(text);
}

/** The text of a file, without the mark of its encoding; nothing when it is none. */
export function textOf(content: Buffer): string | undefined {
  return readText(content)?.text;
}

/**
 * The text of a file: UTF-16 with its mark, UTF-8, GB 18030 as Chinese programs write it, or Windows-1252 as those of Western Europe do.
 * Nothing when it is none of these, as with bytes of which most stand together and are no GB 18030.
 */
export function readText(content: Buffer): ReadText | undefined {
  const mark = content.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return decoded(content, 'utf-16le', 'UTF-16');
  if (mark === 'feff') return decoded(content, 'utf-16be', 'UTF-16');
  const unicode = decoded(content, 'utf-8', 'UTF-8');
  if (unicode) return unicode;
  const sample = content.subarray(0, looked).toString('latin1');
  const chinese = decoded(content, 'gb18030', 'GB 18030');
  if (chinese) return isUnlikelyChinese(sample) ? westernText(content) : chinese;
  return standsTogether(sample) ? undefined : westernText(content);
}

/** The signs beyond ASCII of a text in GB 18030, of two bytes (`pair`) or of four, with small letters of ASCII beside them. */
const signsBeyond = /(?<=(?<before>[a-z]?))(?:(?<pair>[\x81-\xfe][@-~\x80-\xfe])|[\x81-\xfe][0-9][\x81-\xfe][0-9])(?=(?<after>[a-z]?))/g;
/** Pairs GB 18030 leaves to its users: nearly nobody has signs there. */
const unused = /^(?:[\xaa-\xaf\xf8-\xfe][\xa1-\xfe]|[\xa1-\xa7][@-\xa0])$/;
/** Chinese seldom has a second byte of ASCII, but in signs such as those of units (`㎡`, lead bytes A8 and A9); a Western letter mostly stands before one. */
const withAscii = /^[^\xa8\xa9][@-~]$/;
/** The lead bytes of the less common signs: Chinese has these nowhere within a word of small letters, as German has `öß` in `Größe`. */
const lessCommon = /^[\xd8-\xfe]/;

/**
 * Whether bytes that can be read as GB 18030 are Western nevertheless. What follows a Western letter mostly settles it before: no sign of Chinese ends
 * before a comma, a quotation mark, a blank or the end. Here nothing does, and what could be both, such as `ÖÄ`, stays Chinese.
 */
function isUnlikelyChinese(sample: string): boolean {
  let western = 0;
  let chinese = 0;
  for (const { groups: { before = '', pair = '', after = '' } = {} } of sample.matchAll(signsBeyond)) {
    if (unused.test(pair)) western += 2;
    else if (withAscii.test(pair) || (lessCommon.test(pair) && before !== '' && after !== '')) western += 1;
    else chinese += 1;
  }
  return western > chinese;
}

/** Whether most bytes beyond ASCII stand four and more together, as in text of another encoding or a damaged file: in Western languages they stand alone. */
function standsTogether(sample: string): boolean {
  const runs = [...sample.matchAll(/[\x80-\xff]+/g)].map(([{ length }]) => length);
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0);
  return sum(runs.filter((length) => length > 3)) * 2 > sum(runs);
}

/** Not by `TextDecoder`: that of some versions of Node reads Windows-1252 as Latin-1. */
function westernText(content: Buffer): ReadText | undefined {
  const text = content.toString('latin1').replaceAll(/[\x80-\x9f]/g, (sign) => {
    const own = windowsSigns[sign.charCodeAt(0) - 0x80];
    return own === undefined || own === ' ' ? sign : own;
  });
  return controls.test(text) ? undefined : { text, encoding: 'Windows-1252' };
}

function decoded(content: Buffer, label: string, encoding: TextEncoding): ReadText | undefined {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(content), encoding };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
