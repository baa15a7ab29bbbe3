import { type Selectable, sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { DictionaryEntryTable } from '../../database/schema.ts';
import type { DictionaryTone, LabelValue } from '../../database/values.ts';
import { stillHas } from '../changes.ts';
import { containing } from '../search.ts';

/** A dictionary entry on the wire (DICT-01). */
export interface EntryAnswer {
  id: string;
  dictType: string;
  dictLabel: LabelValue;
  dictValue: string;
  status: string;
  tone: DictionaryTone | null;
  sort: number;
  remark: string | null;
  version: number;
  createTime: string;
  updateTime: string;
  updateBy: string | null;
}

/** What may be set of an entry; what is left out stays as it is, or takes its default. */
export interface EntryValues {
  dictType: string;
  dictLabel: LabelValue;
  dictValue: string;
  status?: string | undefined;
  tone?: DictionaryTone | null | undefined;
  sort?: number | undefined;
  remark?: string | null | undefined;
}

export interface EntryFilter {
  types: readonly string[];
  keyword: string;
  status: string;
  sort: string;
  order: 'asc' | 'desc';
  current: number;
  size: number;
}

const sortColumns = {
  dictType: 'type',
  dictValue: 'value',
  status: 'status',
  sort: 'sort',
  createTime: 'created_at',
  updateTime: 'updated_at',
} as const;

/** Dictionaries with the number of their entries. */
export async function listTypes(db: Database): Promise<{ dictType: string; label: LabelValue; count: number }[]> {
  return await db
    .selectFrom('dictionary_type')
    .leftJoin('dictionary_entry', 'dictionary_entry.type', 'dictionary_type.type')
    .select(['dictionary_type.type as dictType', 'dictionary_type.label', sql<number>`count(dictionary_entry.id)`.as('count')])
    .groupBy('dictionary_type.type')
    .orderBy('dictionary_type.type')
    .execute();
}

/** Which of the types do not exist. */
export async function unknownTypes(db: Database, types: readonly string[]): Promise<string[]> {
  if (types.length === 0) return [];
  const known = await db.selectFrom('dictionary_type').select('type').where('type', 'in', types).execute();
  return types.filter((type) => !known.some((row) => row.type === type));
}

export async function listEntries(db: Database, filter: EntryFilter): Promise<{ content: EntryAnswer[]; total: number }> {
  let query = db.selectFrom('dictionary_entry');
  if (filter.types.length > 0) query = query.where('type', 'in', filter.types);
  if (filter.status !== '') query = query.where('status', '=', filter.status);
  if (filter.keyword !== '') {
    const pattern = containing(filter.keyword);
    query = query.where((row) =>
      row.or([
        row('value', 'ilike', pattern),
        row('type', 'ilike', pattern),
        sql<boolean>`exists (
          select 1 from jsonb_array_elements(case jsonb_typeof(label) when 'array' then label else '[]' end) entry where entry ->> 't' ilike ${pattern}
        )`,
        sql<boolean>`jsonb_typeof(label) = 'string' and label #>> '{}' ilike ${pattern}`,
      ]),
    );
  }
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, filter.sort) ? sortColumns[filter.sort as keyof typeof sortColumns] : undefined;
  let ordered = query.selectAll();
  if (column) ordered = ordered.orderBy(column, filter.order);
  if (column !== 'type') ordered = ordered.orderBy('type');
  if (column !== 'sort') ordered = ordered.orderBy('sort');
  const rows = await ordered.orderBy('id').$call(onPage(filter.current, filter.size)).execute();
  return { content: rows.map(toAnswer), total };
}

/** All entries of the types, in their order. */
export async function entriesOf(db: Database, types: readonly string[]): Promise<EntryAnswer[]> {
  const rows = await db
    .selectFrom('dictionary_entry')
    .selectAll()
    .where('type', 'in', types)
    .orderBy('type')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map(toAnswer);
}

/** The codes among these that are no enabled entry of a dictionary. */
export async function strangers(db: Database, type: string, codes: readonly string[]): Promise<string[]> {
  const known = await entriesOf(db, [type]);
  return codes.filter((code) => !known.some((entry) => entry.dictValue === code && entry.status === '0'));
}

export async function findEntry(db: Database, id: number): Promise<EntryAnswer | undefined> {
  const row = await db.selectFrom('dictionary_entry').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAnswer(row);
}

/** Adds the type if it is new. Tells whether it was. */
export async function ensureType(db: Database, type: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('dictionary_type')
    .values({ type, label: JSON.stringify(type) })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function insertEntry(db: Database, values: EntryValues, username: string): Promise<EntryAnswer> {
  const row = await db
    .insertInto('dictionary_entry')
    .values({
      type: values.dictType,
      value: values.dictValue,
      label: JSON.stringify(values.dictLabel),
      tone: values.tone ?? null,
      remark: values.remark ?? null,
      updated_by: username,
      ...(values.status !== undefined && { status: values.status }),
      ...(values.sort !== undefined && { sort: values.sort }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAnswer(row);
}

/** Changes the entry if it still has this version, where one is named. Nothing comes back when it has another or is gone. */
export async function updateEntry(
  db: Database,
  id: number,
  version: number | undefined,
  values: Partial<EntryValues>,
  username: string,
): Promise<EntryAnswer | undefined> {
  const row = await db
    .updateTable('dictionary_entry')
    .set({
      ...(values.dictType !== undefined && { type: values.dictType }),
      ...(values.dictValue !== undefined && { value: values.dictValue }),
      ...(values.dictLabel !== undefined && { label: JSON.stringify(values.dictLabel) }),
      ...(values.status !== undefined && { status: values.status }),
      ...(values.tone !== undefined && { tone: values.tone }),
      ...(values.sort !== undefined && { sort: values.sort }),
      ...(values.remark !== undefined && { remark: values.remark }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: username,
    })
    .where('id', '=', id)
    .where(stillHas(version))
    .returningAll()
    .executeTakeFirst();
  return row && toAnswer(row);
}

export async function deleteEntry(db: Database, id: number): Promise<EntryAnswer | undefined> {
  const row = await db.deleteFrom('dictionary_entry').where('id', '=', id).returningAll().executeTakeFirst();
  return row && toAnswer(row);
}

function toAnswer(row: Selectable<DictionaryEntryTable>): EntryAnswer {
  return {
    id: String(row.id),
    dictType: row.type,
    dictLabel: row.label,
    dictValue: row.value,
    status: row.status,
    tone: row.tone,
    sort: row.sort,
    remark: row.remark,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
    updateBy: row.updated_by,
  };
}
