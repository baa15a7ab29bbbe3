import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { batched } from '../../../server/batched.ts';
import { connect } from '../../../server/database/connection.ts';
import { createKeptAnswers } from '../../../server/plugins/kept-answers.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from '../modules/client.ts';

describe('answers kept in memory', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = await tokenOf(app, 'admin');
  });
  afterAll(async () => await app.close());

  /** A server that shares the database with others, until the end of the test. */
  const another = async () => {
    const db = connect(app.databaseUrl, { size: 2, onError: () => undefined });
    const server = await buildApp(app.settings, { db, documents: app.documents, logStream: { write: () => undefined } });
    onTestFinished(async () => {
      await server.http.close();
      await db.destroy();
    });
    return server;
  };
  const list = async (from: Pick<TestApp, 'http'>) =>
    (await call(from, '/api/system/dict/data/list?dictType=tag-tone', { token })).body.data as { content: { dictValue: string }[] };

  it('[API-21] never outlive a change made through another server process', async () => {
    const [one, other] = [await another(), await another()];
    const before = await list(one);
    expect(await list(one)).toEqual(before);
    const body = { dictType: 'tag-tone', dictValue: 'made-elsewhere', dictLabel: 'Made elsewhere' };
    const created = await call(other, '/api/system/dict/data', { method: 'POST', body, token });
    expect(created.status).toBe(200);
    expect((await list(one)).content.map((entry) => entry.dictValue)).toContain('made-elsewhere');
  });

  it('[API-05] follow a change of the user, of a role and of a setting at the next request', async () => {
    const stats = async () =>
      (await call(app, '/api/login/stats', { token })).body.data as { principal: { name: string }; menuStyle: string; menus: unknown[] };
    const before = await stats();
    await app.db.updateTable('app_user').set({ name: 'Renamed' }).where('username', '=', 'admin').execute();
    expect((await stats()).principal.name).toBe('Renamed');
    await app.db.updateTable('dictionary_entry').set({ value: '1' }).where('type', '=', 'sys_property').execute();
    expect((await stats()).menuStyle).toBe('1');
    await app.db.deleteFrom('menu').where('menu_id', '=', 'cost-booking').execute();
    expect((await stats()).menus.length).toBe(before.menus.length - 1);
  });

  it('are refused at once to a session that was revoked through another server process', async () => {
    const [one, other] = [await another(), await another()];
    const mine = await tokenOf(app, 'admin');
    const path = '/api/system/dict/data/list';
    expect((await call(one, path, { token: mine })).status).toBe(200);
    await call(other, '/api/login/logout', { method: 'POST', token: mine });
    expect((await call(one, path, { token: mine })).status).toBe(401);
  });

  it('are refused like any other to a session that was revoked', async () => {
    const mine = await tokenOf(app, 'admin');
    const path = '/api/system/dict/data/list';
    expect((await call(app, path, { token: mine })).status).toBe(200);
    await call(app, '/api/login/logout', { method: 'POST', token: mine });
    expect((await call(app, path, { token: mine })).status).toBe(401);
  });

  it('come compressed for those who take brotli, with the same content', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const plain = await app.http.inject({ url: '/api/login/stats', headers: { ...headers, 'accept-encoding': 'identity' } });
    const small = await app.http.inject({ url: '/api/login/stats', headers: { ...headers, 'accept-encoding': 'gzip, br' } });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.payload);
  });

  it('[API-23] are kept as large as a dictionary of 20,000 entries', async () => {
    const type = 'large-dictionary';
    await app.db
      .insertInto('dictionary_type')
      .values({ type, label: JSON.stringify(type) })
      .execute();
    await sql`insert into dictionary_entry (type, value, label, sort)
      select ${type}::text, n::text, jsonb_build_array(jsonb_build_object('l', 'en', 't', 'Supplier ' || n)), n from generate_series(1, 20000) n`.execute(
      app.db,
    );
    const path = `/api/system/dict/data/type/${type}`;
    const read = async () => (await app.http.inject({ url: path, headers: { authorization: `Bearer ${token}` } })).rawPayload;
    const [first, second] = [await read(), await read()];
    expect(first.length).toBeGreaterThan(2_000_000);
    expect(second.equals(first)).toBe(true);
    const kept = createKeptAnswers();
    const answer = await kept.get(path, '1', async () => first.toString());
    expect((await kept.get(path, '1', async () => '')) === answer).toBe(true);
  });

  it('leave memory when they are too many, the longest unused first', async () => {
    const kept = createKeptAnswers();
    const make = (size: number) => async () => 'x'.repeat(size);
    await kept.get('huge', '1', make(9_000_000));
    let made = 0;
    const count = (size: number) => async () => {
      made += 1;
      return 'x'.repeat(size);
    };
    await kept.get('huge', '1', count(10));
    expect(made).toBe(1);
    for (let index = 0; index < 70; index += 1) await kept.get(`k${index}`, '1', count(1_000_000));
    made = 0;
    await kept.get('k69', '1', count(1));
    expect(made).toBe(0);
    await kept.get('k0', '1', count(1));
    expect(made).toBe(1);
  });
});

describe('batched', () => {
  it('shares a question, and never answers with a read that began before', async () => {
    let value = 1;
    const asked: string[][] = [];
    const find = batched(async (keys) => {
      asked.push(keys);
      const seen = value;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return new Map(keys.map((key) => [key, `${key}${seen}`]));
    });
    const first = [find('a'), find('a'), find('b')];
    // Until it is asked, however long its turn takes.
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    value = 2;
    const second = find('a');
    expect(await Promise.all(first)).toEqual(['a1', 'a1', 'b1']);
    expect(await second).toBe('a2');
    expect(asked).toEqual([['a', 'b'], ['a']]);
  });

  it('asks once for those who waited and those who ask again after their answer', async () => {
    const asked: string[][] = [];
    const find = batched(async (keys) => {
      asked.push(keys);
      await turn();
      return new Map(keys.map((key) => [key, key]));
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const again = find('a')
      .then(turn)
      .then(() => find('a'));
    while (asked.length === 0) await turn();
    await Promise.all([again, find('b')]);
    expect(asked).toEqual([['a'], ['b', 'a']]);
  });

  it('asks beside one question that takes long, and waits for one of two', async () => {
    const asked: { keys: string[]; answer: () => void }[] = [];
    const find = batched(
      (keys) => new Promise<Map<string, string>>((resolve) => asked.push({ keys, answer: () => resolve(new Map([['b', 'here']])) })),
    );
    const first = find('a');
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const second = find('b');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    const third = find('c');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    asked[1]?.answer();
    expect(await second).toBe('here');
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    for (const { answer } of asked) answer();
    await Promise.all([first, third]);
  });

  it('tells every caller of a failure and goes on', async () => {
    let fails = true;
    const find = batched<string>(async (keys) => {
      if (fails) throw new Error('no database');
      return new Map(keys.map((key) => [key, key]));
    });
    await expect(Promise.all([find('a'), find('b')])).rejects.toThrow('no database');
    fails = false;
    expect(await find('a')).toBe('a');
  });
});
