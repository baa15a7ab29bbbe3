const encodings = ['utf-8', 'gb18030'] as const;

/** Signs no text has: controls other than tab, line and page breaks. */
const controls = /[^\P{Cc}\t\n\r\f]/u;

/** Whether the bytes are text: UTF-8, GB 18030 as Chinese programs write it, or UTF-16 with its mark. */
export function isText(content: Buffer): boolean {
  const text = textOf(content);
  return text !== undefined && !controls.test(text);
}

/** The text of a file, without the mark of its encoding; nothing when it is none. */
export function textOf(content: Buffer): string | undefined {
  const mark = content.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return decoded(content, 'utf-16le');
  if (mark === 'feff') return decoded(content, 'utf-16be');
  for (const encoding of encodings) {
    const text = decoded(content, encoding);
    if (text !== undefined) return text;
  }
  return undefined;
}

function decoded(content: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
