import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import { type Reader, readerOf, type Say } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { once } from '../once.ts';
import { containing } from '../search.ts';
import { unlessUnchanged } from '../unchanged.ts';
import { byName, departmentNames } from './department-names.ts';
import { answers, type EvaluationAnswer, type EvaluationState, evaluations, stateOf } from './evaluation-rows.ts';
import { templateFor, templateSent } from './evaluation-templates.ts';
import { holdEvaluation } from './locks.ts';
import { dayOf, dayToCome } from './parameters.ts';

export interface EvaluationValues {
  id?: string | undefined;
  version?: number | undefined;
  name: string;
  templateId?: string | undefined;
  endTime: string;
  /** Of a new one: see once. */
  key?: string | undefined;
}

export async function listEvaluations(
  db: Database,
  reader: Reader,
  { keyword, state, pageNo, pageSize }: { keyword: string; state?: EvaluationState | '' | undefined; pageNo: number; pageSize: number },
): Promise<{ content: EvaluationAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const { query, toAnswer } = answers(db, reader);
  const fits = sql<boolean>`evaluation.name ilike ${pattern} and (${state ?? ''} = '' or ${stateOf(reader.timeZone)} = ${state ?? ''})`;
  const { total } = await evaluations(db)
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // Only the papers of the evaluations of the page are counted, not those of the ones before it.
  const ids = evaluations(db).where(fits).select('evaluation.id').orderBy('evaluation.id', 'desc').$call(onPage(pageNo, pageSize));
  const rows = await query.where('evaluation.id', 'in', ids).orderBy('evaluation.id', 'desc').execute();
  return { content: rows.map(toAnswer), total, current: pageNo, size: pageSize };
}

/** @throws ApiError NOT_FOUND when there is none of this id */
export async function requireEvaluation(db: Database, id: number): Promise<number> {
  const row = await evaluations(db).select('evaluation.id').where('evaluation.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row.id;
}

/** @throws ApiError NOT_FOUND */
export async function evaluationOf(db: Database, reader: Reader, id: number): Promise<EvaluationAnswer> {
  const { query, toAnswer } = answers(db, reader);
  const row = await query.where('evaluation.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return toAnswer(row);
}

/**
 * Creates an evaluation, or changes the one of `id`. Papers already sent keep their template and deadline.
 * @throws ApiError NOT_FOUND, CONFLICT with the current one as `data`, EVALUATION_CLOSED, IN_USE when papers hang on the template, PARAMETER_ERROR
 */
export async function saveEvaluation(context: WordedContext, values: EvaluationValues): Promise<EvaluationAnswer> {
  const user = signedIn(context);
  const reader = readerOf(context);
  const endOn = dayOf(values.endTime, 'endTime');
  return await context.db.transaction().execute(async (transaction) => {
    const note = async (action: string, after: EvaluationAnswer) =>
      await record(transaction, context, { action, targetType: 'risk_evaluation', targetId: after.id, actor: user, detail: { after } });
    if (values.id === undefined) {
      const id = await once(transaction, context, 'risk.saveEvaluation', values, async () => {
        const day = await dayToCome(transaction, reader.timeZone, endOn, 'endTime');
        const made = await create(transaction, values, day, signature(user));
        await note('risk_evaluation_create', await evaluationOf(transaction, reader, made));
        return made;
      });
      return await evaluationOf(transaction, reader, id);
    }
    const id = Number(values.id);
    // Nobody makes papers of the former template meanwhile.
    await holdEvaluation(transaction, id);
    const before = await evaluationOf(transaction, reader, id);
    const { isChanged, state } = await unlessUnchanged(transaction, {
      before,
      work: () => change(transaction, reader, before, { values, endOn }),
      read: () => evaluationOf(transaction, reader, id),
    });
    if (isChanged) await note('risk_evaluation_update', state);
    return state;
  });
}

async function create(db: Database, values: EvaluationValues, endOn: string, username: string): Promise<number> {
  const templateId = await templateFor(db, values.templateId);
  const { id } = await db
    .insertInto('risk_evaluation')
    .values({ name: values.name.trim(), template_id: templateId, end_on: endOn, created_by: username, removed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function change(
  db: Database,
  reader: Reader,
  before: EvaluationAnswer,
  { values, endOn }: { values: EvaluationValues; endOn: string },
): Promise<void> {
  if (before.state === 'closed') throw new ApiError('EVALUATION_CLOSED');
  const version = values.version ?? before.version;
  const isOther = values.templateId !== undefined && values.templateId !== before.templateId;
  if (isOther && before.papers > 0) throw templateSent(before.papers);
  if (endOn !== before.endTime) await dayToCome(db, reader.timeZone, endOn, 'endTime');
  const templateId = isOther ? await templateFor(db, values.templateId) : undefined;
  const changed = await db
    .updateTable('risk_evaluation')
    .set({
      name: values.name.trim(),
      end_on: endOn,
      ...(templateId !== undefined && { template_id: templateId }),
      version: version + 1,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', Number(before.id))
    .where('version', '=', version)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new ApiError('CONFLICT', { data: before });
}

/** @throws ApiError NOT_FOUND, PAPER_SUBMITTED when an answer of it was submitted (RISK-18), EVALUATION_CLOSED with papers: what was saved stays */
export async function removeEvaluation(context: Context, id: number): Promise<void> {
  const user = signedIn(context);
  await context.db.transaction().execute(async (transaction) => {
    const { isClosed } = await holdEvaluation(transaction, id);
    const papers = await transaction.selectFrom('risk_paper').select('state').where('evaluation_id', '=', id).forUpdate().execute();
    if (papers.some((paper) => paper.state !== 0)) throw new ApiError('PAPER_SUBMITTED');
    if (isClosed && papers.length > 0) throw new ApiError('EVALUATION_CLOSED');
    const removed = { removed_at: new Date() };
    await transaction.updateTable('risk_evaluation').set(removed).where('id', '=', id).execute();
    // A submit that waits for the lock of its paper looks again at what changed of the paper, not of its evaluation.
    await transaction.updateTable('risk_paper').set(removed).where('evaluation_id', '=', id).where('removed_at', 'is', null).execute();
    await record(transaction, context, {
      action: 'risk_evaluation_delete',
      targetType: 'risk_evaluation',
      targetId: String(id),
      actor: user,
    });
  });
}

/** Templates in their current versions. */
export async function listTemplates(db: Database, say: Say): Promise<{ id: string; name: string; criteria: number; domains: number }[]> {
  const rows = await db
    .selectFrom('risk_template as template')
    .where('template.removed_at', 'is', null)
    .where('template.published_at', 'is not', null)
    .distinctOn('template.series_id')
    .select([
      'template.series_id',
      'template.name',
      sql<number>`(select count(*) from risk_criteria where template_id = template.id)`.as('criteria'),
      sql<number>`(select count(*) from risk_domain join risk_business_domain business on business.id = business_domain_id
        where business.template_id = template.id)`.as('domains'),
    ])
    .orderBy('template.series_id')
    .orderBy('template.number', 'desc')
    .execute();
  return rows.map((row) => ({ id: String(row.series_id), name: say(row.name), criteria: row.criteria, domains: row.domains }));
}

/** The version of its template an evaluation has. @throws ApiError NOT_FOUND */
export async function templateVersionOf(db: Database, evaluationId: number): Promise<number> {
  const row = await evaluations(db).where('evaluation.id', '=', evaluationId).select('evaluation.template_id').executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row.template_id;
}

/** Departments the papers of an evaluation went to, as the reader calls them. */
export async function departmentsOf(db: Database, say: Say, evaluationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('risk_paper')
    .select('send_department')
    .distinct()
    .where('evaluation_id', '=', evaluationId)
    .where('removed_at', 'is', null)
    .where('send_department', 'is not', null)
    .execute();
  const nameOf = await departmentNames(db, say);
  return [...new Set(rows.flatMap((row) => (row.send_department ? [nameOf(row.send_department)] : [])))].sort(byName);
}

/** First-level risks: the dimensions of the template, in its order. */
export async function risksOf(db: Database, say: Say, templateId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('risk_criteria')
    .select('dimension')
    .where('template_id', '=', templateId)
    .groupBy('dimension')
    .orderBy(sql`min(sort)`)
    .execute();
  return rows.map((row) => say(row.dimension));
}
