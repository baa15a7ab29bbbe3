import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsInUse } from '../../../server/modules/documents-in-use.ts';
import { type StatementDocument, StatementModel } from '../../../src/core/statement/index.ts';
import { finance } from '../../core/statement/support.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { type Answer, call, tokenOf } from '../modules/client.ts';
import { type Attempt, attemptAll } from './attempts.ts';
import { get, makePaper, makeWorld, type NewPaper, patch as patchMatrix, submit as submitMatrix, today, type World } from './world.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app.db, 2, 2);
});
afterAll(() => app.close());

const model = new StatementModel(finance);
const base = '/api/risk/evaluate/finance';
const paper = (options: NewPaper = {}) => makePaper(app.db, world, { statement: 'finance', ...options });
const patch = (uuid: string, changes: unknown): Promise<Answer> =>
  call(app, `${base}/answers`, { method: 'POST', body: { uuid, changes } });
const submit = (uuid: string, key = 'key-of-test', version = 1): Promise<Answer> =>
  call(app, `${base}/submit`, { method: 'POST', body: { uuid, version, key } });
const save = (uuid: string, type: string, body: unknown): Promise<Answer> =>
  call(app, `${base}?uuid=${uuid}&type=${type}`, { method: 'POST', body });
const change = (field: string, value: string | null, version = 0, period = 'end') => ({ field, period, value, version });

const days = { start: String(Date.UTC(2025, 0, 1)), end: String(Date.UTC(2025, 11, 31)) };
const sample = (field: string, period: 'start' | 'end', index: number) =>
  model.isPeriod(field) ? days[period] : `${(index * 7919) % 1000}.${10 + (index % 89)}`;
/** A value for every cell. */
const everything = () =>
  model.cells.map(({ field, period }, index) => ({ field, period, value: sample(field, period, index), version: 0 }));

async function held(id: number): Promise<unknown> {
  const rows = async (table: 'statement_figure' | 'statement_figure_history') =>
    await app.db.selectFrom(table).selectAll().where('paper_id', '=', id).orderBy('field').orderBy('period').orderBy('version').execute();
  const row = await app.db.selectFrom('risk_paper').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { row, figures: await rows('statement_figure'), history: await rows('statement_figure_history') };
}

describe('rows of other programs', () => {
  it('[API-81] that are wrong are told apart by their place, whatever stands before them', async () => {
    const { uuid, id } = await paper();
    const rows = [
      { table: 'balance', field: 'currentAssets', start: '1', end: '2' },
      { table: 'balance', field: 'cash', start: '3', end: '12x' },
      { table: 'balance', field: 'receivables', start: 'many', end: '4' },
      { table: 'balance', field: 'cash', end: '5' },
    ];
    const { status, body } = await save(uuid, 'save', rows);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'PARAMETER_ERROR' });
    expect((body.details as { field: string }[]).map(({ field }) => field)).toEqual(['1.end', '2.start', '3.field']);
    expect(await held(id)).toMatchObject({ figures: [] });
  });
});

describe('what is typed', () => {
  it('[API-80] [FIN-07] are read as rows: the period with timestamps, manual tables without a start, totals computed', async () => {
    const { uuid } = await paper();
    expect((await patch(uuid, [change('cash', '1,000.50'), change('cash', '7', 0, 'start'), change('period', days.end)])).status).toBe(200);
    const { body } = await call(app, `${base}?uuid=${uuid}&type=show`);
    const rows = body.data as { table: string; field: string; start: unknown; end: unknown }[];
    expect(rows[0]).toEqual({ table: 'time', field: 'period', start: null, end: Number(days.end) });
    expect(rows[1]).toEqual({ table: 'balance', field: 'cash', start: '7', end: '1000.5' });
    expect(rows).toHaveLength(1 + model.rows.length);
    expect(rows.find(({ field }) => field === 'currentAssets')).toMatchObject({ start: null, end: null });
    expect(rows.find(({ field }) => field === 'guarantees')).toMatchObject({ table: 'supplement', start: null });
  });

  it('[API-77] the paper says what it asks for and how far it is; the matrix calls do not know it, nor these the matrix', async () => {
    const { uuid } = await paper();
    await patch(uuid, [change('cash', '5')]);
    const { body } = await get(app, `paper?uuid=${uuid}`);
    expect(body.data).toMatchObject({
      statement: 'finance',
      cells: model.cells.length,
      answered: 1,
      editable: true,
      sendCompany: 'Company',
    });
    const matrix = [
      await get(app, `domain?uuid=${uuid}`),
      await get(app, `domain/header?uuid=${uuid}`),
      await get(app, `criteria?uuid=${uuid}`),
      await get(app, `answers?uuid=${uuid}`),
      await submitMatrix(app, uuid),
      await patchMatrix(app, uuid, [{ criteriaId: String(world.criteria[0]), domainId: String(world.domains[0]), value: 1, version: 0 }]),
    ];
    expect(matrix.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const exam = await makePaper(app.db, world);
    for (const path of ['', '/sum', '/answers']) expect((await call(app, `${base}${path}?uuid=${exam.uuid}`)).status).toBe(404);
    expect((await submit(exam.uuid)).status).toBe(404);
    expect((await call(app, `${base}?uuid=11111111-1111-4111-8111-111111111111`)).body.code).toBe('NOT_FOUND');
  });

  it('[RULE-21] [API-81] are refused where they are wrong, with the place, and nothing is saved', async () => {
    const { id, uuid } = await paper();
    const before = await held(id);
    for (const [changes, field] of [
      [[change('cash', '100000000000000')], 'changes.0.value'],
      [[change('goods', '1')], 'changes.0.field'],
      [[change('cash', '1'), change('cash', '2')], 'changes.1.field'],
      [[change('cash', '1'), change('receivables', '0.001')], 'changes.1.value'],
      [[change('cash', '12x')], 'changes.0.value'],
      [[change('assets', '1')], 'changes.0.field'],
      [[change('guarantees', '1', 0, 'start')], 'changes.0.field'],
      [[change('period', '1767139200001')], 'changes.0.value'],
    ] as const) {
      const { status, body } = await patch(uuid, changes);
      expect([status, body.code]).toEqual([400, 'PARAMETER_ERROR']);
      expect(body.details).toMatchObject([{ field }]);
    }
    for (const rows of [
      [{ table: 'balance', field: 'nothing', end: '1' }],
      [{ table: 'income', field: 'cash', end: '1' }],
      [{ table: 'supplement', field: 'guarantees', start: '1' }],
      [{ table: 'balance', field: 'cash', end: 12345678901234.56 }],
    ]) {
      expect((await save(uuid, 'save', rows)).body.code).toBe('PARAMETER_ERROR');
    }
    const good = change('cash', '1');
    const long = 'x'.repeat(1_000);
    const misshapen: unknown[] = [
      ...[1, true, ['1'], {}, long, '9'.repeat(1_000)].map((value) => ({ ...good, value })),
      ...['middle', null, 1, long].map((period) => ({ ...good, period })),
      ...[null, 7, '', long].map((field) => ({ ...good, field })),
      ...[-1, 1.5, '0x', null].map((version) => ({ ...good, version })),
      { ...good, extra: 'x' },
      'cash',
      null,
    ];
    for (const wrong of misshapen) {
      const { status, body } = await patch(uuid, [change('receivables', '2'), wrong]);
      expect([status, body.code], JSON.stringify(wrong).slice(0, 99)).toEqual([400, 'PARAMETER_ERROR']);
    }
    for (const changes of [[], {}, null, 'cash']) expect((await patch(uuid, changes)).status).toBe(400);
    for (const row of [{ field: long }, { end: long }, { end: true }, { start: ['1'] }, { extra: 1 }]) {
      expect((await save(uuid, 'save', [{ table: 'balance', field: 'cash', end: '1', ...row }])).status).toBe(400);
    }
    expect((await save(uuid, 'destroy', [{ table: 'balance', field: 'cash', end: '1' }])).status).toBe(400);
    for (const key of ['short', long]) expect((await submit(uuid, key)).status).toBe(400);
    expect(await held(id)).toEqual(before);
  });

  it('[FIN-08] [API-81] of two who change the same cell one is told what stands there; a retry is no conflict', async () => {
    const { id, uuid } = await paper();
    expect((await patch(uuid, [change('cash', '1')])).body.data).toEqual({ saved: [change('cash', '1', 1)] });
    expect((await patch(uuid, [change('cash', '1.00')])).status).toBe(200);
    const second = await patch(uuid, [change('cash', '2'), change('receivables', '3')]);
    expect(second.body).toMatchObject({
      code: 'CONFLICT',
      data: { saved: [change('receivables', '3', 1)], conflicts: [change('cash', '1', 1)] },
    });
    await patch(uuid, [change('cash', null, 1)]);
    const { body } = await call(app, `${base}/answers?uuid=${uuid}`);
    const { cursor, answers } = body.data as { cursor: string; answers: unknown[] };
    expect(answers).toEqual([change('cash', null, 2), change('receivables', '3', 1)]);
    const later = await call(app, `${base}/answers?uuid=${uuid}&since=${BigInt(cursor) + 1000n}`);
    expect(later.body.data).toMatchObject({ answers: [] });
    const history = await app.db
      .selectFrom('statement_figure_history')
      .select(['field', 'version', 'value'])
      .where('paper_id', '=', id)
      .orderBy('field')
      .orderBy('version')
      .execute();
    expect(history).toEqual([
      { field: 'cash', version: 1, value: '1' },
      { field: 'cash', version: 2, value: null },
      { field: 'receivables', version: 1, value: '3' },
    ]);
  });

  it('[FIN-08] fifty writers at once on one cell: one wins each version, everybody else learns of it', async () => {
    const { uuid } = await paper();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => patch(uuid, [change('cash', String(index + 1))])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'CONFLICT')).toHaveLength(49);
  });
});

describe('the statistics', () => {
  it('[API-82] [FIN-05] [FIN-06] are those of exact arithmetic, the same as the database computes them; by zero there is none', async () => {
    const { id, uuid } = await paper();
    await patch(uuid, everything());
    await patch(uuid, [change('interest', '0', 1)]);
    const { body } = await call(app, `${base}/sum?uuid=${uuid}`, { headers: { 'accept-language': 'en' } });
    const rows = body.data as { name: string; module: string; indicator: string; definition: string; value: string | null; unit: string }[];
    const of = (name: string) => rows.find((row) => row.name === name);
    expect(of('interestCover')?.value).toBeNull();
    expect(of('debtRatio')).toMatchObject({
      module: 'Solvency',
      indicator: 'Debt to assets',
      definition: 'Total liabilities ÷ total assets',
      unit: '%',
    });
    const amount = (field: string, period = 'end') =>
      sql`(select value from statement_figure where paper_id = ${id} and field = ${field} and period = ${period})`;
    const plus = (fields: readonly string[], period = 'end') =>
      sql.join(
        fields.map((field) => amount(field, period)),
        sql` + `,
      );
    const assets = [
      'cash',
      'shortInvestments',
      'receivables',
      'prepayments',
      'inventories',
      'otherCurrentAssets',
      'fixedAssets',
      'intangibles',
      'otherFixed',
    ];
    const debts = ['shortLoans', 'payables', 'otherCurrentLiabilities', 'longLoans', 'otherLiabilities'];
    const { rows: computed } = await sql<Record<string, string>>`select
      round((${plus(debts)}) / (${plus(assets)}) * 100, 2)::text as "debtRatio",
      round((${amount('cash')} + ${amount('shortInvestments')}) / (${plus(debts.slice(0, 3))}), 2)::text as "cashRatio",
      round(360 / (${amount('revenue')} / ((${amount('receivables')} + ${amount('receivables', 'start')}) / 2)), 1)::text as "receivableDays",
      round(((${plus(assets)}) - (${plus(assets, 'start')})) / (${plus(assets, 'start')}) * 100, 2)::text as "assetGrowth",
      round(${amount('operatingCash')} - ${amount('investments')}, 2)::text as "freeCash"`.execute(app.db);
    for (const [name, value] of Object.entries(computed[0] ?? {})) expect(of(name)?.value, name).toBe(value);
  });

  it('[FIN-06] of an empty paper are all missing', async () => {
    const { uuid } = await paper();
    const { body } = await call(app, `${base}/sum?uuid=${uuid}`);
    expect((body.data as { value: unknown }[]).every(({ value }) => value === null)).toBe(true);
  });
});

describe('submitting', () => {
  it('[FIN-08] needs every value, a period that does not end before it starts, and happens once with one receipt', async () => {
    const { id, uuid } = await paper();
    await patch(uuid, everything().slice(0, -1));
    const last = model.cells.at(-1);
    expect((await submit(uuid)).body).toMatchObject({ code: 'ANSWERS_MISSING', data: { missing: 1, first: last } });
    await patch(uuid, everything().slice(-1));
    await patch(uuid, [change('period', days.end, 1, 'start'), change('period', days.start, 1)]);
    expect((await submit(uuid)).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'end.period' }] });
    await patch(uuid, [change('period', days.start, 2, 'start'), change('period', days.end, 2)]);
    expect((await submit(uuid, 'key-of-test', 7)).body).toMatchObject({ code: 'CONFLICT', data: { version: 1 } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => submit(uuid, `key-number-${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'PAPER_SUBMITTED')).toHaveLength(19);
    const winner = answers.findIndex(({ status }) => status === 200);
    const receipt = answers[winner]?.body.data;
    expect(receipt).toMatchObject({ uuid, answers: model.cells.length, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await submit(uuid, `key-number-${winner}`)).body.data).toEqual(receipt);
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('target_id', '=', String(id))
      .where('target_type', '=', 'risk_paper')
      .orderBy('id')
      .execute();
    expect(audit).toMatchObject([{ action: 'risk_paper_submit', actor: 'Visitor' }]);

    const before = await held(id);
    expect((await patch(uuid, [change('cash', '1', 1)])).body.code).toBe('PAPER_SUBMITTED');
    expect((await save(uuid, 'save', [{ table: 'balance', field: 'cash', end: '1' }])).body.code).toBe('PAPER_SUBMITTED');
    expect((await save(uuid, 'submit', [{ table: 'balance', field: 'cash', end: '1' }])).body.code).toBe('PAPER_SUBMITTED');
    await expect(app.db.deleteFrom('statement_figure').where('paper_id', '=', id).execute()).rejects.toThrow('does not change');
    await expect(app.db.updateTable('statement_figure').set({ value: '1' }).where('paper_id', '=', id).execute()).rejects.toThrow(
      'does not change',
    );
    expect(await held(id)).toEqual(before);
  });

  it('[FIN-08] says what its author saw: values of others saved since are not submitted unseen', async () => {
    const { uuid } = await paper();
    await patch(uuid, everything());
    const seen = model.cells.length;
    const submitSeen = () => call(app, `${base}/submit`, { method: 'POST', body: { uuid, version: 1, key: 'what-i-saw', seen } });
    await patch(uuid, [change('cash', '1', 1)]);
    expect((await submitSeen()).body).toMatchObject({ code: 'CONFLICT', data: { version: 1, seen: seen + 1 } });
    const { answers } = (await call(app, `${base}/answers?uuid=${uuid}`)).body.data as { answers: { version: number }[] };
    const now = answers.reduce((sum, { version }) => sum + version, 0);
    const taken = await call(app, `${base}/submit`, { method: 'POST', body: { uuid, version: 1, key: 'what-i-saw', seen: now } });
    expect(taken.status).toBe(200);
    expect((await submitSeen()).body.data).toEqual(taken.body.data);
  });

  it('[FIN-08] [RISK-18] leaves nothing that any call could change', async () => {
    const own = await makeWorld(app.db, 2, 2);
    const { id, uuid } = await makePaper(app.db, own, { statement: 'finance' });
    await patch(uuid, everything());
    expect((await submit(uuid, 'the-first-intent')).status).toBe(200);
    const before = await held(id);
    const rows = [{ table: 'balance', field: 'cash', end: '1' }];
    const saves = ['save', 'submit'].flatMap((type): Attempt[] => [
      { query: { uuid, type }, body: rows },
      { query: { uuid, type, key: 'the-first-intent' }, body: rows },
    ]);
    await attemptAll(
      app,
      { id, uuid, evaluation: own.evaluation },
      {
        'finance.saveRows': saves,
        'finance.patchAnswers': [0, 1].map((version) => ({ body: { uuid, changes: [change('cash', '1', version)] } })),
      },
    );
    expect(await held(id)).toEqual(before);
  });

  it('[API-81] the rows of the specification are saved and submitted in one go, moments of the period as their day here; totals are passed over', async () => {
    const { uuid } = await paper();
    const values = new Map(everything().map(({ field, period, value }) => [`${period}.${field}`, value]));
    const rows = model.rows.map(({ table, field }) => ({
      table: table.name,
      field: field.name,
      end: values.get(`end.${field.name}`) ?? '1',
      start: values.get(`start.${field.name}`) ?? (table.name === 'supplement' ? '' : null),
    }));
    // Midnight of 31 December in Shanghai is still the 30th in UTC.
    const period = { table: 'time', field: 'period', start: Number(days.start), end: Number(days.end) - 8 * 3_600_000 };
    const saved = await save(uuid, 'save', [period, ...rows]);
    expect(saved.body.data).toEqual({ state: 0, saved: model.cells.length, receipt: null });
    const submitted = await save(uuid, 'submit', [period, ...rows]);
    expect(submitted.body.data).toMatchObject({ state: 1, receipt: { answers: model.cells.length } });
    expect((await save(uuid, 'submit', [period, ...rows])).body.data).toEqual(submitted.body.data);
    const read = (await call(app, `${base}?uuid=${uuid}`)).body.data as { end: unknown }[];
    expect(read[0]?.end).toBe(Number(days.end));
  });

  it('[FIN-08] [RISK-19] past the deadline nothing is taken, by the clock of the server', async () => {
    const { id, uuid } = await paper({ endOn: '2020-01-01' });
    const before = await held(id);
    expect((await patch(uuid, [change('cash', '1')])).body.code).toBe('PAPER_EXPIRED');
    expect((await save(uuid, 'save', [{ table: 'balance', field: 'cash', end: '1' }])).body.code).toBe('PAPER_EXPIRED');
    expect((await submit(uuid)).body.code).toBe('PAPER_EXPIRED');
    expect(await held(id)).toEqual(before);
    expect((await call(app, `${base}?uuid=${uuid}`)).status).toBe(200);
  });
});

it('[RISK-18] amounts keep their unit as soon as they are given, and what is computed of them its formulas once they are submitted', async () => {
  const { id } = await paper({ statement: 'other' });
  const guard = documentsInUse(app.db);
  /** What is said of a change: a pointer and the part that changed. */
  const faults = async (change: (document: StatementDocument) => unknown) => {
    const document = structuredClone(finance);
    change(document);
    const said = await guard('statements/other.statement.json', JSON.stringify(document), JSON.stringify(finance));
    return said.map(({ message, pointer }) => `${pointer} ${message.replace(/ stays.*/, '')}`);
  };
  const field = (document: StatementDocument, name: string) =>
    document.tables.flatMap(({ fields }) => fields).find((one) => one.name === name) ?? {};
  const indicator = (document: StatementDocument) => document.statistics.modules[0]?.indicators[0] ?? {};
  const inDays = (document: StatementDocument) => Object.assign(document, { unit: 'finance-sheet.days' });
  const otherEquity = (document: StatementDocument) => Object.assign(field(document, 'equity'), { total: 'assets' });
  const noEquity = (document: StatementDocument) => Object.assign(field(document, 'equity'), { total: undefined });
  const computedCosts = (document: StatementDocument) => Object.assign(field(document, 'costs'), { total: 'revenue' });
  expect(await faults(inDays)).toEqual([]);

  await app.db.insertInto('statement_figure').values({ paper_id: id, field: 'cash', period: 'end', value: '1', version: 1 }).execute();
  expect(await faults(inDays)).toEqual(['/unit "unit" of amounts']);
  for (const change of [otherEquity, noEquity, computedCosts]) expect(await faults(change)).toEqual([]);

  await app.db.updateTable('risk_paper').set({ state: 1, submitted_at: new Date() }).where('id', '=', id).execute();
  expect(await faults(inDays)).toEqual(['/unit "unit" of amounts']);
  for (const change of [otherEquity, noEquity]) expect(await faults(change)).toEqual(['/tables/0/fields/19 "total" of field "equity"']);
  expect(await faults(computedCosts)).toEqual(['/tables/1/fields/1 "total" of field "costs"']);
  expect(await faults(({ amount }) => Object.assign(amount, { decimals: 0 }))).toEqual(['/amount/decimals "decimals" of amounts']);
  // Of many the first.
  expect(await faults(({ tables }) => tables.map((table) => Object.assign(table, { manual: true })))).toHaveLength(5);
  const first = (property: string) => `/statistics/modules/0/indicators/0 "${property}" of indicator "currentRatio"`;
  for (const [property, value] of Object.entries({ formula: 'end.cash', decimals: 4, unit: 'finance-sheet.percent' }))
    expect(await faults((document) => Object.assign(indicator(document), { [property]: value }))).toEqual([first(property)]);
  expect(await faults(({ statistics }) => statistics.modules[0]?.indicators.shift())).toEqual(['formula', 'decimals', 'unit'].map(first));

  const harmless = (document: StatementDocument) => {
    Object.assign(document, { title: 'finance-sheet.balance', amount: { digits: 20, decimals: 2 } });
    Object.assign(indicator(document), { label: 'finance-sheet.cash', definition: 'finance-sheet.cash', decimals: 2 });
    Object.assign(field(document, 'cash'), { label: 'finance-sheet.costs' });
    const label = 'finance-sheet.costs';
    document.tables[1]?.fields.unshift({ name: 'more', label }, { name: 'twice', label, total: 'more * 2' });
    document.statistics.modules.reverse();
    document.tables.reverse();
  };
  expect(await faults(harmless)).toEqual([]);
});

it('[RISK-18] [RULE-21] a statement takes every amount that was given by it, before it is submitted, too', async () => {
  const { id } = await paper({ statement: 'narrowed' });
  const values = { paper_id: id, version: 1 };
  const give = async (field: string, value: string) =>
    await app.db
      .insertInto('statement_figure')
      .values({ ...values, field, period: 'end', value })
      .execute();
  const narrowed = async (amount: StatementDocument['amount']) =>
    (
      await documentsInUse(app.db)(
        'statements/narrowed.statement.json',
        JSON.stringify({ ...finance, amount }),
        JSON.stringify({ ...finance, amount: { digits: 14, decimals: 4 } }),
      )
    ).map(({ pointer, message }) => `${pointer} ${message}`);
  expect(await narrowed({ digits: 1, decimals: 0 })).toEqual([]);
  await give('cash', '-12.340');
  // The days of the period are no amounts.
  await give('period', String(Date.UTC(2025, 11, 31)));
  expect(await narrowed({ digits: 1, decimals: 1 })).toEqual([
    '/amount/digits amounts that were given have more than 1 digits before the point',
    '/amount/decimals amounts that were given have more than 1 decimals',
  ]);
  expect(await narrowed({ digits: 2, decimals: 2 })).toEqual([]);
});

it('[RISK-18] a statement keeps every field and period that was given, before it is submitted, too, and may lose the others', async () => {
  const { id } = await paper({ statement: 'shortened' });
  const kept = async (change: (document: StatementDocument) => unknown) => {
    const document = structuredClone(finance);
    change(document);
    const guard = documentsInUse(app.db);
    const said = await guard('statements/shortened.statement.json', JSON.stringify(document), JSON.stringify(finance));
    return said.map(({ message }) => message);
  };
  const supplement = (document: StatementDocument) => document.tables.find(({ name }) => name === 'supplement') ?? { fields: [] };
  const shortened = (document: StatementDocument) =>
    Object.assign(supplement(document), { fields: supplement(document).fields.filter(({ name }) => name !== 'guarantees') });
  const give = async (field: string, period: string, value: string | null) =>
    await app.db.insertInto('statement_figure').values({ paper_id: id, version: 1, field, period, value }).execute();
  await give('guarantees', 'end', null);
  expect(await kept(shortened)).toEqual([]);
  await app.db.updateTable('statement_figure').set({ value: '5' }).where('paper_id', '=', id).execute();
  expect(await kept(shortened)).toEqual(['answers that were given need field guarantees (end)']);
  await give('cash', 'start', '7');
  const endOnly = (document: StatementDocument) => Object.assign(document.tables[0] ?? {}, { manual: true });
  expect(await kept(endOnly)).toEqual(['answers that were given need field cash (start)']);
});

it('[API-85] the workbook has the paper, all digits of the amounts and no formulas', async () => {
  const { id, uuid } = await paper();
  await app.db
    .updateTable('risk_paper')
    .set({ send_company: '=HYPERLINK("x")', send_department: '集团总部 / 财务部' })
    .where('id', '=', id)
    .execute();
  await patch(uuid, [change('cash', '-99999999999999.99'), change('cash', '1234.5', 0, 'start')]);
  await patch(uuid, [change('period', days.start, 0, 'start'), change('period', days.end)]);
  const answer = await app.http.inject({ method: 'POST', url: `${base}/export`, payload: { uuid }, headers: { 'accept-language': 'en' } });
  expect(answer.statusCode).toBe(200);
  expect(String(answer.headers['content-disposition'])).toContain('.xlsx');
  const [about, amounts, statistics] = Object.values(await readSheets(answer.rawPayload)).map((rows) => rows.flat());
  expect(about).toContain('\'=HYPERLINK("x")');
  expect(about).toContain('Headquarters / Finance');
  // Days spreadsheets can count with.
  const shown = ['2025-01-01', '2025-12-31', today(30)];
  expect(about?.filter((cell) => cell instanceof Date)).toEqual(shown.map((day) => new Date(`${day}T00:00:00Z`)));
  // More digits than a spreadsheet keeps.
  expect(amounts).toContain('-99999999999999.99');
  expect(about?.at(-1)).toMatch('Sums leave them out');
  expect(amounts).toContain(1234.5);
  expect(statistics).toEqual(expect.arrayContaining(['Current ratio', '\u2013']));

  await patch(uuid, [change('cash', '12', 1)]);
  const short = await app.http.inject({ method: 'POST', url: `${base}/export`, payload: { uuid }, headers: { 'accept-language': 'en' } });
  expect(Object.values(await readSheets(short.rawPayload))[0]?.flat()).not.toContain('Note');
});

describe('managers', () => {
  it('[FIN-05] [FIN-06] [API-85] see what was sent and how far it is, without its links, and the indicators once it is submitted', async () => {
    const token = await tokenOf(app, 'riskmanager');
    const page = async (body: object) => (await call(app, '/api/risk/finance/page', { method: 'POST', token, body })).body.data as Page;
    interface Page {
      content: { id: string; state: number; answered: number; uuid?: string }[];
      total: number;
      counts: { sent: number; submitted: number; open: number; expired: number };
    }
    const own = await makeWorld(app.db, 2, 2);
    const mine = await makePaper(app.db, own, { statement: 'finance' });
    await makePaper(app.db, own);
    const projectId = String(own.evaluation);
    const before = await page({ projectId });
    // The matrix of the same evaluation is none of them.
    expect(before).toMatchObject({ total: 1, content: [{ id: String(mine.id), state: 0, answered: 0 }] });
    expect(JSON.stringify(before)).not.toContain(mine.uuid);
    const { sent, submitted, open, expired } = before.counts;
    expect(sent).toBe(submitted + open + expired);
    const result = () => call(app, `/api/risk/finance/result?itemId=${mine.id}`, { token });
    const exported = () =>
      app.http.inject({
        method: 'POST',
        url: '/api/risk/finance/export',
        headers: { authorization: `Bearer ${token}` },
        payload: { itemId: String(mine.id) },
      });
    await patch(mine.uuid, everything());
    expect((await result()).body.code).toBe('NOT_FOUND');
    expect((await exported()).statusCode).toBe(404);

    expect((await submit(mine.uuid, 'a-key-of-managers')).status).toBe(200);
    const sums = (await call(app, `${base}/sum?uuid=${mine.uuid}`)).body.data as { name: string; value: string | null }[];
    const told = (await result()).body.data as { indicators: { name: string; value: string | null }[] };
    expect(told.indicators.map(({ name, value }) => [name, value])).toEqual(sums.map(({ name, value }) => [name, value]));
    expect(Object.keys(await readSheets((await exported()).rawPayload)).length).toBeGreaterThan(1);
    expect((await page({ projectId, state: 1 })).total).toBe(1);
    // By what the list and the figures above it say.
    const standings = ['submitted', 'open', 'expired'] as const;
    for (const standing of standings) expect((await page({ standing })).total).toBe((await page({})).counts[standing]);
    expect((await page({ projectId, standing: 'open' })).total).toBe(0);
    expect((await page({ projectId })).counts.submitted).toBe(submitted + 1);
    expect((await call(app, `/api/risk/finance/result?itemId=${mine.id}`, { token: await tokenOf(app, 'auditor') })).body.code).toBe(
      'FORBIDDEN',
    );
  });
});

it('[FIN-05] evaluations are chosen by their name, however many there are; what is chosen already keeps its name', async () => {
  const token = await tokenOf(app, 'riskmanager');
  const ask = async (query: string) =>
    (await call(app, `/api/risk/finance/evaluations?${query}`, { token })).body.data as { value: string; label: string; state: string }[];
  const { rows } = await sql<{ id: number }>`insert into risk_evaluation (name, template_id, end_on, created_by, closed_at, closed_by)
    select 'Choice ' || at, evaluation.template_id, current_date + 9, 'riskmanager', case when at = 2 then now() end, case when at = 2 then 'riskmanager' end
    from risk_evaluation evaluation, generate_series(1, 230) as at where evaluation.id = ${world.evaluation} returning id`.execute(app.db);
  const [first, second] = rows.map(({ id }) => String(id));
  const all = await ask('');
  expect([all.length, all[0]?.label]).toEqual([50, 'Choice 230']);
  expect((await ask('keyword=choice 1')).map(({ label }) => label)).toContain('Choice 199');
  expect(await ask('keyword=ice 2&closed=true')).toContainEqual({ value: second, label: 'Choice 2', state: 'closed' });
  expect((await ask('keyword=Choice 2&closed=false')).map(({ label }) => label)).not.toContain('Choice 2');
  expect((await ask(`keyword=nothing&closed=false&chosen=${second},${first}`)).map(({ label }) => label)).toEqual(['Choice 2', 'Choice 1']);
  expect((await call(app, '/api/risk/finance/evaluations?chosen=1;2', { token })).body.code).toBe('PARAMETER_ERROR');
  await sql`delete from risk_evaluation where id = any(${rows.map(({ id }) => id)})`.execute(app.db);
});
