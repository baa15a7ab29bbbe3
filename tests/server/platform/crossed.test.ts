import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/connection.ts';
import { uncrossed } from '../../../server/database/crossed.ts';
import { registerErrors } from '../../../server/plugins/errors.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { call, tokenOf } from '../modules/client.ts';

describe('two transactions that each hold what the other waits for', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    await sql`create table note (id int primary key, text text)`.execute(database.db);
  });
  afterAll(async () => await database.close());

  const write = (db: Database, id: number, text: string) => sql`update note set text = text || ${text} where id = ${id}`.execute(db);

  /** Makes two transactions that write the notes 1 and 2 one way and the other, the first time so that neither goes on. */
  async function crossing(): Promise<((name: string, first: number, second: number) => Promise<void>)[]> {
    await sql`delete from note`.execute(database.db);
    await sql`insert into note values (1, ''), (2, '')`.execute(database.db);
    let arrive = () => {};
    const both = new Promise<void>((resolve) => {
      let count = 0;
      arrive = () => {
        count += 1;
        if (count === 2) resolve();
      };
    });
    const one = async (name: string, first: number, second: number) =>
      await database.db.transaction().execute(async (db) => {
        await write(db, first, name);
        arrive();
        await both;
        await write(db, second, name);
      });
    return [one, one];
  }
  const written = async () =>
    (await sql<{ text: string }>`select text from note order by id`.execute(database.db)).rows.map(({ text }) => text);

  it('are both made: the one that PostgreSQL ended once more', async () => {
    const [one, other] = await crossing();
    let times = 0;
    const made = (work: typeof one, name: string, first: number, second: number) =>
      uncrossed(async () => {
        times += 1;
        await work?.(name, first, second);
      });
    await Promise.all([made(one, 'a', 1, 2), made(other, 'b', 2, 1)]);
    expect(times).toBe(3);
    expect((await written()).map((text) => [...text].sort())).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('answer one of the two calls, where each is made once, that it may try again', async () => {
    const [one, other] = await crossing();
    const server = fastify();
    registerErrors(server);
    server.get('/one', async () => await one?.('a', 1, 2));
    server.get('/other', async () => await other?.('b', 2, 1));
    const answers = await Promise.all([server.inject('/one'), server.inject('/other')]);
    const [lost, ...more] = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(more).toEqual([]);
    expect([lost?.statusCode, lost?.json().code, lost?.headers['retry-after']]).toEqual([503, 'TRY_AGAIN', '1']);
    const [first, second] = await written();
    expect(first).toBe(second);
    expect(first).toHaveLength(1);
  });
});

describe('a change of a record that crosses another', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = await tokenOf(app, 'admin');
    // PostgreSQL ends changes of records until the sequence has counted to 0; what it counted stays counted.
    await sql`create sequence crossing minvalue -10 start 1`.execute(app.db);
    await sql`create function cross_others() returns trigger language plpgsql as $$ begin
      if nextval('crossing') <= 0 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new; end $$`.execute(app.db);
    await sql`create trigger crossed before update on register_row for each row execute function cross_others()`.execute(app.db);
  });
  afterAll(async () => await app.close());

  const post = async (path: string, body: object) => await call(app, `/api/register/${path}`, { method: 'POST', token, body });
  const crossed = async (times: number) => await sql`select setval('crossing', ${sql.lit(-times)})`.execute(app.db);
  interface Kept {
    id: string;
    version: number;
    values: Record<string, unknown>;
  }
  async function made(title: string): Promise<Kept> {
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    const answer = await post('save', { register: 'task', values: { title, owner: String(id), due: '2099-01-31' } });
    return answer.body.data as Kept;
  }
  const change = ({ id, version, values }: Kept, title: string) =>
    post('save', { register: 'task', id, version, values: { ...values, title } });

  it('is made again, and answered so where it never comes through', async () => {
    const task = await made('Count');
    await crossed(2);
    const saved = await change(task, 'Count twice');
    expect(saved.body).toMatchObject({ code: '000000', data: { version: task.version + 1, values: { title: 'Count twice' } } });
    await crossed(3);
    expect((await change(saved.body.data as Kept, 'Count again')).body).toMatchObject({ code: 'TRY_AGAIN' });
    expect((await change(saved.body.data as Kept, 'Count again')).body).toMatchObject({ code: '000000' });
  });

  it('keeps none of several others from theirs, and tells of what happened alone', async () => {
    const tasks = [await made('Sum'), await made('Add')];
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    const records = tasks.map(({ id: task, version }) => ({ id: task, version }));
    const told = async () => (await app.db.selectFrom('message').select('id').where('user_id', '=', id).execute()).length;
    const before = await told();
    await crossed(3);
    const done = await post('set-many', { register: 'task', field: 'owner', value: String(id), records });
    expect(done.body.data).toMatchObject({ count: 1, refused: [{ id: tasks[0]?.id }] });
    expect(await told()).toBe(before + 1);
  });
});
