import type { ColumnType, Generated } from 'kysely';
import type { Json, Maybe, MaybeText, VersionedRow } from '../../database/columns.ts';
import type { LabelValue } from '../../database/values.ts';
import type { BoardContent } from '../board-design/tables.ts';

/** Folder below schemas/pages whose pages are boards. */
export const folder = 'board/';
export const published = '1' as const;

interface BoardTable extends VersionedRow {
  board_name: Json<LabelValue>;
  /** Id of a page document below the folder `board`, without the folder. */
  page: string;
  /** 0 draft, 1 published (API-27); of a board people made: whether others may look at it. */
  status: Generated<'0' | '1'>;
  sort: Generated<number>;
  remark: MaybeText;
  /** Of a board people made: what stands on it; null of others. */
  content: ColumnType<BoardContent | null, string | null | undefined, string>;
  owner_id: Maybe<number>;
  /** The board everybody has for themselves. */
  is_first: Generated<boolean>;
  /** Shared with everybody who may open boards. */
  everybody: Generated<boolean>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    report_board: BoardTable;
  }
}
