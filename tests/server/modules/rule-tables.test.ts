import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../server/data-engine/index.ts';
import { up as judgedBy } from '../../../server/database/migrations/253-judged-by.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { sweepParts } from '../../../server/modules/data-mart/jobs.ts';
import { csvOf, writeParquet } from '../../../server/modules/data-mart/parts.ts';
import { openRelation } from '../../../server/modules/data-mart/relation.ts';
import { type Column, createTable } from '../../../server/modules/data-mart/repository.ts';
import { takeRevision } from '../../../server/modules/data-mart/revisions.ts';
import { readerOf, requireTable } from '../../../server/modules/data-mart/rights.ts';
import { type Runner, startRunner } from '../../../server/modules/data-runs/runner.ts';
import { inApproval } from '../../../server/modules/workspaces/tables.ts';
import { type Answer, call } from './client.ts';
import { code, dataOf, fields, large, ScreeningWorld } from './screening-world.ts';

let world: ScreeningWorld;
let runner: Runner;
const ids: Record<string, number> = {};

interface Made {
  id: number;
  bizId: string;
}
type CellValue = string | number | boolean | null;
interface Work {
  filled: { bizId: string; title: string; inputTitle: string; rows: number; mode: string; mayRun: boolean }[];
  runs: { id: string; status: string }[];
}
interface Explained {
  score: number;
  decision: string;
  number: number;
  values: { field: string; value: string | null; hidden: boolean }[];
  hits: { id: string; name: unknown; weight: number; told: { field: string; seen: string | null; text: string; hidden: boolean }[] }[];
}
interface Page {
  content: { judgement: string; score: number; decision: string; rules: string | null; cells: CellValue[] }[];
  columns: { name: string; place: number }[];
  total: number;
  tableRows: number;
  decisions: { decision: string; count: number }[];
}

const column = (name: string, fieldType: Column['fieldType'], analysisType: Column['analysisType'] = 'text'): Column => ({
  ...{ name, fieldType, analysisType },
  title: `Column ${name}`,
});
const paymentColumns = [
  column('no', 'string', 'id'),
  column('payee', 'string'),
  column('account', 'string'),
  column('amount', 'number', 'numeric'),
  column('at', 'timestamp', 'timestamp'),
];
/** Three payments to one account within two hours, one that fits nothing, one without a payee, which the set requires. */
const payments: CellValue[][] = [
  ['P1', 'Harbour Ltd', '111', '999.000000', '2026-03-01 08:00:00'],
  ['P2', 'Harbour Ltd', '111', '1000.000000', '2026-03-01 09:00:00'],
  ['P3', 'Harbour, Ltd', '111', '2500.500000', '2026-03-01 09:30:00'],
  ['P4', 'Morvane', '222', null, '2026-03-02 09:30:00'],
  ['P5', null, '333', '5000.000000', '2026-03-02 10:30:00'],
];

beforeAll(async () => {
  world = await ScreeningWorld.start();
  const { app } = world;
  for (const { id, username } of await app.db.selectFrom('app_user').select(['id', 'username']).execute()) ids[username] = id;
  await sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from user_role, menu
    where user_id = ${ids.riskmanager} and menu_id in ('data-rule', 'data-rule-edit') on conflict do nothing`.execute(app.db);
  const files = createFileStore(app.settings);
  runner = startRunner({
    ...{ db: app.db, settings: app.settings, files, documents: app.documents },
    log: (what, error) => console.error(what, error),
  });
});
afterAll(async () => {
  await runner.stop();
  await world.app.close();
});

let made = 0;
async function table(columns: Column[], rows: CellValue[][], owner = 'admin'): Promise<Made> {
  made += 1;
  const { app } = world;
  const one = await createTable(app.db, {
    name: `in_${made}`,
    title: `Input ${made}`,
    kind: 'source',
    ownerId: ids[owner] ?? 0,
    isListed: false,
  });
  const file = join(app.settings.dataDir, `in_${made}.parquet`);
  await writeParquet(app.settings.dataDir, { csv: Buffer.from(csvOf(rows)), columns, to: file });
  await takeRevision(app.db, createFileStore(app.settings), { tableId: one.id, file, mode: 'full', by: 'test', columns });
  return one;
}

const english = (path: string, token = world.admin) => call(world.app, `/api/${path}`, { token, headers: { 'accept-language': 'en' } });
const post = (path: string, body: unknown, token = world.admin): Promise<Answer> =>
  call(world.app, `/api/data/rule-table/${path}`, { method: 'POST', token, body, headers: { 'accept-language': 'en' } });
const ok = <Data>(answer: Answer): Data => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return dataOf<Data>(answer);
};

async function ended(runId: string, token = world.admin) {
  for (let tries = 0; tries < 600; tries += 1) {
    const run = ok<{
      id: string;
      status: string;
      state: string;
      rows: number;
      rejected: number;
      failure: string | null;
      note: string | null;
    }>(await english(`data/run?id=${runId}`, token));
    if (run.status !== 'queued' && run.status !== 'started') return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`run ${runId} does not end`);
}

const judging = (id: string, tableId: string, more: object = {}) => {
  made += 1;
  return { id, tableId, judging: 'decision', mode: 'update', name: `out_${made}`, title: `Out_${made}`, ...more };
};
async function judged(id: string, tableId: string, more: object = {}, token = world.admin) {
  const started = ok<{ bizId: string; runId: string }>(await post('judge', judging(id, tableId, more), token));
  return { ...started, run: await ended(started.runId, token) };
}
async function rowsOf(bizId: string, name = 'admin') {
  const { app } = world;
  const reader = await readerOf(app.db, ids[name] ?? 0);
  if (!reader) throw new Error('Nobody reads');
  const seen = await requireTable(app.db, reader, bizId, 'view');
  const relation = await openRelation(app.db, createFileStore(app.settings), app.settings.dataDir, seen);
  const { rows } = await ask({ sql: `SELECT * FROM ${relation.sql}`, files: relation.files, most: 1_000 });
  return { columns: relation.columns.map(({ name: own, fieldType }) => `${own} ${fieldType}`), rows };
}
const runAgain = (bizId: string, token = world.admin) => call(world.app, `/api/data/data-table/execute?bizId=${bizId}`, { token });
const pageOf = async (bizId: string, more: object = {}) => ok<Page>(await post('page', { bizId, ...more }));
const explained = async (bizId: string, judgement: string, token?: string) =>
  ok<Explained>(await english(`data/rule-table/explain?bizId=${bizId}&judgement=${judgement}`, token));

describe('a live version judges a data table', () => {
  it('[DATA-14] [RULE-16] [RULE-17] row by row: the columns that stay, score, decision, rules hit; what does not fit is left out and told', async () => {
    const set = await world.live([
      { condition: { all: [{ field: 'amount', operator: 'greater', value: '2500.5' }] }, weight: 100 },
      { weight: 30.25 },
    ]);
    const input = await table(paymentColumns, payments);
    const { bizId, run } = await judged(set.id, input.bizId, { judging: '结论', columns: ['no', 'amount'] });
    expect(run).toMatchObject({ status: 'finished', state: 'warning', rows: 4, rejected: 1, failure: null });
    expect(run.note).toBe('1 rows do not fit the fields of the rule set and were left out.');
    const { columns, rows } = await rowsOf(bizId);
    expect(columns).toEqual(['no string', 'amount number', 'score number', '结论 string', 'rules_hit string', 'judgement_no string']);
    expect(rows).toEqual([
      ['P1', 999, 0, 'approve', null, `${run.id}-1`],
      ['P2', 1000, 80.25, 'block', 'Rule 1; Rule 3', `${run.id}-2`],
      ['P3', 2500.5, 80.25, 'block', 'Rule 1; Rule 3', `${run.id}-3`],
      ['P4', null, 0, 'approve', null, `${run.id}-4`],
    ]);
    const told = ok<object>(await english(`data/rule-table/told?runId=${run.id}`));
    expect(told).toMatchObject({
      ...{ number: 1, taken: 5, judged: 4, rejected: 1 },
      decisions: [
        { decision: 'approve', count: 2 },
        { decision: 'review', count: 0 },
        { decision: 'block', count: 2 },
      ],
      rules: [
        { name: 'Rule 1', hits: 2 },
        { name: 'Rule 2', hits: 0 },
        { name: 'Rule 3', hits: 2 },
      ],
      faults: [{ row: 5, field: 'Payee', text: 'Must be filled in' }],
    });
    const work = ok<Work>(await english(`data/rule-table/work?id=${set.id}`));
    expect(work.filled).toMatchObject([{ bizId, rows: 4, mode: 'update', mayRun: true }]);
    expect(work.runs.map(({ id }) => id)).toEqual([run.id]);
    // The table is one of the mart like any other, and says what made it.
    expect(ok<{ table: object }>(await english(`data/mart/get?bizId=${bizId}`)).table).toMatchObject({ kind: 'rule', rows: 4 });
    // What needs a table keeps it, and a set that fills one stays.
    expect(code(await world.remove(`data/mart?bizId=${input.bizId}`))).toEqual([409, 'IN_USE']);
    const kept = await world.remove(`data/rule-set/remove?id=${set.id}`);
    expect([...code(kept), kept.body.details]).toEqual([409, 'IN_USE', [expect.objectContaining({ key: 'ruletable.fillsTables' })]]);
  });

  it('[RULE-15] fields take columns by name and type or as chosen; what does not fit is told at its field', async () => {
    const set = await world.live();
    const input = await table(
      [column('who', 'string'), column('Amount', 'number'), column('sum', 'string'), column('flag', 'boolean')],
      [['A', '1200.000000', 'x', true]],
    );
    const proposed = ok<{ fields: { field: string; column: string | null; used: boolean; required: boolean }[]; countsEarlier: boolean }>(
      await english(`data/rule-table/matching?id=${set.id}&tableId=${input.bizId}`),
    );
    expect(proposed.fields.map((one) => [one.field, one.column, one.required, one.used])).toEqual([
      ['payee', null, true, false],
      ['account', null, false, false],
      ['amount', 'Amount', false, true],
    ]);
    expect(proposed.countsEarlier).toBe(false);
    const matches = [
      { field: 'payee', column: null },
      { field: 'account', column: 'flag' },
      { field: 'amount', column: 'sum' },
      { field: 'nothing', column: 'sum' },
    ];
    const wrong = await post('judge', judging(set.id, input.bizId, { matches }));
    expect(wrong.status).toBe(400);
    expect(wrong.body.details).toEqual([
      expect.objectContaining({ field: 'matches.3.column', key: 'ruletable.fault.unknown' }),
      expect.objectContaining({
        field: 'matches.0.column',
        key: 'ruletable.fault.required',
        message: 'The rule set requires Payee: choose its column',
      }),
      expect.objectContaining({ field: 'matches.1.column', message: 'Column flag is of the type Boolean, the field takes String' }),
      expect.objectContaining({ field: 'matches.2.column', key: 'ruletable.fault.type' }),
    ]);
    const unsaid = await post('judge', judging(set.id, input.bizId, {}));
    expect(unsaid.body.details).toEqual([expect.objectContaining({ field: 'tableId', key: 'ruletable.fault.required' })]);
    const bad = { matches: [{ field: 'payee', column: 'who' }], judging: 'Amount' };
    expect((await post('judge', judging(set.id, input.bizId, bad))).body.details).toMatchObject([{ field: 'judging' }]);
    expect((await post('judge', judging(set.id, input.bizId, { ...bad, judging: 'a-b' }))).body.details).toMatchObject([
      { field: 'judging', key: 'rule.judgingField' },
    ]);
    expect((await post('judge', judging(set.id, input.bizId, { ...bad, judging: 'x', moment: 'who' }))).body.details).toMatchObject([
      { field: 'moment', key: 'ruletable.fault.moment' },
    ]);
    // A field that is explicitly given no column is missing in every row.
    const { bizId, run } = await judged(set.id, input.bizId, {
      matches: [
        { field: 'payee', column: 'who' },
        { field: 'amount', column: null },
      ],
    });
    expect(run.status).toBe('finished');
    expect((await rowsOf(bizId)).rows).toEqual([['A', 1200, 'x', true, 0, 'approve', null, `${run.id}-1`]]);
  });

  it('[RULE-16] earlier rows count in the order of a column of moments, and times are those of the clock of the installation', async () => {
    const set = await world.live([
      { condition: { all: [{ field: 'account', operator: 'countWithin', value: { period: 1, unit: 'hour', atLeast: 1 } }] }, weight: 7 },
    ]);
    const shuffled = [payments[2], payments[0], payments[3], payments[1]].map((row) => row ?? []);
    const input = await table(paymentColumns, shuffled);
    const ordered = await judged(set.id, input.bizId, { columns: ['no'], moment: 'at' });
    expect((await rowsOf(ordered.bizId)).rows.map((row) => row.slice(0, 2))).toEqual([
      ['P3', 57],
      ['P1', 0],
      ['P4', 0],
      ['P2', 57],
    ]);
    const unordered = await judged(set.id, input.bizId, { columns: ['no'] });
    expect((await rowsOf(unordered.bizId)).rows.map((row) => row[1])).toEqual([50, 0, 0, 50]);
    const { id } = await world.draft();
    const when = { name: 'at', type: 'timestamp', label: 'At' };
    await world.post('data/rule-set/draft/settings', { id, version: 2, fields: [...fields, when], reviewFrom: 50, blockFrom: 80 });
    // 09:00 in Shanghai is 01:00 in UTC.
    const late = { all: [{ field: 'at', operator: 'atLeast', value: '2026-03-01T01:00:00Z' }] };
    await world.post('data/rule-set/draft/rule', { setId: id, name: 'Late', condition: late, weight: 3, outcome: 'score' });
    expect((await world.publish(id)).status).toBe(200);
    const timed = await judged(id, input.bizId, { columns: ['no'] });
    expect((await rowsOf(timed.bizId)).rows.map((row) => row.slice(0, 2))).toEqual([
      ['P3', 53],
      ['P1', 0],
      ['P4', 3],
      ['P2', 53],
    ]);
  });

  it('[RULE-15] [DATA-14] the judging field has up to 50 characters, Chinese ones and a digit first among them, in files and again; refreshes are update and append', async () => {
    const set = await world.live();
    const input = await table(paymentColumns, payments.slice(0, 2));
    const longest = `9_${'判定'.repeat(24)}`;
    expect(longest).toHaveLength(50);
    const { bizId } = await judged(set.id, input.bizId, { judging: longest, columns: ['no'] });
    const again = await judged(set.id, input.bizId, {
      ...{ outputId: bizId, name: undefined, title: undefined },
      ...{ judging: longest, columns: ['no'], mode: 'append' },
    });
    expect(again.bizId).toBe(bizId);
    const { columns, rows } = await rowsOf(bizId);
    expect(columns).toContain(`${longest} string`);
    expect(rows).toHaveLength(4);
    const { filled } = ok<{ filled: { bizId: string; mode: string }[] }>(await english(`data/rule-table/work?id=${set.id}`));
    expect(filled).toMatchObject([{ bizId, mode: 'append' }]);
    for (const wrong of [{ judging: `${longest}x` }, { judging: '' }, { mode: 'full' }, { mode: 'Update' }])
      expect(code(await post('judge', judging(set.id, input.bizId, wrong)))).toEqual([400, 'PARAMETER_ERROR']);
  });

  it('[DATA-14] replaces the rows of a table or adds to them, and adds nothing where columns are others', async () => {
    const set = await world.live();
    const input = await table(paymentColumns, payments.slice(0, 3));
    const first = await judged(set.id, input.bizId, { columns: ['no'] });
    const into = { outputId: first.bizId, name: undefined, title: undefined, columns: ['no'] };
    const more = await judged(set.id, input.bizId, { ...into, mode: 'append' });
    expect(more.bizId).toBe(first.bizId);
    expect((await rowsOf(first.bizId)).rows.map((row) => [row[0], row.at(-1)])).toEqual([
      ...[1, 2, 3].map((row) => [`P${row}`, `${first.run.id}-${row}`]),
      ...[1, 2, 3].map((row) => [`P${row}`, `${more.run.id}-${row}`]),
    ]);
    // Rows of both runs are explained.
    expect(await explained(first.bizId, `${first.run.id}-2`)).toMatchObject({ score: 50, hits: [{ weight: 50 }] });
    expect(await explained(first.bizId, `${more.run.id}-2`)).toMatchObject({ score: 50, hits: [{ weight: 50 }] });
    const other = await post(
      'judge',
      judging(set.id, input.bizId, { ...into, columns: ['no', 'amount'], judging: 'verdict', mode: 'append' }),
    );
    expect(other.status).toBe(400);
    expect(other.body.details).toEqual([
      expect.objectContaining({
        field: 'outputId',
        key: 'ruletable.fault.columnsDiffer',
        values: { more: 'amount, verdict', less: 'decision' },
      }),
    ]);
    expect((await rowsOf(first.bizId)).rows).toHaveLength(6);
    // Once more, as a schedule does: added again.
    const again = ok<{ id: string }>(await runAgain(first.bizId));
    expect(await ended(again.id)).toMatchObject({ status: 'finished', rows: 3 });
    expect((await rowsOf(first.bizId)).rows).toHaveLength(9);
    const replaced = await judged(set.id, input.bizId, { ...into, columns: ['no', 'amount'], judging: 'verdict' });
    const now = await rowsOf(first.bizId);
    expect(now.columns).toEqual([
      'no string',
      'amount number',
      'score number',
      'verdict string',
      'rules_hit string',
      'judgement_no string',
    ]);
    expect(now.rows.map((row) => row.at(-1))).toEqual([1, 2, 3].map((row) => `${replaced.run.id}-${row}`));
    // What was said of the rows of before is gone with them, from the store as well.
    expect(code(await english(`data/rule-table/explain?bizId=${first.bizId}&judgement=${first.run.id}-2`))).toEqual([404, 'NOT_FOUND']);
    const { app } = world;
    const dropped = await app.db
      .selectFrom('data_part')
      .select('beside')
      .where('run_id', '=', Number(first.run.id))
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('data_part')
      .set({ dropped_at: new Date(0) })
      .where('run_id', '=', Number(first.run.id))
      .execute();
    const files = createFileStore(app.settings);
    await sweepParts(app.db, files);
    await expect(files.read(String(dropped.beside))).rejects.toThrow();
    // Only tables that are filled so, and never the one that is judged.
    const source = await post('judge', judging(set.id, input.bizId, { ...into, outputId: input.bizId }));
    expect(source.body.details).toMatchObject([{ field: 'outputId', key: 'ruletable.fault.otherKind' }]);
    const nameless = await post('judge', judging(set.id, input.bizId, { name: undefined }));
    expect(nameless.body.details).toMatchObject([{ field: 'name' }]);
  });

  it('[RULE-17] a set stays as long as there are rows it judged, though another one fills their table by now', async () => {
    const [first, second] = [await world.live(), await world.live()];
    const input = await table(paymentColumns, payments.slice(0, 3));
    const { bizId, run } = await judged(first.id, input.bizId, { columns: ['no'] });
    const into = { outputId: bizId, name: undefined, title: undefined, columns: ['no'] };
    await judged(second.id, input.bizId, { ...into, mode: 'append' });
    expect(code(await world.remove(`data/rule-set/remove?id=${first.id}`))).toEqual([409, 'IN_USE']);
    expect(await explained(bizId, `${run.id}-2`)).toMatchObject({ score: 50, set: { id: first.id } });
    await judged(second.id, input.bizId, into);
    expect((await world.remove(`data/rule-set/remove?id=${first.id}`)).status).toBe(200);
  });

  it('[DATA-10] only a live version, with the rights of whoever runs it: the right to judge tables, to use the table, its columns', async () => {
    const draft = await world.draft();
    const input = await table(paymentColumns, payments.slice(0, 2));
    expect(code(await post('judge', judging(draft.id, input.bizId)))).toEqual([409, 'RULE_SET_NOT_LIVE']);
    const set = await world.live();
    // Without the permission, and with it but without a right to the table.
    expect(code(await post('judge', judging(set.id, input.bizId), world.manager))).toEqual([403, 'FORBIDDEN']);
    const { app } = world;
    await sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from user_role, menu
      where user_id = ${ids.riskmanager} and menu_id = 'data-rule-run' on conflict do nothing`.execute(app.db);
    expect(code(await post('judge', judging(set.id, input.bizId), world.manager))).toEqual([404, 'NOT_FOUND']);
    const grant = { table_id: input.id, user_id: ids.riskmanager ?? 0, reason: 'test', starts_at: new Date(0), state: 'granted' as const };
    const asked = JSON.stringify({ permissions: ['reference'], columns: null, startDate: '2026-01-01', endDate: null });
    await app.db
      .insertInto('data_grant')
      .values({ ...grant, asked, permissions: ['reference'], columns: ['no', 'payee', 'amount'] })
      .execute();
    // A column that is denied is one that is not there.
    const denied = await post('judge', judging(set.id, input.bizId, { matches: [{ field: 'account', column: 'account' }] }), world.manager);
    expect(denied.body.details).toMatchObject([{ field: 'matches.0.column', key: 'ruletable.fault.denied' }]);
    const { bizId, run } = await judged(set.id, input.bizId, {}, world.manager);
    expect(run.status).toBe('finished');
    expect((await rowsOf(bizId, 'riskmanager')).columns.slice(0, 4)).toEqual([
      'no string',
      'payee string',
      'amount number',
      'score number',
    ]);
    // What is denied by then fails the run by name, and changes nothing.
    await app.db
      .updateTable('data_grant')
      .set({ columns: ['no', 'payee'] })
      .where('table_id', '=', input.id)
      .execute();
    const again = ok<{ id: string }>(await runAgain(bizId, world.manager));
    expect(await ended(again.id, world.manager)).toMatchObject({ status: 'failed', failure: expect.stringContaining(': amount') });
    // So it does when somebody runs it who may use it: whoever asked for it sees what it gives.
    const output = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    await app.db
      .insertInto('data_grant')
      .values({ ...grant, asked, table_id: output.id, user_id: ids.admin ?? 0, permissions: ['view', 'execute'] })
      .execute();
    const deputy = ok<{ id: string }>(await runAgain(bizId));
    expect(await ended(deputy.id)).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/, who had the table judged last, may not read .*: amount\. Whoever may read them has it judged anew/),
    });
    await app.db.deleteFrom('data_grant').where('table_id', '=', output.id).execute();
    await app.db.updateTable('data_grant').set({ columns: null }).where('table_id', '=', input.id).execute();
    await sql`delete from role_menu where menu_id = 'data-rule-run' and role_id in (select role_id from user_role where user_id = ${ids.riskmanager})`.execute(
      app.db,
    );
    const unpermitted = ok<{ id: string }>(await runAgain(bizId, world.manager));
    expect(await ended(unpermitted.id, world.manager)).toMatchObject({
      status: 'failed',
      failure: 'Whoever started it may not have tables judged any more.',
    });
    expect((await rowsOf(bizId, 'riskmanager')).rows).toHaveLength(2);
    // Nobody else sees the table, nor what was said of its rows.
    expect(code(await english(`data/rule-table/explain?bizId=${bizId}&judgement=${run.id}-1`, world.admin))).toEqual([403, 'FORBIDDEN']);
  });

  it('[DATA-10] [PERM-15] whoever had a table judged last bounds every column it is judged by, keeps or is put in order by, whoever runs it', async () => {
    const { app } = world;
    await sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from user_role, menu
      where user_id = ${ids.riskmanager} and menu_id = 'data-rule-run' on conflict do nothing`.execute(app.db);
    const grant = (tableId: number, to: string, permissions: ('view' | 'edit' | 'reference' | 'execute')[]) =>
      app.db
        .insertInto('data_grant')
        .values({
          ...{ table_id: tableId, user_id: ids[to] ?? 0, permissions, reason: 'test', starts_at: new Date(0), state: 'granted' as const },
          asked: JSON.stringify({ permissions, columns: null, startDate: '2026-01-01', endDate: null }),
        })
        .execute();
    const set = await world.live();
    const input = await table(paymentColumns, payments.slice(0, 2));
    await grant(input.id, 'riskmanager', ['reference']);
    const allow = (columns: string[] | null) =>
      app.db.updateTable('data_grant').set({ columns }).where('table_id', '=', input.id).execute();
    const all = paymentColumns.map(({ name }) => name);
    const settings = { columns: ['no'], moment: 'at' };
    const { bizId } = await judged(set.id, input.bizId, settings, world.manager);
    const output = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    await grant(output.id, 'admin', ['view', 'edit', 'reference', 'execute']);
    const runBy = async () => await ended(ok<{ id: string }>(await runAgain(bizId)).id);
    const denied = (name: string) => ({
      status: 'failed',
      failure: expect.stringMatching(new RegExp(`, who had the table judged last, may not read .*: ${name}\\. Whoever`)),
    });
    // Kept, put in order by, and judged by alone.
    for (const name of ['no', 'at', 'amount']) {
      await allow(all.filter((one) => one !== name));
      expect(await runBy(), name).toMatchObject(denied(name));
    }
    // Whoever may read them has it judged anew, into the same table: their rights count from then on, until somebody else does.
    const into = { outputId: bizId, name: undefined, title: undefined, ...settings };
    const askerOf = async (db: typeof app.db) =>
      (await db.selectFrom('rule_output').select('made_by_id').where('table_id', '=', output.id).executeTakeFirstOrThrow()).made_by_id;
    expect((await judged(set.id, input.bizId, into)).run.status).toBe('finished');
    expect(await runBy()).toMatchObject({ status: 'finished' });
    expect(await askerOf(app.db)).toBe(ids.admin);
    // Of tables judged before this was kept it is whoever has the table.
    const undone = new Error('undone');
    const moving = app.db.transaction().execute(async (db) => {
      await sql`alter table rule_output drop column made_by_id`.execute(db);
      await judgedBy(db as never);
      expect(await askerOf(db)).toBe(ids.riskmanager);
      throw undone;
    });
    await expect(moving).rejects.toBe(undone);
    await allow(null);
    expect((await judged(set.id, input.bizId, into, world.manager)).run.status).toBe('finished');
    await allow(all.filter((one) => one !== 'amount'));
    expect(await runBy()).toMatchObject(denied('amount'));
  });
});

describe('a table that is judged into again', () => {
  it('[DATA-14] gets its rows once for a request that comes again, though the first run is over', async () => {
    const set = await world.live();
    const input = await table(paymentColumns, payments.slice(0, 3));
    const asked = judging(set.id, input.bizId, { columns: ['no'], key: 'made-once-1' });
    const first = ok<{ bizId: string; runId: string }>(await post('judge', asked));
    await ended(first.runId);
    expect(ok(await post('judge', asked))).toEqual(first);
    const into = { outputId: first.bizId, name: undefined, title: undefined, columns: ['no'], mode: 'append', key: 'made-once-2' };
    const more = judging(set.id, input.bizId, into);
    const added = ok<{ bizId: string; runId: string }>(await post('judge', more));
    await ended(added.runId);
    expect(ok(await post('judge', more))).toEqual(added);
    expect((await rowsOf(first.bizId)).rows).toHaveLength(6);
    const { runs } = ok<Work>(await english(`data/rule-table/work?id=${set.id}`));
    expect(runs.map(({ id }) => id)).toEqual([added.runId, first.runId]);
    // Another key means another time.
    const again = ok<{ runId: string }>(await post('judge', { ...more, key: 'made-once-3' }));
    await ended(again.runId);
    expect((await rowsOf(first.bizId)).rows).toHaveLength(9);
  });

  it('[DATA-12] [PERM-12] goes off line where another set, input or way fills it, and is not changed while its workspace decides', async () => {
    const { app } = world;
    const [set, other] = [await world.live(), await world.live()];
    const [input, otherInput] = [await table(paymentColumns, payments.slice(0, 2)), await table(paymentColumns, payments.slice(0, 2))];
    const { bizId } = await judged(set.id, input.bizId, { columns: ['no'] });
    const into = { outputId: bizId, name: undefined, title: undefined, columns: ['no'] };
    const output = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    const row = { table_id: output.id, type: '1', cron: '0 6 * * *', owner_id: ids.riskmanager ?? 0 } as const;
    await app.db.insertInto('data_schedule').values(row).execute();
    const stateAfter = async (setId: string, inputId: string, more: object) => {
      await app.db.updateTable('data_schedule').set({ state: 'live' }).where('table_id', '=', output.id).execute();
      expect((await judged(setId, inputId, { ...into, ...more })).run.status).toBe('finished');
      const schedules = app.db.selectFrom('data_schedule').select('state').where('table_id', '=', output.id);
      return (await schedules.executeTakeFirstOrThrow()).state;
    };
    expect(await stateAfter(set.id, input.bizId, {})).toBe('live');
    expect(await stateAfter(set.id, input.bizId, { mode: 'append' })).toBe('configured');
    expect(await stateAfter(set.id, otherInput.bizId, { mode: 'append' })).toBe('configured');
    expect(await stateAfter(other.id, otherInput.bizId, { mode: 'append' })).toBe('configured');
    expect(await stateAfter(other.id, otherInput.bizId, { mode: 'append' })).toBe('live');
    const told = app.db.selectFrom('message').select('user_id as userId').where('template', '=', 'data/schedule-off-line');
    expect(await told.where('source_id', '=', bizId).execute()).toEqual(Array.from({ length: 3 }, () => ({ userId: ids.riskmanager })));

    const room = dataOf<{ bizId: string }>(await world.post('workspace/saveOrUpdate', { name: 'Judged' }));
    const { id: workspaceId } = await app.db
      .updateTable('workspace')
      .set({ schedule_approval_state: inApproval })
      .where('biz_id', '=', room.bizId)
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.updateTable('data_table').set({ workspace_id: workspaceId }).where('id', '=', output.id).execute();
    expect(code(await post('judge', judging(set.id, input.bizId, into)))).toEqual([409, 'WORKSPACE_IN_APPROVAL']);
    await app.db.updateTable('workspace').set({ schedule_approval_state: null }).where('id', '=', workspaceId).execute();
    expect((await judged(set.id, input.bizId, into)).run.status).toBe('finished');
  });
});

describe('the rows of a judged table', () => {
  it('[PERM-15] [RULE-17] a column judging added opens none of the input that is called so and did not stay', async () => {
    const set = await world.live();
    const columns = paymentColumns.map((one) => (one.name === 'amount' ? { ...one, name: 'score' } : one));
    const input = await table(columns, payments.slice(0, 3));
    const matches = [{ field: 'amount', column: 'score' }];
    const { bizId, run } = await judged(set.id, input.bizId, { columns: ['no'], matches });
    expect((await rowsOf(bizId)).columns.slice(0, 2)).toEqual(['no string', 'score number']);
    const output = await world.app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    const permissions: ('view' | 'execute')[] = ['view', 'execute'];
    await world.app.db
      .insertInto('data_grant')
      .values({
        ...{ table_id: output.id, user_id: ids.riskmanager ?? 0, reason: 'test', starts_at: new Date(0), state: 'granted', permissions },
        asked: JSON.stringify({ permissions, columns: null, startDate: '2026-01-01', endDate: null }),
      })
      .execute();
    const theirs = await explained(bizId, `${run.id}-2`, world.manager);
    expect(theirs.hits[0]?.told).toMatchObject([{ field: 'Amount', seen: null, hidden: true }]);
    expect(theirs.values).toEqual([{ field: 'Amount', value: 'no right to see it', hidden: true }]);
    expect((await explained(bizId, `${run.id}-2`)).values).toEqual([{ field: 'Amount', value: '1000', hidden: false }]);
    const runs = world.app.db.selectFrom('rule_run').select('told').where('run_id', '=', Number(run.id));
    const { told } = await runs.executeTakeFirstOrThrow();
    const keep = (more: object) =>
      world.app.db
        .updateTable('rule_run')
        .set({ told: JSON.stringify({ ...told, faults: [{ row: 9, field: 'amount', kind: 'long', value: 'of amount' }], ...more }) })
        .where('run_id', '=', Number(run.id))
        .execute();
    const values = async () =>
      ok<{ faults: { value: string }[] }>(await english(`data/rule-table/told?runId=${run.id}`, world.manager)).faults.map(
        (one) => one.value,
      );
    // Runs of before do not say which columns stayed.
    for (const about of [told.about, { matches: told.about?.matches, input: input.bizId }]) {
      await keep({ about });
      expect(await values()).toEqual(['no right to see it']);
    }
    // Nor does a column that came since from somewhere else.
    await judged(set.id, input.bizId, {
      ...{ outputId: bizId, name: undefined, title: undefined, columns: ['no', 'score'], matches },
    });
    await keep({});
    expect(await values()).toEqual(['no right to see it']);
  });

  it('[RULE-16] [RULE-17] are found by decision, rule and score, and each is explained as it was judged, in words and with its values', async () => {
    const large = { all: [{ field: 'amount', operator: 'atLeast', value: '1000' }] };
    const set = await world.live([
      { condition: { any: [{ field: 'payee', operator: 'contains', value: 'harbour' }, large] }, weight: 31 },
      { condition: { not: [{ field: 'account', operator: 'equals', value: '111' }] }, weight: 2, outcome: 'review' },
    ]);
    const input = await table(paymentColumns, payments.slice(0, 4));
    const { bizId, run } = await judged(set.id, input.bizId, { columns: ['no', 'payee', 'account'] });
    const all = await pageOf(bizId);
    expect(all).toMatchObject({ total: 4, tableRows: 4, inputTitle: expect.stringContaining('Input'), set: { id: set.id } });
    expect(all.content.map(({ judgement, score, decision }) => [judgement, score, decision])).toEqual([
      [`${run.id}-2`, 81, 'block'],
      [`${run.id}-3`, 81, 'block'],
      [`${run.id}-1`, 31, 'approve'],
      [`${run.id}-4`, 2, 'review'],
    ]);
    expect(all.columns.map(({ name, place }) => [name, all.content[0]?.cells[place]])).toEqual([
      ['no', 'P2'],
      ['payee', 'Harbour Ltd'],
      ['account', '111'],
    ]);
    expect(all.decisions).toEqual([
      { decision: 'approve', count: 1 },
      { decision: 'review', count: 1 },
      { decision: 'block', count: 2 },
    ]);
    expect(await pageOf(bizId, { decision: 'block', pageSize: 1, pageNo: 2 })).toMatchObject({
      total: 2,
      content: [{ judgement: `${run.id}-3` }],
    });
    expect(await pageOf(bizId, { rule: 'rule 3' })).toMatchObject({ total: 1, content: [{ rules: 'Rule 3' }] });
    expect((await pageOf(bizId, { least: 31 })).total).toBe(3);
    // A later version judges otherwise: the row is told by the one it was judged by.
    await world.post('data/rule-set/draft/start', { id: set.id });
    await world.publish(set.id);
    const why = await explained(bizId, `${run.id}-2`);
    expect(why).toMatchObject({ score: 81, decision: 'block', number: 1 });
    expect(why.hits.map(({ weight, told }) => [weight, told.map(({ text }) => text)])).toEqual([
      [50, ['Amount (1000) at least 1000']],
      [31, ['Payee (Harbour Ltd) contains harbour', 'Amount (1000) at least 1000']],
    ]);
    expect(why.values).toEqual([
      { field: 'Amount', value: '1000', hidden: false },
      { field: 'Payee', value: 'Harbour Ltd', hidden: false },
    ]);
    expect((await explained(bizId, `${run.id}-4`)).hits).toMatchObject([
      { weight: 2, told: [{ seen: '222', text: 'not: Account (222) is 111' }] },
    ]);
    expect(code(await english(`data/rule-table/explain?bizId=${bizId}&judgement=${run.id}-9`))).toEqual([404, 'NOT_FOUND']);
    // Somebody with a right to the judged table is told no value of a column that did not stay and that they may not see.
    const output = await world.app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    const grant = { table_id: output.id, user_id: ids.riskmanager ?? 0, reason: 'test', starts_at: new Date(0), state: 'granted' as const };
    const asked = JSON.stringify({ permissions: ['view'], columns: null, startDate: '2026-01-01', endDate: null });
    await world.app.db
      .insertInto('data_grant')
      .values({ ...grant, asked, permissions: ['view'], columns: null })
      .execute();
    const theirs = await explained(bizId, `${run.id}-2`, world.manager);
    expect(theirs.hits[0]?.told).toEqual([
      { field: 'Amount', seen: null, text: 'Amount (no right to see it) at least 1000', hidden: true },
    ]);
    expect(theirs.values[0]).toEqual({ field: 'Amount', value: 'no right to see it', hidden: true });
    expect(theirs.hits[1]?.told[0]).toMatchObject({ seen: 'Harbour Ltd', hidden: false });
    // Nor by what the run told of rows that were left out.
    const kept = await world.app.db.selectFrom('rule_run').select('told').where('run_id', '=', Number(run.id)).executeTakeFirstOrThrow();
    const fault = (field: string) => ({ row: 9, field, kind: 'long', value: `of ${field}` });
    await world.app.db
      .updateTable('rule_run')
      .set({ told: JSON.stringify({ ...kept.told, faults: [fault('amount'), fault('payee')] }) })
      .where('run_id', '=', Number(run.id))
      .execute();
    await world.app.db
      .updateTable('data_grant')
      .set({ permissions: ['view', 'execute'] })
      .where('table_id', '=', output.id)
      .execute();
    const valuesFor = async (token?: string) =>
      ok<{ faults: { value: string }[] }>(await english(`data/rule-table/told?runId=${run.id}`, token)).faults.map(({ value }) => value);
    expect(await valuesFor(world.manager)).toEqual(['no right to see it', 'of payee']);
    expect(await valuesFor()).toEqual(['of amount', 'of payee']);
    // Without the column of the decision there is nothing to explain.
    await world.app.db
      .updateTable('data_grant')
      .set({ columns: ['no', 'score'] })
      .where('table_id', '=', output.id)
      .execute();
    expect(code(await english(`data/rule-table/explain?bizId=${bizId}&judgement=${run.id}-2`, world.manager))).toEqual([403, 'FORBIDDEN']);
    expect(code(await post('page', { bizId }, world.manager))).toEqual([403, 'FORBIDDEN']);
  });
});

interface Test {
  id: string;
  state: string;
  source: string;
  done: number;
  total: number;
  changed: number;
  unfit: number;
  comparedWith: number | null;
  tableTitle: string | null;
  mayStop: boolean;
  failure: string | null;
  decisions: { decision: string; before: number; after: number }[];
  rules: { name: string; hits: number; before: number | null }[];
  scores: { name: string; before: number; after: number }[];
  samples: { key: string; subject: string | null; before: string; after: string; scoreBefore: number; score: number }[];
  samplesHidden: boolean;
}
const tested = async (setId: string, token = world.admin) => ok<Test>(await english(`data/rule-set/back-test?id=${setId}`, token));

describe('a back-test over a data table', () => {
  it('[RULE-16] [RULE-17] judges every row by the draft and by the live version, counts hits, scores and decisions, and writes nothing', async () => {
    const set = await world.live([{ condition: { all: [{ field: 'payee', operator: 'contains', value: 'morvane' }] }, weight: 10 }]);
    await world.post('data/rule-set/draft/start', { id: set.id });
    const draft = ok<{ rules: { id: string; version: number }[] }>(await world.version(set.id));
    const [first, second] = draft.rules;
    // The first rule weighs more, the second is gone, a third is new.
    await world.post('data/rule-set/draft/rule', {
      ...{ id: first?.id, version: first?.version },
      setId: set.id,
      name: 'Rule 1',
      condition: large,
      weight: 90,
      outcome: 'score',
    });
    await world.post('data/rule-set/draft/rule/remove', { setId: set.id, id: second?.id, version: second?.version });
    const small = { all: [{ field: 'amount', operator: 'less', value: '1000' }] };
    await world.post('data/rule-set/draft/rule', { setId: set.id, name: 'Small', condition: small, weight: 20, outcome: 'score' });
    const input = await table(paymentColumns, payments);
    const { app } = world;
    const counted = async () => {
      const { rows } = await sql<{ tables: number; parts: number; decisions: number }>`select (select count(*) from data_table) as tables,
        (select count(*) from data_part) as parts, (select count(*) from screening_decision) as decisions`.execute(app.db);
      return rows[0];
    };
    const before = await counted();
    const started = ok<{ runId: string }>(await post('back-test', { id: set.id, tableId: input.bizId }));
    expect(await ended(started.runId)).toMatchObject({ status: 'finished', rows: 5 });
    const test = await tested(set.id);
    expect(test).toMatchObject({
      source: 'table',
      state: 'done',
      done: 5,
      total: 5,
      unfit: 1,
      changed: 2,
      comparedWith: 1,
      samplesHidden: false,
    });
    expect(test.decisions).toEqual([
      { decision: 'approve', before: 2, after: 2 },
      { decision: 'review', before: 2, after: 0 },
      { decision: 'block', before: 0, after: 2 },
    ]);
    expect(test.rules).toMatchObject([
      { name: 'Rule 1', hits: 2, before: 2 },
      { name: 'Small', hits: 1, before: null },
      { name: 'Rule 2', hits: 0, before: 1 },
    ]);
    expect(test.scores.filter((band) => band.before > 0 || band.after > 0)).toMatchObject([
      { name: '0', before: 1, after: 1 },
      { name: '> 0 – 20', before: 1, after: 1 },
      { name: '> 40 – 60', before: 2, after: 0 },
      { name: '> 80 – 100', before: 0, after: 2 },
    ]);
    expect(test.samples).toEqual([
      { key: '2', subject: 'Harbour Ltd', before: 'review', after: 'block', scoreBefore: 50, score: 90 },
      { key: '3', subject: 'Harbour, Ltd', before: 'review', after: 'block', scoreBefore: 50, score: 90 },
    ]);
    expect(await counted()).toEqual(before);
    // Who may not use the table sees figures, and no row of it.
    const theirs = await tested(set.id, world.manager);
    expect(theirs).toMatchObject({ changed: 2, samples: [], samplesHidden: true, tableTitle: null, mayStop: false });
  });

  it('[RULE-15] is told at its field what does not fit, and says so where there is no live version to compare with', async () => {
    const set = await world.draft();
    const input = await table([column('payee', 'string'), column('amount', 'string')], [['A', 'x']]);
    const wrong = await post('back-test', { id: set.id, tableId: input.bizId });
    expect(wrong.body.details).toEqual([expect.objectContaining({ field: 'tableId', key: 'ruletable.fault.noColumn' })]);
    const matches = [{ field: 'amount', column: null }];
    const { runId } = ok<{ runId: string }>(await post('back-test', { id: set.id, tableId: input.bizId, matches }));
    expect(await ended(runId)).toMatchObject({ status: 'finished' });
    expect(await tested(set.id)).toMatchObject({
      state: 'done',
      comparedWith: null,
      changed: 0,
      decisions: [{ after: 1 }, { after: 0 }, { after: 0 }],
    });
  });
});

describe('a run over many rows', () => {
  const many = 60_000;
  let input: Made;
  beforeAll(async () => {
    const rows = Array.from({ length: many }, (_, row): CellValue[] => [
      `P${row}`,
      row % 1_000 === 7 ? null : `Payee ${row % 97}`,
      String(row % 50),
      `${row % 2_000}.000000`,
      '2026-03-01 08:00:00',
    ]);
    input = await table(paymentColumns, rows);
  });

  it('[DATA-10] [DATA-11] says how far it is, counts rows left out, and a stop ends it within seconds and changes nothing', async () => {
    // Enough rules for the run to be seen on the way, however quick the machine.
    const scores = Array.from({ length: 28 }, (_, nth) => 60 + nth);
    const set = await world.live(
      scores.map((score) => ({ condition: { all: [{ field: 'payee', operator: 'onList', value: { list: 'SANCTIONS', score } }] } })),
    );
    const started = ok<{ bizId: string; runId: string }>(await post('judge', judging(set.id, input.bizId)));
    const open = await post('judge', judging(set.id, input.bizId, { outputId: started.bizId }));
    expect(code(open)).toEqual([409, 'RUN_OPEN']);
    let seen = 0;
    for (let tries = 0; tries < 600 && seen === 0; tries += 1) {
      const run = ok<{ status: string; steps: { id: string; rows: number | null; state: string }[] }>(
        await english(`data/run?id=${started.runId}`),
      );
      const step = run.steps.find(({ id }) => id === 'judge');
      if (step?.state === 'running') seen = step.rows ?? 0;
      else if (run.status !== 'queued' && run.status !== 'started') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(seen).toBeGreaterThan(0);
    const asked = performance.now();
    ok(await call(world.app, '/api/data/run/stop', { method: 'POST', token: world.admin, body: { id: started.runId } }));
    expect(await ended(started.runId)).toMatchObject({ status: 'stopped', state: 'fail' });
    expect(performance.now() - asked).toBeLessThan(15_000);
    expect(ok<{ table: object }>(await english(`data/mart/get?bizId=${started.bizId}`)).table).toMatchObject({ revision: 0, rows: 0 });
    expect((await pageOf(started.bizId)).content).toEqual([]);
  });

  it('[DATA-10] a back-test is one at a time, and whoever started it stops it', async () => {
    const set = await world.live();
    const asked = { id: set.id, tableId: input.bizId };
    const { runId } = ok<{ runId: string }>(await post('back-test', asked));
    expect(code(await post('back-test', asked))).toEqual([409, 'BACK_TEST_RUNNING']);
    expect(await tested(set.id)).toMatchObject({ state: 'running', mayStop: true, total: many });
    expect((await tested(set.id, world.manager)).mayStop).toBe(false);
    ok(await call(world.app, '/api/data/run/stop', { method: 'POST', token: world.admin, body: { id: runId } }));
    await ended(runId);
    expect(await tested(set.id)).toMatchObject({ state: 'stopped', mayStop: false });
  });

  it('[DATA-11] judges all of them, in order, and leaves out and tells those that do not fit', async () => {
    const set = await world.live();
    const { bizId, run } = await judged(set.id, input.bizId, { columns: ['no'] });
    expect(run).toMatchObject({ status: 'finished', state: 'warning', rows: many - 60, rejected: 60 });
    const { rows } = await rowsOf(bizId);
    expect(rows[0]?.[0]).toBe('P0');
    expect(rows[7]?.[0]).toBe('P8');
    const page = await pageOf(bizId, { decision: 'review' });
    // Half of the amounts reach 1000; all that were left out are below.
    expect(page.total).toBe(many / 2 - 30);
  });
});
