import { sql } from 'kysely';
import { readDay } from '../../../src/core/date-signs.ts';
import { listOfText, listText } from '../../../src/core/value-list.ts';
import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { speaker } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { isBehind, signature } from '../changes.ts';
import { type ReadTable, readTable } from '../spreadsheets/read-table.ts';
import { UnreadableFile } from '../spreadsheets/unreadable.ts';
import { type Cell, workbook } from '../spreadsheets/workbook.ts';
import { allEntries, entryValues, holdList, identifiersOf, mostEntries, mostIdentifiers, requireRoom, touchList } from './entries.ts';
import { addTo, type ColumnName, type Fault, folded, type Namesakes, type Plan, planOf, type ReadRow, repeatedBy } from './import-plan.ts';
import { requireList } from './lists.ts';
import type { WatchKind } from './tables.ts';
import { wordOf } from './words.ts';

const columns: readonly ColumnName[] = ['name', 'kind', 'identifiers', 'reason', 'validUntil'];
const kinds: readonly WatchKind[] = ['person', 'company', 'account', 'other'];
const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;
const removes = 'screening:list:remove';
const shownFaults = 500;
/** Names of deleted entries in the operation log. */
const toldNames = 500;
const atOnce = 500;

export interface GivenImport {
  listId: string;
  mode: 'append' | 'update';
  partial: boolean;
  version?: number | undefined;
  revision?: number | undefined;
}
interface Read {
  rows: ReadRow[];
  faults: Fault[];
  /** Names of rows that cannot be taken, as they are compared: the file has them all the same. */
  unread: ReadonlySet<string>;
  /** Headings nobody knows. */
  ignored: string[];
}

/**
 * Takes entries from a file (DATA-14): `append` adds rows and changes those of the same name and kind, `update` also deletes what the file does not have. All of it or nothing,
 * unless `partial` says otherwise; an entry whose row cannot be taken stays as it was, and so does what the file has no column for.
 * @throws ApiError NOT_FOUND, FORBIDDEN for `update` by who may not delete entries, CONFLICT with the list where somebody changed it or its entries since,
 * WATCH_LIST_FULL, PARAMETER_ERROR
 */
export async function importEntries(
  context: WordedContext,
  file: { name: string; content: Buffer } | undefined,
  { listId, mode, partial, version, revision }: GivenImport,
) {
  if (!file) throw wrong('file', 'is missing');
  if (mode === 'update' && !signedIn(context).permissions.has(removes)) throw new ApiError('FORBIDDEN');
  if (mode === 'update' && version === undefined) throw wrong('version', 'is missing: the one of the list that is replaced');
  const { rows, unread, ignored, ...read } = await parse(context, file);
  return await context.db.transaction().execute(async (db) => {
    const list = await holdList(db, listId);
    // What is added to a list is added to it as it is.
    if (mode === 'update' && (isBehind(version, list.version) || isBehind(revision, list.revision)))
      throw new ApiError('CONFLICT', { data: await requireList(db, listId) });
    const existing = await allEntries(db, context.services.settings.timeZone, Number(listId));
    const plan = planOf(rows, unread, existing, mode);
    const faults = [...read.faults, ...plan.faults];
    const counts = {
      rows: rows.length - plan.faults.length,
      added: plan.added.length,
      changed: plan.changed.length,
      unchanged: plan.unchanged,
    };
    const answer = { ...counts, removed: plan.removed.length, ignored, ...said(context, faults) };
    if (counts.rows === 0 || (faults.length > 0 && !partial)) return { saved: false, ...answer };
    await touchList(db, listId);
    await write(db, listId, plan, signature(signedIn(context)));
    await requireRoom(db, listId);
    const names = plan.removed.slice(0, toldNames).map(({ name }) => name);
    const detail = { file: file.name, mode, ...counts, removed: plan.removed.length, removedNames: names, left: faults.length };
    await record(db, context, {
      action: 'watch_list_import',
      targetType: 'watch_list',
      targetId: listId,
      actor: signedIn(context),
      detail,
    });
    return { saved: true, ...answer };
  });
}

async function parse(context: WordedContext, file: { name: string; content: Buffer }): Promise<Read> {
  const nothing = (fault: Fault): Read => ({ rows: [], faults: [fault], unread: new Set(), ignored: [] });
  try {
    // One row more are the headings.
    const table = await readTable(file, { rows: mostEntries + 1, columns: 50 }, headingReader(context));
    if (!table.columns.has('name')) return nothing({ kind: 'noHeading', row: null });
    if (table.rows.length === 0) return nothing({ kind: 'noRows', row: null });
    return { ...readRows(context, table), ignored: table.unknown };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return nothing({ kind: error.reason, row: error.row ?? null });
  }
}

/** Headings are read in every language of the product, and as the names of the columns. */
function headingReader(context: WordedContext): (heading: string) => ColumnName | undefined {
  const known = new Map<string, ColumnName>();
  for (const column of columns) {
    for (const text of [
      column,
      ...languages.map((language) => context.services.documents.text(language, `screening.entry.${column}`) ?? column),
    ])
      known.set(folded(text), column);
  }
  return (heading) => known.get(folded(heading));
}

/** Signs of a cell with identifiers: as many as there may be, each in quotation marks with all of its own doubled. */
const longestList = mostIdentifiers * 2 * 102;

function readRows(context: WordedContext, table: ReadTable): Omit<Read, 'ignored'> {
  const kindOf = kindReader(context);
  const faults: Fault[] = [];
  const rows: ReadRow[] = [];
  const unread = new Set<string>();
  const seen = new Map<string, Namesakes<ReadRow>>();
  /** What a row says, if the file has such a column. */
  const said = <Value>(column: ColumnName, value: Value): Value | undefined => (table.columns.has(column) ? value : undefined);
  for (const { number, cells } of table.rows) {
    const name = cells.name ?? '';
    const kind = cells.kind ? kindOf(cells.kind) : 'other';
    const written = cells.identifiers ?? '';
    const identifiers = identifiersOf(listOfText(written.slice(0, longestList)));
    const own: Fault[] = [];
    const fault = (what: string, column: ColumnName, values: Fault['values'] = {}) => own.push({ kind: what, row: number, column, values });
    if (name === '') fault('noName', 'name');
    if (name.length > 200) fault('tooLong', 'name', { most: 200 });
    if (!kind) fault('noKind', 'kind', { value: cells.kind ?? '' });
    if (written.length > longestList || identifiers.length > mostIdentifiers || identifiers.some((one) => one.length > 100))
      fault('manyIdentifiers', 'identifiers', { most: mostIdentifiers });
    if ((cells.reason ?? '').length > 500) fault('tooLong', 'reason', { most: 500 });
    const validUntil = cells.validUntil ? readDay(cells.validUntil) : null;
    if (validUntil === undefined) fault('noDay', 'validUntil', { value: cells.validUntil ?? '' });
    const row: ReadRow = {
      ...{ number, name, kind: said('kind', kind), identifiers: said('identifiers', identifiers) },
      ...{ reason: said('reason', cells.reason || null), validUntil: said('validUntil', validUntil) },
    };
    const key = `${row.kind ?? ''} ${folded(name)}`;
    const first = repeatedBy(row, seen.get(key));
    if (name !== '' && first) fault('repeated', 'name', { first: first.number });
    addTo(seen, key, row);
    faults.push(...own);
    if (own.length > 0) unread.add(folded(name));
    else rows.push(row);
  }
  return { rows, faults, unread };
}

/** Kinds by their value and by what every language calls them. */
function kindReader(context: WordedContext): (text: string) => WatchKind | undefined {
  const known = new Map<string, WatchKind>();
  for (const kind of kinds) {
    for (const text of [kind, ...languages.map((language) => context.services.documents.text(language, `screening.kind.${kind}`) ?? kind)])
      known.set(folded(text), kind);
  }
  return (text) => known.get(folded(text));
}

async function write(db: Database, listId: string, { added, changed, removed }: Plan, author: string): Promise<void> {
  for (let at = 0; at < added.length; at += atOnce) {
    const rows = added.slice(at, at + atOnce).map((values) => ({ ...entryValues(values), list_id: Number(listId), updated_by: author }));
    await db.insertInto('watch_entry').values(rows).execute();
  }
  for (const { id, values } of changed) {
    await db
      .updateTable('watch_entry')
      .set({ ...entryValues(values), version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: author })
      .where('id', '=', id)
      .execute();
  }
  const gone = removed.map(({ id }) => Number(id));
  if (gone.length > 0) await db.deleteFrom('watch_entry').where(sql<boolean>`id = any(${gone})`).execute();
}

/** The faults in the language of the caller: where, what is wrong, what to do. */
function said(context: WordedContext, faults: readonly Fault[]) {
  const word = wordOf(context);
  const shown = faults.slice(0, shownFaults).map(({ kind, row, column, values = {} }, index) => ({
    key: String(index + 1),
    row,
    column: column === undefined ? '' : word(`entry.${column}`),
    message: word(`import.${kind}`, { ...values, most: values.most ?? mostEntries }),
    advice: word(`import.${kind}Advice`, { ...values, most: values.most ?? mostEntries }),
  }));
  return { faults: shown, faultCount: faults.length };
}

/** The entries of a list as a workbook the import reads. @throws ApiError NOT_FOUND */
export async function exportEntries(context: WordedContext, listId: string): Promise<FileAnswer> {
  const { db, services } = context;
  const list = await requireList(db, listId);
  const word = wordOf(context);
  const entries = await allEntries(db, services.settings.timeZone, Number(listId));
  const rows = entries.map(({ name, kind, identifiers, reason, validUntil }): Cell[] => {
    return [name, word(`kind.${kind}`), listText(identifiers, '; ') || null, reason, validUntil === null ? null : { time: validUntil }];
  });
  return entrySheet(context, speaker(context)(list.name), rows);
}

/** The workbook of a list without rows. */
export function entryForm(context: WordedContext): FileAnswer {
  return entrySheet(context, wordOf(context)('entryForm'), []);
}

function entrySheet(context: WordedContext, name: string, rows: readonly Cell[][]): FileAnswer {
  const word = wordOf(context);
  const heads = columns.map((column) => ({
    title: word(`entry.${column}`),
    width: column === 'kind' || column === 'validUntil' ? 16 : 36,
  }));
  return workbook(name, [{ name, columns: heads, rows }]);
}
