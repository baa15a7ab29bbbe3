import { expect, it } from 'vitest';
import { buildBundle, createDocumentSet, planPage, type WidgetShapes } from '../../../src/core/index.ts';
import { riskExam } from './support.ts';

const shapes: WidgetShapes = {
  grid: { kind: 'widget', options: { questionnaire: 'questionnaire' }, required: ['questionnaire'] },
};
const page = (id: unknown) => ({
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

it('a page whose questionnaire is computed gets all there are in its bundle, those of an overlay with them', () => {
  const own = { path: 'questionnaires/own.questionnaire.json', value: riskExam };
  const computed = page("{{ 'own' }}");
  const { bundle, problems } = buildBundle(createDocumentSet([computed, document, own]), 'page', 'exam', shapes, {});
  expect(problems).toEqual([]);
  expect(Object.keys(bundle.questionnaires ?? {}).sort()).toEqual(['own', 'risk-exam']);
  const option = planPage(bundle, shapes).body[0]?.options.questionnaire;
  expect(option).toMatchObject({ kind: 'document', value: { of: 'questionnaire', documents: { own: { kind: 'object' } } } });
});

it('a page whose questionnaire is computed among those of a purpose gets these and no others', () => {
  const file = (id: string, purpose?: string) => ({
    path: `questionnaires/${id}.questionnaire.json`,
    value: { ...riskExam, purpose },
  });
  const files = [file('survey', 'survey'), file('poll', 'survey'), file('exam', 'risk-assessment'), file('plain')];
  const build = (id: unknown) => buildBundle(createDocumentSet([page(id), ...files]), 'page', 'exam', shapes, {});
  const { bundle, problems } = build({ id: "{{ 'poll' }}", purpose: 'survey' });
  expect(problems).toEqual([]);
  expect(Object.keys(bundle.questionnaires ?? {})).toEqual(['poll', 'survey']);
  const planned = planPage(bundle, shapes);
  expect(planned.problems).toEqual([]);
  const option = planned.body[0]?.options.questionnaire;
  expect(option).toMatchObject({ kind: 'document', value: { documents: { poll: { kind: 'object' }, survey: { kind: 'object' } } } });
  expect(option).not.toHaveProperty('value.documents.poll.value.purpose');
  expect(build({ id: "{{ 'poll' }}", purpose: 'survye' }).problems).toMatchObject([
    { code: 'UNKNOWN_DOCUMENT', pointer: '/body/0/questionnaire/purpose', hint: 'did you mean "survey"?' },
  ]);
  expect(build({ id: "{{ 'poll' }}" }).problems).toMatchObject([{ code: 'BAD_OPTION', pointer: '/body/0/questionnaire' }]);
});

it('an unknown questionnaire, and one that is no name, are explained in their place', () => {
  const problemsOf = (id: unknown) => buildBundle(createDocumentSet([page(id), document]), 'page', 'exam', shapes, {}).problems;
  expect(problemsOf('risk-exm')).toMatchObject([
    { code: 'UNKNOWN_DOCUMENT', pointer: '/body/0/questionnaire', hint: 'did you mean "risk-exam"?' },
  ]);
  expect(problemsOf(7)).toMatchObject([{ code: 'BAD_OPTION', pointer: '/body/0/questionnaire' }]);
});

it('a bundle without a questionnaire says nothing of them', () => {
  const set = createDocumentSet([{ path: 'pages/exam.page.json', value: { version: 1, title: 'x', body: [] } }, document]);
  expect(buildBundle(set, 'page', 'exam', shapes, {}).bundle).not.toHaveProperty('questionnaires');
});
