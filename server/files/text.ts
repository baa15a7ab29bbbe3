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
  return isWestern(content) ? westernText(content) : decoded(content, 'gb18030', 'GB 18030');
}

/**
 * In Western languages letters beyond ASCII mostly stand alone among others, two only within a word such as `Größe`; signs of Chinese are two bytes
 * of which the second is seldom ASCII. Both encodings take nearly all bytes, so that this alone tells them apart.
 */
function isWestern(content: Buffer): boolean {
  const text = content.subarray(0, looked).toString('latin1');
  let western = 0;
  let others = 0;
  for (const { 0: run, index } of text.matchAll(/[\x80-\xff]+/g)) {
    const isWithinWord = /[a-z]/i.test(text[index - 1] ?? '') && /[a-z]/i.test(text[index + 2] ?? '');
    // Beyond 0xF7 Chinese has no signs with a second byte like this.
    const isPair = run.length === 2 && (isWithinWord || run > '\xf8');
    if (run.length === 1 || isPair) western += run.length;
    else others += run.length;
  }
  return western > others;
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
