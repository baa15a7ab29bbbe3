import { expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { page, temporaryProject } from '../support/temporary-project.ts';

it('knows that a part starts the actions of the page it stands in, at any depth, and no others', () => {
  const part = (id: string) => ({ widget: 'part', page: id });
  const action = [{ close: 'window' }];
  const found = runChecks(
    readProject(
      temporaryProject({
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
