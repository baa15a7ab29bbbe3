import type { Json, Moment } from '../../database/columns.ts';
import type { Column } from '../data-mart/repository.ts';

/** A column of a table that is fed: `from` is what the source calls it. */
export interface FedColumn extends Column {
  from: string;
}

/** A data table that is filled from a source of the installation. */
interface DataFeedTable {
  table_id: number;
  /** Id in the setting DATA_SOURCES. */
  source: string;
  /** Which table of it; empty where it is one. */
  relation: string;
  columns: Json<readonly FedColumn[]>;
  created_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    data_feed: DataFeedTable;
  }
}
