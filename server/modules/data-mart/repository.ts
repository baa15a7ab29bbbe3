import type { FieldType } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import type { AnalysisType, TableKind } from './tables.ts';

/** A table without its columns. */
export interface TableRow {
  id: number;
  bizId: string;
  name: string;
  title: string;
  description: string | null;
  tags: string[];
  kind: TableKind;
  ownerId: number | null;
  workspaceId: number | null;
  isListed: boolean;
  /** 0: never filled. */
  revision: number;
  rows: number;
  bytes: number;
  refreshedAt: Date | null;
  version: number;
}

export interface Column {
  name: string;
  title: string;
  fieldType: FieldType;
  analysisType: AnalysisType;
}

export function selectTables(db: Database) {
  return db
    .selectFrom('data_table')
    .select([
      'data_table.id',
      'data_table.biz_id as bizId',
      'data_table.name',
      'data_table.title',
      'data_table.description',
      'data_table.tags',
      'data_table.kind',
      'data_table.owner_id as ownerId',
      'data_table.workspace_id as workspaceId',
      'data_table.is_listed as isListed',
      'data_table.revision',
      'data_table.row_count as rows',
      'data_table.byte_count as bytes',
      'data_table.refreshed_at as refreshedAt',
      'data_table.version',
    ]);
}

export async function findTable(db: Database, bizId: string): Promise<TableRow | undefined> {
  return await selectTables(db).where('biz_id', '=', bizId).executeTakeFirst();
}

/** The columns of a table, in their order. */
export async function columnsOf(db: Database, tableId: number): Promise<Column[]> {
  return await db
    .selectFrom('data_column')
    .select(['name', 'title', 'field_type as fieldType', 'analysis_type as analysisType'])
    .where('table_id', '=', tableId)
    .orderBy('position')
    .execute();
}

export interface NewTable {
  name: string;
  title: string;
  kind: TableKind;
  ownerId: number;
  workspaceId?: number | null | undefined;
  description?: string | null | undefined;
  tags?: readonly string[] | undefined;
  isListed?: boolean | undefined;
  /** Known before the first rows come, or not. */
  columns?: readonly Column[] | undefined;
  by?: string | undefined;
}

/** Adds a table without rows, in the transaction of the caller. Whether its name is taken says the index `data_table_name`. */
export async function createTable(db: Database, given: NewTable): Promise<{ id: number; bizId: string }> {
  const made = await db
    .insertInto('data_table')
    .values({
      name: given.name,
      title: given.title,
      kind: given.kind,
      owner_id: given.ownerId,
      workspace_id: given.workspaceId ?? null,
      description: textOrNull(given.description),
      tags: [...(given.tags ?? [])],
      is_listed: given.isListed ?? true,
      updated_by: given.by ?? null,
    })
    .returning(['id', 'biz_id as bizId'])
    .executeTakeFirstOrThrow();
  await setColumns(db, made.id, given.columns ?? []);
  return made;
}

/** The columns of a table in the place of those it had. */
export async function setColumns(db: Database, tableId: number, columns: readonly Column[]): Promise<void> {
  await db.deleteFrom('data_column').where('table_id', '=', tableId).execute();
  if (columns.length === 0) return;
  await db
    .insertInto('data_column')
    .values(
      columns.map(({ name, title, fieldType, analysisType }, index) => ({
        table_id: tableId,
        position: index + 1,
        name,
        title,
        field_type: fieldType,
        analysis_type: analysisType,
      })),
    )
    .execute();
}

/** How a column is analysed as long as nobody says otherwise. */
export function analysisOf(fieldType: FieldType): AnalysisType {
  if (fieldType === 'boolean' || fieldType === 'date' || fieldType === 'timestamp') return fieldType;
  return fieldType === 'string' || fieldType === 'time' ? 'text' : 'numeric';
}
