import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, tokenOf, uploadFile } from './client.ts';
import { code, type Guest, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
let admin: string;
beforeAll(async () => {
  world = await WorkspaceWorld.start();
  admin = await tokenOf(world.app, 'admin');
});
afterAll(async () => await world.app.close());

interface Workspace {
  bizId: string;
  name: string;
  remark: string | null;
  photoPath: string | null;
  status: string;
  version: number;
}
const save = (token: string, body: Record<string, unknown>) => world.post('saveOrUpdate', token, body);
const made = async (body: Record<string, unknown>, token = admin) => (await save(token, body)).body.data as Workspace;
const read = async (bizId: string, token = world.owner) => (await world.one(bizId, token)).body.data as Workspace;
const fields = ({ body }: { body: Record<string, unknown> }) =>
  (body.details as { field: string; key?: string }[]).map(({ field, key }) => [field, key]);

/** A new member of a workspace. */
async function member(bizId: string, roleType = '1'): Promise<Guest> {
  const guest = await world.person();
  await world.invite(bizId, [guest.id], { roleType });
  await world.answer(bizId, guest.token, '0');
  return guest;
}
const picture = PNG.sync.write(new PNG({ width: 8, height: 8 }));
const uploaded = async (token: string): Promise<string> =>
  (await uploadFile(world.app, '/api/workspace/upload', token, picture, 'team.png')).body.data.sysFile.path;
const shown = async (path: string) => (await world.app.http.inject({ url: path })).statusCode;
const audited = async (bizId: string) =>
  (await world.app.db.selectFrom('audit_log').select('action').where('target_id', '=', bizId).orderBy('id').execute()).map(
    (row) => row.action,
  );

describe('making a workspace', () => {
  it('[API-44] [WS-04] makes its author the owner, once for a key, and only with the permission', async () => {
    const body = { name: '新专题_A', remark: ' 一起做 ', key: 'intended-once' };
    const [first, second] = [await made(body), await made(body)];
    expect(first).toMatchObject({
      name: '新专题_A',
      remark: '一起做',
      status: '0',
      roleType: '0',
      isMember: true,
      memberCount: 1,
      version: 1,
    });
    expect(second.bizId).toBe(first.bizId);
    expect(await audited(first.bizId)).toEqual(['workspace_create']);
    expect(code(await save(await tokenOf(world.app, 'auditor'), { name: 'Mine' }))).toEqual([403, 'FORBIDDEN']);
  });

  it('[API-44] [RULE-09] refuses a name another workspace has, whoever owns it and whatever the case, also of two at once', async () => {
    await made({ name: 'Unique_A' });
    const twice = await save(admin, { name: 'unique_a' });
    expect([code(twice), fields(twice)]).toEqual([[409, 'DUPLICATE'], [['name', 'workspace.nameTaken']]]);
    const both = await Promise.all([1, 2].map(() => save(admin, { name: 'Unique_B' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('[RULE-09] refuses names the rule does not allow, at the field', async () => {
    for (const name of ['1abc', 'elevenchars', 'a-b', ' '])
      expect(fields(await save(admin, { name }))).toEqual([['name', 'rule.workspaceName']]);
  });

  it("[API-47] [WS-08] takes a picture that was uploaded, and nobody else's", async () => {
    const path = await uploaded(admin);
    const workspace = await made({ name: 'Pictured', photoPath: path });
    expect(workspace.photoPath).toBe(path);
    expect(await shown(path)).toBe(200);
    const theirs = await uploaded(world.owner);
    expect(fields(await save(admin, { name: 'Stolen', photoPath: theirs }))).toEqual([['photoPath', undefined]]);
    expect(fields(await save(admin, { name: 'Foreign', photoPath: 'https://example.com/a.png' }))).toEqual([['photoPath', undefined]]);
    const replaced = await uploaded(admin);
    await save(admin, { bizId: workspace.bizId, version: 1, photoPath: replaced });
    expect([await shown(path), await shown(replaced)]).toEqual([404, 200]);
    expect((await uploadFile(world.app, '/api/workspace/upload', admin, Buffer.from('<svg/>'), 'a.png')).body.code).toBe('PARAMETER_ERROR');
  });
});

describe('changing a workspace', () => {
  it('[PERM-12] [PERM-13] is for owner and collaborators; its name stays, and what somebody else saved is not overwritten', async () => {
    const bizId = await world.workspace();
    const [collaborator, viewer, outsider] = [await member(bizId), await member(bizId, '2'), await world.person()];
    const before = await read(bizId);
    const remark = { bizId, version: before.version, remark: 'Ours' };
    expect(code(await save(viewer.token, remark))).toEqual([403, 'FORBIDDEN']);
    expect(code(await save(admin, remark))).toEqual([403, 'FORBIDDEN']);
    expect(code(await save(outsider.token, remark))).toEqual([404, 'NOT_FOUND']);
    expect((await save(collaborator.token, remark)).body.data).toMatchObject({
      remark: 'Ours',
      roleType: '1',
      version: before.version + 1,
    });
    const late = await save(world.owner, { ...remark, remark: 'Theirs' });
    expect(code(late)).toEqual([409, 'CONFLICT']);
    expect(late.body.data).toMatchObject({ remark: 'Ours' });
    const version = before.version + 1;
    expect(fields(await save(world.owner, { bizId, version, name: 'Renamed' }))).toEqual([['name', 'workspace.nameStays']]);
    expect((await save(world.owner, { bizId, version, name: before.name, remark: null })).body.data).toMatchObject({ remark: null });
  });

  it('[WS-18] waits for the approval of its schedule', async () => {
    const bizId = await world.workspace();
    await world.app.db.updateTable('workspace').set({ schedule_approval_state: 'in_progress' }).where('biz_id', '=', bizId).execute();
    const { version, ...workspace } = await read(bizId);
    expect(workspace).toMatchObject({ scheduleApprovalState: 'in_progress' });
    expect(code(await save(world.owner, { bizId, version, remark: 'R' }))).toEqual([409, 'WORKSPACE_IN_APPROVAL']);
  });

  it('[API-45] [WS-15] is off and on again by its owner alone; meanwhile nothing in it changes', async () => {
    const bizId = await world.workspace();
    const collaborator = await member(bizId);
    expect(code(await world.post(`${bizId}/disableAndEnable`, collaborator.token))).toEqual([403, 'FORBIDDEN']);
    expect(code(await world.post(`${bizId}/disableAndEnable`, admin))).toEqual([403, 'FORBIDDEN']);
    expect((await world.post(`${bizId}/disableAndEnable`, world.owner)).body.data).toMatchObject({ status: '1' });
    // Pressed again in a window that did not see it.
    expect((await world.post(`${bizId}/disableAndEnable`, world.owner, { status: '1' })).body.data).toMatchObject({ status: '1' });
    const { version } = await read(bizId);
    expect(code(await save(world.owner, { bizId, version, remark: 'R' }))).toEqual([409, 'WORKSPACE_DISABLED']);
    expect(code(await world.post(`${bizId}/notice`, collaborator.token, { content: 'N' }))).toEqual([409, 'WORKSPACE_DISABLED']);
    expect((await world.post(`${bizId}/disableAndEnable`, world.owner)).body.data).toMatchObject({ status: '0' });
    expect((await audited(bizId)).slice(-2)).toEqual(['workspace_disable', 'workspace_enable']);
  });

  it('[API-46] is deleted by its owner with all that stands in it; its people are told, and invitations are over', async () => {
    const bizId = await world.workspace();
    const [collaborator, invited] = [await member(bizId), await world.person()];
    await world.invite(bizId, [invited.id]);
    const path = await uploaded(collaborator.token);
    await world.post(`${bizId}/notice`, collaborator.token, { content: 'N', imgPath: path });
    expect(code(await world.post(`${bizId}/workspaceRemove`, collaborator.token))).toEqual([403, 'FORBIDDEN']);
    expect((await world.post(`${bizId}/workspaceRemove`, world.owner)).status).toBe(200);
    expect(code(await world.one(bizId, world.owner))).toEqual([404, 'NOT_FOUND']);
    expect(await shown(path)).toBe(404);
    expect(await world.told(collaborator.id, 'workspace/deleted')).toHaveLength(1);
    expect(await world.told(invited.id, 'workspace/deleted')).toHaveLength(1);
    expect(await world.told(invited.id, 'workspace/invitation', bizId)).toMatchObject([{ read_at: expect.any(Date) }]);
    expect(await world.told(world.ownerId, 'workspace/deleted')).toEqual([]);
    expect((await audited(bizId)).at(-1)).toBe('workspace_delete');
  });
});

describe('notices', () => {
  it('[WS-13] [API-47] a picture stays as long as the workspace or a notice shows it', async () => {
    const bizId = await world.workspace();
    const [path, other] = [await uploaded(world.owner), await uploaded(world.owner)];
    await world.post(`${bizId}/notice`, world.owner, { content: 'With a picture', imgPath: path });
    const second = (await world.post(`${bizId}/notice`, world.owner, { content: 'Another', imgPath: other })).body.data as { id: string };
    await save(world.owner, { bizId, version: (await read(bizId)).version, photoPath: path });
    await save(world.owner, { bizId, version: (await read(bizId)).version, photoPath: null });
    await call(world.app, `/api/workspace/${bizId}/notice?id=${second.id}`, { method: 'DELETE', token: world.owner });
    expect([await shown(path), await shown(other)]).toEqual([200, 404]);
  });

  it('[API-62] a workspace holds at most 200; a repeated request gets the last of them', async () => {
    const bizId = await world.workspace();
    const { id } = await world.app.db.selectFrom('workspace').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 199 }, (_, index) => ({
      workspace_id: id,
      user_id: Number(world.ownerId),
      content: `Notice ${index}`,
    }));
    await world.app.db.insertInto('workspace_notice').values(rows).execute();
    const last = { content: 'The last', key: 'intended-once' };
    expect((await world.post(`${bizId}/notice`, world.owner, last)).status).toBe(200);
    expect(code(await world.post(`${bizId}/notice`, world.owner, { content: 'One too many' }))).toEqual([409, 'TOO_MANY_NOTICES']);
    expect((await world.post(`${bizId}/notice`, world.owner, last)).body.data).toMatchObject({ content: 'The last' });
  });

  it('[API-62] of a key only one is written, though the request comes again; in another workspace it is another one', async () => {
    const [bizId, other] = [await world.workspace(), await world.workspace()];
    const write = async (to: string, content = 'Kick-off') =>
      (await world.post(`${to}/notice`, world.owner, { content, key: 'intended-once' })).body.data as { id: string };
    const [first, again] = await Promise.all([write(bizId), write(bizId)]);
    expect(again.id).toBe(first.id);
    expect((await write(bizId, 'Kick-off, corrected')).id).not.toBe(first.id);
    expect((await write(other)).id).not.toBe(first.id);
    const list = (await world.get(`${bizId}/notices`, world.owner)).body.data as object[];
    expect(list).toHaveLength(2);
    await call(world.app, `/api/workspace/${bizId}/notice?id=${first.id}`, { method: 'DELETE', token: world.owner });
    expect(code(await world.post(`${bizId}/notice`, world.owner, { content: 'Kick-off', key: 'intended-once' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('[API-60] [API-61] [API-62] [API-63] [WS-14] [PERM-06] are written, changed and deleted by owner and collaborators, and read by every member', async () => {
    const bizId = await world.workspace();
    const [collaborator, viewer, outsider] = [await member(bizId), await member(bizId, '2'), await world.person()];
    const path = await uploaded(collaborator.token);
    const first = await world.post(`${bizId}/notice`, collaborator.token, { content: ' Kick-off on Monday ', imgPath: path });
    expect(first.body.data).toMatchObject({
      userId: collaborator.id,
      content: 'Kick-off on Monday',
      imgPath: path,
      person: { username: collaborator.username },
    });
    await world.post(`${bizId}/notice`, world.owner, { content: 'Second' });
    const list = (await world.get(`${bizId}/notices`, viewer.token)).body.data as { id: string; content: string; version: number }[];
    expect(list.map(({ content }) => content)).toEqual(['Second', 'Kick-off on Monday']);
    const notice = list[1];
    if (!notice) throw new Error('no notice');
    const change = (token: string, body: object) => call(world.app, `/api/workspace/${bizId}/notice`, { method: 'PUT', token, body });
    const remove = (token: string, of = bizId) =>
      call(world.app, `/api/workspace/${of}/notice?id=${notice.id}&userId=${collaborator.id}`, { method: 'DELETE', token });
    for (const [token, expected] of [
      [viewer.token, [403, 'FORBIDDEN']],
      [admin, [403, 'FORBIDDEN']],
      [outsider.token, [404, 'NOT_FOUND']],
    ] as const) {
      expect(code(await world.post(`${bizId}/notice`, token, { content: 'X' }))).toEqual(expected);
      expect(code(await change(token, { id: notice.id, content: 'X' }))).toEqual(expected);
      expect(code(await remove(token))).toEqual(expected);
    }
    expect(code(await world.get(`${bizId}/notices`, outsider.token))).toEqual([404, 'NOT_FOUND']);
    // Saved as it was it is not changed, and nothing of it is old.
    for (const same of [{}, { imgPath: path }, { version: notice.version }])
      expect((await change(world.owner, { id: notice.id, content: ' Kick-off on Monday ', ...same })).body.data).toEqual(notice);
    expect(
      (await change(world.owner, { id: notice.id, content: 'On Tuesday', imgPath: null, version: notice.version })).body.data,
    ).toMatchObject({
      content: 'On Tuesday',
      imgPath: null,
      userId: collaborator.id,
    });
    // The picture went with its last place.
    expect(await shown(path)).toBe(404);
    const late = await change(collaborator.token, { id: notice.id, content: 'On Friday', version: notice.version });
    expect([late.status, (late.body.data as { content: string }).content]).toEqual([409, 'On Tuesday']);
    // Nobody deletes what they have not read.
    const old = `/api/workspace/${bizId}/notice?id=${notice.id}&version=${notice.version}`;
    expect((await call(world.app, old, { method: 'DELETE', token: collaborator.token })).body).toMatchObject({
      code: 'CONFLICT',
      data: { content: 'On Tuesday' },
    });
    // A notice of one workspace cannot be reached through another.
    const other = await world.workspace();
    expect(code(await remove(world.owner, other))).toEqual([404, 'NOT_FOUND']);
    expect((await remove(collaborator.token)).status).toBe(200);
    expect(((await world.get(`${bizId}/notices`, viewer.token)).body.data as unknown[]).length).toBe(1);
    expect(fields(await world.post(`${bizId}/notice`, world.owner, { content: '  ' }))).toEqual([['content', undefined]]);
  });
});

describe('lists', () => {
  it('[API-55] [WS-03] administrators page through all workspaces, found by name and remark; nobody else does', async () => {
    const bizId = await world.workspace();
    const list = async (query: string, token = admin) =>
      (await world.get(`selectListWsManager?${query}`, token)).body.data as { content: Workspace[]; total: number };
    const all = await list('size=200');
    expect(all.total).toBe(all.content.length);
    expect(all.content).toContainEqual(expect.objectContaining({ bizId, isMember: false, roleType: '2' }));
    expect(all.content).toContainEqual(expect.objectContaining({ name: '采购审计专题', isMember: true, roleType: '0' }));
    expect((await list(`keyword=${encodeURIComponent('拆单')}`)).content.map(({ name }) => name)).toEqual(['采购审计专题']);
    expect((await list('status=1')).content.map(({ name }) => name)).toContain('历史归档');
    const [first] = (await list('size=1&sort=memberCount&order=desc')).content;
    expect(first).toMatchObject({ name: '采购审计专题' });
    expect(code(await world.get('selectListWsManager', world.owner))).toEqual([403, 'FORBIDDEN']);
  });

  it('[API-56] [API-57] [API-58] count the own workspaces and name their owners', async () => {
    const bizId = await world.workspace();
    const guest = await member(bizId);
    expect((await world.get('wsCount', guest.token)).body.data).toBe(1);
    expect((await world.get('selectOwnerMsg', guest.token)).body.data).toMatchObject([{ bizId, owner: { username: 'riskmanager' } }]);
    expect((await world.get(`selectOwnerMsgByBizId?bizId=${bizId}`, guest.token)).body.data).toMatchObject({
      bizId,
      owner: { username: 'riskmanager' },
    });
    const outsider = await world.person();
    expect(code(await world.get(`selectOwnerMsgByBizId?bizId=${bizId}`, outsider.token))).toEqual([404, 'NOT_FOUND']);
  });
});
