import { expect, it } from 'vitest';
import { buildBundle, createDocumentSet, planPage, type WidgetShapes } from '../../../src/core/index.ts';
import { riskExam } from './support.ts';

const shapes: WidgetShapes = {
  grid: { kind: 'widget', options: { questionnaire: 'questionnaire' }, required: ['questionnaire'], exposes: [] },
};
const page = (id: string) => ({
  path: 'pages/exam.page.json',
  value: { version: 1, title: 'x', body: [{ widget: 'grid', questionnaire: id }] },
});
const document = { path: 'questionnaires/risk-exam.questionnaire.json', value: riskExam };

it('a page that shows a questionnaire gets it in its bundle, with its texts compiled', () => {
  const { bundle, problems } = buildBundle(createDocumentSet([page('risk-exam'), document]), 'page', 'exam', shapes, {});
  expect(problems).toEqual([]);
  expect(bundle.questionnaires?.['risk-exam']).toBe(riskExam);
  const { body, problems: planned } = planPage(bundle, shapes);
  expect(planned).toEqual([]);
  const option = body[0]?.options.questionnaire;
  expect(option).toMatchObject({
    kind: 'object',
    value: {
      title: { kind: 'text', value: { key: 'matrix.riskTitle' } },
      answer: { kind: 'constant', value: riskExam.answer },
      choices: { kind: 'array' },
    },
  });
});

it('an unknown questionnaire, and one that is computed, are explained in their place', () => {
  const problemsOf = (id: string) => buildBundle(createDocumentSet([page(id), document]), 'page', 'exam', shapes, {}).problems;
  expect(problemsOf('risk-exm')).toMatchObject([
    { code: 'UNKNOWN_DOCUMENT', pointer: '/body/0/questionnaire', hint: 'did you mean "risk-exam"?' },
  ]);
  expect(problemsOf('{{ query.id }}')).toMatchObject([{ code: 'BAD_OPTION', pointer: '/body/0/questionnaire' }]);
});

it('a bundle without a questionnaire says nothing of them', () => {
  const set = createDocumentSet([{ path: 'pages/exam.page.json', value: { version: 1, title: 'x', body: [] } }, document]);
  expect(buildBundle(set, 'page', 'exam', shapes, {}).bundle).not.toHaveProperty('questionnaires');
});
