import { sql } from 'kysely';
import { callerOf } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { record } from '../audit/record.ts';
import { authorOf, change, createWithin, type Kind, signature, speaking, touched } from '../changes.ts';
import { keepFile } from '../files/keep.ts';
import { once } from '../once.ts';
import { membershipOf } from '../workspaces/people.ts';
import { lockWorkspace } from '../workspaces/repository.ts';
import { requireCollaborator, requireEnabled } from '../workspaces/rights.ts';
import { findAnswer, type TableAnswer } from './catalogue.ts';
import { deleteUnused } from './in-use.ts';
import { type Converted, convert, type Fault, type Taken, uploadedSource, withParquet } from './load.ts';
import { type Column, columnsOf, createTable, setColumns } from './repository.ts';
import { takeRevision } from './revisions.ts';
import { type Reader, requireTable, seeTable } from './rights.ts';
import { inReadingQueue, proposeColumns, readSource, type SourceTable, sourceFiles, tableName } from './source-file.ts';
import type { AnalysisType, RefreshMode } from './tables.ts';

function kindFor(reader: Reader): Kind<TableAnswer> {
  return { name: 'data_table', find: (db, bizId) => findAnswer(db, reader, bizId), unique: { data_table_name: 'name' } };
}

/** A table as it is changed: with what its columns are called, so that a conflict and the operation log tell of them, too. */
function withColumns(reader: Reader): Kind<TableAnswer> {
  const kind = kindFor(reader);
  return {
    ...kind,
    async find(db, bizId) {
      const table = await kind.find(db, bizId);
      const row = await db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirst();
      return table && row && { ...table, columns: await columnsOf(db, row.id) };
    },
  };
}

/** Reads a file a table is to be made from, and keeps it for a day (DATA-07, DATA-08). @throws ApiError PARAMETER_ERROR at `file` */
export async function readFile(context: Context, file: UploadedFile | undefined) {
  if (!file) throw wrong('file', 'is missing');
  const told = await inReadingQueue(callerOf(context), async () => {
    const table = await readSource(file);
    return { sheet: table.sheet, otherSheets: table.otherSheets, rows: table.rows.length, columns: proposeColumns(table) };
  });
  const kept = await keepFile(context, { file, businessType: sourceFiles });
  return {
    ...told,
    path: kept.path,
    fileName: kept.originName,
    name: tableName(kept.originName),
    title: kept.originName.replace(/\.[A-Za-z0-9]{1,8}$/, '').slice(0, 100),
  };
}

export interface GivenTable {
  path: string;
  name: string;
  title: string;
  description?: string | null | undefined;
  tags?: readonly string[] | undefined;
  workspaceId?: string | null | undefined;
  isListed?: boolean | undefined;
  columns: readonly (Omit<Column, 'title'> & { place: number; title?: string | undefined })[];
  key?: string | undefined;
}
/** What came of a file. */
export interface Loaded {
  bizId: string;
  rows: number;
  total: number;
  rejected: number;
  faultCount: number;
  faults: Fault[];
}

/** Makes a table of an uploaded file, owned by who makes it. @throws ApiError DUPLICATE, NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, PARAMETER_ERROR */
export async function createSource(context: Context, given: GivenTable): Promise<Loaded> {
  const author = authorOf(context);
  const columns = settledColumns(given.columns);
  const { fileName, converted } = await inReadingQueue(callerOf(context), async () => {
    const source = await uploadedSource(context, given.path);
    return { fileName: source.fileName, converted: await convert(source, columns) };
  });
  const kind = kindFor(author.user);
  const id = await speaking(kind, () =>
    context.db.transaction().execute((db) =>
      once(db, context, 'data-mart.create', given, async () => {
        const workspaceId = await placeIn(db, context, given.workspaceId);
        let made = 0;
        await createWithin(db, kind, author, async () => {
          const table = await createTable(db, {
            ...given,
            kind: 'source',
            title: given.title.trim(),
            tags: cleanTags(given.tags ?? []),
            ownerId: Number(author.user.id),
            workspaceId,
            columns,
            by: signature(author.user),
          });
          made = table.id;
          return table.bizId;
        });
        return made;
      }),
    ),
  );
  const table = await context.db
    .selectFrom('data_table')
    .select(['id', 'biz_id as bizId', 'revision', 'row_count'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!table) throw new ApiError('NOT_FOUND');
  // The answer of an earlier request was lost: what it made is there already.
  if (table.revision > 0) return { ...toldOf(converted), bizId: table.bizId, total: table.row_count };
  return await take(context, table, { fileName, converted, columns, mode: 'full' });
}

function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))].slice(0, 10);
}

/** Each name once, whatever its capitals: the engine knows no difference. */
function settledColumns(columns: GivenTable['columns']): (Column & Taken)[] {
  const seen = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (seen.has(name.toLowerCase())) throw wrong(`columns.${index}.name`, 'Two columns have this name', 'data-mart.twiceColumn');
    seen.add(name.toLowerCase());
  }
  return columns.map((column) => ({ ...column, title: column.title?.trim() || column.name }));
}

/** The workspace a table is put into, where its maker works in it. */
async function placeIn(db: Database, context: Context, bizId: string | null | undefined): Promise<number | null> {
  if (!bizId) return null;
  const workspace = await lockWorkspace(db, bizId, 'share');
  if (!workspace) throw new ApiError('NOT_FOUND');
  const user = signedIn(context);
  requireCollaborator(user, await membershipOf(db, workspace.id, Number(user.id)));
  requireEnabled(workspace);
  return workspace.id;
}

interface Taking {
  fileName: string;
  converted: Converted;
  columns: readonly (Column & Taken)[];
  mode: RefreshMode;
}

async function take(
  context: Context,
  table: { id: number; bizId: string },
  { fileName, converted, columns, mode }: Taking,
): Promise<Loaded> {
  const author = authorOf(context);
  const { settings, files } = context.services;
  const taken = await withParquet(settings.dataDir, converted, columns, (file) =>
    takeRevision(context.db, files, {
      tableId: table.id,
      file,
      mode,
      by: signature(author.user),
      note: fileName,
      rejected: converted.rejected,
      columns,
      async confirm(db) {
        // Reading took a while: whoever may no more changes nothing.
        await requireTable(db, author.user, table.bizId, 'edit');
        await record(db, author.origin, {
          action: 'data_table_refresh',
          targetType: 'data_table',
          targetId: table.bizId,
          actor: author.user,
          detail: { mode, file: fileName, rows: converted.rows, rejected: converted.rejected },
        });
      },
    }),
  );
  return { ...toldOf(converted), bizId: table.bizId, total: taken.rows };
}

function toldOf({ rows, rejected, faultCount, faults }: Converted) {
  return { rows, rejected, faultCount, faults };
}

/**
 * Reads a file into a table that came from one (DATA-14). Its columns are found by their titles or names, in whatever order; others are left alone.
 * @throws ApiError NOT_FOUND, FORBIDDEN, DATA_COLUMNS_DIFFER with those that are missing, PARAMETER_ERROR
 */
export async function refreshSource(
  context: Context,
  { bizId, path, mode }: { bizId: string; path: string; mode: RefreshMode },
): Promise<Loaded> {
  const { table } = await requireTable(context.db, signedIn(context), bizId, 'edit');
  if (table.kind !== 'source')
    throw wrong('bizId', 'The rows of this table are made by a process, a model or a script', 'data-mart.notSource');
  const all = await columnsOf(context.db, table.id);
  const taken = await inReadingQueue(callerOf(context), async () => {
    const source = await uploadedSource(context, path);
    const columns = placed(all, source);
    return { fileName: source.fileName, columns, converted: await convert(source, columns) };
  });
  return await take(context, table, { ...taken, mode });
}

/** Columns of a table with their places in a file. @throws ApiError DATA_COLUMNS_DIFFER */
function placed(all: readonly Column[], source: SourceTable): (Column & Taken)[] {
  const places = new Map(source.headings.map((heading, at) => [heading.toLowerCase(), at + 1] as const).reverse());
  const proposed = new Map(proposeColumns(source).map((column) => [column.name.toLowerCase(), column.place]));
  const columns = all.map((column) => ({
    ...column,
    place: places.get(column.title.toLowerCase()) ?? places.get(column.name.toLowerCase()) ?? proposed.get(column.name.toLowerCase()) ?? 0,
  }));
  const missing = columns.filter(({ place }) => place === 0).map(({ title }) => title);
  if (missing.length > 0) {
    const detail = {
      field: 'file',
      message: 'Columns are missing',
      key: 'data-mart.missingColumns',
      values: { columns: missing.slice(0, 10).join(', ') },
    };
    throw new ApiError('DATA_COLUMNS_DIFFER', { details: [detail] });
  }
  return columns;
}

export interface ChangedTable {
  bizId: string;
  version: number;
  title: string;
  description?: string | null | undefined;
  tags?: readonly string[] | undefined;
  workspaceId?: string | null | undefined;
  isListed?: boolean | undefined;
  columns?: readonly { name: string; title?: string | undefined; analysisType?: AnalysisType | undefined }[] | undefined;
}

/** Changes what is said of a table. Into which workspace it goes says who may edit it and works there. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function saveTable(context: Context, given: ChangedTable): Promise<TableAnswer> {
  const author = authorOf(context);
  const { bizId, version, title, description, tags, workspaceId, isListed, columns } = given;
  return await change(context.db, withColumns(author.user), author, {
    id: bizId,
    verb: 'update',
    async work(db) {
      const { table, by } = await requireTable(db, author.user, bizId, 'edit');
      const before = await findAnswer(db, author.user, bizId);
      const isMoved = workspaceId !== undefined && (workspaceId || null) !== before?.workspaceId;
      // A grant lets nobody hand a table to other people.
      if (isMoved && by !== 'owner' && by !== 'workspace') throw new ApiError('FORBIDDEN');
      const changed = await db
        .updateTable('data_table')
        .set({
          title: title.trim(),
          ...(description !== undefined && { description: textOrNull(description) }),
          ...(tags !== undefined && { tags: cleanTags(tags) }),
          ...(isListed !== undefined && { is_listed: isListed }),
          ...(isMoved && { workspace_id: await placeIn(db, context, workspaceId) }),
          ...touched(author.user),
        })
        .where('id', '=', table.id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (changed.numUpdatedRows !== 1n) return false;
      if (columns)
        await setColumns(
          db,
          table.id,
          (await columnsOf(db, table.id)).map((column) => reworded(column, columns)),
        );
      return true;
    },
  });
}

function reworded(column: Column, given: NonNullable<ChangedTable['columns']>): Column {
  const said = given.find(({ name }) => name === column.name);
  return { ...column, title: said?.title?.trim() || column.title, analysisType: said?.analysisType ?? column.analysisType };
}

/** Deletes a table with its rows and grants, unless something needs it. @throws ApiError NOT_FOUND, FORBIDDEN, IN_USE */
export async function removeTable(context: Context, bizId: string): Promise<void> {
  const author = authorOf(context);
  await change(context.db, kindFor(author.user), author, {
    id: bizId,
    verb: 'delete',
    async work(db) {
      const { table } = await requireTable(db, author.user, bizId, 'delete');
      return await deleteUnused(db, author.user, table.id);
    },
  });
}

/** Pins a table to the top of one's own list, or lets it go (DATA-18). @throws ApiError NOT_FOUND */
export async function pinTable({ db, user }: Context, { bizId, pinned }: { bizId: string; pinned: boolean }): Promise<void> {
  const reader = signedIn({ user });
  const { table } = await seeTable(db, reader, bizId);
  const pin = { user_id: Number(reader.id), table_id: table.id };
  if (!pinned) await db.deleteFrom('data_pin').where('user_id', '=', pin.user_id).where('table_id', '=', pin.table_id).execute();
  else
    await db
      .insertInto('data_pin')
      .values(pin)
      .onConflict((conflict) => conflict.columns(['user_id', 'table_id']).doUpdateSet({ pinned_at: sql<Date>`now()` }))
      .execute();
}
