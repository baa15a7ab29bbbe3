import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, MatrixStore, type Questionnaire, type QuestionnaireDocument, readLayout } from '../../../src/core/index.ts';

const folder = join(import.meta.dirname, '../../../schemas/questionnaires');

/** The shipped questionnaire of risk assessment. */
export const riskExam = JSON.parse(readFileSync(join(folder, 'risk-exam.questionnaire.json'), 'utf8')) as QuestionnaireDocument;

/** Another questionnaire: letters, no rules, no groups, an answer a row is enough, nothing can be taken back. */
export const survey: Questionnaire<string> = {
  version: 1,
  title: 'Survey',
  rows: { id: 'code', name: 'question', answers: 'given', levels: [{ field: 'question', title: 'Question' }] },
  columns: { id: 'key', name: 'label' },
  answer: { row: 'question', column: 'person', value: 'mark' },
  unanswered: { value: 0, label: 'open', allowed: false },
  choices: [
    { value: 5, label: 'Yes', text: 'Y', tone: 'low', key: 'y' },
    { value: -7, label: 'No', text: 'N', tone: 'high', key: 'n' },
  ],
  totals: { best: { by: 'row', how: 'max' }, yes: { by: 'all', how: 'count', of: [5] } },
  completeness: { require: 'rows' },
};

export function criteria(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    dimension: `Dimension ${Math.floor(index / 6)}`,
    cause: `Cause ${Math.floor(index / 2)}`,
    subCause: `Sub-cause ${index}`,
    explanation: `What is meant by ${index}`,
    description: ['rare', 'now and then', 'often'],
  }));
}

export function domains(count: number, each = 2): Record<string, unknown>[] {
  return Array.from({ length: Math.ceil(count / each) }, (_, group) => ({
    firstKind: `Kind ${group}`,
    secondKinds: Array.from({ length: Math.min(each, count - group * each) }, (_, index) => ({
      id: `d${group * each + index}`,
      name: `Domain ${group * each + index}`,
    })),
  }));
}

/** A store of the risk matrix, with values where given. */
export function riskStore(rows: number, columns: number, answers: readonly Answer[] = []): MatrixStore {
  return new MatrixStore(riskExam, readLayout(riskExam, criteria(rows), domains(columns)), answers);
}

/** The values as lines of text, -- where unanswered. */
export function linesOf(store: MatrixStore): string[] {
  return Array.from({ length: store.rows }, (_, row) =>
    Array.from({ length: store.columns }, (_, column) => {
      const value = store.value(row, column);
      return value === -1 ? '--' : String(value);
    }).join(' '),
  );
}

export function answersOf(lines: readonly string[]): Answer[] {
  return lines.flatMap((line, row) =>
    line.split(' ').flatMap((text, column) => (text === '--' ? [] : [{ row: `c${row}`, column: `d${column}`, value: Number(text) }])),
  );
}
