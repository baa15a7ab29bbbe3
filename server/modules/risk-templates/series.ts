import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, inUse, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { isBehind, signature } from '../changes.ts';
import { once } from '../once.ts';
import { isForTemplates, limitsOf, usualQuestionnaire } from '../risk/questionnaires.ts';
import { businessesOf, criteriaOf, problemsOf } from './content.ts';
import { type TemplateAnswer, templateOf } from './reading.ts';
import { requireRule } from './text-rules.ts';
import { cleanText, type GivenText, isBlank } from './texts.ts';
import { clearContent, copyContent, lockDraft, lockSeries, touchDraft, type Version, versionOf } from './versions.ts';

/** @throws ApiError PARAMETER_ERROR */
function requiredName(context: WordedContext, given: GivenText): LabelValue {
  requireRule(context, 'one-line', { name: given });
  const name = cleanText(given);
  if (isBlank(name)) throw wrong('name', 'is missing');
  return name;
}

/** A new template with an empty draft, or with a copy of a version of another one; of a key, see once, only one. @throws ApiError NOT_FOUND, PARAMETER_ERROR */
export async function createTemplate(
  context: WordedContext,
  given: {
    name: GivenText;
    questionnaire?: string | undefined;
    from?: { id: number; number?: number | undefined } | undefined;
    key?: string | undefined;
  },
): Promise<TemplateAnswer> {
  const name = requiredName(context, given.name);
  return await context.db.transaction().execute(async (transaction) => {
    const make = async (): Promise<number> => {
      const source = given.from && (await versionOf(transaction, given.from.id, given.from.number));
      const questionnaire = source?.questionnaire ?? given.questionnaire ?? usualQuestionnaire;
      requireQuestionnaire(context, questionnaire);
      const { id } = await insertDraft(context, transaction, { name, questionnaire, number: 1 });
      if (source) await copyContent(transaction, source.id, id);
      await noted(context, transaction, id, 'create', source && { copyOf: String(source.seriesId), number: source.number });
      return id;
    };
    const id = await once(transaction, context, 'risk-template.create', given, make);
    return await templateOf(context, id, undefined, transaction);
  });
}

/** @throws ApiError PARAMETER_ERROR */
export function requireQuestionnaire({ services }: Context, id: string): void {
  if (!isForTemplates(services, id)) throw wrong('questionnaire', `there is no questionnaire "${id}" for templates`);
}

/** Adds the row of a draft. */
export async function insertDraft(
  context: Context,
  db: Database,
  { name, questionnaire, number, seriesId }: { name: LabelValue; questionnaire: string; number: number; seriesId?: number },
): Promise<{ id: number }> {
  const username = signature(signedIn(context));
  return await db
    .insertInto('risk_template')
    .values({
      name: JSON.stringify(name),
      questionnaire,
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
export async function renameTemplate(
  context: WordedContext,
  seriesId: number,
  revision: number,
  given: GivenText,
): Promise<TemplateAnswer> {
  const name = requiredName(context, given);
  return await context.db.transaction().execute(async (transaction) => {
    const draft = await requireRevision(context, transaction, seriesId, revision);
    if (isDeepStrictEqual(draft.name, name)) return await templateOf(context, seriesId, undefined, transaction);
    await transaction
      .updateTable('risk_template')
      .set({ name: JSON.stringify(name) })
      .where('id', '=', draft.id)
      .execute();
    await touchDraft(transaction, draft, signature(signedIn(context)));
    return await noted(context, transaction, seriesId, 'update', { before: { name: draft.name }, after: { name } });
  });
}

/** The draft as its author saw it, locked. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT with the template as `data` */
export async function requireRevision(context: WordedContext, db: Database, seriesId: number, revision: number): Promise<Version> {
  const draft = await lockDraft(db, seriesId);
  if (draft.revision !== revision) throw new ApiError('CONFLICT', { data: await templateOf(context, seriesId, draft.number, db) });
  return draft;
}

/** Starts the next version as a copy of the current one, or of another; the draft there is stays. @throws ApiError NOT_FOUND */
export async function startDraft(context: WordedContext, seriesId: number, number?: number): Promise<TemplateAnswer> {
  return await context.db.transaction().execute(async (transaction) => {
    const all = await lockSeries(transaction, seriesId);
    const [newest] = all;
    const source = number === undefined ? newest : all.find((one) => one.number === number);
    if (!newest || !source) throw new ApiError('NOT_FOUND');
    if (newest.publishedAt === null) {
      if (number === undefined) return await templateOf(context, seriesId, newest.number, transaction);
      throw inUse('template.draftExists', 'There is a draft already: publish or discard it first');
    }
    const draft = await insertDraft(context, transaction, {
      name: source.name,
      questionnaire: source.questionnaire,
      number: newest.number + 1,
      seriesId,
    });
    await copyContent(transaction, source.id, draft.id);
    return await noted(context, transaction, seriesId, 'draft', { number: newest.number + 1, copyOf: source.number });
  });
}

/** Throws the draft away; a template that was never published goes with it. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT */
export async function discardDraft(context: WordedContext, seriesId: number, revision: number): Promise<{ left: boolean }> {
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
export async function publishTemplate(context: WordedContext, seriesId: number, revision: number): Promise<TemplateAnswer> {
  return await context.db.transaction().execute(async (transaction) => {
    const draft = await requireRevision(context, transaction, seriesId, revision);
    const [criteria, businesses] = [await criteriaOf(transaction, draft.id), await businessesOf(transaction, draft.id)];
    const problems = problemsOf(criteria, businesses, limitsOf(context.services, draft.questionnaire));
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

/**
 * Takes a template out of use, with its draft; questionnaires sent with it stay. `seen`: its newest version as who deletes it saw it.
 * @throws ApiError NOT_FOUND, CONFLICT with the template as `data`, IN_USE while an evaluation that is not closed has it
 */
export async function removeTemplate(
  context: WordedContext,
  seriesId: number,
  seen: { number?: number | undefined; revision?: number | undefined },
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    const all = await lockSeries(transaction, seriesId);
    const [newest] = all;
    if (!newest || isBehind(seen.number, newest.number) || isBehind(seen.revision, newest.revision))
      throw new ApiError('CONFLICT', { data: await templateOf(context, seriesId, undefined, transaction) });
    const ids = all.map(({ id }) => id);
    const used = await transaction
      .selectFrom('risk_evaluation')
      .select('name')
      .where('template_id', 'in', ids)
      .where('removed_at', 'is', null)
      .where('closed_at', 'is', null)
      .orderBy('id')
      .limit(6)
      .execute();
    if (used.length > 0) {
      const names = used.map(({ name }, index) => (index < 5 ? name : '…')).join(', ');
      throw inUse('template.usedBy', `Evaluations that are not closed use it: ${names}`, { names });
    }
    await transaction.updateTable('risk_template').set({ removed_at: sql<Date>`now()` }).where('id', 'in', ids).execute();
    await noteTemplate(context, transaction, seriesId, 'delete', { name: newest.name });
  });
}

/** Writes the audit row of a change and reads what it left. */
async function noted(
  context: WordedContext,
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
