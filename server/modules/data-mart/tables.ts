import type { ColumnType, Generated } from 'kysely';
import type { FieldType } from '../../data-engine/index.ts';
import type { Filled, Json, MaybeMoment, MaybeText, Moment, Once, VersionedRow } from '../../database/columns.ts';

/** Analysis types of DATA-08. */
export type AnalysisType = 'id' | 'numeric' | 'boolean' | 'text' | 'date' | 'timestamp' | 'category';

/** Permissions of PERM-15. */
export const tablePermissions = ['view', 'download', 'edit', 'execute', 'reference', 'delete', 'authorize'] as const;
export type TablePermission = (typeof tablePermissions)[number];

export type TableKind = 'source' | 'process' | 'model' | 'script' | 'rule' | 'feed';
export type RefreshMode = 'full' | 'incremental';
/** What is kept of a grant; which of the statuses of DATA-09 it has depends on the day as well. */
export type GrantState = 'pending' | 'granted' | 'rejected' | 'revoked' | 'cancelled';

/** What an application asked for, before it was narrowed. Days are written YYYY-MM-DD. */
export interface Asked {
  permissions: TablePermission[];
  columns: string[] | null;
  startDate: string;
  endDate: string | null;
}

type MaybeNumber = ColumnType<number | null, number | null | undefined, number | null>;

interface DataTableTable extends VersionedRow {
  /** Digits, the name of the table to everybody outside. */
  biz_id: Filled<string>;
  /** RULE-13, unique whatever the case. */
  name: string;
  title: string;
  description: MaybeText;
  tags: Generated<string[]>;
  kind: Once<TableKind>;
  owner_id: MaybeNumber;
  workspace_id: MaybeNumber;
  is_listed: Generated<boolean>;
  /** Grows with every refresh; 0: never filled. */
  revision: Generated<number>;
  row_count: Generated<number>;
  byte_count: Generated<number>;
  refreshed_at: MaybeMoment;
}
interface DataColumnTable {
  table_id: number;
  position: number;
  name: string;
  title: string;
  field_type: FieldType;
  analysis_type: AnalysisType;
}
interface DataPartTable {
  id: Filled<number>;
  table_id: MaybeNumber;
  revision: number;
  /** Name in the file store. */
  path: string;
  /** Rows as gzipped CSV instead of a file: those of the demo, which a copy of the database brings with it. */
  content: ColumnType<Buffer | null, Buffer | null | undefined, never>;
  row_count: number;
  byte_count: number;
  /** Name of a file that goes with it: what a run says of each of its rows. */
  beside: MaybeText;
  /** The run that wrote it, where something asks for that. */
  run_id: MaybeNumber;
  created_at: Moment;
  /** Since when no revision refers to it; null: it is read. */
  dropped_at: MaybeMoment;
}
interface DataRefreshTable {
  id: Filled<number>;
  table_id: number;
  revision: number;
  mode: RefreshMode;
  row_count: number;
  rejected: Generated<number>;
  note: MaybeText;
  made_by: MaybeText;
  made_at: Moment;
}
interface DataGrantTable {
  id: Filled<number>;
  table_id: number;
  user_id: number;
  permissions: TablePermission[];
  /** Null: all. */
  columns: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  starts_at: Date;
  /** The first moment it is over; null: never. */
  ends_at: MaybeMoment;
  reason: string;
  asked: Json<Asked>;
  state: Generated<GrantState>;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  decision: MaybeText;
  version: Generated<number>;
  created_at: Moment;
}
interface DataPinTable {
  user_id: number;
  table_id: number;
  pinned_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    data_table: DataTableTable;
    data_column: DataColumnTable;
    data_part: DataPartTable;
    data_refresh: DataRefreshTable;
    data_grant: DataGrantTable;
    data_pin: DataPinTable;
  }
}
