import { cutOff, parseTable, type TruthWords } from '../../../src/core/index.ts';
import type { Column } from './CellEditor.tsx';
import { cellFacts } from './cells.ts';
import { type Followed, follow } from './following.ts';
import { readCell, type WhyLeft } from './read-cell.ts';
import { emptyRow, isBlank, type Row } from './rows.ts';
import type { CellChoices } from './useCellChoices.tsx';

/** Most rows a pasted block makes a table of: every cell is a control of its own. */
const MOST_ROWS = 1000;

export interface PastePlace {
  row: number;
  /** Place among the columns. */
  column: number;
}
/** A cell of the block that was not taken. */
export interface LeftCell {
  row: number;
  column: Column;
  /** What was given for it. */
  text: string;
  why: WhyLeft;
}
export interface PastedBlock {
  rows: Row[];
  /** Cells that have what the block says. */
  taken: number;
  left: LeftCell[];
  followed: Followed[];
  /** What is beyond the table. */
  cut: ReturnType<typeof cutOff>;
}
interface Table {
  rows: readonly Row[];
  columns: readonly Column[];
  choices: ReadonlyMap<string, CellChoices>;
  words: TruthWords;
  /** Most rows it may have. */
  most: number;
  /** What stands in a cell nobody types into. */
  shownAt: (column: Column, row: Row, index: number) => unknown;
}

/**
 * The first cell of a block goes into the place, the others to the right and below as the table shows them, into new rows where there are no more.
 * Cells that are only read keep what they have, whatever the block says of them.
 */
export function pasteBlock(table: Table, place: PastePlace, text: string): PastedBlock {
  const { columns, rows: before } = table;
  const most = Math.max(before.length, Math.min(table.most, MOST_ROWS));
  const lines = withoutEmptyEnd(parseTable(text));
  const given = lines.slice(0, most - place.row).map((line) => line.slice(0, columns.length - place.column));
  const rows = [...before];
  const left: LeftCell[] = [];
  const followed: Followed[] = [];
  let taken = 0;
  /** Rows there are once those are taken back at the end of which the block had nothing to give. */
  let kept = before.length;
  for (const [down, line] of given.entries()) {
    const index = place.row + down;
    const cells = line.map((cell, right) => ({ column: columns[place.column + right] as Column, text: cell }));
    const pasted = pasteRow(table, rows[index], index, cells);
    rows[index] = pasted.row;
    taken += pasted.taken;
    if (pasted.taken > 0) kept = Math.max(kept, index + 1);
    left.push(...pasted.left);
    followed.push(...pasted.followed);
  }
  const room = { rows: most - place.row, columns: columns.length - place.column };
  return { rows: rows.slice(0, kept), taken, left, followed, cut: cutOff(text, room) };
}

type Given = { column: Column; text: string };

/** One line of a block. What a cell makes writable, such as a comment beside a result, is written after it. */
function pasteRow(
  table: Table,
  before: Row | undefined,
  index: number,
  cells: readonly Given[],
): { row: Row; taken: number; left: LeftCell[]; followed: Followed[] } {
  const left: LeftCell[] = [];
  const start = before ?? emptyRow(table.columns);
  const written = new Set<string>();
  let row = start;
  // A new row has its defaults where the block says nothing.
  let open = before ? [...cells] : cells.filter(({ text }) => !isBlank(text));
  for (let writable = open; writable.length > 0; ) {
    const now = row;
    writable = open.filter(({ column }) => column.type !== 'label' && !cellFacts(column, now, index).readOnly);
    open = open.filter((cell) => !writable.includes(cell));
    for (const { column, text } of writable) {
      const read = readFor(table, column, text);
      if ('why' in read) left.push({ row: index, column, text, why: read.why });
      else {
        row = { ...row, [column.name]: read.value };
        written.add(column.name);
      }
    }
  }
  for (const { column, text } of open) {
    if (!isBlank(text) && !saysSame(table, column, row, index, text)) left.push({ row: index, column, text, why: 'field.leftFixed' });
  }
  const { row: whole, followed } = follow(table.columns, { before: start, after: row, index }, written);
  return { row: whole, taken: written.size, left, followed };
}

/** Whether a cell that is only read has what the block says of it. */
function saysSame(table: Table, column: Column, row: Row, index: number, text: string): boolean {
  const shown = table.shownAt(column, row, index);
  if (text.trim() === String(shown ?? '').trim()) return true;
  const read = readFor(table, column, text);
  return 'value' in read && read.value === shown;
}

const readFor = ({ choices, words }: Table, column: Column, text: string) =>
  readCell(column, text, { choices: choices.get(column.name), words });

/** Spreadsheets copy the empty rows below with what was marked: they make no rows. */
function withoutEmptyEnd(lines: readonly string[][]): readonly string[][] {
  return lines.slice(0, lines.findLastIndex((line) => line.some((cell) => !isBlank(cell))) + 1);
}
