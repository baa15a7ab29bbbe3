import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../../support/in-turn.ts';
import { call, tokenOf, uploadFile } from './client.ts';
import { code, type Guest, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
let admin: string;
beforeAll(async () => {
  world = await WorkspaceWorld.start();
  admin = await tokenOf(world.app, 'admin');
});
afterAll(async () => await world.app.close());

const remove = (bizId: string, token: string, userId: string | number) =>
  world.post(`${bizId}/memberRemove`, token, { userId: String(userId) });
const setRole = (bizId: string, token: string, userId: string, roleType: string) =>
  world.post(`${bizId}/changeRole`, token, { userId, roleType });
const hand = (how: 'transferOwner' | 'replaceOwner', bizId: string, token: string, userId: string | number) =>
  world.post(`${bizId}/${how}`, token, { userId: String(userId) });
const roles = async (bizId: string, token: string) =>
  Object.fromEntries(
    (await world.acl(bizId, token)).filter(({ status }) => status === '0').map(({ person, roleType }) => [person.username, roleType]),
  );

async function member(bizId: string, roleType = '1'): Promise<Guest> {
  const guest = await world.person();
  await world.invite(bizId, [guest.id], { roleType });
  await world.answer(bizId, guest.token, '0');
  return guest;
}
/** Whose files the pictures of a workspace are. */
const holders = (bizId: string) =>
  world.app.db
    .selectFrom('workspace_picture')
    .innerJoin('workspace', 'workspace.id', 'workspace_picture.workspace_id')
    .select('workspace_picture.user_id')
    .where('biz_id', '=', bizId)
    .execute();
/** A notice with a picture, by this person. */
async function pinned(bizId: string, token: string): Promise<void> {
  const file = PNG.sync.write(new PNG({ width: 4, height: 4 }));
  const { body } = await uploadFile(world.app, '/api/workspace/upload', token, file, 'n.png');
  expect((await world.post(`${bizId}/notice`, token, { content: 'With a picture', imgPath: body.data.sysFile.path })).status).toBe(200);
}

describe('who goes', () => {
  it("[API-51] [PERM-08] [WS-19] leaves of their own accord: files are the owner's then, who is told", async () => {
    const bizId = await world.workspace();
    const [guest, viewer] = [await member(bizId), await member(bizId, '2')];
    await pinned(bizId, guest.token);
    expect((await remove(bizId, guest.token, guest.id)).status).toBe(200);
    expect((await remove(bizId, viewer.token, viewer.id)).status).toBe(200);
    expect(code(await world.one(bizId, guest.token))).toEqual([404, 'NOT_FOUND']);
    expect(await holders(bizId)).toEqual([{ user_id: world.ownerId }]);
    expect(await world.told(world.ownerId, 'workspace/left', bizId)).toHaveLength(2);
    expect(code(await remove(bizId, guest.token, guest.id))).toEqual([404, 'NOT_FOUND']);
    expect(code(await remove(bizId, world.owner, world.ownerId))).toEqual([409, 'OWNER_STAYS']);
  });

  it('[PERM-07] is taken out by the owner alone, and told; an invitation is withdrawn the same way', async () => {
    const bizId = await world.workspace();
    const [guest, other, invited] = [await member(bizId), await member(bizId), await world.person()];
    await world.invite(bizId, [invited.id]);
    for (const token of [other.token, admin]) expect(code(await remove(bizId, token, guest.id))).toEqual([403, 'FORBIDDEN']);
    expect(code(await remove(bizId, invited.token, guest.id))).toEqual([404, 'NOT_FOUND']);
    expect(code(await remove(bizId, invited.token, invited.id))).toEqual([404, 'NOT_FOUND']);
    expect((await remove(bizId, world.owner, guest.id)).status).toBe(200);
    expect(await world.told(guest.id, 'workspace/removed')).toHaveLength(1);
    expect((await remove(bizId, world.owner, invited.id)).status).toBe(200);
    expect(await world.pending(bizId, invited.token)).toBeNull();
    expect(await world.told(invited.id, 'workspace/removed')).toEqual([]);
    expect(await world.told(invited.id, 'workspace/invitation', bizId)).toMatchObject([{ read_at: expect.any(Date) }]);
    expect(code(await remove(bizId, world.owner, world.ownerId))).toEqual([409, 'OWNER_STAYS']);
    // Who was taken out can be invited again.
    expect((await world.invite(bizId, [guest.id])).status).toBe(200);
  });

  it('counts once when somebody leaves while being taken out', async () => {
    const bizId = await world.workspace();
    const guest = await member(bizId);
    const answers = await Promise.all([remove(bizId, guest.token, guest.id), remove(bizId, world.owner, guest.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('roles', () => {
  it('[API-53] [PERM-05] [PERM-07] are given by the owner, who is none to change; the member is told and may act accordingly at once', async () => {
    const bizId = await world.workspace();
    const [guest, invited] = [await member(bizId, '2'), await world.person()];
    await world.invite(bizId, [invited.id]);
    expect(code(await setRole(bizId, guest.token, guest.id, '1'))).toEqual([403, 'FORBIDDEN']);
    expect((await setRole(bizId, world.owner, guest.id, '1')).body.data).toMatchObject({
      roleType: '1',
      person: { username: guest.username },
    });
    expect(await world.told(guest.id, 'workspace/role-changed', bizId)).toHaveLength(1);
    expect((await world.post(`${bizId}/notice`, guest.token, { content: 'Now I may' })).status).toBe(200);
    expect(code(await setRole(bizId, world.owner, String(world.ownerId), '2'))).toEqual([409, 'OWNER_STAYS']);
    expect(code(await setRole(bizId, world.owner, invited.id, '2'))).toEqual([404, 'NOT_FOUND']);
    await setRole(bizId, world.owner, guest.id, '1');
    expect(await world.told(guest.id, 'workspace/role-changed', bizId)).toHaveLength(1);
    // The entry as it was read, with another role.
    const entry = (await world.acl(bizId, world.owner)).find(({ person }) => person.username === guest.username);
    expect((await world.post(`${bizId}/changeRole`, world.owner, { ...entry, roleType: '2' })).body.data).toMatchObject({ roleType: '2' });
  });
});

describe('owners', () => {
  it('[API-52] [WS-20] hand a workspace over and stay as collaborators', async () => {
    const bizId = await world.workspace();
    const [heir, viewer, invited] = [await member(bizId), await member(bizId, '2'), await world.person()];
    await world.invite(bizId, [invited.id]);
    for (const userId of [invited.id, world.ownerId, '999999'])
      expect((await hand('transferOwner', bizId, world.owner, userId)).status).toBe(400);
    expect(code(await hand('transferOwner', bizId, heir.token, heir.id))).toEqual([403, 'FORBIDDEN']);
    expect((await hand('transferOwner', bizId, world.owner, heir.id)).status).toBe(200);
    expect(await roles(bizId, heir.token)).toEqual({ [heir.username]: '0', riskmanager: '1', [viewer.username]: '2' });
    expect(await world.told(heir.id, 'workspace/owner-changed', bizId)).toHaveLength(1);
    expect(code(await remove(bizId, world.owner, viewer.id))).toEqual([403, 'FORBIDDEN']);
  });

  it('[API-54] [WS-19] [WS-20] are replaced: who owned it leaves, with the files passed on', async () => {
    const bizId = await world.workspace();
    const heir = await member(bizId, '2');
    await pinned(bizId, world.owner);
    expect((await hand('replaceOwner', bizId, world.owner, heir.id)).status).toBe(200);
    expect(await roles(bizId, heir.token)).toEqual({ [heir.username]: '0' });
    expect(await holders(bizId)).toEqual([{ user_id: Number(heir.id) }]);
    expect(code(await world.one(bizId, world.owner))).toEqual([404, 'NOT_FOUND']);
  });

  it('are never none and never two: two hand-overs at once leave one', async () => {
    const bizId = await world.workspace();
    const [one, other] = [await member(bizId), await member(bizId)];
    const answers = await Promise.all([
      hand('transferOwner', bizId, world.owner, one.id),
      hand('transferOwner', bizId, world.owner, other.id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(Object.values(await roles(bizId, admin)).filter((role) => role === '0')).toHaveLength(1);
  });

  it('[WS-20] [PERM-07] are never deleted accounts: who is handed a workspace at that moment stays', async () => {
    const bizId = await world.workspace();
    const heir = await member(bizId);
    const [handed, deleted] = await inTurn<{ status: number; body: unknown }>(
      world.app.db,
      (db) => db.selectFrom('app_user').select('id').where('id', '=', Number(heir.id)).forUpdate().execute(),
      () => hand('transferOwner', bizId, world.owner, heir.id),
      () => call(world.app, `/api/system/user/${heir.id}`, { method: 'DELETE', token: admin }),
    );
    expect([handed?.status, deleted?.body]).toEqual([200, expect.objectContaining({ code: 'OWNS_WORKSPACES' })]);
    expect(await roles(bizId, heir.token)).toMatchObject({ [heir.username]: '0' });
  });

  it('[WS-20] do not hand it to a disabled account', async () => {
    const bizId = await world.workspace();
    const heir = await member(bizId);
    await world.app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', Number(heir.id)).execute();
    expect((await hand('transferOwner', bizId, world.owner, heir.id)).body.details).toMatchObject([{ field: 'userId' }]);
  });
});
