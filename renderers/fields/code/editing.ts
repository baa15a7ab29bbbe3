/** A text and what is chosen in it. */
export interface Chosen {
  text: string;
  start: number;
  end: number;
}
/** What a key does: this part of the text gives way to this, and this is chosen then. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  start: number;
  end: number;
}

/** Where the line of a place begins. */
function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Tab: spaces up to the next step, or one step before every chosen line. */
export function indented({ text, start, end }: Chosen, step: number): Edit {
  const from = lineStart(text, start);
  if (!text.slice(start, end).includes('\n')) {
    const spaces = ' '.repeat(step - ((start - from) % step));
    return { from: start, to: end, text: spaces, start: start + spaces.length, end: start + spaces.length };
  }
  const lines = text.slice(from, end).split('\n');
  const moved = lines.map((line) => (line === '' ? line : ' '.repeat(step) + line)).join('\n');
  return { from, to: end, text: moved, start: lines[0] === '' ? start : start + step, end: from + moved.length };
}

/** Shift+Tab: one step less before every line that is chosen, or chosen in part. Nothing where none begins with a space. */
export function outdented({ text, start, end }: Chosen, step: number): Edit | undefined {
  const from = lineStart(text, start);
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const spaces = lines.map((line) => Math.min(step, /^ */.exec(line)?.[0].length ?? 0));
  const gone = spaces.reduce((sum, count) => sum + count, 0);
  if (gone === 0) return undefined;
  const moved = lines.map((line, index) => line.slice(spaces[index])).join('\n');
  const begin = Math.max(from, start - (spaces[0] ?? 0));
  return { from, to, text: moved, start: begin, end: Math.max(begin, lineStart(text, end) - (gone - (spaces.at(-1) ?? 0)), end - gone) };
}

/** Enter: a line that begins where the one before begins, and one step further behind an opening bracket. */
export function broken({ text, start, end }: Chosen, step: number): Edit {
  const before = text.slice(lineStart(text, start), start);
  const spaces = /^ */.exec(before)?.[0] ?? '';
  const opens = /[{([]\s*$/.test(before);
  const added = `\n${spaces}${opens ? ' '.repeat(step) : ''}`;
  return { from: start, to: end, text: added, start: start + added.length, end: start + added.length };
}

/** The place of a line and a column, both from 1, within the text. */
export function placeOf(text: string, line: number, column = 1): number {
  let at = 0;
  for (let count = 1; count < line; count += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) break;
    at = next + 1;
  }
  const end = text.indexOf('\n', at);
  return Math.min(at + Math.max(0, column - 1), end < 0 ? text.length : end);
}

/** How many lines a text has. */
export function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
