import type { BoardCard, BoardFilter } from '../../../src/generated/calls.ts';
import type { Json, Moment } from '../../database/columns.ts';

/** What stands on a board: cards in their order, and the filters they share. */
export interface BoardContent {
  cards: BoardCard[];
  filters: BoardFilter[];
}

export const readerKinds = ['user', 'department', 'role'] as const;
export type ReaderKind = (typeof readerKinds)[number];

interface BoardReaderTable {
  board_id: number;
  kind: ReaderKind;
  /** Number of the person, department or role. */
  target: number;
  may_edit: boolean;
}
/** What a board was in earlier versions, so that changes made to one of them can be put together with those that came since. */
interface BoardPastTable {
  board_id: number;
  version: number;
  content: Json<BoardContent>;
  saved_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    board_reader: BoardReaderTable;
    board_past: BoardPastTable;
  }
}

/** Boards one person owns at most, what stands on each, and earlier versions of it that are kept. */
export const mostBoards = 50;
export const mostCards = 60;
export const mostFilters = 8;
export const mostPast = 30;
/** Page below the folder `board` that shows all of them. */
export const designedPage = 'designed';
