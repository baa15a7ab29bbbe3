import type { ColumnType, Generated } from 'kysely';
import type { Filled, Json, Maybe, Moment } from '../../database/columns.ts';
import type { FileType, Mapping, MatchedBy, NameKind, ProcessStatus } from './kinds.ts';

type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** A file of a review object, or what the client shipped to all dealers of a batch. */
interface ProcessTable {
  id: Filled<number>;
  review_object_id: Maybe<number>;
  /** Of a file of a batch. */
  project_id: Maybe<number>;
  review_batch_no: Maybe<string>;
  file_type: FileType;
  status: Generated<ProcessStatus>;
  /** The stored file its rows are from. */
  file_bid: Maybe<string>;
  file_name: Maybe<string>;
  sheet: Maybe<string>;
  heading_row: Maybe<number>;
  headings: ColumnType<string[], string | undefined, string>;
  mapping: MaybeJson<Mapping>;
  rows: Generated<number>;
  rejected: Generated<number>;
  unmatched: Generated<number>;
  elsewhere: Generated<number>;
  data_no: Generated<number>;
  /** Whether its rows had to say whom they went to when it was matched. */
  asks_dealers: Maybe<boolean>;
  uploaded_at: Maybe<Date>;
  uploaded_by: Maybe<string>;
  remark: Maybe<string>;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Maybe<Date>;
  updated_by: Maybe<string>;
}
interface LineTable {
  process_id: number;
  line: number;
  cells: Json<string[]>;
  /** Columns whose cell is one with those of other rows. */
  shared: number[] | null;
}
/** A fault of a row: what is wrong, and the place of the column. */
export interface RowFault {
  fault: string;
  column: number | null;
}
interface RowTable {
  process_id: number;
  line: number;
  day: Maybe<Date>;
  product: Maybe<number>;
  dealer: Maybe<number>;
  quantity: Maybe<string>;
  unit_price: Maybe<string>;
  amount: Maybe<string>;
  faults: MaybeJson<RowFault[]>;
}
interface NameTable {
  process_id: number;
  kind: NameKind;
  number: number;
  code: string;
  name: string;
  spec: string;
  rows: number;
  target_code: Maybe<string>;
  target_name: Maybe<string>;
  matched_by: Maybe<MatchedBy>;
}
interface ColumnMappingTable {
  client_id: number;
  file_type: FileType;
  /** Headings by what stands below them. */
  columns: Json<Partial<Record<keyof Mapping, string>>>;
  updated_at: Moment;
  updated_by: Maybe<string>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    flow_data_process: ProcessTable;
    flow_data_line: LineTable;
    flow_data_row: RowTable;
    flow_data_name: NameTable;
    flow_column_mapping: ColumnMappingTable;
  }
}
