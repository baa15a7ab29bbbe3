import { withoutMeaningless } from '../hidden-signs.ts';
import type { Questionnaire } from './document.ts';

/** Cells of tab-separated text as spreadsheets copy it, without signs that say nothing: quoted cells may hold tabs, line breaks and doubled quotes. */
export function parseTable(copied: string): string[][] {
  const text = withoutMeaningless(copied);
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && !(text[at] === '"' && text[at + 1] !== '"')) {
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    let stop = at;
    while (stop < text.length && !isBreak(text.charCodeAt(stop))) stop += 1;
    cell += text.slice(at, stop);
    line.push(cell);
    at = stop;
    if (text[at] === '\t') {
      at += 1;
      if (at === text.length) line.push('');
      continue;
    }
    lines.push(line);
    line = [];
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

/** How many rows and columns of pasted text that hold something find no place where there is room for so many. */
export function cutOff(text: string, room: { rows: number; columns: number }): { rows: number; columns: number } {
  const lines = parseTable(text).map((line) => line.map((cell) => cell.trim() !== ''));
  const columns = new Set(lines.flatMap((line) => [...line.keys()].filter((at) => at >= room.columns && line[at])));
  return { rows: lines.slice(room.rows).filter((line) => line.includes(true)).length, columns: columns.size };
}

/** Tab, line feed, carriage return. */
function isBreak(code: number): boolean {
  return code === 9 || code === 10 || code === 13;
}

/**
 * Values of pasted text: a cell holds a value, the text, the label or the key of a choice, in any case. Empty cells take an answer back.
 * Undefined stands for what no choice has; `unknown` counts them.
 */
export function readBlock(text: string, questionnaire: Questionnaire<string>): { values: (number | undefined)[][]; unknown: number } {
  const known = new Map<string, number>();
  const add = (word: string | undefined, value: number): void => {
    const key = word?.trim().toLowerCase();
    if (key !== undefined && !known.has(key)) known.set(key, value);
  };
  const { choices, unanswered } = questionnaire;
  for (const { text: shown, value } of choices) add(shown, value);
  for (const { value } of choices) add(String(value), value);
  for (const { label, key, value } of choices) {
    add(label, value);
    add(key, value);
  }
  for (const word of ['', unanswered.text, unanswered.label, String(unanswered.value)]) add(word, unanswered.value);
  let unknown = 0;
  const values = parseTable(text).map((line) =>
    line.map((cell) => {
      const value = known.get(cell.trim().toLowerCase());
      if (value === undefined) unknown += 1;
      return value;
    }),
  );
  return { values, unknown };
}

/** Tab-separated text of values, which readBlock and spreadsheets read back. */
export function writeBlock(values: readonly (readonly number[])[], questionnaire: Questionnaire<string>): string {
  const texts = new Map(questionnaire.choices.map(({ value, text }) => [value, quoted(text)]));
  return values.map((line) => line.map((value) => texts.get(value) ?? '').join('\t')).join('\n');
}

function quoted(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
