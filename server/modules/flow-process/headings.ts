import type { Documents } from '../../documents.ts';
import type { ReadSheet } from '../spreadsheets/unreadable.ts';
import { plain } from './cells.ts';
import { type Mapping, type Target, targets } from './kinds.ts';

/** Rows a file may have above its headings. */
const mostAbove = 20;

/** Characters of a heading that are looked at: of a cell of a million brackets, looking for the end of each would take minutes. */
const longestHeading = 200;

/** A heading without unit, width and case: `数量（箱）` is `数量`. */
function headingKey(heading: string): string {
  return plain(heading.slice(0, longestHeading))
    .toLowerCase()
    .replaceAll(/\(.*?\)|[\s:*_.]/g, '');
}

/** Which column holds what, told from headings. */
export type Guess = (headings: readonly string[]) => Mapping;

/** Guesses by the words of `flow-columns` in schemas/locales, of all languages: exact ones first, then the longest that is part of the heading. */
export function guesser(documents: Documents): Guess {
  const words = new Map<string, Target>();
  for (const { code } of documents.app().languages) {
    for (const target of targets) {
      const listed = documents.text(code, `flow-columns.${target}`)?.split('|') ?? [];
      for (const word of listed) words.set(headingKey(word), target);
    }
  }
  const byLength = [...words].sort(([one], [other]) => other.length - one.length).filter(([word]) => [...word].length > 1);
  return (headings) => {
    const keys = headings.map(headingKey);
    const mapping: Mapping = {};
    const take = (column: number, target: Target | undefined) => {
      if (target !== undefined && mapping[target] === undefined && !Object.values(mapping).includes(column)) mapping[target] = column;
    };
    for (const [column, key] of keys.entries()) take(column, words.get(key));
    for (const [column, key] of keys.entries()) if (!words.has(key)) take(column, byLength.find(([word]) => key.includes(word))?.[1]);
    return mapping;
  };
}

/**
 * The columns of a mapping that was kept by headings, where each of them is here once: under the same words, or else without units and width. What may be two
 * columns (`金额（含税）` and `金额（不含税）` where the one that was kept is neither) is none.
 */
export function byHeadings(stored: Partial<Record<Target, string>>, headings: readonly string[]): Mapping | undefined {
  const written = (heading: string) => plain(heading.slice(0, longestHeading));
  const mapping: Mapping = {};
  for (const target of targets) {
    const heading = stored[target];
    if (heading === undefined) continue;
    const columns =
      [written, headingKey].map((form) => columnsOf(headings.map(form), form(heading))).find((found) => found.length > 0) ?? [];
    const [column] = columns;
    if (column === undefined || columns.length > 1 || Object.values(mapping).includes(column)) return undefined;
    mapping[target] = column;
  }
  return mapping;
}

function columnsOf(texts: readonly string[], text: string): number[] {
  return texts.flatMap((one, column) => (one === text ? [column] : []));
}

/** Where the table of a file is: of the sheets people see the one whose headings say most, otherwise the one with most rows. */
export interface FoundTable {
  sheet: ReadSheet;
  /** Number of the row of headings. */
  headingRow: number;
}

export function findTable(sheets: readonly ReadSheet[], guess: Guess): FoundTable | undefined {
  const found = sheets
    .filter(({ rows, isHidden }) => rows.length > 1 && isHidden !== true)
    .map((sheet) => {
      const heads = sheet.rows.slice(0, mostAbove).map(({ number, cells }) => ({ number, says: Object.keys(guess(cells)).length }));
      const best = heads.reduce((most, one) => (one.says > most.says ? one : most));
      const full = sheet.rows.find(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1) ?? sheet.rows[0];
      return { sheet, headingRow: best.says > 1 ? best.number : (full?.number ?? 1), says: best.says };
    });
  return found.reduce<(typeof found)[number] | undefined>((most, one) => {
    if (!most || one.says > most.says) return one;
    return one.says === most.says && one.sheet.rows.length > most.sheet.rows.length ? one : most;
  }, undefined);
}

/** The letter a spreadsheet gives a column, counted from 0. */
export function columnLetter(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetter(Math.floor(column / 26) - 1) + last;
}
