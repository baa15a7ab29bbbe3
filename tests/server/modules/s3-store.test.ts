import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPath } from '../../../server/files/names.ts';
import { createFileStore, type FileStore } from '../../../server/files/store.ts';
import { readSettings } from '../../../server/settings.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type S3Server, startS3 } from '../../support/s3-server.ts';
import { tokenOf, uploadFile } from './client.ts';

const secret = 'a/secret+of=ours';
let s3: S3Server;
let app: TestApp;
let store: FileStore;
beforeAll(async () => {
  s3 = await startS3(secret);
  app = await startApp({ env: { FILE_STORE: s3.address } });
  store = createFileStore(app.settings);
});
afterAll(async () => {
  await app.close();
  await s3.close();
});

it('[FILE-02] keeps files in a bucket with signed requests, reads parts of them, and removes them', async () => {
  const path = newPath('txt');
  await store.put(path, Buffer.from('0123456789'));
  expect([...s3.objects.keys()]).toEqual([`/bucket/folder/${path}`]);
  expect((await buffer(await store.read(path))).toString()).toBe('0123456789');
  expect((await buffer(await store.read(path, { start: 2, end: 4 }))).toString()).toBe('234');
  await store.remove(path);
  await store.remove(path);
  expect([s3.objects.size, s3.refused]).toEqual([0, []]);
  await expect(store.read(path)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('[FILE-02] serves an upload and its download through the bucket; a store that refuses or is away is told as such, and nothing is seen', async () => {
  const token = await tokenOf(app, 'admin');
  const url = '/api/birp/file/upload';
  const send = () => uploadFile(app, `${url}`, token, Buffer.from('hello'), 'a.txt', { businessType: 'trial', businessId: '1' });
  const { body } = await send();
  expect([...s3.objects.values()].map(String)).toEqual(['hello']);
  const download = { method: 'POST' as const, url: '/api/birp/file/download', headers: { authorization: `Bearer ${token}` } };
  const answer = await app.http.inject({ ...download, payload: { bid: body.data.bid } });
  expect([answer.statusCode, answer.body]).toEqual([200, 'hello']);

  const wrong = createFileStore(readSettings({ FILE_STORE: s3.address.replace('secret', 'guess') }, '/'));
  await expect(wrong.put(newPath('txt'), Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(s3.refused).toEqual(['the signature is wrong']);
  await s3.close();
  expect([(await send()).status, (await app.http.inject({ ...download, payload: { bid: body.data.bid } })).statusCode]).toEqual([503, 503]);
  const rows = await app.db.selectFrom('stored_file').select('kept_at').where('kept_at', 'is', null).execute();
  expect(rows).toHaveLength(1);
});

it('says of a wrong setting what is expected, and never the secret', () => {
  for (const text of ['/folder', 'ftp://k:hidden@h/b', 'https://h/b', 'https://k:hidden@h', 'https://k:hidden@h/b?acl=public']) {
    expect(() => readSettings({ FILE_STORE: text }, '/')).toThrow(/FILE_STORE is "\*\*\*"/);
    expect(() => readSettings({ FILE_STORE: text }, '/')).not.toThrow(/hidden/);
  }
});
