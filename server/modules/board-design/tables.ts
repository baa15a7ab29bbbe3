import type { BoardCard, BoardFilter } from '../../../src/generated/calls.ts';
import type { Json, Moment } from '../../database/columns.ts';
import type { LabelValue } from '../../database/values.ts';

/** What stands on a board: cards in their order, and the filters they share. */
export interface BoardContent {
  cards: BoardCard[];
  filters: BoardFilter[];
}

export const readerKinds = ['user', 'department', 'role'] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** Somebody a board is shared with, and whether they may change it. */
export interface Reading {
  kind: ReaderKind;
  /** Number of the person, department or role. */
  target: number;
  may_edit: boolean;
}
interface BoardReaderTable extends Reading {
  board_id: number;
}
/** What a board was in earlier versions, so that changes made to one of them can be put together with those that came since. Versions in a row that hold the same are one. */
interface BoardPastTable {
  board_id: number;
  /** The first and the last of the versions that hold this. */
  since: number;
  version: number;
  board_name: Json<LabelValue>;
  remark: string | null;
  content: Json<BoardContent>;
  saved_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    board_reader: BoardReaderTable;
    board_past: BoardPastTable;
  }
}

/** Boards one person owns at most, what stands on each, and earlier versions of it that are kept, those that hold the same counted once. */
export const mostBoards = 50;
export const mostCards = 60;
export const mostFilters = 8;
export const mostPast = 30;
/** Page below the folder `board` that shows all of them. */
export const designedPage = 'designed';
