import { toRows } from '../../../src/core/statement/index.ts';
import type { Context } from '../../context.ts';
import { defineModule, type Routes } from '../../contracts.ts';
import { wordsOf } from '../../reader.ts';
import { evaluationChoices } from '../risk/evaluation-choices.ts';
import { paperSender, throughLink } from '../risk/papers.ts';
import { exportFigures } from './export.ts';
import { patchFigures, readFigures } from './figures.ts';
import { pageOfPapers, resultOf, submittedPaper } from './managers.ts';
import { type Asked, askedOf, figureReader } from './models.ts';
import { changesOfRows } from './rows.ts';
import { saveFigures, submitFigures } from './submit.ts';

async function answering(request: Context, uuid: string): Promise<Asked> {
  return await throughLink(request, uuid, () => askedOf(request, request.db, uuid));
}

/** Finance questionnaires (API-80, 81, 82, 85): public, bound to the uuid of a paper; and what managers see of them. */
const routes = {
  async rows(request) {
    const { paper, model } = await answering(request, request.query.uuid);
    const { answers } = await readFigures(request.db, paper.id, undefined);
    return toRows(model, figureReader(answers));
  },

  async saveRows(request) {
    const { uuid, type, key } = request.query;
    const { timeZone } = request.services.settings;
    return await throughLink(request, uuid, () =>
      saveFigures(request, uuid, ({ model }) => changesOfRows(model, request.body, timeZone), type, key),
    );
  },

  async sums(request) {
    const { paper, model } = await answering(request, request.query.uuid);
    const { answers } = await readFigures(request.db, paper.id, undefined);
    const say = wordsOf(request);
    const { indicators } = model.compute(figureReader(answers));
    return model.indicators.map(({ module, indicator }) => ({
      name: indicator.name,
      module: say(module.label),
      indicator: say(indicator.label),
      definition: say(indicator.definition),
      explanation: say(indicator.explanation),
      value: indicators.get(indicator.name) ?? null,
      unit: say(indicator.unit),
    }));
  },

  async answers(request) {
    const { paper } = await answering(request, request.query.uuid);
    return { state: paper.state, ...(await readFigures(request.db, paper.id, request.query.since)) };
  },

  async patchAnswers(request) {
    const { uuid, changes } = request.body;
    const { saved } = await throughLink(request, uuid, () => patchFigures(request, uuid, changes));
    return { saved };
  },

  async submit(request) {
    const { uuid, ...intent } = request.body;
    return await throughLink(request, uuid, () => submitFigures(request, uuid, intent));
  },

  async pagePapers(request) {
    const { keyword = '', pageNo = 1, pageSize = 10, ...filter } = request.body;
    return await pageOfPapers(request, { ...filter, keyword: keyword.trim(), pageNo, pageSize });
  },

  async result(request) {
    return await resultOf(request, request.query.itemId);
  },

  async exportResult(request) {
    return await exportFigures(request, await submittedPaper(request, request.body.itemId));
  },

  async evaluations(request) {
    const { keyword = '', chosen = '', closed = true } = request.query;
    const ids = chosen.split(',').filter((id) => id !== '');
    return await evaluationChoices(request.db, request.services.settings.timeZone, {
      keyword: keyword.trim(),
      chosen: ids.map(Number),
      closed,
    });
  },

  async exportRows(request) {
    return await exportFigures(request, await answering(request, request.body.uuid));
  },
} satisfies Routes<'finance'>;

export const financeModule = defineModule({
  service: 'finance',
  senders: { saveRows: paperSender, patchAnswers: paperSender },
  routes,
});
