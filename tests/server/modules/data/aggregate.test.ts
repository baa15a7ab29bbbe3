import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayIn } from '../../../../server/days.ts';
import { responseValidators } from '../../../../src/generated/validators/responses/index.ts';
import { contractCheck } from '../../../../src/services/contract-check.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { call as callTyped, tokenOf, uploadFile } from '../client.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Answer = Omit<Awaited<ReturnType<typeof callTyped>>, 'body'> & { body: any };
const call = callTyped as (...given: Parameters<typeof callTyped>) => Promise<Answer>;
const code = ({ status, body }: Answer) => [status, body.code];

let app: TestApp;
let admin: string;
let analyst: string;
let bizId: string;

const lines = [
  'town,day,amount,ok,code',
  'Suzhou,2026-01-05,10.50,true,1',
  'Suzhou,2026-01-06,4.50,false,2',
  'Wuxi,2026-02-02,100,true,3',
  ',2026-02-09,7,true,4',
  'Nantong,2026-04-01,1,false,5',
  'Kunshan,,2,true,6',
];
const types = { town: 'string', day: 'date', amount: 'number', ok: 'boolean', code: 'integer' } as Record<string, string>;
const analysed = { town: 'category', day: 'date', amount: 'numeric', ok: 'boolean', code: 'id' } as Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  const { rows } = await sql<{ username: string }>`select username from app_user join user_role on user_id = app_user.id
    join role on role.id = role_id where role_code = 'dataAnalyst' and app_user.status = '0' order by app_user.id offset 1 limit 1`.execute(
    app.db,
  );
  analyst = await tokenOf(app, rows[0]?.username ?? '');
  const { data } = (await uploadFile(app, '/api/data/mart/read-file', admin, Buffer.from(lines.join('\n')), 'towns.csv'))
    .body as Answer['body'];
  const columns = data.columns.map(({ sample: _, ...column }: { name: string; sample: string }) => ({
    ...column,
    fieldType: types[column.name],
    analysisType: analysed[column.name],
  }));
  const made = await call(app, '/api/data/mart/create', {
    method: 'POST',
    token: admin,
    body: { path: data.path, name: 'towns', title: 'Towns', columns },
  });
  bizId = made.body.data.bizId;
});
afterAll(async () => await app.close());

const post = (what: string, body: object, token = admin): Promise<Answer> =>
  call(app, `/api/data/exploration/${what}`, { method: 'POST', token, headers: { 'accept-language': 'en' }, body: { bizId, ...body } });
const figures = async (body: object) => (await post('aggregate', body)).body.data;
const short = ({ content }: { content: { name: unknown; value: number | null; isRest: boolean }[] }) =>
  content.map(({ name, value, isRest }) => [isRest ? 'rest' : name, value]);
const by = (...dimensions: (string | object)[]) => dimensions.map((one) => (typeof one === 'string' ? { column: one } : one));
const count = { how: 'count' };

/** What browsers find wrong with an answer of aggregate. */
const check = contractCheck(responseValidators);
const breachIn = (data: unknown) => check({ id: 'data-exploration.aggregate' }, data);

/** A table of lines with commas, the first of which names its columns. Gives its number. */
async function tableOf(name: string, given: readonly string[], fieldTypes: Record<string, string>): Promise<string> {
  const file = await uploadFile(app, '/api/data/mart/read-file', admin, Buffer.from(given.join('\n')), `${name}.csv`);
  const { data } = file.body as Answer['body'];
  const kinds: Record<string, string> = { integer: 'numeric', float: 'numeric', string: 'category' };
  const columns = data.columns.map(({ sample: _, ...column }: { name: string; sample: string }) => {
    const fieldType = fieldTypes[column.name] ?? 'string';
    return { ...column, fieldType, analysisType: kinds[fieldType] ?? fieldType };
  });
  const body = { path: data.path, name, title: name, columns };
  return (await call(app, '/api/data/mart/create', { method: 'POST', token: admin, body })).body.data.bizId;
}
const of = (how: string, column = 'amount') => ({ how, column });

it('[DATA-01] counts, sums, averages and the like by the values of a column, the largest first and empty ones as a group', async () => {
  expect(short(await figures({ by: by('town'), measure: count }))).toEqual([
    ['Suzhou', 2],
    ['Kunshan', 1],
    ['Nantong', 1],
    ['Wuxi', 1],
    ['(none)', 1],
  ]);
  const sums = await figures({ by: by('town'), measure: of('sum') });
  expect(short(sums)).toEqual([
    ['Wuxi', 100],
    ['Suzhou', 15],
    ['(none)', 7],
    ['Kunshan', 2],
    ['Nantong', 1],
  ]);
  expect(sums).toMatchObject({
    title: 'Towns',
    total: 6,
    rows: 6,
    value: 125,
    groups: 5,
    hidden: 0,
    left: { groups: 0, rows: 0, isSummed: false },
  });
  expect(sums).toMatchObject({ measure: { how: 'sum', column: 'amount', title: 'amount' }, by: [{ column: 'town', part: null }] });
  expect(short(await figures({ by: by('town'), measure: of('average'), order: 'name' }))[0]).toEqual(['Kunshan', 2]);
  expect((await figures({ by: [], measure: of('maximum') })).value).toBe(100);
  expect((await figures({ by: [], measure: of('minimum') })).value).toBe(1);
  expect((await figures({ by: [], measure: of('distinct', 'town') })).value).toBe(4);
  const truths = (await figures({ by: by('ok'), measure: count })).content[0].name;
  expect(truths).toBe('Yes');
  expect(short(await figures({ by: by('amount'), measure: count, order: 'name' })).map(([name]) => name)).toEqual([
    '1',
    '2',
    '4.5',
    '7',
    '10.5',
    '100',
  ]);
});

it('[DATA-01] tells what is beyond the groups that are shown: as one group, computed over its rows, and of periods as earlier ones', async () => {
  const top = await figures({ by: by('town'), measure: of('average'), top: 2 });
  expect(short(top)).toEqual([
    ['Wuxi', 100],
    ['Suzhou', 7.5],
    ['rest', 10 / 3],
  ]);
  expect(top).toMatchObject({ groups: 5, left: { groups: 3, rows: 3, isSummed: true } });
  // One group more than asked for is no rest.
  const nearly = await figures({ by: by('town'), measure: of('sum'), top: 4 });
  expect([nearly.content.length, nearly.content.at(-1).isRest, nearly.left]).toEqual([5, false, { groups: 0, rows: 0, isSummed: false }]);
  const months = await figures({ by: by({ column: 'day', part: 'month' }), measure: of('sum'), top: 2 });
  // Of periods the latest by the calendar: March has no rows, and is there.
  expect(short(months)).toEqual([
    ['2026-03', 0],
    ['2026-04', 1],
  ]);
  expect(months.left).toEqual({ groups: 3, rows: 5, isSummed: false });
});

it('[DATA-01] groups days by year, quarter, month, week, day and day of the week', async () => {
  const named = async (part: string) => short(await figures({ by: by({ column: 'day', part }), measure: count }));
  // What has no day is none of the first period.
  expect(await named('year')).toEqual([
    ['2026', 5],
    ['(none)', 1],
  ]);
  expect((await named('quarter')).map(([name]) => name)).toEqual(['2026-Q1', '2026-Q2', '(none)']);
  expect((await named('week')).filter(([, value]) => value !== 0).map(([name]) => name)).toEqual([
    '2026-W06',
    '2026-W07',
    '2026-W14',
    '(none)',
  ]);
  expect((await named('day')).slice(-3)).toEqual([
    ['2026-03-31', 0],
    ['2026-04-01', 1],
    ['(none)', 1],
  ]);
  expect((await named('weekday'))[0]).toEqual(['Monday', 3]);
});

it('[DATA-01] periods without rows between others are there: nothing counted or summed up, of averages and extremes no figure', async () => {
  const months = async (measure: object, more: object = {}) =>
    short(await figures({ by: by({ column: 'day', part: 'month' }), measure, condition: { field: 'day', operator: 'notEmpty' }, ...more }));
  const march = async (measure: object) => (await months(measure)).find(([name]) => name === '2026-03');
  for (const [measure, value] of [
    [count, 0],
    [of('sum'), 0],
    [of('distinct', 'town'), 0],
    [of('average'), null],
    [of('minimum'), null],
    [of('maximum'), null],
  ] as const)
    expect(await march(measure)).toEqual(['2026-03', value]);
  // The largest periods are no course of time, and so are days of the week.
  expect(await months(count, { order: 'value' })).toEqual([
    ['2026-01', 2],
    ['2026-02', 2],
    ['2026-04', 1],
  ]);
  // Split by another column: each series has its own figure in every period.
  const split = await figures({ by: by({ column: 'day', part: 'month' }, 'ok'), measure: of('sum') });
  expect(split.content.map(({ name, values }: { name: string; values: object }) => [name, ...Object.values(values)])).toEqual([
    ['2026-01', 10.5, 4.5],
    ['2026-02', 107, 0],
    ['2026-03', 0, 0],
    ['2026-04', 0, 1],
    ['(none)', 2, 0],
  ]);
  // What was asked for and has no rows at its ends is there, too; what is still to come is not.
  const filters = [{ column: 'day', from: '2025-11-30', to: '2026-05-01' }];
  expect((await months(count, { filters })).map(([name, value]) => `${name} ${value}`)).toEqual([
    '2025-11 0',
    '2025-12 0',
    '2026-01 2',
    '2026-02 2',
    '2026-03 0',
    '2026-04 1',
    '2026-05 0',
  ]);
  const future = await months(count, { filters: [{ column: 'day', from: '2026-04-01', to: '2999-01-01' }], top: 200 });
  expect(future.at(-1)).toEqual([dayIn('Asia/Shanghai').slice(0, 7), 0]);
});

it('[DATA-01] days that are far away, or still to come, take no room from what was, and there are no gaps between them', async () => {
  const today = dayIn('Asia/Shanghai');
  const month = (count: number) => addDays(`${today.slice(0, 7)}-15`, 30.44 * count).slice(0, 7);
  const days = [0, -1, -3, 2, 5].map((count) => `${month(count)}-01`);
  const made = await tableOf('far', ['day', ...days, '2206-01-01', '9999-12-31'], { day: 'date' });
  const shown = async (top: number) => {
    const found = await figures({ bizId: made, by: by({ column: 'day', part: 'month' }), measure: count, top });
    return [found.left.groups, ...short(found).map(([name, value]) => `${name} ${value}`)];
  };
  const past = [`${month(-3)} 1`, `${month(-2)} 0`, `${month(-1)} 1`, `${month(0)} 1`];
  expect(await shown(12)).toEqual([0, ...past, `${month(2)} 1`, `${month(5)} 1`, '2206-01 1', '9999-12 1']);
  // As many of each.
  expect(await shown(2)).toEqual([3, `${month(-1)} 1`, `${month(0)} 1`, `${month(2)} 1`, `${month(5)} 1`]);
});

it('[DATA-01] the longest chart by periods has as many to come as up to today, and keeps its contract', async () => {
  const today = dayIn('Asia/Shanghai');
  // Days to come, one more than are asked for, and 200 up to today.
  const days = Array.from({ length: 401 }, (_, index) => addDays(today, index - 199));
  const made = await tableOf('long', ['day,n', ...days.map((day) => `${day},1`)], { day: 'date', n: 'integer' });
  const found = await figures({ bizId: made, by: by({ column: 'day', part: 'day' }), measure: count, top: 200 });
  expect(short(found)).toEqual(days.map((day) => [day, 1]));
  expect(await breachIn(found)).toBeUndefined();
  // Where the days are fewer those without rows take their place.
  const sparse = [addDays(today, -300), ...days.slice(200)];
  const filled = await tableOf('sparse', ['day,n', ...sparse.map((day) => `${day},1`)], { day: 'date', n: 'integer' });
  const other = await figures({ bizId: filled, by: by({ column: 'day', part: 'day' }), measure: count, top: 200 });
  const toCome = sparse.filter((day) => day > other.today).length;
  expect([other.content.length, await breachIn(other)]).toEqual([200 + toCome, undefined]);
});

it('[DATA-01] a period asked of a column that has no days is not told, and no bound of its periods', async () => {
  const made = await tableOf('wordy', ['day,town', '2026-01-05,a', '2026-03-05,b'], { day: 'string', town: 'string' });
  const period = { span: 'last', unit: 'month', count: 3 };
  const found = await figures({ bizId: made, by: by('town'), measure: count, filters: [{ column: 'day', period }] });
  expect([found.value, found.periods, found.unfiltered]).toEqual([2, [], ['day']]);
});

it('[DATA-01] a moment in a condition is the clock time that was typed; one that was kept in UTC is that of the clock of TIME_ZONE', async () => {
  const lines = ['00:59:59', '01:00:00', '08:59:59', '09:00:00', '17:00:00'].map((time, index) => `2026-11-26 ${time},${index},x`);
  const kept = '2026-11-26T01:00:00.000Z';
  const made = await tableOf('clocks', ['at,n,note', ...lines, `,9,${kept}`], { at: 'timestamp', n: 'integer', note: 'string' });
  const of = { bizId: made, by: [], measure: count };
  const rowsWith = async (operator: string, value: unknown, field = 'at') => {
    const condition = { all: [{ field, operator, value }] };
    const behind: { cells: unknown[] }[] = (await post('rows', { bizId: made, condition })).body.data.rows;
    const numbers = behind.map(({ cells }) => cells[1]);
    expect((await figures({ ...of, condition })).value).toBe(numbers.length);
    return numbers;
  };
  expect(app.settings.timeZone).toBe('Asia/Shanghai');
  for (const value of ['2026-11-26 09:00:00', '2026-11-26T09:00', kept, '2026-11-26T01:00:00Z', '2026-11-26 01:00:00.000000Z']) {
    expect(await rowsWith('atLeast', value), value).toEqual([3, 4]);
    expect(await rowsWith('in', [value]), value).toEqual([3]);
  }
  expect(await rowsWith('between', [kept, '2026-11-26T08:59:59.500Z'])).toEqual([3]);
  expect(await rowsWith('less', '2026-11-25T17:00:00.000Z')).toEqual([0]);
  const none = await post('rows', { bizId: made, condition: { field: 'at', operator: 'less', value: '2026-02-30T01:00:00.000Z' } });
  expect(none.body.details).toMatchObject([{ field: 'condition', key: 'dataprocess.fault.valueUnfit' }]);
  // A text is compared as it stands.
  expect(await rowsWith('equals', kept, 'note')).toEqual([9]);

  const graph = (value: string) => ({
    nodes: [
      { id: 'in', kind: 'input', settings: { tableId: made, role: 'fact' } },
      { id: 'it', kind: 'filter', settings: { condition: { all: [{ field: 'at', operator: 'atLeast', value }] } } },
    ],
    edges: [{ from: 'in', to: 'it' }],
  });
  for (const value of ['2026-11-26 09:00:00', kept]) {
    const body = { graph: graph(value), nodeId: 'it', rows: 10 };
    const { data } = (await call(app, '/api/data/process/preview', { method: 'POST', token: admin, body })).body;
    expect(data.rows.map(({ n }: { n: number }) => n)).toEqual([3, 4]);
  }
});

it('[DATA-01] relative periods of conditions and filters are the days they mean when rows are read, told with them, and the rows behind are of the same', async () => {
  const today = dayIn('Asia/Shanghai');
  const ago = (count: number) => addDays(today, -count);
  const lines = [0, 6, 7, 400].map((count) => `${ago(count)},${ago(count)} 23:59:59,${count}`);
  const made = await tableOf('moves', ['day,at,n', ...lines], { day: 'date', at: 'timestamp', n: 'integer' });
  const week = { span: 'last', unit: 'day', count: 7 };
  for (const question of [
    ...['day', 'at'].map((field) => ({ condition: { all: [{ field, operator: 'within', value: week }] } })),
    { filters: [{ column: 'at', period: week }] },
    // Days of before, as a range, do not count beside a period.
    { filters: [{ column: 'day', period: week, from: '1999-01-01', to: '1999-12-31' }] },
  ]) {
    const found = await figures({ bizId: made, by: [], measure: count, ...question });
    expect([found.value, found.today]).toEqual([2, today]);
    expect(found.periods).toMatchObject([{ title: expect.stringMatching(/^(day|at)$/), period: week, from: ago(6), to: today }]);
    const behind = (await post('rows', { bizId: made, ...question })).body.data;
    expect(behind.rows.map(({ cells }: { cells: unknown[] }) => cells[2])).toEqual([0, 6]);
  }
  const days = await figures({
    bizId: made,
    by: by({ column: 'day', part: 'day' }),
    measure: count,
    filters: [{ column: 'day', period: week }],
  });
  expect(short(days)).toEqual([6, 5, 4, 3, 2, 1, 0].map((one) => [ago(one), one === 6 || one === 0 ? 1 : 0]));
  // Within a choice or a negation it says nothing about the ends.
  const other = {
    any: [
      { field: 'day', operator: 'within', value: { span: 'previous', unit: 'year', count: 3 } },
      { field: 'n', operator: 'equals', value: 6 },
    ],
  };
  expect((await figures({ bizId: made, by: by({ column: 'day', part: 'year' }), measure: count, condition: other })).periods).toHaveLength(
    1,
  );

  for (const value of [{ span: 'next', unit: 'day' }, { span: 'last', unit: 'day', count: 0 }, 'today', undefined]) {
    const refused = await post('aggregate', {
      bizId: made,
      by: [],
      measure: count,
      condition: { field: 'day', operator: 'within', value },
    });
    expect(refused.body.details).toMatchObject([{ field: 'condition', key: 'dataprocess.fault.periodUnfit' }]);
  }
  const unfit = await post('aggregate', {
    bizId: made,
    by: [],
    measure: count,
    condition: { field: 'n', operator: 'within', value: week },
  });
  expect(unfit.body.details).toMatchObject([{ key: 'dataprocess.fault.operatorUnfit' }]);
  expect(
    code(
      await post('aggregate', { bizId: made, by: [], measure: count, filters: [{ column: 'day', period: { span: 'next', unit: 'day' } }] }),
    )[0],
  ).toBe(400);
});

it('[DATA-01] spreads groups by a second column', async () => {
  const spread = await figures({ by: by('ok', 'town'), measure: of('sum') });
  const names = spread.series.map(({ label }: { label: string }) => label);
  expect(names).toEqual(['Suzhou', 'Kunshan', 'Nantong', 'Wuxi', '(none)']);
  const [yes, no] = spread.content;
  expect(yes.values).toEqual({ g1: 10.5, g2: 2, g3: null, g4: 100, g5: 7 });
  expect([yes.value, no.value, no.values.g1]).toEqual([119.5, 5.5, 4.5]);
});

it('[DATA-01] a condition chooses rows; what it lacks is said at the condition', async () => {
  const condition = {
    all: [
      { field: 'amount', operator: 'atLeast', value: '4.5' },
      { field: 'town', operator: 'notEmpty' },
    ],
  };
  const kept = await figures({ by: by('town'), measure: count, condition });
  expect([short(kept), kept.rows, kept.total]).toEqual([
    [
      ['Suzhou', 2],
      ['Wuxi', 1],
    ],
    3,
    6,
  ]);
  const refused = await post('aggregate', {
    by: [],
    measure: count,
    condition: { all: [{ field: 'amount', operator: 'atLeast', value: 'much' }] },
  });
  expect(refused.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'condition', key: 'dataprocess.fault.valueUnfit' }] });
  // Numbers there is no room for are told at their field; those there is room for find nothing.
  const rowsOf = async (field: string, value: string) =>
    await post('aggregate', { by: [], measure: count, condition: { all: [{ field, operator: 'atMost', value }] } });
  for (const [field, value] of [
    ['amount', '1234567890123456789'],
    ['amount', '-12345678901234567890.5'],
    ['amount', '999999999999999999.9999995'],
    ['code', '9223372036854775808'],
  ] as const)
    expect((await rowsOf(field, value)).body.details, value).toMatchObject([{ field: 'condition', key: 'dataprocess.fault.valueUnfit' }]);
  for (const [field, value] of [
    ['amount', '999999999999999999.9999994'],
    ['code', '9223372036854775807'],
    ['code', '+6'],
  ] as const)
    expect((await rowsOf(field, value)).body.data.rows, value).toBe(6);
  // Nothing that is given becomes a statement.
  const hostile = { all: [{ field: 'town', operator: 'equals', value: "'; DROP TABLE x; --" }] };
  expect((await figures({ by: by('town'), measure: count, condition: hostile })).rows).toBe(0);
});

it('[DATA-01] a filter compares numbers as numbers, exactly, also of columns that are categories', async () => {
  const given = ['rate,share,no', '0.130000,0.25,1234567890123456789', '0.06,0.5,1234567890123456788', ',,'];
  const file = await uploadFile(app, '/api/data/mart/read-file', admin, Buffer.from(given.join('\n')), 'rates.csv');
  const { data } = file.body as Answer['body'];
  const fieldTypes: Record<string, string> = { rate: 'number', share: 'float', no: 'integer' };
  const columns = data.columns.map(({ sample: _, ...column }: { name: string; sample: string }) => ({
    ...column,
    ...{ fieldType: fieldTypes[column.name], analysisType: 'category' },
  }));
  const body = { path: data.path, name: 'rates', title: 'Rates', columns };
  const { bizId: rates } = (await call(app, '/api/data/mart/create', { method: 'POST', token: admin, body })).body.data;
  const rowsWith = async (column: string, ...values: unknown[]) =>
    (await figures({ bizId: rates, by: [], measure: count, filters: [{ column, values }] })).rows;
  const offered = async (column: string) =>
    (await call(app, `/api/data/exploration/frequency?bizId=${rates}&column=${column}`, { token: admin })).body.data.values.map(
      ({ value }: { value: unknown }) => value,
    );
  for (const column of ['rate', 'share', 'no'])
    for (const value of await offered(column)) expect([column, value, await rowsWith(column, value)]).toEqual([column, value, 1]);
  expect(await rowsWith('rate', 0.13, '0.0600')).toBe(2);
  expect(await rowsWith('rate', 'x', null)).toBe(await rowsWith('share', null));
  expect(await rowsWith('no', '1234567890123456789')).toBe(1);
});

it('[DATA-01] the rows behind every figure are exactly those that were counted', async () => {
  for (const question of [
    { by: by('town'), measure: count, top: 1 },
    { by: by('amount'), measure: count, top: 2 },
    { by: by({ column: 'day', part: 'month' }, 'town'), measure: count },
    { by: by({ column: 'day', part: 'weekday' }), measure: count, condition: { field: 'ok', operator: 'equals', value: 'true' } },
  ]) {
    const { content, series } = await figures(question);
    for (const row of content) {
      const choice = { condition: 'condition' in question ? question.condition : undefined, groups: row.groups };
      const { total, rows } = (await post('rows', choice)).body.data;
      expect([total, rows.length], JSON.stringify(row)).toEqual([row.count, row.count]);
      for (const one of series) {
        const cell = (await post('rows', { groups: [...row.groups, ...one.groups] })).body.data;
        expect(cell.total).toBe(row.values[one.key] ?? 0);
      }
    }
  }
  const limited = (await post('rows', { most: 2 })).body.data;
  expect([limited.rows.length, limited.total]).toEqual([2, 6]);
});

it('[DATA-01] [PERM-15] refuses what does not fit in words; columns that are denied are not there, for figures, conditions and rows', async () => {
  const refusal = async (body: object, what = 'aggregate') => (await post(what, body)).body.details?.[0];
  expect(await refusal({ by: by('towm'), measure: count })).toMatchObject({ field: 'by[0].column', key: 'data-mart.noColumn' });
  expect(await refusal({ by: by({ column: 'town', part: 'year' }), measure: count })).toMatchObject({
    field: 'by[0].part',
    key: 'data-mart.noDays',
  });
  expect(await refusal({ by: by('town', 'town'), measure: count })).toMatchObject({
    field: 'by[1].column',
    key: 'data-mart.sameDimension',
  });
  expect(await refusal({ by: [], measure: { how: 'sum' } })).toMatchObject({ key: 'data-mart.noMeasure' });
  for (const column of ['town', 'code'])
    expect(await refusal({ by: [], measure: of('sum', column) })).toMatchObject({ key: 'data-mart.noFigures' });
  for (const body of [
    { by: by('town', 'ok', 'day'), measure: count },
    { by: [], measure: count, top: 201 },
    { by: [], measure: of('median') },
  ])
    expect(code(await post('aggregate', body))).toEqual([400, 'PARAMETER_ERROR']);

  // The table is nobody else's; of the payments the analyst sees six columns.
  for (const what of ['aggregate', 'rows'])
    expect(code(await post(what, what === 'rows' ? {} : { by: [], measure: count }, analyst))[0]).toBeGreaterThan(400);
  const page = await call(app, '/api/data/mart/page', {
    method: 'POST',
    token: analyst,
    body: { keyword: 'supplier_payments', pageSize: 50 },
  });
  const payments = page.body.data.content.find(({ name }: { name: string }) => name === 'supplier_payments').bizId;
  const all = await call(app, `/api/data/mart/preview?bizId=${payments}&most=5`, { token: admin });
  const mine = await call(app, `/api/data/mart/preview?bizId=${payments}&most=5`, { token: analyst });
  const seen = mine.body.data.columns.map(({ name }: { name: string }) => name);
  const denied = all.body.data.columns.map(({ name }: { name: string }) => name).find((name: string) => !seen.includes(name));
  const asked = (body: object, what = 'aggregate', token = analyst) =>
    call(app, `/api/data/exploration/${what}`, { method: 'POST', token, body: { bizId: payments, ...body } });
  expect((await asked({ by: by('method'), measure: of('sum') })).body.data).toMatchObject({ total: 4707, rows: 4707, hidden: 5 });
  expect(code(await asked({ by: by(denied), measure: count }, 'aggregate', admin))).toEqual([200, '000000']);
  const sneaky = { field: denied, operator: 'notEmpty' };
  const refused = [
    await asked({ by: by(denied), measure: count }),
    await asked({ by: [], measure: of('distinct', denied) }),
    await asked({ by: [], measure: count, condition: sneaky }),
    await asked({ by: [], measure: count, groups: [{ column: denied, is: 'in', values: [null] }] }),
    await asked({ condition: sneaky }, 'rows'),
  ];
  expect(refused.map(code)).toEqual(refused.map(() => [400, 'PARAMETER_ERROR']));
  expect((await asked({}, 'rows')).body.data.columns.map(({ name }: { name: string }) => name)).toEqual(seen);
});

it('[DATA-01] charts of several boards that are opened at once are all answered, each in its turn', async () => {
  const asked = await Promise.all(Array.from({ length: 40 }, () => post('aggregate', { by: by('town'), measure: count })));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
});

it('[DATA-01] says whether figures are whole numbers: what is counted, and sums, smallest and largest of whole numbers', async () => {
  const whole = await tableOf('whole', ['points,rate,word', '1,0.0472,x', '3,0.004,y'], { points: 'integer', rate: 'float' });
  const isWhole = async (how: string, column?: string) =>
    (await figures({ bizId: whole, by: [], measure: { how, column } })).measure.isWhole;
  expect([await isWhole('count'), await isWhole('distinct', 'rate')]).toEqual([true, true]);
  for (const how of ['sum', 'minimum', 'maximum'])
    expect([how, await isWhole(how, 'points'), await isWhole(how, 'rate')]).toEqual([how, true, false]);
  expect(await isWhole('average', 'points')).toBe(false);
});
