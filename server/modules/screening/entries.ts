import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, change, changeWithin, createWithin, type Kind, signature, touched } from '../changes.ts';
import { dayOf } from '../risk/parameters.ts';
import { containing, worded } from '../search.ts';
import { requireList } from './lists.ts';
import type { WatchKind } from './tables.ts';

/** An entry of a watch list as the API shows it. */
export interface EntryAnswer {
  id: string;
  name: string;
  kind: WatchKind;
  identifiers: string[];
  reason: string | null;
  validUntil: string | null;
  expired: boolean;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

/** Most entries of a list: they are held in memory. */
export const mostEntries = 20_000;
/** As the contract of `screening.saveEntry` has it. */
export const mostIdentifiers = 40;

function selectEntries(db: Database, timeZone: string) {
  return db
    .selectFrom('watch_entry')
    .select([
      'id',
      'list_id',
      'name',
      'kind',
      'identifiers',
      'reason',
      'version',
      'created_at',
      'updated_at',
      'updated_by',
      sql<string | null>`to_char(valid_until, 'YYYY-MM-DD')`.as('validUntil'),
      isExpired(timeZone).as('expired'),
    ]);
}

/** Its last day is over, by the calendar of the time zone. */
function isExpired(timeZone: string) {
  return sql<boolean>`coalesce(valid_until < (now() at time zone ${timeZone})::date, false)`;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

function toEntry({ list_id: _list, created_at, updated_at, updated_by, ...row }: Row): EntryAnswer {
  return {
    ...row,
    id: String(row.id),
    createTime: created_at.toISOString(),
    updateTime: updated_at?.toISOString() ?? null,
    updateBy: updated_by,
  };
}

export interface EntryFilter {
  listId: string;
  keyword: string;
  kind: string;
  expired: string;
  pageNo: number;
  pageSize: number;
}

/** A page of the entries of a list, the newest first. @throws ApiError NOT_FOUND */
export async function pageOfEntries(
  db: Database,
  timeZone: string,
  { listId, keyword, kind, expired, pageNo, pageSize }: EntryFilter,
): Promise<{ content: EntryAnswer[]; total: number; current: number; size: number }> {
  await requireList(db, listId);
  const pattern = containing(keyword);
  const fits = sql<boolean>`list_id = ${Number(listId)} and (${kind} = '' or kind = ${kind})
    and (${expired} = '' or ${isExpired(timeZone)} = (${expired} = '1'))
    and (${keyword} = '' or name ilike ${pattern} or ${worded('identifiers', pattern)} or reason ilike ${pattern})`;
  const { total } = await db
    .selectFrom('watch_entry')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectEntries(db, timeZone).where(fits).orderBy('id', 'desc').$call(onPage(pageNo, pageSize)).execute();
  return { content: rows.map(toEntry), total, current: pageNo, size: pageSize };
}

/** Every entry of a list, in the order they were added. */
export async function allEntries(db: Database, timeZone: string, listId: number): Promise<EntryAnswer[]> {
  return (await selectEntries(db, timeZone).where('list_id', '=', listId).orderBy('id').execute()).map(toEntry);
}

export interface GivenEntry {
  listId: string;
  id?: string | undefined;
  version?: number | undefined;
  name: string;
  kind: WatchKind;
  identifiers: readonly string[];
  reason?: string | null | undefined;
  validUntil?: string | null | undefined;
}

function kindIn(timeZone: string): Kind<EntryAnswer> {
  const find = async (db: Database, id: string) => {
    const row = await selectEntries(db, timeZone).where('id', '=', Number(id)).executeTakeFirst();
    return row && toEntry(row);
  };
  return { name: 'watch_entry', find, unique: {} };
}

/** Adds an entry to a list, or changes the one of `id`. It counts for the next record. @throws ApiError NOT_FOUND, CONFLICT, WATCH_LIST_FULL, PARAMETER_ERROR */
export async function saveEntry(context: Context, { listId, id, version, ...given }: GivenEntry): Promise<EntryAnswer> {
  const author = authorOf(context);
  const kind = kindIn(context.services.settings.timeZone);
  const values = entryValues(given);
  if (id === undefined) {
    return await context.db.transaction().execute(async (db) => {
      await touchList(db, listId);
      const made = await createWithin(db, kind, author, async () => {
        const row = { ...values, list_id: Number(listId), updated_by: signature(author.user) };
        return String((await db.insertInto('watch_entry').values(row).returning('id').executeTakeFirstOrThrow()).id);
      });
      await requireRoom(db, listId);
      return made;
    });
  }
  if (version === undefined) throw wrong('version', 'is missing');
  return await change(context.db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(db) {
      await touchList(db, listId);
      const changed = await db
        .updateTable('watch_entry')
        .set({ ...values, ...touched(author.user) })
        .where('id', '=', Number(id))
        .where('list_id', '=', Number(listId))
        .where('version', '=', version)
        .executeTakeFirst();
      return changed.numUpdatedRows === 1n;
    },
  });
}

/** Identifiers as they are kept: without spaces around them, each once, in the order they were given. */
export function identifiersOf(given: readonly string[]): string[] {
  return [...new Set(given.map((one) => one.trim()).filter((one) => one !== ''))];
}

/** The columns of what was given. @throws ApiError PARAMETER_ERROR for a day that is none */
export function entryValues({ name, kind, identifiers, reason, validUntil }: Omit<GivenEntry, 'listId' | 'id' | 'version'>) {
  const last = textOrNull(validUntil);
  const day = last === null ? null : dayOf(last, 'validUntil');
  return { name: name.trim(), kind, identifiers: JSON.stringify(identifiersOf(identifiers)), reason: textOrNull(reason), valid_until: day };
}

/** Keeps others from changing a list and its entries until the transaction ends. @throws ApiError NOT_FOUND */
export async function holdList(db: Database, listId: string): Promise<{ version: number; revision: number }> {
  const held = db.selectFrom('watch_list').select(['version', 'revision']).where('id', '=', Number(listId)).forNoKeyUpdate();
  const list = await held.executeTakeFirst();
  if (!list) throw new ApiError('NOT_FOUND');
  return list;
}

/** Says that the entries of a list change, and holds it. @throws ApiError NOT_FOUND */
export async function touchList(db: Database, listId: string): Promise<void> {
  const changed = await db
    .updateTable('watch_list')
    .set({ revision: sql<number>`revision + 1` })
    .where('id', '=', Number(listId))
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND');
}

/** @throws ApiError WATCH_LIST_FULL */
export async function requireRoom(db: Database, listId: string): Promise<void> {
  const { count } = await db
    .selectFrom('watch_entry')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('list_id', '=', Number(listId))
    .executeTakeFirstOrThrow();
  if (count > mostEntries) throw new ApiError('WATCH_LIST_FULL');
}

/** Deletes entries of a list, all of them or none. @throws ApiError NOT_FOUND */
export async function removeEntries(context: Context, listId: string, ids: readonly string[]): Promise<number> {
  const author = authorOf(context);
  const kind = kindIn(context.services.settings.timeZone);
  return await context.db.transaction().execute(async (db) => {
    await touchList(db, listId);
    for (const id of ids) {
      await changeWithin(db, kind, author, {
        id,
        verb: 'delete',
        async work() {
          const gone = await db
            .deleteFrom('watch_entry')
            .where('id', '=', Number(id))
            .where('list_id', '=', Number(listId))
            .executeTakeFirst();
          if (gone.numDeletedRows === 0n) throw new ApiError('NOT_FOUND');
          return true;
        },
      });
    }
    return ids.length;
  });
}
