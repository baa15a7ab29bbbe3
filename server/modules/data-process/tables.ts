import type { Generated } from 'kysely';
import type { DataGraph } from '../../../src/core/data-graph/index.ts';
import type { Json, Maybe, MaybeMoment, MaybeText, Moment } from '../../database/columns.ts';

interface DataProcessTable {
  /** The table the process fills. */
  table_id: number;
  graph: Json<DataGraph>;
  /** Columns of its input tables when it was saved, by their numbers: what is denied later is told by name. */
  inputs: Json<Record<string, string[]>>;
  version: Generated<number>;
  created_at: Moment;
  updated_at: MaybeMoment;
  updated_by: MaybeText;
  /** The account that saved it last; null where nobody knows. */
  edited_by: Maybe<number>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    data_process: DataProcessTable;
  }
}
