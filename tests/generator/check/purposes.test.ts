import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleQuestionnaire } from '../../../generator/check/examples/matrices.ts';
import { exampleProject } from '../../../generator/check/examples/project.ts';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { page, root, temporaryProject } from '../support/temporary-project.ts';

const widget = 'renderers/widgets/risk-matrix/options.schema.json';

/** What is said of a questionnaire of a purpose, and of a page that shows one. */
function said(purpose: string | undefined, shown?: unknown): (string | undefined)[][] {
  const node = { widget: 'risk-matrix', questionnaire: shown, rows: [], columns: [] };
  const files = {
    ...exampleProject,
    'schemas/questionnaires/poll.questionnaire.json': { ...exampleQuestionnaire, ...(purpose && { purpose }) },
    [widget]: readFileSync(join(root, widget), 'utf8'),
    ...(shown !== undefined && { 'schemas/pages/own.page.json': page({ body: [node] }) }),
  };
  return runChecks(readProject(temporaryProject(files))).flatMap(({ code, severity, file, pointer, message, hint }) =>
    code === 'UNKNOWN_PURPOSE' ? [[severity, file.replace(/.*\//, ''), pointer, message, hint]] : [],
  );
}
const chosen = (purpose: string) => ({ id: "{{ 'poll' }}", purpose });

it('warns of a purpose nothing asks for, and says which was meant', () => {
  const unasked = (purpose: string) => [
    'warning',
    'poll.questionnaire.json',
    '/purpose',
    `nothing asks for a questionnaire of the purpose "${purpose}"`,
  ];
  expect(said('risk-assesment')).toEqual([[...unasked('risk-assesment'), 'did you mean "risk-assessment"?']]);
  expect(said('survey')).toEqual([[...unasked('survey'), expect.stringContaining('a page asks for it')]]);
  // One of the other kind.
  expect(said('finance-questionnaire')).toHaveLength(1);
  for (const purpose of [undefined, 'risk-assessment']) expect(said(purpose)).toEqual([]);
  expect(said('survey', chosen('survey'))).toEqual([]);
});

it('lets a questionnaire have any purpose that a page shows anyway, but no slip of one that is asked for', () => {
  for (const shown of ['poll', "{{ 'poll' }}"]) {
    expect(said('survey', shown)).toEqual([]);
    expect(said('risk-assesment', shown)).toHaveLength(1);
  }
});

it('warns of a page that asks for what no document is for', () => {
  expect(said('risk-assessment', chosen('risk-assesment'))).toEqual([
    [
      ...['warning', 'own.page.json', '/body/0/questionnaire/purpose', 'there is no questionnaire of the purpose "risk-assesment"'],
      'did you mean "risk-assessment"?',
    ],
  ]);
});
