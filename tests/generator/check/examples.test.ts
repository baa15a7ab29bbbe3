import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCodes, examples, summaries } from '../../../generator/check/codes.ts';
import type { ProblemExample } from '../../../generator/check/examples/example.ts';
import { exampleQuestionnaire } from '../../../generator/check/examples/matrices.ts';
import { exampleProject } from '../../../generator/check/examples/project.ts';
import { type Finding, formatFinding } from '../../../generator/check/findings.ts';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { filesBelow } from '../../../server/documents/files-below.ts';
import { compileTemplate, createScope, ExpressionError } from '../../../src/core/expression/index.ts';
import { JsonError, parseLimitedJson } from '../../../src/core/json-limits.ts';
import { MatrixError, type QuestionnaireDocument, readLayout } from '../../../src/core/matrix/index.ts';
import { compileMenu } from '../../../src/core/menu.ts';
import { problemCodes } from '../../../src/core/problems.ts';
import type { MenuRow } from '../../../src/core/types.ts';
import { exampleFolder } from '../support/example-project.ts';
import { root, temporaryProject } from '../support/temporary-project.ts';

const host = {
  functions: {
    formatDate: (value: unknown) => {
      if (value === 'yesterday') throw new Error('this is no date');
      return String(value);
    },
  },
};

const errorsOf = (findings: Finding[]) => findings.filter(({ severity }) => severity === 'error').map(formatFinding);

/** What an example yields, as `CODE message`: from a check of the project it stands in, or from running it. */
function yields(example: ProblemExample, side: 'wrong' | 'right'): string[] {
  const made = example[side];
  const value: unknown = typeof made === 'function' ? made() : made;
  const folder = exampleFolder(example, value);
  if (folder !== undefined) {
    const project = readProject(folder);
    const found = runChecks(project);
    // What the server asks for alone.
    expect(errorsOf(runChecks(project, 'errors'))).toEqual(errorsOf(found));
    return found.map((one) => `${one.code} ${formatFinding(one)}`);
  }
  if (example.in === 'rows') {
    const options = { document: 'menus/served', mainLayout: 'main', externalRoute: '/external' };
    return compileMenu(value as MenuRow[], options).problems.map(({ code, message }) => `${code} ${message}`);
  }
  try {
    if (example.in === 'matrix') readLayout(exampleQuestionnaire as unknown as QuestionnaireDocument, value, []);
    else if (example.in === 'answer') parseLimitedJson(String(value), { maxNodes: 200_000 });
    else compileTemplate(String(value)).evaluate(createScope({}, undefined, host));
    return [];
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof JsonError || error instanceof MatrixError)
      return [`${error.code} ${error.message}`];
    throw error;
  }
}

it('stands in a project in which check finds nothing', () => {
  expect(runChecks(readProject(temporaryProject(exampleProject))).map(formatFinding)).toEqual([]);
});

describe('every code', () => {
  it('has an example, and no example is of a code that does not exist', () => {
    expect(Object.keys(examples).sort()).toEqual(Object.keys(summaries).sort());
  });

  it('stands in the reference with its meaning', () => {
    const page = readFileSync(join(root, 'docs/reference/problems.md'), 'utf8');
    for (const [code, summary] of Object.entries(summaries)) expect(page).toContain(`### ${code}\n\n${summary}\n`);
    expect(page.match(/^### /gm)).toHaveLength(Object.keys(summaries).length);
  });

  it('is one the sources give, and the sources give no other', () => {
    const sources = filesBelow(join(root, 'generator/check'))
      .filter((path) => !/\/(examples\/|codes\.ts$|report\.ts$)/.test(path))
      .map((path) => readFileSync(path, 'utf8'));
    const given = new Set(sources.flatMap((text) => [...text.matchAll(/'([A-Z]{4,}(?:_[A-Z]+)*)'/g)].map(([, code]) => code)));
    for (const code of given) expect(Object.keys(summaries)).toContain(code);
    for (const code of Object.keys(checkCodes)) expect([...given]).toContain(code);
    expect(Object.keys(problemCodes).filter((code) => code in checkCodes)).toEqual([]);
  });
});

describe.each(Object.entries(examples))('%s', (code, example) => {
  it('is what its wrong example yields', () => {
    expect(yields(example, 'wrong').map((found) => found.split(' ')[0])).toContain(code);
  });

  it('and nothing at all is found in the right one', () => {
    expect(yields(example, 'right')).toEqual([]);
  });
});
