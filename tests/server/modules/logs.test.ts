import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { up } from '../../../server/database/migrations/222-audit-names.ts';
import { record } from '../../../server/modules/audit/record.ts';
import { changesOf } from '../../../server/modules/logs/answers.ts';
import { logRows } from '../../../server/modules/logs/repository.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { call, signIn, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  await signIn(app, 'auditor', 'wrong');
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Row {
  id: string;
  time: string;
  actor: string;
  action: string;
  reason: string | null;
  targetName: string | null;
  changes: { field: string; before: string | null; after: string | null }[];
}
const base = '/api/system/log';
const list = async (log: string, query = '') =>
  (await call(app, `${base}/${log}/list?${query}`, { token })).body.data as { content: Row[]; total: number };
const download = (log: string, query: string) =>
  app.http.inject({ url: `${base}/${log}/export?${query}`, headers: { authorization: `Bearer ${token}` } });
const write = (rows: { actor: string; action: string; at?: string; detail?: string }[]) =>
  app.db
    .insertInto('audit_log')
    .values(rows.map((row) => ({ actor: row.actor, action: row.action, target_type: 'user', detail: row.detail ?? '{}', ip: '10.0.0.1' })))
    .execute();

describe('reading', () => {
  it('the sign-in log tells sign-ins, failures with their reason, and nothing else', async () => {
    const { content } = await list('sign-in', 'sort=time&order=asc');
    expect(content.map(({ actor, action, reason }) => ({ actor, action, reason }))).toEqual([
      { actor: 'auditor', action: 'login_failed', reason: 'wrong' },
      { actor: 'admin', action: 'login', reason: null },
    ]);
    expect((await list('sign-in', 'action=login_failed')).total).toBe(1);
    expect((await list('sign-in', 'keyword=AUDI')).total).toBe(1);
  });

  it('the operation log tells values before and after', async () => {
    const department = await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow();
    await call(app, '/api/system/department', { method: 'PUT', token, body: { id: String(department.id), version: 1, code: 'D99' } });
    const [row] = (await list('operation', 'action=department_update')).content;
    expect(row?.changes).toEqual([{ field: 'code', before: 'D09', after: 'D99' }]);
    expect((await list('operation', 'targetType=department')).total).toBe(1);
    expect((await list('operation', 'targetType=role')).total).toBe(0);
  });

  it('says what an entry is about by its code or name, and finds it by that', async () => {
    const post = async (path: string, body: object) => (await call(app, path, { method: 'POST', token, body })).body.data as { id: string };
    const party = { kind: 'company', name: 'x' };
    await Promise.all(['L-1', 'L-2'].map((code) => post('/api/data/engine/relation-graph/party', { ...party, code })));
    await post('/api/data/engine/relation-graph/link', { from: 'L-1', to: 'L-2', kind: 'supplies', source: 'test' });
    const users = (await call(app, '/api/system/user/list?keyword=auditor', { token })).body.data as {
      content: { id: string; version: number }[];
    };
    const [user] = users.content;
    await call(app, '/api/system/user/status', { method: 'PUT', token, body: { id: user?.id, version: user?.version, status: '0' } });
    const register = 'industry-news';
    const owner = user?.id;
    const values = { title: '快讯', day: '2026-03-01', source: '日报', topic: 'data', owner, summary: 'x' };
    const { code } = (await post('/api/register/save', { register, values })) as { id: string; code?: string };
    expect(code).toMatch(/^N-\d{4}$/);
    const about = async (keyword: string) =>
      (await list('operation', `keyword=${encodeURIComponent(keyword)}&order=asc&sort=time`)).content.map(({ action, targetName }) => [
        action,
        targetName,
      ]);
    expect(await about(String(code).toLowerCase())).toEqual([['register_row_create', code]]);
    expect(await about('l-1 →')).toEqual([['relation_link_create', 'L-1 → L-2']]);
    expect(await about('L-2')).toContainEqual(['relation_party_create', 'L-2']);
    expect((await list('operation', 'targetType=user')).content).toMatchObject([{ action: 'user_enable', targetName: 'auditor' }]);
    // A row that knows no name itself is about what was called so the last time.
    const origin = { ip: '10.0.0.2', userAgent: undefined, requestId: 'r' };
    await record(app.db, origin, { action: 'user_settings', targetType: 'user', targetId: String(user?.id), actor: { username: 'x' } });
    expect((await list('operation', 'targetType=user')).content).toMatchObject([{ targetName: 'auditor' }, {}]);
  });

  it('names of entries from before are those the entries know', async () => {
    await sql`alter table audit_log drop column target_name`.execute(app.db);
    const named = { code: 'F-0009', register: 'finding', after: { name: '印章' } };
    const older = { actor: 'older', action: 'user_update' };
    await write(
      [named, { before: { roleCode: 'R1' } }, { task: 'T1' }, { note: 'x' }].map((detail) => ({
        ...older,
        detail: JSON.stringify(detail),
      })),
    );
    await up(app.db as never);
    const rows = (await list('operation', 'keyword=older&sort=time&order=asc')).content;
    expect(rows.map(({ targetName }) => targetName)).toEqual(['F-0009', 'R1', 'T1', null]);
    await expect(sql`update audit_log set target_name = 'forged'`.execute(app.db)).rejects.toThrow('append only');
  });

  it('filters by a time range whose last minute counts whole', async () => {
    const { rows } = await sql<{ at: Date }>`select min(at) as at from audit_log where action = 'login'`.execute(app.db);
    const minute = new Date(Math.floor((rows[0]?.at.getTime() ?? 0) / 60_000) * 60_000);
    const range = (from: Date, to: Date) => `time=${from.toISOString()}&time=${to.toISOString()}`;
    expect((await list('sign-in', range(minute, minute))).total).toBeGreaterThan(0);
    const before = new Date(minute.getTime() - 120_000);
    expect((await list('sign-in', range(before, before))).total).toBe(0);
    // However late within its minute the range ends.
    expect((await list('sign-in', range(before, new Date(minute.getTime() - 1)))).total).toBe(0);
    expect((await call(app, `${base}/sign-in/list?time=yesterday`, { token })).body.code).toBe('PARAMETER_ERROR');
  });

  it('shows what differs, and facts of their own', () => {
    expect(changesOf({ before: { a: 1, version: 1 }, after: { a: 1, b: [2], version: 2 }, add: ['7'] })).toEqual([
      { field: 'b', before: null, after: '[2]' },
      { field: 'add', before: null, after: '["7"]' },
    ]);
  });
});

describe('export', () => {
  const attacks = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];

  it('writes CSV that no spreadsheet runs, with the labels of the language, and is itself in the log', async () => {
    await write(attacks.map((actor) => ({ actor, action: 'login' })));
    await write([{ actor: 'with "quotes", comma\nand line', action: 'login' }]);
    const answer = await download('sign-in', 'format=csv&language=zh-Hant&keyword=10.0.0.1');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; .*\.csv/);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    const text = answer.body;
    expect(text.startsWith('\uFEFF時間,帳號,操作')).toBe(true);
    for (const attack of attacks.filter((one) => one !== '\r=1')) expect(text).toContain(`,'${attack},登入成功`);
    expect(text).toContain(`,"'\r=1",`);
    expect(text).toContain('"with ""quotes"", comma\nand line"');
    const cells = text.split(/,|\r\n/);
    expect(cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect((await list('operation', 'action=log_export')).total).toBe(1);
  });

  it('writes a workbook whose cells are texts, whatever they hold', async () => {
    await write([{ actor: '<b>&"\u0001深圳', action: 'login' }]);
    const answer = await download('sign-in', 'format=xlsx&language=en&keyword=10.0.0.1');
    const [rows] = Object.values(await readSheets(answer.rawPayload));
    const cells = rows?.flat();
    expect(rows?.[0]).toContain('Account');
    for (const text of ["'=1+1", "'\t=1", '<b>&"深圳']) expect(cells).toContain(text);
  });

  it('writes times as dates by the clocks of the server, which the heading names, into workbooks, as exact moments into CSV', async () => {
    await sql`insert into audit_log (at, actor, action, target_type, detail)
      values ('2026-03-31T16:00:05.678Z', 'clockmaker', 'login', 'user', '{}')`.execute(app.db);
    const query = (format: string) => `format=${format}&language=en&keyword=clockmaker`;
    const [rows] = Object.values(await readSheets((await download('sign-in', query('xlsx'))).rawPayload));
    expect(rows?.map(([time]) => time)).toEqual(['Time (Asia/Shanghai)', new Date('2026-04-01T00:00:05Z')]);
    const { body } = await download('sign-in', query('csv'));
    expect(body).toMatch(/^\uFEFF?"?Time"?,/);
    expect(body).toContain('\r\n2026-03-31T16:00:05.678Z,clockmaker,');
  });

  it('gives every row that fits, more than one batch of them, and only those', async () => {
    await write(Array.from({ length: 2_500 }, (_, index) => ({ actor: `bulk${index}`, action: 'user_update', detail: '{"note": "x"}' })));
    const answer = await download('operation', 'format=csv&language=en&keyword=bulk');
    const lines = answer.body.trim().split('\r\n');
    expect(lines).toHaveLength(2_501);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(2_501);
  });

  it('a log is counted along an index of its own, however long the other one is', async () => {
    await sql`insert into audit_log (actor, action, target_type) select 'long', case when n % 2 = 0 then 'user_update' else 'login' end, 'user'
      from generate_series(1, 20000) n`.execute(app.db);
    await sql`vacuum analyze audit_log`.execute(app.db);
    const filter = { keyword: '', action: '', targetType: '', from: undefined, to: undefined };
    for (const [log, index] of [
      ['sign-in', 'audit_log_sign_in'],
      ['operation', 'audit_log_operation'],
    ] as const) {
      const rows = logRows(app.db, { ...filter, log });
      const plans = [
        await rows.select((row) => row.fn.countAll().as('total')).explain(),
        await rows.select('id').orderBy('id', 'desc').limit(10).explain(),
      ];
      for (const plan of plans) expect(JSON.stringify(plan)).toContain(`Index Only Scan`);
      for (const plan of plans) expect(JSON.stringify(plan)).toContain(index);
    }
    const page = async (current: number) => await list('sign-in', `keyword=LON&size=10&current=${current}`);
    const last = await page(1_000);
    expect([last.total, last.content.length]).toEqual([10_000, 10]);
    const beyond = await page(1_001);
    expect([beyond.total, beyond.content.length]).toEqual([10_000, 0]);
    expect(await list('sign-in', 'keyword=nobody')).toMatchObject({ total: 0, content: [] });
  });

  it('asks for its own permission', async () => {
    const auditor = await tokenOf(app, 'auditor');
    for (const url of [`${base}/sign-in/export`, `${base}/operation/export`, `${base}/sign-in/list`, `${base}/operation/list`])
      expect((await call(app, url, { token: auditor })).body.code).toBe('FORBIDDEN');
  });
});
