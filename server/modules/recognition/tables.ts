import type { Moment } from '../../database/columns.ts';

/** A data table that is filled with what is recognised in a column of another one. */
interface TextRecognitionTable {
  table_id: number;
  input_id: number;
  column_name: string;
  /** Column whose values stand beside what was found, to join by. */
  key_column: string | null;
  /** Ids of recognisers; empty: all there are when it runs. */
  kinds: string[];
  created_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    text_recognition: TextRecognitionTable;
  }
}
