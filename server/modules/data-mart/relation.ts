import { accountCaller } from '../../caller.ts';
import { parquet } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { FileStore } from '../../files/store.ts';
import { partsOf } from './parts.ts';
import type { Column } from './repository.ts';
import type { SeenTable } from './rights.ts';

/** The rows of a table for one reader. */
export interface Relation {
  /** Stands after FROM; it has exactly `columns`. */
  sql: string;
  columns: Column[];
  /** To be given to the engine. They stay for an hour. */
  files: string[];
  revision: number;
  rows: number;
  /** Whose questions these are: callers take turns. */
  caller: string;
}

/** Opens a table for who may: columns that are denied are not in the SQL, whatever is done with it (PERM-15). */
export async function openRelation(
  db: Database,
  store: FileStore,
  dataDir: string,
  { table, columns, reader }: SeenTable,
): Promise<Relation> {
  const files = await partsOf({ db, files: store, dataDir }, table.id);
  return { sql: parquet(files, columns), columns, files, revision: table.revision, rows: table.rows, caller: accountCaller(reader) };
}
