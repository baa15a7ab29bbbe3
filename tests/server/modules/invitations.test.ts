import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, tokenOf } from './client.ts';
import { code, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
beforeAll(async () => {
  world = await WorkspaceWorld.start();
});
afterAll(async () => await world.app.close());
// One owner invites in all of them.
beforeEach(async () => void (await world.app.db.deleteFrom('rate_limit').execute()));

describe('an invitation', () => {
  it('[API-49] [API-59] [INVITE-01] [INVITE-03] tells the person, who sees the workspace as far as the dialog shows it and nothing else', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    expect((await world.invite(bizId, [guest.id, guest.id], { roleType: '2' })).body).toMatchObject({ code: '000000', data: { count: 1 } });
    expect(await world.told(guest.id, 'workspace/invitation')).toMatchObject([{ workspace_id: bizId, read_at: null, level: 2 }]);
    const messages = await call(world.app, '/api/home-news/ReadNewsList', { token: guest.token });
    expect(messages.body.data).toMatchObject({
      pagedList: [
        {
          routeKey: 'workspace/invitation',
          routeDataMap: { workspaceId: bizId, link: null },
          newBodyMap: { en: expect.stringContaining('Wang Wei invites you'), 'zh-Hant': expect.stringContaining('「檢視者」') },
        },
      ],
    });
    expect(await world.pending(bizId, guest.token)).toMatchObject({
      bizId,
      name: expect.stringMatching(/^空间_/),
      roleType: '2',
      status: '2',
      workspaceStatus: '0',
      inviter: { name: '王伟' },
    });
    expect((await world.get('invitations', guest.token)).body.data).toMatchObject([{ bizId }]);
    expect(code(await world.one(bizId, guest.token))).toEqual([404, 'NOT_FOUND']);
    expect(code(await world.post(`${bizId}/aclList`, guest.token))).toEqual([404, 'NOT_FOUND']);
    expect(await world.list(guest.token)).toEqual([]);
    expect(await world.acl(bizId)).toMatchObject([
      { roleType: '0', status: '0' },
      { userId: guest.id, roleType: '2', status: '2' },
    ]);
  });

  it('[API-50] [INVITE-03] agreed to makes a member, settles every message about it and tells the owner', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    await world.invite(bizId, [guest.id]);
    await world.invite(bizId, [guest.id]);
    expect((await world.answer(bizId, guest.token, '0')).body.data).toEqual({ bizId, status: '0', roleType: '1' });
    expect(await world.pending(bizId, guest.token)).toBeNull();
    expect((await world.told(guest.id, 'workspace/invitation')).map((row) => row.read_at === null)).toEqual([false, false]);
    expect(await world.told(world.ownerId, 'workspace/agreed', bizId)).toMatchObject([
      { link: `/workbench/${bizId}/index`, workspace_id: bizId },
    ]);
    expect(await world.list(guest.token)).toMatchObject([{ bizId, roleType: '1', isMember: true, memberCount: 2 }]);
    expect((await world.one(bizId, guest.token)).body.data).toMatchObject({ bizId, roleType: '1', owner: { username: 'riskmanager' } });
    expect(await world.acl(bizId, guest.token)).toHaveLength(2);
  });

  it('[INVITE-03] rejected makes no member and can be sent again, with another role: then it is to be confirmed', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    await world.invite(bizId, [guest.id]);
    expect((await world.answer(bizId, guest.token, '1')).body.data).toMatchObject({ status: '1' });
    expect(await world.told(world.ownerId, 'workspace/rejected', bizId)).toHaveLength(1);
    expect(await world.acl(bizId)).toMatchObject([{}, { userId: guest.id, status: '1', answerTime: expect.any(String) }]);
    expect(code(await world.one(bizId, guest.token))).toEqual([404, 'NOT_FOUND']);
    expect((await world.invite(bizId, [guest.id], { roleType: '2' })).status).toBe(200);
    expect(await world.acl(bizId)).toMatchObject([{}, { userId: guest.id, status: '2', roleType: '2', answerTime: null }]);
    expect((await world.answer(bizId, guest.token, '0')).body.data).toMatchObject({ status: '0', roleType: '2' });
  });

  it('[INVITE-03] sent again leaves one unread message', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    for (let times = 0; times < 3; times += 1) await world.invite(bizId, [guest.id]);
    expect((await world.told(guest.id, 'workspace/invitation')).map((row) => row.read_at === null)).toEqual([false, false, true]);
  });

  it('[API-50] answered twice at once counts once, and the other is told which answer that was', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [bizId, guest] = [await world.workspace(), await world.person()];
      await world.invite(bizId, [guest.id]);
      const both = await Promise.all([world.answer(bizId, guest.token, '0'), world.answer(bizId, guest.token, '1')]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = both.find(({ status }) => status === 200)?.body.data as { status: string };
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'INVITATION_ANSWERED', data: { status: won.status } });
      expect(await world.acl(bizId)).toMatchObject([{}, { status: won.status }]);
      expect([
        ...(await world.told(world.ownerId, 'workspace/agreed', bizId)),
        ...(await world.told(world.ownerId, 'workspace/rejected', bizId)),
      ]).toHaveLength(1);
    }
  });

  it('[API-50] that changed after it was shown is not answered: the answer tells of the one there is now; clients that do not say what they saw answer that', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    await world.invite(bizId, [guest.id], { roleType: '1' });
    const shown = (await world.pending(bizId, guest.token)) as { roleType: string; inviteTime: string };
    const { roleType, inviteTime } = shown;
    const answer = (body: object) => world.post(`${bizId}/agreeOrRefuse`, guest.token, { status: '0', ...body });
    await world.invite(bizId, [guest.id], { roleType: '2' });
    for (const stale of [{ roleType, inviteTime }, { roleType }, { inviteTime }]) {
      const refused = await answer(stale);
      expect(refused.body).toMatchObject({ code: 'INVITATION_CHANGED', data: { bizId, roleType: '2', status: '2' } });
      expect(refused.status).toBe(409);
    }
    for (const wrong of ['yesterday', '2026-12-31T23:59:60Z'])
      expect(code(await answer({ inviteTime: wrong }))).toEqual([400, 'PARAMETER_ERROR']);
    expect(await world.acl(bizId)).toMatchObject([{}, { userId: guest.id, status: '2' }]);
    expect(await world.told(world.ownerId, 'workspace/agreed', bizId)).toEqual([]);
    const now = (await world.pending(bizId, guest.token)) as typeof shown;
    expect((await answer({ roleType: now.roleType, inviteTime: now.inviteTime })).body.data).toEqual({ bizId, status: '0', roleType: '2' });
    expect(code(await answer({ roleType, inviteTime }))).toEqual([409, 'INVITATION_ANSWERED']);
  });

  it('[RULE-11] takes somebody named twice once, and nobody at all is refused', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    expect((await world.invite(bizId, [guest.id, guest.id])).body.data).toEqual({ count: 1 });
    expect(await world.acl(bizId)).toHaveLength(2);
    expect((await world.invite(bizId, [])).body.code).toBe('PARAMETER_ERROR');
  });

  it('sent twice at once is one invitation', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    const both = await Promise.all([world.invite(bizId, [guest.id]), world.invite(bizId, [guest.id])]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world.acl(bizId)).toHaveLength(2);
    expect((await world.told(guest.id, 'workspace/invitation')).filter((row) => row.read_at === null)).toHaveLength(1);
  });

  it('[API-49] [API-50] sent again in the moment it is agreed to takes nobody out again', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [bizId, guest] = [await world.workspace(), await world.person()];
      await world.invite(bizId, [guest.id]);
      const [agreed, again] = await Promise.all([world.answer(bizId, guest.token, '0'), world.invite(bizId, [guest.id])]);
      expect(agreed.status).toBe(200);
      expect([200, 400]).toContain(again.status);
      expect(await world.acl(bizId)).toMatchObject([{}, { userId: guest.id, status: '0' }]);
    }
  });

  it('[API-50] that is not there cannot be answered: unknown workspace, withdrawn, never sent, another answer', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    expect(code(await world.answer('99999999999999999999', guest.token, '0'))).toEqual([404, 'NOT_FOUND']);
    expect(code(await world.answer(bizId, guest.token, '0'))).toEqual([404, 'NOT_FOUND']);
    expect(await world.pending('99999999999999999999', guest.token)).toBeNull();
    await world.invite(bizId, [guest.id]);
    expect(code(await world.post(`${bizId}/agreeOrRefuse`, guest.token, { status: '2' }))).toEqual([400, 'PARAMETER_ERROR']);
    await world.app.db.deleteFrom('workspace_member').where('user_id', '=', Number(guest.id)).execute();
    expect(await world.pending(bizId, guest.token)).toBeNull();
    expect(code(await world.answer(bizId, guest.token, '0'))).toEqual([404, 'NOT_FOUND']);
    expect(code(await world.answer(bizId, world.owner, '0'))).toEqual([409, 'INVITATION_ANSWERED']);
    expect(code(await world.post('selectById', world.owner, { bizId: 'a1' }))).toEqual([400, 'PARAMETER_ERROR']);
  });

  it('to a disabled workspace is neither sent nor agreed to, but can be rejected', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    await world.invite(bizId, [guest.id]);
    await world.app.db.updateTable('workspace').set({ status: '1' }).where('biz_id', '=', bizId).execute();
    expect(code(await world.invite(bizId, [guest.id]))).toEqual([409, 'WORKSPACE_DISABLED']);
    expect(await world.pending(bizId, guest.token)).toMatchObject({ workspaceStatus: '1' });
    expect(code(await world.answer(bizId, guest.token, '0'))).toEqual([409, 'WORKSPACE_DISABLED']);
    expect(await world.acl(bizId)).toMatchObject([{}, { status: '2' }]);
    expect((await world.answer(bizId, guest.token, '1')).status).toBe(200);
  });

  it('[PERM-07] [PERM-10] is sent by the owner alone: not by members, administrators or outsiders', async () => {
    const [bizId, guest, other] = [await world.workspace(), await world.person(), await world.person()];
    const admin = await tokenOf(world.app, 'admin');
    await world.invite(bizId, [guest.id]);
    for (const token of [guest.token, other.token])
      expect(code(await world.invite(bizId, [other.id], { token }))).toEqual([404, 'NOT_FOUND']);
    await world.answer(bizId, guest.token, '0');
    for (const token of [guest.token, admin]) {
      expect(code(await world.invite(bizId, [other.id], { token }))).toEqual([403, 'FORBIDDEN']);
      expect(code(await world.get(`${bizId}/candidates`, token))).toEqual([403, 'FORBIDDEN']);
    }
    expect(code(await world.get(`${bizId}/candidates`, other.token))).toEqual([404, 'NOT_FOUND']);
    for (const token of [world.owner, admin]) {
      expect(code(await world.invite('1', [other.id], { token }))).toEqual([404, 'NOT_FOUND']);
      expect(code(await world.get('1/candidates', token))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await world.one(bizId, admin)).body.data).toMatchObject({ roleType: '2', isMember: false });
    expect(await world.acl(bizId, admin)).toHaveLength(2);
  });

  it('is sent to all or nobody, at the field that names them: not to members, to accounts that are disabled or to nobody', async () => {
    const [bizId, guest, member, gone] = [await world.workspace(), await world.person(), await world.person(), await world.person()];
    await world.invite(bizId, [member.id, gone.id]);
    await world.answer(bizId, member.token, '0');
    await world.app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', Number(gone.id)).execute();
    const several = (userIds: string[]) => world.post(`${bizId}/inviteTeamMember`, world.owner, { userIds, roleType: '1' });
    for (const [userIds, key] of [
      [[guest.id, member.id], 'workspace.alreadyMember'],
      [[guest.id, String(world.ownerId)], 'workspace.alreadyMember'],
      [[guest.id, gone.id], 'workspace.noSuchUser'],
      [[guest.id, '999999999'], 'workspace.noSuchUser'],
    ] as const) {
      const refused = await several([...userIds]);
      expect([refused.status, refused.body.details]).toEqual([400, [{ field: 'userIds', key, message: expect.any(String) }]]);
    }
    expect(await world.pending(bizId, guest.token)).toBeNull();
    expect(await world.told(guest.id, 'workspace/invitation')).toEqual([]);
    expect(code(await several([]))).toEqual([400, 'PARAMETER_ERROR']);
    expect(code(await world.post(`${bizId}/inviteTeamMember`, world.owner, [{ userId: guest.id, roleType: '0' }]))).toEqual([
      400,
      'PARAMETER_ERROR',
    ]);
    expect((await several([guest.id])).body.data).toEqual({ count: 1 });
  });

  it('offers active people who are neither in nor invited, found by name and account', async () => {
    const [bizId, guest, other] = [await world.workspace(), await world.person(), await world.person()];
    const found = async (keyword: string) => {
      const { body } = await world.get(`${bizId}/candidates?keyword=${encodeURIComponent(keyword)}`, world.owner);
      return (body.data as { content: { userId: string }[] }).content.map(({ userId }) => userId);
    };
    expect(await found(guest.username)).toEqual([guest.id]);
    await world.invite(bizId, [guest.id]);
    expect(await found(guest.username)).toEqual([]);
    await world.answer(bizId, guest.token, '1');
    expect(await found(guest.username)).toEqual([guest.id]);
    expect(await found('riskmanager')).toEqual([]);
    await world.app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', Number(other.id)).execute();
    expect(await found(other.username)).toEqual([]);
  });

  it('[API-36] [API-49] names who can be invited or act for one in the language of the reader, with the account', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    const label = [
      { l: 'zh-Hans', t: `${guest.username.replace('guest', '客人')} (${guest.username})`, d: true },
      { l: 'en', t: `${guest.username.replace('guest', 'Guest ')} (${guest.username})` },
    ];
    const found = await world.get(`${bizId}/candidates?keyword=${guest.username}`, world.owner);
    expect(found.body.data).toMatchObject({ content: [{ userId: guest.id, label }] });
    const targets = await call(world.app, `/api/auth/delegate/targetuser-list?keyword=${guest.username}`, { token: world.owner });
    expect(targets.body.data).toMatchObject({ content: [{ id: guest.id, label }] });
  });

  it('cannot be used to flood people with messages', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    const answers = [];
    for (let times = 0; times < 61; times += 1) answers.push(await world.invite(bizId, [guest.id]));
    expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
  });

  it('leaves audit rows: who invited whom as what, who answered what', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    await world.invite(bizId, [guest.id]);
    await world.answer(bizId, guest.token, '1');
    await world.invite(bizId, [guest.id]);
    await world.answer(bizId, guest.token, '0');
    const rows = await world.app.db
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

  it('[WS-04] [INVITE-01] names who invited, and who wrote a notice, also after their account was deleted', async () => {
    const [bizId, leaver, guest] = [await world.workspace(), await world.person(), await world.person()];
    await world.invite(bizId, [leaver.id]);
    await world.answer(bizId, leaver.token, '0');
    await world.post(`${bizId}/notice`, leaver.token, { content: 'Written before' });
    await world.invite(bizId, [guest.id]);
    // Who owned the workspace then.
    const { db } = world.app;
    await db
      .updateTable('workspace_member')
      .set({ invited_by: Number(leaver.id) })
      .where('user_id', '=', Number(guest.id))
      .execute();
    await db.deleteFrom('app_user').where('id', '=', Number(leaver.id)).execute();
    const person = { userId: leaver.id, username: leaver.username, nameEn: expect.stringMatching(/^Guest/), img_path: null, hasLeft: true };
    expect(await world.pending(bizId, guest.token)).toMatchObject({ inviter: person });
    const notices = await world.get(`${bizId}/notices`, world.owner);
    expect(notices.body.data).toMatchObject([{ content: 'Written before', person }]);
  });
});
