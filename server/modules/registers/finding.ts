import { type RawBuilder, sql } from 'kysely';
import { liveFields } from '../../../src/core/register/computed.ts';
import type { RegisterField } from '../../../src/core/register/document.ts';
import { noValue } from '../../../src/core/register/reading.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { inOrderOf, onPage } from '../../database/paging.ts';
import { dayIn } from '../../days.ts';
import { wrong } from '../../errors.ts';
import { readerOf } from '../../reader.ts';
import { holds } from '../search.ts';
import { largestNumber, numberIn } from './numbers.ts';
import { unnested } from './pointing.ts';
import { codeOf, fieldOf, type Register } from './registers.ts';
import { answers, type RecordAnswer } from './rows.ts';
import { isOpen, seenIn } from './sight.ts';
import type { RecordRow } from './tables.ts';

/** What records are looked for by: the words the list knows itself, and values of fields by their names. */
export interface RecordFilter {
  keyword: string;
  /** One, or several of which a record has one; none: whichever. */
  state: string | readonly string[];
  overdue?: boolean | undefined;
  fields: Readonly<Record<string, unknown>>;
}

/** Of the records the user sees those that fit. @throws ApiError PARAMETER_ERROR at a filter the register has no field for */
export function fitting(register: Register, { keyword, state, overdue, fields }: RecordFilter, timeZone: string): RawBuilder<boolean> {
  const { document } = register;
  const parts = [seenIn(register)];
  if (state.length > 0) parts.push(sql`state = any(${typeof state === 'string' ? [state] : state})`);
  if (keyword !== '') {
    const texts = document.fields.filter(({ type }) => type === 'text').map(({ name }) => holds(sql`data ->> ${name}`, keyword));
    const number = /(\d+)$/.exec(keyword)?.[1];
    const coded =
      number !== undefined && Number(number) <= largestNumber && codeOf(register, Number(number)).endsWith(keyword.toUpperCase())
        ? [sql`number = ${Number(number)}`]
        : [];
    parts.push(sql`(${sql.join([...texts, ...coded, sql`false`], sql` or `)})`);
  }
  if (overdue && document.due !== undefined) {
    parts.push(sql`${isOpen(register)} and data ->> ${document.due} < ${dayIn(timeZone)}`);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    const field = fieldOf(register, name);
    if (!field || liveFields(document).has(field.name)) throw wrong(name, 'The register has no such field that is kept');
    parts.push(fieldFits(field, value));
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function fieldFits(field: RegisterField, value: unknown): RawBuilder<boolean> {
  const [given, isRange] = [[value].flat(), field.type === 'date' && Array.isArray(value)];
  if (!given.includes(noValue)) return hasValue(field, value);
  const rest = given.filter((one) => one !== noValue);
  return rest.length === 0 || isRange ? isEmptyIn(field) : sql<boolean>`(${isEmptyIn(field)} or ${hasValue(field, rest)})`;
}

/** Without a value, as far as there still is what it names: an account may be deleted under its records, departments and records are not. */
function isEmptyIn({ name, type, multiple }: RegisterField): RawBuilder<boolean> {
  if (type !== 'user') return sql<boolean>`data ->> ${name} is null`;
  // The accounts are looked up once for the statement, as a hashed list.
  const accounts = sql`select id::text from app_user`;
  if (!multiple) return sql<boolean>`(data ->> ${name} is null or data ->> ${name} not in (${accounts}))`;
  return sql<boolean>`(data ->> ${name} is null or not exists (select 1 from ${unnested(name)} as named (id) where named.id in (${accounts})))`;
}

function hasValue({ name, type, multiple }: RegisterField, value: unknown): RawBuilder<boolean> {
  const own = sql`data ->> ${name}`;
  if (multiple) return sql<boolean>`data -> ${name} ?| ${(Array.isArray(value) ? value : [value]).map(String)}::text[]`;
  if (type === 'date' && Array.isArray(value)) {
    const [from, to] = value.map(String);
    return sql<boolean>`${own} between ${from ?? ''} and ${to ?? '9999'}`;
  }
  if (Array.isArray(value)) return sql<boolean>`${own} = any(${value.map(String)})`;
  return type === 'text' ? holds(own, String(value)) : sql<boolean>`${own} = ${String(value)}`;
}

/**
 * How records are ordered: by a property of theirs, or by a field as its type compares, those without it last. Newest first unless said. What every record
 * has is ordered without a word about none, or its index would not serve.
 */
function orderOf(register: Register, sort: string, order: 'asc' | 'desc'): RawBuilder<unknown> {
  const direction = sql.raw(order);
  const field = fieldOf(register, sort);
  // What is found when records are read is found of those that are shown alone.
  if (field && (field.multiple || liveFields(register.document).has(field.name)))
    throw wrong('sort', 'Records are not ordered by this field');
  if (field) {
    const isNumber = field.type === 'integer' || field.type === 'decimal';
    return sql`${isNumber ? numberIn(field.name) : sql`data ->> ${field.name}`} ${direction} nulls last`;
  }
  switch (sort) {
    case '':
    case 'code':
      return sql`number ${direction}`;
    case 'state':
      return sql`state ${direction}`;
    case 'updateTime':
      return sql`coalesce(updated_at, created_at) ${direction}`;
    default:
      throw wrong('sort', 'The register has no such field');
  }
}

/** The records of these ids, which were found for their reader before, in the order of the ids. */
export async function recordsOf(db: Database, ids: readonly number[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('register_row')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return inOrderOf(ids, rows);
}

export interface RecordPage {
  content: RecordAnswer[];
  total: number;
  current: number;
  size: number;
}

/** A page of the records that fit. @throws ApiError PARAMETER_ERROR at a filter the register has no field for */
export async function pageOfRecords(
  context: WordedContext,
  register: Register,
  { current, size, sort, order, ...filter }: RecordFilter & { current: number; size: number; sort: string; order: 'asc' | 'desc' },
): Promise<RecordPage> {
  const { db } = context;
  const fits = fitting(register, filter, readerOf(context).timeZone);
  const count = async () => {
    const counted = db
      .selectFrom('register_row')
      .where(fits)
      .select((row) => row.fn.countAll<number>().as('total'));
    return (await counted.executeTakeFirstOrThrow()).total;
  };
  // What fits a keyword is found by reading every record, once; otherwise the count and the page each have their index.
  const isRead = filter.keyword !== '';
  const found = db
    .selectFrom('register_row')
    .select(['id', sql<number | null>`${isRead ? sql`count(*) over ()` : sql`null::int8`}`.as('total')])
    .where(fits)
    .orderBy(orderOf(register, sort, order))
    .orderBy('id', 'desc')
    .$call(onPage(current, size));
  const [places, counted] = await Promise.all([found.execute(), isRead ? undefined : count()]);
  const total = counted ?? places[0]?.total ?? (current === 1 ? 0 : await count());
  // Only the records of the page are read whole, not those before it.
  const rows = await recordsOf(
    db,
    places.map(({ id }) => id),
  );
  return { content: await answers(context, register, rows), total, current, size };
}
