import { defineModule } from '../../contracts.ts';
import { speaker } from '../../reader.ts';
import { questionnaireNames } from '../risk/questionnaires.ts';
import { requiredFile } from '../spreadsheets/required-file.ts';
import { moveRow, removeRows } from './arranging.ts';
import { businessesOf, criteriaOf } from './content.ts';
import { emptyForm, exportTemplate } from './exporting.ts';
import { importTemplate } from './importing.ts';
import { preview } from './preview.ts';
import { listTemplateSeries, templateOf } from './reading.ts';
import { saveBusiness, saveCriterion, saveDomain } from './rows.ts';
import { createTemplate, discardDraft, publishTemplate, removeTemplate, renameTemplate, startDraft } from './series.ts';
import { versionOf } from './versions.ts';

const numberOf = (text: string | number | undefined) => (text === undefined ? undefined : Number(text));

/** Templates of risk questionnaires: what managers design. */
export const riskTemplateModule = defineModule({
  service: 'risk-template',
  routes: {
    async page(request) {
      const { keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      return await listTemplateSeries(request, { keyword: keyword.trim(), pageNo, pageSize });
    },

    async get(request) {
      return await templateOf(request, Number(request.query.id), numberOf(request.query.number));
    },

    async criteria({ db, query }) {
      const version = await versionOf(db, Number(query.id), numberOf(query.number));
      return await criteriaOf(db, version.id, query.keyword?.trim() ?? '');
    },

    async domains({ db, query }) {
      return await businessesOf(db, (await versionOf(db, Number(query.id), numberOf(query.number))).id);
    },

    async preview(request) {
      const version = await versionOf(request.db, Number(request.query.id), numberOf(request.query.number));
      return await preview(request.db, speaker(request), version.id);
    },

    questionnaires(request) {
      return questionnaireNames(request);
    },

    async create(request) {
      return await createTemplate(request, request.body);
    },

    async copy(request) {
      const { id, number, name, key } = request.body;
      return await createTemplate(request, { name, from: { id: Number(id), number }, key });
    },

    async rename(request) {
      const { id, revision, name } = request.body;
      return await renameTemplate(request, Number(id), revision, name);
    },

    async startDraft(request) {
      return await startDraft(request, Number(request.body.id), request.body.number);
    },

    async discardDraft(request) {
      return await discardDraft(request, Number(request.body.id), request.body.revision);
    },

    async publish(request) {
      return await publishTemplate(request, Number(request.body.id), request.body.revision);
    },

    async remove(request) {
      const { id, ...seen } = request.query;
      await removeTemplate(request, Number(id), seen);
      return {};
    },

    async saveCriterion(request) {
      const { templateId, ...given } = request.body;
      return await saveCriterion(request, Number(templateId), given);
    },

    async saveBusiness(request) {
      const { templateId, ...given } = request.body;
      return await saveBusiness(request, Number(templateId), given);
    },

    async saveDomain(request) {
      const { templateId, ...given } = request.body;
      return await saveDomain(request, Number(templateId), given);
    },

    async moveRow(request) {
      const { templateId, revision, ...move } = request.body;
      return await moveRow(request, { seriesId: Number(templateId), revision }, move);
    },

    async import(request) {
      const { templateId, revision, mode, partial, questionnaire, key } = request.query;
      const file = requiredFile(request.files.file);
      const given = { templateId: numberOf(templateId), revision: numberOf(revision), mode, partial: partial === '1', questionnaire, key };
      return await importTemplate(request, file, given);
    },

    async export(request) {
      const { id, number, format = 'xlsx' } = request.query;
      return await exportTemplate(request, await versionOf(request.db, Number(id), numberOf(number)), format);
    },

    form(request) {
      return emptyForm(request);
    },

    async removeRows(request) {
      const { templateId, revision, kind, ids } = request.body;
      return await removeRows(request, { seriesId: Number(templateId), revision }, kind, ids);
    },
  },
});
