import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { checkRule } from '../../../src/core/index.ts';
import type { RuleDocument } from '../../../src/core/types.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { createDatabase } from '../../support/database.ts';
import { type Answer, call, tokenOf } from './client.ts';

let app: TestApp;
let owner: string;
let ownerId: number;
const idOf = async (username: string) =>
  (await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
beforeAll(async () => {
  app = await startApp();
  owner = await tokenOf(app, 'riskmanager');
  ownerId = await idOf('riskmanager');
});
afterAll(async () => await app.close());
// One owner invites in all of them.
beforeEach(async () => void (await app.db.deleteFrom('rate_limit').execute()));

interface Entry {
  userId: string;
  status: string;
  roleType: string;
  person: { username: string };
}
let made = 0;
/** A new workspace of the risk manager, nobody else in it. */
async function workspace(status: '0' | '1' = '0'): Promise<string> {
  made += 1;
  const row = await app.db
    .insertInto('workspace')
    .values({ name: `空间_${made}`, status })
    .returning(['id', 'biz_id'])
    .executeTakeFirstOrThrow();
  const member = { workspace_id: row.id, user_id: ownerId, role_type: '0', status: '0', answered_at: new Date() } as const;
  await app.db.insertInto('workspace_member').values(member).execute();
  return row.biz_id;
}
/** A new user, signed in. */
async function person(): Promise<{ id: string; token: string; username: string }> {
  made += 1;
  const username = `guest${made}`;
  const { password_hash } = await app.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('username', '=', 'auditor')
    .executeTakeFirstOrThrow();
  const row = await app.db
    .insertInto('app_user')
    .values({ username, name: `客人${made}`, name_en: `Guest ${made}`, user_code: `G${made}`, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: String(row.id), token: await tokenOf(app, username), username };
}
const post = (path: string, token: string, body: unknown = {}) => call(app, `/api/workspace/${path}`, { method: 'POST', token, body });
const invite = (bizId: string, userIds: string[], { token = owner, roleType = '1' } = {}) =>
  post(
    `${bizId}/inviteTeamMember`,
    token,
    userIds.map((userId) => ({ userId, roleType })),
  );
const answer = (bizId: string, token: string, status: '0' | '1') => post(`${bizId}/agreeOrRefuse`, token, { status });
const one = (bizId: string, token: string) => post('selectById', token, { bizId });
const acl = async (bizId: string, token = owner) => (await post(`${bizId}/aclList`, token)).body.data as Entry[];
const pending = async (bizId: string, token: string) => (await post('selectInvideAcl', token, { bizId })).body.data;
const list = async (token: string) =>
  (await call(app, '/api/workspace/list', { token })).body.data as { bizId: string; roleType: string }[];
const code = ({ body, status }: Answer) => [status, body.code];
const told = async (userId: string, template: string) =>
  await app.db
    .selectFrom('message')
    .selectAll()
    .where('user_id', '=', Number(userId))
    .where('template', '=', template)
    .orderBy('id')
    .execute();

describe('an invitation', () => {
  it('[API-49] [API-59] [INVITE-01] [INVITE-03] tells the person, who sees the workspace as far as the dialog shows it and nothing else', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    expect((await invite(bizId, [guest.id, guest.id], { roleType: '2' })).body).toMatchObject({ code: '000000', data: { count: 1 } });
    expect(await told(guest.id, 'workspace/invitation')).toMatchObject([{ workspace_id: bizId, read_at: null, level: 2 }]);
    const messages = await call(app, '/api/home-news/ReadNewsList', { token: guest.token });
    expect(messages.body.data).toMatchObject({
      pagedList: [
        {
          routeKey: 'workspace/invitation',
          routeDataMap: { workspaceId: bizId, link: null },
          newBodyMap: { en: expect.stringContaining('Wang Wei invites you'), 'zh-Hant': expect.stringContaining('「檢視者」') },
        },
      ],
    });
    expect(await pending(bizId, guest.token)).toMatchObject({
      bizId,
      name: expect.stringMatching(/^空间_/),
      roleType: '2',
      status: '2',
      workspaceStatus: '0',
      inviter: { name: '王伟' },
    });
    expect((await call(app, '/api/workspace/invitations', { token: guest.token })).body.data).toMatchObject([{ bizId }]);
    expect(code(await one(bizId, guest.token))).toEqual([404, 'NOT_FOUND']);
    expect(code(await post(`${bizId}/aclList`, guest.token))).toEqual([404, 'NOT_FOUND']);
    expect(await list(guest.token)).toEqual([]);
    expect(await acl(bizId)).toMatchObject([
      { roleType: '0', status: '0' },
      { userId: guest.id, roleType: '2', status: '2' },
    ]);
  });

  it('[API-50] [INVITE-03] agreed to makes a member, settles every message about it and tells the owner', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    await invite(bizId, [guest.id]);
    await invite(bizId, [guest.id]);
    expect((await answer(bizId, guest.token, '0')).body.data).toEqual({ bizId, status: '0', roleType: '1' });
    expect(await pending(bizId, guest.token)).toBeNull();
    expect((await told(guest.id, 'workspace/invitation')).map((row) => row.read_at === null)).toEqual([false, false]);
    expect(await told(String(ownerId), 'workspace/agreed')).toMatchObject([{ link: `/workbench/${bizId}/index`, workspace_id: bizId }]);
    expect(await list(guest.token)).toMatchObject([{ bizId, roleType: '1', isMember: true, memberCount: 2 }]);
    expect((await one(bizId, guest.token)).body.data).toMatchObject({ bizId, roleType: '1', owner: { username: 'riskmanager' } });
    expect(await acl(bizId, guest.token)).toHaveLength(2);
  });

  it('[INVITE-03] rejected makes no member and can be sent again, with another role: then it is to be confirmed', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    await invite(bizId, [guest.id]);
    expect((await answer(bizId, guest.token, '1')).body.data).toMatchObject({ status: '1' });
    expect(await told(String(ownerId), 'workspace/rejected')).toHaveLength(1);
    expect(await acl(bizId)).toMatchObject([{}, { userId: guest.id, status: '1', answerTime: expect.any(String) }]);
    expect(code(await one(bizId, guest.token))).toEqual([404, 'NOT_FOUND']);
    expect((await invite(bizId, [guest.id], { roleType: '2' })).status).toBe(200);
    expect(await acl(bizId)).toMatchObject([{}, { userId: guest.id, status: '2', roleType: '2', answerTime: null }]);
    expect((await answer(bizId, guest.token, '0')).body.data).toMatchObject({ status: '0', roleType: '2' });
  });

  it('[INVITE-03] sent again leaves one unread message', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    for (let times = 0; times < 3; times += 1) await invite(bizId, [guest.id]);
    expect((await told(guest.id, 'workspace/invitation')).map((row) => row.read_at === null)).toEqual([false, false, true]);
  });

  it('[API-50] answered twice at once counts once, and the other is told which answer that was', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [bizId, guest] = [await workspace(), await person()];
      await invite(bizId, [guest.id]);
      const both = await Promise.all([answer(bizId, guest.token, '0'), answer(bizId, guest.token, '1')]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = both.find(({ status }) => status === 200)?.body.data as { status: string };
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'INVITATION_ANSWERED', data: { status: won.status } });
      expect(await acl(bizId)).toMatchObject([{}, { status: won.status }]);
      expect([...(await told(String(ownerId), 'workspace/agreed')), ...(await told(String(ownerId), 'workspace/rejected'))]).toSatisfy(
        (rows: { workspace_id: string }[]) => rows.filter((row) => row.workspace_id === bizId).length === 1,
      );
    }
  });

  it('sent twice at once is one invitation', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    const both = await Promise.all([invite(bizId, [guest.id]), invite(bizId, [guest.id])]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await acl(bizId)).toHaveLength(2);
    expect((await told(guest.id, 'workspace/invitation')).filter((row) => row.read_at === null)).toHaveLength(1);
  });

  it('[API-49] [API-50] sent again in the moment it is agreed to takes nobody out again', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [bizId, guest] = [await workspace(), await person()];
      await invite(bizId, [guest.id]);
      const [agreed, again] = await Promise.all([answer(bizId, guest.token, '0'), invite(bizId, [guest.id])]);
      expect(agreed.status).toBe(200);
      expect([200, 400]).toContain(again.status);
      expect(await acl(bizId)).toMatchObject([{}, { userId: guest.id, status: '0' }]);
    }
  });

  it('[API-50] that is not there cannot be answered: unknown workspace, withdrawn, never sent, another answer', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    expect(code(await answer('99999999999999999999', guest.token, '0'))).toEqual([404, 'NOT_FOUND']);
    expect(code(await answer(bizId, guest.token, '0'))).toEqual([404, 'NOT_FOUND']);
    expect(await pending('99999999999999999999', guest.token)).toBeNull();
    await invite(bizId, [guest.id]);
    expect(code(await post(`${bizId}/agreeOrRefuse`, guest.token, { status: '2' }))).toEqual([400, 'PARAMETER_ERROR']);
    await app.db.deleteFrom('workspace_member').where('user_id', '=', Number(guest.id)).execute();
    expect(await pending(bizId, guest.token)).toBeNull();
    expect(code(await answer(bizId, guest.token, '0'))).toEqual([404, 'NOT_FOUND']);
    expect(code(await answer(bizId, owner, '0'))).toEqual([409, 'INVITATION_ANSWERED']);
    expect(code(await post('selectById', owner, { bizId: 'a1' }))).toEqual([400, 'PARAMETER_ERROR']);
  });

  it('to a disabled workspace is neither sent nor agreed to, but can be rejected', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    await invite(bizId, [guest.id]);
    await app.db.updateTable('workspace').set({ status: '1' }).where('biz_id', '=', bizId).execute();
    expect(code(await invite(bizId, [guest.id]))).toEqual([409, 'WORKSPACE_DISABLED']);
    expect(await pending(bizId, guest.token)).toMatchObject({ workspaceStatus: '1' });
    expect(code(await answer(bizId, guest.token, '0'))).toEqual([409, 'WORKSPACE_DISABLED']);
    expect(await acl(bizId)).toMatchObject([{}, { status: '2' }]);
    expect((await answer(bizId, guest.token, '1')).status).toBe(200);
  });

  it('[PERM-07] [PERM-10] is sent by the owner alone: not by members, administrators or outsiders', async () => {
    const [bizId, guest, other] = [await workspace(), await person(), await person()];
    const admin = await tokenOf(app, 'admin');
    await invite(bizId, [guest.id]);
    for (const token of [guest.token, other.token]) expect(code(await invite(bizId, [other.id], { token }))).toEqual([404, 'NOT_FOUND']);
    await answer(bizId, guest.token, '0');
    for (const token of [guest.token, admin]) {
      expect(code(await invite(bizId, [other.id], { token }))).toEqual([403, 'FORBIDDEN']);
      expect(code(await call(app, `/api/workspace/${bizId}/candidates`, { token }))).toEqual([403, 'FORBIDDEN']);
    }
    expect(code(await call(app, `/api/workspace/${bizId}/candidates`, { token: other.token }))).toEqual([404, 'NOT_FOUND']);
    for (const token of [owner, admin]) {
      expect(code(await invite('1', [other.id], { token }))).toEqual([404, 'NOT_FOUND']);
      expect(code(await call(app, '/api/workspace/1/candidates', { token }))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await one(bizId, admin)).body.data).toMatchObject({ roleType: '2', isMember: false });
    expect(await acl(bizId, admin)).toHaveLength(2);
  });

  it('is sent to all or nobody, at the field that names them: not to members, to accounts that are disabled or to nobody', async () => {
    const [bizId, guest, member, gone] = [await workspace(), await person(), await person(), await person()];
    await invite(bizId, [member.id, gone.id]);
    await answer(bizId, member.token, '0');
    await app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', Number(gone.id)).execute();
    const several = (userIds: string[]) => post(`${bizId}/inviteTeamMember`, owner, { userIds, roleType: '1' });
    for (const [userIds, key] of [
      [[guest.id, member.id], 'workspace.alreadyMember'],
      [[guest.id, String(ownerId)], 'workspace.alreadyMember'],
      [[guest.id, gone.id], 'workspace.noSuchUser'],
      [[guest.id, '999999999'], 'workspace.noSuchUser'],
    ] as const) {
      const refused = await several([...userIds]);
      expect([refused.status, refused.body.details]).toEqual([400, [{ field: 'userIds', key, message: expect.any(String) }]]);
    }
    expect(await pending(bizId, guest.token)).toBeNull();
    expect(await told(guest.id, 'workspace/invitation')).toEqual([]);
    expect(code(await several([]))).toEqual([400, 'PARAMETER_ERROR']);
    expect(code(await post(`${bizId}/inviteTeamMember`, owner, [{ userId: guest.id, roleType: '0' }]))).toEqual([400, 'PARAMETER_ERROR']);
    expect((await several([guest.id])).body.data).toEqual({ count: 1 });
  });

  it('offers active people who are neither in nor invited, found by name and account', async () => {
    const [bizId, guest, other] = [await workspace(), await person(), await person()];
    const found = async (keyword: string) => {
      const { body } = await call(app, `/api/workspace/${bizId}/candidates?keyword=${encodeURIComponent(keyword)}`, { token: owner });
      return (body.data as { content: { userId: string }[] }).content.map(({ userId }) => userId);
    };
    expect(await found(guest.username)).toEqual([guest.id]);
    await invite(bizId, [guest.id]);
    expect(await found(guest.username)).toEqual([]);
    await answer(bizId, guest.token, '1');
    expect(await found(guest.username)).toEqual([guest.id]);
    expect(await found('riskmanager')).toEqual([]);
    await app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', Number(other.id)).execute();
    expect(await found(other.username)).toEqual([]);
  });

  it('cannot be used to flood people with messages', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    const answers = [];
    for (let times = 0; times < 61; times += 1) answers.push(await invite(bizId, [guest.id]));
    expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
  });

  it('leaves audit rows: who invited whom as what, who answered what', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    await invite(bizId, [guest.id]);
    await answer(bizId, guest.token, '1');
    await invite(bizId, [guest.id]);
    await answer(bizId, guest.token, '0');
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'detail'])
      .where('target_type', '=', 'workspace')
      .where('target_id', '=', bizId)
      .orderBy('id')
      .execute();
    const invited = (again: boolean) => ({ invited: [{ userId: guest.id, username: guest.username, roleType: '1', again }] });
    expect(rows).toEqual([
      { action: 'workspace_invite', actor: 'riskmanager', detail: invited(false) },
      { action: 'workspace_reject', actor: guest.username, detail: { roleType: '1' } },
      { action: 'workspace_invite', actor: 'riskmanager', detail: invited(true) },
      { action: 'workspace_agree', actor: guest.username, detail: { roleType: '1' } },
    ]);
  });
});

describe('who acts for somebody', () => {
  /** The token of the auditor acting for the risk manager within these menu rows. */
  async function acting(menuIds: string[]): Promise<string> {
    const auditor = await idOf('auditor');
    await app.db.deleteFrom('delegation').where('authorizer_id', '=', ownerId).where('agent_id', '=', auditor).execute();
    const { id } = await app.db
      .insertInto('delegation')
      .values({ authorizer_id: ownerId, agent_id: auditor, start_date: '2026-01-01', end_date: null, remark: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('delegation_menu')
      .values(menuIds.map((menu_id) => ({ delegation_id: id, menu_id })))
      .execute();
    const token = await tokenOf(app, 'auditor');
    const entered = await call(app, '/api/auth/delegate/enter-delegate?username=riskmanager', { token });
    return (entered.body.data as { access_token: string }).access_token;
  }

  it('[DELEG-05] sees the workspaces only where they were delegated, and never invites or answers', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    // The risk manager has the menu of the workbench for this.
    const analyst = await app.db.selectFrom('role').select('id').where('role_code', '=', 'dataAnalyst').executeTakeFirstOrThrow();
    await app.db.insertInto('user_role').values({ user_id: ownerId, role_id: analyst.id }).execute();

    const outside = await acting(['risk', 'risk-register']);
    expect(await list(outside)).toEqual([]);
    for (const path of ['selectById', `${bizId}/aclList`])
      expect(code(await post(path, outside, path === 'selectById' ? { bizId } : {}))).toEqual([403, 'NOT_WHILE_ACTING']);

    const inside = await acting(['workbench', 'workspace-list']);
    expect((await list(inside)).map((row) => row.bizId)).toContain(bizId);
    expect((await one(bizId, inside)).body.data).toMatchObject({ roleType: '0' });
    expect(await acl(bizId, inside)).toHaveLength(1);
    for (const refused of [
      await invite(bizId, [guest.id], { token: inside }),
      await answer(bizId, inside, '0'),
      await post('selectInvideAcl', inside, { bizId }),
      await call(app, '/api/workspace/invitations', { token: inside }),
      await call(app, `/api/workspace/${bizId}/candidates`, { token: inside }),
    ])
      expect(code(refused)).toEqual([403, 'NOT_WHILE_ACTING']);
  });
});

describe('workspaces', () => {
  it('[API-42] [API-43] [WS-07] are those one is a member of, by a number that is no safe integer; outsiders get none of it', async () => {
    const [bizId, other] = [await workspace(), await person()];
    expect(Number.isSafeInteger(Number(bizId))).toBe(false);
    expect((await list(owner)).map((row) => row.bizId)).toContain(bizId);
    expect(await list(other.token)).toEqual([]);
    expect(code(await one(bizId, other.token))).toEqual(code(await one('1', other.token)));
    expect(code(await post(`${bizId}/aclList`, other.token))).toEqual([404, 'NOT_FOUND']);
    // API-02: the parameter may stand in the address.
    expect((await post(`selectById?bizId=${bizId}`, owner)).body.data).toMatchObject({ bizId, name: expect.any(String) });
  });

  it('[API-48] [WS-05] list owner, collaborators, viewers, then who is invited and who rejected', async () => {
    const admin = await tokenOf(app, 'admin');
    const [first] = await list(admin);
    const entries = await acl(first?.bizId ?? '', admin);
    expect(entries.map(({ status, roleType }) => status + roleType)).toEqual(['00', '01', '02', '22', '11']);
  });

  it('[RULE-09] of the demo have names the product allows, and two people have an invitation waiting', async () => {
    const rule = app.documents.get('rule', 'workspace-name') as RuleDocument;
    const names = await app.db.selectFrom('workspace').select('name').where('created_at', '<', new Date('2026-03-01')).execute();
    expect(names.length).toBeGreaterThan(2);
    for (const { name } of names) expect(checkRule(rule, name)).toBeUndefined();
    const admin = await tokenOf(app, 'admin');
    const waiting = await call(app, '/api/workspace/invitations', { token: admin });
    expect(waiting.body.data).toMatchObject([{ name: '经销商返利', roleType: '1' }]);
    const unread = await call(app, '/api/home-news/unReadNewsList', { token: admin });
    expect(unread.body.data).toMatchObject([{ routeKey: 'workspace/invitation' }, {}, {}, {}, {}, {}]);
  });

  it('keep their owner: the account of one cannot be deleted, and no workspace gets a second', async () => {
    const [bizId, guest] = [await workspace(), await person()];
    const admin = await tokenOf(app, 'admin');
    const { id } = await app.db.selectFrom('workspace').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    const removed = await call(app, `/api/system/user/${ownerId}`, { method: 'DELETE', token: admin });
    expect(code(removed)).toEqual([409, 'OWNS_WORKSPACES']);
    const second = { workspace_id: id, user_id: Number(guest.id), role_type: '0', status: '0', answered_at: new Date() } as const;
    await expect(app.db.insertInto('workspace_member').values(second).execute()).rejects.toThrow('workspace_member_owner');
    await invite(bizId, [guest.id]);
    expect((await call(app, `/api/system/user/${guest.id}`, { method: 'DELETE', token: admin })).status).toBe(200);
    expect(await acl(bizId)).toHaveLength(1);
  });
});

it('come to an installation of before: its menu leads to them, for the roles that have the workbench; rows it changed stay', async () => {
  const { db, close } = await createDatabase();
  try {
    await sql`drop table workspace_member, workspace; drop sequence workspace_biz_id; drop index message_of_workspace`.execute(db);
    await db.deleteFrom('migration').where('name', '=', '090-workspaces').execute();
    const row = { parent_id: 'workbench', type: '1', name: 'N', visible: '1' };
    await db
      .insertInto('menu')
      .values([
        { menu_id: 'workbench', parent_id: '0', type: '0', name: 'W', redirect: '/data/mart' },
        { ...row, menu_id: 'workspace-members', url: '/workbench/:id/members', component: 'main#mine' },
        { ...row, menu_id: 'workspace-index', url: '/workbench/:id/index', component: 'bare#later', meta: '{"hideHeader":1}' },
      ])
      .execute();
    const roles = await db
      .insertInto('role')
      .values(['with', 'without'].map((role_code) => ({ role_code, name: '"R"' })))
      .returning('id')
      .execute();
    await db
      .insertInto('role_menu')
      .values([
        { role_id: roles[0]?.id ?? 0, menu_id: 'workbench' },
        { role_id: roles[1]?.id ?? 0, menu_id: 'workspace-members' },
      ])
      .execute();
    expect((await migrate(db, async () => undefined)).applied).toEqual(['090-workspaces']);
    const rows = await db.selectFrom('menu').select(['menu_id', 'component', 'redirect', 'meta']).orderBy('menu_id').execute();
    expect(rows).toEqual([
      { menu_id: 'workbench', component: null, redirect: '/workbench/list', meta: null },
      { menu_id: 'workspace-index', component: null, redirect: null, meta: null },
      { menu_id: 'workspace-list', component: 'workspace/list', redirect: null, meta: null },
      { menu_id: 'workspace-members', component: 'main#mine', redirect: null, meta: null },
    ]);
    const given = await db.selectFrom('role_menu').select('role_id').where('menu_id', '=', 'workspace-list').execute();
    expect(given).toEqual([{ role_id: roles[0]?.id }]);
  } finally {
    await close();
  }
});
