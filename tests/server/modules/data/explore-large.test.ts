import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '../../../../server/data-engine/index.ts';
import { createFileStore } from '../../../../server/files/store.ts';
import { analysisOf, type Column, createTable } from '../../../../server/modules/data-mart/repository.ts';
import { takeRevision } from '../../../../server/modules/data-mart/revisions.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { call as callTyped, tokenOf } from '../client.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Answer = Omit<Awaited<ReturnType<typeof callTyped>>, 'body'> & { body: any };
const call = callTyped as (...given: Parameters<typeof callTyped>) => Promise<Answer>;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

const get = async (what: string) => {
  const { status, body } = await call(app, `/api/data/${what}`, { token: admin });
  return { status, code: body.code, data: body.data };
};

/** A table of rows the engine counts up itself: `i` is the number of the row. Gives its number. */
async function tableOf(title: string, rows: number, texts: readonly string[]): Promise<string> {
  const { id: ownerId } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  const columns = texts.map(
    (_, index): Column => ({ name: `c${index}`, title: `C ${index}`, fieldType: 'string', analysisType: analysisOf('string') }),
  );
  const session = await openSession(app.settings.dataDir, { files: [] });
  try {
    const file = join(session.folder, 'out.parquet');
    const list = texts.map((text, index) => `${text} AS c${index}`).join(', ');
    await session.query(`COPY (SELECT ${list} FROM range(${rows}) AS made(i)) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`);
    const made = await createTable(app.db, { name: title.replaceAll(' ', '_'), title, kind: 'source', ownerId, columns });
    const files = createFileStore(app.settings);
    await takeRevision(app.db, files, { tableId: made.id, file, mode: 'full', by: 'admin', columns });
    return made.bizId;
  } finally {
    await session.close();
  }
}
/** A text of 32 characters, another one in every row and column. */
const differing = (column: number) => `md5(CAST(i * 30 + ${column} AS VARCHAR))`;

it('[DATA-16] [DATA-15] a wide table of texts that are all different is profiled, exactly, and shows its first rows', async () => {
  const rows = 120_000;
  const bizId = await tableOf(
    'wide texts',
    rows,
    Array.from({ length: 30 }, (_, column) => differing(column)),
  );
  const { code, data } = await get(`exploration/profile?bizId=${bizId}`);
  expect(code).toBe('000000');
  expect(data).toMatchObject({ rows, left: 0 });
  expect(data.columns.map(({ name }: Column) => name)).toEqual(Array.from({ length: 30 }, (_, column) => `c${column}`));
  for (const column of data.columns)
    expect(column).toMatchObject({ nulls: 0, distinct: rows, isEstimated: false, min: expect.stringMatching(/^000/) });
  const shown = (await get(`mart/preview?bizId=${bizId}&most=5`)).data;
  expect(shown.rows).toHaveLength(5);
  // md5 of 30 and of 59: the second row, its first and last cell.
  expect([shown.rows[1].cells[0], shown.rows[1].cells.at(-1)]).toEqual([
    '34173cb38f07f89ddbebc2ac9128303f',
    '093f65e080a295f8076b1c5722a46aa2',
  ]);
});

it('[DATA-16] different texts that are more than the engine can hold are estimated, and told as such', async () => {
  const rows = 80_000;
  const bizId = await tableOf('long texts', rows, [`repeat(md5(CAST(i AS VARCHAR)), 150)`, `CAST(i % 7 AS VARCHAR)`]);
  const { data } = await get(`exploration/profile?bizId=${bizId}`);
  expect(data.columns).toMatchObject([
    { nulls: 0, isEstimated: true },
    { nulls: 0, isEstimated: false, distinct: 7, min: '0', max: '6' },
  ]);
  expect(Math.abs(data.columns[0].distinct / rows - 1)).toBeLessThan(0.2);
  expect(data.columns[0].min).toHaveLength(100);
});

it('[DATA-16] the most frequent of millions of different values are counted', async () => {
  const rows = 2_000_000;
  const bizId = await tableOf('many values', rows, [`repeat(md5(CAST(CASE WHEN i % 1000 < 3 THEN i % 1000 ELSE i END AS VARCHAR)), 6)`]);
  const { code, data } = await get(`exploration/frequency?bizId=${bizId}&column=c0`);
  expect(code).toBe('000000');
  expect(data).toMatchObject({ rows, distinct: rows - 6_000 + 3, nulls: 0, others: rows - 6_000 - 47 });
  expect(data.values).toHaveLength(50);
  expect(data.values.slice(0, 4).map(({ value, count }: { value: string; count: number }) => [value.slice(0, 32), count])).toEqual([
    ['c4ca4238a0b923820dcc509a6f75849b', 2_000],
    ['c81e728d9d4c2f636f067f89cc14862c', 2_000],
    ['cfcd208495d565ef66e7dff9f98764da', 2_000],
    [expect.stringMatching(/^00000/), 1],
  ]);
  const { columns } = (await get(`exploration/profile?bizId=${bizId}`)).data;
  expect(columns[0]).toMatchObject({ isEstimated: true, nulls: 0 });
});

it('[DATA-16] the columns of a table are told without its rows; of 0 rows there is nothing to explore', async () => {
  const bizId = await tableOf('small', 3, [`'x'`, `'y'`]);
  expect((await get(`exploration/columns?bizId=${bizId}`)).data).toMatchObject({
    rows: 3,
    title: 'small',
    hidden: 0,
    columns: [{ name: 'c0', title: 'C 0', fieldType: 'string', isNumber: false, isDay: false }, { name: 'c1' }],
  });
  expect(await get(`exploration/columns?bizId=${await tableOf('nobody', 0, [`'x'`])}`)).toMatchObject({ status: 409, code: 'DATA_EMPTY' });
});
