import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkOverlay } from '../../../generator/check/overlay.ts';
import { guarded } from '../../../server/documents/guard.ts';
import { type Documents, loadDocuments } from '../../../server/documents.ts';
import { readSettings } from '../../../server/settings.ts';
import { projectRoot } from '../../support/project.ts';

let folder: string;
let documents: Documents | undefined;
let log: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'targus-amendments-'));
  log = [];
});
afterEach(() => {
  documents?.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (path: string) => join(folder, 'schemas', path);
function write(path: string, value: object): void {
  mkdirSync(dirname(file(path)), { recursive: true });
  const $schema = `../../schemas/meta/${/\.([a-z]+)\.json$/.exec(path)?.[1]}.schema.json`;
  writeFileSync(file(path), JSON.stringify({ $schema, version: 1, ...value }, null, 2));
}
const change = (path: string, ...changes: object[]) => write(`amendments/${path}.amendment.json`, { changes });
async function start(more: Record<string, string> = {}): Promise<Documents> {
  documents?.close();
  const settings = readSettings({ SCHEMAS_DIR: file('.'), DATA_DIR: join(folder, 'data'), ...more }, projectRoot);
  documents = loadDocuments(settings, { warn: (line) => void log.push(line), info: () => undefined });
  await documents.ready;
  return documents;
}
async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300 && !condition(); attempt += 1) await sleep(100);
  expect(condition()).toBe(true);
}
const users = 'tables/system/users';
const columns = (served: Documents) => (served.get('table', 'system/users')?.columns ?? []).map(({ name }) => name);
const shipped = [
  'userCode',
  'username',
  'name',
  'departmentName',
  'roles',
  'status',
  'secondFactor',
  'lastLoginTime',
  'email',
  'phone',
  'createTime',
  'updateTime',
];
const title = { en: 'Mail', 'zh-Hans': '邮箱', 'zh-Hant': '信箱' };

it('an amendment changes a shipped document while the server runs, and gives it back when it is gone', async () => {
  const served = await start();
  expect(columns(served)).toEqual(shipped);
  // As docs/configurators.md tells.
  const guide = readFileSync(join(projectRoot, 'docs/configurators.md'), 'utf8');
  const [, example = ''] = /users\.amendment\.json`:\n\n```json\n(.*?)```/s.exec(guide) ?? [];
  write(`amendments/${users}.amendment.json`, JSON.parse(example));
  await until(() => !columns(served).includes('phone'));
  expect(columns(served)).toEqual(shipped.flatMap((name) => (name === 'phone' ? [] : name === 'status' ? ['remark', name] : [name])));
  expect(served.refused()).toEqual([]);
  expect(served.problems()).toEqual([]);
  const { hash } = JSON.parse(String(served.file('/schemas/manifest.json')?.content)).pages['system/user'];
  expect(String(served.file(`/schemas/pages/system/user.${hash}.json`)?.content)).toContain('"Mail"');

  // Accepted once, it is there from the start.
  documents?.close();
  const settings = readSettings({ SCHEMAS_DIR: file('.'), DATA_DIR: join(folder, 'data') }, projectRoot);
  documents = loadDocuments(settings, { warn: () => undefined, info: () => undefined });
  expect(columns(documents)).not.toContain('phone');
  rmSync(file(`amendments/${users}.amendment.json`));
  await until(() => columns(documents as Documents).length === shipped.length);
});

it('a wrong amendment is refused where it is wrong, and the last good one or the document as it is stays', async () => {
  const served = await start();
  change(users, { op: 'remove', path: '/columns/name=phnoe' });
  await until(() => served.refused().length > 0);
  expect(columns(served)).toEqual(shipped);
  expect(served.refused()).toMatchObject([
    {
      path: `amendments/${users}.amendment.json`,
      served: 'shipped document',
      errors: [{ code: 'AMENDMENT_PATH', line: 7, message: 'no entry has name=phnoe', hint: 'did you mean "phone"?' }],
    },
  ]);
  change(users, { op: 'remove', path: '/columns/name=phone' });
  await until(() => served.refused().length === 0);
  expect(columns(served)).not.toContain('phone');

  // What comes out is judged as any document, and blamed on the change that wrote it.
  change(users, { op: 'remove', path: '/columns/name=email' }, { op: 'add', path: '/columns/-', value: { name: 'emial', title } });
  await until(() => served.refused().length > 0);
  expect(served.refused()).toMatchObject([
    {
      path: `amendments/${users}.amendment.json`,
      served: 'last good version',
      errors: [{ code: 'UNKNOWN_FIELD', line: 13, file: file(`amendments/${users}.amendment.json`) }],
    },
  ]);
  expect(columns(served)).toEqual(shipped.filter((name) => name !== 'phone'));
  expect(log.join('\n')).toMatch(/refused .*users\.amendment\.json/);
});

it('a document of the folder is amended as a shipped one', async () => {
  const served = await start();
  write('pages/mine.page.json', { title, access: 'public', body: [{ widget: 'text', text: title }] });
  change('pages/mine', { op: 'replace', path: '//widget=text/text', value: { en: 'Amended', 'zh-Hans': '改', 'zh-Hant': '改' } });
  await until(() => JSON.stringify(served.get('page', 'mine') ?? '').includes('Amended'));
  change('pages/mine', { op: 'add', path: '/body/-', value: { widget: 'button', text: title, onClick: 'nothing' } });
  await until(() => served.refused().length > 0);
  expect(served.refused()[0]).toMatchObject({ served: 'last good version', errors: [{ line: 15 }] });
  expect(JSON.stringify(served.get('page', 'mine'))).toContain('Amended');
});

it('of a document of the folder whose first amendment is wrong the document itself is served, and that is said', async () => {
  const served = await start();
  write('pages/mine.page.json', { title, access: 'public', body: [{ widget: 'text', text: title }] });
  change('pages/mine', { op: 'add', path: '/body/-', value: { widget: 'txet' } });
  await until(() => served.refused().length > 0);
  expect(served.refused()).toMatchObject([{ path: 'amendments/pages/mine.amendment.json', served: 'document without it' }]);
  expect(served.get('page', 'mine')).toBeDefined();
});

it('a document that is wrong under an amendment that stayed takes no other change with it', async () => {
  const served = await start();
  const page = (...body: object[]) => write('pages/mine.page.json', { title, access: 'public', body });
  page({ widget: 'text', text: title });
  change('pages/mine', { op: 'add', path: '/body/-', value: { widget: 'divider' } });
  await until(() => JSON.stringify(served.get('page', 'mine') ?? '').includes('divider'));

  page({ widget: 'text', text: title }, { widget: 'txet', text: title });
  change(users, { op: 'remove', path: '/columns/name=phone' });
  await until(() => served.refused().length > 0);
  expect(served.refused()).toMatchObject([
    { path: 'pages/mine.page.json', served: 'last good version', errors: [{ code: 'UNKNOWN_WIDGET' }] },
  ]);
  expect(columns(served)).not.toContain('phone');
});

it('a register is amended, what is made of it follows, and that may be amended besides', async () => {
  const served = await start();
  const field = { name: 'batch', label: title, type: 'text' };
  change('registers/booking', { op: 'add', path: '/fields/name=day', value: field });
  await until(() => (served.get('table', 'registers/booking')?.columns ?? []).some(({ name }) => name === 'values.batch'));
  expect(served.get('form', 'registers/booking')?.fields.map(({ name }) => name)).toContain('batch');
  change('tables/registers/booking', { op: 'remove', path: '/columns/name=values.batch' });
  await until(() => !(served.get('table', 'registers/booking')?.columns ?? []).some(({ name }) => name === 'values.batch'));
  expect(served.get('form', 'registers/booking')?.fields.map(({ name }) => name)).toContain('batch');
  expect([served.refused(), served.problems()]).toEqual([[], []]);

  // A fault of what comes out stands at the change that wrote it.
  change('registers/booking', { op: 'add', path: '/fields/name=day', value: { ...field, type: 'dictionary', dictionary: 'ticket-tpye' } });
  await until(() => served.refused().length > 0);
  const [refusal] = served.refused();
  expect(refusal).toMatchObject({ path: 'amendments/registers/booking.amendment.json', served: 'last good version' });
  expect(refusal?.errors[0]).toMatchObject({ code: 'UNKNOWN_DICTIONARY', line: 16, hint: 'did you mean "ticket-type"?' });
});

it('the data is asked about a register as its amendment leaves it, now and before', async () => {
  const path = 'registers/visit.register.json';
  const place = 'amendments/registers/visit.amendment.json';
  const shippedText = JSON.stringify({ states: [{ name: 'open' }, { name: 'done' }] });
  const removing = (name: string) => JSON.stringify({ version: 1, changes: [{ op: 'remove', path: `/states/name=${name}` }] });
  const asked: unknown[] = [];
  const told = async (before: string | undefined, now: string | undefined) => {
    const files = (text: string | undefined) => (text === undefined ? [] : [{ path: place, file: place, text }]);
    const look = guarded(
      async () => ({ errors: [], contracts: undefined }),
      async (...about) => {
        asked.push(about);
        return [{ pointer: '/states', message: 'a record is in it' }];
      },
      {
        before: new Map(files(before).map((file) => [file.path, file])),
        shipped: (of) => (of === path ? shippedText : undefined),
        isKnown: true,
      },
    );
    return (await look(files(now))).errors;
  };
  expect(await told(undefined, removing('done'))).toMatchObject([{ path: place, line: 1, pointer: '', code: 'DOCUMENT_IN_USE' }]);
  expect(asked).toEqual([[path, JSON.stringify({ states: [{ name: 'open' }] }), shippedText]]);
  // Taking the amendment away is a change of the register, too.
  await told(removing('open'), undefined);
  expect(asked[1]).toEqual([path, shippedText, JSON.stringify({ states: [{ name: 'done' }] })]);
});

it('an amendment in a wrong place is told where it belongs', () => {
  const changes = [{ op: 'remove', path: '/columns/0' }];
  const told = (name: string, text = JSON.stringify({ version: 1, changes })) => {
    const path = `amendments/${name}.amendment.json`;
    return checkOverlay(projectRoot, [{ path, file: path, text }]).errors.map(({ message, hint }) => `${message}; ${hint}`);
  };
  const kinds = 'changed in part are app, dictionaries, forms, layouts, menus, pages, registers, rules, tables, themes';
  expect(told('questionnaires/risk')).toEqual([`documents of questionnaires/ are not changed in part; ${kinds}`]);
  expect(told('locales/en/error')).toEqual([
    'documents of locales/ are not changed in part; a locale document with "area" words a part of the texts',
  ]);
  expect(told('table/system/users')).toEqual(['"table" is no folder of documents; did you mean "tables"?']);
  for (const name of ['tables/system/user', 'tables/system/users.table']) {
    expect(told(name)).toEqual([`there is no document ${name}.table.json; did you mean "tables/system/users"?`]);
  }
});

it('what a change leaves behind is told with the place where it stands', () => {
  const path = 'amendments/pages/system/user.amendment.json';
  const text = '{ "version": 1, "changes": [{ "op": "remove", "path": "//name=reset" }] }';
  const { errors } = checkOverlay(projectRoot, [{ path, file: path, text }]);
  const place = 'in /actions/resetPassword/0/body/id of schemas/pages/system/user.page.json as the changes leave it';
  expect(errors.filter(({ file }) => file === path).map(({ message }) => message)).toContainEqual(expect.stringContaining(place));
  expect(errors[0]?.path).toBe(path);
});

it('a torn amendment is told once, where it is torn', () => {
  const path = `amendments/${users}.amendment.json`;
  const errors = (text: string) =>
    checkOverlay(projectRoot, [{ path, file: path, text }]).errors.map(({ line, code, message }) => `${line} ${code} ${message}`);
  expect(errors('{ "version": 1, "changes": [\n{ "op": "remove" "path": "/x" }] }')).toEqual(['2 JSON_SYNTAX JSON syntax: comma expected']);
  expect(errors('{ "version": 1, "changes": [\n{ "op": "delete", "path": "/columns/0" }] }')).toEqual([
    '2 BAD_OPTION "delete" is not one of add, replace, remove',
  ]);
});

it('without a check the rest of an amendment is made, and what could not be is told', async () => {
  change(users, { op: 'remove', path: '/columns/name=nobody' }, { op: 'remove', path: '/columns/name=phone' });
  change('tables/nowhere', { op: 'remove', path: '/columns/0' });
  change('tables/system/dictionary', { op: 'delete', path: '/columns/0' });
  const served = await start({ SCHEMAS_CHECK: 'off' });
  expect(columns(served)).toEqual(shipped.filter((name) => name !== 'phone'));
  expect(log.filter((line) => line.includes('amendment.json'))).toEqual([
    expect.stringContaining('nowhere.amendment.json: there is no document it could change'),
    expect.stringContaining('dictionary.amendment.json: its changes are not read: an operation, a path or a value is missing or wrong'),
    expect.stringContaining('users.amendment.json: /changes/0: no entry has name=nobody'),
  ]);
});
