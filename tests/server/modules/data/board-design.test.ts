import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as pinning from '../../../../server/database/migrations/228-chart-board.ts';
import * as designing from '../../../../server/database/migrations/233-board-design.ts';
import * as namesOfPast from '../../../../server/database/migrations/268-names-of-past-boards.ts';
import type { LabelValue } from '../../../../server/database/values.ts';
import { dayIn } from '../../../../server/days.ts';
import { mergeBoards } from '../../../../server/modules/board-design/merge.ts';
import { localizedText } from '../../../../src/core/index.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { call as callTyped, tokenOf, uploadFile } from '../client.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Answer = Omit<Awaited<ReturnType<typeof callTyped>>, 'body'> & { body: any };
const call = callTyped as (...given: Parameters<typeof callTyped>) => Promise<Answer>;
const code = ({ status, body }: Answer) => [status, body.code];
const done = [200, '000000'];

let app: TestApp;
let admin: string;
/** Two people with the role dataAnalyst, and a risk manager. */
let ann: { id: string; username: string; token: string };
let bob: typeof ann;
let rita: typeof ann;
const payments = '2000000000000000001';
const expenses = '2000000000000000004';
const chart = { kind: 'bar', bizId: payments, by: [{ column: 'method' }], measure: { how: 'sum', column: 'amount' }, top: 5 };

async function people(role: string): Promise<{ id: string; username: string }[]> {
  const { rows } = await sql<{ id: string; username: string }>`select app_user.id::text as id, username from app_user
    join user_role on user_id = app_user.id join role on role.id = role_id where role_code = ${role} and app_user.status = '0'
    order by app_user.id`.execute(app.db);
  return rows;
}
const signIn = async (person: { id: string; username: string } | undefined) => {
  if (!person) throw new Error('nobody');
  return { ...person, token: await tokenOf(app, person.username) };
};

beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  const analysts = await people('dataAnalyst');
  ann = await signIn(analysts[1]);
  bob = await signIn(analysts[2]);
  rita = await signIn((await people('riskManager')).find(({ id }) => ![ann.id, bob.id].includes(id)));
});
afterAll(async () => await app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const send = (method: Method, path: string, body?: object, token = ann.token): Promise<Answer> =>
  call(app, `/api/data/board-design${path}`, { method, token, headers: { 'accept-language': 'en' }, ...(body && { body }) });
const card = (id: string, more: object = {}) => ({ id, kind: 'chart', title: id, chart, width: 6, height: 'auto', ...more });
const text = (id: string, words = id) => ({ id, kind: 'text', text: words, width: 12, height: 'auto' });
const make = async (name: string, cards: object[] = [], token = ann.token) =>
  (await send('POST', '', { name, cards }, token)).body.data as { id: string; version: number };
const get = async (id: string, token = ann.token) => (await send('GET', `/detail?id=${id}`, undefined, token)).body.data;
const save = (board: { id: string; version: number }, cards: object[], more: object = {}, token = ann.token) =>
  send('PUT', '', { id: board.id, version: board.version, name: 'Saved', cards, filters: [], ...more }, token);
const share = (id: string, version: number, more: object, token = ann.token) =>
  send('PUT', '/share', { id, version, readers: [], editors: [], everybody: false, ...more }, token);
/** The workbook of a board, as Ann has it. */
async function exported(payload: object) {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/data/board-design/export',
    headers: { authorization: `Bearer ${ann.token}`, 'accept-language': 'en' },
    payload,
  });
  expect(answer.statusCode).toBe(200);
  const { default: exceljs } = await import('exceljs');
  const book = new exceljs.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  return book;
}
const listed = async (token: string): Promise<string[]> =>
  (await send('GET', '/list', undefined, token)).body.data.boards.map(({ id }: { id: string }) => id);

it('[DATA-01] a board is made, arranged, saved and deleted; to others it is not there', async () => {
  const board = await make('Payments', [card('a')]);
  const saved = await save(
    board,
    [text('t', 'Read this'), card('a', { width: 4, height: 'large' }), { ...text('h'), kind: 'heading', title: 'Part' }],
    {
      name: 'Payments by method',
      description: 'For the month',
      filters: [{ id: 'f', column: 'pay_date', title: 'Day', kind: 'days', from: '2026-01-01', to: null }],
    },
  );
  expect(saved.body.data).toMatchObject({ merged: false, twice: 0, board: { version: 2, name: 'Payments by method', isOwner: true } });
  expect(await get(board.id)).toMatchObject({
    description: 'For the month',
    isShared: false,
    canEdit: true,
    cards: [
      { id: 't', text: 'Read this' },
      { id: 'a', width: 4, height: 'large', chart },
      { id: 'h', kind: 'heading' },
    ],
    filters: [{ id: 'f', from: '2026-01-01' }],
  });
  expect(await listed(ann.token)).toContain(board.id);
  for (const token of [bob.token, admin]) {
    expect(await listed(token)).not.toContain(board.id);
    const foreign = [
      await send('GET', `/detail?id=${board.id}`, undefined, token),
      await save(board, [], {}, token),
      await share(board.id, 2, { everybody: true }, token),
      await send('POST', '/give', { id: board.id, userId: bob.id }, token),
      await send('DELETE', `?id=${board.id}`, undefined, token),
      await call(app, `/api/data/board/detail?id=${board.id}`, { token }),
      await send('POST', '/export', { id: board.id }, token),
    ];
    expect(foreign.map(code)).toEqual(foreign.map(() => [404, 'NOT_FOUND']));
  }
  // It is no page of those who manage boards: they neither change nor delete it as one.
  const change = { id: board.id, version: 2, boardName: 'Mine', page: 'flow-audit' };
  expect(code(await call(app, '/api/data/board', { method: 'PUT', token: admin, body: change }))).toEqual([404, 'NOT_FOUND']);
  expect(code(await call(app, `/api/data/board?id=${board.id}`, { method: 'DELETE', token: admin }))).toEqual([404, 'NOT_FOUND']);
  expect(code(await call(app, '/api/data/board', { method: 'POST', token: admin, body: { boardName: 'X', page: 'designed' } }))).toEqual([
    400,
    'PARAMETER_ERROR',
  ]);
  expect(code(await send('DELETE', `?id=${board.id}`))).toEqual(done);
  expect(code(await send('GET', `/detail?id=${board.id}`))).toEqual([404, 'NOT_FOUND']);
});

it('[MSG-08] [DATA-01] whom a board is shared with by name hears of it once; who may open none is marked, and not led to it', async () => {
  const blind = await signIn((await people('departmentContact'))[0]);
  const heard = async (person: { id: string }) => {
    const messages = sql<{
      template: string;
      link: string;
    }>`select template, link from message where user_id = ${Number(person.id)} order by id`;
    return (await messages.execute(app.db)).rows.filter(({ template }) => template.startsWith('data/board-'));
  };
  const board = await make('Told');
  const both = [`user:${bob.id}`, `user:${blind.id}`];
  // Who names themselves as well is told nothing of it.
  await share(board.id, 1, { readers: [...both, `user:${ann.id}`] });
  await share(board.id, 2, { editors: both });
  expect(await heard(bob)).toHaveLength(1);
  expect([await heard(blind), await heard(ann)]).toEqual([[], []]);
  const offered = (await send('GET', `/readers?keyword=${blind.username}&kind=user`)).body.data as { label: LabelValue }[];
  expect(offered.map(({ label }) => localizedText(label, 'en'))).toEqual([expect.stringMatching(/ \(may not open boards\)$/)]);
  await send('POST', '/give', { id: board.id, userId: bob.id });
  const link = `/board/detail/${board.id}`;
  expect(await heard(bob)).toEqual([
    { template: 'data/board-shared', link },
    { template: 'data/board-given', link },
  ]);
});

it('[DATA-01] of two windows that say with whom a board is shared the second is told of the first; who works on the board is not disturbed', async () => {
  const board = await make('Twice', [text('a')]);
  const shared = await share(board.id, 1, { readers: [`user:${bob.id}`] });
  expect(shared.body.data).toMatchObject({ version: 2 });
  const second = await share(board.id, 1, { editors: [`user:${rita.id}`] });
  expect(second.body).toMatchObject({ code: 'CONFLICT', data: { version: 2, readers: [{ value: `user:${bob.id}` }] } });
  expect((await get(board.id)).readers).toMatchObject([{ value: `user:${bob.id}`, mayEdit: false }]);
  // Nothing was put together: the board held the same.
  const saved = await save(board, [text('b')]);
  expect(saved.body.data).toMatchObject({ merged: false, board: { version: 3, cards: [{ id: 'b' }] } });
  expect((await save(board, [text('a'), text('c')])).body.data).toMatchObject({ merged: true });
});

it('[DATA-01] a name or description somebody else changed meanwhile stays, and is told, where who saves changed the other; of one both changed the later counts', async () => {
  const cards = [text('a')];
  const board = await make('Costs', cards);
  await share(board.id, 1, { editors: [`user:${bob.id}`] });
  const named = await save({ id: board.id, version: 2 }, cards, { name: 'Expenses' }, bob.token);
  expect(named.body.data).toMatchObject({ merged: false, board: { version: 3, name: 'Expenses', description: null } });
  const described = await save(board, cards, { name: 'Costs', description: 'By month' });
  expect(described.body.data).toMatchObject({ merged: true, twice: 0, board: { name: 'Expenses', description: 'By month', cards } });
  // Of Bob's window, which has neither the description nor the cards of Ann.
  const arranged = await save({ id: board.id, version: 3 }, [...cards, text('b')], { name: 'Expenses' }, bob.token);
  expect(arranged.body.data).toMatchObject({
    merged: true,
    board: { name: 'Expenses', description: 'By month', cards: [{ id: 'a' }, { id: 'b' }] },
  });
  const both = await save(board, cards, { name: 'Outlays' });
  expect(both.body.data).toMatchObject({
    merged: true,
    board: { name: 'Outlays', description: 'By month', cards: [{ id: 'a' }, { id: 'b' }] },
  });
});

it('[DATA-01] however often a board is shared, who works on it can save; shared with the same people it stays as it is', async () => {
  const board = await make('Often', [text('a')]);
  let version = board.version;
  for (let turn = 0; turn < 34; turn += 1) {
    const shared = await share(board.id, version, { [turn % 2 === 0 ? 'readers' : 'editors']: [`user:${bob.id}`] });
    expect(shared.body.data).toMatchObject({ version: version + 1 });
    version += 1;
  }
  const again = await share(board.id, version, { editors: [`user:${bob.id}`] });
  expect([code(again), again.body.data.version]).toEqual([done, version]);
  const log = app.db.selectFrom('audit_log').select('id').where('action', '=', 'board_share').where('target_id', '=', board.id);
  expect(await log.execute()).toHaveLength(34);
  expect(code(await share(board.id, version - 1, { editors: [`user:${bob.id}`] }))).toEqual([409, 'CONFLICT']);
  expect((await save(board, [text('a'), text('b')], { name: 'Often' })).body.data).toMatchObject({
    merged: false,
    board: { version: version + 1 },
  });
  // What it held is kept for the last 30 times it was changed.
  for (let turn = 0; turn < 30; turn += 1) await save({ id: board.id, version: version + 1 + turn }, [text(`c${turn}`)], { name: 'Often' });
  expect((await save({ id: board.id, version: version + 1 }, [text('d')], { name: 'Often' })).body.data).toMatchObject({ merged: true });
  expect(code(await save({ id: board.id, version: version + 1 }, [text('e')], { name: 'Often' }))).toEqual([409, 'CONFLICT']);
  expect(code(await save(board, [text('f')], { name: 'Often' }))).toEqual([409, 'CONFLICT']);
});

it('[DATA-01] a board is shared with people, departments and roles, to look at or to change; each has it in their list and menu', async () => {
  const board = await make('Shared', [card('a')]);
  const role = await sql<{ id: string }>`select id::text as id from role where role_code = 'riskManager'`.execute(app.db);
  const above = await sql<{ id: string }>`select coalesce(parent_id, department.id)::text as id from department
    join app_user on department_id = department.id where app_user.id = ${Number(bob.id)}`.execute(app.db);
  const inMenu = async (token: string) =>
    (
      await call(app, '/api/data/board/search-page', { method: 'POST', token, body: { status: '1', size: 1000, current: 1 } })
    ).body.data.records.filter(({ id }: { id: string }) => id === board.id);
  expect(await inMenu(ann.token)).toEqual([]);

  expect(code(await share(board.id, 1, { editors: [`user:${bob.id}`], readers: [`role:${role.rows[0]?.id}`] }))).toEqual(done);
  expect(await inMenu(ann.token)).toMatchObject([{ page: 'designed', isDesigned: true, boardName: 'Shared', isLeft: false }]);
  expect(await inMenu(rita.token)).toHaveLength(1);
  expect(await get(board.id, rita.token)).toMatchObject({ canEdit: false, isOwner: false });
  expect((await get(board.id, rita.token)).readers).toBeUndefined();
  expect((await get(board.id)).readers).toMatchObject([
    { kind: 'role', mayEdit: false },
    { value: `user:${bob.id}`, mayEdit: true },
  ]);
  // Who may change it changes it; sharing, giving and deleting are its owner's.
  expect(code(await save(board, [card('b')], {}, bob.token))).toEqual(done);
  expect([await share(board.id, 2, {}, bob.token), await send('DELETE', `?id=${board.id}`, undefined, bob.token)].map(code)).toEqual([
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
  ]);

  // A department counts for those below it, too. What was said before no longer counts.
  await share(board.id, 3, { readers: [`department:${above.rows[0]?.id}`] });
  expect(await get(board.id, bob.token)).toMatchObject({ canEdit: false });
  expect(code(await save({ ...board, version: 2 }, [], {}, bob.token))).toEqual([403, 'FORBIDDEN']);

  // To everybody publishes who has the permission for it.
  expect(code(await share(board.id, 2, { everybody: true }))).toEqual([403, 'FORBIDDEN']);
  const manager = await signIn((await people('marketManager'))[0]);
  const own = await make('Published', [], manager.token);
  expect(code(await share(own.id, 1, { everybody: true }, manager.token))).toEqual(done);
  expect(await listed(bob.token)).toContain(own.id);
  for (const wrong of [{ readers: ['user:999999'] }, { readers: ['team:1'] }, { editors: ['role:999999'] }])
    expect(code(await share(board.id, 2, wrong))).toEqual([400, 'PARAMETER_ERROR']);
});

it('[PERM-15] a card over a table somebody may not see is told without its name, and stays when they save', async () => {
  const secret = { ...chart, bizId: expenses, by: [], measure: { how: 'count' } };
  const board = await make('Mixed', [card('open'), card('secret', { title: 'Salaries of directors', chart: secret })], admin);
  await share(board.id, 1, { editors: [`user:${ann.id}`] }, admin);
  const seen = await send('GET', `/detail?id=${board.id}`);
  expect(seen.body.data).toMatchObject({ hidden: 1, cards: [{ id: 'open' }, { id: 'secret', kind: 'hidden', width: 6, height: 'auto' }] });
  expect(JSON.stringify(seen.body)).not.toMatch(/Salaries|2000000000000000004/);
  const moved = [{ id: 'secret', kind: 'hidden', width: 3, height: 'auto' }, card('open')];
  expect(JSON.stringify((await save(board, moved)).body)).not.toContain('Salaries');
  expect(await get(board.id, admin)).toMatchObject({
    cards: [{ title: 'Salaries of directors', width: 3, chart: secret }, { id: 'open' }],
  });
  // A copy keeps it, too, for whoever may see it; of nothing nothing is kept.
  const copy = (await send('POST', '', { name: 'Copy', cards: moved, from: board.id })).body.data;
  expect(copy).toMatchObject({ hidden: 1, isOwner: true, cards: [{ kind: 'hidden' }, { id: 'open' }] });
  expect((await send('POST', '', { name: 'Nothing', cards: moved })).body.data).toMatchObject({ cards: [{ id: 'open' }] });
  const { kind: _, ...question } = secret;
  expect(code(await call(app, '/api/data/exploration/aggregate', { method: 'POST', token: ann.token, body: question }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
});

it('[PERM-15] of a chart over columns that are denied to its reader neither columns, values nor name are told, by no call, and it stays when they save', async () => {
  const columns = async (token: string): Promise<string[]> =>
    (await call(app, `/api/data/mart/preview?bizId=${payments}&most=5`, { token })).body.data.columns.map(
      ({ name }: { name: string }) => name,
    );
  const seen = await columns(ann.token);
  const denied = (await columns(admin)).find((name) => !seen.includes(name)) ?? '';
  expect(denied).not.toBe('');
  const value = 'Ms Hidden';
  const asks = {
    by: { by: [{ column: denied }] },
    split: { by: [{ column: 'method' }, { column: denied }] },
    measure: { by: [], measure: { how: 'distinct', column: denied } },
    condition: { condition: { all: [{ any: [{ field: denied, operator: 'equals', value }] }] } },
    filter: { filters: [{ column: denied, values: [value] }] },
    groups: { groups: [{ column: denied, is: 'in', values: [value] }] },
    // That it is gone is told to who sees all columns: to others it could be one that is denied.
    gone: { by: [{ column: 'gone_for_good' }] },
  };
  const cards = [
    card('open'),
    ...Object.entries(asks).map(([id, more]) => card(id, { title: `Title of ${id}`, chart: { ...chart, ...more } })),
  ];
  const filters = [{ id: 'f', column: denied, title: 'Secret filter', kind: 'values', values: [value] }];
  const made = await make('Columns', cards, admin);
  const board = (await save(made, cards, { filters, name: 'Columns' }, admin)).body.data.board;
  expect(board.hidden).toBe(0);
  await share(board.id, board.version, { editors: [`user:${ann.id}`] }, admin);
  const mine = await get(board.id);
  const placed = mine.cards.map(({ id, width, height }: { id: string; width: number; height: string }) => ({ id, width, height }));
  expect(mine.cards).toEqual([card('open'), ...placed.slice(1).map((one: object) => ({ ...one, kind: 'hidden' }))]);
  expect(mine).toMatchObject({ hidden: Object.keys(asks).length, tables: [payments], filters: [] });
  const saved = await save(mine, [...mine.cards].reverse());
  const told = [
    mine,
    saved.body,
    (await save({ id: board.id, version: 77 }, [])).body,
    (await send('GET', `/document?id=${board.id}`)).body,
    (await send('POST', '', { name: 'Copy of columns', cards: mine.cards, from: board.id })).body,
    (await call(app, `/api/data/lineage/get?bizId=${payments}`, { token: ann.token })).body,
  ];
  const words = new RegExp(`${denied}|${value}|Title of|Secret filter|gone_for_good`);
  expect(JSON.stringify(told)).not.toMatch(words);
  const book = await exported({ id: board.id });
  expect(JSON.stringify(book.worksheets.map((sheet) => [sheet.name, sheet.getSheetValues()]))).not.toMatch(words);
  expect(JSON.stringify(book.worksheets[0]?.getSheetValues())).toMatch(/\d columns are not shown: you have no right to them\./);
  // Whoever may see it finds everything as it was.
  const whole = await get(board.id, admin);
  expect(whole.cards).toEqual([...cards].reverse());
  expect(whole.filters).toEqual(filters);
  // To own a board does not open columns either.
  await send('POST', '/give', { id: board.id, userId: ann.id }, admin);
  const given = await get(board.id);
  expect([given.isOwner, given.filters]).toEqual([true, []]);
  expect(JSON.stringify(given)).not.toMatch(words);
});

it('[PERM-15] what asks for a column that is gone is told to who has all columns, and not to who was given those there are by name', async () => {
  const made = await make(
    'Gone',
    [card('gone', { title: 'Title of gone', chart: { ...chart, by: [{ column: 'gone_for_good' }] } })],
    admin,
  );
  await share(made.id, made.version, { editors: [`user:${ann.id}`] }, admin);
  const table = app.db.selectFrom('data_table').select('id').where('biz_id', '=', payments);
  const grants = app.db.updateTable('data_grant').where('user_id', '=', Number(ann.id)).where('table_id', '=', table);
  const before = await app.db
    .selectFrom('data_grant')
    .select(['id', 'columns'])
    .where('user_id', '=', Number(ann.id))
    .where('table_id', '=', table)
    .execute();
  const there = await app.db.selectFrom('data_column').select('name').where('table_id', '=', table).orderBy('position').execute();
  await grants.set({ columns: there.map(({ name }) => name) }).execute();
  const seen = await get(made.id);
  expect([seen.hidden, JSON.stringify(seen).includes('gone_for_good')]).toEqual([1, false]);
  await grants.set({ columns: null }).execute();
  expect(await get(made.id)).toMatchObject({ hidden: 0, cards: [{ title: 'Title of gone' }] });
  for (const { id, columns } of before) await app.db.updateTable('data_grant').set({ columns }).where('id', '=', id).execute();
});

it('[PERM-15] a filter of a column somebody may not see is not told, neither its title nor its values, and stays when they save', async () => {
  const secret = { ...chart, bizId: expenses, by: [], measure: { how: 'count' } };
  const board = await make('Sifted', [card('open'), card('secret', { chart: secret })], admin);
  const filters = [
    { id: 'f1', column: 'only_there', title: 'Directors', kind: 'values', values: ['Ms Secret'] },
    { id: 'f2', column: 'method', title: 'Method', kind: 'values', values: ['Cash'] },
  ];
  const saved = (await save(board, [card('open'), card('secret', { chart: secret })], { filters }, admin)).body.data.board;
  await share(board.id, saved.version, { editors: [`user:${ann.id}`] }, admin);
  const seen = await get(board.id);
  expect(seen.filters).toMatchObject([{ id: 'f2' }]);
  const told = [await send('GET', `/detail?id=${board.id}`), await send('GET', `/document?id=${board.id}`)];
  expect(JSON.stringify(told.map(({ body }) => body))).not.toMatch(/Directors|Ms Secret|only_there/);
  // Taken off by its editor goes, what they were not told of stays.
  const after = await save({ id: board.id, version: saved.version }, seen.cards, { filters: [] });
  expect(after.body.data.board.filters).toEqual([]);
  expect((await get(board.id, admin)).filters).toMatchObject([{ id: 'f1', values: ['Ms Secret'] }]);
});

it('[DATA-01] who saves after somebody else keeps both: what both changed stands twice', async () => {
  const board = await make('Together', [card('a'), card('b'), card('c'), card('d')]);
  await share(board.id, 1, { editors: [`user:${bob.id}`] });
  const theirs = [card('b', { title: 'B of Bob' }), card('a', { title: 'A of Bob' }), card('c'), card('d'), text('bob')];
  expect(code(await save(board, theirs, {}, bob.token))).toEqual(done);
  // Ann, on the board as it was: changed a, took off c and b, added one.
  const answer = await save(board, [card('a', { title: 'A of Ann' }), card('d'), text('ann')]);
  expect(answer.body.data).toMatchObject({ merged: true, twice: 1, board: { version: 4 } });
  const cards = answer.body.data.board.cards as { id: string; title?: string }[];
  expect(cards.map(({ title, id }) => title ?? id)).toEqual(['A of Ann', 'd', 'ann', 'B of Bob', 'bob', 'A of Bob']);
  expect(new Set(cards.map(({ id }) => id)).size).toBe(6);
  // A version nobody knows any more: nothing is written, and the board comes with the refusal.
  const late = await save({ id: board.id, version: 77 }, []);
  expect([code(late), late.body.data.cards]).toEqual([[409, 'CONFLICT'], (await get(board.id)).cards]);
  expect((await get(board.id)).cards).toHaveLength(6);
  // Two at once: both are there.
  const both = await Promise.all([
    save({ id: board.id, version: 3 }, [...cards, text('one')]),
    save({ id: board.id, version: 3 }, [...cards, text('two')], {}, bob.token),
  ]);
  expect(both.map(code)).toEqual([done, done]);
  expect((await get(board.id)).cards.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['one', 'two']));
});

it('[DATA-01] the question of a card is changed in its place, also beside what somebody else saved, and never of a card one is not told of', async () => {
  const board = await make('Questions', [card('a'), card('b')]);
  const other = {
    ...chart,
    kind: 'line',
    by: [{ column: 'paid_on', part: 'month' }],
    condition: { field: 'method', operator: 'notEmpty' },
    conditionName: 'With a method',
  };
  const replace = (body: object, token = ann.token) =>
    send('PUT', '/card', { id: board.id, version: 1, cardId: 'a', chart: other, ...body }, token);
  expect((await replace({})).body.data).toMatchObject({
    merged: false,
    twice: 0,
    board: { version: 2, cards: [{ ...card('a'), chart: other }, card('b')] },
  });
  // Of the board as it was: what changed since stays, the same card changed by both stands twice.
  expect((await replace({ cardId: 'b' })).body.data).toMatchObject({
    merged: true,
    twice: 0,
    board: { cards: [{ chart: other }, { chart: other }] },
  });
  const both = (await replace({ chart: { ...other, conditionName: 'Of the other' } })).body.data;
  expect([both.twice, both.board.cards.map((one: { chart: { conditionName?: string } }) => one.chart.conditionName)]).toEqual([
    1,
    ['Of the other', 'With a method', 'With a method'],
  ]);

  const secret = { ...chart, bizId: expenses, by: [], measure: { how: 'count' } };
  const mixed = await make('Mixed questions', [card('a'), card('secret', { chart: secret }), text('t')], admin);
  await share(mixed.id, 1, { editors: [`user:${ann.id}`], readers: [`user:${bob.id}`] }, admin);
  for (const cardId of ['secret', 't', 'nowhere']) expect(code(await replace({ id: mixed.id, cardId }))).toEqual([404, 'NOT_FOUND']);
  expect(code(await replace({ id: mixed.id, chart: secret }))).toEqual([403, 'FORBIDDEN']);
  expect(code(await replace({ id: mixed.id }, bob.token))).toEqual([403, 'FORBIDDEN']);
  expect(code(await replace({ id: mixed.id, version: 77 }))).toEqual([409, 'CONFLICT']);
  expect((await get(mixed.id, admin)).cards.map((one: { id: string }) => one.id)).toEqual(['a', 'secret', 't']);
});

it('[DATA-01] filters of two that are more than a board has are told to who saves later, and nothing is written', async () => {
  const board = await make('Filtered by two', [card('a')]);
  await share(board.id, 1, { editors: [`user:${bob.id}`] });
  const now = { id: board.id, version: (await get(board.id)).version };
  const filters = (...ids: number[]) => ({
    filters: ids.map((id) => ({ id: `f${id}`, column: 'pay_date', title: 'Day', kind: 'days', from: '2026-01-01', to: null })),
  });
  expect(code(await save(now, [card('a')], filters(1, 2, 3, 4, 5), bob.token))).toEqual(done);
  const late = await save(now, [card('a')], filters(6, 7, 8, 9));
  expect(late.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'filters', key: 'board-design.tooManyFilters' }] });
  expect((await get(board.id)).filters).toHaveLength(5);
});

it('puts boards together: untouched parts follow the other, what one took off and the other changed stays', () => {
  const part = (id: string, words: string) => text(id, words) as never;
  const state = (...cards: [string, string][]) => ({ cards: cards.map(([id, words]) => part(id, words)), filters: [] });
  const base = state(['a', '1'], ['b', '1'], ['c', '1']);
  const merged = (mine: typeof base, theirs: typeof base) => {
    const { content, twice } = mergeBoards(base, mine, theirs, () => 'new');
    return [content.cards.map(({ id, text: words }) => `${id}${words}`).join(' '), twice];
  };
  expect(merged(base, state(['a', '2'], ['c', '1']))).toEqual(['a2 c1', 0]);
  expect(merged(state(['c', '1'], ['a', '1']), state(['a', '1'], ['b', '2'], ['c', '1']))).toEqual(['c1 a1 b2', 0]);
  expect(merged(state(['a', '2'], ['b', '1'], ['c', '1']), state(['b', '1'], ['c', '1']))).toEqual(['a2 b1 c1', 0]);
  expect(merged(state(['a', '2']), state(['a', '3']))).toEqual(['a2 new3', 1]);
  expect(merged(state(['a', '2']), state(['a', '2']))).toEqual(['a2', 0]);
});

it('[DATA-01] a board is given to somebody else; one whose owner left is taken over by who may, and by nobody before', async () => {
  const board = await make('Given', [card('a')]);
  expect((await send('POST', '/give', { id: board.id, userId: ann.id })).body).toMatchObject({ details: [{ field: 'userId' }] });
  expect(code(await send('POST', '/give', { id: board.id, userId: bob.id }))).toEqual(done);
  expect(await get(board.id)).toMatchObject({ isOwner: false, canEdit: true, owner: { userId: bob.id, isActive: true } });
  expect(await listed(bob.token)).toContain(board.id);

  const take = (token: string) => send('POST', '/take', { id: board.id }, token);
  expect(code(await take(admin))).toEqual([404, 'NOT_FOUND']);
  expect(code(await take(ann.token))).toEqual([403, 'FORBIDDEN']);
  await sql`update app_user set status = '1' where id = ${Number(bob.id)}`.execute(app.db);
  // Whom it is shared with goes on with it; it is told that its owner left.
  expect(await get(board.id)).toMatchObject({ owner: { isActive: false }, canTake: false, canEdit: true });
  const managed = (
    await call(app, '/api/data/board/search-page', { method: 'POST', token: admin, body: { status: '', size: 1000, current: 1 } })
  ).body.data.records;
  expect(managed).toEqual(expect.arrayContaining([expect.objectContaining({ id: board.id, isLeft: true })]));
  expect(await get(board.id, admin)).toMatchObject({ canTake: true, canEdit: false });
  expect(code(await take(admin))).toEqual(done);
  expect(await get(board.id, admin)).toMatchObject({ isOwner: true, canTake: false });
  expect(await get(board.id)).toMatchObject({ canEdit: true });
  expect(code(await take(admin))).toEqual([403, 'FORBIDDEN']);
  await sql`update app_user set status = '0' where id = ${Number(bob.id)}`.execute(app.db);
  expect(await listed(await tokenOf(app, bob.username))).not.toContain(board.id);
});

it('[DATA-01] charts are pinned to the first board, a chosen one or a new one, once for a request that comes again', async () => {
  const pin = (more: object, token = rita.token) => send('POST', '/pin', { name: 'Payments', chart, ...more }, token);
  const who = admin;
  const first = (await pin({}, who)).body.data;
  expect(await get(first.boardId, who)).toMatchObject({ isFirst: true, name: 'My board', cards: [{ title: 'Payments', chart, width: 6 }] });
  const key = randomUUID();
  const twice = await Promise.all([1, 2].map(() => pin({ key, boardName: 'Quarter' }, who)));
  expect(new Set(twice.map(({ body }) => body.data.boardId)).size).toBe(1);
  const named = twice[0]?.body.data;
  expect(named).toMatchObject({ boardName: 'Quarter' });
  expect((await pin({ boardId: named.boardId }, who)).body.data).toMatchObject({ boardId: named.boardId });
  expect((await get(named.boardId, who)).cards).toHaveLength(2);
  expect((await pin({}, who)).body.data.boardId).toBe(first.boardId);
  expect(code(await pin({ boardId: first.boardId }, ann.token))).toEqual([404, 'NOT_FOUND']);
  expect(code(await pin({ chart: { ...chart, bizId: expenses } }, ann.token))).toEqual([403, 'FORBIDDEN']);
  expect(code(await pin({ chart: { ...chart, bizId: '1' } }, who))).toEqual([404, 'NOT_FOUND']);
});

it('[DATA-01] a board holds 60 cards and one person 50 boards; texts and cards have their bounds', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => text(`t${at}`));
  const board = await make('Full', many(60));
  expect(await get(board.id)).toMatchObject({ cardCount: 60 });
  expect((await send('POST', '/pin', { name: 'One more', chart, boardId: board.id })).body).toMatchObject({
    details: [{ field: 'name', key: 'board-design.full', values: { most: '60' } }],
  });
  for (const cards of [
    many(61),
    [text('a', 'x'.repeat(2_001))],
    [text('a'), text('a')],
    [{ id: 'a', kind: 'chart', width: 1, height: 'auto' }],
  ])
    expect(code(await save(board, cards))).toEqual([400, 'PARAMETER_ERROR']);
  for (const wrong of [{ width: 13 }, { width: 0 }, { height: 'huge' }, { kind: 'script' }, { title: 'x'.repeat(61) }, { other: 1 }])
    expect(code(await save(board, [card('a', wrong)]))).toEqual([400, 'PARAMETER_ERROR']);
  expect(code(await save(board, [], { name: ' ' }))).toEqual([400, 'PARAMETER_ERROR']);
  expect(
    code(
      await save(board, [], { filters: Array.from({ length: 9 }, (_, id) => ({ id: `${id}`, column: 'a', title: 'a', kind: 'days' })) }),
    ),
  ).toEqual([400, 'PARAMETER_ERROR']);
  const cara = await signIn((await people('dataAnalyst'))[3]);
  for (let at = 0; at < 50; at += 1) expect(code(await send('POST', '', { name: `Board ${at}` }, cara.token))).toEqual(done);
  expect((await send('POST', '', { name: 'One more' }, cara.token)).body).toMatchObject({
    code: 'PARAMETER_ERROR',
    details: [{ field: 'name', key: 'board-design.tooMany', values: { most: '50' } }],
  });
  // Nor is one given what is too much for them.
  expect((await send('POST', '/give', { id: board.id, userId: cara.id })).body).toMatchObject({ details: [{ field: 'userId' }] });
});

it('[DATA-01] [PERM-15] filters apply to every table that has their column, and say where they do not', async () => {
  const ask = async (body: object, what = 'aggregate') =>
    (
      await call(app, `/api/data/exploration/${what}`, {
        method: 'POST',
        token: admin,
        headers: { 'accept-language': 'en' },
        body: { bizId: payments, ...body },
      })
    ).body.data;
  const count = { by: [], measure: { how: 'count' } };
  const columns = (await send('POST', '/columns', { tables: [payments, expenses, '1'] }, admin)).body.data as {
    name: string;
    isDay: boolean;
    tables: string[];
  }[];
  const day = columns.find(({ isDay, tables }) => isDay && tables.includes(payments))?.name ?? '';
  const all = await ask(count);
  const some = await ask({ ...count, filters: [{ column: day, from: '2026-01-01', to: '2026-03-31' }] });
  expect(some.value).toBeGreaterThan(0);
  expect(some.value).toBeLessThan(all.value);
  expect(some.unfiltered).toEqual([]);
  const groups = (await ask({ by: [{ column: 'method' }], measure: { how: 'count' } })).content as { name: string; value: number }[];
  const filters = [{ column: 'method', values: [groups[0]?.name] }];
  expect((await ask({ ...count, filters })).value).toBe(groups[0]?.value);
  expect((await ask({ filters }, 'rows')).total).toBe(groups[0]?.value);
  expect(
    await ask({ ...count, filters: [{ column: 'nowhere', values: ['x'] }, { column: 'method', from: '2026-01-01' }, { column: 'gone' }] }),
  ).toMatchObject({
    value: all.value,
    unfiltered: ['nowhere', 'method'],
  });
  // Of tables somebody may not view there is no column.
  const own = (await send('POST', '/columns', { tables: [payments, expenses] })).body.data as { tables: string[] }[];
  expect(own.flatMap(({ tables }) => tables)).not.toContain(expenses);
});

it('[MISC-07] the figures of a board come as a workbook, with what its reader may not see told as that', async () => {
  const board = await make(
    'Figures',
    [card('a'), text('t'), card('s', { title: 'Secret', chart: { ...chart, bizId: expenses, by: [] } })],
    admin,
  );
  await share(board.id, 1, { readers: [`user:${ann.id}`] }, admin);
  const book = await exported({ id: board.id, filters: [{ id: 'f', column: 'nowhere', title: 'Nowhere', kind: 'values', values: ['x'] }] });
  expect(book.worksheets.map(({ name }) => name)).toEqual(['Contents', 'a']);
  const told = JSON.stringify(book.worksheets[0]?.getSheetValues());
  expect(told).toContain('Nowhere');
  expect(told).not.toContain('Secret');
  expect(book.worksheets[1]?.rowCount).toBeGreaterThan(2);
});

it('[MISC-07] groups of numbers are numbers in the workbook of a board, also below zero; those of texts are texts', async () => {
  const file = await uploadFile(app, '/api/data/mart/read-file', ann.token, Buffer.from('n,t\n-2.5,-2\n3,=1\n,x\n'), 'signs.csv');
  const { data } = file.body as Answer['body'];
  const columns = data.columns.map(({ sample: _, ...column }: { name: string; sample: string }) => ({
    ...column,
    ...(column.name === 'n' ? { fieldType: 'number', analysisType: 'numeric' } : { fieldType: 'string', analysisType: 'category' }),
  }));
  const body = { path: data.path, name: 'signs', title: 'Signs', columns };
  const { bizId } = (await call(app, '/api/data/mart/create', { method: 'POST', token: ann.token, body })).body.data;
  const by = (column: string) => ({ kind: 'table', bizId, by: [{ column }], measure: { how: 'count' }, order: 'name' });
  const board = await make('Signs', [card('n', { chart: by('n') }), card('t', { chart: by('t') })]);
  const book = await exported({ id: board.id });
  const named = (sheet: number) => [2, 3, 4].map((row) => book.worksheets[sheet]?.getCell(row, 1).value);
  expect(named(1)).toEqual([-2.5, 3, '(none)']);
  expect(named(2)).toEqual(["'-2", "'=1", 'x']);
});

it('[DATA-01] relative periods of a board stay as they were said, in its cards, filters, documents and workbooks, which tell the days of today', async () => {
  const today = dayIn('Asia/Shanghai');
  const month = { span: 'toDate', unit: 'month' };
  const year = { span: 'last', unit: 'year', count: 2 };
  const condition = { all: [{ field: 'paid_on', operator: 'within', value: year }] };
  const moving = card('a', { chart: { ...chart, condition } });
  const filters = [{ id: 'f', column: 'paid_on', title: 'Day', kind: 'days', period: month }];
  const board = (await save(await make('Moving', []), [moving], { filters })).body.data.board;
  expect([board.today, board.cards, board.filters]).toEqual([today, [moving], filters]);
  const page = JSON.parse((await send('GET', `/document?id=${board.id}`)).body.data.text);
  expect(JSON.parse(page.body[0].body[0].body[0].with.chart)).toMatchObject({
    condition,
    filters: [{ column: 'paid_on', period: month }],
  });
  const told = JSON.stringify((await exported({ id: board.id })).worksheets[0]?.getSheetValues());
  expect(told).toContain(`this month to date (${today.slice(0, 7)}-01 – ${today})`);
  expect(told).toContain(`the last 2 years (`);
  const wrong = { ...filters[0], period: { span: 'last', unit: 'hour', count: 1 } };
  expect(code(await save(board, [moving], { filters: [wrong] }))).toEqual([400, 'PARAMETER_ERROR']);
});

it('[DATA-01] the workbook of a board says how many earlier periods a chart leaves out', async () => {
  const days = { kind: 'line', bizId: payments, by: [{ column: 'paid_on', part: 'day' }], measure: { how: 'count' }, top: 2 };
  const board = await make('Days', [card('a', { chart: days })]);
  const book = await exported({ id: board.id });
  const [, groups, rows] =
    /(\d+) more periods with ([\d,]+) rows are not shown/.exec(JSON.stringify(book.worksheets[0]?.getSheetValues())) ?? [];
  expect(Number(groups)).toBeGreaterThan(0);
  const figures = (
    await call(app, '/api/data/exploration/aggregate', { method: 'POST', token: ann.token, body: { ...days, kind: undefined } })
  ).body.data;
  expect([groups, rows?.replaceAll(',', '')]).toEqual([String(figures.left.groups), String(figures.left.rows)]);
});

it('[MISC-07] a board is a page document for who edits boards, and texts in it are never expressions', async () => {
  const tricky = card('a', {
    title: 'Sum {{ 1 + 1 }}',
    chart: { ...chart, condition: { field: 'method', operator: 'equals', value: '{{ user.name }}' } },
  });
  const board = await make('Document', [
    { ...text('h'), kind: 'heading', title: 'Part' },
    tricky,
    text('t', '{{{ session }} {{{{ user.name }}'),
  ]);
  expect(code(await send('GET', `/document?id=${board.id}`, undefined, await tokenOf(app, 'auditor')))).toEqual([403, 'FORBIDDEN']);
  await share(board.id, 1, { everybody: true }, ann.token).catch(() => undefined);
  const answer = (await send('GET', `/document?id=${board.id}`)).body.data as { text: string; left: number };
  expect(answer.left).toBe(0);
  expect(answer.text).not.toContain('{{');
  const page = JSON.parse(answer.text);
  const { validateDocument } = await import('../../../../src/generated/validators/documents.js');
  expect(validateDocument('page', page)).toEqual([]);
  const [grid] = page.body;
  expect(grid).toMatchObject({ widget: 'grid', columns: 12, spans: [12, 6, 12] });
  expect(JSON.parse(grid.body[1].body[0].with.chart)).toMatchObject({ condition: { value: '{{ user.name }}' } });
});

it('[DATA-01] charts pinned before stand on the first board of their people, in their order', async () => {
  const undone = new Error('undone');
  const moving = app.db.transaction().execute(async (db) => {
    await sql`delete from report_board where content is not null`.execute(db);
    await sql`alter table report_board drop column content, drop column owner_id, drop column is_first, drop column everybody`.execute(db);
    await sql`drop table board_reader, board_past`.execute(db);
    await pinning.up(db as never);
    const pins = [
      [ann.id, 'Second', 2],
      [ann.id, 'First', 1],
      [bob.id, 'Of Bob', 1],
    ] as const;
    for (const [user, name, place] of pins)
      await sql`insert into pinned_chart (user_id, name, chart, place) values (${Number(user)}, ${name}, ${JSON.stringify(chart)}, ${place})`.execute(
        db,
      );
    await designing.up(db as never);
    const { rows } = await sql<{ owner: string; content: { cards: object[]; filters: object[] } }>`select owner_id::text as owner, content
      from report_board where is_first`.execute(db);
    const of = (id: string) => rows.find(({ owner }) => owner === id)?.content;
    expect(rows).toHaveLength(2);
    expect(of(ann.id)).toMatchObject({
      filters: [],
      cards: [{ kind: 'chart', title: 'First', chart, width: 6, height: 'auto' }, { title: 'Second' }],
    });
    expect(of(bob.id)?.cards).toHaveLength(1);
    throw undone;
  });
  await expect(moving).rejects.toBe(undone);
});

it('[DATA-01] versions kept before they had names have the name of now, and who works on one goes on', async () => {
  const board = await make('Before', [text('a')]);
  await save(board, [text('a'), text('b')], { name: 'Now', description: 'Said' });
  const undone = new Error('undone');
  const moving = app.db.transaction().execute(async (db) => {
    await sql`alter table board_past drop column board_name, drop column remark, drop column since`.execute(db);
    await namesOfPast.up(db as never);
    const past = db.selectFrom('board_past').select(['since', 'version', 'board_name', 'remark']).where('board_id', '=', Number(board.id));
    expect(await past.execute()).toEqual([{ since: 1, version: 1, board_name: 'Now', remark: 'Said' }]);
    throw undone;
  });
  await expect(moving).rejects.toBe(undone);
});
