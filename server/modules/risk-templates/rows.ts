import { sql } from 'kysely';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { signature } from '../changes.ts';
import { type Context, wrong } from '../risk/context.ts';
import { businessesOf, type Criterion, criteriaOf, criterionKey, domainKey, mostCriteria, mostDomains } from './content.ts';
import { lastOfGroup, placeRow } from './order.ts';
import { noteTemplate } from './series.ts';
import { cleanText, type GivenText, isBlank } from './texts.ts';
import { lockDraft, touchDraft, type Version } from './versions.ts';

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

/** A change of a draft: everybody else waits, the draft counts it, and the audit log names it. */
async function changingDraft<Result>(
  context: Context,
  seriesId: number,
  verb: string,
  work: (db: Database, draft: Version) => Promise<{ result: Result; detail: Record<string, unknown> }>,
): Promise<Result> {
  return await context.db.transaction().execute(async (transaction) => {
    const draft = await lockDraft(transaction, seriesId);
    const { result, detail } = await work(transaction, draft);
    await touchDraft(transaction, draft, signature(signedIn(context)));
    await noteTemplate(context, transaction, seriesId, verb, { number: draft.number, ...detail });
    return result;
  });
}

/**
 * Adds a criterion after its equals, or changes the one of `id`.
 * @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT with the current row as `data`, DUPLICATE, TOO_MANY_ROWS, PARAMETER_ERROR
 */
export async function saveCriterion(context: Context, seriesId: number, given: GivenCriterion): Promise<Criterion> {
  const values = {
    dimension: required('dimension', given.dimension),
    cause: required('cause', given.cause),
    subCause: required('subCause', given.subCause),
    explanation: cleanText(given.explanation),
    levels: [given.level1, given.level2, given.level3].map(cleanText),
  };
  const columns = {
    dimension: JSON.stringify(values.dimension),
    cause: JSON.stringify(values.cause),
    sub_cause: JSON.stringify(values.subCause),
    explanation: JSON.stringify(values.explanation),
    levels: JSON.stringify(values.levels),
  };
  return await changingDraft(context, seriesId, verbOf('criterion', given), async (db, draft) => {
    const rows = await criteriaOf(db, draft.id);
    const before = beforeOf(rows, given);
    if (rows.some((row) => row.id !== before?.id && criterionKey(row) === criterionKey(values))) throw duplicate('subCause');
    if (!before && rows.length >= mostCriteria) throw tooMany(mostCriteria, 'criteria');
    let id = Number(before?.id);
    if (before) {
      await db
        .updateTable('risk_criteria')
        .set({ ...columns, version: before.version + 1 })
        .where('id', '=', id)
        .execute();
    } else {
      const added = { ...columns, template_id: draft.id, sort: rows.length + 1 };
      id = (await db.insertInto('risk_criteria').values(added).returning('id').executeTakeFirstOrThrow()).id;
      await placeRow(db, 'criterion', draft.id, id, lastOfGroup(rows, values), 'after');
    }
    return await saved(id, before, await criteriaOf(db, draft.id));
  });
}

/** @throws ApiError like `saveCriterion` */
export async function saveBusiness(context: Context, seriesId: number, given: GivenBusiness): Promise<Omit<Row, 'children'>> {
  const name = required('name', given.name);
  return await changingDraft(context, seriesId, verbOf('business', given), async (db, draft) => {
    const rows = (await businessesOf(db, draft.id)).map(({ children: _children, ...row }) => row);
    const before = beforeOf(rows, given);
    if (rows.some((row) => row.id !== before?.id && sameText(row.name, name))) throw duplicate('name');
    if (!before && rows.length >= mostDomains) throw tooMany(mostDomains, 'business domains');
    const columns = { name: JSON.stringify(name) };
    let id = Number(before?.id);
    if (before) {
      await db
        .updateTable('risk_business_domain')
        .set({ ...columns, version: before.version + 1 })
        .where('id', '=', id)
        .execute();
    } else {
      const added = { ...columns, template_id: draft.id, sort: rows.length + 1 };
      id = (await db.insertInto('risk_business_domain').values(added).returning('id').executeTakeFirstOrThrow()).id;
    }
    return await saved(
      id,
      before,
      (await businessesOf(db, draft.id)).map(({ children: _children, ...row }) => row),
    );
  });
}

/** Adds a column after those of its first kind, or changes the one of `id`. @throws ApiError like `saveCriterion` */
export async function saveDomain(context: Context, seriesId: number, given: GivenDomain) {
  const values = {
    businessId: given.businessId,
    firstKind: required('firstKind', given.firstKind),
    name: required('name', given.name),
  };
  return await changingDraft(context, seriesId, verbOf('domain', given), async (db, draft) => {
    const businesses = await businessesOf(db, draft.id);
    const business = businesses.find((one) => one.id === given.businessId);
    if (!business) throw wrong('businessId', 'is no business domain of this template');
    const rows = businesses.flatMap(({ children }) => children);
    const before = beforeOf(rows, given);
    if (rows.some((row) => row.id !== before?.id && domainKey(row) === domainKey(values))) throw duplicate('name');
    if (!before && rows.length >= mostDomains) throw tooMany(mostDomains, 'columns');
    const columns = { first_kind: JSON.stringify(values.firstKind), name: JSON.stringify(values.name) };
    const parent = Number(business.id);
    let id = Number(before?.id);
    if (before) {
      await db
        .updateTable('risk_domain')
        .set({ ...columns, version: before.version + 1, business_domain_id: parent })
        .where('id', '=', id)
        .execute();
    } else {
      const added = { ...columns, business_domain_id: parent, sort: business.children.length + 1 };
      id = (await db.insertInto('risk_domain').values(added).returning('id').executeTakeFirstOrThrow()).id;
    }
    // In another business domain, or new: it stands with its first kind.
    if (before?.businessId !== given.businessId)
      await placeRow(db, 'domain', parent, id, lastOfGroup(business.children, { firstKind: values.firstKind }), 'after');
    return await saved(
      id,
      before,
      (await businessesOf(db, draft.id)).flatMap(({ children }) => children),
    );
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

function verbOf(kind: RowKind, { id }: Given): string {
  return `${kind}_${id === undefined ? 'create' : 'update'}`;
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

async function saved<Found extends Row>(id: number, before: Found | undefined, rows: readonly Found[]) {
  const result = rows.find((row) => row.id === String(id));
  if (!result) throw new Error(`The row ${id} cannot be read`);
  return { result, detail: before ? { before, after: result } : { after: result } };
}

function duplicate(field: string): ApiError {
  return new ApiError('DUPLICATE', { details: [{ field, message: 'This exists already', key: 'error.DUPLICATE' }] });
}

function tooMany(most: number, what: string): ApiError {
  return new ApiError('TOO_MANY_ROWS', { msg: `A template has at most ${most} ${what}` });
}

/** Deletes rows of a draft; a business domain goes with its columns. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED */
export async function removeRows(context: Context, seriesId: number, kind: RowKind, ids: readonly string[]): Promise<number> {
  return await changingDraft(context, seriesId, `${kind}_delete`, async (db, draft) => {
    const rows = await rowsOf(db, kind, draft.id);
    const before = rows.filter(({ id }) => ids.includes(id));
    if (before.length === 0) throw new ApiError('NOT_FOUND');
    const found = before.map(({ id }) => Number(id));
    if (kind === 'business') await sql`delete from risk_domain where business_domain_id = any(${found})`.execute(db);
    const table = { criterion: 'risk_criteria', business: 'risk_business_domain', domain: 'risk_domain' } as const;
    await db.deleteFrom(table[kind]).where('id', 'in', found).execute();
    return { result: before.length, detail: { before } };
  });
}

async function rowsOf(db: Database, kind: RowKind, draftId: number): Promise<readonly Row[]> {
  if (kind === 'criterion') return await criteriaOf(db, draftId);
  const businesses = await businessesOf(db, draftId);
  return kind === 'business' ? businesses : businesses.flatMap(({ children }) => children);
}

export interface Move {
  kind: RowKind;
  id: string;
  /** Another row of this kind; for a column also a business domain, with `inside`. */
  targetId: string;
  position: 'before' | 'after' | 'inside';
}

/** Moves a row of a draft. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, WRONG_PARENT, DUPLICATE */
export async function moveRow(context: Context, seriesId: number, { kind, id, targetId, position }: Move): Promise<void> {
  await changingDraft(context, seriesId, `${kind}_move`, async (db, draft) => {
    if (position === 'inside' && kind !== 'domain') throw new ApiError('WRONG_PARENT');
    const rows = await rowsOf(db, kind, draft.id);
    const targets = position === 'inside' ? await rowsOf(db, 'business', draft.id) : rows;
    if (!rows.some((row) => row.id === id) || !targets.some((row) => row.id === targetId)) throw new ApiError('NOT_FOUND');
    if (kind === 'domain') await moveDomain(db, draft, { id, targetId, position });
    else if (position !== 'inside') await placeRow(db, kind, draft.id, Number(id), Number(targetId), position);
    return { result: undefined, detail: { id, targetId, position } };
  });
}

async function moveDomain(db: Database, draft: Version, { id, targetId, position }: Omit<Move, 'kind'>): Promise<void> {
  const businesses = await businessesOf(db, draft.id);
  const isInside = position === 'inside';
  const business = businesses.find((one) => (isInside ? one.id === targetId : one.children.some((child) => child.id === targetId)));
  const moved = businesses.flatMap(({ children }) => children).find((one) => one.id === id);
  if (!business || !moved) throw new ApiError('NOT_FOUND');
  const there = { ...moved, businessId: business.id };
  if (business.children.some((child) => child.id !== id && domainKey(child) === domainKey(there))) throw duplicate('name');
  await db
    .updateTable('risk_domain')
    .set({ business_domain_id: Number(business.id) })
    .where('id', '=', Number(id))
    .execute();
  const last = business.children.filter((child) => child.id !== id).at(-1)?.id;
  const beside = isInside ? last : targetId;
  await placeRow(
    db,
    'domain',
    Number(business.id),
    Number(id),
    beside === undefined ? undefined : Number(beside),
    isInside ? 'after' : position,
  );
}
