import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from '../modules/client.ts';
import { somebody } from '../modules/somebody.ts';
import { get, type Item, makeWorld, type World } from './world.ts';

let app: TestApp;
let world: World;
let token: string;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app.db, 2, 2);
  token = await tokenOf(app, 'riskmanager');
});
afterAll(() => app.close());

const send = (method: 'POST' | 'PUT', path: string, body: unknown) => call(app, `/api/risk/evaluate${path}`, { method, token, body });
const made = async (body: object) =>
  (await send('POST', '/item', { projectId: String(world.evaluation), ...body })).body.data as unknown as Item;
const changed = async ({ id, version }: Item, body: object) =>
  (await send('PUT', '/item', { id, version, ...body })).body.data as unknown as Item;
const opens = async ({ uuid }: Item) => (await get(app, `paper?uuid=${uuid}`)).status;
const userOf = async (username: string) =>
  await app.db
    .selectFrom('app_user')
    .select(['id', 'user_code as code', 'name'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
const noticesOf = async (userId: number, item: Item) =>
  (await app.db.selectFrom('message').select(['link']).where('user_id', '=', userId).where('source_id', '=', item.id).execute()).map(
    ({ link }) => link,
  );
const person = async (username: string) => {
  await somebody(app, username, []);
  return await userOf(username);
};

describe('a paper that goes to somebody else', () => {
  it('[API-69] inside: has another link, the department of who has it now, and they are told', async () => {
    const [first, second] = [await person('handfirst'), await person('handsecond')];
    const before = await made({ sendType: 0, sapUserId: first.code, sendDepartment: 'Of the first' });
    expect(await noticesOf(first.id, before)).toEqual([expect.stringContaining(before.uuid)]);
    const after = await changed(before, { sapUserId: second.code });
    expect(after).toMatchObject({ innerUserName: second.name, sendDepartment: null });
    expect(after.uuid).not.toBe(before.uuid);
    expect([await opens(before), await opens(after)]).toEqual([404, 200]);
    expect(await noticesOf(second.id, after)).toEqual([expect.stringContaining(after.uuid)]);
  });

  it('[API-69] outside: another mailbox has another link; another spelling and a first address keep it', async () => {
    const ann = await made({ sendType: 1, outUserName: 'Ann', outEmail: 'ann@example.test' });
    const spelled = await changed(ann, { outUserName: 'Anne', outEmail: 'ANN@Example.Test' });
    expect(spelled.uuid).toBe(ann.uuid);
    const bob = await changed(spelled, { outUserName: 'Bob', outEmail: 'bob@example.test' });
    expect(bob.uuid).not.toBe(ann.uuid);
    const carl = await made({ sendType: 1, outUserName: 'Carl' });
    const reached = await changed(carl, { outEmail: 'carl@example.test' });
    expect(reached.uuid).toBe(carl.uuid);
    expect((await changed(reached, { outEmail: null })).uuid).toBe(carl.uuid);
  });
});

describe('a paper of somebody whose account is no longer in use', () => {
  it('[API-69] [API-91] is changed in everything but whose it is', async () => {
    const gone = await person('handgone');
    const paper = await made({ sendType: 0, sapUserId: gone.code });
    await app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', gone.id).execute();
    const later = await changed(paper, { sendCompany: 'Elsewhere' });
    expect(later).toMatchObject({ innerUserName: gone.name, sapUserId: gone.code, sendCompany: 'Elsewhere', uuid: paper.uuid });
    const other = await made({ sendType: 1, outUserName: 'Dora' });
    const refused = await send('PUT', '/item', { id: other.id, version: other.version, sendType: 0, sapUserId: gone.code });
    expect(refused.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'sapUserId' }] });
  });

  it('[API-85] is named by reminders that reach nobody', async () => {
    const gone = await person('handaway');
    const paper = await made({ sendType: 0, sapUserId: gone.code });
    await app.db.updateTable('app_user').set({ status: '1' }).where('id', '=', gone.id).execute();
    const answer = await send('POST', '/remind', { projectId: String(world.evaluation), itemIds: [paper.id] });
    expect(answer.body.data).toEqual({ reminded: 0, outside: [], unreached: [gone.name] });
  });
});
