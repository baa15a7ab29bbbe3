import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { ask, fieldTypeOf, literal, typeOf } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { newPath } from '../../files/names.ts';
import type { FileStore } from '../../files/store.ts';
import { analysisOf, type Column, columnsOf, setColumns } from './repository.ts';
import type { RefreshMode } from './tables.ts';

/** Rows that are to be those of a table, or more of them. */
export interface NewRevision {
  tableId: number;
  /** A Parquet file of this machine, which is moved into the store. Its columns are of types of the engine that stand for field types (`typeOf`). */
  file: string;
  mode: RefreshMode;
  /** Who or what made it, as it is shown. */
  by: string;
  note?: string | undefined;
  /** How many rows were left out. */
  rejected?: number | undefined;
  /** Titles and analysis types of its columns. Those that are not said stay as they were under the same name. */
  columns?: readonly (Pick<Column, 'name'> & Partial<Column>)[] | undefined;
  /** A file that stays as long as these rows do, and the run that made both: what it says of each row. It is moved into the store, too. */
  beside?: { file: string; runId: number } | undefined;
  /** Runs in the transaction that makes it the revision; what it throws leaves the table as it was. */
  confirm?: ((transaction: Database) => Promise<void>) | undefined;
}

export interface Revision {
  revision: number;
  rows: number;
  bytes: number;
}

/**
 * Takes a written file as the new revision of a table (DATA-14): a row for it that counts as dropped -> the file, durable -> one transaction that
 * makes it the part of the table, or one more. Wherever that breaks off, the table is as before and the sweep tidies up.
 * @throws ApiError NOT_FOUND where the table is gone, DATA_COLUMNS_DIFFER where rows are added that have other columns
 */
export async function takeRevision(db: Database, files: FileStore, given: NewRevision): Promise<Revision> {
  const source = `read_parquet([${literal(given.file)}])`;
  const described = await ask({ sql: `DESCRIBE SELECT * FROM ${source}`, files: [given.file] });
  const counted = await ask({ sql: `SELECT count(*) FROM ${source}`, files: [given.file] });
  const rows = Number(counted.rows[0]?.[0]);
  const { size: bytes } = await stat(given.file);
  const found = described.rows.map(([name, type]) => {
    const fieldType = fieldTypeOf(String(type));
    if (typeOf[fieldType] !== type)
      throw new Error(`The column ${String(name)} is ${String(type)} and not ${typeOf[fieldType]}: cast it before it is written`);
    return { name: String(name), fieldType };
  });
  const path = newPath('parquet');
  const beside = given.beside && { path: newPath('parquet'), ...given.beside };
  const part = await db
    .insertInto('data_part')
    .values({
      ...{ table_id: given.tableId, revision: 0, path, row_count: rows, byte_count: bytes, dropped_at: new Date() },
      ...(beside && { beside: beside.path, run_id: beside.runId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await files.putFile(path, given.file);
  if (beside) await files.putFile(beside.path, beside.file);
  return await db.transaction().execute(async (transaction) => {
    const table = await transaction
      .selectFrom('data_table')
      .select(['revision', 'row_count', 'byte_count'])
      .where('id', '=', given.tableId)
      .forUpdate()
      .executeTakeFirst();
    if (!table) throw new ApiError('NOT_FOUND');
    const before = await columnsOf(transaction, given.tableId);
    const isMore = given.mode === 'incremental' && table.revision > 0;
    if (isMore && !isSame(before, found)) throw new ApiError('DATA_COLUMNS_DIFFER');
    const revision = table.revision + 1;
    if (!isMore) {
      await transaction
        .updateTable('data_part')
        .set({ dropped_at: sql<Date>`now()` })
        .where('table_id', '=', given.tableId)
        .where('dropped_at', 'is', null)
        .execute();
      await setColumns(transaction, given.tableId, merged(found, before, given.columns ?? []));
    }
    await transaction.updateTable('data_part').set({ dropped_at: null, revision }).where('id', '=', part.id).execute();
    const total = { row_count: rows + (isMore ? table.row_count : 0), byte_count: bytes + (isMore ? table.byte_count : 0) };
    await transaction
      .updateTable('data_table')
      .set({ ...total, revision, refreshed_at: sql<Date>`now()` })
      .where('id', '=', given.tableId)
      .execute();
    await transaction
      .insertInto('data_refresh')
      .values({
        table_id: given.tableId,
        revision,
        mode: isMore ? 'incremental' : 'full',
        row_count: rows,
        rejected: given.rejected ?? 0,
        note: given.note ?? null,
        made_by: given.by,
      })
      .execute();
    await given.confirm?.(transaction);
    return { revision, rows: total.row_count, bytes: total.byte_count };
  });
}

type Found = Pick<Column, 'name' | 'fieldType'>;

/** Rows are added where names and types are those of before, in whatever order. */
function isSame(before: readonly Column[], found: readonly Found[]): boolean {
  const types = new Map(found.map(({ name, fieldType }) => [name, fieldType]));
  return before.length === found.length && before.every(({ name, fieldType }) => types.get(name) === fieldType);
}

function merged(found: readonly Found[], before: readonly Column[], given: NonNullable<NewRevision['columns']>): Column[] {
  return found.map(({ name, fieldType }) => {
    const said = given.find((column) => column.name === name);
    const known = before.find((column) => column.name === name);
    const kept = known?.fieldType === fieldType ? known.analysisType : undefined;
    return {
      name,
      fieldType,
      title: said?.title ?? known?.title ?? name,
      analysisType: said?.analysisType ?? kept ?? analysisOf(fieldType),
    };
  });
}
