import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { runNew } from '../../../generator/new/run.ts';
import { newKinds, withRegistryEntry } from '../../../generator/new/templates.ts';
import { type DocumentKind, folders } from '../../../generator/read/documents.ts';
import { temporaryProject } from '../support/temporary-project.ts';

function quiet() {
  const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return { out, error };
}
afterEach(() => vi.restoreAllMocks());

describe('new', () => {
  it.each(newKinds)('writes a %s that passes check', async (kind) => {
    quiet();
    const root = temporaryProject({});
    const isPlain = kind === 'widget' || kind === 'service' || kind === 'locale';
    const id = isPlain ? 'order-list' : kind === 'amendment' ? 'pages/shop/order-list' : 'shop/order-list';
    if (kind === 'amendment') expect(await runNew(root, ['page', 'shop/order-list'])).toBe(0);
    expect(await runNew(root, [kind, id])).toBe(0);
    // A start is not yet used by anything.
    const unused = ['DOCUMENT_UNUSED', 'TEXT_UNUSED'];
    const own = runChecks(readProject(root)).filter(({ file, code }) => !unused.includes(code) && file.includes('order-list'));
    expect(own).toEqual([]);
    expect(readProject(root).ids('page')).toEqual(kind === 'page' || kind === 'amendment' ? ['shop/order-list'] : []);
  });

  it('makes a widget known: its key, its options type, its entry in the list', async () => {
    quiet();
    const root = temporaryProject({});
    await runNew(root, ['widget', 'order-list']);
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    expect(read('src/generated/widgets.ts')).toContain('| "order-list"');
    expect(read('src/generated/options.ts')).toContain('export interface OrderListOptions');
    expect(read('renderers/index.ts')).toContain("'order-list': () => import('./displays/order-list/index.ts'),");
    expect(read('renderers/displays/order-list/OrderList.tsx')).toContain('export function OrderList(');
  });

  it('writes an amendment of what is there, which changes nothing yet, and refuses one of what is not', async () => {
    const { error } = quiet();
    const label = { en: 'Level', 'zh-Hans': '级别', 'zh-Hant': '級別' };
    const level = { $schema: '../meta/dictionary.schema.json', version: 1, type: 'level', label, entries: [] };
    const form = { $schema: '../meta/form.schema.json', version: 1, fields: [{ widget: 'input', name: 'code', label }] };
    const root = temporaryProject({ 'schemas/dictionaries/level.dictionary.json': level, 'schemas/forms/code.form.json': form });
    const overlay = join(root, 'schemas.local');
    const start = async (id: string) => {
      expect(await runNew(root, ['amendment', id, '--schemas', overlay])).toBe(0);
      return JSON.parse(readFileSync(join(overlay, `amendments/${id}.amendment.json`), 'utf8')) as object;
    };
    expect(await start('dictionaries/level')).toMatchObject({
      ...{ $schema: '../../../schemas/meta/amendment.schema.json' },
      changes: [{ op: 'replace', path: '/label', value: label }],
    });
    expect(await start('forms/code')).toMatchObject({ changes: [{ op: 'replace', path: '/fields/name=code/label', value: label }] });
    expect(readProject(root, [overlay]).documents.find('dictionary', 'level')?.source.value).toEqual(level);
    expect(await runNew(root, ['amendment', 'dictionaries/levle', '--schemas', overlay])).toBe(2);
    const message = 'there is no document dictionaries/levle.dictionary.json; did you mean "dictionaries/level"?';
    expect(error).toHaveBeenLastCalledWith(message);
  });

  it('never puts a start into an overlay in the place of what the product has', async () => {
    const { error } = quiet();
    const root = temporaryProject({});
    const overlay = join(root, 'schemas.local');
    expect(await runNew(root, ['page', 'shop/order-list'])).toBe(0);
    expect(await runNew(root, ['page', 'shop/order-list', '--schemas', overlay])).toBe(2);
    expect(error.mock.calls.at(-1)?.[0]).toMatch(
      /shop\/order-list\.page\.json is a document of the product.*new amendment pages\/shop\/order-list/,
    );
    // Services are not changed in part.
    expect(await runNew(root, ['service', 'shop'])).toBe(0);
    expect(await runNew(root, ['service', 'shop', '--schemas', overlay])).toBe(2);
    expect(error.mock.calls.at(-1)?.[0]).toMatch(/would replace: another name makes one of your own$/);
    expect(readProject(root, [overlay]).documents.all.filter(({ isOverlay }) => isOverlay)).toEqual([]);
  });

  it('writes nothing while a service breaks off, and says where it does', async () => {
    const { error } = quiet();
    const root = temporaryProject({ 'schemas/services/torn.service.json': '{"version": 1, "calls": {' });
    expect(await runNew(root, ['page', 'shop/order-list'])).toBe(2);
    expect(error.mock.calls.at(-1)?.[0]).toContain('schemas/services/torn.service.json:1:');
    expect(existsSync(join(root, 'schemas/pages/shop/order-list.page.json'))).toBe(false);
  });

  it.each(['page', 'form', 'table', 'register', 'rule', 'service', 'dictionary', 'menu'])(
    'writes a %s into an overlay, and nothing of the product',
    async (kind) => {
      quiet();
      const root = temporaryProject({});
      const before = readFileSync(join(root, 'package.json'), 'utf8');
      const overlay = join(root, 'schemas.local');
      expect(await runNew(root, [kind, 'order-list', '--schemas', overlay])).toBe(0);
      const project = readProject(root, [overlay]);
      expect(project.documents.all.map(({ source }) => source.file)).toEqual([
        `schemas.local/${folders[kind as DocumentKind]}/order-list.${kind}.json`,
      ]);
      expect(project.documents.all[0]?.source.value).toMatchObject({ $schema: `../../schemas/meta/${kind}.schema.json` });
      expect(runChecks(project).filter(({ code }) => code !== 'DOCUMENT_UNUSED')).toEqual([]);
      expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe(before);
      expect(await runNew(root, [kind, 'order-list', '--schemas', overlay])).toBe(2);
      expect(await runNew(root, ['widget', 'order-list', '--schemas', overlay])).toBe(2);
    },
  );

  it('of a service in an overlay it says that another back end answers it', async () => {
    const { out } = quiet();
    const root = temporaryProject({});
    expect(await runNew(root, ['service', 'orders', '--schemas', join(root, 'schemas.local')])).toBe(0);
    expect(out).toHaveBeenLastCalledWith(expect.stringMatching(/^Answer it in your back end, behind API_TARGET .* --only orders /));
    expect(await runNew(root, ['service', 'orders'])).toBe(0);
    expect(out).toHaveBeenLastCalledWith(expect.stringContaining('server/modules/orders/routes.ts'));
  });

  it('a document of an overlay without $schema is told the line to write, and works', () => {
    const document = { version: 1, title: { en: 'A', 'zh-Hans': 'A', 'zh-Hant': 'A' }, body: [] };
    const root = temporaryProject({ 'more/pages/a/b.page.json': document, 'schemas/pages/own.page.json': document });
    const found = runChecks(readProject(root, [join(root, 'more')])).filter(({ code }) => code !== 'DOCUMENT_UNUSED');
    expect(found.map(({ file, severity, hint }) => [file, severity, hint])).toEqual([
      ['more/pages/a/b.page.json', 'warning', 'write "$schema": "../../../schemas/meta/page.schema.json"'],
      ['schemas/pages/own.page.json', 'error', undefined],
    ]);
  });

  it('refuses names that are no ids, what exists already and kinds it does not know', async () => {
    const { error } = quiet();
    const root = temporaryProject({});
    expect(await runNew(root, ['page', '../evil'])).toBe(2);
    expect(await runNew(root, ['page', 'Upper'])).toBe(2);
    expect(await runNew(root, ['widget', 'a/b'])).toBe(2);
    expect(await runNew(root, ['thing', 'a'])).toBe(2);
    expect(await runNew(root, ['rule', 'code'])).toBe(0);
    expect(await runNew(root, ['rule', 'code'])).toBe(2);
    expect(error).toHaveBeenLastCalledWith('schemas/rules/code.rule.json exists already');
  });

  it('says so when the list of widgets cannot be found', () => {
    expect(() => withRegistryEntry('export {};', 'x')).toThrow('no list');
  });
});
