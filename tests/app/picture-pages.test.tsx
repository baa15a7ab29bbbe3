import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { compileTemplate, createScope } from '../../src/core/expression/index.ts';
import { pageNamed, settled, world } from '../renderers/world.tsx';
import { projectRoot } from '../support/project.ts';

it('[DATA-04] after the last picture of a page was taken out the page before it is shown', () => {
  const text = readFileSync(join(projectRoot, 'schemas/pages/ai/image-model.page.json'), 'utf8');
  const { actions } = JSON.parse(text) as { actions: { takeOut: { steps: { set?: Record<string, string> }[] } } };
  const shown = compileTemplate(actions.takeOut.steps[1]?.set?.['state.page'] ?? '');
  const pageAfter = (page: number, total: number) => shown.evaluate(createScope({ state: { page }, data: { samples: { total } } }));
  expect(pageAfter(2, 25)).toBe(1);
  expect(pageAfter(2, 26)).toBe(2);
  expect(pageAfter(1, 1)).toBe(1);
  expect(pageAfter(1, 60)).toBe(1);
});

it('[DATA-04] says how many pictures the model held already: of an archive together, of a picture by its name', async () => {
  const answers = [
    { added: 3, known: 1, unread: 0 },
    { added: 0, known: 4, unread: 2 },
    { added: 1, known: 0, unread: 0 },
    { added: 0, known: 1, unread: 0 },
  ];
  const model = { id: '1', name: 'Papers', state: 'new', labels: [], current: null };
  const calls = {
    'ai-image.get': () => model,
    'ai-image.samples': () => ({ content: [], total: 0 }),
    'ai-image.addPictures': () => answers.shift(),
  };
  const { engine, show } = await world({ calls, route: { path: '/ai/image/1', params: { id: '1' } } });
  const { container } = show(pageNamed('ai/image-model'));
  await settled();
  const choose = async (accept: string, names: string[]) => {
    const chooser = container.querySelector(`input[type=file][accept="${accept}"]`);
    if (!chooser) throw new Error(`Nothing takes ${accept}`);
    await act(async () => void fireEvent.change(chooser, { target: { files: names.map((name) => new File(['x'], name)) } }));
    await settled();
  };
  const said = () => vi.mocked(engine.feedback.message).mock.calls.map(([, text]) => text);
  await choose('.zip', ['all.zip']);
  await choose('.zip', ['all.zip']);
  fireEvent.change(screen.getByRole('textbox', { name: 'Class' }), { target: { value: 'seal' } });
  await settled();
  await choose('.png,.jpg,.jpeg', ['new.png', 'old.png']);
  expect(said()).toEqual([
    '3 pictures were added. 1 picture was left out: the model holds it already, or it came twice.',
    '0 pictures were added. 4 pictures were left out: the model holds them already, or they came twice. 2 files were left out: they are no pictures that can be read, or are in no folder.',
    'old.png was left out: the model already holds this picture in this class.',
  ]);
});
