import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DataGuard } from '../../../server/documents/guard.ts';
import { type Documents, loadDocuments } from '../../../server/documents.ts';
import { letter } from '../../../server/modules/registration/letters.ts';
import { readSettings } from '../../../server/settings.ts';
import { projectRoot } from '../../support/project.ts';

let folder: string;
let documents: Documents | undefined;
let log: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'targus-overlay-'));
  log = [];
});
afterEach(() => {
  documents?.close();
  rmSync(folder, { recursive: true, force: true });
});

const schemas = () => join(folder, 'schemas');
function write(path: string, value: unknown): void {
  const file = join(schemas(), path);
  mkdirSync(dirname(file), { recursive: true });
  const kind = /\.([a-z]+)\.json$/.exec(path)?.[1];
  const $schema = `../../schemas/meta/${kind}.schema.json`;
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify({ $schema, ...(value as object) }));
}
const remove = (path: string) => rmSync(join(schemas(), path));
function load(guard?: DataGuard): Documents {
  documents?.close();
  const settings = readSettings({ SCHEMAS_DIR: schemas(), DATA_DIR: join(folder, 'data') }, projectRoot);
  const started = loadDocuments(settings, { warn: (line) => void log.push(line), info: (line) => void log.push(line) }, guard);
  documents = started;
  return started;
}
async function start(guard?: DataGuard): Promise<Documents> {
  const started = load(guard);
  await started.ready;
  return started;
}
async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300 && !condition(); attempt += 1) await sleep(100);
  expect(condition()).toBe(true);
}
const page = (text: string, more: object = {}) => ({
  version: 1,
  title: { 'zh-Hans': '我的', 'zh-Hant': '我的', en: 'Mine' },
  access: 'public',
  body: [{ widget: 'text', text: { 'zh-Hans': text, 'zh-Hant': text, en: text }, ...more }],
});
const wordingOf = (served: Documents) => JSON.stringify(served.get('page', 'mine') ?? 'none');

it('documents may be links, and folders of them, as a mounted volume has them; a file that is named wrong is told', async () => {
  write('..data/pages/mine.page.json', page('behind a link'));
  symlinkSync('..data/pages', join(schemas(), 'pages'));
  // A link to what it lies in ends nowhere.
  symlinkSync('..', join(schemas(), '..data/pages/again'));
  const served = await start();
  await until(() => wordingOf(served).includes('behind a link'));
  expect(served.refused()).toEqual([]);
  write('tables/list.json', '{}');
  await until(() => served.refused().length > 0);
  expect(served.refused()).toMatchObject([{ path: 'tables/list.json', errors: [{ message: expect.stringContaining('.table.json') }] }]);
  remove('tables/list.json');
  await until(() => served.refused().length === 0);
  expect(log.at(-1)).toMatch(/documents changed|no longer refused: .*tables\/list\.json/);
});

it('a good document is served, a bad one is refused with file, line and hint, and the last good version stays', async () => {
  const served = await start();
  write('pages/mine.page.json', page('first wording'));
  await until(() => wordingOf(served).includes('first wording'));
  expect(served.refused()).toEqual([]);
  const { hash } = JSON.parse(String(served.file('/schemas/manifest.json')?.content)).pages.mine;

  write('pages/mine.page.json', page('second wording', { colour: 'red', when: '{{ 1 + }}' }));
  await until(() => served.refused().length > 0);
  expect(wordingOf(served)).toContain('first wording');
  const [refused] = served.refused();
  expect(refused).toMatchObject({ path: 'pages/mine.page.json', served: 'last good version' });
  expect(refused?.errors[0]).toMatchObject({ line: 1, pointer: expect.stringMatching(/^\/body\/0/) });
  expect(log.join('\n')).toMatch(/refused .*mine\.page\.json/);

  write('pages/mine.page.json', page('third wording'));
  await until(() => wordingOf(served).includes('third wording'));
  expect(served.refused()).toEqual([]);

  // A window with the manifest before this one still gets its page, whatever is refused meanwhile.
  write('pages/mine.page.json', '{');
  await until(() => served.refused().length > 0);
  expect(served.file(`/schemas/pages/mine.${hash}.json`)).toBeDefined();
});

it('an overlay broken while the server was down keeps its last good version after the start', async () => {
  // Without the line that serves editors alone, too.
  write('pages/mine.page.json', JSON.stringify(page('good wording')));
  const first = await start();
  expect(wordingOf(first)).toContain('good wording');
  expect(first.problems()).toEqual([]);
  write('pages/mine.page.json', '{ "version": 1, "body": [');
  const again = await start();
  expect(wordingOf(again)).toContain('good wording');
  expect(again.refused().map(({ path }) => path)).toEqual(['pages/mine.page.json']);
});

it('an overlay that was accepted as it lies is served from the start; one that is new, or by another product, only when it is checked', async () => {
  write('services/shop.service.json', {
    ...{ version: 1, title: 'Shop' },
    calls: { list: { summary: 'Wares.', method: 'GET', path: '/api/shop', access: 'public', auth: 'none', response: { type: 'array' } } },
  });
  write('pages/mine.page.json', {
    ...page('x'),
    data: { wares: { call: 'shop.list' } },
    body: [{ widget: 'text', text: '{{ data.wares }}' }],
  });
  const first = load();
  expect(wordingOf(first)).toBe('"none"');
  await first.ready;
  expect(first.refused()).toEqual([]);
  const again = load();
  expect(wordingOf(again)).toContain('data.wares');
  expect(again.revision()).toBe(first.revision());
  expect(log.join()).not.toContain('UNKNOWN_CALL');

  const file = join(folder, 'data', 'accepted-documents.json');
  const kept = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(kept), product: 'an older one' }));
  expect(wordingOf(load())).toBe('"none"');
  writeFileSync(file, kept);
  write('pages/mine.page.json', page('changed since'));
  const changed = load();
  expect(wordingOf(changed)).toBe('"none"');
  await changed.ready;
  expect(wordingOf(changed)).toContain('changed since');
});

it('one bad document does not hold back the good ones written with it; what needs it waits', async () => {
  write('pages/mine.page.json', page('good'));
  write('forms/mine.form.json', { version: 1, fields: [{ widget: 'inptu', name: 'a' }] });
  write('pages/uses.page.json', { ...page('uses'), body: [{ widget: 'form', form: 'mine' }] });
  const served = await start();
  expect(wordingOf(served)).toContain('good');
  expect(served.refused().map(({ path, served: instead }) => [path, instead])).toEqual([
    ['forms/mine.form.json', 'nothing'],
    ['pages/uses.page.json', 'nothing'],
  ]);
  expect(served.refused()[0]?.errors[0]).toMatchObject({ code: 'UNKNOWN_WIDGET', hint: expect.stringContaining('input') });
});

it('what a page still needs cannot be deleted or broken under it', async () => {
  write('forms/mine.form.json', {
    version: 1,
    fields: [{ widget: 'input', name: 'a', label: { 'zh-Hans': '名', 'zh-Hant': '名', en: 'Name' } }],
  });
  write('pages/uses.page.json', { ...page('uses'), body: [{ widget: 'form', name: 'mine', form: 'mine' }] });
  const served = await start();
  expect(served.refused()).toEqual([]);
  remove('forms/mine.form.json');
  await until(() => served.refused().length > 0);
  expect(served.refused()[0]).toMatchObject({ path: 'forms/mine.form.json', served: 'last good version' });
  expect(served.get('form', 'mine')).toBeDefined();
});

it('a shipped document comes back when the one over it is deleted', async () => {
  const served = await start();
  const shipped = served.revision();
  write('pages/login.page.json', { ...page('mine instead'), title: { 'zh-Hans': '登录', 'zh-Hant': '登錄', en: 'Log in' } });
  await until(() => served.revision() !== shipped || served.refused().length > 0);
  expect(served.refused()).toEqual([]);
  remove('pages/login.page.json');
  await until(() => served.revision() === shipped);
});

it('100 changed files are one reload', async () => {
  const served = await start();
  for (let index = 0; index < 100; index += 1) write(`pages/burst/page-${index}.page.json`, page(`number ${index}`));
  await until(() => served.ids('page').filter((id) => id.startsWith('burst/')).length === 100);
  await sleep(1_500);
  expect(log.filter((line) => line.includes('served anew'))).toHaveLength(1);
  expect(existsSync(join(folder, 'data'))).toBe(true);
});

it('contracts of the overlay bring the schema of their answer to the browser, without references; shipped ones do not', async () => {
  const response = (items: object) => ({
    type: 'object',
    additionalProperties: false,
    required: ['content', 'total'],
    properties: { content: { type: 'array', items }, total: { type: 'integer', description: 'rows of all pages' } },
  });
  const call = (path: string, items: object) => ({
    ...{ summary: 'Wares.', method: 'GET', path, access: 'public', auth: 'none', response: response(items) },
  });
  write('entities/ware.entity.json', {
    version: 1,
    description: 'A ware.',
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  });
  write('services/shop.service.json', {
    ...{ version: 1, title: 'Shop' },
    calls: { list: call('/api/shop/list', { $ref: '../entities/ware.entity.json#/schema' }) },
  });
  write('pages/mine.page.json', {
    ...page('x'),
    data: { wares: { call: 'shop.list' }, health: { call: 'health.get' } },
    body: [{ widget: 'text', text: '{{ data.wares.total }} {{ data.health.status }}' }],
  });
  const served = await start();
  expect(served.refused()).toEqual([]);
  const manifest = JSON.parse(String(served.file('/schemas/manifest.json')?.content));
  const { calls } = JSON.parse(String(served.file(`/schemas/pages/mine.${manifest.pages.mine.hash}.json`)?.content));
  const item = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  expect(calls['shop.list'].response).toEqual({
    ...{ type: 'object', required: ['content', 'total'] },
    properties: { content: { type: 'array', items: item }, total: { type: 'integer' } },
  });
  expect(calls['health.get']).not.toHaveProperty('response');
  // As people read it: with its words, and nothing of the calls that are not of the overlay.
  expect(served.openApi()).toMatchObject({ tags: [{ name: 'shop', description: 'Shop' }], schemas: { Ware: item } });
  expect(Object.keys(served.openApi()?.paths ?? {})).toEqual(['/api/shop/list']);
  expect(JSON.stringify(served.openApi()?.paths)).toContain('rows of all pages');
  // So it is from the next start on, before anything is checked.
  expect(load().openApi()?.tags).toHaveLength(1);
});

it('texts, rules and menus of the overlay are checked and served; an unknown folder is refused by name', async () => {
  const texts = (text: string) => ({ version: 1, texts: { hello: text } });
  for (const language of ['zh-Hans', 'zh-Hant', 'en']) write(`locales/${language}/mine.locale.json`, { ...texts(language), language });
  write('pages/mine.page.json', { ...page('x'), body: [{ widget: 'text', text: 'mine.hello' }] });
  write('pagse/other.page.json', page('nowhere'));
  const app = JSON.parse(readFileSync(join(projectRoot, 'schemas', 'app', 'targus.app.json'), 'utf8'));
  write('app/acme.app.json', { ...app, name: { 'zh-Hans': 'Acme', 'zh-Hant': 'Acme', en: 'Acme' } });
  const served = await start();
  // The application of the browser is that of the server and of its mails.
  expect(served.app()).toEqual(JSON.parse(String(served.file('/schemas/manifest.json')?.content)).app);
  expect(letter(served, 'en', 'approved', {})).toMatchObject({ subject: expect.stringContaining('Acme') });
  expect(served.text('en', 'mine.hello')).toBe('en');
  expect(served.refused()).toMatchObject([
    { path: 'pagse/other.page.json', errors: [{ code: 'UNKNOWN_DOCUMENT_KIND', hint: expect.stringContaining('pages') }] },
  ]);
});

it('words of the overlay join an area of the product or take the place of single texts of it, and leave the others as they are', async () => {
  const own = (language: string, texts: object, area = 'error') => ({ version: 1, language, area, texts });
  write('locales/en/our-errors.locale.json', own('en', { BUDGET_CLOSED: 'The budget is closed', CONFLICT: 'A colleague was faster' }));
  const served = await start();
  // A new text is needed in every language, in its own place.
  expect(served.refused()).toMatchObject([
    { path: 'locales/en/our-errors.locale.json', errors: [{ code: 'TEXT_LANGUAGE', line: expect.any(Number) }] },
  ]);
  expect(served.text('en', 'error.CONFLICT')).not.toBe('A colleague was faster');
  for (const language of ['zh-Hans', 'zh-Hant'])
    write(`locales/${language}/our-errors.locale.json`, own(language, { BUDGET_CLOSED: '预算' }));
  await until(() => served.text('en', 'error.CONFLICT') === 'A colleague was faster');
  expect(served.refused()).toEqual([]);
  const browser = JSON.parse(String(served.file('/schemas/manifest.json')?.content)) as { locales: Record<string, string> };
  const texts = JSON.parse(String(served.file(`/schemas/locales/en.${browser.locales.en}.json`)?.content)) as Record<string, string>;
  expect([texts['error.BUDGET_CLOSED'], texts['error.CONFLICT']]).toEqual(['The budget is closed', 'A colleague was faster']);
  expect(texts['error.NOT_FOUND']).toBe(served.text('en', 'error.NOT_FOUND'));
  write('locales/en/typo.locale.json', own('en', { NOT_FOUND: 'Lost' }, 'eror'));
  await until(() => served.refused().length > 0);
  expect(served.refused()).toMatchObject([
    {
      path: 'locales/en/typo.locale.json',
      errors: expect.arrayContaining([expect.objectContaining({ code: 'TEXT_AREA', hint: 'did you mean "error"?' })]),
    },
  ]);
});

const needed: DataGuard = async (path, text) =>
  path === 'pages/mine.page.json' && text === undefined ? [{ message: 'it is needed', pointer: '/here', hint: 'do this' }] : [];
const inUse = {
  path: 'pages/mine.page.json',
  served: 'last good version',
  errors: [{ code: 'DOCUMENT_IN_USE', message: 'it is needed', pointer: '/here', hint: 'do this' }],
};

it('what the data needs stays when the whole folder is gone, while the server is down, too', async () => {
  write('pages/mine.page.json', page('needed'));
  write('pages/other.page.json', page('other'));
  await start(needed);
  rmSync(schemas(), { recursive: true });
  const served = await start(needed);
  expect(wordingOf(served)).toContain('needed');
  expect(served.get('page', 'other')).toBeUndefined();
  expect(served.refused()).toMatchObject([inUse]);
});

it('what the data needs is told where it stands: line and column of what the pointer leads to, or of what it would stand in', async () => {
  const text = (wording: string) => JSON.stringify({ $schema: '../../schemas/meta/page.schema.json', ...page(wording) }, null, 2);
  const faults = ['/body/0/text/en', '/body/0/no~1where', ''].map((pointer) => ({ pointer, message: 'it is needed' }));
  const served = await start(async (_path, now) => (now?.includes('second wording') ? faults : []));
  write('pages/mine.page.json', text('first wording'));
  await until(() => wordingOf(served).includes('first wording'));
  write('pages/mine.page.json', text('second wording').replaceAll('\n', '\r\n'));
  await until(() => served.refused().length > 0);
  expect(wordingOf(served)).toContain('first wording');
  const lines = text('second wording').split('\n');
  const [wording, node] = [lines.findIndex((line) => line.includes('"en": "second')), lines.findIndex((line) => line === '    {')];
  expect(served.refused()[0]?.errors.map(({ line, column }) => [line, column])).toEqual([
    [wording + 1, (lines[wording]?.indexOf('"second') ?? 0) + 1],
    [node + 1, 5],
    [1, 1],
  ]);
  expect(log.filter((line) => line.includes(`mine.page.json:${wording + 1}:`))).toHaveLength(1);
});

it('what the data needs is told what was served before: the shipped document at first, nothing where nobody knows', async () => {
  const told: [string | undefined, string | undefined][] = [];
  const noting: DataGuard = async (path, text, before) => {
    if (path === 'pages/login.page.json') told.push([text, before]);
    return [];
  };
  const shipped = readFileSync(join(projectRoot, 'schemas/pages/login.page.json'), 'utf8');
  const file = join(schemas(), 'pages/login.page.json');
  const [mine, other] = ['mine', 'other'].map((word) => JSON.stringify({ ...page(word), $schema: '../../schemas/meta/page.schema.json' }));
  const served = await start(noting);
  write('pages/login.page.json', mine);
  await until(() => JSON.stringify(served.get('page', 'login')).includes('"mine"') || served.refused().length > 0);
  expect(served.refused()).toEqual([]);
  expect(told.at(-1)).toEqual([mine, shipped]);
  write('pages/login.page.json', other);
  await until(() => JSON.stringify(served.get('page', 'login')).includes('"other"'));
  expect(told.at(-1)).toEqual([other, mine]);
  rmSync(file);
  await start(noting);
  expect(told.at(-1)).toEqual([shipped, other]);

  rmSync(join(folder, 'data'), { recursive: true });
  write('pages/login.page.json', mine);
  await start(noting);
  expect(told.at(-1)).toEqual([mine, undefined]);
});

it('a change that fails by no fault of a document is tried again until it is served', async () => {
  let failures = 0;
  const away: DataGuard = async () => {
    failures += 1;
    if (failures < 3) throw new Error('the database is away');
    return [];
  };
  const served = await start(away);
  write('pages/mine.page.json', page('first wording'));
  await until(() => wordingOf(served).includes('first wording'));
  expect(failures).toBe(3);
  expect(log.filter((line) => line.includes('is away'))).toEqual([2, 4].map((pause) => expect.stringContaining(`again in ${pause} s`)));
});

it('a folder that is gone is looked at again where the first look failed at the start', async () => {
  write('pages/mine.page.json', page('needed'));
  await start(needed);
  rmSync(schemas(), { recursive: true });
  let isAway = true;
  const served = await start(async (...given) => {
    if (!isAway) return await needed(...given);
    isAway = false;
    throw new Error('the database is away');
  });
  expect(wordingOf(served)).toBe('"none"');
  await until(() => wordingOf(served).includes('needed'));
  expect(served.refused()).toMatchObject([inUse]);
});

it('a start ends with a document that is needed and that a newer product takes no more: it is left out, and said', async () => {
  write('pages/mine.page.json', page('needed'));
  const file = join(schemas(), 'pages/mine.page.json');
  await start(needed);
  const kept = join(folder, 'data', 'accepted-documents.json');
  const old = JSON.parse(readFileSync(kept, 'utf8'));
  write('pages/mine.page.json', page('needed', { gone: true }));
  old.files[0].text = readFileSync(file, 'utf8');
  writeFileSync(kept, JSON.stringify({ ...old, product: 'an older one' }));
  const served = await start(needed);
  expect(wordingOf(served)).toBe('"none"');
  expect(served.refused()).toMatchObject([{ path: 'pages/mine.page.json', served: 'nothing', errors: [{ code: 'UNKNOWN_OPTION' }] }]);
});

/** Rights mean nothing to root: as root, this process is somebody else for a while. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const own = process.geteuid?.();
  if (own === 0) process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    if (own === 0) process.seteuid?.(own);
  }
}

it('what may not be read takes nothing away: the last good documents stay, at a start too, until the rights are mended', async () => {
  chmodSync(folder, 0o755);
  write('pages/mine.page.json', page('first wording'));
  const served = await start();
  const locked = join(schemas(), 'pages/locked');
  const file = join(schemas(), 'pages/mine.page.json');

  mkdirSync(locked, { mode: 0 });
  await asOrdinaryUser(async () => {
    await until(() => log.some((line) => line.includes(locked)));
    expect(wordingOf(served)).toContain('first wording');
    expect(wordingOf(await start())).toContain('first wording');
  });
  chmodSync(locked, 0o755);
  write('pages/mine.page.json', page('second wording'));
  await until(() => wordingOf(documents as Documents).includes('second wording'));

  log.length = 0;
  chmodSync(file, 0);
  await asOrdinaryUser(async () => {
    await until(() => log.some((line) => line.includes(file)));
    expect(wordingOf(documents as Documents)).toContain('second wording');
    expect(wordingOf(await start())).toContain('second wording');
  });
  const hidden = [{ path: 'pages/mine.page.json', served: 'last good version', errors: [{ code: 'UNREADABLE_DOCUMENT' }] }];

  // Neither does it hold back other documents, nor a product that is newer than what was accepted.
  const kept = join(folder, 'data', 'accepted-documents.json');
  writeFileSync(kept, JSON.stringify({ ...JSON.parse(readFileSync(kept, 'utf8')), product: 'an older one' }));
  chmodSync(kept, 0o666);
  chmodSync(dirname(kept), 0o777);
  await asOrdinaryUser(async () => void (await start()));
  expect(wordingOf(documents as Documents)).toContain('second wording');
  expect(documents?.refused()).toMatchObject(hidden);
  write('pages/other.page.json', page('other'));
  await asOrdinaryUser(() => until(() => documents?.get('page', 'other') !== undefined));
  expect(documents?.refused()).toMatchObject(hidden);
  expect(wordingOf(documents as Documents)).toContain('second wording');
});

it('a document the server would not take is refused and its last good version stays: too large, of too many values, nested without end', async () => {
  const served = await start();
  write('pages/mine.page.json', page('first wording'));
  await until(() => wordingOf(served).includes('first wording'));
  for (const [code, initial] of [
    ['JSON_TOO_LARGE', JSON.stringify('x'.repeat(5_000_000))],
    ['JSON_TOO_MANY', `[${'0,'.repeat(250_000)}0]`],
    ['JSON_TOO_DEEP', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ]) {
    write(
      'pages/mine.page.json',
      JSON.stringify(page('second wording')).replace('"body"', `"state": {"last": {"initial": ${initial}}}, "body"`),
    );
    await until(() => served.refused()[0]?.errors[0]?.code === code);
    expect(wordingOf(served)).toContain('first wording');
  }
});
