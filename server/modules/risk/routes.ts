import type { Context } from '../../context.ts';
import { defineModule, type Routes } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { speaker } from '../../reader.ts';
import { type Change, patchAnswers, readAnswers } from './answers.ts';
import { managerRoutes } from './manager-routes.ts';
import { namesOf } from './named-items.ts';
import { manages, matrixPaperOf, type Paper, paperOf, paperSender, progressOf, throughLink, wantedDomains } from './papers.ts';
import { idList } from './parameters.ts';
import { businessDomains, criteriaRows, dimensionSums, headers } from './reading.ts';
import { receiptOf, saveRecords, submitPaper } from './submit.ts';

/**
 * The paper a public call is about, or nothing for somebody who may see all of them.
 * @throws ApiError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
async function reader(request: Context, uuid: string | undefined, find = answering): Promise<Paper | undefined> {
  if (uuid !== undefined && uuid !== '') return await find(request, uuid);
  if (!request.user) throw new ApiError('UNAUTHENTICATED');
  if (!request.user.permissions.has(manages)) throw new ApiError('FORBIDDEN');
  return undefined;
}

async function answering(request: Context, uuid: string): Promise<Paper> {
  return await throughLink(request, uuid, () => paperOf(request, request.db, uuid));
}

/** The paper of a call that is about its matrix. @throws ApiError NOT_FOUND */
async function answeringMatrix(request: Context, uuid: string): Promise<Paper> {
  return await throughLink(request, uuid, () => matrixPaperOf(request, request.db, uuid));
}

/** What the answering page calls (API-73 to 79): public, bound to the uuid of a paper. */
const answeringRoutes = {
  async businessDomains(request) {
    const paper = await reader(request, request.query.uuid, answeringMatrix);
    const { templateId } = request.query;
    const all = { seriesId: templateId === undefined ? undefined : Number(templateId) };
    return await businessDomains(request.db, speaker(request), paper ? { ids: paper.businessDomains } : all);
  },

  async header(request) {
    const paper = await reader(request, request.query.uuid, answeringMatrix);
    const ids = paper ? wantedDomains(paper, request.query.domain) : idList(request.query.domain, 'domain');
    return await headers(request.db, speaker(request), ids);
  },

  async criteria(request) {
    const paper = await answeringMatrix(request, request.query.uuid);
    return await criteriaRows(request, paper, wantedDomains(paper, request.query.domain));
  },

  async sums(request) {
    const paper = await answeringMatrix(request, request.query.uuid);
    return await dimensionSums(request, paper, wantedDomains(paper, request.query.domain));
  },

  async paper(request) {
    const paper = await answering(request, request.query.uuid);
    const progress = (await progressOf(request.db, request.services, [paper.id])).get(paper.id) ?? {
      cells: 0,
      answered: 0,
    };
    const { evaluationId, businessDomains: domains, submittedAt } = paper;
    return {
      uuid: paper.uuid,
      sendType: paper.sendType,
      innerUserName: paper.innerUserName,
      outUserName: paper.outUserName,
      sendCompany: paper.sendCompany,
      sendDepartment: paper.sendDepartment,
      statement: paper.statement,
      questionnaire: paper.questionnaire,
      businessDomain: domains.join(','),
      projectId: String(evaluationId),
      projectName: paper.projectName,
      state: paper.state,
      endTime: paper.endTime,
      version: paper.version,
      expired: paper.expired,
      closed: paper.closed,
      editable: paper.state === 0 && !paper.expired,
      submittedAt: submittedAt?.toISOString() ?? null,
      receipt: (await receiptOf(request.db, paper)) ?? null,
      ...(await namesOf(request, paper)),
      ...progress,
    };
  },

  async projectName(request) {
    const paper = await reader(request, request.query.uuid);
    const id = Number(request.query.id);
    if (paper && paper.evaluationId !== id) throw new ApiError('NOT_FOUND');
    const row = await request.db
      .selectFrom('risk_evaluation')
      .select('name')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw new ApiError('NOT_FOUND');
    return row.name;
  },

  async answer(request) {
    const records = request.body.map((record) => ({
      criteriaId: Number(record.criteriaId),
      domainId: Number(record.domainId),
      value: record.value,
      version: record.version,
      paperUuid: record.paperUuid.toLowerCase(),
    }));
    const { type, key } = request.query;
    return await throughLink(request, records[0]?.paperUuid ?? '', () => saveRecords(request, records, type, key));
  },

  async answers(request) {
    const paper = await answeringMatrix(request, request.query.uuid);
    return { state: paper.state, ...(await readAnswers(request.db, paper, request.query.since)) };
  },

  async patchAnswers(request) {
    const { uuid, changes } = request.body;
    const wanted: Change[] = changes.map((change) => ({
      ...change,
      criteriaId: Number(change.criteriaId),
      domainId: Number(change.domainId),
    }));
    const { saved } = await throughLink(request, uuid, () => patchAnswers(request, uuid, wanted));
    return { saved };
  },

  async submit(request) {
    const { uuid, ...intent } = request.body;
    return await throughLink(request, uuid, () => submitPaper(request, uuid, intent));
  },
} satisfies Partial<Routes<'risk'>>;

/** Risk-assessment questionnaires (API-64 to 79, 83, 84, 86 to 91). */
export const riskModule = defineModule({
  service: 'risk',
  senders: { answer: paperSender, patchAnswers: paperSender },
  routes: { ...answeringRoutes, ...managerRoutes },
});
