import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followCalendar } from '../../../server/modules/delegations/follow-calendar.ts';
import { startSession } from '../../../server/modules/identity/sessions.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call } from './client.ts';
import { somebody } from './somebody.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());
beforeEach(async () => {
  await app.db.deleteFrom('delegation').execute();
});

const base = '/api/auth/delegate';
const zone = () => app.settings.timeZone;
const day = async (offset: number) =>
  (await sql<{ day: string }>`select to_char((now() at time zone ${zone()})::date + ${offset}::int, 'YYYY-MM-DD') as day`.execute(app.db))
    .rows[0]?.day ?? '';
const userId = async (username: string) =>
  (await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
/** A session without the work of a password. */
const tokenOf = async (username: string) => await startSession(app.db, await userId(username), { ip: '127.0.0.1', userAgent: undefined });
const dictionaries = ['portal', 'system', 'system-dict'];

interface Delegation {
  id: string;
  version: number;
  authStatus: string;
  [name: string]: unknown;
}

/** A delegation through the API, today to in ten days unless said otherwise. */
async function give(token: string, agent: string, more: Record<string, unknown> = {}): Promise<Answer> {
  const body = { agent: String(await userId(agent)), startDate: await day(0), endDate: await day(10), authMenus: dictionaries, ...more };
  return await call(app, `${base}/update`, { method: 'POST', token, body });
}
async function given(token: string, agent: string, more: Record<string, unknown> = {}): Promise<Delegation> {
  const answer = await give(token, agent, more);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: '000000' });
  return answer.body.data as Delegation;
}
const enter = (token: string, username: string) => call(app, `${base}/enter-delegate?username=${username}`, { token });
const tokenIn = (answer: Answer) => (answer.body.data as { access_token: string }).access_token;
const exit = (token: string) => call(app, `${base}/exit-delegate`, { token });
const cancel = (token: string, ...ids: string[]) =>
  call(app, `${base}/cancel`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: ids.map((id) => `id=${id}`).join('&'),
  });
const stats = async (token: string) => (await call(app, '/api/login/stats', { token })).body.data as Record<string, unknown>;
const dictList = (token: string) => call(app, '/api/system/dict/data/list', { token });
const shift = (days: number, ids: number[] | undefined = undefined) =>
  sql`update delegation set start_date = start_date + ${days}::int, end_date = end_date + ${days}::int ${ids ? sql`where id = any(${ids})` : sql``}`.execute(
    app.db,
  );
const fieldsOf = (answer: Answer) => (answer.body.details as { field: string }[] | undefined)?.map((detail) => detail.field);

/** The auditor, acting for the administrator within the dictionaries. */
async function acting(more: Record<string, unknown> = {}) {
  const [admin, auditor] = [await tokenOf('admin'), await tokenOf('auditor')];
  const delegation = await given(admin, 'auditor', more);
  return { admin, delegation, own: auditor, token: tokenIn(await enter(auditor, 'admin')) };
}

describe('management', () => {
  it('[API-32] [API-33] [DELEG-02] creates a delegation with its period, modules and days, and shows it to its two sides only', async () => {
    const [admin, auditor, stranger] = [await tokenOf('admin'), await tokenOf('auditor'), await tokenOf('riskmanager')];
    const row = await given(admin, 'auditor', { authHistory: true, remark: ' Holiday ' });
    expect(row).toMatchObject({
      authorizer: { username: 'admin' },
      agent: { username: 'auditor' },
      username: 'auditor',
      usercode: 'T00002',
      currentUser: 'admin',
      deadlineDays: 11,
      permanent: false,
      authStatus: '2',
      authHistory: true,
      remark: 'Holiday',
      version: 1,
    });
    expect([...(row.authMenus as string[])].sort()).toEqual(dictionaries);
    const detail = (token: string) => call(app, `${base}/detail?id=${row.id}`, { token });
    expect((await detail(auditor)).body.data).toMatchObject({ username: 'admin', currentUser: 'auditor' });
    expect((await detail(stranger)).body.code).toBe('NOT_FOUND');
  });

  it('[API-32] [DELEG-04] makes one delegation of a request that comes again because its answer was lost', async () => {
    const admin = await tokenOf('admin');
    const key = 'delegation-once';
    const [first, again] = await Promise.all([given(admin, 'auditor', { key }), given(admin, 'auditor', { key })]);
    expect(again.id).toBe(first.id);
    expect((await given(admin, 'auditor', { key: `${key}-2` })).id).not.toBe(first.id);
    const kept = await app.db.selectFrom('delegation').select('id').orderBy('id').execute();
    expect(kept).toHaveLength(2);
  });

  it('[API-30] [DELEG-03] pages what was given and received, ten at a time, by name and status', async () => {
    const admin = await tokenOf('admin');
    const people = await app.db
      .selectFrom('app_user')
      .select('username')
      .where('status', '=', '0')
      .where('username', '<>', 'admin')
      .limit(12)
      .execute();
    for (const { username } of people) await given(admin, username);
    const list = async (body: Record<string, unknown>, token = admin) =>
      (await call(app, `${base}/authorized-list`, { method: 'POST', token, body })).body.data as { content: Delegation[]; total: number };
    expect(await list({})).toMatchObject({ total: 12, current: 1, size: 10 });
    expect((await list({})).content).toHaveLength(10);
    expect((await list({ current: 2 })).content).toHaveLength(2);
    expect((await list({ keyword: 'auditor' })).content.map((row) => row.username)).toEqual(['auditor']);
    expect((await list({ authStatus: '1' })).total).toBe(0);
    expect((await list({ view: 'received' })).total).toBe(0);
    expect((await list({ view: 'received' }, await tokenOf('auditor'))).total).toBe(1);
  });

  it('[DELEG-04] refuses oneself, unknown and disabled agents, wrong periods and modules beyond the own, each at its field', async () => {
    const auditor = await tokenOf('auditor');
    const own = { authMenus: ['portal'] };
    const at = async (more: Record<string, unknown>, agent = 'riskmanager') => fieldsOf(await give(auditor, agent, { ...own, ...more }));
    const disabled = await app.db.selectFrom('app_user').select('username').where('status', '=', '1').executeTakeFirstOrThrow();
    expect(await at({}, 'auditor')).toEqual(['agent', '']);
    expect(await at({ agent: `0${await userId('auditor')}` })).toEqual(['agent']);
    expect(await at({}, disabled.username)).toEqual(['agent', '']);
    expect(await at({ agent: '999999' })).toEqual(['agent', '']);
    expect(await at({ startDate: await day(-1) })).toEqual(['startDate']);
    expect(await at({ startDate: '2026-02-30' })).toEqual(['startDate']);
    expect(await at({ startDate: await day(5), endDate: await day(4) })).toEqual(['endDate']);
    expect(await at({ endDate: null })).toEqual(['endDate']);
    const beyond = await give(auditor, 'riskmanager', { authMenus: ['system-user'] });
    expect(beyond).toMatchObject({ status: 403, body: { code: 'BEYOND_RIGHTS' } });
    const personal = await give(await tokenOf('admin'), 'auditor', { authMenus: [...dictionaries, 'portal-messages'] });
    expect(personal).toMatchObject({ status: 403, body: { code: 'BEYOND_RIGHTS' } });
    expect(fieldsOf(beyond)).toEqual(['authMenus']);
    expect(await app.db.selectFrom('delegation').selectAll().execute()).toEqual([]);
    expect((await give(auditor, 'riskmanager', { ...own, endDate: null, permanent: true })).body.data).toMatchObject({
      permanent: true,
      endDate: null,
      deadlineDays: null,
    });
  });

  it('[API-32] what was read comes back whole with one thing changed; what is not named stays; one that is made says what is missing', async () => {
    const admin = await tokenOf('admin');
    const update = async (body: object) => await call(app, `${base}/update`, { method: 'POST', token: admin, body });
    const row = await given(admin, 'auditor', { authHistory: true, remark: 'As it was' });
    const later = await day(20);
    const whole = await update({ ...row, endDate: later });
    expect(whole.body).toMatchObject({ code: '000000', data: { endDate: later, agent: { username: 'auditor' }, version: 2 } });
    expect((await update({ id: row.id, remark: 'Said alone' })).body.data).toMatchObject({
      ...{ endDate: later, authHistory: true, authMenus: row.authMenus, remark: 'Said alone' },
    });
    // A last day makes a permanent one end; nothing said of days leaves it permanent.
    expect((await update({ id: Number(row.id), permanent: true })).body.data).toMatchObject({ permanent: true, endDate: null });
    expect((await update({ id: row.id, remark: null })).body.data).toMatchObject({ permanent: true, remark: null });
    expect((await update({ id: row.id, endDate: null, remark: 'No last day' })).body.data).toMatchObject({
      permanent: true,
      remark: 'No last day',
    });
    expect((await update({ id: row.id, endDate: later })).body.data).toMatchObject({ permanent: false, endDate: later });
    expect(fieldsOf(await update({ id: row.id, endDate: null }))).toEqual(['endDate']);
    expect((await update({ ...row, days: 3 })).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'days' }] });
    expect(fieldsOf(await update({ endDate: later }))).toEqual(['agent', 'startDate', 'authMenus']);
    const person = { id: await userId('riskmanager'), username: 'riskmanager' };
    expect((await give(admin, 'auditor', { agent: person })).body.data).toMatchObject({ agentId: String(person.id) });
  });

  it('[API-32] [API-02] one that is saved as it was tells nobody, and stays the version it was', async () => {
    const admin = await tokenOf('admin');
    const row = await given(admin, 'auditor', { remark: 'As it was' });
    const told = async () => (await app.db.selectFrom('message').select('id').execute()).length;
    const before = await told();
    const again = await call(app, `${base}/update`, { method: 'POST', token: admin, body: { ...row } });
    expect(again.body).toMatchObject({ code: '000000', data: { version: row.version } });
    expect(await told()).toBe(before);
    expect((await give(admin, 'auditor', { id: row.id, version: row.version, remark: 'Another' })).body.data).toMatchObject({ version: 2 });
    expect(await told()).toBeGreaterThan(before);
  });

  it('[API-32] changes what is not final: agent and start only before it began; a stale version is told', async () => {
    const admin = await tokenOf('admin');
    const row = await given(admin, 'auditor', { startDate: await day(2) });
    const update = async (more: Record<string, unknown>, id = row.id) =>
      await give(admin, 'auditor', { id, startDate: await day(2), ...more });
    const moved = await update({ version: 1, agent: String(await userId('riskmanager')), startDate: await day(0) });
    expect(moved.body.data).toMatchObject({ username: 'riskmanager', authStatus: '2', version: 2 });
    expect(await update({ version: 1 })).toMatchObject({ status: 409, body: { code: 'CONFLICT', data: { version: 2 } } });
    const agent = String(await userId('riskmanager'));
    expect(fieldsOf(await update({ version: 2, startDate: await day(1), agent }))).toEqual(['startDate']);
    expect(fieldsOf(await update({ version: 2, startDate: await day(0) }))).toEqual(['agent', '']);
    const longer = await update({ version: 2, agent, startDate: await day(0), endDate: await day(20) });
    expect(longer.body.data).toMatchObject({ deadlineDays: 21, version: 3 });
    expect((await give(await tokenOf('auditor'), 'riskmanager', { id: row.id, version: 3, authMenus: ['portal'] })).body.code).toBe(
      'NOT_FOUND',
    );
    await shift(-60);
    expect((await update({ version: 3, agent })).body.code).toBe('DELEGATION_FINAL');
  });

  it('[API-31] [DELEG-04] terminates several at once, all or none, by either side; then they are final', async () => {
    const [admin, auditor, stranger] = [await tokenOf('admin'), await tokenOf('auditor'), await tokenOf('riskmanager')];
    const [first, second] = [await given(admin, 'auditor'), await given(admin, 'riskmanager', { startDate: await day(3) })];
    expect((await cancel(auditor, first.id, second.id)).body.code).toBe('NOT_FOUND');
    expect((await cancel(stranger, first.id)).body.code).toBe('NOT_FOUND');
    expect((await cancel(admin, first.id, second.id)).body.data).toEqual({ count: 2 });
    expect((await cancel(admin, first.id)).body.code).toBe('DELEGATION_FINAL');
    const third = await given(admin, 'auditor');
    expect((await cancel(auditor, third.id)).body.data).toEqual({ count: 1 });
    const rows = (await call(app, `${base}/authorized-list`, { method: 'POST', token: admin, body: {} })).body.data as {
      content: Delegation[];
    };
    expect(rows.content.map((row) => row.authStatus)).toEqual(['4', '4', '4']);
  });

  it('[API-35] [API-36] [API-37] [API-38] answers for oneself only: whom to delegate to, which modules, who delegated', async () => {
    const [admin, auditor] = [await tokenOf('admin'), await tokenOf('auditor')];
    await given(admin, 'auditor');
    const get = async (path: string, token: string) => await call(app, `${base}/${path}`, { token });
    const targets = (await get('targetuser-list?usercode=T00002&keyword=auditor', auditor)).body.data as {
      content: unknown[];
      total: number;
    };
    expect(targets.total).toBe(0);
    expect(((await get('targetuser-list', auditor)).body.data as { total: number }).total).toBeGreaterThan(50);
    expect((await get('sourceuser-list?usercode=T00002', auditor)).body.data).toMatchObject([{ username: 'admin' }]);
    expect((await get('sourceuser-list', admin)).body.data).toEqual([]);
    expect(JSON.stringify((await get('menu-tree?usercode=T00002', auditor)).body.data)).not.toContain('system-user');
    expect(JSON.stringify((await get('menu-tree', admin)).body.data)).toContain('system-user');
    // Nobody else reads messages or manages delegations in somebody's name.
    expect(JSON.stringify((await get('menu-tree', admin)).body.data)).not.toMatch(/portal-messages|portal-author/);
    for (const path of ['sourceuser-list', 'targetuser-list', 'menu-tree']) {
      expect((await get(`${path}?usercode=T00001`, auditor)).body.code).toBe('NOT_FOUND');
    }
    expect((await get('auth-status-list', auditor)).body.data).toMatchObject(['1', '2', '3', '4'].map((value) => ({ value })));
    expect([(await get('exist-delegate', auditor)).body.data, (await get('exist-delegate', admin)).body.data]).toEqual([true, false]);
  });

  it('[DELEG-04] lets no circle of delegations stand whose periods overlap all along, also when both are made at once', async () => {
    const [admin, auditor, risk] = [await tokenOf('admin'), await tokenOf('auditor'), await tokenOf('riskmanager')];
    const own = { authMenus: ['portal'] };
    await given(admin, 'auditor', own);
    expect((await give(auditor, 'admin', own)).body.code).toBe('DELEGATION_CYCLE');
    await given(auditor, 'riskmanager', own);
    expect((await give(risk, 'admin', own)).body.code).toBe('DELEGATION_CYCLE');
    expect((await give(risk, 'admin', { ...own, startDate: await day(11), endDate: await day(12) })).status).toBe(200);
    await app.db.deleteFrom('delegation').execute();
    const both = await Promise.all([give(admin, 'auditor', own), give(auditor, 'admin', own)]);
    expect(both.map((answer) => answer.body.code).sort()).toEqual(['000000', 'DELEGATION_CYCLE']);
  });

  it('[DELEG-04] finds circles among people who delegated to each other many times, without going all ways there are', async () => {
    const people = await app.db
      .selectFrom('app_user')
      .select(['id', 'username'])
      .where('status', '=', '0')
      .orderBy('id')
      .limit(14)
      .execute();
    const [first, last] = [people[0]?.username ?? '', people.at(-1)?.username ?? ''];
    for (const [index, { id }] of people.slice(0, -1).entries())
      await sql`insert into delegation (authorizer_id, agent_id, start_date, end_date)
        select ${id}, ${people[index + 1]?.id ?? 0}, current_date, current_date + 20 from generate_series(1, 40)`.execute(app.db);
    const own = { authMenus: ['portal'] };
    expect((await give(await tokenOf(first), people[1]?.username ?? '', own)).body.code).toBe('000000');
    await app.db
      .insertInto('user_role')
      .expression((from) =>
        from
          .selectFrom(['app_user', 'role'])
          .select(['app_user.id', 'role.id'])
          .where('username', '=', last)
          .where('role_code', '=', 'Administrator'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect((await give(await tokenOf(last), first, own)).body.code).toBe('DELEGATION_CYCLE');
  });
});

describe('delegate mode', () => {
  it('[API-40] [DELEG-01] [DELEG-05] gives the authorizer with the menus and permissions that were delegated, and no more', async () => {
    const { token, delegation } = await acting();
    // What was delegated before pages about the person could not be any more.
    const older = ['portal-messages', 'portal-author'].map((menu_id) => ({ delegation_id: Number(delegation.id), menu_id }));
    await app.db.insertInto('delegation_menu').values(older).execute();
    const state = await stats(token);
    expect(state).toMatchObject({
      login: true,
      principal: { username: 'admin', remind: null, roles: [] },
      delegate: { username: 'admin', endDate: await day(10), agent: { username: 'auditor' } },
    });
    const menus = (state.menus as { menuId: string }[]).map((menu) => menu.menuId);
    expect(menus).toEqual(['portal', 'system', 'system-dict', 'system-dict-add', 'system-dict-edit', 'system-dict-remove']);
    expect((await dictList(token)).status).toBe(200);
    for (const path of ['/api/system/user/list', '/api/system/role/list', '/api/system/session/list', '/api/risk/evaluate/template']) {
      expect((await call(app, path, { token })).body.code, path).toBe('FORBIDDEN');
    }
    expect(((await call(app, '/api/user/config/menus', { token })).body.data as unknown[]).length).toBe(menus.length);
    expect(((await call(app, '/api/user/config/menus', { token: await tokenOf('admin') })).body.data as unknown[]).length).toBeGreaterThan(
      100,
    );
  });

  it('[DELEG-05] writes down both users with every change', async () => {
    const { token } = await acting();
    const entry = { dictType: 'delegation-status', dictValue: 'deputy', dictLabel: 'Deputy' };
    const answer = await call(app, '/api/system/dict/data', { method: 'POST', token, body: entry });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'actor_id', 'subject', 'subject_user_id'])
      .where('actor', '=', 'auditor')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const both = { actor: 'auditor', actor_id: await userId('auditor'), subject: 'admin', subject_user_id: await userId('admin') };
    expect(rows).toEqual([
      { ...both, action: 'dictionary_create' },
      { ...both, action: 'delegation_enter' },
    ]);
    expect(answer.body.data).toMatchObject({ updateBy: 'auditor' });
  });

  it('[DELEG-05] says who made and who closed an evaluation: the person at the keyboard', async () => {
    const { token } = await acting({ authMenus: ['risk-questionnaire'] });
    const template = await app.db
      .selectFrom('risk_template')
      .select('id')
      .where('published_at', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const body = { name: 'By hand', templateId: String(template.id), endTime: await day(9) };
    const made = await call(app, '/api/risk/evaluate', { method: 'POST', token, body });
    expect(made.body.data, JSON.stringify(made.body)).toMatchObject({ createBy: 'auditor' });
    const { id, version } = made.body.data as { id: string; version: number };
    const closed = await call(app, '/api/risk/evaluate/close', { method: 'POST', token, body: { id, version } });
    expect(closed.body.data, JSON.stringify(closed.body)).toMatchObject({ closedBy: 'auditor' });
  });

  it('[DELEG-05] takes neither administration nor the person along: no accounts, roles, menus, departments, parameters, delegations, passwords', async () => {
    const pages = ['system-user', 'system-role', 'system-menu', 'system-department', 'system-config'];
    const { token, delegation } = await acting({ authMenus: ['portal', 'system', ...pages] });
    expect((await call(app, '/api/system/parameter/list', { token })).status).toBe(200);
    expect((await call(app, '/api/system/user/list', { token })).status).toBe(200);
    // What would be refused at the end is not offered: the permissions of pages hide it.
    const { menus } = (await stats(token)) as { menus: { perms: string | null }[] };
    const perms = menus.flatMap((row) => (row.perms ?? '').split(','));
    expect(perms).toContain('sys:user:list');
    expect(perms.filter((name) => /^sys:(user|role|menu|config):(?!list)/.test(name) && !/:(export|view)$/.test(name))).toEqual([]);
    const refused: [string, 'GET' | 'POST' | 'PUT' | 'DELETE', unknown?][] = [
      ['/api/system/user', 'POST', {}],
      ['/api/system/user', 'PUT', {}],
      ['/api/system/user/password', 'PUT', {}],
      ['/api/system/user/1', 'DELETE'],
      ['/api/system/role', 'PUT', {}],
      ['/api/system/role/users', 'PUT', {}],
      ['/api/system/menu', 'PUT', {}],
      ['/api/system/parameter/save', 'POST', {}],
      ['/api/system/parameter/reset', 'POST', {}],
      ['/api/system/department', 'POST', {}],
      ['/api/system/department', 'PUT', {}],
      ['/api/system/department/1', 'DELETE'],
      [`${base}/update`, 'POST', {}],
      [`${base}/cancel`, 'POST', {}],
      [`${base}/authorized-list`, 'POST', {}],
      [`${base}/detail?id=${delegation.id}`, 'GET'],
    ];
    for (const [path, method, body] of refused) {
      const answer = await call(app, path, { method, token, ...(body !== undefined && { body }) });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'NOT_WHILE_ACTING' } });
    }
  });

  it('[API-40] [API-41] gives the session another token: the old one is dead, and it ends no later than before', async () => {
    const { own, token } = await acting();
    expect((await dictList(own)).body.code).toBe('SESSION_SWITCHED');
    const sessions = await app.db.selectFrom('session').select(['expires_at', 'acting_for']).orderBy('id', 'desc').limit(2).execute();
    expect(sessions[0]?.expires_at).toEqual(sessions[1]?.expires_at);
    const back = tokenIn(await exit(token));
    expect((await stats(back)).principal).toMatchObject({ username: 'auditor' });
    expect((await dictList(token)).body.code).toBe('SESSION_SWITCHED');
    expect((await exit(back)).body.data).toEqual({});
    expect((await stats(back)).login).toBe(true);
  });

  it('[API-40] [PERM-03] does not begin in a session that views a role: its own would change things, and outlive the view', async () => {
    await given(await tokenOf('riskmanager'), 'admin', { authMenus: ['risk-register'] });
    const admin = await tokenOf('admin');
    const { id } = await app.db.selectFrom('role').select('id').where('role_code', '=', 'auditor').executeTakeFirstOrThrow();
    const view = tokenIn(await call(app, `/api/system/role/${id}/view`, { method: 'POST', token: admin }));
    expect((await enter(view, 'riskmanager')).body.code).toBe('VIEW_ONLY');
    expect((await enter(admin, 'riskmanager')).body.code).toBe('000000');
  });

  it('[DELEG-05] [MSG-10] who is signed out by an agent is told the agent, who did it', async () => {
    const { token } = await acting({ authMenus: ['portal', 'system', 'system-session'] });
    // An agent signs out who has no rights beyond those that were delegated.
    const username = 'plain';
    await somebody(app, username, []);
    await tokenOf(username);
    const listed = await call(app, `/api/system/session/list?keyword=${username}`, { token });
    const id = (listed.body.data as { content: { id: string }[] }).content[0]?.id ?? '';
    expect((await call(app, `/api/system/session/${id}`, { method: 'DELETE', token })).body).toMatchObject({ code: '000000' });
    const told = await app.db.selectFrom('message').select('parameters').where('source_id', '=', id).executeTakeFirstOrThrow();
    const { name } = await app.db.selectFrom('app_user').select('name').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    expect(JSON.stringify(told.parameters)).toContain(name);
  });

  it('[API-34] [API-39] switches to another delegating user, always by what was delegated to the person who sits there: nothing chains', async () => {
    const { token } = await acting();
    const risk = await tokenOf('riskmanager');
    // The administrator, whom the auditor acts for, may act for the risk manager: the auditor may not.
    await given(risk, 'admin', { authMenus: ['portal'] });
    const change = (usercode: string, by: string) => call(app, `${base}/change`, { method: 'POST', token: by, body: { usercode } });
    expect((await change('T00003', token)).body.code).toBe('NO_DELEGATION');
    expect((await enter(token, 'riskmanager')).body.code).toBe('NO_DELEGATION');
    expect((await enter(token, 'nobody')).body.code).toBe('NO_DELEGATION');
    expect((await call(app, `${base}/sourceuser-list`, { token })).body.data).toMatchObject([{ username: 'admin' }]);
    await given(risk, 'auditor', { authMenus: ['portal'] });
    const switched = tokenIn(await change('T00003', token));
    expect(await stats(switched)).toMatchObject({ principal: { username: 'riskmanager' }, delegate: { agent: { username: 'auditor' } } });
    expect((await dictList(switched)).body.code).toBe('FORBIDDEN');
  });

  it('[DELEG-02] [API-28] shows tasks of the delegated applications, older than the start only with historical data', async () => {
    const count = async (token: string, source = 'audit') =>
      (await call(app, `/api/todo/home/count?mainSource=${source}`, { token })).body.data as { total: number };
    const [auditor, risk] = [await tokenOf('auditor'), await tokenOf('riskmanager')];
    expect((await count(auditor, 'supervise')).total).toBeGreaterThan(0);
    await given(auditor, 'riskmanager', { authMenus: ['audit', 'audit-plan'] });
    const token = tokenIn(await enter(risk, 'auditor'));
    expect((await count(token)).total).toBe(0);
    await sql`update delegation set auth_history = true`.execute(app.db);
    const seen = (await count(token)).total;
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan((await count(auditor)).total);
    const body = { mainSource: 'audit' };
    const page = (await call(app, '/api/todo/home/page', { method: 'POST', token, body })).body.data as { content: { source: string }[] };
    expect(page.content.map(({ source }) => source)).toEqual(Array.from({ length: seen }, () => 'audit-plan'));
    expect((await count(token, 'supervise')).total).toBe(0);
  });

  it('[API-28] [INVITE-01] keeps what opens with a secret or asks the person: questionnaires and invitations are no to-dos of an agent', async () => {
    const admin = await tokenOf('admin');
    const sources = async (token: string) => {
      const answer = await call(app, '/api/todo/home/page', { method: 'POST', token, body: { pageNo: 1, pageSize: 200 } });
      return new Set((answer.body.data as { content: { source: string }[] }).content.map(({ source }) => source));
    };
    const personal = ['paper', 'invitation'];
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    const task = { register: 'task', values: { title: 'Stocktaking', owner: String(id), due: '2031-05-06' } };
    expect((await call(app, '/api/register/save', { method: 'POST', token: admin, body: task })).status).toBe(200);
    const own = await sources(admin);
    expect(personal.filter((source) => own.has(source))).toEqual(expect.arrayContaining(['paper']));
    await given(admin, 'auditor', { authMenus: ['risk-questionnaire', 'workspace-list', 'task-list'] });
    await sql`update delegation set auth_history = true`.execute(app.db);
    const seen = await sources(tokenIn(await enter(await tokenOf('auditor'), 'admin')));
    expect([...seen]).toContain('task');
    expect(personal.filter((source) => seen.has(source))).toEqual([]);
  });
});

describe('what ends is refused at the next request', () => {
  const ended: [string, (context: Awaited<ReturnType<typeof acting>>) => Promise<unknown>][] = [
    ['when the authorizer terminates it', async ({ admin, delegation }) => await cancel(admin, delegation.id)],
    ['when its last day has passed, before any job ran', async () => await shift(-11)],
    ['when its start was moved to tomorrow', async () => await shift(1)],
    ['when the row is gone', async () => await app.db.deleteFrom('delegation').execute()],
    [
      'when the authorizer is disabled',
      async () => await app.db.updateTable('app_user').set({ status: '1' }).where('username', '=', 'admin').execute(),
    ],
  ];
  it.each(ended)('[DELEG-04] %s, and leads back to the own name', async (_, end) => {
    const context = await acting();
    expect((await dictList(context.token)).status).toBe(200);
    await end(context);
    expect(await dictList(context.token)).toMatchObject({ status: 401, body: { code: 'DELEGATION_ENDED' } });
    expect(await stats(context.token)).toMatchObject({ login: false, delegationEnded: true });
    const back = tokenIn(await exit(context.token));
    expect((await stats(back)).principal).toMatchObject({ username: 'auditor' });
    await app.db.updateTable('app_user').set({ status: '0' }).where('username', '=', 'admin').execute();
  });

  it('[ERR-02] [TOPBAR-08] other windows of the session that began or ended acting hear so, also as they are loaded anew', async () => {
    await given(await tokenOf('admin'), 'auditor');
    const own = await tokenOf('auditor');
    const acting = tokenIn(await enter(own, 'admin'));
    expect(await dictList(own)).toMatchObject({ status: 401, body: { code: 'SESSION_SWITCHED' } });
    expect(await stats(own)).toMatchObject({ login: false, switched: true });
    await exit(acting);
    expect((await dictList(acting)).body.code).toBe('SESSION_SWITCHED');
    await app.db.updateTable('app_user').set({ status: '1' }).where('username', '=', 'auditor').execute();
    expect((await dictList(own)).body.code).toBe('SESSION_ENDED');
    await app.db.updateTable('app_user').set({ status: '0' }).where('username', '=', 'auditor').execute();
  });

  it('[ERR-02] when the agent is disabled or the session was revoked, with no way back', async () => {
    for (const end of [
      () => app.db.updateTable('app_user').set({ status: '1' }).where('username', '=', 'auditor').execute(),
      () => sql`update session set revoked_at = now() where acting_for is not null`.execute(app.db),
    ]) {
      const { token } = await acting();
      await end();
      expect((await dictList(token)).body.code).toBe('SESSION_ENDED');
      expect((await exit(token)).body.data).toEqual({});
      await app.db.updateTable('app_user').set({ status: '0' }).where('username', '=', 'auditor').execute();
      await app.db.deleteFrom('delegation').execute();
    }
  });

  it('[PERM-02] when the authorizer loses the permission, or the module is taken out of the delegation', async () => {
    const [auditor, risk] = [await tokenOf('auditor'), await tokenOf('riskmanager')];
    const row = await given(auditor, 'riskmanager', { authMenus: dictionaries });
    const token = tokenIn(await enter(risk, 'auditor'));
    expect((await dictList(token)).status).toBe(200);
    const grants = app.db.deleteFrom('role_menu').where('menu_id', '=', 'system-dict').returningAll();
    const taken = await grants.execute();
    expect((await dictList(token)).body.code).toBe('FORBIDDEN');
    await app.db.insertInto('role_menu').values(taken).execute();
    expect((await dictList(token)).status).toBe(200);
    await give(auditor, 'riskmanager', { id: row.id, version: row.version, authMenus: ['portal'] });
    expect((await dictList(token)).body.code).toBe('FORBIDDEN');
  });

  it('[DELEG-01] [DELEG-04] nobody enters before the first day or after the last, whatever was announced', async () => {
    const [admin, auditor] = [await tokenOf('admin'), await tokenOf('auditor')];
    await given(admin, 'auditor', { startDate: await day(1) });
    expect((await enter(auditor, 'admin')).body.code).toBe('NO_DELEGATION');
    await shift(-1);
    await sql`update delegation set announced_status = '3'`.execute(app.db);
    const token = tokenIn(await enter(auditor, 'admin'));
    await sql`update delegation set announced_status = '2', start_date = start_date - 60, end_date = ${await day(-1)}::date`.execute(
      app.db,
    );
    expect((await enter(token, 'admin')).body.code).toBe('DELEGATION_ENDED');
  });
});

describe('the calendar', () => {
  const messages = async (template: string) =>
    await sql<{
      username: string;
    }>`select username from message join app_user on app_user.id = message.user_id where template = ${template} order by 1`.execute(app.db);
  beforeEach(async () => {
    await sql`delete from message`.execute(app.db);
  });

  it('[DELEG-04] is told to both sides once: made, begun, ending, ended; and terminated; also when two servers look at once', async () => {
    const admin = await tokenOf('admin');
    const row = await given(admin, 'auditor', { startDate: await day(1) });
    const sides = [{ username: 'admin' }, { username: 'auditor' }];
    expect((await messages('delegation/created')).rows).toEqual(sides);
    const told = (await call(app, '/api/home-news/unReadNewsList', { token: admin })).body.data;
    expect(told).toMatchObject([
      { newBodyMap: { en: expect.stringMatching(/Administrator.*Chen Jing/), 'zh-Hans': expect.stringMatching(/管理员.*陈静/) } },
    ]);
    expect(await followCalendar(app.db, zone())).toBe(0);
    await shift(-1);
    const counts = await Promise.all([1, 2, 3].map(() => followCalendar(app.db, zone())));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect((await messages('delegation/started')).rows).toEqual(sides);
    await shift(-7);
    expect(await followCalendar(app.db, zone())).toBe(1);
    expect(await followCalendar(app.db, zone())).toBe(0);
    expect((await messages('delegation/expiring')).rows).toEqual(sides);
    await shift(-20);
    expect(await followCalendar(app.db, zone())).toBe(1);
    expect(await followCalendar(app.db, zone())).toBe(0);
    expect((await messages('delegation/ended')).rows).toEqual(sides);
    const actions = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_type', '=', 'delegation')
      .where('target_id', '=', row.id)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['delegation_create', 'delegation_started', 'delegation_ended']);
    const other = await given(admin, 'auditor');
    await cancel(admin, other.id);
    expect((await messages('delegation/terminated')).rows).toEqual(sides);
    expect(await followCalendar(app.db, zone())).toBe(0);
  });
});
