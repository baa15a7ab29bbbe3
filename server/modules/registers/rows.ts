import { type RawBuilder, sql } from 'kysely';
import { localizedText } from '../../../src/core/index.ts';
import { liveFields } from '../../../src/core/register/computed.ts';
import { isRemovable, openFields, type RegisterField } from '../../../src/core/register/document.ts';
import type { Language } from '../../../src/core/types.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { type LabelValue, labelOf, personName } from '../../database/values.ts';
import { dayIn } from '../../days.ts';
import { ApiError, wrong } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { holds } from '../search.ts';
import { namesOfAccounts } from '../users/names.ts';
import { figured } from './figures.ts';
import { largestNumber, numberIn } from './numbers.ts';
import { idsIn } from './pointing.ts';
import { codeOf, fieldOf, has, movesFrom, type Register, stateOf, wordingOf } from './registers.ts';
import { everyRecord, isOpen, seenIn, seenRows, seenThrough } from './sight.ts';
import type { RecordRow, RecordValues } from './tables.ts';
import { evaluate } from './values.ts';

/** One of several that are chosen. */
export interface ChosenValue {
  value: string;
  label: LabelValue;
  /** A record the reader does not see: the label says no more. */
  unseen?: true;
}

/** A record as the API shows it. */
export interface RecordAnswer {
  id: string;
  code: string;
  version: number;
  state: string;
  values: RecordValues;
  /** What is chosen in fields that point elsewhere, by the name of the field. */
  names: Record<string, LabelValue>;
  /** Each of them in fields that take several; only where the register has such fields. */
  chosen?: Record<string, ChosenValue[]>;
  /** Fields that point at a record the reader does not see; only where there are some. */
  unseen?: string[];
  /** Moves whoever asks may make now. */
  moves: string[];
  editable: boolean;
  removable: boolean;
  overdue: boolean;
  /** In the language of the reader. */
  warnings: string[];
  createTime: string;
  createBy: string | null;
  /** In the language of the reader; the account where nobody has it any more. */
  createByName: string | null;
  updateTime: string | null;
  updateBy: string | null;
}

/** A record of the register that the user sees. @throws ApiError NOT_FOUND, the same where there is one they do not see */
export async function requireRow(db: Database, register: Register, id: string | number): Promise<RecordRow> {
  const row = await seenRows(db, register).where('id', '=', Number(id)).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

/** A record as it is after its change, also where who changed it does not see it any more: they know what they wrote. */
export async function changedRow(db: Database, register: Pick<Register, 'id'>, id: string | number): Promise<RecordRow> {
  return await everyRecord(db, register.id).where('id', '=', Number(id)).executeTakeFirstOrThrow();
}

/** Records for their reader: with names of what they refer to, what may be done, and what is not as it should be. */
export async function answers(context: WordedContext, register: Register, rows: readonly RecordRow[]): Promise<RecordAnswer[]> {
  const { document } = register;
  const { names, chosen, unseen, records } = await referred(context, register, rows);
  const isSeveral = document.fields.some(({ multiple }) => multiple);
  const word = wordsOf(context);
  const today = dayIn(readerOf(context).timeZone);
  const valuesOf = await figured(context.db, register, rows);
  const nameOf = await namesOfAccounts(
    context,
    rows.map((row) => row.created_by),
  );
  return rows.map((row) => {
    const isFinal = stateOf(register, row.state)?.final === true;
    const due = document.due === undefined ? undefined : row.data[document.due];
    const values = valuesOf(row);
    const facts = { values, state: row.state, records: records(row) };
    const hidden = unseen(row);
    return {
      id: String(row.id),
      code: codeOf(register, row.number),
      version: row.version,
      state: row.state,
      values,
      names: names(row),
      ...(isSeveral && { chosen: chosen(row) }),
      ...(hidden.length > 0 && { unseen: hidden }),
      moves: movesFrom(register, row).map(({ name }) => name),
      editable: openFields(document, row.state).length > 0 && has(register, 'edit'),
      removable: isRemovable(document, row.state) && has(register, 'remove'),
      overdue: !isFinal && typeof due === 'string' && due < today,
      warnings: (document.warnings ?? []).filter(({ when }) => evaluate(when, facts, today) === true).map(({ text }) => word(text)),
      createTime: row.created_at.toISOString(),
      createBy: row.created_by,
      createByName: nameOf(row.created_by),
      updateTime: row.updated_at?.toISOString() ?? null,
      updateBy: row.updated_by,
    };
  });
}

/** A record for its reader. */
export async function answerOf(context: WordedContext, register: Register, row: RecordRow): Promise<RecordAnswer> {
  const [answer] = await answers(context, register, [row]);
  if (!answer) throw new Error('The record cannot be read');
  return answer;
}

/**
 * What records point at, with the values of records and the `state` they are in: one statement a kind. What the user does not see is called so; its
 * values are for what the document says of the record that points there, which is the same for everybody.
 */
export async function referred({ db, services }: WordedContext, register: Register, rows: readonly Pick<RecordRow, 'data'>[]) {
  const pointing = register.document.fields.filter(({ type }) => type === 'user' || type === 'department' || type === 'record');
  const found = new Map<string, { name: LabelValue; values?: RecordValues; unseen?: true }>();
  const keyOf = (field: RegisterField, value: unknown) => `${field.type}:${field.register ?? ''}:${String(value)}`;
  const idsOf = (fields: readonly RegisterField[]) => [
    ...new Set(fields.flatMap(({ name }) => rows.flatMap(({ data }) => idsIn(data[name]).map(Number)))),
  ];
  const users = idsOf(pointing.filter(({ type }) => type === 'user'));
  if (users.length > 0) {
    for (const { id, ...user } of await db
      .selectFrom('app_user')
      .select(['id', 'name', 'name_en as nameEn'])
      .where('id', 'in', users)
      .execute())
      found.set(`user::${id}`, { name: personName(user) });
  }
  const departments = idsOf(pointing.filter(({ type }) => type === 'department'));
  if (departments.length > 0) {
    for (const { id, name } of await db.selectFrom('department').select(['id', 'name']).where('id', 'in', departments).execute())
      found.set(`department::${id}`, { name });
  }
  for (const field of pointing.filter(({ type }) => type === 'record')) {
    const document = services.documents.get('register', field.register ?? '');
    const ids = idsOf([field]);
    if (!document || ids.length === 0) continue;
    const target = { id: field.register ?? '', document, user: register.user };
    const targets = await everyRecord(db, target.id).select(seenThrough(target).as('isSeen')).where('id', 'in', ids).execute();
    const valuesOf = await figured(db, { document }, targets);
    for (const row of targets) {
      const values = { ...valuesOf(row), state: row.state };
      const name = `${codeOf({ document }, row.number)} ${String(row.data[document.display] ?? '')}`.trim();
      const hidden = { name: wordingOf(services.documents, 'register.unseen'), values, unseen: true as const };
      found.set(keyOf(field, row.id), row.isSeen ? { name, values } : hidden);
    }
  }
  const targetsOf = (row: Pick<RecordRow, 'data'>, field: RegisterField) =>
    idsIn(row.data[field.name]).flatMap((id) => {
      const target = found.get(keyOf(field, id));
      return target ? [{ value: id, ...target }] : [];
    });
  const one = pointing.filter(({ multiple }) => !multiple);
  return {
    /** Of several in one text. */
    names: (row: Pick<RecordRow, 'data'>): Record<string, LabelValue> =>
      Object.fromEntries(
        pointing.flatMap((field) => {
          const names = targetsOf(row, field).map(({ name }) => name);
          return names.length === 0 ? [] : [[field.name, names.length === 1 ? (names[0] as LabelValue) : listed(names)] as const];
        }),
      ),
    /** Each of several, by the names of the fields that take some. */
    chosen: (row: Pick<RecordRow, 'data'>): Record<string, ChosenValue[]> =>
      Object.fromEntries(
        pointing
          .filter(({ multiple }) => multiple)
          .map((field) => [
            field.name,
            targetsOf(row, field).map(({ value, name, unseen }) => ({ value, label: name, ...(unseen && { unseen }) })),
          ]),
      ),
    /** The fields that point at a record the user does not see. */
    unseen: (row: Pick<RecordRow, 'data'>): string[] =>
      pointing.filter((field) => targetsOf(row, field).some(({ unseen }) => unseen)).map(({ name }) => name),
    records: (row: RecordRow): Record<string, RecordValues> =>
      Object.fromEntries(one.flatMap((field) => targetsOf(row, field).flatMap(({ values }) => (values ? [[field.name, values]] : [])))),
  };
}

/** Several names as one text in every language. */
function listed(names: readonly LabelValue[]): LabelValue {
  const said = (language: Language) => names.map((name) => localizedText(name, language)).join(language === 'en' ? ', ' : '、');
  return labelOf({ 'zh-Hans': said('zh-Hans'), 'zh-Hant': said('zh-Hant'), en: said('en') });
}

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
    if (!field || liveFields(document).has(name)) throw wrong(name, 'The register has no such field that is kept');
    parts.push(fieldFits(field, value));
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function fieldFits({ name, type, multiple }: RegisterField, value: unknown): RawBuilder<boolean> {
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
  if (field && (field.multiple || liveFields(register.document).has(sort))) throw wrong('sort', 'Records are not ordered by this field');
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
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
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
