import type { TruthWords } from '../../../src/core/index.ts';
import { callerOf } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { record } from '../audit/record.ts';
import { authorOf, createWithin, signature, speaking } from '../changes.ts';
import { keepFile } from '../files/keep.ts';
import { requireQuota } from '../files/quota.ts';
import { isFirst, once } from '../once.ts';
import { cleanTags, kindFor, placeIn } from './changes.ts';
import { type Converted, convert, type Fault, type Taken, uploadedSource, withParquet } from './load.ts';
import { type Column, columnsOf, createTable } from './repository.ts';
import { takeRevision } from './revisions.ts';
import { requireTable } from './rights.ts';
import { inReadingQueue, proposeColumns, readSource, type SourceTable, sourceFiles, tableName } from './source-file.ts';
import type { RefreshMode } from './tables.ts';

const wordsOf = ({ services }: Context): TruthWords => truthWordsOf(services.documents);

/** Reads a file a table is to be made from, and keeps it for a day (DATA-07, DATA-08). @throws ApiError PARAMETER_ERROR at `file`, also where somebody keeps as much as one may */
export async function readFile(context: Context, file: UploadedFile | undefined) {
  if (!file) throw wrong('file', 'is missing');
  const told = await inReadingQueue(callerOf(context), async () => {
    const table = await readSource(file);
    return {
      sheet: table.sheet,
      otherSheets: table.otherSheets,
      rows: table.rows.length,
      encoding: table.encoding,
      columns: proposeColumns(table, wordsOf(context)),
    };
  });
  const admit = () => requireQuota(context.db, signedIn(context).id);
  const kept = await keepFile(context, { file, businessType: sourceFiles, admit });
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
  /** The rows of this upload were added by an earlier request, and none by this one. */
  addedBefore?: true;
}

/** Makes a table of an uploaded file, owned by who makes it. @throws ApiError DUPLICATE, NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, PARAMETER_ERROR */
export async function createSource(context: Context, given: GivenTable): Promise<Loaded> {
  const author = authorOf(context);
  const columns = settledColumns(given.columns);
  const { fileName, converted } = await inReadingQueue(callerOf(context), async () => {
    const source = await uploadedSource(context, given.path);
    return { fileName: source.fileName, converted: await convert(source, columns, wordsOf(context)) };
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

/** Each name once, whatever its capitals: the engine knows no difference. */
function settledColumns(columns: GivenTable['columns']): (Column & Taken)[] {
  const seen = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (seen.has(name.toLowerCase())) throw wrong(`columns.${index}.name`, 'Two columns have this name', 'data-mart.twiceColumn');
    seen.add(name.toLowerCase());
  }
  return columns.map((column) => ({ ...column, title: column.title?.trim() || column.name }));
}

interface Taking {
  fileName: string;
  converted: Converted;
  columns: readonly (Column & Taken)[];
  mode: RefreshMode;
  /** An uploaded file whose rows are added once after all were replaced, though the request comes again because its answer was lost. */
  addedOnce?: string;
}

/** Ends the transaction that would add the rows of an upload a second time. */
class AddedBefore extends Error {}

async function take(
  context: Context,
  table: { id: number; bizId: string },
  { fileName, converted, columns, mode, addedOnce: path }: Taking,
): Promise<Loaded> {
  const author = authorOf(context);
  const { settings, files } = context.services;
  const added = await withParquet(settings.dataDir, converted, columns, (file) =>
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
        if (path !== undefined) {
          const request = { path, bizId: table.bizId, since: await lastReplaced(db, table.id) };
          if (!(await isFirst(db, context, 'data-mart.refresh', request))) throw new AddedBefore('These rows were added before');
        }
        await record(db, author.origin, {
          action: 'data_table_refresh',
          targetType: 'data_table',
          targetId: table.bizId,
          actor: author.user,
          detail: { mode, file: fileName, rows: converted.rows, rejected: converted.rejected },
        });
      },
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof AddedBefore)) throw error;
    return undefined;
  });
  const told = { ...toldOf(converted), bizId: table.bizId };
  if (added) return { ...told, total: added.rows };
  const { total } = await context.db
    .selectFrom('data_table')
    .select('row_count as total')
    .where('id', '=', table.id)
    .executeTakeFirstOrThrow();
  return { ...told, total, addedBefore: true };
}

/** The revision of a table whose rows took the place of all before them: what was added to those is gone. */
async function lastReplaced(db: Database, tableId: number): Promise<number | null> {
  const { revision } = await db
    .selectFrom('data_refresh')
    .select((row) => row.fn.max('revision').as('revision'))
    .where('table_id', '=', tableId)
    .where('mode', '=', 'full')
    .executeTakeFirstOrThrow();
  return revision;
}

function toldOf({ rows, rejected, faultCount, faults }: Converted) {
  return { rows, rejected, faultCount, faults };
}

/**
 * Reads a file into a table that came from one (DATA-14). Its columns are found by their titles or names, in whatever order; others are left alone.
 * Rows of one upload are added once within a day, unless all rows were replaced in between.
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
    const columns = placed(all, source, wordsOf(context));
    return { fileName: source.fileName, columns, converted: await convert(source, columns, wordsOf(context)) };
  });
  return await take(context, table, { ...taken, mode, ...(mode === 'incremental' && { addedOnce: path }) });
}

/** Columns of a table with their places in a file. @throws ApiError DATA_COLUMNS_DIFFER */
function placed(all: readonly Column[], source: SourceTable, words: TruthWords): (Column & Taken)[] {
  const places = new Map(source.headings.map((heading, at) => [heading.toLowerCase(), at + 1] as const).reverse());
  const proposed = new Map(proposeColumns(source, words).map((column) => [column.name.toLowerCase(), column.place]));
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
