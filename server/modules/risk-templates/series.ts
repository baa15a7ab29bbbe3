import { sql } from 'kysely';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { type Context, languageOf, speaker } from '../risk/context.ts';
import { containing } from '../search.ts';
import { businessesOf, criteriaOf, type Problem, problemsOf, says } from './content.ts';
import { cleanText, type GivenText, isBlank } from './texts.ts';
import { clearContent, copyContent, lockDraft, lockSeries, touchDraft, type Version, versionOf, versionsOf } from './versions.ts';

export interface TemplateRow {
  id: string;
  name: LabelValue;
  /** Number of the published version new questionnaires get; null before the first. */
  current: number | null;
  /** Number the draft will get; null without a draft. */
  draft: number | null;
  criteria: number;
  domains: number;
  evaluations: number;
  updateTime: string;
  updateBy: string | null;
}

/** A page of templates: what is current, whether there is a draft, how many evaluations use them. */
export async function listTemplateSeries(
  db: Database,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
): Promise<{ content: TemplateRow[]; total: number; current: number; size: number }> {
  const { rows } = await sql<Omit<TemplateRow, 'id' | 'updateTime'> & { id: number; updateTime: Date; total: number }>`
    select newest.series_id as id, newest.name, live.number as current,
      case when newest.published_at is null then newest.number end as draft,
      (select count(*) from risk_criteria where template_id = newest.id) as criteria,
      (select count(*) from risk_domain join risk_business_domain business on business.id = business_domain_id
        where business.template_id = newest.id) as domains,
      (select count(*) from risk_evaluation join risk_template used on used.id = template_id
        where used.series_id = newest.series_id and risk_evaluation.removed_at is null) as evaluations,
      newest.updated_at as "updateTime", newest.updated_by as "updateBy", count(*) over () as total
    from (
      select distinct on (series_id) * from risk_template where removed_at is null order by series_id, number desc
    ) newest
    left join lateral (
      select number from risk_template where series_id = newest.series_id and published_at is not null and removed_at is null
      order by number desc limit 1
    ) live on true
    where ${keyword} = '' or ${says('newest.name', containing(keyword))}
    order by newest.updated_at desc, newest.series_id desc
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db);
  return {
    content: rows.map(({ total: _total, ...row }) => ({
      ...row,
      id: String(row.id),
      criteria: Number(row.criteria),
      domains: Number(row.domains),
      evaluations: Number(row.evaluations),
      updateTime: row.updateTime.toISOString(),
    })),
    total: Number(rows[0]?.total ?? 0),
    current: pageNo,
    size: pageSize,
  };
}

export interface VersionAnswer {
  number: number;
  state: 'draft' | 'current' | 'former';
  publishedAt: string | null;
  publishedBy: string | null;
  updateTime: string;
  updateBy: string | null;
  /** Papers sent with it. */
  papers: number;
}
export interface TemplateAnswer {
  id: string;
  number: number;
  state: VersionAnswer['state'];
  name: LabelValue;
  revision: number;
  publishedAt: string | null;
  publishedBy: string | null;
  updateTime: string;
  updateBy: string | null;
  criteria: number;
  domains: number;
  /** What keeps the draft from being published; nothing for published versions. */
  problems: { kind: Problem['kind']; name: string; text: string }[];
  versions: VersionAnswer[];
}

function stateOf(version: Version, all: readonly Version[]): VersionAnswer['state'] {
  if (version.publishedAt === null) return 'draft';
  return version === all.find(({ publishedAt }) => publishedAt !== null) ? 'current' : 'former';
}

/** A version of a template with what the designer must know; without `number` its draft or current one. @throws ApiError NOT_FOUND */
export async function templateOf(context: Context, seriesId: number, number?: number, db = context.db): Promise<TemplateAnswer> {
  const all = await versionsOf(db, seriesId);
  const version = number === undefined ? all[0] : all.find((one) => one.number === number);
  if (!version) throw new ApiError('NOT_FOUND');
  const [criteria, businesses] = [await criteriaOf(db, version.id), await businessesOf(db, version.id)];
  const papers = await db
    .selectFrom('risk_paper')
    .select(['template_id', (row) => row.fn.countAll<number>().as('papers')])
    .where('removed_at', 'is', null)
    .where(
      'template_id',
      'in',
      all.map(({ id }) => id),
    )
    .groupBy('template_id')
    .execute();
  const say = speaker(context);
  const problems = version.publishedAt === null ? problemsOf(criteria, businesses) : [];
  return {
    id: String(seriesId),
    name: version.name,
    revision: version.revision,
    ...timesOf(version),
    number: version.number,
    state: stateOf(version, all),
    criteria: criteria.length,
    domains: businesses.reduce((count, { children }) => count + children.length, 0),
    problems: problems.map(({ kind, name }) => {
      const said = { kind, name: say(name) };
      return { ...said, text: wordOf(context, `${kind}Problem`, { name: said.name }) };
    }),
    versions: all.map((one) => ({
      number: one.number,
      state: stateOf(one, all),
      ...timesOf(one),
      papers: papers.find((row) => row.template_id === one.id)?.papers ?? 0,
    })),
  };
}

function timesOf({ publishedAt, publishedBy, updatedAt, updatedBy }: Version) {
  return { publishedAt: publishedAt?.toISOString() ?? null, publishedBy, updateTime: updatedAt.toISOString(), updateBy: updatedBy };
}

/** A text of schemas/locales/<language>/template in the language of the caller. */
export function wordOf(context: Context, key: string, values: Record<string, string | number> = {}): string {
  const text = context.services.documents.text(languageOf(context), `template.${key}`) ?? key;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''));
}

/** @throws ApiError PARAMETER_ERROR */
function requiredName(given: GivenText): LabelValue {
  const name = cleanText(given);
  if (isBlank(name)) throw new ApiError('PARAMETER_ERROR', { details: [{ field: 'name', message: 'is missing' }] });
  return name;
}

/** A new template with an empty draft, or with a copy of a version of another one. @throws ApiError NOT_FOUND, PARAMETER_ERROR */
export async function createTemplate(
  context: Context,
  given: { name: GivenText; from?: { id: number; number?: number | undefined } | undefined },
): Promise<TemplateAnswer> {
  const name = requiredName(given.name);
  return await context.db.transaction().execute(async (transaction) => {
    const source = given.from && (await versionOf(transaction, given.from.id, given.from.number));
    const { id } = await insertDraft(context, transaction, { name, number: 1 });
    if (source) await copyContent(transaction, source.id, id);
    const detail = source && { copyOf: String(source.seriesId), number: source.number };
    return await noted(context, transaction, id, 'create', detail);
  });
}

/** Adds the row of a draft. */
export async function insertDraft(
  context: Context,
  db: Database,
  { name, number, seriesId }: { name: LabelValue; number: number; seriesId?: number },
): Promise<{ id: number }> {
  const username = signature(signedIn(context));
  return await db
    .insertInto('risk_template')
    .values({
      name: JSON.stringify(name),
      number,
      published_at: null,
      created_by: username,
      updated_by: username,
      ...(seriesId !== undefined && { series_id: seriesId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Names the draft. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT with the current one as `data`, PARAMETER_ERROR */
export async function renameTemplate(context: Context, seriesId: number, revision: number, given: GivenText): Promise<TemplateAnswer> {
  const name = requiredName(given);
  return await context.db.transaction().execute(async (transaction) => {
    const draft = await requireRevision(context, transaction, seriesId, revision);
    await transaction
      .updateTable('risk_template')
      .set({ name: JSON.stringify(name) })
      .where('id', '=', draft.id)
      .execute();
    await touchDraft(transaction, draft, signature(signedIn(context)));
    return await noted(context, transaction, seriesId, 'update', { before: { name: draft.name }, after: { name } });
  });
}

/** The draft as its author saw it. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT */
async function requireRevision(context: Context, db: Database, seriesId: number, revision: number): Promise<Version> {
  const draft = await lockDraft(db, seriesId);
  if (draft.revision !== revision) throw new ApiError('CONFLICT', { data: await templateOf(context, seriesId, draft.number, db) });
  return draft;
}

/** Starts the next version as a copy of the current one, or of another; the draft there is stays. @throws ApiError NOT_FOUND */
export async function startDraft(context: Context, seriesId: number, number?: number): Promise<TemplateAnswer> {
  return await context.db.transaction().execute(async (transaction) => {
    const all = await lockSeries(transaction, seriesId);
    const [newest] = all;
    const source = number === undefined ? newest : all.find((one) => one.number === number);
    if (!newest || !source) throw new ApiError('NOT_FOUND');
    if (newest.publishedAt === null) {
      if (number === undefined) return await templateOf(context, seriesId, newest.number, transaction);
      throw new ApiError('IN_USE', { msg: 'There is a draft already: publish or discard it first' });
    }
    const draft = await insertDraft(context, transaction, { name: source.name, number: newest.number + 1, seriesId });
    await copyContent(transaction, source.id, draft.id);
    return await noted(context, transaction, seriesId, 'draft', { number: newest.number + 1, copyOf: source.number });
  });
}

/** Throws the draft away; a template that was never published goes with it. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT */
export async function discardDraft(context: Context, seriesId: number, revision: number): Promise<{ left: boolean }> {
  return await context.db.transaction().execute(async (transaction) => {
    const draft = await requireRevision(context, transaction, seriesId, revision);
    const { name, number } = draft;
    await clearContent(transaction, draft.id, 'criteria');
    await clearContent(transaction, draft.id, 'domains');
    await transaction.deleteFrom('risk_template').where('id', '=', draft.id).execute();
    await noteTemplate(context, transaction, seriesId, 'discard', { name, number });
    return { left: number > 1 };
  });
}

/**
 * Publishes the draft: new questionnaires get it, also those of evaluations that have sent nothing yet. What was sent stays as it is.
 * @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT, TEMPLATE_INCOMPLETE
 */
export async function publishTemplate(context: Context, seriesId: number, revision: number): Promise<TemplateAnswer> {
  return await context.db.transaction().execute(async (transaction) => {
    const draft = await requireRevision(context, transaction, seriesId, revision);
    const problems = problemsOf(await criteriaOf(transaction, draft.id), await businessesOf(transaction, draft.id));
    if (problems.length > 0)
      throw new ApiError('TEMPLATE_INCOMPLETE', { details: problems.slice(0, 50).map(({ kind }) => ({ field: '', message: kind })) });
    await transaction
      .updateTable('risk_template')
      .set({ published_at: sql<Date>`now()`, published_by: signature(signedIn(context)), updated_at: sql<Date>`now()` })
      .where('id', '=', draft.id)
      .execute();
    await moveEvaluations(transaction, seriesId, draft.id);
    return await noted(context, transaction, seriesId, 'publish', { number: draft.number });
  });
}

/** Whoever sends holds the lock of the evaluation: its papers are counted after waiting for them. */
async function moveEvaluations(db: Database, seriesId: number, templateId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select evaluation.id from risk_evaluation evaluation
    where template_id in (select id from risk_template where series_id = ${seriesId}) and removed_at is null and closed_at is null
    order by id for update`.execute(db);
  await sql`update risk_evaluation evaluation set template_id = ${templateId} where id = any(${rows.map(({ id }) => Number(id))})
    and not exists (select 1 from risk_paper where evaluation_id = evaluation.id)`.execute(db);
}

/** Takes a template out of use; questionnaires sent with it stay. @throws ApiError NOT_FOUND, IN_USE while an evaluation that is not closed has it */
export async function removeTemplate(context: Context, seriesId: number): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    const all = await lockSeries(transaction, seriesId);
    const ids = all.map(({ id }) => id);
    const used = await transaction
      .selectFrom('risk_evaluation')
      .select('name')
      .where('template_id', 'in', ids)
      .where('removed_at', 'is', null)
      .where('closed_at', 'is', null)
      .limit(20)
      .execute();
    if (used.length > 0) throw new ApiError('IN_USE', { details: used.map(({ name }) => ({ field: 'evaluation', message: name })) });
    await transaction.updateTable('risk_template').set({ removed_at: sql<Date>`now()` }).where('id', 'in', ids).execute();
    await noteTemplate(context, transaction, seriesId, 'delete', { name: all[0]?.name });
  });
}

/** Writes the audit row of a change and reads what it left. */
async function noted(
  context: Context,
  db: Database,
  seriesId: number,
  verb: string,
  detail?: Record<string, unknown>,
): Promise<TemplateAnswer> {
  const template = await templateOf(context, seriesId, undefined, db);
  await noteTemplate(context, db, seriesId, verb, { name: template.name, ...detail });
  return template;
}

/** One audit row of a template. */
export async function noteTemplate(
  context: Context,
  db: Database,
  seriesId: number,
  verb: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const actor = signedIn(context);
  await record(db, context, { action: `risk_template_${verb}`, targetType: 'risk_template', targetId: String(seriesId), actor, detail });
}
