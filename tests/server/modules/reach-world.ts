import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startSession } from '../../../server/modules/identity/sessions.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call } from './client.ts';

const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
const text = (name: string, more: object = {}) => ({ name, label: words(name), type: 'text', ...more });

/** The register of which people see some records: by their department, by name, in one state alone, and what they made. */
const matter = {
  title: words('Matters'),
  code: { prefix: 'M-' },
  permissions: { list: 'matter:all', add: 'matter:add', edit: 'matter:edit', remove: 'matter:remove' },
  reach: [
    { permission: 'matter:department', by: ['unit', 'units'] },
    { permission: 'matter:unit', by: ['unit'], departments: 'own' },
    { permission: 'matter:own', by: ['owner', 'helpers', 'createBy'] },
    { permission: 'matter:done', by: ['unit'], states: ['done'] },
  ],
  fields: [
    text('title', { required: true }),
    text('mark', { unique: true }),
    { name: 'kind', label: words('kind'), type: 'dictionary', dictionary: 'risk-level' },
    { name: 'unit', label: words('unit'), type: 'department' },
    { name: 'units', label: words('units'), type: 'department', multiple: true },
    { name: 'owner', label: words('owner'), type: 'user' },
    { name: 'helpers', label: words('helpers'), type: 'user', multiple: true },
    { name: 'witness', label: words('witness'), type: 'user' },
    { name: 'amount', label: words('amount'), type: 'decimal' },
    { name: 'day', label: words('day'), type: 'date' },
    { name: 'folder', label: words('folder'), type: 'record', register: 'folder' },
    { name: 'papers', label: words('papers'), type: 'files' },
  ],
  display: 'title',
  states: [
    { name: 'open', label: words('Open'), waitsFor: [{ move: 'finish' }, 'witness'] },
    { name: 'done', label: words('Done') },
  ],
  moves: [
    {
      name: 'finish',
      label: words('Finish'),
      from: ['open'],
      to: 'done',
      permission: 'matter:finish',
      notify: [{ permission: 'matter:hear' }],
    },
    {
      ...{ name: 'file', label: words('File'), from: ['done'], to: 'done', permission: 'matter:finish' },
      makes: { register: 'folder', by: 'matter', with: { title: '{{ values.title }}' } },
    },
  ],
  views: ['list', 'board', { name: 'days', as: 'calendar', date: 'day' }],
  due: 'day',
};

/** A register everybody here sees whole, whose records point at matters, and say how many point at them. */
const folder = {
  title: words('Folders'),
  code: { prefix: 'X-' },
  permissions: { list: 'folder:all', add: 'folder:all', edit: 'folder:all', remove: 'folder:all' },
  fields: [
    text('title', { required: true }),
    { name: 'matter', label: words('matter'), type: 'record', register: 'matter' },
    { name: 'matters', label: words('matters'), type: 'record', register: 'matter', multiple: true },
    { name: 'count', label: words('count'), type: 'integer', over: { register: 'matter', by: 'folder', how: 'count' } },
    { name: 'total', label: words('total'), type: 'decimal', over: { register: 'matter', by: 'folder', how: 'sum', of: 'amount' } },
  ],
  display: 'title',
};

/** A register of which some records are seen, that point at folders. */
const memo = {
  title: words('Memos'),
  code: { prefix: 'Y-' },
  permissions: { list: 'memo:all', add: 'memo:all' },
  reach: [{ permission: 'memo:own', by: ['createBy'] }],
  fields: [text('title', { required: true }), { name: 'folder', label: words('folder'), type: 'record', register: 'folder' }],
  display: 'title',
};

const menu = {
  use: 'application',
  items: ['matter', 'folder', 'memo'].map((id) => ({
    ...{ menuId: `${id}-page`, parentId: '0', type: '1', name: id, url: `/${id}`, component: `main#registers/${id}`, visible: '0' },
  })),
};

export interface Kept {
  id: string;
  code: string;
  version: number;
  state: string;
  values: Record<string, unknown>;
  names: Record<string, unknown>;
  chosen?: Record<string, { value: string; label: unknown; unseen?: true }[]>;
  unseen?: string[];
  moves: string[];
  made?: { register: string; id: string };
}

/**
 * A server with these registers. `whole` sees all matters. `reader` stands in D07, above D08, and sees those of its departments; `namesake` sees what names
 * them or what they made. Both may add, change, move and delete, and see all folders.
 */
export async function reachWorld() {
  const root = mkdtempSync(join(tmpdir(), 'targus-reach-'));
  const write = (path: string, value: object) => {
    const file = join(root, 'schemas', path);
    mkdirSync(dirname(file), { recursive: true });
    const kind = /\.([a-z]+)\.json$/.exec(path)?.[1];
    writeFileSync(file, JSON.stringify({ $schema: `../../schemas/meta/${kind}.schema.json`, version: 1, ...value }));
  };
  write('registers/matter.register.json', matter);
  write('registers/folder.register.json', folder);
  write('registers/memo.register.json', memo);
  write('menus/matter.menu.json', menu);
  const app: TestApp = await startApp({ env: { SCHEMAS_DIR: join(root, 'schemas'), DATA_DIR: join(root, 'data') } });
  const rest = ['matter:add', 'matter:edit', 'matter:remove', 'matter:finish', 'folder:all'];
  const spare = await app.db
    .selectFrom('app_user')
    .select('username')
    .where('status', '=', '0')
    .where('username', 'not in', ['admin', 'auditor', 'riskmanager', 'contact'])
    .orderBy('id')
    .execute();
  const names = { whole: '', reader: '', namesake: '', other: '' };
  const tokens = new Map<string, string>();
  const ids = new Map<string, string>();
  const department = async (code: string) =>
    String((await app.db.selectFrom('department').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id);

  /** Gives somebody these permissions and no others, and a department. */
  async function give(name: string, code: string, perms: readonly string[]): Promise<void> {
    const username = names[name as keyof typeof names] || (spare.shift()?.username ?? '');
    names[name as keyof typeof names] = username;
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
    const key = `reach-${name}`;
    await app.db.deleteFrom('user_role').where('user_id', '=', id).execute();
    await app.db.deleteFrom('role').where('role_code', '=', key).execute();
    await app.db.deleteFrom('menu').where('menu_id', '=', key).execute();
    const role = { role_code: key, name: JSON.stringify([{ l: 'en', t: name, d: true }]) };
    const { id: roleId } = await app.db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
    await app.db
      .insertInto('menu')
      .values({ menu_id: key, parent_id: '0', type: '2', name, perms: perms.join(',') })
      .execute();
    await app.db.insertInto('role_menu').values({ role_id: roleId, menu_id: key }).execute();
    await app.db.insertInto('user_role').values({ user_id: id, role_id: roleId }).execute();
    await app.db
      .updateTable('app_user')
      .set({ department_id: Number(await department(code)) })
      .where('id', '=', id)
      .execute();
    ids.set(name, String(id));
    tokens.set(name, tokens.get(name) ?? (await startSession(app.db, id, { ip: '127.0.0.1', userAgent: undefined })));
  }
  await give('whole', 'D03', ['matter:all', 'memo:all', ...rest]);
  await give('reader', 'D07', ['matter:department', 'memo:own', ...rest]);
  await give('namesake', 'D09', ['matter:own', ...rest]);
  await give('other', 'D10', ['matter:own', 'matter:hear']);

  const headers = { 'accept-language': 'en' };
  const send = (path: string, body: object, as = 'reader'): Promise<Answer> =>
    call(app, `/api/register/${path}`, { method: 'POST', token: tokens.get(as), body: { register: 'matter', ...body }, headers });
  const get = (path: string, as = 'reader'): Promise<Answer> => call(app, `/api/register/${path}`, { token: tokens.get(as), headers });
  /** Made by whoever sees all. */
  async function made(values: object, register = 'matter', as = 'whole'): Promise<Kept> {
    const answer = await send('save', { register, values }, as);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data as Kept;
  }
  const close = async () => {
    await app.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { app, tokens, ids, names, department, give, send, get, made, close, rest };
}

/** What an answer says, without what differs from one request to the next. */
export const said = ({ status, body }: Answer) => {
  const { requestId: _, ...rest } = body;
  return { status, ...rest };
};
