import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import type {} from '../risk/tables.ts';

/** A version of a template: the draft, or one that was published and stays as it is. */
export interface Version {
  id: number;
  seriesId: number;
  number: number;
  name: LabelValue;
  /** Id of the questionnaire document its cells are answered by. */
  questionnaire: string;
  revision: number;
  publishedAt: Date | null;
  publishedBy: string | null;
  updatedAt: Date;
  updatedBy: string | null;
}

function versions(db: Database, seriesId: number) {
  return db
    .selectFrom('risk_template')
    .select([
      'id',
      'series_id as seriesId',
      'number',
      'name',
      'questionnaire',
      'revision',
      'published_at as publishedAt',
      'published_by as publishedBy',
      'updated_at as updatedAt',
      'updated_by as updatedBy',
    ])
    .where('series_id', '=', seriesId)
    .where('removed_at', 'is', null)
    .orderBy('number', 'desc');
}

/** All versions of a template, the newest first. @throws ApiError NOT_FOUND */
export async function versionsOf(db: Database, seriesId: number): Promise<Version[]> {
  const list = await versions(db, seriesId).execute();
  if (list.length === 0) throw new ApiError('NOT_FOUND');
  return list;
}

/** The version of this number; without one the draft, or the current version where there is no draft. @throws ApiError NOT_FOUND */
export async function versionOf(db: Database, seriesId: number, number?: number): Promise<Version> {
  const list = await versionsOf(db, seriesId);
  const version = number === undefined ? list[0] : list.find((one) => one.number === number);
  if (!version) throw new ApiError('NOT_FOUND');
  return version;
}

/**
 * Keeps everybody else from changing the template until the transaction ends; sending its papers goes on.
 * @throws ApiError NOT_FOUND
 */
export async function lockSeries(db: Database, seriesId: number): Promise<Version[]> {
  const list = await versions(db, seriesId).forNoKeyUpdate().execute();
  if (list.length === 0) throw new ApiError('NOT_FOUND');
  // What somebody did while we waited for the lock is read now.
  return await versionsOf(db, seriesId);
}

/** @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED when there is no draft */
export async function lockDraft(db: Database, seriesId: number): Promise<Version> {
  const draft = (await lockSeries(db, seriesId)).find(({ publishedAt }) => publishedAt === null);
  if (!draft) throw new ApiError('TEMPLATE_PUBLISHED');
  return draft;
}

/** Notes that a locked draft changed. */
export async function touchDraft(db: Database, draft: Version, username: string): Promise<void> {
  await db
    .updateTable('risk_template')
    .set({ revision: draft.revision + 1, updated_at: sql<Date>`now()`, updated_by: username })
    .where('id', '=', draft.id)
    .execute();
}

/**
 * The version new questionnaires of a template get, kept from being deleted or followed by another until the transaction ends; nothing
 * without a published one.
 */
export async function currentVersionId(db: Database, seriesId: number): Promise<number | undefined> {
  await versions(db, seriesId).forShare().execute();
  // What was published while we waited for the lock is read now.
  const list = await versions(db, seriesId).where('published_at', 'is not', null).execute();
  return list[0]?.id;
}

/** Copies rows, business domains and columns of a version into an empty one. */
export async function copyContent(db: Database, from: number, to: number): Promise<void> {
  await sql`insert into risk_criteria (template_id, sort, dimension, cause, sub_cause, explanation, levels)
    select ${to}::bigint, row_number() over (order by sort, id), dimension, cause, sub_cause, explanation, levels
    from risk_criteria where template_id = ${from}`.execute(db);
  const businesses = await db
    .selectFrom('risk_business_domain')
    .select(['id', 'name'])
    .where('template_id', '=', from)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  for (const [index, business] of businesses.entries()) {
    const copy = await db
      .insertInto('risk_business_domain')
      .values({ template_id: to, sort: index + 1, name: JSON.stringify(business.name) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into risk_domain (business_domain_id, sort, first_kind, name)
      select ${copy.id}::bigint, row_number() over (order by sort, id), first_kind, name
      from risk_domain where business_domain_id = ${business.id}`.execute(db);
  }
}

/** Empties a draft, or a part of it. */
export async function clearContent(db: Database, draftId: number, part: 'criteria' | 'domains'): Promise<void> {
  if (part === 'criteria') {
    await db.deleteFrom('risk_criteria').where('template_id', '=', draftId).execute();
    return;
  }
  await sql`delete from risk_domain where business_domain_id in (select id from risk_business_domain where template_id = ${draftId})`.execute(
    db,
  );
  await db.deleteFrom('risk_business_domain').where('template_id', '=', draftId).execute();
}
