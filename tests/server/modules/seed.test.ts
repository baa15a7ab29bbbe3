import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { fillDemo } from '../../../server/database/demo/index.ts';
import { contactRole, roles } from '../../../server/database/demo/organisation.ts';
import { people } from '../../../server/database/demo/people.ts';
import { demoRecords } from '../../../server/database/demo/register-words/index.ts';
import { loadDocuments } from '../../../server/documents.ts';
import { holdersOf } from '../../../server/modules/identity/holders.ts';
import { hashPassword } from '../../../server/modules/identity/password.ts';
import { tellDueSteps, tellOverdue } from '../../../server/modules/registers/due-steps.ts';
import { readSettings } from '../../../server/settings.ts';
import { addTo } from '../../../src/core/lists.ts';
import type { RegisterDocument } from '../../../src/core/register/document.ts';
import { movePermission } from '../../../src/core/register/reading.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { projectRoot } from '../../support/project.ts';
import { signIn, tokenOf } from './client.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});
const production = { PRODUCTION: '1', CLIENT_SECRET: 'a secret of more than sixteen', CAPTCHA: 'on' };

async function fresh(env: Record<string, string> = {}) {
  const database = await createDatabase();
  const settings = readSettings({ CAPTCHA: 'off', ...env }, projectRoot);
  const documents = loadDocuments(settings, { warn: () => undefined, info: () => undefined });
  open.push(database, { close: async () => documents.close() });
  return { database, settings, documents, fill: () => fillDemo(database.db, settings, documents) };
}

const tables = [
  'department',
  'app_user',
  'role',
  'user_role',
  'menu',
  'role_menu',
  'dictionary_type',
  'dictionary_entry',
  'config',
  'workspace',
  'workspace_member',
];
async function everyRow({ db }: TestDatabase): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) rows[table] = (await sql`select t::text as row from ${sql.table(table)} t order by 1`.execute(db)).rows;
  return rows;
}

describe('demo data', () => {
  it('are the same on every fill, and a second start adds nothing', async () => {
    const [first, second] = [await fresh(), await fresh()];
    expect((await first.fill()).filled).toBe(true);
    await second.fill();
    // Nobody is called for what the demo made up.
    expect(await tellOverdue(first.database.db, first.documents, 'Pacific/Kiritimati')).toBe(0);
    expect(await tellDueSteps(first.database.db, first.documents, 'Asia/Shanghai')).toBe(0);
    const rows = await everyRow(first.database);
    expect(await everyRow(second.database)).toEqual(rows);
    expect(await first.fill()).toMatchObject({
      filled: false,
      accounts: [{ username: 'admin' }, { username: 'auditor' }, { username: 'riskmanager' }, { username: 'contact' }],
    });
    expect(await everyRow(first.database)).toEqual(rows);
  });

  it('hold 12 departments, 61 users, 9 roles, at least 150 menu rows and at least 30 dictionaries in three languages', async () => {
    const { database, fill } = await fresh();
    await fill();
    const rows = await everyRow(database);
    expect([rows.department?.length, rows.app_user?.length, rows.role?.length]).toEqual([12, 61, 9]);
    expect(rows.menu?.length).toBeGreaterThanOrEqual(150);
    expect(rows.dictionary_type?.length).toBeGreaterThanOrEqual(30);
    const labels = await database.db.selectFrom('dictionary_type').select('label').execute();
    for (const { label } of labels) expect(label).toHaveLength(3);
    // Names in Traditional Chinese are no copies: every menu row has them, with signs of their own wherever there are such.
    const menus = await database.db.selectFrom('menu').select(['name_hans', 'name_hant', 'name_en']).execute();
    expect(menus.filter(({ name_hant, name_en }) => !name_hant || !name_en)).toEqual([]);
    expect(menus.filter(({ name_hans, name_hant }) => name_hans !== name_hant).length).toBeGreaterThan(menus.length / 2);
    expect(new Set(people().map((person) => person.username)).size).toBe(61);
    const known = new Set((await database.db.selectFrom('menu').select('menu_id').execute()).map(({ menu_id }) => menu_id));
    const named = [...roles, contactRole].flatMap(({ menus: shown, except = [] }) => [...shown, ...except]);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('hold all that is written of records, and how each came to its state: by who may, with a reason where one is asked for', async () => {
    const { database, documents, fill } = await fresh();
    await fill();
    const rows = await database.db.selectFrom('register_row').selectAll().orderBy('register').orderBy('number').execute();
    const log = await database.db.selectFrom('audit_log').selectAll().where('target_type', '=', 'register_row').orderBy('id').execute();
    expect(log.map(({ at }) => Number(at))).toEqual(log.map(({ at }) => Number(at)).sort((one, other) => one - other));
    const histories = new Map<string, typeof log>();
    for (const entry of log) addTo(histories, entry.target_id ?? '', entry);
    const holders = new Map<string, readonly number[]>();
    const mayUse = async (permission: string) => {
      holders.set(permission, holders.get(permission) ?? (await holdersOf(database.db, [permission])));
      return holders.get(permission) ?? [];
    };
    for (const { id, register, number, state, data, moved_by } of rows) {
      const document = documents.get('register', register);
      const written = demoRecords.find(([name]) => name === register)?.[1][number - 1];
      if (!document || !written) throw new Error(`${register} ${number} is not written`);
      const where = `${register} ${number}`;
      expect(Object.keys(data), where).toEqual(expect.arrayContaining(Object.keys(written.values)));
      const several = Object.entries(written.values).filter(([name]) => Array.isArray(data[name]));
      for (const [name, text] of several) expect(data[name], `${where} ${name}`).toHaveLength(text.split(' ').length);
      expect(state, where).toBe(written.state || (document.states?.[0]?.name ?? ''));
      const [made, ...moved] = histories.get(String(id)) ?? [];
      expect(made, where).toMatchObject({ action: 'register_row_create', actor: written.by });
      expect(await mayUse(document.permissions.add ?? ''), `${where} added by ${written.by}`).toContain(made?.actor_id);
      let [last, at] = [made?.actor_id, document.states?.[0]?.name ?? ''];
      for (const { action, actor_id, detail } of moved) {
        const move = document.moves?.find(({ name }) => name === detail.move);
        if (!move) throw new Error(`${where}: no move ${JSON.stringify(detail.move)}`);
        expect([action, detail.from, detail.to, move.from.includes(at)], where).toEqual(['register_row_move', at, move.to, true]);
        expect(typeof detail.reason, `${where} ${move.name}`).toBe(move.reason ? 'string' : 'undefined');
        expect(await mayUse(movePermission(document, move) ?? ''), `${where} ${move.name}`).toContain(actor_id);
        for (const name of move.notBy ?? []) expect(data[name], `${where} ${move.name}`).not.toBe(String(actor_id));
        if (move.byAnother) expect(actor_id, `${where} ${move.name}`).not.toBe(last);
        [last, at] = [actor_id, move.to];
      }
      expect([at, last], where).toEqual([state, moved_by]);
    }
  });

  it('fit what an overlay says: of a field or state it took away, and of a menu that is the page to begin with alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'targus-overlay-'));
    open.push({ close: async () => rmSync(folder, { recursive: true }) });
    const lay = (file: string, change: (text: string) => string) => {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), change(readFileSync(join(projectRoot, 'schemas', file), 'utf8')));
    };
    lay('registers/task.register.json', (text) => text.replaceAll(/(["'])done\1/g, '$1finished$1'));
    lay('registers/booking.register.json', (text) => {
      const document = JSON.parse(text) as RegisterDocument;
      return JSON.stringify({ ...document, fields: document.fields.filter(({ name }) => name !== 'voucher') });
    });
    lay('menus/targus.menu.json', (text) => {
      const menu = JSON.parse(text) as { items: { menuId: string }[] };
      return JSON.stringify({ ...menu, items: menu.items.filter(({ menuId }) => ['portal', 'portal-home'].includes(menuId)) });
    });
    const { database, documents, fill } = await fresh({ SCHEMAS_DIR: folder });
    await documents.ready;
    await fill();
    const rows = await database.db.selectFrom('register_row').selectAll().where('register', 'in', ['booking', 'task']).execute();
    const bookings = rows.filter(({ register }) => register === 'booking');
    expect(bookings.map(({ data }) => Object.keys(data).sort())).toEqual(bookings.map(() => ['amount', 'budget', 'day', 'title']));
    expect(rows.filter(({ register }) => register === 'task').map(({ state }) => state)).toEqual(['doing', 'open', 'open']);
    const menus = await database.db.selectFrom('menu').select('menu_id').orderBy('menu_id').execute();
    expect(menus.map(({ menu_id }) => menu_id)).toEqual(['portal', 'portal-home']);
    // The overlay is checked whole.
  }, 150_000);

  it('print no password that is not one any more, and take no longer to start', async () => {
    const { database, fill } = await fresh();
    await fill();
    const own = { password_hash: await hashPassword('a password of their own') };
    await database.db.updateTable('app_user').set(own).where('username', '=', 'admin').execute();
    await database.db.updateTable('app_user').set({ status: '1' }).where('username', '=', 'auditor').execute();
    const { accounts } = await fill();
    expect(accounts.map(({ username, password }) => [username, password])).toEqual([
      ['admin', '(changed)'],
      ['riskmanager', 'targus-demo'],
      ['contact', 'targus-demo'],
    ]);
  });

  it('give every printed account a way in, and no role a menu that does not exist', async () => {
    const app: TestApp = await startApp();
    open.push(app);
    // The people of this app have cheaper hashes than those that are filled.
    const { fill } = await fresh();
    const { accounts } = await fill();
    for (const { username, password } of accounts) expect(await tokenOf(app, username, password)).toBeTruthy();
    const empty =
      await sql`select role_code from role where role_code <> 'Administrator' and id not in (select role_id from role_menu)`.execute(
        app.db,
      );
    expect(empty.rows).toEqual([]);
  });
});

describe('an older database', () => {
  const entriesOf = async ({ db }: TestDatabase, type: string) =>
    (await db.selectFrom('dictionary_entry').select('value').where('type', '=', type).orderBy('sort').execute()).map(({ value }) => value);

  it('is given dictionaries and entries shipped since it was filled; what it changed or deleted stays so', async () => {
    const { database, fill } = await fresh(production);
    const { db } = database;
    await fill();
    const complete = await everyRow(database);
    const all = await entriesOf(database, 'audit_action');
    // As a database that was filled before these were shipped.
    await db.deleteFrom('dictionary_entry').where('type', '=', 'tag-tone').execute();
    await db.deleteFrom('dictionary_type').where('type', '=', 'tag-tone').execute();
    await db.deleteFrom('dictionary_entry').where('type', '=', 'audit_action').where('value', '=', 'role_view_begin').execute();
    await sql`delete from shipped_dictionary where type = 'tag-tone' or value = 'role_view_begin'`.execute(db);
    // As a database older than the memory of what it was given: a property people have set is not given again.
    await sql`delete from shipped_dictionary where type = 'sys_property'`.execute(db);
    await db.updateTable('dictionary_entry').set({ value: '1' }).where('type', '=', 'sys_property').execute();
    // As its people changed it.
    await db.updateTable('dictionary_entry').set({ label: '"Mine"' }).where('value', '=', 'login').execute();
    await db.deleteFrom('dictionary_entry').where('type', '=', 'audit_action').where('value', '=', 'logout').execute();

    await fill();
    expect(await entriesOf(database, 'audit_action')).toEqual(all.filter((value) => value !== 'logout'));
    expect(await entriesOf(database, 'sys_property')).toEqual(['1']);
    expect((await entriesOf(database, 'tag-tone')).length).toBeGreaterThan(0);
    expect(
      await db.selectFrom('dictionary_entry').select('label').where('type', '=', 'audit_action').where('value', '=', 'login').execute(),
    ).toEqual([{ label: 'Mine' }]);
    const after = await everyRow(database);
    expect(after.dictionary_type).toHaveLength(complete.dictionary_type?.length ?? 0);
    await fill();
    expect(await everyRow(database)).toEqual(after);
  });
});

describe('production', () => {
  it('seeds nobody but one administrator, whose random password is told once', async () => {
    const { database, fill } = await fresh(production);
    const { accounts } = await fill();
    expect(accounts).toHaveLength(1);
    expect(accounts[0]?.username).toBe('admin');
    expect(accounts[0]?.password).toHaveLength(24);
    const rows = await everyRow(database);
    expect([rows.app_user?.length, rows.department?.length, rows.role?.length]).toEqual([1, 0, 1]);
    expect(JSON.stringify(rows)).not.toContain(accounts[0]?.password);
    expect(await fill()).toEqual({ filled: false, accounts: [] });
  });

  it('does not start on a database whose administrator has the password of the demo', async () => {
    const { database, documents, fill } = await fresh();
    await fill();
    await expect(fillDemo(database.db, readSettings(production, projectRoot), documents)).rejects.toThrow(/password of the demo/);
  });

  it('nor on one where the administrator changed theirs and others did not', async () => {
    const { database, documents, fill } = await fresh();
    await fill();
    const start = () => fillDemo(database.db, readSettings(production, projectRoot), documents);
    await database.db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword('a password of their own') })
      .where('username', '=', 'admin')
      .execute();
    await expect(start()).rejects.toThrow(/^auditor, riskmanager, \w+ and \d+ more: .* password of the demo/);
    await database.db.updateTable('app_user').set({ status: '1' }).where('username', '!=', 'admin').execute();
    expect(await start()).toEqual({ filled: false, accounts: [] });
    // What nobody may see is not even read: the database compares.
    const own = await hashPassword('another password of their own');
    await database.db.updateTable('app_user').set({ password_hash: own, status: '0' }).where('username', '!=', 'admin').execute();
    let read = '';
    const watched = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read += JSON.stringify(result.rows);
        return result;
      },
    });
    expect(await fillDemo(watched, readSettings(production, projectRoot), documents)).toEqual({ filled: false, accounts: [] });
    expect([read.includes('admin'), read.includes(own)]).toEqual([true, false]);
  });

  it('does not let the demo password in', async () => {
    const app = await startApp({ env: { ...production, CAPTCHA: 'on' } });
    open.push(app);
    expect((await signIn(app, 'admin', 'targus-demo')).body.code).toBe('CLIENT_UNAUTHORIZED');
    const users = await app.db.selectFrom('app_user').select('username').execute();
    expect(users).toEqual([{ username: 'admin' }]);
  });
});
