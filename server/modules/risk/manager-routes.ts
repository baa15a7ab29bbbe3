import { type Routes, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, speaker } from '../../reader.ts';
import { closeEvaluation } from './closing.ts';
import {
  departmentsOf,
  evaluationOf,
  listEvaluations,
  listTemplates,
  removeEvaluation,
  requireEvaluation,
  risksOf,
  saveEvaluation,
  templateVersionOf,
} from './evaluations.ts';
import { exportItems, exportProject } from './exports.ts';
import { heatMap } from './heat-map.ts';
import { checkItem } from './item-check.ts';
import { createItem, itemOf, removeItem, updateItem } from './items.ts';
import { kindsOf } from './kinds.ts';
import { listNamedItems } from './named-items.ts';
import { seenBy } from './paper-links.ts';
import { livingPapers } from './papers.ts';
import { fullDepartmentName } from './people.ts';
import { progressBoard } from './progress.ts';
import { businessDomains, evaluationQuestionnaire } from './reading.ts';
import { remind } from './reminders.ts';
import { sendItems } from './sending.ts';
import { causeSums } from './submitted.ts';

/** What managers of questionnaires call (API-64 to 72, 83, 84, 86 to 91). */
export const managerRoutes = {
  async saveEvaluation(request) {
    return await saveEvaluation(request, request.body);
  },

  async pageEvaluations(request) {
    const { keyword = '', state, pageNo = 1, pageSize = 10 } = request.body;
    return await listEvaluations(request.db, readerOf(request), { keyword: keyword.trim(), state, pageNo, pageSize });
  },

  async evaluation(request) {
    return await evaluationOf(request.db, readerOf(request), Number(request.query.id));
  },

  async closeEvaluation(request) {
    return await closeEvaluation(request, Number(request.body.id), request.body.version);
  },

  async removeEvaluation(request) {
    await removeEvaluation(request, Number(request.query.id));
    return {};
  },

  async templates(request) {
    return await listTemplates(request.db, speaker(request));
  },

  async kinds(request) {
    const { id } = request.query;
    return kindsOf(request, id === undefined ? undefined : await evaluationQuestionnaire(request.db, Number(id)));
  },

  async pageItems(request) {
    const { pageNo = 1, pageSize = 10, ...filter } = request.body;
    const { content, total } = await listNamedItems(request, filter, { pageNo, pageSize });
    return { content: content.map((item) => seenBy(signedIn(request), item)), total, current: pageNo, size: pageSize };
  },

  async item(request) {
    return seenBy(signedIn(request), await itemOf(request.db, request.services, Number(request.query.itemId)));
  },

  async createItem(request) {
    const { projectId, ...values } = request.body;
    return await createItem(request, Number(projectId), values);
  },

  async sendItems(request) {
    const { projectId, ...batch } = request.body;
    return await sendItems(request, Number(projectId), batch);
  },

  async remind(request) {
    return await remind(request, Number(request.body.projectId), request.body.itemIds);
  },

  async progress(request) {
    const id = await requireEvaluation(request.db, Number(request.query.id));
    return await progressBoard(request, id);
  },

  async updateItem(request) {
    const { id, version, ...values } = request.body;
    return await updateItem(request, Number(id), version, values);
  },

  async removeItem(request) {
    await removeItem(request, Number(request.query.itemId));
    return {};
  },

  async departmentName(request) {
    const name = await fullDepartmentName(request.db, request.query.sapUserId, speaker(request));
    if (name === null) throw new ApiError('NOT_FOUND');
    return name;
  },

  async validItem(request) {
    const { id, projectId, ...values } = request.body;
    const problems = await checkItem(request, Number(projectId), id === undefined ? undefined : Number(id), values);
    return { valid: problems.length === 0, problems };
  },

  async itemUuids(request) {
    const id = await requireEvaluation(request.db, Number(request.query.id));
    const papers = livingPapers(request.db, request.services.settings.timeZone).where('paper.evaluation_id', '=', id);
    return (await papers.orderBy('paper.id').execute()).map(({ uuid }) => uuid);
  },

  async evaluationDomains(request) {
    const say = speaker(request);
    const templateId = await templateVersionOf(request.db, Number(request.query.id));
    return await businessDomains(request.db, say, { templateId });
  },

  async departments(request) {
    const id = await requireEvaluation(request.db, Number(request.query.id));
    return await departmentsOf(request.db, speaker(request), id);
  },

  async risks(request) {
    const say = speaker(request);
    return await risksOf(request.db, say, await templateVersionOf(request.db, Number(request.query.id)));
  },

  async results(request) {
    const id = await requireEvaluation(request.db, Number(request.query.id));
    return await causeSums(request, id, request.query);
  },

  async heatMap(request) {
    const id = await requireEvaluation(request.db, Number(request.query.id));
    return await heatMap(request, id, request.query);
  },

  async exportProject(request) {
    return await exportProject(request, Number(request.body.projectId));
  },

  exportItems(request) {
    return exportItems(request, request.body);
  },
} satisfies Partial<Routes<'risk'>>;
