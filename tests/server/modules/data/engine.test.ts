import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, EngineError, openSession, parquet, type Session } from '../../../../server/data-engine/index.ts';

let folder: string;
let session: Session;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'targus-engine-'));
  await writeFile(join(folder, 'secret.csv'), 'a\n1\n');
  session = await openSession(folder, { files: [] });
});
afterAll(async () => {
  await session.close();
  await rm(folder, { recursive: true, force: true });
});

it('[DATA-07] values keep what they are: large integers and long decimals as text, days and moments as written', async () => {
  const { columns, rows } = await session.query(
    `select 9007199254740993::bigint as large, 12::bigint as small,
    12.5::decimal(24,6) as money, 123456789012345678.123456::decimal(24,6) as long, 'nan'::double as nothing, true as truth,
    date '2026-02-28' as day, timestamp '2026-02-28 13:05:06' as moment, time '01:02:03' as clock, ?::varchar as word, null::varchar as none`,
    [`o'clock "x"`],
  );
  expect(Object.fromEntries(columns.map(({ name }, index) => [name, rows[0]?.[index]]))).toEqual({
    large: '9007199254740993',
    small: 12,
    money: 12.5,
    long: '123456789012345678.123456',
    nothing: null,
    truth: true,
    day: '2026-02-28',
    moment: '2026-02-28 13:05:06',
    clock: '01:02:03',
    word: `o'clock "x"`,
    none: null,
  });
  expect(columns.map(({ type }) => type)).toEqual(
    'integer integer number number float boolean date timestamp time string string'.split(' '),
  );
});

it('[DATA-01] the engine reaches the files it was given and nothing else, and its locks stay', async () => {
  const own = join(session.folder, 'out.parquet');
  await session.query(`copy (select i as "a""b", i * 2 as c from range(3000) t(i)) to '${own}' (format parquet)`);
  const columns = [{ name: 'a"b', fieldType: 'integer' as const }];
  const question = { sql: `select * from ${parquet([own], columns)} order by 1 desc`, most: 2 };
  expect(await ask({ ...question, files: [own] })).toMatchObject({ columns: [{ name: 'a"b' }], rows: [[2999], [2998]], more: true });
  await expect(ask({ ...question, files: [] })).rejects.toMatchObject({ code: 'DATA_FAILED' });
  for (const sql of [
    `select * from read_csv('${join(folder, 'secret.csv')}')`,
    `select * from read_text('/etc/hostname')`,
    `select * from glob('/*')`,
    `copy (select 1) to '${join(folder, 'out.csv')}'`,
    `attach '${join(folder, 'other.db')}'`,
    'install httpfs',
    'load httpfs',
    `set enable_external_access = true`,
    `set memory_limit = '64GB'`,
  ]) {
    await expect(session.query(sql), sql).rejects.toBeInstanceOf(EngineError);
  }
});

it('[DATA-10] stopping a run kills its process at once, and others go on', async () => {
  const other = await openSession(folder, { files: [] });
  const endless = other.query('select sum(a.i * b.i) from range(10000000) a(i), range(10000000) b(i)');
  const failed = expect(endless).rejects.toMatchObject({ fault: 'stopped' });
  await new Promise((done) => setTimeout(done, 200));
  const began = performance.now();
  other.stop();
  await failed;
  expect(performance.now() - began).toBeLessThan(5_000);
  await expect(other.query('select 1')).rejects.toMatchObject({ fault: 'stopped' });
  await other.close();
  expect((await session.query('select 1')).rows).toEqual([[1]]);
});
