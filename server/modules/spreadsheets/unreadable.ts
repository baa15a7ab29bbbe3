import type { TextEncoding } from '../../files/text.ts';

/** Why a file cannot be read as a table. */
export type Unreadable = 'notTable' | 'encrypted' | 'damaged' | 'tooLarge' | 'tooManyRows' | 'tooManyColumns';

/** A file somebody gave is no table, or more of one than is read. `row` where it is about one. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  constructor(
    readonly reason: Unreadable,
    readonly row?: number,
    options?: ErrorOptions,
  ) {
    super(`The file cannot be read: ${reason}`, options);
  }
}

/** A row as read. `shared`: the columns whose cell is one with those of other rows, which have its text as well. */
export interface ReadRow {
  number: number;
  cells: string[];
  shared?: number[];
}

/** A sheet as read: only rows that hold something, with their numbers as a spreadsheet shows them; cells from column A on. */
export interface ReadSheet {
  name: string;
  rows: ReadRow[];
  /** Whoever opens the file does not see it. */
  isHidden?: boolean;
  /** How a file of text is written. */
  encoding?: TextEncoding;
}

/** Most that is read of a table. */
export interface TableLimits {
  rows: number;
  columns: number;
  /** What a workbook may unpack to, in bytes. Default 16 MiB. */
  bytes?: number;
  /** Tags of a part of a workbook. Default a million. */
  tags?: number;
}
