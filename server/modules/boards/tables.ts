import type { Generated } from 'kysely';
import type { Json, MaybeText, VersionedRow } from '../../database/columns.ts';
import type { LabelValue } from '../../database/values.ts';

/** Folder below schemas/pages whose pages are boards. */
export const folder = 'board/';
export const published = '1' as const;

interface BoardTable extends VersionedRow {
  board_name: Json<LabelValue>;
  /** Id of a page document below the folder `board`, without the folder. */
  page: string;
  /** 0 draft, 1 published (API-27). */
  status: Generated<'0' | '1'>;
  sort: Generated<number>;
  remark: MaybeText;
}

declare module '../../database/connection.ts' {
  interface Tables {
    report_board: BoardTable;
  }
}
