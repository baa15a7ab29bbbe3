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

it('counts pages of which data choose as used, their events as told, and tells of a folder without any', () => {
  const widget = 'renderers/layouts/part/options.schema.json';
  const part = (folder: string) => ({ widget: 'part', folder, chosen: '{{ params.page }}' });
  const found = runChecks(
    readProject(
      temporaryProject({
        [widget]: readFileSync(join(root, widget), 'utf8'),
        'schemas/pages/outer.page.json': page({ actions: { told: [{ close: 'window' }] }, body: [part('board'), part('bord')] }),
        'schemas/pages/board/one.page.json': page({ onOpen: [{ emit: 'told' }] }),
        'schemas/pages/board/deep/two.page.json': page({}),
        'schemas/pages/boards.page.json': page({}),
        'schemas/pages/afar.page.json': page({ usedElsewhere: true }),
      }),
    ),
  );
  const codes = ['ACTION_UNUSED', 'DOCUMENT_UNUSED', 'UNKNOWN_DOCUMENT'];
  const told = found.filter(({ code, file }) => codes.includes(code) && file.startsWith('schemas/'));
  expect(told.map(({ code, file, pointer, hint }) => [code, `${file}#${pointer}`, code === 'UNKNOWN_DOCUMENT' && hint])).toEqual([
    ['DOCUMENT_UNUSED', 'schemas/pages/boards.page.json#', false],
    ['DOCUMENT_UNUSED', 'schemas/pages/outer.page.json#', false],
    ['UNKNOWN_DOCUMENT', 'schemas/pages/outer.page.json#/body/1/folder', 'did you mean "board"?'],
  ]);
});

it('tells of a notice no module of the server sends, and of the one that was meant', () => {
  const body = { en: 'a', 'zh-Hans': 'a', 'zh-Hant': 'a' };
  const notice = { $schema: '../../meta/notice.schema.json', version: 1, type: '1', topic: 'work', body };
  const ids = ['order/sent', 'order/late-today', 'order/snet', 'visit/planned'];
  const documents = Object.fromEntries(ids.map((id) => [`schemas/notices/${id}.notice.json`, notice]));
  const told = (files: object) =>
    runChecks(readProject(temporaryProject({ ...documents, ...files })))
      .filter(({ code }) => code === 'DOCUMENT_UNUSED')
      .map(({ file, severity, message, hint }) => [file, severity, message, hint]);
  const code = `await sendNotice(db, { template: 'order/sent' });
    await sendNotice(db, { template: \`order/late-\${day}\` });`;
  const unsent = (id: string, hint: unknown) => [
    ...[`schemas/notices/${id}.notice.json`, 'warning'],
    ...[`nothing sends the notice "${id}": modules of the server send notices by their id, documents none`, hint],
  ];
  expect(told({ 'server/modules/orders/send.ts': code })).toEqual([
    unsent('order/snet', 'did you mean "order/sent"?'),
    unsent('visit/planned', expect.stringContaining('docs/integrators.md')),
  ]);
  // Nothing is known of senders where their code is not.
  expect(told({})).toEqual([]);
});
