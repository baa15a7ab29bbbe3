import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, type Database, writesOf } from '../../../server/database/connection.ts';
import { Writes, whileUnwritten } from '../../../server/database/writes.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { withConnection } from '../../support/connection.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openWire } from '../../support/wire.ts';
import { call, tokenOf } from '../modules/client.ts';

describe('what is written to a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    await sql`create table note (id int primary key, text text)`.execute(database.db);
  });
  afterAll(async () => await database.close());

  const marks = () => writesOf(database.db)?.mark();

  it('is told of a database nobody else writes to, and of no other', async () => {
    expect(marks()).toBeTypeOf('number');
    const shared = connect(database.url, { size: 1, onError: () => undefined });
    expect(writesOf(shared)).toBeUndefined();
    await shared.destroy();
  });

  // Each takes long enough to be seen.
  it.each([
    ['an insert', (db: Database) => sql`insert into note select 1, 'a' from pg_sleep(0.02)`.execute(db)],
    ['an update', (db: Database) => sql`update note set text = ${'b'} from pg_sleep(0.02) where id = ${1}`.execute(db)],
    ['a write before a select', (db: Database) => sql`with gone as (delete from note returning id) select pg_sleep(0.02)`.execute(db)],
    ['a write after a select', (db: Database) => sql`select 1; insert into note select 3, 'a' from pg_sleep(0.02)`.execute(db)],
    [
      'a transaction',
      (db: Database) => db.transaction().execute((trx) => sql`insert into note select 2, 'a' from pg_sleep(0.02)`.execute(trx)),
    ],
  ])('%s begins another state, and none is trusted while it is under way', async (_name, write) => {
    const before = marks();
    const during = new Set<number | undefined>();
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await turn()) during.add(marks());
    })();
    await write(database.db);
    isOver = true;
    await watching;
    expect(during).toContain(undefined);
    expect(marks()).toBeTypeOf('number');
    expect(marks()).not.toBe(before);
  });

  it.each([
    ['a select', (db: Database) => sql`select * from note where id = ${1}`.execute(db)],
    ['a select without parameters', (db: Database) => sql`select 1`.execute(db)],
  ])('%s leaves the state as it is', async (_name, read) => {
    const before = marks();
    await read(database.db);
    expect(marks()).toBe(before);
  });

  it('a statement that the database refuses is over', async () => {
    await expect(sql`insert into nowhere values (1)`.execute(database.db)).rejects.toThrow('does not exist');
    expect(marks()).toBeTypeOf('number');
  });

  it.each([
    new Error('Connection terminated unexpectedly'),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
  ])('of a statement without an answer nobody knows: $message', async (lost) => {
    const writes = new Writes();
    await expect(writes.watch('commit', () => Promise.reject(lost))).rejects.toBe(lost);
    expect(writes.mark()).toBeUndefined();
  });

  it('no select can call a function that writes: all volatile functions belong to triggers', async () => {
    // PostgreSQL lets no function write that is declared immutable or stable.
    const { rows } = await sql`select proname from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('a connection lost at work leaves nothing to trust', async () => {
    const wire = await openWire(database.url);
    const db = connect(wire.url, { size: 1, exclusive: true, onError: () => undefined });
    await sql`insert into note values (10, 'before')`.execute(db);
    expect(writesOf(db)?.mark()).toBeTypeOf('number');
    const lost = sql`insert into note select 11, 'a' from pg_sleep(3)`.execute(db).catch((error: Error) => error);
    const begun = sql`select from pg_stat_activity where state = 'active' and query like 'insert into note select 11%'`;
    await vi.waitFor(async () => expect((await begun.execute(database.db)).rows).toHaveLength(1), { timeout: 20_000, interval: 5 });
    wire.break();
    expect(await lost).toBeInstanceOf(Error);
    expect(writesOf(db)?.mark()).toBeUndefined();
    // The database was still at work on it.
    await vi.waitFor(async () => expect((await sql`select from note where id = 11`.execute(database.db)).rows).toHaveLength(1), {
      timeout: 20_000,
    });
    await db.destroy();
    await wire.close();
  });
});

describe('answers while nothing is written', () => {
  let asked: number;
  let value: string | undefined;
  const read = async () => {
    asked += 1;
    return value;
  };
  beforeEach(() => {
    asked = 0;
    value = 'first';
  });

  it('are asked for once, and anew after every write', async () => {
    const writes = new Writes();
    const find = whileUnwritten(writes, read, () => 60_000);
    expect([await find('a'), await find('a'), await find('a')]).toEqual(['first', 'first', 'first']);
    expect(asked).toBe(1);
    value = 'second';
    await writes.watch('update', async () => undefined);
    expect([await find('a'), await find('a')]).toEqual(['second', 'second']);
    expect(asked).toBe(2);
  });

  it('are not held when something was written between question and answer', async () => {
    const writes = new Writes();
    const find = whileUnwritten(
      writes,
      async () => {
        const seen = value;
        if (asked === 0) await writes.watch('update', async () => undefined);
        asked += 1;
        return seen;
      },
      () => 60_000,
    );
    await find('a');
    value = 'second';
    expect(await find('a')).toBe('second');
  });

  it('are not held when they come after those of a later state', async () => {
    const writes = new Writes();
    const late: ((value: string) => void)[] = [];
    const find = whileUnwritten(
      writes,
      () => new Promise<string>((resolve) => late.push(resolve)),
      () => 60_000,
    );
    const first = find('a');
    await writes.watch('update', async () => undefined);
    const second = find('b');
    late[0]?.('first');
    late[1]?.('b');
    expect([await first, await second]).toEqual(['first', 'b']);
    const again = find('a');
    late[2]?.('second');
    expect(await again).toBe('second');
  });

  it('are asked for again while a write is under way', async () => {
    const writes = new Writes();
    const find = whileUnwritten(writes, read, () => 60_000);
    await find('a');
    let finish = (): void => undefined;
    const writing = writes.watch('commit', () => new Promise<void>((resolve) => (finish = resolve)));
    value = 'second';
    expect(await find('a')).toBe('second');
    finish();
    await writing;
  });

  it('last no longer than they say, and a second at most; what is missing is not held', async () => {
    const writes = new Writes();
    const short = whileUnwritten(writes, read, () => 30);
    await short('a');
    await sleep(40);
    await short('a');
    expect(asked).toBe(2);
    const long = whileUnwritten(writes, read, () => 60_000);
    await long('a');
    await sleep(1_010);
    await long('a');
    expect(asked).toBe(4);
    value = undefined;
    await long('b');
    await long('b');
    expect(asked).toBe(6);
  });
});

describe('sessions in a database nobody else writes to', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(async () => await app.close());

  const path = '/api/system/dict/data/list';
  const status = async (token: string) => (await call(app, path, { token })).status;
  const revoke = (db: Database, token: string) =>
    db.updateTable('session').set({ revoked_at: new Date() }).where('token_hash', '=', sql<Buffer>`sha256(${token}::bytea)`).execute();

  it('are not asked for again at every request', async () => {
    const token = await tokenOf(app, 'admin');
    await status(token);
    const sent = vi.spyOn(Writes.prototype, 'watch');
    for (let index = 0; index < 20; index += 1) expect(await status(token)).toBe(200);
    const questions = sent.mock.calls.filter(([text]) => String(text).includes('from session join app_user'));
    expect(questions.length).toBeLessThanOrEqual(2);
  });

  it('[ERR-02] end with the commit that revokes them, whoever reads beside it', async () => {
    for (let round = 0; round < 40; round += 1) {
      const token = await tokenOf(app, 'admin');
      let isOver = false;
      const readers = Array.from({ length: 4 }, async () => {
        while (!isOver) await status(token);
      });
      await app.db.transaction().execute(async (trx) => {
        await revoke(trx, token);
        // Not yet seen by others, whoever asks.
        expect(await status(token)).toBe(200);
      });
      expect(await status(token)).toBe(401);
      isOver = true;
      await Promise.all(readers);
      expect(await status(token)).toBe(401);
    }
  });

  it('[ERR-03] run out by the clock alone', async () => {
    const token = await tokenOf(app, 'admin');
    const mine = sql<Buffer>`sha256(${token}::bytea)`;
    await app.db
      .updateTable('session')
      .set({ expires_at: sql<Date>`now() + interval '2 seconds'` })
      .where('token_hash', '=', mine)
      .execute();
    expect([await status(token), await status(token)]).toEqual([200, 200]);
    await sleep(2_050);
    expect(await status(token)).toBe(401);
  });

  it('that somebody ends past the server are refused within a second', async () => {
    const token = await tokenOf(app, 'admin');
    expect(await status(token)).toBe(200);
    await withConnection(app.databaseUrl, (db) => revoke(db, token));
    await vi.waitFor(async () => expect(await status(token)).toBe(401), { timeout: 3_000, interval: 50 });
  });
});
