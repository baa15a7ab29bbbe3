import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../../server/modules/identity/housekeeping.ts';
import { sendNotice } from '../../../server/modules/messages/notices.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let ann: { id: number; token: string };
let bob: { id: number; token: string };
beforeAll(async () => {
  app = await startApp();
  const user = async (username: string) => {
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
    return { id, token: await tokenOf(app, username) };
  };
  [ann, bob] = [await user('admin'), await user('auditor')];
});
afterAll(async () => await app.close());
beforeEach(async () => void (await app.db.deleteFrom('message').execute()));

interface Message {
  id: string;
  readStatus: string;
  newBodyMap: Record<string, string>;
  [name: string]: unknown;
}
const base = '/api/home-news';
const list = async (token: string, query = '') =>
  (await call(app, `${base}/ReadNewsList${query}`, { token })).body.data as { pagedList: Message[]; totalCount: number };
const count = async (token: string) => (await call(app, `${base}/unReadNewsCount`, { token })).body.data;
const read = (token: string, body: unknown) => call(app, `${base}/setReadStatus`, { method: 'POST', token, body });
const remove = (token: string, id: string) => call(app, `${base}/delete`, { method: 'POST', token, body: { id } });
const send = async (userIds: number[], names: string[]) => {
  for (const [index, name] of names.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, index));
    await sendNotice(app.db, { template: 'account/welcome', userIds, parameters: { name }, sourceId: name, at });
  }
};
const audited = async () => {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('target_type', '=', 'message')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.action);
};

describe('messages', () => {
  it('[API-108] [MSG-01] [MSG-02] come newest first with a text in every language', async () => {
    await send([ann.id], ['one', 'two', 'three']);
    const { pagedList, totalCount } = await list(ann.token, '?pageNum=1&pageSize=2');
    expect(totalCount).toBe(3);
    expect(pagedList.map(({ bizId }) => bizId)).toEqual(['three', 'two']);
    expect(pagedList[0]).toMatchObject({
      createTime: '2026-01-01T00:02:00.000Z',
      readStatus: '0',
      routeKey: 'account/welcome',
      routeDataMap: { noticeType: '1', newsLevel: 1, workspaceId: null, link: null },
      newBodyMap: { en: expect.stringContaining('Welcome to Targus, three'), 'zh-Hans': expect.stringContaining('three') },
    });
    expect((await list(ann.token, '?pageNum=2&pageSize=2')).pagedList.map(({ bizId }) => bizId)).toEqual(['one']);
    expect((await list(bob.token)).totalCount).toBe(0);
  });

  it('[API-109] [API-110] unread ones are listed and counted', async () => {
    await send([ann.id], ['one', 'two']);
    const [newest] = (await list(ann.token)).pagedList;
    await read(ann.token, [newest]);
    expect(((await call(app, `${base}/unReadNewsList`, { token: ann.token })).body.data as Message[]).map(({ bizId }) => bizId)).toEqual([
      'one',
    ]);
    expect(await count(ann.token)).toBe(1);
  });

  it('[API-111] [MSG-03] [MSG-07] are marked one by one or all, each change audited, never those of others', async () => {
    await send([ann.id, bob.id], ['one', 'two', 'three']);
    const before = (await audited()).length;
    const mine = (await list(ann.token)).pagedList;
    expect((await read(ann.token, [{ id: mine[0]?.id }])).body.data).toEqual({ changed: 1 });
    expect((await read(ann.token, [{ id: mine[0]?.id }])).body.data).toEqual({ changed: 0 });
    const theirs = (await list(bob.token)).pagedList;
    expect((await read(ann.token, theirs)).body.data).toEqual({ changed: 0 });
    expect((await read(ann.token, { all: true })).body.data).toEqual({ changed: 2 });
    expect(await count(ann.token)).toBe(0);
    expect(await count(bob.token)).toBe(3);
    expect((await audited()).slice(before)).toEqual(['message_read', 'message_read_all']);
    for (const body of [[], {}, { all: false }, [{ id: 'x' }]]) expect((await read(ann.token, body)).status).toBe(400);
  });

  it('[API-112] [MSG-04] are deleted by their user only, and audited', async () => {
    await send([ann.id, bob.id], ['one']);
    const [theirs] = (await list(bob.token)).pagedList;
    expect((await remove(ann.token, theirs?.id ?? '')).body.code).toBe('NOT_FOUND');
    const [mine] = (await list(ann.token)).pagedList;
    expect((await remove(ann.token, mine?.id ?? '')).status).toBe(200);
    expect((await remove(ann.token, mine?.id ?? '')).body.code).toBe('NOT_FOUND');
    expect((await list(ann.token)).totalCount).toBe(0);
    expect((await list(bob.token)).totalCount).toBe(1);
    expect((await audited()).at(-1)).toBe('message_delete');
  });

  it('[MSG-04] come back as they were for a day, for their user only, and are swept away later', async () => {
    await send([ann.id], ['one', 'two']);
    const restore = (token: string, id = '') => call(app, `${base}/restore`, { method: 'POST', token, body: { id } });
    const [newest] = (await list(ann.token)).pagedList;
    expect((await restore(ann.token, newest?.id)).body.code).toBe('NOT_FOUND');
    await remove(ann.token, newest?.id ?? '');
    expect([await count(ann.token), (await list(ann.token)).totalCount]).toEqual([1, 1]);
    expect((await read(ann.token, { all: true })).body.data).toEqual({ changed: 1 });
    expect((await restore(bob.token, newest?.id)).body.code).toBe('NOT_FOUND');
    expect((await restore(ann.token, newest?.id)).status).toBe(200);
    expect((await audited()).at(-1)).toBe('message_restore');
    expect((await list(ann.token)).pagedList.map(({ bizId, readStatus }) => [bizId, readStatus])).toEqual([
      ['two', '0'],
      ['one', '1'],
    ]);
    await remove(ann.token, newest?.id ?? '');
    await app.db
      .updateTable('message')
      .set({ deleted_at: new Date(Date.now() - 90_000_000) })
      .where('deleted_at', 'is not', null)
      .execute();
    expect((await restore(ann.token, newest?.id)).body.code).toBe('NOT_FOUND');
    await sweep(app.db);
    expect(await app.db.selectFrom('message').select('source_id').orderBy('id').execute()).toEqual([{ source_id: 'one' }]);
  });

  it('[STATE-05] [MSG-04] the user is told as many unread ones as the message centre counts: none that is deleted', async () => {
    await send([ann.id], ['one', 'two', 'three']);
    const [newest] = (await list(ann.token)).pagedList;
    await remove(ann.token, newest?.id ?? '');
    const { data } = (await call(app, '/api/login/user_info', { token: ann.token })).body;
    expect(data).toMatchObject({ msgNum: await count(ann.token) });
    expect(data).toMatchObject({ msgNum: 2 });
  });

  it('need somebody signed in', async () => {
    for (const path of ['ReadNewsList', 'unReadNewsList', 'unReadNewsCount']) {
      expect((await call(app, `${base}/${path}`)).body.code).toBe('UNAUTHENTICATED');
    }
  });

  it('of a notice that no longer exists says so, and the list stays', async () => {
    await send([ann.id], ['one']);
    await app.db.updateTable('message').set({ template: 'gone/for-good' }).execute();
    expect((await list(ann.token)).pagedList[0]?.newBodyMap.en).toBe('This message can no longer be shown.');
  });

  it('tell about a password an administrator set and a session an administrator ended', async () => {
    const session = (await call(app, '/api/system/session/list?keyword=auditor', { token: ann.token })).body.data as {
      content: { id: string }[];
    };
    await call(app, `/api/system/session/${session.content[0]?.id}`, { method: 'DELETE', token: ann.token });
    const bodies = async () =>
      (await app.db.selectFrom('message').select('template').where('user_id', '=', bob.id).orderBy('id').execute()).map(
        (row) => row.template,
      );
    expect(await bodies()).toEqual(['account/session-ended']);
    await call(app, '/api/system/user/password', {
      method: 'PUT',
      token: ann.token,
      body: { id: String(bob.id), password: 'harbour-1' },
    });
    expect(await bodies()).toEqual(['account/session-ended', 'account/password-reset']);
    bob.token = await tokenOf(app, 'auditor', 'harbour-1');
    expect((await list(bob.token)).pagedList[0]?.newBodyMap.en).toContain('has reset the password of your account');
    const principal = (await call(app, '/api/login/user_info', { token: bob.token })).body.data;
    expect(principal).toMatchObject({ username: 'auditor', msgNum: 2 });
  });
});
