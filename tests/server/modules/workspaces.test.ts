import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { checkRule } from '../../../src/core/index.ts';
import type { RuleDocument } from '../../../src/core/types.ts';
import { createDatabase } from '../../support/database.ts';
import { call, tokenOf } from './client.ts';
import { code, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
beforeAll(async () => {
  world = await WorkspaceWorld.start();
});
afterAll(async () => await world.app.close());

describe('who acts for somebody', () => {
  /** The token of the auditor acting for the risk manager within these menu rows. */
  async function acting(menuIds: string[]): Promise<string> {
    const auditor = await world.idOf('auditor');
    await world.app.db.deleteFrom('delegation').where('authorizer_id', '=', world.ownerId).where('agent_id', '=', auditor).execute();
    const { id } = await world.app.db
      .insertInto('delegation')
      .values({ authorizer_id: world.ownerId, agent_id: auditor, start_date: '2026-01-01', end_date: null, remark: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.app.db
      .insertInto('delegation_menu')
      .values(menuIds.map((menu_id) => ({ delegation_id: id, menu_id })))
      .execute();
    const token = await tokenOf(world.app, 'auditor');
    const entered = await call(world.app, '/api/auth/delegate/enter-delegate?username=riskmanager', { token });
    return (entered.body.data as { access_token: string }).access_token;
  }

  it('[DELEG-05] sees the workspaces only where they were delegated, and never invites or answers', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    // The risk manager has the menu of the workbench for this.
    const analyst = await world.app.db.selectFrom('role').select('id').where('role_code', '=', 'dataAnalyst').executeTakeFirstOrThrow();
    await world.app.db.insertInto('user_role').values({ user_id: world.ownerId, role_id: analyst.id }).execute();

    const outside = await acting(['risk', 'risk-register']);
    expect(await world.list(outside)).toEqual([]);
    for (const path of ['selectById', `${bizId}/aclList`])
      expect(code(await world.post(path, outside, path === 'selectById' ? { bizId } : {}))).toEqual([403, 'NOT_WHILE_ACTING']);

    const inside = await acting(['workbench', 'workspace-list']);
    expect((await world.list(inside)).map((row) => row.bizId)).toContain(bizId);
    expect((await world.one(bizId, inside)).body.data).toMatchObject({ roleType: '0' });
    expect(await world.acl(bizId, inside)).toHaveLength(1);
    for (const refused of [
      await world.invite(bizId, [guest.id], { token: inside }),
      await world.answer(bizId, inside, '0'),
      await world.post('selectInvideAcl', inside, { bizId }),
      await world.get('invitations', inside),
      await world.get(`${bizId}/candidates`, inside),
    ])
      expect(code(refused)).toEqual([403, 'NOT_WHILE_ACTING']);
  });
});

describe('workspaces', () => {
  it('[API-42] [API-43] [WS-07] [PERM-09] are those one is a member of, by a number that is no safe integer; administrators look in, outsiders get none of it', async () => {
    const [bizId, other] = [await world.workspace(), await world.person()];
    expect(Number.isSafeInteger(Number(bizId))).toBe(false);
    expect((await world.list(world.owner)).map((row) => row.bizId)).toContain(bizId);
    expect(await world.list(other.token)).toEqual([]);
    expect(code(await world.one(bizId, other.token))).toEqual(code(await world.one('1', other.token)));
    expect(code(await world.post(`${bizId}/aclList`, other.token))).toEqual([404, 'NOT_FOUND']);
    const admin = await tokenOf(world.app, 'admin');
    expect((await world.one(bizId, admin)).body.data).toMatchObject({ isMember: false, roleType: '2' });
    expect((await world.list(admin)).map((row) => row.bizId)).not.toContain(bizId);
    // API-02: the parameter may stand in the address.
    expect((await world.post(`selectById?bizId=${bizId}`, world.owner)).body.data).toMatchObject({ bizId, name: expect.any(String) });
  });

  it('[API-48] [WS-05] list owner, collaborators, viewers, then who is invited and who rejected', async () => {
    const admin = await tokenOf(world.app, 'admin');
    const [first] = await world.list(admin);
    const entries = await world.acl(first?.bizId ?? '', admin);
    expect(entries.map(({ status, roleType }) => status + roleType)).toEqual(['00', '01', '02', '22', '11']);
  });

  it('[RULE-09] of the demo have names the product allows, and two people have an invitation waiting', async () => {
    const rule = world.app.documents.get('rule', 'workspace-name') as RuleDocument;
    const names = await world.app.db.selectFrom('workspace').select('name').where('created_at', '<', new Date('2026-03-01')).execute();
    expect(names.length).toBeGreaterThan(2);
    for (const { name } of names) expect(checkRule(rule, name)).toBeUndefined();
    const admin = await tokenOf(world.app, 'admin');
    const waiting = await world.get('invitations', admin);
    expect(waiting.body.data).toMatchObject([{ name: '经销商返利', roleType: '1' }]);
    const unread = await call(world.app, '/api/home-news/unReadNewsList', { token: admin });
    expect(unread.body.data).toMatchObject([{ routeKey: 'workspace/invitation' }, {}, {}, {}, {}, {}]);
    const { rows } = await sql`select from workspace_member member join workspace on workspace.id = member.workspace_id
      join message on message.user_id = member.user_id and message.workspace_id = workspace.biz_id and message.created_at = member.invited_at
      where member.status = '2' and message.read_at is null`.execute(world.app.db);
    expect(rows).toHaveLength(2);
  });

  it('keep their owner: the account of one cannot be deleted, and no workspace gets a second', async () => {
    const [bizId, guest] = [await world.workspace(), await world.person()];
    const admin = await tokenOf(world.app, 'admin');
    const { id } = await world.app.db.selectFrom('workspace').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    const removed = await call(world.app, `/api/system/user/${world.ownerId}`, { method: 'DELETE', token: admin });
    expect(code(removed)).toEqual([409, 'OWNS_WORKSPACES']);
    const second = { workspace_id: id, user_id: Number(guest.id), role_type: '0', status: '0', answered_at: new Date() } as const;
    await expect(world.app.db.insertInto('workspace_member').values(second).execute()).rejects.toThrow('workspace_member_owner');
    await world.invite(bizId, [guest.id]);
    expect((await call(world.app, `/api/system/user/${guest.id}`, { method: 'DELETE', token: admin })).status).toBe(200);
    expect(await world.acl(bizId)).toHaveLength(1);
  });
});

it('come to an installation of before: its menu leads to them, for the roles that have the workbench; rows it changed stay', async () => {
  const { db, close } = await createDatabase();
  try {
    await sql`drop table workspace_picture, workspace_notice, workspace_member, workspace cascade; drop sequence workspace_biz_id; drop index message_of_workspace`.execute(
      db,
    );
    await db.deleteFrom('migration').where('name', 'in', ['090-workspaces', '091-workspace-routes', '094-workspace-settings']).execute();
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
    expect((await migrate(db, async () => undefined)).applied).toEqual([
      '090-workspaces',
      '091-workspace-routes',
      '094-workspace-settings',
    ]);
    const rows = await db.selectFrom('menu').select(['menu_id', 'component', 'redirect', 'meta']).orderBy('menu_id').execute();
    expect(rows).toEqual([
      { menu_id: 'workbench', component: null, redirect: '/workbench/list', meta: null },
      { menu_id: 'workspace-index', component: null, redirect: null, meta: null },
      { menu_id: 'workspace-list', component: null, redirect: null, meta: null },
      { menu_id: 'workspace-members', component: 'main#mine', redirect: null, meta: null },
      { menu_id: 'workspace-notices', component: null, redirect: null, meta: null },
    ]);
    const given = await db.selectFrom('role_menu').select('role_id').where('menu_id', '=', 'workspace-list').execute();
    expect(given).toEqual([{ role_id: roles[0]?.id }]);
  } finally {
    await close();
  }
});
