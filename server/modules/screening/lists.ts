import { sql } from 'kysely';
import { listsOf } from '../../../src/core/rule-set/index.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { type LabelValue, textOrNull } from '../../database/values.ts';
import { ApiError, inUse, wrong } from '../../errors.ts';
import { authorOf, change, create, type Kind, signature, touched } from '../changes.ts';
import { watchedCounts } from '../registers/watched.ts';
import type {} from '../rule-sets/tables.ts';
import { containing, worded } from '../search.ts';
import type {} from './tables.ts';

/** A watch list as the API shows it. */
export interface ListAnswer {
  id: string;
  code: string;
  name: LabelValue;
  remark: string | null;
  status: '0' | '1';
  entries: number;
  /** What registers add to it, and how many of their records count today. */
  registers?: { title: LabelValue; entries: number }[];
  usedBy: string[];
  version: number;
  /** Grows with every change of its entries. */
  revision: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

const kind: Kind<ListAnswer> = { name: 'watch_list', find: findList, unique: { watch_list_code_key: 'code' } };

function selectLists(db: Database) {
  return db
    .selectFrom('watch_list')
    .select([
      'id',
      'code',
      'name',
      'remark',
      'status',
      'version',
      'revision',
      'created_at',
      'updated_at',
      'updated_by',
      sql<number>`(select count(*) from watch_entry where list_id = watch_list.id)`.as('entries'),
    ]);
}

/** Codes of the sets whose live version or draft looks into a list, by the code of the list. */
async function usesOfLists(db: Database): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('rule_set_version as one')
    .innerJoin('rule_set', 'rule_set.id', 'one.rule_set_id')
    .select(['rule_set.code', 'one.definition'])
    .where((is) => is.or([is('one.published_at', 'is', null), is('one.id', '=', is.ref('rule_set.live_id'))]))
    .orderBy('rule_set.code')
    .execute();
  const uses = new Map<string, Set<string>>();
  for (const { code, definition } of rows) {
    for (const list of listsOf(definition)) uses.set(list, (uses.get(list) ?? new Set()).add(code));
  }
  return new Map([...uses].map(([list, codes]) => [list, [...codes]]));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectLists>['executeTakeFirstOrThrow']>>;

function toList({ created_at, updated_at, updated_by, ...row }: Row, uses: ReadonlyMap<string, string[]>): ListAnswer {
  return {
    ...row,
    id: String(row.id),
    usedBy: uses.get(row.code) ?? [],
    createTime: created_at.toISOString(),
    updateTime: updated_at?.toISOString() ?? null,
    updateBy: updated_by,
  };
}

/** A page of watch lists, by code. */
export async function pageOfLists(
  db: Database,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
): Promise<{ content: ListAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${keyword} = '' or code ilike ${pattern} or ${worded('name', pattern)} or remark ilike ${pattern})`;
  const { total } = await db
    .selectFrom('watch_list')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectLists(db).where(fits).orderBy('code').$call(onPage(pageNo, pageSize)).execute();
  const uses = await usesOfLists(db);
  return { content: rows.map((row) => toList(row, uses)), total, current: pageNo, size: pageSize };
}

async function findList(db: Database, id: string): Promise<ListAnswer | undefined> {
  const row = await selectLists(db).where('id', '=', Number(id)).executeTakeFirst();
  return row && toList(row, await usesOfLists(db));
}

/** The list with what registers add to it. */
export async function withRegisters(
  { db, services: { documents, settings } }: Pick<Context, 'db' | 'services'>,
  list: ListAnswer,
): Promise<ListAnswer> {
  return { ...list, registers: await watchedCounts(db, documents, list.code, settings.timeZone) };
}

/** @throws ApiError NOT_FOUND */
export async function requireList(db: Database, id: string): Promise<ListAnswer> {
  const list = await findList(db, id);
  if (!list) throw new ApiError('NOT_FOUND');
  return list;
}

export interface GivenList {
  id?: string | undefined;
  version?: number | undefined;
  code?: string | undefined;
  name: LabelValue;
  remark?: string | null | undefined;
  status: '0' | '1';
}

/** Makes a watch list, or changes the one of `id`; rules name it by its code, which stays. @throws ApiError NOT_FOUND, CONFLICT, DUPLICATE, PARAMETER_ERROR */
export async function saveList(context: Context, { id, version, code, name, remark, status }: GivenList): Promise<ListAnswer> {
  const author = authorOf(context);
  const values = { name: JSON.stringify(name), remark: textOrNull(remark), status };
  if (id === undefined) {
    if (code === undefined) throw wrong('code', 'is missing');
    return await create(context.db, kind, author, async (db) => {
      const row = { ...values, code, updated_by: signature(author.user) };
      return String((await db.insertInto('watch_list').values(row).returning('id').executeTakeFirstOrThrow()).id);
    });
  }
  if (version === undefined) throw wrong('version', 'is missing');
  return await change(context.db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(db) {
      const changed = await db
        .updateTable('watch_list')
        .set({ ...values, ...touched(author.user) })
        .where('id', '=', Number(id))
        .where('version', '=', version)
        .executeTakeFirst();
      return changed.numUpdatedRows === 1n;
    },
  });
}

/** Deletes a watch list no rule looks into. @throws ApiError NOT_FOUND, IN_USE */
export async function removeList(context: Context, id: string): Promise<void> {
  await change(context.db, kind, authorOf(context), {
    id,
    verb: 'delete',
    async work(db) {
      // What is published meanwhile and looks into it is seen, or waits and hears that it is gone.
      await db.selectFrom('watch_list').select('id').where('id', '=', Number(id)).forUpdate().execute();
      const { usedBy } = await requireList(db, id);
      const names = usedBy.join(', ');
      if (usedBy.length > 0) throw inUse('screening.listUsedBy', `Rules look into it: ${names}`, { names });
      await db.deleteFrom('watch_list').where('id', '=', Number(id)).execute();
      return true;
    },
  });
}
