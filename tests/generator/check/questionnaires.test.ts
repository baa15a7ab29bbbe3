import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { root, temporaryProject } from '../support/temporary-project.ts';

const file = 'schemas/questionnaires/risk-exam.questionnaire.json';
const shipped = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, object>;
const localized = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'string' && part.startsWith('matrix.') ? { en: 'X', 'zh-Hans': 'X', 'zh-Hant': 'X' } : part,
  );

function findings(change: object) {
  const files = { [file]: { ...(localized(shipped) as object), ...change } };
  return runChecks(readProject(temporaryProject(files))).filter(({ file: at }) => at === file);
}

it('a questionnaire that says what it should has no findings', () => expect(findings({})).toEqual([]));

it('typos, unknown texts and contradictions are found where they stand', () => {
  expect(findings({ title: 'matrix.nowhere' })).toMatchObject([{ code: 'UNKNOWN_TEXT', pointer: '/title' }]);
  expect(findings({ anwser: {} })).toMatchObject([{ code: 'UNKNOWN_OPTION', hint: 'did you mean "answer"?' }]);
  expect(findings({ columnRules: [{ whenChosen: 9, fillColumn: 0 }] })).toMatchObject([
    { code: 'QUESTIONNAIRE', pointer: '/columnRules/0/whenChosen' },
  ]);
  expect(findings({ unanswered: { value: 1000, label: { en: 'X', 'zh-Hans': 'X', 'zh-Hant': 'X' } } })[0]?.pointer).toBe(
    '/unanswered/value',
  );
});
