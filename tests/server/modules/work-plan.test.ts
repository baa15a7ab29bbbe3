import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './client.ts';
import { code, type Guest, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
beforeAll(async () => {
  world = await WorkspaceWorld.start();
});
afterAll(async () => await world.app.close());

interface Task {
  id: string;
  ownerId: string;
  version: number;
  progress: number;
  title: string;
}
const ask = (bizId: string, token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: object, query = '') =>
  call(world.app, `/api/workspace/${bizId}/plan${query}`, { method, token, ...(body && { body }) });
const list = async (bizId: string, token = world.owner) => (await ask(bizId, token, 'GET')).body.data as Task[];
const given = (ownerId: string | number, more: object = {}) => ({
  ...{ title: ' 核对清单 ', ownerId: String(ownerId), startDate: '2026-03-02', endDate: '2026-03-06', state: '1', progress: 40, ...more },
});

/** A workspace with a collaborator and a viewer. */
async function team(): Promise<{ bizId: string; collaborator: Guest; viewer: Guest }> {
  const bizId = await world.workspace();
  const [collaborator, viewer] = [await world.person(), await world.person()];
  for (const [guest, roleType] of [
    [collaborator, '1'],
    [viewer, '2'],
  ] as const) {
    await world.invite(bizId, [guest.id], { roleType });
    await world.answer(bizId, guest.token, '0');
  }
  return { bizId, collaborator, viewer };
}

it('[WS-08] [PERM-06] owner and collaborators write the work plan, viewers read it, and to others there is none', async () => {
  const { bizId, collaborator, viewer } = await team();
  const made = await ask(bizId, collaborator.token, 'POST', given(collaborator.id, { key: 'a-key-of-its-own' }));
  expect(made.body.data).toMatchObject({ title: '核对清单', ownerId: collaborator.id, startDate: '2026-03-02', progress: 40, version: 1 });
  const task = made.body.data as Task;
  // Whose answer was lost sends it again.
  expect((await ask(bizId, collaborator.token, 'POST', given(collaborator.id, { key: 'a-key-of-its-own' }))).body.data).toEqual(task);
  expect(await list(bizId, viewer.token)).toEqual([task]);
  const { id, version } = task;
  for (const [method, body, query] of [
    ['POST', given(viewer.id), ''],
    ['PUT', { id, version, ...given(viewer.id) }, ''],
    ['DELETE', undefined, `?id=${id}&version=${version}`],
  ] as const) {
    expect(code(await ask(bizId, viewer.token, method, body, query))).toEqual([403, 'FORBIDDEN']);
    expect(code(await ask(bizId, (await world.person()).token, method, body, query))).toEqual([404, 'NOT_FOUND']);
  }
  expect(code(await ask(bizId, (await world.person()).token, 'GET'))).toEqual([404, 'NOT_FOUND']);

  const done = await ask(bizId, world.owner, 'PUT', { id, version, ...given(viewer.id, { state: '2', progress: 70 }) });
  expect(done.body.data).toMatchObject({ state: '2', progress: 100, ownerId: viewer.id, version: 2 });
  expect((await ask(bizId, world.owner, 'PUT', { id, version, ...given(viewer.id) })).body).toMatchObject({
    code: 'CONFLICT',
    data: { id, version: 2, progress: 100 },
  });
  // A task of another workspace is none of this one.
  expect(code(await ask(await world.workspace(), world.owner, 'DELETE', undefined, `?id=${id}&version=2`))).toEqual([404, 'NOT_FOUND']);
  expect((await ask(bizId, world.owner, 'DELETE', undefined, `?id=${id}&version=2`)).status).toBe(200);
  expect(await list(bizId)).toEqual([]);
});

it('[WS-05] [I18N-04] people of a workspace are called in every language, so that whose a task is can be chosen by name', async () => {
  const { bizId, collaborator } = await team();
  const { label } = (await world.acl(bizId)).find(({ userId }) => userId === collaborator.id) as unknown as { label: object };
  expect(label).toMatchObject([{ l: 'zh-Hans' }, { l: 'en', t: expect.stringMatching(/^Guest \d+$/) }]);
});

it('[WS-08] takes no task that ends before it starts, or of somebody who is no member', async () => {
  const { bizId, collaborator } = await team();
  const outsider = await world.person();
  const fault = async (body: object) => (await ask(bizId, world.owner, 'POST', body)).body.details;
  expect(await fault(given(collaborator.id, { endDate: '2026-03-01' }))).toMatchObject([{ field: 'endDate', key: 'plan.endsBeforeStart' }]);
  expect(await fault(given(outsider.id))).toMatchObject([{ field: 'ownerId', key: 'plan.noMember' }]);
  expect(await fault(given(collaborator.id, { startDate: '2026-02-30' }))).toMatchObject([{ field: 'startDate' }]);
  expect(await fault(given(collaborator.id, { progress: 101 }))).toMatchObject([{ field: 'progress' }]);
});

it("[WS-16] [WS-19] tasks of who leaves are the owner's then; a disabled workspace is only read", async () => {
  const { bizId, collaborator } = await team();
  await ask(bizId, world.owner, 'POST', given(collaborator.id));
  await world.post(`${bizId}/memberRemove`, collaborator.token, { userId: collaborator.id });
  const [task] = await list(bizId);
  expect(task).toMatchObject({ ownerId: String(world.ownerId), version: 2 });
  await world.app.db.updateTable('workspace').set({ status: '1' }).where('biz_id', '=', bizId).execute();
  expect(code(await ask(bizId, world.owner, 'POST', given(world.ownerId)))).toEqual([409, 'WORKSPACE_DISABLED']);
  expect(await list(bizId)).toHaveLength(1);
});
