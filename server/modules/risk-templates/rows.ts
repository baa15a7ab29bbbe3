import type { Context, WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { unlessUnchanged } from '../unchanged.ts';
import { changingDraft } from './changing.ts';
import { businessesOf, type Criterion, criteriaOf, criterionKey, domainKey, mostCriteria, mostDomains } from './content.ts';
import { lastOfGroup, placeRow } from './order.ts';
import { requireRule } from './text-rules.ts';
import { cleanText, type GivenText, isBlank } from './texts.ts';
import type { Version } from './versions.ts';

export type RowKind = 'criterion' | 'business' | 'domain';

interface Given {
  id?: string | undefined;
  /** The one its author saw; needed with `id`. */
  version?: number | undefined;
}
export interface GivenCriterion extends Given {
  dimension: GivenText;
  cause: GivenText;
  subCause: GivenText;
  explanation?: GivenText | null | undefined;
  level1?: GivenText | null | undefined;
  level2?: GivenText | null | undefined;
  level3?: GivenText | null | undefined;
}
export interface GivenBusiness extends Given {
  name: GivenText;
}
export interface GivenDomain extends Given {
  businessId: string;
  firstKind: GivenText;
  name: GivenText;
}

/** How rows of a kind are read and written. */
interface Writing<Found extends Row> {
  kind: RowKind;
  read: (db: Database, draft: Version) => Promise<readonly Found[]>;
  /** Whether a row says the same as the one that is saved; `field` is then wrong. */
  isSame: (row: Found) => boolean;
  field: string;
  most: number;
  /** What there are at most so many of. */
  what: string;
  add: (db: Database, draft: Version, rows: readonly Found[]) => Promise<{ id: number }>;
  change: (db: Database, next: { id: number; version: number }, before: Found, rows: readonly Found[]) => Promise<unknown>;
}

/** Adds a row to a draft, or changes the one of `id`. */
async function saveRow<Found extends Row>(context: Context, seriesId: number, given: Given, writing: Writing<Found>): Promise<Found> {
  const { kind, read, isSame, field, most, what, add, change } = writing;
  return await changingDraft(context, seriesId, `${kind}_${given.id === undefined ? 'create' : 'update'}`, async (db, draft) => {
    const rows = await read(db, draft);
    const before = beforeOf(rows, given);
    if (rows.some((row) => row.id !== before?.id && isSame(row))) throw duplicate(field);
    if (!before && rows.length >= most) throw tooMany(most, what);
    const rowOf = async (id: number) => {
      const row = (await read(db, draft)).find((one) => one.id === String(id));
      if (!row) throw new Error(`The row ${id} cannot be read`);
      return row;
    };
    if (!before) {
      const after = await rowOf((await add(db, draft, rows)).id);
      return { result: after, detail: { after } };
    }
    const id = Number(before.id);
    const { isChanged, state: after } = await unlessUnchanged(db, {
      before,
      work: () => change(db, { id, version: before.version + 1 }, before, rows),
      read: () => rowOf(id),
    });
    return { result: after, detail: isChanged ? { before, after } : undefined };
  });
}

/**
 * Adds a criterion after its equals, or changes the one of `id`.
 * @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT with the current row as `data`, DUPLICATE, TOO_MANY_ROWS, PARAMETER_ERROR
 */
export async function saveCriterion(context: WordedContext, seriesId: number, given: GivenCriterion): Promise<Criterion> {
  const { dimension, cause, subCause, explanation, level1, level2, level3 } = given;
  requireRule(context, 'visible-text', { dimension, cause, subCause, explanation, level1, level2, level3 });
  const values = {
    dimension: required('dimension', dimension),
    cause: required('cause', cause),
    subCause: required('subCause', subCause),
    explanation: cleanText(explanation),
    levels: [level1, level2, level3].map(cleanText),
  };
  const columns = {
    dimension: JSON.stringify(values.dimension),
    cause: JSON.stringify(values.cause),
    sub_cause: JSON.stringify(values.subCause),
    explanation: JSON.stringify(values.explanation),
    levels: JSON.stringify(values.levels),
  };
  return await saveRow(context, seriesId, given, {
    ...{ kind: 'criterion', field: 'subCause', most: mostCriteria, what: 'criteria' },
    read: (db, draft) => criteriaOf(db, draft.id),
    isSame: (row) => criterionKey(row) === criterionKey(values),
    async add(db, draft, rows) {
      const added = { ...columns, template_id: draft.id, sort: rows.length + 1 };
      const row = await db.insertInto('risk_criteria').values(added).returning('id').executeTakeFirstOrThrow();
      await placeRow(db, 'criterion', draft.id, row.id, lastOfGroup(rows, values), 'after');
      return row;
    },
    change: (db, { id, version }) =>
      db
        .updateTable('risk_criteria')
        .set({ ...columns, version })
        .where('id', '=', id)
        .execute(),
  });
}

/** @throws ApiError like `saveCriterion` */
export async function saveBusiness(context: WordedContext, seriesId: number, given: GivenBusiness): Promise<Omit<Row, 'children'>> {
  requireRule(context, 'visible-text', { name: given.name });
  const name = required('name', given.name);
  const columns = { name: JSON.stringify(name) };
  return await saveRow(context, seriesId, given, {
    ...{ kind: 'business', field: 'name', most: mostDomains, what: 'business domains' },
    read: async (db, draft) => (await businessesOf(db, draft.id)).map(({ children: _children, ...row }) => row),
    isSame: (row) => sameText(row.name, name),
    add: (db, draft, rows) =>
      db
        .insertInto('risk_business_domain')
        .values({ ...columns, template_id: draft.id, sort: rows.length + 1 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    change: (db, { id, version }) =>
      db
        .updateTable('risk_business_domain')
        .set({ ...columns, version })
        .where('id', '=', id)
        .execute(),
  });
}

/** Adds a column after those of its first kind, or changes the one of `id`. @throws ApiError like `saveCriterion` */
export async function saveDomain(context: WordedContext, seriesId: number, given: GivenDomain) {
  const { businessId } = given;
  requireRule(context, 'visible-text', { firstKind: given.firstKind, name: given.name });
  const values = { businessId, firstKind: required('firstKind', given.firstKind), name: required('name', given.name) };
  const columns = {
    business_domain_id: Number(businessId),
    first_kind: JSON.stringify(values.firstKind),
    name: JSON.stringify(values.name),
  };
  // In another business domain, or new: it stands with its first kind.
  const place = async (db: Database, id: number, siblings: readonly { id: string; firstKind: LabelValue }[]): Promise<void> =>
    await placeRow(db, 'domain', columns.business_domain_id, id, lastOfGroup(siblings, { firstKind: values.firstKind }), 'after');
  const inBusiness = <Found extends { businessId: string }>(rows: readonly Found[]): Found[] =>
    rows.filter((row) => row.businessId === businessId);
  return await saveRow(context, seriesId, given, {
    ...{ kind: 'domain', field: 'name', most: mostDomains, what: 'columns' },
    async read(db, draft) {
      const businesses = await businessesOf(db, draft.id);
      if (!businesses.some(({ id }) => id === businessId)) throw wrong('businessId', 'is no business domain of this template');
      return businesses.flatMap(({ children }) => children);
    },
    isSame: (row) => domainKey(row) === domainKey(values),
    async add(db, _draft, rows) {
      const siblings = inBusiness(rows);
      const added = { ...columns, sort: siblings.length + 1 };
      const row = await db.insertInto('risk_domain').values(added).returning('id').executeTakeFirstOrThrow();
      await place(db, row.id, siblings);
      return row;
    },
    async change(db, { id, version }, before, rows) {
      await db
        .updateTable('risk_domain')
        .set({ ...columns, version })
        .where('id', '=', id)
        .execute();
      if (before.businessId !== businessId) await place(db, id, inBusiness(rows));
    },
  });
}

interface Row {
  id: string;
  version: number;
}

function required(field: string, given: GivenText): LabelValue {
  const text = cleanText(given);
  if (isBlank(text)) throw wrong(field, 'is missing');
  return text;
}

function sameText(one: LabelValue, other: LabelValue): boolean {
  return domainKey({ businessId: '', firstKind: '', name: one }) === domainKey({ businessId: '', firstKind: '', name: other });
}

/** The row that is changed; nothing for a new one. @throws ApiError NOT_FOUND, CONFLICT, PARAMETER_ERROR */
function beforeOf<Found extends Row>(rows: readonly Found[], { id, version }: Given): Found | undefined {
  if (id === undefined) return undefined;
  const row = rows.find((one) => one.id === id);
  if (!row) throw new ApiError('NOT_FOUND');
  if (version === undefined) throw wrong('version', 'is missing');
  if (row.version !== version) throw new ApiError('CONFLICT', { data: row });
  return row;
}

export function duplicate(field: string): ApiError {
  return new ApiError('DUPLICATE', { details: [{ field, message: 'This exists already', key: 'error.DUPLICATE' }] });
}

function tooMany(most: number, what: string): ApiError {
  return new ApiError('TOO_MANY_ROWS', { msg: `A template has at most ${most} ${what}` });
}
