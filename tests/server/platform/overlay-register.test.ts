import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dictionaryJobs } from '../../../server/modules/dictionaries/given.ts';
import { documentsInUse } from '../../../server/modules/documents-in-use.ts';
import { registerJobs } from '../../../server/modules/registers/jobs.ts';
import { watchedCounts } from '../../../server/modules/registers/watched.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from '../modules/client.ts';

let folder: string;
let app: TestApp;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'targus-overlay-register-'));
  mkdirSync(join(folder, 'schemas'));
  app = await startApp({ env: { SCHEMAS_DIR: join(folder, 'schemas'), DATA_DIR: join(folder, 'data') } });
  token = await tokenOf(app, 'admin');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
function write(path: string, value: object): void {
  const file = join(folder, 'schemas', path);
  mkdirSync(dirname(file), { recursive: true });
  const kind = /\.([a-z]+)\.json$/.exec(path)?.[1];
  writeFileSync(file, JSON.stringify({ $schema: `../../schemas/meta/${kind}.schema.json`, version: 1, ...value }));
}
const may = 'task:list:edit';
const base = { code: { prefix: 'Z-' }, permissions: { list: may, add: may, edit: may }, display: 'name' };
const name = { name: 'name', label: words('Name'), type: 'text', required: true };
const post = (what: string, body: object) =>
  call(app, `/api/register/${what}`, { method: 'POST', token, body, headers: { 'accept-language': 'en' } });

it('a register that comes while the server runs has its dictionary at once, and moves by what it refers to', async () => {
  const [job] = dictionaryJobs(app.db, app.documents);
  write('dictionaries/loan-kind.dictionary.json', {
    ...{ type: 'loan_kind', label: words('Kind') },
    entries: [{ value: 'tool', label: words('Tool'), sort: 10 }],
  });
  write('registers/asset.register.json', {
    ...{ ...base, title: words('Assets') },
    fields: [name, { name: 'free', label: words('Free'), type: 'boolean' }],
  });
  write('registers/receipt.register.json', {
    ...{ ...base, title: words('Receipts') },
    fields: [name, { name: 'loan', label: words('Loan'), type: 'record', register: 'loan' }],
  });
  write('registers/loan.register.json', {
    ...{ ...base, title: words('Loans') },
    fields: [
      name,
      { name: 'kind', label: words('Kind'), type: 'dictionary', dictionary: 'loan_kind' },
      { name: 'asset', label: words('Asset'), type: 'record', register: 'asset' },
    ],
    states: [
      { name: 'asked', label: words('Asked') },
      { name: 'out', label: words('Out'), final: true },
    ],
    moves: [
      {
        ...{ name: 'ask', label: words('Ask'), from: ['asked'], to: 'asked' },
        makes: { register: 'receipt', by: 'loan', with: { name: words('{{ records.asset.name }} of {{ values.name }}') } },
      },
      {
        ...{ name: 'lend', label: words('Lend'), from: ['asked'], to: 'out' },
        ...{ require: '{{ records.asset.free == true }}', message: words('The asset is lent already') },
      },
    ],
  });
  await expect.poll(() => app.documents.get('register', 'loan'), { timeout: 60_000, interval: 200 }).toBeDefined();
  expect(app.documents.refused()).toEqual([]);
  await job?.run();
  const entries = await call(app, '/api/system/dict/data/type/loan_kind', { token });
  expect(entries.body.data).toMatchObject([{ dictValue: 'tool' }]);

  const asset = (await post('save', { register: 'asset', values: { name: 'Drill', free: false } })).body.data as Kept;
  const values = { name: 'Roof', kind: 'tool', asset: asset.id };
  const loan = (await post('save', { register: 'loan', values })).body.data as Kept;
  expect(loan.values).toEqual(values);
  // What is made is worded by what the record refers to.
  const asked = (await post('move', { register: 'loan', id: loan.id, version: loan.version, move: 'ask' })).body.data as Kept;
  const receipts = (await post('page', { register: 'receipt' })).body.data as { content: Kept[] };
  expect(receipts.content).toMatchObject([{ values: { name: 'Drill of Roof', loan: loan.id } }]);
  const move = { register: 'loan', id: loan.id, version: asked.version, move: 'lend' };
  expect((await post('move', move)).body).toMatchObject({ code: 'MOVE_REFUSED', msg: 'The asset is lent already' });
  const freed = { register: 'asset', id: asset.id, version: asset.version, values: { name: 'Drill', free: true } };
  expect((await post('save', freed)).body.code).toBe('000000');
  expect((await post('move', move)).body.data).toMatchObject({ state: 'out' });
});

it('a register with records stays, with the states they are in; what a field held that is gone is kept', async () => {
  const guard = documentsInUse(app.db);
  const path = 'registers/loan.register.json';
  const text = JSON.stringify(app.documents.get('register', 'loan'));
  expect(await guard(path, text, text)).toEqual([]);
  expect(await guard(path, undefined, text)).toEqual([{ message: '1 record is kept by this document: it stays until they are deleted' }]);
  expect(await guard(path, text.replaceAll('"out"', '"lent"'), text)).toEqual([
    expect.objectContaining({ pointer: '/states', message: '1 record is in the state "out", which is gone' }),
  ]);
  expect(await guard('registers/none.register.json', undefined, text)).toEqual([]);

  // The register of assets gets states, and another field in place of one.
  write('registers/asset.register.json', {
    ...{ ...base, title: words('Assets') },
    fields: [name, { name: 'weight', label: words('Weight'), type: 'integer' }],
    states: [
      { name: 'kept', label: words('Kept') },
      { name: 'gone', label: words('Gone'), final: true },
    ],
  });
  write(path, { ...JSON.parse(text), moves: [] });
  await expect.poll(() => app.documents.get('register', 'asset')?.states, { timeout: 60_000, interval: 200 }).toBeDefined();
  const job = registerJobs(app.db, app.documents, 'UTC').find((one) => one.name === 'records without a state');
  await job?.run();
  const page = (await post('page', { register: 'asset' })).body.data as { content: (Kept & { state: string })[] };
  const [asset] = page.content;
  expect(asset).toMatchObject({ state: 'kept', values: { name: 'Drill', free: true } });
  const change = { register: 'asset', id: asset?.id, version: asset?.version, values: { name: 'Drill', weight: 3 } };
  expect((await post('save', change)).body.data).toMatchObject({ values: { name: 'Drill', weight: 3, free: true } });
});

it('[SCREEN-01] the list a register feeds is another one as soon as its document says so', async () => {
  const partner = (list: string) => ({
    ...{ ...base, title: words('Partners') },
    fields: [name],
    states: [
      { name: 'barred', label: words('Barred') },
      { name: 'free', label: words('Free'), final: true },
    ],
    watch: { list, states: ['barred'] },
  });
  const listed = () => app.documents.get('register', 'partner')?.watch?.list;
  write('registers/partner.register.json', partner('FIRST_LIST'));
  await expect.poll(listed, { timeout: 60_000, interval: 200 }).toBe('FIRST_LIST');
  expect((await post('save', { register: 'partner', values: { name: 'Acme' } })).body.code).toBe('000000');
  expect(await watchedCounts(app.db, app.documents, 'FIRST_LIST', 'UTC')).toMatchObject([{ entries: 1 }]);

  write('registers/partner.register.json', partner('SECOND_LIST'));
  await expect.poll(listed, { timeout: 60_000, interval: 200 }).toBe('SECOND_LIST');
  expect(await watchedCounts(app.db, app.documents, 'FIRST_LIST', 'UTC')).toEqual([]);
  expect(await watchedCounts(app.db, app.documents, 'SECOND_LIST', 'UTC')).toMatchObject([{ entries: 1 }]);
});

it('[API-28] what waits in a register whose menu row is one of the application leads there, and so does its message', async () => {
  write('registers/trip.register.json', {
    ...{ ...base, title: words('Trips') },
    fields: [name, { name: 'owner', label: words('Owner'), type: 'user' }],
    states: [
      { name: 'ahead', label: words('Ahead') },
      { name: 'over', label: words('Over'), final: true },
    ],
    owner: 'owner',
  });
  const row = { menuId: 'trips', parentId: '0', type: '1', name: 'Trips', url: '/trips', component: 'main#registers/trip' };
  write('menus/trips.menu.json', { use: 'application', items: [row] });
  await expect.poll(() => app.documents.get('menu', 'trips'), { timeout: 60_000, interval: 200 }).toBeDefined();
  expect(app.documents.refused()).toEqual([]);
  const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
  const trip = (await post('save', { register: 'trip', values: { name: 'Lyon', owner: String(id) } })).body.data as Kept;
  const message = app.db.selectFrom('message').select('link').where('source_id', '=', trip.id).where('user_id', '=', id);
  expect(await message.execute()).toEqual([{ link: `/trips?record=${trip.id}` }]);
  const auditor = await tokenOf(app, 'auditor');
  const waiting = await call(app, '/api/todo/home/page', {
    method: 'POST',
    token: auditor,
    body: { source: 'trip' },
  });
  expect(waiting.body.data).toMatchObject({ content: [{ url: `/trips?record=${trip.id}` }] });
});

interface Kept {
  id: string;
  version: number;
  values: Record<string, unknown>;
}
