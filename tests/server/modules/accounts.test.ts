import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { call, signIn, tokenOf } from './client.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Account {
  id: string;
  username: string;
  name: string;
  status: string;
  roleIds: string[];
  departmentId: string | null;
  version: number;
  self?: boolean;
}
const base = '/api/system/user';
const list = async (query: string, token = admin) =>
  (await call(app, `${base}/list?${query}`, { token })).body.data as { content: Account[]; total: number };
const find = async (username: string) => {
  const found = (await list(`keyword=${username}`)).content.find((account) => account.username === username);
  if (!found) throw new Error(`no ${username}`);
  return found;
};
const roleId = async (code: string) =>
  String((await app.db.selectFrom('role').select('id').where('role_code', '=', code).executeTakeFirstOrThrow()).id);
const create = (body: Record<string, unknown>, token = admin) => call(app, base, { method: 'POST', token, body });
const update = (body: Record<string, unknown>, token = admin) => call(app, base, { method: 'PUT', token, body });
const status = (body: Record<string, unknown>, token = admin) => call(app, `${base}/status`, { method: 'PUT', token, body });
const remove = (id: string, token = admin) => call(app, `${base}/${id}`, { method: 'DELETE', token });
let number = 0;
const fresh = async (more: Record<string, unknown> = {}) => {
  number += 1;
  const answer = await create({
    username: `fresh${number}`,
    password: 'secret-1',
    name: `Fresh ${number}`,
    userCode: `F${number}`,
    ...more,
  });
  return answer.body.data as Account;
};
const audits = async (action: string, id: string) =>
  await app.db
    .selectFrom('audit_log')
    .select(['actor', 'detail'])
    .where('action', '=', action)
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();

/** A user with the permissions of user administration, who is no administrator. */
async function manager(): Promise<string> {
  const existing = await app.db.selectFrom('role').select('id').where('role_code', '=', 'userManager').executeTakeFirst();
  if (!existing) {
    const { id } = await app.db
      .insertInto('role')
      .values({ role_code: 'userManager', name: '"User manager"' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const menus = ['system-user', 'system-user-add', 'system-user-edit', 'system-user-remove', 'system-user-reset'];
    await app.db
      .insertInto('role_menu')
      .values(menus.map((menu) => ({ role_id: id, menu_id: menu })))
      .execute();
    await create({ username: 'usermanager', password: 'secret-1', name: 'M', userCode: 'M1', roleIds: [String(id)] });
  }
  return await tokenOf(app, 'usermanager', 'secret-1');
}

describe('reading', () => {
  it('asks whoever changes the mail address of their own account for their password', async () => {
    const own = (await find('admin')) as Account & { email: string | null };
    const given = { id: own.id, version: own.version, email: 'another@example.com' };
    const refused = [await update(given), await update({ ...given, ownPassword: 'not-this-one' })];
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'ownPassword', key: 'account.ownPasswordNeeded' }] });
    expect((await update({ ...given, email: own.email, remark: 'as it was' })).body.code, 'the same address').toBe('000000');
    const changed = await update({ ...given, version: given.version + 1, ownPassword: 'targus-demo' });
    expect(changed.body).toMatchObject({ code: '000000', data: { email: 'another@example.com' } });
    await update({ ...given, version: given.version + 2, email: own.email, ownPassword: 'targus-demo' });
  });

  it('[RULE-23] pages, sorts and searches in account, name, code, e-mail and phone', async () => {
    expect(await list('')).toMatchObject({ total: 61, content: { length: 10 } });
    expect((await list('keyword=riskmanager@')).content.map((account) => account.username)).toEqual(['riskmanager']);
    const names = (await list('sort=username&order=desc&size=50')).content.map((account) => account.username);
    expect(names).toEqual([...names].sort((a, b) => (a < b ? 1 : -1)));
    expect((await call(app, `${base}/list?keyword=${'x'.repeat(51)}`, { token: admin })).body.code).toBe('PARAMETER_ERROR');
  });

  it('filters by status, role and department with everything below it, and marks the own account', async () => {
    expect((await list('status=1')).content.every((account) => account.status === '1')).toBe(true);
    const auditors = await list(`roleId=${await roleId('auditor')}&size=50`);
    expect(auditors.total).toBeGreaterThan(0);
    expect(auditors.total).toBeLessThan(61);
    const root = await app.db.selectFrom('department').select('id').where('code', '=', 'D01').executeTakeFirstOrThrow();
    const it = await app.db.selectFrom('department').select('id').where('code', '=', 'D07').executeTakeFirstOrThrow();
    expect((await list(`departmentId=${root.id}`)).total).toBe(61);
    const [direct] = await app.db
      .selectFrom('app_user')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('department_id', '=', it.id)
      .execute();
    expect((await list(`departmentId=${it.id}`)).total).toBeGreaterThan(direct?.count ?? 0);
    expect((await find('admin')).self).toBe(true);
    expect((await find('auditor')).self).toBe(false);
  });

  it('tells when somebody signed in last, and sorts by it; nobody’s answer is made anew because of a sign-in', async () => {
    const account = await fresh();
    expect(await find(account.username)).toMatchObject({ lastLoginTime: null });
    const people = async () => (await sql`select revision from data_revision where area = 'people'`.execute(app.db)).rows;
    const before = await people();
    const start = Date.now();
    await tokenOf(app, account.username, 'secret-1');
    expect(await people()).toEqual(before);
    const { lastLoginTime } = (await find(account.username)) as Account & { lastLoginTime: string };
    expect(Date.parse(lastLoginTime)).toBeGreaterThan(start - 5_000);
    const [latest] = (await list('sort=lastLoginTime&order=desc')).content;
    expect(latest?.username).toBe(account.username);
    await remove(account.id);
  });

  it('[PERM-02] gives the users that fit as a workbook to holders of a permission of its own, and notes it', async () => {
    const file = async (query: string, token: string) =>
      await app.http.inject({ url: `${base}/export?${query}`, headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } });
    const { Users: sheet } = await readSheets((await file('keyword=riskmanager@', admin)).rawPayload);
    expect(sheet?.map((row) => row.slice(0, 4))).toEqual([
      ['User code', 'Account', 'Name', 'Name in English'],
      ['T00003', 'riskmanager', '王伟', 'Wang Wei'],
    ]);
    const { Users: all } = await readSheets((await file('status=0', admin)).rawPayload);
    expect(all).toHaveLength((await list('status=0')).total + 1);
    expect((await file('', await manager())).statusCode).toBe(403);
    const row = await app.db
      .selectFrom('audit_log')
      .select(['actor', 'detail'])
      .where('action', '=', 'user_export')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor: 'admin', detail: { count: 1, keyword: 'riskmanager@' } });
  });

  it('shows no secret and asks for the permission', async () => {
    expect(JSON.stringify(await list('size=50'))).not.toMatch(/scrypt|password/);
    const auditor = await tokenOf(app, 'auditor');
    for (const url of [`${base}/list`, `${base}/roles`, `${base}/1`])
      expect((await call(app, url, { token: auditor })).body.code).toBe('FORBIDDEN');
  });
});

describe('changing', () => {
  it('[PERM-01] creates an account that can sign in with its roles, and audits it without the password', async () => {
    const account = await fresh({ roleIds: [await roleId('auditor')], email: 'a@example.com', departmentId: null });
    expect(account).toMatchObject({ status: '0', version: 1, roleIds: [await roleId('auditor')] });
    const token = await tokenOf(app, account.username, 'secret-1');
    expect((await call(app, '/api/system/dict/data/list', { token })).status).toBe(200);
    const [row] = await audits('user_create', account.id);
    expect(row?.actor).toBe('admin');
    expect(JSON.stringify(row)).not.toMatch(/secret-1|scrypt/);
  });

  it('[RULE-01] takes no names that turn the lines round they stand in, or bring lines of their own', async () => {
    const values = {
      username: 'turned',
      password: 'secret-1',
      name: 'Turned\u202Edenrut',
      nameEn: 'T\nBcc: x@example.test',
      userCode: 'T\u200E1',
    };
    const { body } = await create(values);
    expect(body).toMatchObject({ code: 'PARAMETER_ERROR' });
    expect((body.details as { field: string }[]).map(({ field }) => field).sort()).toEqual(['name', 'nameEn', 'userCode']);
    const { id, version } = await fresh();
    const late = await update({ id, version, nameEn: 'Turned\u202Edenrut', remark: 'two\nlines' });
    expect(late.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'nameEn' }] });
  });

  it('[RULE-01] [RULE-07] [RULE-25] names every wrong field', async () => {
    const { body } = await create({ username: 'no good', password: '12345', name: 'X', userCode: 'X', email: 'nowhere' });
    expect(body.code).toBe('PARAMETER_ERROR');
    expect((body.details as { field: string }[]).map((detail) => detail.field).sort()).toEqual(['email', 'password', 'username']);
    const ghost = await create({ username: 'ghost', password: 'secret-1', name: 'X', userCode: 'X9', roleIds: ['999'] });
    expect(ghost.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'roleIds' }] });
  });

  it('[RULE-07] takes no password others try first or made of the account it is for, and says so in the language of the reader', async () => {
    const person = { username: 'linden', name: 'Rose Garden', nameEn: null, userCode: 'G00042' };
    const refusal = async (password: string, language = 'en') => {
      const headers = { 'accept-language': language };
      const answer = await call(app, base, { method: 'POST', token: admin, body: { ...person, password }, headers });
      return answer.body.details;
    };
    const common = { field: 'password', key: 'rule.passwordCommon' };
    expect(await refusal('123456')).toEqual([{ ...common, message: 'Others try this password first: please choose another one' }]);
    expect(await refusal('weak12', 'zh-Hant')).toEqual([{ ...common, message: '這個密碼太常見，容易被猜到，請換一個' }]);
    for (const password of ['linden26', 'Garden!!', 'g00042-1', 'targus123'])
      expect(await refusal(password)).toMatchObject([{ key: 'rule.passwordOwn' }]);
    const account = (await create({ ...person, password: 'linden-by-water' })).body.data as Account;
    const reset = async (password: string) =>
      (await call(app, `${base}/password`, { method: 'PUT', token: admin, body: { id: account.id, password } })).body.details;
    expect(await reset('weak12')).toMatchObject([{ field: 'password', key: 'rule.passwordCommon' }]);
    expect(await reset('rose2026')).toMatchObject([{ field: 'password', key: 'rule.passwordOwn' }]);
    expect((await signIn(app, 'linden', 'linden-by-water')).status).toBe(200);
    expect((await remove(account.id)).status).toBe(200);
  });

  it('refuses an account or code that is taken, whatever the case, and says which', async () => {
    expect((await create({ username: 'ADMIN', password: 'secret-1', name: 'X', userCode: 'X1' })).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'username', key: 'error.DUPLICATE' }],
    });
    expect((await create({ username: 'other', password: 'secret-1', name: 'X', userCode: 'T00001' })).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'userCode' }],
    });
  });

  it('changes what is sent; a stale version is refused with the current state, also of two at once', async () => {
    const account = await fresh({ email: 'old@example.com' });
    const answers = await Promise.all(['One', 'Two'].map((name) => update({ id: account.id, version: 1, name, roleIds: [], email: null })));
    expect(answers.map((answer) => answer.body.code).sort()).toEqual(['000000', 'CONFLICT']);
    const conflict = answers.find((answer) => answer.body.code === 'CONFLICT');
    expect(conflict?.status).toBe(409);
    expect(conflict?.body.data).toMatchObject({ version: 2, email: null, userCode: account.username.replace('fresh', 'F') });
    expect(await audits('user_update', account.id)).toHaveLength(1);
  });

  it('revokes rights with the role: the next request is refused', async () => {
    const account = await fresh({ roleIds: [await roleId('auditor')] });
    const token = await tokenOf(app, account.username, 'secret-1');
    expect((await call(app, '/api/system/dict/data/list', { token })).status).toBe(200);
    await update({ id: account.id, version: 1, roleIds: [] });
    expect((await call(app, '/api/system/dict/data/list', { token })).body.code).toBe('FORBIDDEN');
  });

  it('disabling ends the sessions for good; enabling does not bring them back', async () => {
    const account = await fresh();
    const token = await tokenOf(app, account.username, 'secret-1');
    expect((await status({ id: account.id, version: 1, status: '1' })).body.data).toMatchObject({ status: '1', version: 2 });
    expect((await call(app, '/api/user/config/menus', { token })).status).toBe(401);
    expect((await signIn(app, account.username, 'secret-1')).body.code).toBe('LOGIN_FAILED');
    await status({ id: account.id, version: 2, status: '0' });
    expect((await call(app, '/api/user/config/menus', { token })).status).toBe(401);
    expect(await tokenOf(app, account.username, 'secret-1')).toBeTruthy();
  });

  it('[RULE-07] a reset password replaces the old one and ends the sessions', async () => {
    const account = await fresh();
    const token = await tokenOf(app, account.username, 'secret-1');
    const reset = (password: string) => call(app, `${base}/password`, { method: 'PUT', token: admin, body: { id: account.id, password } });
    expect((await reset('short')).body.code).toBe('PARAMETER_ERROR');
    expect((await reset('secret-2')).status).toBe(200);
    expect((await call(app, '/api/user/config/menus', { token })).status).toBe(401);
    expect((await signIn(app, account.username, 'secret-1')).body.code).toBe('LOGIN_FAILED');
    expect(await tokenOf(app, account.username, 'secret-2')).toBeTruthy();
    expect(JSON.stringify(await audits('user_reset_password', account.id))).not.toMatch(/secret-2|scrypt/);
  });

  it('deletes an account, keeps its audit rows, and says when it is gone already', async () => {
    const account = await fresh();
    expect((await remove(account.id)).status).toBe(200);
    expect((await remove(account.id)).body.code).toBe('NOT_FOUND');
    expect(await audits('user_create', account.id)).toHaveLength(1);
    expect(await audits('user_delete', account.id)).toHaveLength(1);
  });
});

describe('what is open in somebody’s name', () => {
  interface Open {
    id: string;
    title: string;
    as: string;
    count: number;
    url: string | null;
  }
  const openWork = async (id: string, token = admin, language = 'en') =>
    await call(app, `${base}/openWork?id=${id}`, { token, headers: { 'accept-language': language } });
  const save = async (register: string, values: Record<string, unknown>) => {
    const answer = await call(app, '/api/register/save', {
      method: 'POST',
      token: admin,
      body: { register, key: crypto.randomUUID(), values },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data as { id: string; version: number };
  };

  it('[PERM-01] is counted by register and field while its state is not final, with a list that shows exactly that', async () => {
    const { id } = await fresh();
    expect((await openWork(id)).body.data).toEqual([]);
    const task = async (title: string) => await save('task', { title, owner: id, due: '2030-01-01', priority: '1' });
    const [done] = [await task('One'), await task('Two')];
    for (const [version, move] of ['start', 'finish'].entries()) {
      const body = { register: 'task', id: done.id, version: version + 1, move };
      expect((await call(app, '/api/register/move', { method: 'POST', token: admin, body })).status).toBe(200);
    }
    const [shown, ...rest] = (await openWork(id)).body.data as Open[];
    expect(rest).toEqual([]);
    expect(shown).toMatchObject({ id: 'task.owner', title: 'Tasks', as: 'Owner', count: 1 });
    const filters = JSON.parse(new URL(shown?.url ?? '', 'http://here').searchParams.get('records.filters') ?? '{}') as object;
    const found = await call(app, '/api/register/page', { method: 'POST', token: admin, body: { register: 'task', ...filters } });
    expect((found.body.data as { content: { values: { title: string } }[] }).content.map(({ values }) => values.title)).toEqual(['Two']);
    expect(((await openWork(id, admin, 'zh-Hans')).body.data as Open[])[0]?.as).toBe('责任人');
    // Whoever has no menu of the register reads how much there is, and is led nowhere.
    expect((await openWork(id, await manager())).body.data).toEqual([{ ...shown, url: null }]);
    expect((await openWork(id, await tokenOf(app, 'contact'))).status).toBe(403);
    expect((await openWork('999999999')).status).toBe(404);
  });

  it('[PERM-01] holds what several people share, their workspaces, tasks in plans and questionnaires', async () => {
    const counted = async (query: RawBuilder<unknown>) =>
      Number((await sql<{ total: string }>`select count(*) as total ${query}`.execute(app.db)).rows[0]?.total);
    const questions: Record<string, (id: string) => RawBuilder<unknown>> = {
      'engagement.team': (id) =>
        sql`from register_row where register = 'engagement' and state not in ('closed', 'cancelled') and data -> 'team' ? ${id}`,
      workspace: (id) => sql`from workspace_member where user_id = ${Number(id)} and role_type = '0'`,
      task: (id) =>
        sql`from workspace_task as task join workspace on workspace.id = workspace_id
          where task.owner_id = ${Number(id)} and task.state <> '2' and workspace.status = '0'`,
    };
    const seen = new Set<string>();
    for (const { id } of (await list('size=60')).content) {
      const found = (await openWork(id)).body.data as Open[];
      for (const [kind, question] of Object.entries(questions)) {
        const count = found.find((one) => one.id === kind)?.count ?? 0;
        expect(count, `${kind} of ${id}`).toBe(await counted(question(id)));
        if (count > 0) seen.add(kind);
      }
      for (const { id: kind, count, url } of found) {
        const [, register] = /^(.+)\.\w+$/.exec(kind) ?? [];
        if (register === undefined) continue;
        const filters = JSON.parse(new URL(url ?? '', 'http://here').searchParams.get('records.filters') ?? '{}') as object;
        const page = await call(app, '/api/register/page', { method: 'POST', token: admin, body: { register, ...filters } });
        expect((page.body.data as { total: number }).total, `${kind} of ${id}: ${url}`).toBe(count);
      }
    }
    expect([...seen].toSorted()).toEqual(Object.keys(questions).toSorted());
    const user = await app.db
      .selectFrom('risk_paper')
      .select('user_code')
      .where('submitted_at', 'is', null)
      .where('closed_at', 'is', null)
      .orderBy('end_on', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const answering = await app.db.selectFrom('app_user').select('id').where('user_code', '=', user.user_code).executeTakeFirstOrThrow();
    const papers = ((await openWork(String(answering.id))).body.data as Open[]).find((one) => one.id === 'paper');
    const open = await counted(
      sql`from risk_paper as paper join risk_evaluation as evaluation on evaluation.id = paper.evaluation_id
        where paper.user_code = ${user.user_code} and paper.submitted_at is null and paper.removed_at is null and evaluation.removed_at is null
          and paper.closed_at is null and paper.end_on >= (now() at time zone ${app.settings.timeZone})::date`,
    );
    expect(papers?.count ?? 0).toBe(open);
    if (papers) expect(papers).toMatchObject({ title: 'Questionnaires to answer', as: '', url: null });
    expect(open).toBeGreaterThan(0);
  });

  it('[PERM-01] [RISK-01] questionnaires go with a person whose code changes, and to nobody who is given the code of one who left', async () => {
    const account = await fresh();
    const code = async () =>
      (await app.db.selectFrom('app_user').select('user_code').where('id', '=', Number(account.id)).executeTakeFirstOrThrow()).user_code;
    const paper = await app.db
      .selectFrom('risk_paper')
      .select('id')
      .where('state', '=', 0)
      .where('send_type', '=', 0)
      .limit(1)
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('risk_paper')
      .set({ user_code: await code() })
      .where('id', '=', paper.id)
      .execute();
    const holder = async () =>
      (await app.db.selectFrom('risk_paper').select('user_code').where('id', '=', paper.id).executeTakeFirstOrThrow()).user_code;
    expect((await update({ id: account.id, version: account.version, userCode: 'MOVED-1' })).status).toBe(200);
    expect(await holder()).toBe('MOVED-1');
    expect((await remove(account.id)).status).toBe(200);
    expect(await holder()).toBeNull();
    const next = await fresh({ userCode: 'MOVED-1' });
    expect((await openWork(next.id)).body.data).toEqual([]);
  });

  it('[PERM-01] goes to somebody else as far as whoever asks may change it; what stays is told, and the new owner hears of it', async () => {
    const [leaver, heir] = [await fresh(), await fresh()];
    const handOver = async (body: object, token = admin) => await call(app, `${base}/handOver`, { method: 'POST', token, body });
    const task = async (title: string) => await save('task', { title, owner: leaver.id, due: '2030-01-01', priority: '1' });
    const tasks = [await task('First'), await task('Second')];
    const { content } = (
      await call(app, '/api/register/page', {
        method: 'POST',
        token: admin,
        body: { register: 'engagement', state: ['fieldwork'], size: 1 },
      })
    ).body.data as { content: { id: string; version: number; values: Record<string, unknown> }[] };
    const [audit] = content;
    if (!audit) throw new Error('no engagement');
    const colleague = (await find('riskmanager')).id;
    const given = { register: 'engagement', id: audit.id, version: audit.version };
    const team = await call(app, '/api/register/save', {
      ...{ method: 'POST', token: admin },
      body: { ...given, values: { ...audit.values, team: [colleague, leaver.id, heir.id] } },
    });
    expect(team.status, JSON.stringify(team.body)).toBe(200);
    for (const [to, reason] of [
      [leaver.id, 'account.sameSuccessor'],
      ['999999999', 'account.noSuccessor'],
    ] as const)
      expect((await handOver({ id: leaver.id, to })).body).toMatchObject({
        code: 'PARAMETER_ERROR',
        details: [{ field: 'to', key: reason }],
      });
    await status({ id: heir.id, version: heir.version, status: '1' });
    expect((await handOver({ id: leaver.id, to: heir.id })).body).toMatchObject({ details: [{ key: 'account.noSuccessor' }] });
    await status({ id: heir.id, version: heir.version + 1, status: '0' });

    // Who manages users and sees no register hands nothing over.
    const nothing = (await handOver({ id: leaver.id, to: heir.id }, await manager())).body.data as {
      count: number;
      left: { id: string; count: number }[];
    };
    expect(nothing.count).toBe(0);
    expect(nothing.left.map(({ id, count }) => [id, count])).toEqual([
      ['engagement.team', 1],
      ['task.owner', 2],
    ]);
    expect(((await openWork(leaver.id)).body.data as Open[]).map(({ id, count }) => [id, count])).toEqual([
      ['engagement.team', 1],
      ['task.owner', 2],
    ]);

    expect((await handOver({ id: leaver.id, to: heir.id })).body.data).toEqual({ count: 3, left: [] });
    expect((await openWork(leaver.id)).body.data).toEqual([]);
    // Filters name whom they are given, also who cannot be chosen any more.
    await status({ id: leaver.id, version: leaver.version, status: '1' });
    const named = async (chosen: string) =>
      (await call(app, `/api/register/choices?register=task&field=owner&filter=true&chosen=${chosen}`, { token: admin })).body;
    expect((await named(`${leaver.id},${heir.id}`)).data).toEqual({
      content: [leaver, heir].map(({ id, name }) => ({ value: id, label: name })),
    });
    expect((await named('1;2')).code).toBe('PARAMETER_ERROR');
    const now = (await call(app, `/api/register/get?register=engagement&id=${audit.id}`, { token: admin })).body.data as typeof audit;
    expect(now.values).toMatchObject({ ...audit.values, team: [colleague, heir.id] });
    const owned = await call(app, '/api/register/page', { method: 'POST', token: admin, body: { register: 'task', owner: heir.id } });
    expect((owned.body.data as { content: { id: string }[] }).content.map(({ id }) => id).toSorted()).toEqual(
      tasks.map(({ id }) => id).toSorted(),
    );
    const told = await app.db
      .selectFrom('message')
      .select(['template', 'link'])
      .where('user_id', '=', Number(heir.id))
      .orderBy('id')
      .execute();
    // Both tasks in one message.
    expect(told.slice(1)).toEqual([{ template: 'register/assigned-many', link: '/task/list' }]);
    expect(await audits('user_hand_over', leaver.id)).toEqual([
      expect.objectContaining({ detail: { to: heir.username, count: 0 } }),
      expect.objectContaining({ detail: { to: heir.username, count: 3 } }),
    ]);
  });

  it('[PERM-01] stays where whoever asks sees none of it, and is told with its number', async () => {
    const [leaver, heir] = [await fresh(), await fresh()];
    await save('task', { title: 'Unseen', owner: leaver.id, due: '2030-01-01', priority: '1' });
    // Who may change tasks, and sees their own alone.
    const perms = ['sys:user:list', 'sys:user:edit', 'task:list:own', 'task:list:edit'];
    const menus = await app.db.selectFrom('menu').select('menu_id').where('perms', 'in', perms).execute();
    const role = { roleCode: 'deskOfTasks', name: 'Desk', menuIds: menus.map(({ menu_id: id }) => id) };
    const made = await call(app, '/api/system/role', { method: 'POST', token: admin, body: role });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const desk = await fresh();
    await app.db
      .insertInto('user_role')
      .values({ user_id: Number(desk.id), role_id: Number((made.body.data as { id: string }).id) })
      .execute();
    const done = await call(app, `${base}/handOver`, {
      ...{ method: 'POST', token: await tokenOf(app, desk.username, 'secret-1') },
      body: { id: leaver.id, to: heir.id },
    });
    expect(done.body.data).toMatchObject({ count: 0, left: [{ id: 'task.owner', count: 1 }] });
  });
});

describe('a session somebody left open does not give the account away', () => {
  it('[RULE-07] the own password is changed where the old one is asked for, and an account is named in one way', async () => {
    const own = await find('admin');
    const reset = (id: string) => call(app, `${base}/password`, { method: 'PUT', token: admin, body: { id, password: 'taken-over-9' } });
    expect(await reset(own.id)).toMatchObject({ status: 409, body: { code: 'OWN_PASSWORD' } });
    expect(await reset(`0${own.id}`)).toMatchObject({ status: 400, body: { code: 'PARAMETER_ERROR', details: [{ field: 'id' }] } });
    expect(await audits('user_reset_password', own.id)).toEqual([]);
    expect((await signIn(app, 'admin', 'taken-over-9')).body.code).toBe('LOGIN_FAILED');
    expect((await signIn(app, 'admin', 'targus-demo')).status).toBe(200);
  });
});

describe('nobody locks themselves or everybody out', () => {
  it('the own account can be neither disabled nor deleted', async () => {
    const own = await find('admin');
    for (const [id, code] of [
      [own.id, 'OWN_ACCOUNT'],
      [`0${own.id}`, 'PARAMETER_ERROR'],
    ] as const) {
      expect((await status({ id, version: own.version, status: '1' })).body.code).toBe(code);
      expect((await remove(id)).body.code).toBe(code);
    }
  });

  it('the last administrator keeps the role; two who take it from each other at once do not both succeed', async () => {
    const own = await find('admin');
    expect((await update({ id: own.id, version: own.version, roleIds: [] })).body.code).toBe('OWN_ROLE');
    const role = await roleId('Administrator');
    const second = await fresh({ roleIds: [role] });
    const token = await tokenOf(app, second.username, 'secret-1');
    const answers = await Promise.all([
      status({ id: second.id, version: second.version, status: '1' }),
      status({ id: own.id, version: own.version, status: '1' }, token),
    ]);
    const codes = answers.map((answer) => answer.body.code);
    expect(codes.filter((code) => code === '000000')).toHaveLength(1);
    const active = await app.db
      .selectFrom('app_user')
      .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
      .select('app_user.id')
      .where('role_id', '=', Number(role))
      .where('status', '=', '0')
      .execute();
    expect(active).toHaveLength(1);
    // Whoever won: the tests that follow need the first again.
    await app.db.updateTable('app_user').set({ status: '0' }).where('username', '=', 'admin').execute();
    admin = await tokenOf(app, 'admin');
  });
});

describe('rights do not grow', () => {
  it('[PERM-01] [PERM-02] who manages users gives no role beyond their own rights and touches nobody above them', async () => {
    const token = await manager();
    const own = await find('admin');
    const other = await fresh();
    expect((await update({ id: other.id, version: 1, roleIds: [await roleId('Administrator')] }, token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await update({ id: other.id, version: 1, roleIds: [await roleId('auditor')] }, token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await update({ id: own.id, version: own.version, name: 'Mine' }, token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await status({ id: own.id, version: own.version, status: '1' }, token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await remove(own.id, token)).body.code).toBe('BEYOND_RIGHTS');
    const reset = await call(app, `${base}/password`, { method: 'PUT', token, body: { id: own.id, password: 'mine-now' } });
    expect(reset.body.code).toBe('BEYOND_RIGHTS');
    expect(await tokenOf(app, 'admin')).toBeTruthy();
    const beyond = (await call(app, `${base}/roles`, { token })).body.data as { roleCode: string; disabled: boolean }[];
    expect(beyond.filter((role) => !role.disabled).map((role) => role.roleCode)).toEqual(['userManager']);
    expect((await update({ id: other.id, version: 1, name: 'Allowed' }, token)).status).toBe(200);
  });
});
