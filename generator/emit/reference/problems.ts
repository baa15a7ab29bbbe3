import { problemCodes } from '../../../src/core/problems.ts';
import { checkCodes, examples } from '../../check/codes.ts';
import type { ExamplePlace, ProblemExample } from '../../check/examples/example.ts';
import { sortedEntries } from '../../json.ts';
import { code, jsonBlock, page } from './markdown.ts';

const places: Record<ExamplePlace, string> = {
  page: 'In a page',
  layout: 'In a layout',
  form: 'In a form',
  rule: 'In a rule',
  calls: 'In the calls of a service',
  menu: 'In the items of a menu',
  texts: 'In the texts of a locale',
  files: 'Documents',
  text: 'A file',
  expression: 'When an expression runs',
  answer: 'In JSON from elsewhere',
  rows: 'In served menu rows',
  matrix: 'In the rows given to a matrix',
};

/** docs/reference/problems.md: every code with its meaning, a wrong example and the right one. */
export function problemsPage(): string {
  const groups: [string, string, Record<string, string>][] = [
    [
      'Of documents and answers',
      'Found by `npm run -s targus -- check` before anything runs, and shown in place of what cannot work when it does.',
      problemCodes,
    ],
    ['Of check only', 'Found by `npm run -s targus -- check` before anything runs.', checkCodes],
  ];
  const blocks = groups.flatMap(([title, introduction, codes]) => [
    `## ${title}\n\n${introduction}`,
    ...sortedEntries(codes).map(([name, summary]) => problemBlock(name, summary, examples[name])),
  ]);
  return page('Problem codes', 'Every problem says its code, the document, the place in it and what to do.', blocks);
}

function problemBlock(name: string, summary: string, example: ProblemExample | undefined): string {
  const shown = example && `${places[example.in]}, wrong:\n\n${block(example, 'wrong')}\n\nRight:\n\n${block(example, 'right')}`;
  return [`### ${name}`, summary, shown].filter((part) => part !== undefined).join('\n\n');
}

function block(example: ProblemExample, side: 'wrong' | 'right'): string {
  const value = example[side];
  if (example.shown) return `${example.shown[side]}.`;
  return typeof value === 'string' ? code(value) : jsonBlock(value);
}
