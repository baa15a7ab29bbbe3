import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { addDays } from '../../days.ts';
import { ApiError, wrong } from '../../errors.ts';
import { speaker } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { isBehind } from '../changes.ts';
import { containing } from '../search.ts';
import { unlessUnchanged } from '../unchanged.ts';
import { keptAddress } from './addresses.ts';
import { departmentsCalled, departmentsContaining } from './department-names.ts';
import { isHandedOver, tellOfPaper } from './handover.ts';
import { changedDay, paperToChange, requireAnsweredDomains } from './item-changes.ts';
import { requireValid } from './item-problems.ts';
import { lockEvaluation, type OpenEvaluation } from './locks.ts';
import { livingPapers, type Paper, pastDeadline, progressOf } from './papers.ts';
import { dayToCome, idList } from './parameters.ts';
import { fullDepartmentName, internalUser } from './people.ts';
import { isForTemplates } from './questionnaires.ts';
import { evaluationQuestionnaire } from './reading.ts';

export interface ItemValues {
  sendType?: number | undefined;
  sapUserId?: string | null | undefined;
  outUserName?: string | null | undefined;
  outEmail?: string | null | undefined;
  sendCompany?: string | null | undefined;
  sendDepartment?: string | null | undefined;
  businessDomain?: string | undefined;
  endTime?: string | undefined;
  statement?: string | null | undefined;
}
export interface ItemFilter {
  projectId?: string | undefined;
  keyword?: string | undefined;
  state?: number | string | undefined;
  /** As people are told: open, submitted, or expired without being submitted. */
  standing?: 'open' | 'submitted' | 'expired' | '' | undefined;
  /** Name of a department, in any language. */
  department?: string | undefined;
  /** Id of the statement papers ask for. */
  statement?: string | undefined;
  /** Only papers that ask for amounts. */
  hasStatement?: boolean | undefined;
}

/** The state of a paper that was handed in. */
export const submitted = 1;

/** How long after its deadline the link of a paper still opens, for reading. */
const linkDays = 366;

export function toItem(paper: Paper, progress: { cells: number; answered: number }) {
  const { id, evaluationId, templateId: _template, businessDomains, userCode, submittedAt, remindedAt, ...rest } = paper;
  return {
    ...rest,
    id: String(id),
    projectId: String(evaluationId),
    businessDomain: businessDomains.join(','),
    domains: businessDomains.map(String),
    sapUserId: userCode,
    submittedAt: submittedAt?.toISOString() ?? null,
    remindedAt: remindedAt?.toISOString() ?? null,
    ...progress,
  };
}
export type ItemAnswer = ReturnType<typeof toItem>;

const none = { cells: 0, answered: 0 };

type ListContext = Pick<WordedContext, 'db' | 'services' | 'reply' | 'worded'>;

/** Papers of an evaluation with their progress; `page` undefined gives all of them. */
export async function listItems(
  context: ListContext,
  filter: ItemFilter,
  page?: { pageNo: number; pageSize: number },
): Promise<{ content: ItemAnswer[]; total: number }> {
  const query = await filteredPapers(context, filter);
  const { total } = await context.db
    .selectFrom(query.as('found'))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ordered = query.orderBy('paper.id');
  const papers = await (page ? ordered.$call(onPage(page.pageNo, page.pageSize)) : ordered).execute();
  return { content: await toItems(context, papers), total };
}

/** The same papers in lists of at most `size`, one after the other: what leaves as a file need not be in memory at once. */
export async function* itemLists(context: ListContext, filter: ItemFilter, size: number): AsyncGenerator<ItemAnswer[]> {
  const ordered = (await filteredPapers(context, filter)).orderBy('paper.id').limit(size);
  for (let after = 0; ; ) {
    const papers = await ordered.where('paper.id', '>', after).execute();
    const last = papers.at(-1);
    if (!last) return;
    yield await toItems(context, papers);
    after = last.id;
  }
}

async function toItems({ db, services }: ListContext, papers: readonly Paper[]): Promise<ItemAnswer[]> {
  const ids = papers.map((paper) => paper.id);
  const progress = await progressOf(db, services, ids);
  return papers.map((paper) => toItem(paper, progress.get(paper.id) ?? none));
}

async function filteredPapers(context: ListContext, filter: ItemFilter) {
  const { db, services } = context;
  let query = livingPapers(db, services.settings.timeZone);
  if (filter.projectId) query = query.where('paper.evaluation_id', '=', Number(filter.projectId));
  if (filter.department) {
    const kept = await departmentsCalled(db, speaker(context), filter.department);
    query = query.where('paper.send_department', '=', sql<string>`any(${kept}::text[])`);
  }
  if (filter.state !== undefined && filter.state !== '') query = query.where('paper.state', '=', Number(filter.state));
  if (filter.standing === 'submitted') query = query.where('paper.state', '=', submitted);
  else if (filter.standing) {
    const isOver = pastDeadline(services.settings.timeZone);
    query = query.where('paper.state', '<>', submitted).where(filter.standing === 'expired' ? isOver : sql<boolean>`not ${isOver}`);
  }
  if (filter.statement !== undefined) query = query.where('paper.statement', '=', filter.statement);
  if (filter.hasStatement) query = query.where('paper.statement', 'is not', null);
  if (filter.keyword) {
    const pattern = containing(filter.keyword);
    const kept = await departmentsContaining(db, speaker(context), filter.keyword);
    query = query.where((row) =>
      row.or([
        ...(['inner_user_name', 'out_user_name', 'send_company'] as const).map((name) => row(`paper.${name}`, 'ilike', pattern)),
        row('paper.send_department', '=', sql<string>`any(${kept}::text[])`),
        row('paper.user_code', 'in', db.selectFrom('app_user').select('user_code').where('name_en', 'ilike', pattern)),
      ]),
    );
  }
  return query;
}

/** @throws ApiError NOT_FOUND */
export async function itemOf(db: Database, services: Context['services'], id: number): Promise<ItemAnswer> {
  const paper = await livingPapers(db, services.settings.timeZone).where('paper.id', '=', id).executeTakeFirst();
  if (!paper) throw new ApiError('NOT_FOUND');
  return toItem(paper, (await progressOf(db, services, [id])).get(id) ?? none);
}

/** The business domains a paper asks for: those given, else all of its template. @throws ApiError PARAMETER_ERROR */
export async function domainsOf(db: Database, templateId: number, { businessDomain }: ItemValues): Promise<number[]> {
  const wanted = idList(businessDomain, 'businessDomain');
  const rows = await db
    .selectFrom('risk_business_domain')
    .select('id')
    .where('template_id', '=', templateId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const all = rows.map((row) => row.id);
  if (wanted.some((id) => !all.includes(id))) throw wrong('businessDomain', 'is not of this template');
  return wanted.length > 0 ? wanted : all;
}

/** The columns of a paper from what the manager gave. */
async function columns(db: Database, values: ItemValues, templateId: number, endOn: string, before?: Paper) {
  // Whose it stays is not asked for again: they may be gone.
  const isKept = before !== undefined && !isHandedOver(before, values);
  const kept = isKept && before.sendType === 0 ? { userCode: before.userCode, name: before.innerUserName } : undefined;
  const user = kept ?? (values.sendType === 0 ? await internalUser(db, values.sapUserId ?? '') : undefined);
  return {
    send_type: values.sendType ?? 0,
    user_code: user?.userCode ?? null,
    inner_user_name: user?.name ?? null,
    out_user_name: values.sendType === 0 ? null : (values.outUserName?.trim() ?? null),
    out_email: values.sendType === 0 ? null : keptAddress(values.outEmail),
    send_company: values.sendCompany ?? null,
    send_department: values.sendDepartment ?? (user?.userCode ? await fullDepartmentName(db, user.userCode) : null),
    statement: values.statement ?? null,
    business_domains: await domainsOf(db, templateId, values),
    end_on: endOn,
    link_ends_on: addDays(endOn, linkDays),
  };
}

/** Before a matrix is sent: somebody can answer it. @throws ApiError QUESTIONNAIRE_GONE */
export async function requireAnswerable(
  { services }: Context,
  db: Database,
  { id }: OpenEvaluation,
  { statement }: ItemValues,
): Promise<void> {
  if (statement) return;
  if (!isForTemplates(services, await evaluationQuestionnaire(db, id))) throw new ApiError('QUESTIONNAIRE_GONE');
}

/** Makes a paper, found to have no problems, of an evaluation the caller has locked. @throws ApiError PARAMETER_ERROR for its day and its domains */
export async function insertItem(context: Context, db: Database, evaluation: OpenEvaluation, values: ItemValues): Promise<ItemAnswer> {
  const { timeZone } = context.services.settings;
  const endOn = await dayToCome(db, timeZone, values.endTime ?? evaluation.endOn, 'endTime');
  const row = await columns(db, values, evaluation.templateId, endOn);
  const { id } = await db
    .insertInto('risk_paper')
    .values({ ...row, evaluation_id: evaluation.id, template_id: evaluation.templateId, submitted_at: null, removed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = await itemOf(db, context.services, id);
  await record(db, context, {
    action: 'risk_paper_create',
    targetType: 'risk_paper',
    targetId: String(id),
    actor: signedIn(context),
    detail: withoutSecret(item),
  });
  return item;
}

/** @throws ApiError NOT_FOUND without such an evaluation, EVALUATION_CLOSED, QUESTIONNAIRE_GONE, DUPLICATE, PARAMETER_ERROR */
export async function createItem(context: Context, projectId: number, values: ItemValues): Promise<ItemAnswer> {
  return await context.db.transaction().execute(async (transaction) => {
    const evaluation = await lockEvaluation(transaction, projectId);
    await requireValid(context, transaction, evaluation.id, values);
    await requireAnswerable(context, transaction, evaluation, values);
    const item = await insertItem(context, transaction, evaluation, values);
    await tellOfPaper(context, transaction, evaluation, item);
    return item;
  });
}

/**
 * Who gets a paper of somebody else gets a link of their own, and the former one opens nothing any more.
 * @throws ApiError NOT_FOUND, CONFLICT with the current paper as `data`, PAPER_SUBMITTED, EVALUATION_CLOSED, IN_USE, DUPLICATE, PARAMETER_ERROR
 */
export async function updateItem(context: Context, id: number, version: number | undefined, values: ItemValues): Promise<ItemAnswer> {
  const actor = signedIn(context);
  const { timeZone } = context.services.settings;
  return await context.db.transaction().execute(async (transaction) => {
    const seen = await paperToChange(transaction, timeZone, id);
    const evaluation = await lockEvaluation(transaction, seen.evaluationId);
    const before = await paperToChange(transaction, timeZone, id, true);
    const current = await itemOf(transaction, context.services, id);
    if (isBehind(version, before.version)) throw new ApiError('CONFLICT', { data: current });
    const given: ItemValues = { ...current, ...values };
    const isOthers = isHandedOver(before, given);
    // The department is that of the person.
    const after: ItemValues = { ...given, ...(isOthers && { sendDepartment: values.sendDepartment }) };
    await requireValid(context, transaction, before.evaluationId, after, current);
    const endOn = await changedDay(transaction, timeZone, before, after);
    const row = { ...(await columns(transaction, after, before.templateId, endOn, before)), ...(isOthers && { uuid: randomUUID() }) };
    requireAnsweredDomains(before, current, row.business_domains);
    const { isChanged, state: item } = await unlessUnchanged(transaction, {
      before: current,
      work: () =>
        transaction
          .updateTable('risk_paper')
          .set({ ...row, version: before.version + 1, updated_at: new Date() })
          .where('id', '=', id)
          .where('version', '=', before.version)
          .where('state', '=', 0)
          .execute(),
      read: () => itemOf(transaction, context.services, id),
    });
    if (!isChanged) return item;
    if (isOthers) await tellOfPaper(context, transaction, evaluation, item);
    const detail = { before: withoutSecret(current), after: withoutSecret(item) };
    await record(transaction, context, { action: 'risk_paper_update', targetType: 'risk_paper', targetId: String(id), actor, detail });
    return item;
  });
}

/** The paper disappears and its link dies; its answers stay in the database. @throws ApiError NOT_FOUND, PAPER_SUBMITTED, EVALUATION_CLOSED */
export async function removeItem(context: Context, id: number): Promise<void> {
  const actor = signedIn(context);
  const { timeZone } = context.services.settings;
  await context.db.transaction().execute(async (transaction) => {
    const seen = await paperToChange(transaction, timeZone, id);
    await lockEvaluation(transaction, seen.evaluationId);
    await paperToChange(transaction, timeZone, id, true);
    await transaction.updateTable('risk_paper').set({ removed_at: new Date() }).where('id', '=', id).execute();
    await record(transaction, context, { action: 'risk_paper_delete', targetType: 'risk_paper', targetId: String(id), actor });
  });
}

/** Whoever reads the audit log must not be able to answer for others. */
function withoutSecret({ uuid: _uuid, ...item }: ItemAnswer): Record<string, unknown> {
  return item;
}
