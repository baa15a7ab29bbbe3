import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Column, createTable } from '../../../../server/modules/data-mart/repository.ts';
import { readerOf } from '../../../../server/modules/data-mart/rights.ts';
import { boardLineage } from '../../../../server/modules/lineage/boards.ts';
import { withoutHidden } from '../../../../server/modules/lineage/hidden.ts';
import { keyOf, near, tableKey } from '../../../../server/modules/lineage/kinds.ts';
import type { DataGraph } from '../../../../src/core/data-graph/index.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { countingStatements } from '../../../support/counted-statements.ts';
import { cpuTime } from '../../../support/cpu-time.ts';
import { call, tokenOf } from '../client.ts';

let app: TestApp;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

interface Table {
  id: number;
  bizId: string;
}
interface Node {
  id: string;
  kind: string;
  name: string;
  target: string | null;
  step: number;
  state: string | null;
  time: string | null;
  from: string[];
  more: number;
  marked: boolean;
  columns: string[];
  isUnknown: boolean;
}
interface Lineage {
  nodes: Node[];
  links: { from: string; to: string; marked: boolean }[];
  isCut: boolean;
}

beforeAll(async () => {
  app = await startApp();
  for (const { id, username } of await app.db.selectFrom('app_user').select(['id', 'username']).execute()) ids[username] = id;
  const { rows } = await sql<{ username: string }>`select username from app_user join user_role on user_id = app_user.id
    join role on role.id = role_id where role_code = 'dataAnalyst' and app_user.status = '0' order by app_user.id offset 3 limit 1`.execute(
    app.db,
  );
  const analyst = rows[0]?.username ?? '';
  ids.analyst = ids[analyst] ?? 0;
  tokens.admin = await tokenOf(app, 'admin');
  tokens.analyst = await tokenOf(app, analyst);
});
afterAll(async () => await app.close());

const column = (name: string, fieldType: Column['fieldType'] = 'string'): Column => ({
  ...{ name, title: `Title ${name}`, fieldType },
  analysisType: 'text',
});
let number = 0;
async function table(
  title: string,
  columns: Column[],
  given: { kind?: 'source' | 'process' | 'model' | 'script' | 'rule'; listed?: boolean } = {},
): Promise<Table> {
  number += 1;
  const { kind = 'source', listed = true } = given;
  return await createTable(app.db, { name: `line_${number}`, title, kind, ownerId: ids.admin ?? 0, isListed: listed, columns });
}
async function process(output: Table, graph: DataGraph): Promise<void> {
  await app.db
    .insertInto('data_process')
    .values({ table_id: output.id, graph: JSON.stringify(graph), inputs: '{}' })
    .execute();
}
const copying = (...inputs: { bizId: string }[]): DataGraph => ({
  nodes: [
    ...inputs.map(({ bizId }, index) => ({ id: `in${index}`, kind: 'input' as const, settings: { tableId: bizId } })),
    ...(inputs.length > 1 ? [{ id: 'all', kind: 'merge' as const, settings: { type: 'union-all' } }] : []),
    { id: 'out', kind: 'output', settings: { refresh: 'full' } },
  ],
  edges:
    inputs.length > 1
      ? [...inputs.map((_, index) => ({ from: `in${index}`, to: 'all', slot: index })), { from: 'all', to: 'out' }]
      : inputs.map((_, index) => ({ from: `in${index}`, to: 'out' })),
});
async function run(kind: string, given: { table?: Table; input?: object; status?: 'finished' | 'failed' }): Promise<void> {
  await app.db
    .insertInto('data_run')
    .values({
      kind,
      table_id: given.table?.id ?? null,
      title: 'run',
      input: JSON.stringify(given.input ?? {}),
      status: given.status ?? 'finished',
      ended_at: new Date(Date.UTC(2026, 2, 4)),
    })
    .execute();
}
async function grant(to: Table, permissions: ('view' | 'edit' | 'delete')[], columns: string[] | null = null): Promise<void> {
  const today = new Date(Date.now() - 3_600_000);
  await app.db
    .insertInto('data_grant')
    .values({
      table_id: to.id,
      user_id: ids.analyst ?? 0,
      permissions,
      columns,
      starts_at: today,
      reason: 'test',
      asked: '{}',
      state: 'granted',
    })
    .execute();
}

const ask = (path: string, as = 'admin') =>
  call(app, `/api/data/lineage${path}`, { token: tokens[as], headers: { 'accept-language': 'en' } });
async function lineage(of: Table, more = '', as = 'admin'): Promise<Lineage> {
  const answer = await ask(`/get?bizId=${of.bizId}&steps=10${more}`, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as Lineage;
}
/** The links by names, `A > B`. */
function said({ nodes, links }: Lineage, only: (link: Lineage['links'][number]) => boolean = () => true): string[] {
  const name = (id: string) => nodes.find((node) => node.id === id)?.name;
  return links
    .filter(only)
    .map(({ from, to }) => `${name(from)} > ${name(to)}`)
    .sort();
}

describe('a chain of every kind', () => {
  const made: Record<string, Table> = {};
  const of = (name: string): Table => made[name] as Table;

  beforeAll(async () => {
    made.orders = await table('Orders', [column('no'), column('amount', 'number'), column('secret')]);
    made.people = await table('People', [column('no'), column('city')]);
    await app.db
      .updateTable('data_table')
      .set({ revision: 1, refreshed_at: new Date(Date.UTC(2026, 2, 1)) })
      .where('id', '=', of('orders').id)
      .execute();
    await app.db
      .insertInto('data_refresh')
      .values({
        table_id: of('orders').id,
        revision: 1,
        mode: 'full',
        row_count: 3,
        rejected: 1,
        note: 'orders.csv',
        made_at: new Date(Date.UTC(2026, 2, 1)),
      })
      .execute();
    made.sums = await table('Sums', [column('city'), column('total', 'number')], { kind: 'process' });
    await process(of('sums'), {
      nodes: [
        { id: 'a', kind: 'input', settings: { tableId: of('orders').bizId } },
        { id: 'b', kind: 'input', settings: { tableId: of('people').bizId, role: 'dimension' } },
        { id: 'lost', kind: 'input', settings: { tableId: '4711', role: 'dimension' } },
        { id: 'j', kind: 'join', settings: { type: 'left', on: [{ left: 'no', right: 'no' }] } },
        {
          id: 'd',
          kind: 'derive',
          settings: {
            fields: [
              { name: 'net', expression: 'amount / 2' },
              { name: 'half', expression: 'round(net, 1)' },
            ],
          },
        },
        { id: 'g', kind: 'group', settings: { by: ['city'], measures: [{ function: 'sum', column: 'half', name: 'total' }] } },
        { id: 'o', kind: 'output', settings: { refresh: 'full' } },
      ],
      edges: [
        { from: 'a', to: 'j', slot: 0 },
        { from: 'b', to: 'j', slot: 1 },
        { from: 'j', to: 'd' },
        { from: 'd', to: 'g' },
        { from: 'g', to: 'o' },
      ],
    });
    await run('process', { table: of('sums'), status: 'failed' });
    const names = { score: 'score', judging: 'judged_as', rules: 'rules_hit', judgement: 'judgement_no' };
    made.judged = await table('Judged', [...['city', 'total', ...Object.values(names)].map((name) => column(name))], { kind: 'rule' });
    const set = await app.db
      .insertInto('rule_set')
      .values({ code: 'LINE', name: JSON.stringify([{ l: 'en', t: 'Large sums', d: true }]) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const settings = {
      matches: { value: 'total', place: null },
      columns: ['city', 'total'],
      moment: null,
      names,
      mode: 'full',
      language: 'en',
    };
    await app.db
      .insertInto('rule_output')
      .values({ table_id: of('judged').id, rule_set_id: set.id, input_id: of('sums').id, settings: JSON.stringify(settings) })
      .execute();
    const learned = { target: 'judged_as', positive: null, features: ['total'], estimators: ['forest'], budget: 1, seed: 1 };
    const model = await app.db
      .insertInto('ai_model')
      .values({ kind: 'table', name: 'Guess', owner_id: ids.admin ?? 0, table_id: of('judged').id, settings: JSON.stringify(learned) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await run('model-fit', { input: { modelId: String(model.id) } });
    made.guessed = await table('Guessed', [column('city'), column('total'), column('prediction')], { kind: 'model' });
    await app.db
      .insertInto('ai_prediction')
      .values({ table_id: of('guessed').id, model_id: model.id, input_id: of('sums').id })
      .execute();
    const script = await app.db
      .insertInto('script')
      .values({ name: 'Reckon', owner_id: ids.admin ?? 0, input_id: of('guessed').id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const version = await app.db
      .insertInto('script_version')
      .values({ script_id: script.id, number: 1, code: '', columns: '[]', parameters: '[]', seed: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.updateTable('script').set({ current_id: version.id }).where('id', '=', script.id).execute();
    made.reckoned = await table('Reckoned', [column('text')], { kind: 'script' });
    await app.db
      .insertInto('script_output')
      .values({ table_id: of('reckoned').id, script_id: script.id, input_id: of('guessed').id, columns: '[]', parameters: '{}' })
      .execute();
    made.found = await table(
      'Found',
      ['row', 'key', 'kind', 'value', 'found', 'passed'].map((name) => column(name)),
      { kind: 'model' },
    );
    await app.db
      .insertInto('text_recognition')
      .values({ table_id: of('found').id, input_id: of('reckoned').id, column_name: 'text', key_column: null, kinds: [] })
      .execute();
    const causes = { treatment: 'city', treated: 'x', outcome: 'total', good: null, confounders: [], budget: 1, seed: 1, titles: {} };
    for (const [name, owner] of [
      ['Cause', 'admin'],
      ['Foreign cause', 'analyst'],
    ] as const)
      await app.db
        .insertInto('ai_causal')
        .values({ name, owner_id: ids[owner] ?? 0, table_id: of('sums').id, table_title: 'Sums', settings: JSON.stringify(causes) })
        .execute();
    const chart = {
      kind: 'bar',
      bizId: of('sums').bizId,
      by: [{ column: 'city' }],
      measure: { how: 'sum', column: 'total' },
      condition: { all: [{ field: 'total', operator: 'greater', value: '1' }] },
    };
    for (const [name, owner] of [
      ['Board', 'admin'],
      ['Foreign board', 'analyst'],
    ] as const)
      await app.db
        .insertInto('report_board')
        .values({
          ...{ board_name: JSON.stringify(name), page: 'designed', owner_id: ids[owner] ?? 0 },
          content: JSON.stringify({ cards: [{ id: 'a', kind: 'chart', title: name, chart, width: 6, height: 'auto' }], filters: [] }),
        })
        .execute();
  });

  it('[DATA-01] leads from the file over process, rule set, model, script and recognition to the last table, with the last runs', async () => {
    const whole = await lineage(of('sums'));
    expect(said(whole)).toEqual(
      [
        'orders.csv > Orders',
        'Orders > Sums',
        'People > Sums',
        'A table that is gone > Sums',
        'Sums > Sums',
        'Sums > Large sums',
        'Large sums > Judged',
        'Judged > Guess',
        'Guess > Guess',
        'Sums > Guess',
        'Guess > Guessed',
        'Guessed > Reckon',
        'Guessed > Reckon',
        'Reckon > Reckoned',
        'Reckoned > Text recognition',
        'Text recognition > Found',
        'Sums > Cause',
        'Sums > Board',
      ].sort(),
    );
    expect(whole.isCut).toBe(false);
    const about = (kind: string, name: string) => whole.nodes.find((node) => node.kind === kind && node.name === name);
    expect(whole.nodes[0]).toMatchObject({ kind: 'table', name: 'Sums', step: 0, target: of('sums').bizId, from: ['Sums'] });
    expect(about('process', 'Sums')).toMatchObject({ step: -1, state: 'fail', time: '2026-03-04T00:00:00Z', target: of('sums').bizId });
    expect(about('model', 'Guess')).toMatchObject({ step: 2, state: 'success' });
    expect(about('file', 'orders.csv')).toMatchObject({ step: -2, state: 'warning', target: null });
    expect(about('table', 'Orders')).toMatchObject({ step: -1, time: '2026-03-01T00:00:00.000Z', from: ['orders.csv'] });
    expect(about('gone', 'A table that is gone')).toMatchObject({ step: -1, target: null });
    expect(whole.nodes.map(({ name }) => name).filter((name) => name.startsWith('Foreign'))).toEqual([]);
    // From the other end the same is found, upwards.
    const back = await lineage(of('found'));
    expect(back.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['orders.csv', 'People', 'Guess', 'Large sums']));
    expect(back.nodes.every(({ step }) => step <= 0)).toBe(true);
    const short = await lineage(of('sums'), '').then(
      async () => (await ask(`/get?bizId=${of('sums').bizId}&steps=1`)).body.data as Lineage,
    );
    expect(short.isCut).toBe(true);
    expect(short.nodes.find(({ name }) => name === 'Orders')).toMatchObject({ more: 1 });
    expect(short.nodes.find(({ name }) => name === 'Guessed')).toMatchObject({ more: 2 });
  });

  it('[DATA-01] follows the values of a column exactly, and says where that is not known', async () => {
    const way = async (from: string, name: string) => {
      const found = await lineage(of(from), `&column=${name}`);
      const marked = found.nodes.filter((node) => node.marked && node.kind === 'table');
      return {
        columns: Object.fromEntries(marked.map((node) => [node.name, node.columns])),
        unknown: found.nodes.filter((node) => node.isUnknown).map((node) => node.name),
        along: said(found, ({ marked: isOn }) => isOn),
      };
    };
    expect(await way('orders', 'amount')).toEqual({
      columns: {
        Orders: ['Title amount'],
        Sums: ['Title total'],
        Judged: ['Title total', 'Title score', 'Title judged_as', 'Title rules_hit'],
        Guessed: ['Title total', 'Title prediction'],
      },
      unknown: ['Reckon', 'Reckon'],
      along: expect.arrayContaining(['Orders > Sums', 'Sums > Sums', 'Judged > Guess', 'Guess > Guess', 'Sums > Cause', 'Sums > Board']),
    });
    expect((await way('orders', 'amount')).along).not.toContain('People > Sums');
    // The key decides which rows meet, and is no value of any of them.
    expect(await way('people', 'no')).toEqual({ columns: { People: ['Title no'] }, unknown: [], along: [] });
    expect((await way('people', 'city')).columns).toEqual({
      People: ['Title city'],
      Sums: ['Title city'],
      Judged: ['Title city'],
      Guessed: ['Title city'],
    });
    expect((await way('guessed', 'prediction')).columns).toMatchObject({
      Guessed: ['Title prediction'],
      Judged: ['Title total', 'Title judged_as'],
      Orders: ['Title amount'],
    });
    expect((await way('found', 'value')).unknown).toEqual(['Reckon']);
    expect((await ask(`/get?bizId=${of('orders').bizId}&column=nothing`)).body).toMatchObject({ code: 'PARAMETER_ERROR' });
    // What was never filled names its columns as they will be.
    await sql`delete from data_column where table_id = ${of('sums').id}`.execute(app.db);
    expect((await way('orders', 'amount')).columns.Sums).toEqual(['total']);
  });

  it('[DATA-01] tells before a table is deleted what keeps it and what loses by it; deleting asks the same', async () => {
    const impact = (await ask(`/impact?bizId=${of('sums').bizId}`)).body.data as Record<string, { name: string }[]>;
    expect(impact).toMatchObject({ keepsUnseen: false, losesUnseen: true });
    expect(impact.keeps?.map(({ name }) => name).sort()).toEqual(['Guess', 'Large sums']);
    expect(impact.loses?.map(({ name }) => name).sort()).toEqual(['Board', 'Cause']);
    expect(impact.further?.map(({ name }) => name).sort()).toEqual(['Found', 'Guessed', 'Judged', 'Reckoned']);
    const refused = await call(app, `/api/data/mart?bizId=${of('sums').bizId}`, {
      method: 'DELETE',
      token: tokens.admin,
      headers: { 'accept-language': 'en' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(JSON.stringify(refused.body)).toContain('Judged, Guessed');
    expect((await ask(`/impact?bizId=${of('orders').bizId}`, 'analyst')).status).toBe(403);
  });

  it('[PERM-15] tells of a column the reader has no right to neither its title nor that it is asked for', async () => {
    await grant(of('orders'), ['view'], ['amount']);
    expect((await lineage(of('orders'), '&column=amount', 'analyst')).nodes.find(({ name }) => name === 'Sums')).toMatchObject({
      marked: true,
      columns: ['columns you do not see'],
    });
    expect((await ask(`/get?bizId=${of('orders').bizId}&column=secret`, 'analyst')).body).toMatchObject({ code: 'PARAMETER_ERROR' });
  });
});

it('[PERM-15] of what the reader does not see only that something stands between is told, neither names nor how many', async () => {
  const [start, end, side] = [
    await table('Start', [column('a')]),
    await table('End', [column('a')], { kind: 'process' }),
    await table('Side', [column('a')]),
  ];
  const hidden = await Promise.all(
    ['H1', 'H2', 'H3'].map((name) => table(`Concealed ${name}`, [column('a')], { kind: 'process', listed: false })),
  );
  const [one, two, leaf] = hidden as [Table, Table, Table];
  await process(one, copying(start));
  await process(two, copying(one));
  await process(leaf, copying(start));
  await process(end, copying(two, side));
  await grant(end, ['view', 'edit', 'delete']);
  const mine = await lineage(start, '', 'analyst');
  expect(said(mine)).toEqual(['End > End', 'Something you do not see > End', 'Start > Something you do not see']);
  expect(mine.nodes.find(({ kind }) => kind === 'hidden')).toMatchObject({
    id: 'hidden 1',
    target: null,
    time: null,
    state: null,
    from: ['Start'],
  });
  for (const { bizId } of hidden) expect(JSON.stringify(mine)).not.toContain(bizId);
  expect(JSON.stringify(mine)).not.toContain('Concealed');
  expect(said(await lineage(end, '', 'analyst'))).toEqual([
    'End > End',
    'Side > End',
    'Something you do not see > End',
    'Start > Something you do not see',
  ]);
  // Who may not view the rows of a table is not told what fills it, only that it comes from there.
  await sql`delete from data_grant where table_id = ${end.id}`.execute(app.db);
  expect(said(await lineage(side, '', 'analyst'))).toEqual(['Side > Something you do not see', 'Something you do not see > End']);
  expect((await ask(`/get?bizId=${one.bizId}`, 'analyst')).status).toBe(404);
  // What needs a table is named to who deletes it as far as they see it.
  await grant(start, ['view', 'delete']);
  expect((await ask(`/impact?bizId=${start.bizId}`, 'analyst')).body.data).toMatchObject({ keeps: [], keepsUnseen: true });
  const refused = await call(app, `/api/data/mart?bizId=${start.bizId}`, { method: 'DELETE', token: tokens.analyst });
  expect(refused.body.code).toBe('IN_USE');
  expect(JSON.stringify(refused.body)).not.toContain('Concealed');
});

it('[PERM-15] a board is named only where its chart of the table is shown to the reader', async () => {
  const [seen, viewed] = [await table('Told', [column('a')]), await table('Viewed', [column('a')])];
  await grant(viewed, ['view']);
  const chart = (bizId: string) => ({ kind: 'bar', bizId, by: [{ column: 'a' }], measure: { how: 'count' } });
  const cards = [seen, viewed].map(({ bizId }) => ({
    id: bizId,
    kind: 'chart',
    title: 'A',
    chart: chart(bizId),
    width: 6,
    height: 'auto',
  }));
  await app.db
    .insertInto('report_board')
    .values({
      ...{ board_name: JSON.stringify('For all'), page: 'designed', owner_id: ids.admin ?? 0, everybody: true },
      content: JSON.stringify({ cards, filters: [] }),
    })
    .execute();
  expect(said(await lineage(viewed, '', 'analyst'))).toEqual(['Viewed > For all']);
  expect(said(await lineage(seen, '', 'analyst'))).toEqual([]);
  expect(said(await lineage(seen))).toEqual(['Told > For all']);
});

it('[DATA-01] boards are looked for where tables or boards are asked for, and found with all tables they are made of', async () => {
  const [one, other, third] = [await table('One', [column('a')]), await table('Other', [column('a')]), await table('Third', [column('a')])];
  const board = async (name: string, ...tables: Table[]) => {
    const cards = tables.map(({ bizId }) => ({
      id: bizId,
      kind: 'chart',
      chart: { kind: 'bar', bizId, by: [], measure: { how: 'count' } },
    }));
    const { id } = await app.db
      .insertInto('report_board')
      .values({
        ...{ board_name: JSON.stringify(name), page: 'designed', owner_id: ids.admin ?? 0 },
        content: JSON.stringify({ cards: [...cards, { id: 'text', kind: 'text' }], filters: [] }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const [both, alone, empty] = [await board('Both', one, other), await board('Alone', other), await board('Empty')];
  const reader = await readerOf(app.db, ids.admin ?? 0);
  if (!reader) throw new Error('no admin');
  const { db, count } = countingStatements(app.db);
  const found = async (asked: Parameters<typeof near>[0]) =>
    (await boardLineage.find(db, reader, near(asked))).map(({ key, inputs, isSeen }) => ({ key, inputs, isSeen }));
  const [ofBoth, ofAlone] = [
    { key: keyOf('board', both), inputs: [tableKey(one.id), tableKey(other.id)], isSeen: true },
    { key: keyOf('board', alone), inputs: [tableKey(other.id)], isSeen: true },
  ];
  expect(await found({ reads: new Set([tableKey(one.id)]) })).toEqual([ofBoth]);
  expect(await found({ reads: new Set([tableKey(other.id), keyOf('model', 1)]) })).toEqual([ofBoth, ofAlone]);
  expect(await found({ own: new Set([keyOf('board', alone), keyOf('board', empty)]) })).toEqual([ofAlone]);
  expect(await found({ reads: new Set([tableKey(one.id)]), own: new Set([keyOf('board', alone)]) })).toEqual([ofBoth, ofAlone]);
  const before = count();
  expect(
    await found({ fills: new Set([tableKey(one.id)]), own: new Set([tableKey(one.id)]), reads: new Set([keyOf('model', 1)]) }),
  ).toEqual([]);
  expect(count()).toBe(before);
  // Of a table no board is drawn from one statement says so, whatever boards there are.
  expect(await found({ reads: new Set([tableKey(third.id)]) })).toEqual([]);
  expect(count()).toBe(before + 1);
});

it('[DATA-01] answers about a mart of 2,000 tables in well under a second, and says how many there are besides those it draws', async () => {
  await sql`with made as (insert into data_table (name, title, kind, owner_id) select 'wide_' || n, 'Wide ' || n, 'process', ${ids.admin ?? 0}::bigint
      from generate_series(1, 2000) n returning id, biz_id, name)
    insert into data_process (table_id, graph, inputs) select made.id, jsonb_build_object('edges', '[]'::jsonb, 'nodes', jsonb_build_array(
      jsonb_build_object('id', 'i', 'kind', 'input', 'settings', jsonb_build_object('tableId', source.biz_id)), jsonb_build_object('id', 'o', 'kind', 'output', 'settings', '{}'::jsonb))), '{}'
    from made join made source on source.name = 'wide_' || (substr(made.name, 6)::int / 3)`.execute(app.db);
  await sql`analyze data_table, data_process`.execute(app.db);
  const root = await app.db
    .selectFrom('data_table')
    .select(['id', 'biz_id as bizId'])
    .where('name', '=', 'wide_1')
    .executeTakeFirstOrThrow();
  await lineage(root);
  const before = cpuTime();
  const whole = await lineage(root);
  expect(cpuTime() - before).toBeLessThan(4_000);
  expect(whole.nodes.length).toBeLessThanOrEqual(152);
  expect(whole.isCut).toBe(true);
  const leaf = await app.db
    .selectFrom('data_table')
    .select(['id', 'biz_id as bizId'])
    .where('name', '=', 'wide_1999')
    .executeTakeFirstOrThrow();
  expect((await lineage(leaf)).nodes.filter(({ kind }) => kind === 'table')).toHaveLength(7);
});

describe('what is not seen', () => {
  const links = (text: string) => text.split(' ').map((pair) => ({ from: pair[0] as string, to: pair[1] as string }));
  const without = (text: string) => withoutHidden(links(text), (key) => key === key.toUpperCase());

  it('[PERM-15] is one stretch however long it is, and leads nowhere where no way does', () => {
    expect(without('Ax xy yB').stretches).toEqual([{ before: ['A'], after: ['B'], of: ['x', 'y'] }]);
    // From A nothing leads to B here, although all of it hangs together.
    expect(without('Ax yx yB').stretches.map(({ before, after }) => [before, after])).toEqual([
      [['A'], []],
      [[], ['B']],
    ]);
    // What only says less than another stretch is left out.
    expect(without('Ax Ay xB').stretches).toEqual([{ before: ['A'], after: ['B'], of: ['x'] }]);
    // A circle ends.
    expect(without('Ax xy yx yB').stretches).toEqual([{ before: ['A'], after: ['B'], of: ['x', 'y'] }]);
  });
});
