import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { page, root, temporaryProject } from '../support/temporary-project.ts';

it('knows that a part starts the actions of the page it stands in, at any depth, and no others', () => {
  const part = (id: string) => ({ widget: 'part', page: id });
  const widget = 'renderers/layouts/part/options.schema.json';
  const action = [{ close: 'window' }];
  const found = runChecks(
    readProject(
      temporaryProject({
        [widget]: readFileSync(join(root, widget), 'utf8'),
        'schemas/pages/outer.page.json': page({ actions: { told: action, deep: action, never: action }, body: [part('middle')] }),
        'schemas/pages/middle.page.json': page({ onOpen: [{ emit: 'told' }], body: [part('inner')] }),
        'schemas/pages/inner.page.json': page({ onOpen: [{ emit: 'deep' }] }),
        'schemas/pages/other.page.json': page({ actions: { told: action } }),
      }),
    ),
  );
  const unused = found.filter(({ code }) => code === 'ACTION_UNUSED').map(({ file, pointer }) => `${file}#${pointer}`);
  expect(unused).toEqual(['schemas/pages/other.page.json#/actions/told', 'schemas/pages/outer.page.json#/actions/never']);
});

// Written as a plain key it would make the object look like a promise.
const THEN = 'then';

it('counts a step that runs an action as its use', () => {
  const action = [{ close: 'window' }];
  const found = runChecks(
    readProject(
      temporaryProject({
        'schemas/pages/a.page.json': page({
          actions: {
            deep: action,
            later: action,
            never: [{ run: 'neither' }],
            neither: action,
            start: [{ if: true, [THEN]: [{ run: 'deep' }] }],
          },
          onOpen: { steps: [{ run: 'start' }], onError: [{ run: 'later' }] },
        }),
      }),
    ),
  );
  expect(found.filter(({ code }) => code === 'ACTION_UNUSED').map(({ pointer }) => pointer)).toEqual(['/actions/never']);
});
