import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { askByColumns } from '../../data-engine/by-columns.ts';
import { type Answer, ask, type Cell as DataCell, type FieldType, name, type Value } from '../../data-engine/index.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { csv } from '../spreadsheets/csv.ts';
import type { Cell } from '../spreadsheets/workbook.ts';
import { openRelation, type Relation } from './relation.ts';
import { type Column, columnsOf } from './repository.ts';
import { requireTable, type SeenTable } from './rights.ts';
import type { TablePermission } from './tables.ts';

/** Most rows of a download, and most addresses that are found. */
const mostDownloaded = 50_000;
const mostUrls = 1_000;
/** Most characters of a cell of a preview. */
const longestCell = 500;

/** A table opened for the reader of a call. */
export async function openFor(context: Context, bizId: string, permission: TablePermission): Promise<SeenTable & { relation: Relation }> {
  const seen = await requireTable(context.db, signedIn(context), bizId, permission);
  const { files, settings } = context.services;
  return { ...seen, relation: await openRelation(context.db, files, settings.dataDir, seen) };
}

/** How many columns of a table somebody has no right to. */
export async function hiddenColumns({ db }: Pick<Context, 'db'>, { table, columns, isWhole }: SeenTable): Promise<number> {
  return isWhole ? 0 : (await columnsOf(db, table.id)).length - columns.length;
}

/** The first rows of a table (DATA-15). @throws ApiError NOT_FOUND, FORBIDDEN */
export async function previewRows(context: Context, { bizId, most }: { bizId: string; most: number }) {
  const seen = await openFor(context, bizId, 'view');
  const { relation, table } = seen;
  const { rows } = await firstRows(relation, most);
  return {
    columns: relation.columns.map((column, place) => ({ ...column, place })),
    rows: cellsShown(rows),
    total: table.rows,
    hidden: await hiddenColumns(context, seen),
  };
}

/** The first rows of a table with all its columns, or of those a condition holds for. @throws ApiError DATA_BUSY, DATA_TIMEOUT, DATA_FAILED */
export async function firstRows(
  { sql, columns, files, caller }: Relation,
  most: number,
  { where = 'TRUE', parameters }: { where?: string; parameters?: readonly Value[] } = {},
): Promise<Answer> {
  return await askByColumns(columns, (some) => {
    const list = some.length === 0 ? '*' : some.map((column) => name(column.name)).join(', ');
    return ask({ sql: `SELECT ${list} FROM ${sql} WHERE ${where} LIMIT ${most}`, parameters, files, caller, most });
  });
}

/** Rows as previews show them: long texts are cut. */
export function cellsShown(rows: readonly (readonly DataCell[])[]): { key: string; cells: DataCell[] }[] {
  return rows.map((cells, index) => ({
    key: String(index + 1),
    cells: cells.map((cell) => (typeof cell === 'string' && cell.length > longestCell ? `${cell.slice(0, longestCell)}…` : cell)),
  }));
}

/** A table as CSV with its columns by title; cells that a spreadsheet would take for a formula are texts. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function downloadTable(context: Context, bizId: string): Promise<FileAnswer> {
  const { relation, table } = await openFor(context, bizId, 'download');
  const answer = await firstRows(relation, mostDownloaded);
  const author = authorOf(context);
  const shown = answer.rows.length;
  await record(context.db, author.origin, {
    action: 'data_table_download',
    targetType: 'data_table',
    targetId: bizId,
    targetName: table.name,
    actor: author.user,
    detail: { rows: shown, of: table.rows, columns: relation.columns.map((column) => column.name) },
  });
  const part = shown < table.rows ? `-${shown}-of-${table.rows}` : '';
  return {
    name: `${table.name}${part}.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from(csv(relation.columns, lines(answer.rows, relation.columns))),
  };
}

async function* lines(rows: readonly (readonly DataCell[])[], columns: readonly Column[]): AsyncGenerator<Cell[]> {
  for (const row of rows) yield row.map((cell, place) => fileCell(cell, columns[place]?.fieldType));
}

/** The engine gives numbers with many digits as texts: no quote stands before those that begin with a minus. */
function fileCell(cell: DataCell, type: FieldType | undefined): Cell {
  if (typeof cell === 'boolean') return String(cell);
  const isExact = type === 'integer' || type === 'number';
  return isExact && typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? { decimal: cell } : cell;
}

/** The different web addresses in a column (API-102): only those of http and https. The table is named by its name or its number. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function findUrls(context: Context, { sourceTable, urlField }: { sourceTable: string; urlField: string }): Promise<string[]> {
  const found = await context.db
    .selectFrom('data_table')
    .select('biz_id as bizId')
    .where((row) => row.or([row('biz_id', '=', sourceTable), row(row.fn<string>('lower', ['name']), '=', sourceTable.toLowerCase())]))
    .orderBy('id')
    .executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND');
  const { relation, columns } = await openFor(context, found.bizId, 'view');
  // A column that is denied is one that is not there.
  const column = columns.find((one) => one.name === urlField);
  if (!column) throw wrong('urlField', 'There is no such column', 'data-mart.noColumn');
  const text = `trim(CAST(${name(column.name)} AS VARCHAR))`;
  const { rows } = await ask({
    sql: `SELECT DISTINCT ${text} AS url FROM ${relation.sql} WHERE regexp_matches(${text}, '^https?://[^[:space:]]+$', 'i') ORDER BY 1`,
    files: relation.files,
    caller: relation.caller,
    most: mostUrls,
  });
  return rows.map(([url]) => String(url)).filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
}
