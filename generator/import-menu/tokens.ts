/** A piece of SQL. Texts are unescaped; `word` is a name or keyword without its quotes. */
export interface Token {
  kind: 'word' | 'text' | 'number' | 'sign';
  value: string;
  /** Counts from 1. */
  line: number;
  /** Written in quotes, so that it is no keyword. */
  quoted?: true;
}

/** A text that never ends: the file was cut, or its dialect escapes otherwise. */
export class UnfinishedText extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`the text that begins in line ${line} never ends`);
    this.name = 'UnfinishedText';
    this.line = line;
  }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '\0', b: '\b', Z: '\x1a' };

/**
 * Splits SQL into tokens without comments. With `backslash` a backslash escapes what follows in a text, as MySQL does; without it only a doubled
 * quote stands for a quote. Throws UnfinishedText.
 */
export function tokenize(sql: string, backslash: boolean): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  const take = (length: number): string => {
    const part = sql.slice(at, at + length);
    line += part.split('\n').length - 1;
    at += length;
    return part;
  };
  const skipTo = (end: string): void => {
    const found = sql.indexOf(end, at);
    take(found < 0 ? sql.length - at : found + end.length - at);
  };
  const quoted = (quote: string, kind: 'word' | 'text'): void => {
    const start = line;
    take(1);
    let value = '';
    for (;;) {
      if (at >= sql.length) throw new UnfinishedText(start);
      const character = take(1);
      if (character === quote) {
        if (sql[at] !== quote) break;
        value += take(1);
      } else if (character === '\\' && backslash && kind === 'text') {
        const escaped = take(1);
        value += escapes[escaped] ?? escaped;
      } else value += character;
    }
    tokens.push({ kind, value, line: start, quoted: true });
  };
  while (at < sql.length) {
    const rest = sql.slice(at, at + 200);
    const space = /^\s+/.exec(rest);
    const number = /^\d+(\.\d+)?([eE][+-]?\d+)?/.exec(rest);
    const word = /^[\p{L}_@$][\p{L}\p{N}_$]*/u.exec(rest);
    if (space) take(space[0].length);
    else if (/^--(\s|$)/.test(rest) || rest.startsWith('#')) skipTo('\n');
    else if (rest.startsWith('/*')) skipTo('*/');
    else if (/^[NnEe]'/.test(rest)) {
      take(1);
      quoted("'", 'text');
    } else if (rest.startsWith("'")) quoted("'", 'text');
    else if (rest.startsWith('`') || rest.startsWith('"')) quoted(rest.charAt(0), 'word');
    else if (number) tokens.push({ kind: 'number', line, value: take(number[0].length) });
    else if (word) tokens.push({ kind: 'word', line, value: take(word[0].length) });
    else tokens.push({ kind: 'sign', line, value: take(1) });
  }
  return tokens;
}
