import type { ProblemExample } from './example.ts';

const number = (value: number) => ({ en: String(value), 'zh-Hans': String(value), 'zh-Hant': String(value) });
const choice = (value: number, tone: string) => ({ value, label: number(value), text: number(value), tone });

/** A questionnaire of two rows at most, as examples and their test take it. */
export const exampleQuestionnaire = {
  ...{ $schema: '../meta/questionnaire.schema.json', version: 1, title: 'shop.title' },
  rows: { id: 'id', name: 'name', levels: [{ field: 'name', title: 'shop.name' }] },
  columns: { id: 'id', name: 'name' },
  answer: { row: 'row', column: 'column', value: 'value' },
  unanswered: { value: -1, label: 'shop.empty' },
  choices: [choice(1, 'low'), choice(2, 'high')],
  limits: { rows: 2 },
};
const path = 'schemas/questionnaires/example.questionnaire.json';
const row = (id: string) => ({ id, name: 'Row' });

/** Examples of what is wrong with questionnaires and with the rows a matrix gets. */
export const matrixExamples: Record<string, ProblemExample> = {
  QUESTIONNAIRE: {
    in: 'files',
    wrong: { [path]: { ...exampleQuestionnaire, choices: [choice(1, 'low'), choice(1, 'high')] } },
    right: { [path]: exampleQuestionnaire },
  },
  UNKNOWN_PURPOSE: {
    in: 'files',
    wrong: { [path]: { ...exampleQuestionnaire, purpose: 'risk-assesment' } },
    right: { [path]: { ...exampleQuestionnaire, purpose: 'risk-assessment' } },
  },
  MATRIX_DATA: { in: 'matrix', wrong: [row('1'), row('1')], right: [row('1'), row('2')] },
  MATRIX_TOO_LARGE: {
    in: 'matrix',
    wrong: [row('1'), row('2'), row('3')],
    right: [row('1'), row('2')],
    shown: { wrong: '`{"limits": {"rows": 2}}` and 3 rows', right: '`{"limits": {"rows": 2}}` and 2 rows' },
  },
};
