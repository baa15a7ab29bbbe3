import type { ColumnType, Generated } from 'kysely';
import type { LabelValue } from '../../database/values.ts';

type MaybeText = ColumnType<string | null, string | null | undefined, string | null>;

/** Folder below schemas/pages whose pages are boards. */
export const folder = 'board/';
export const published = '1' as const;

interface BoardTable {
  id: ColumnType<number, never, never>;
  board_name: ColumnType<LabelValue, string, string>;
  /** Id of a page document below the folder `board`, without the folder. */
  page: string;
  /** 0 draft, 1 published (API-27). */
  status: Generated<'0' | '1'>;
  sort: Generated<number>;
  remark: MaybeText;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | undefined, Date>;
  updated_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  updated_by: MaybeText;
}

declare module '../../database/connection.ts' {
  interface Tables {
    report_board: BoardTable;
  }
}
