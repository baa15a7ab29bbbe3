import type { ColumnType, Generated } from 'kysely';
import type { Maybe, VersionedRow } from '../../database/columns.ts';

/** A file of a record: its path is its name in the store. */
export interface RecordFile {
  name: string;
  path: string;
  /** Bytes. */
  size: number;
}

/** What the fields of a record hold, by their names: texts, numbers, booleans, days as YYYY-MM-DD, ids as text, several of them as a list, and files. */
export type RecordValues = Record<string, string | number | boolean | string[] | RecordFile[]>;

interface RowTable extends VersionedRow {
  /** Id of the register document. */
  register: string;
  /** Counted from 1 in each register. */
  number: number;
  /** Empty where the register has no states. */
  state: string;
  data: ColumnType<RecordValues, string, string>;
  created_by: Maybe<string>;
  /** In whose name it was made: of an agent, the one they acted for. */
  made_by: Maybe<number>;
  /** Who made the last move, or the record. */
  moved_by: Maybe<number>;
  /** Who changed it since, by their ids. */
  edited_by: Generated<string[]>;
  /** The key of the import that brought it. */
  import_key: Maybe<string>;
  /** When its owner was told that it is overdue. */
  overdue_told_at: Maybe<Date>;
  /** The day in `due` of which was told last before or after it, and the step: days after it, before it below zero. */
  due_told_day: Maybe<string>;
  due_told_step: Maybe<number>;
}
interface NumberTable {
  register: string;
  last: Generated<number>;
}
interface FieldNameTable {
  register: string;
  /** What a field was called. */
  former: string;
  /** What it was called after that. */
  name: string;
}

declare module '../../database/connection.ts' {
  interface Tables {
    register_row: RowTable;
    register_number: NumberTable;
    register_field_name: FieldNameTable;
  }
}

/** A record that is read: its row with the id. */
export interface RecordRow {
  id: number;
  register: string;
  number: number;
  state: string;
  data: RecordValues;
  version: number;
  created_at: Date;
  created_by: string | null;
  updated_at: Date | null;
  updated_by: string | null;
  moved_by: number | null;
  edited_by: string[];
}
