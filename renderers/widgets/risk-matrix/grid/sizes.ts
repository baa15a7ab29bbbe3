import type { Questionnaire } from '../../../../src/core/index.ts';

/** Heights of a row and of a line of heads, in pixels. */
export const ROW = 44;
export const HEAD = 34;
const LEVEL = 140;
/** Share of the width the frozen columns may take. */
const MOST_FROZEN = 0.5;

/** In pixels. */
export interface Sizes {
  row: number;
  column: number;
  head: number;
  /** Widths of the levels, outermost first. */
  levels: readonly number[];
  /** Their sum. */
  frozen: number;
}

/** Pixels of a column, of a sign, of the rest of a button, and of the rest of the editor. A Chinese character is two signs wide. */
const COLUMN = 96;
const ROOMY = 180;
const SIGN = 8;
const BUTTON = 8;
const REST = 6;
const WIDE = /[\u2e80-\uffdc]/gu;

/** Width of a column, in pixels: as declared, and where choices are longer than two signs at least such that they stand side by side in it. */
export function columnWidth({ choices, columns }: Questionnaire<string>): number {
  const declared = columns.width ?? COLUMN;
  const signs = choices.map(({ text }) => text.length + (text.match(WIDE)?.length ?? 0));
  if (signs.every((count) => count <= 2)) return declared;
  const needed = signs.reduce((sum, count) => sum + Math.max(20, count * SIGN + BUTTON), REST);
  return Math.max(declared, needed);
}

/** Pixels of a letter in the head of a column, which is bold, beside a word there, and what a word may take: a longer one is broken. */
const LETTER = 9;
const AROUND = 13;
const LONGEST = 136;
/** Where a line may end without breaking a word: every Chinese character is such a place. */
const BREAKS = /[\s\-/\u2e80-\uffdc]+/u;

/** Pixels that the longest word of these heads takes. */
function wordWidth(heads: readonly string[]): number {
  const longest = heads.reduce((most, head) => head.split(BREAKS).reduce((longer, { length }) => Math.max(longer, length), most), 0);
  return Math.min(LONGEST, longest * LETTER + AROUND);
}

/** As wide as choices and words of the heads need, and where a place has room for more, so that heads are read whole: up to `ROOMY`. */
function columnIn(room: number, heads: readonly string[], questionnaire: Questionnaire<string>): number {
  const least = Math.max(columnWidth(questionnaire), wordWidth(heads));
  return heads.length === 0 ? least : Math.max(least, Math.min(ROOMY, Math.floor(room / heads.length)));
}

/** As declared: before the place is measured. */
export function declaredSizes(questionnaire: Questionnaire<string>): Sizes {
  const levels = questionnaire.rows.levels.map(({ width }) => width ?? LEVEL);
  return { row: ROW, head: HEAD, column: columnWidth(questionnaire), levels, frozen: total(levels) };
}

/** In a place of a width, under these heads: frozen columns give way to the others, and what these leave goes to the names of the rows. */
export function sizesIn(room: number, heads: readonly string[], questionnaire: Questionnaire<string>): Sizes {
  const declared = declaredSizes(questionnaire);
  const share = Math.min(1, (room * MOST_FROZEN) / declared.frozen);
  const levels = declared.levels.map((level) => Math.floor(level * share));
  const column = columnIn(room - total(levels), heads, questionnaire);
  const left = room - total(levels) - column * heads.length;
  if (heads.length > 0 && left > 0) levels.push((levels.pop() ?? 0) + left);
  return { ...declared, levels, frozen: total(levels), column };
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
