import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { call, tokenOf, uploadFile } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'auditor');
});
afterAll(async () => await app.close());

interface Imported {
  saved: boolean;
  count: number;
  columns: { name: string; title: string }[];
  rows: { row: number; cells: Record<string, string> }[];
  ignored: string[];
  faultCount: number;
  faults: { row: number | null; column: string; message: string; advice?: string }[];
}
const send = async (lines: string[], mode: string, { register = 'finding', as = token, more = '' } = {}) =>
  await uploadFile(app, `/api/register/import?register=${register}&mode=${mode}${more}`, as, Buffer.from(lines.join('\n')), 'rows.csv');
const given = async (lines: string[], mode: string, more = '') => (await send(lines, mode, { more })).body.data as Imported;
const totalOf = async (keyword: string) => {
  const answer = await call(app, '/api/register/page', { method: 'POST', token, body: { register: 'finding', keyword } });
  return answer.body.data as { total: number; content: { code: string; values: Record<string, unknown>; state: string }[] };
};
const heads = '问题,Severity,责任部门,owner,整改期限,整改措施';

describe('rows of a file', () => {
  it('[DATA-14] become records by the labels of any language, with choices by what they are called; checked first, saved then', async () => {
    const lines = [heads, '导入一,高,D09,riskmanager,2030/1/5,做', '导入二,Low,Finance,陈静,2030年2月6日,'];
    const checked = await given(lines, 'check');
    expect(checked).toMatchObject({ saved: false, count: 2, faultCount: 0, ignored: [] });
    expect(checked.rows).toMatchObject([{ row: 2, cells: { title: '导入一', owner: 'riskmanager', due: '2030-01-05' } }, { row: 3 }]);
    expect((await totalOf('导入')).total).toBe(0);
    const saved = await given(lines, 'all');
    expect(saved).toMatchObject({ saved: true, count: 2 });
    const { content } = await totalOf('导入');
    expect(content).toMatchObject([
      { state: 'open', values: { title: '导入二', severity: '1', due: '2030-02-06' } },
      { state: 'open', values: { title: '导入一', severity: '3', due: '2030-01-05', action: '做' } },
    ]);
    // Checking took no numbers.
    expect(content.map(({ code }) => code)).toEqual(['F-0014', 'F-0013']);
  });

  it('[DATA-14] that do not fit are told by row, column and reason: all are saved or none, or those that fit', async () => {
    const lines = [
      `${heads},Remark`,
      '坏行一,High,D09,riskmanager,2030-01-05,,x',
      ',最高,D99,nobody,2030-02-30,,',
      `坏行二,1,D09,riskmanager,2030-01-06,${'长'.repeat(2001)},`,
    ];
    const checked = await given(lines, 'all');
    expect(checked).toMatchObject({ saved: false, count: 1, ignored: ['Remark'] });
    expect(checked.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, '严重程度', '没有这个选项'],
      [3, '责任部门', '没有这个选项'],
      [3, '整改责任人', '没有这个选项'],
      [3, '问题', '此项为必填项'],
      [3, '整改期限', '不是日期'],
      [4, '整改措施', '最多 2000 个字符'],
    ]);
    expect(checked.faults.map(({ advice }) => advice)).toEqual([
      expect.stringMatching(/^填写其中之一：.*高/),
      expect.stringMatching(/^填写其中之一|部门的编码或名称/),
      '人员的账号或姓名',
      '填写该单元格，或删除该行',
      '按年、月、日填写：2026-01-31、2026/1/31 或 2026年1月31日',
      '缩短文字',
    ]);
    const adviceAt = async (...rows: string[]) => (await given([heads, ...rows], 'check')).faults.map(({ advice }) => advice);
    expect(await adviceAt('坏行三,High,信息技朮部,riskmanager,2030-01-05,')).toEqual(['是否指“信息技术部”？']);
    // Of a few letters, and of people, what resembles something is something else.
    expect(await adviceAt('坏行三,High,采构部,riskmanager,2030-01-05,')).toEqual(['部门的编码或名称']);
    expect(await adviceAt('坏行三,High,D09,riskmanger,2030-01-05,', '坏行四,High,D09,陈靖,2030-01-05,')).toEqual(
      Array(2).fill('人员的账号或姓名'),
    );
    expect((await totalOf('坏行')).total).toBe(0);
    expect(await given(lines, 'fitting')).toMatchObject({ saved: true, count: 1, faultCount: 6 });
    expect((await totalOf('坏行')).total).toBe(1);
    expect((await given(['问题,整改期限', 'a,2030-01-01'], 'check')).faults.map(({ message }) => message)).toHaveLength(3);
    expect((await given(['甲,乙', '1,2'], 'check')).faults).toMatchObject([{ row: null }]);
    expect((await given([heads], 'check')).faults).toMatchObject([{ row: null }]);
  });

  it('[DATA-14] name several people with semicolons or commas between; a name nobody has is told', async () => {
    const as = await tokenOf(app, 'admin');
    const { content } = (await call(app, '/api/register/page', { method: 'POST', token: as, body: { register: 'audit-entity', size: 1 } }))
      .body.data as {
      content: { code: string }[];
    };
    const row = (team: string) => `Imported,${content[0]?.code},auditor,"${team}",2099-01-01,2099-02-01`;
    const lines = [
      'Engagement,Auditable entity,Lead auditor,Team,Start,End',
      row('auditor; riskmanager'),
      row('陈静、王伟，admin'),
      row('auditor; nobody'),
    ];
    const checked = (await send(lines, 'fitting', { register: 'engagement', as })).body.data as Imported;
    expect(checked.faults.map((fault) => [fault.row, fault.column, fault.message])).toEqual([[4, '审计组成员', '没有这个选项']]);
    const found = await call(app, '/api/register/page', {
      method: 'POST',
      token: as,
      body: { register: 'engagement', keyword: 'Imported' },
    });
    const teams = (found.body.data as { content: { values: { team: string[] } }[] }).content.map(({ values }) => values.team.length);
    expect(teams).toEqual([3, 2]);
  });

  it('are told together to whom their first state waits for', async () => {
    const role = await app.db.selectFrom('role').select('id').where('role_code', '=', 'Administrator').executeTakeFirstOrThrow();
    const second = await app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    await app.db.insertInto('user_role').values({ user_id: second.id, role_id: role.id }).execute();
    await app.db.deleteFrom('message').execute();
    const lines = ['title,year,department,amount', '导入预算一,2029,D09,10', '导入预算二,2029,D09,20'];
    const answer = await send(lines, 'all', { register: 'budget', as: await tokenOf(app, 'admin') });
    expect(answer.body.data).toMatchObject({ saved: true, count: 2 });
    const told = await app.db.selectFrom('message').select(['user_id', 'template', 'parameters']).orderBy('id').execute();
    expect(told).toMatchObject([{ user_id: second.id, template: 'register/waits-many', parameters: { count: 2 } }]);
    await app.db.deleteFrom('user_role').where('user_id', '=', second.id).where('role_id', '=', role.id).execute();
  });

  it('[DATA-14] are saved once for one key, though the file is sent again and both are on their way; what was not saved is tried anew', async () => {
    const lines = [heads, '只此一次,高,D09,riskmanager,2030-01-05,'];
    const key = '&key=one-import';
    await given(lines, 'check', key);
    const both = await Promise.all([given(lines, 'all', key), given(lines, 'all', key)]);
    expect(both).toMatchObject([
      { saved: true, count: 1 },
      { saved: true, count: 1 },
    ]);
    expect((await totalOf('只此一次')).total).toBe(1);
    // Other rows are another import, whatever key they come with.
    const others = [heads, '另一次,高,D09,nobody,2030-01-05,'];
    expect(await given(others, 'all', key)).toMatchObject({ saved: false, count: 0 });
    expect(await given(others, 'all', key)).toMatchObject({ saved: false, faultCount: 1 });
    expect(await given(lines, 'all', '&key=another-import')).toMatchObject({ saved: true, count: 1 });
    expect((await totalOf('只此一次')).total).toBe(2);
  });

  it('[DATA-14] a number that is none says how it is written, a whole one without decimals', async () => {
    const as = await tokenOf(app, 'admin');
    const advices = async (register: string, columns: string, row: string) => {
      const { faults } = (await send([columns, row], 'check', { register, as })).body.data as Imported;
      return faults.filter(({ message }) => message === '不是数字').map(({ column, advice }) => [column, advice]);
    };
    expect(await advices('risk', '风险,责任部门,责任人,可能性（1–5）,影响程度（1–5）', 'x,D09,auditor,often,2.5')).toEqual([
      ['可能性（1–5）', '只填整数，如 1250，不带单位'],
      ['影响程度（1–5）', '只填整数，如 1250，不带单位'],
    ]);
    expect(await advices('contract', '合同名称,承包方,责任人,合同金额', 'x,y,auditor,much')).toEqual([
      [expect.any(String), '只填数字，如 1250.5，不带单位'],
    ]);
  });

  it('[DATA-14] have numbers as number fields read them: commas group by three or the number is none, and no decimal is rounded off unseen', async () => {
    const as = await tokenOf(app, 'admin');
    const amounts = async (register: string, columns: string, row: (amount: string) => string, texts: readonly string[]) => {
      const lines = [columns, ...texts.map((text) => row(`"${text}"`))];
      const imported = (await send(lines, 'check', { register, as })).body.data as Imported;
      const faults = new Map(imported.faults.map(({ row: at, column, message, advice }) => [at, [column, message, advice]]));
      return imported.rows.map(({ row: at, cells }) => faults.get(at) ?? cells.amount ?? cells.year);
    };
    const budget = (texts: readonly string[]) =>
      amounts('budget', 'title,year,department,amount', (text) => `逗号预算,2029,D09,${text}`, texts);
    const none = ['预算金额', '不是数字', '只填数字，如 1250.5，不带单位'];
    expect(await budget(['12,50', '1.234,56', '1,5', '1 5', '1234,567', '0x10'])).toEqual(Array(6).fill(none));
    const fits = ['1,250.50', '１，２５０', '1 234 567.8', '7.500', '1.5E3', '1e-2'];
    expect(await budget(fits)).toEqual(['1250.5', '1250', '1234567.8', '7.5', '1500', '0.01']);
    expect(await budget(['12.345', '1E-7', '12345678901234567', '123456789012345678e1'])).toEqual([
      ['预算金额', '最多 2 位小数', '先在文件中对数字四舍五入'],
      ['预算金额', '最多 2 位小数', '先在文件中对数字四舍五入'],
      ['预算金额', '“12345678901234567”的位数过多，无法精确保存（最多约 15 位）', ''],
      ['预算金额', '“123456789012345678e1”的位数过多，无法精确保存（最多约 15 位）', ''],
    ]);
    const years = await amounts('budget', 'title,year,department,amount', (text) => `年,${text},D09,1`, ['2,5', '2029.5']);
    expect(years).toEqual(Array(2).fill([expect.any(String), '不是数字', '只填整数，如 1250，不带单位']));
    const saved = (await send(['title,year,department,amount', '逗号预算,2029,D09,"1,250.50"'], 'all', { register: 'budget', as })).body;
    expect(saved.data).toMatchObject({ saved: true, rows: [{ cells: { amount: '1250.5' } }] });
    const kept = await app.db
      .selectFrom('register_row')
      .select('data')
      .where('register', '=', 'budget')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(kept).toMatchObject([{ data: { amount: 1250.5 } }]);
  });

  it('[DATA-14] that are there already are told: in the register, or earlier in the file; a row that is refused takes nothing from a later one', async () => {
    const as = await tokenOf(app, 'admin');
    const sendStatutes = async (lines: string[], mode: string) =>
      (await send(['Statute,Level,Topic,Kept by', ...lines], mode, { register: 'statute', as })).body.data as Imported;
    const faultsOf = ({ faults }: Imported) => faults.map(({ row, column, message }) => [row, column, message]);
    expect(await sendStatutes(['Import Act,Law,Data and privacy,auditor'], 'all')).toMatchObject({ saved: true, count: 1 });
    const lines = [
      'import ACT,Law,Data and privacy,auditor',
      'Second Act,Law,nothing,auditor',
      'Second Act,Law,Data and privacy,auditor',
      'SECOND act,Law,Data and privacy,auditor',
      'Third Act,Law,Data and privacy,auditor',
      'Import Act,Law,nothing,auditor',
    ];
    const checked = await sendStatutes(lines, 'check');
    expect(checked).toMatchObject({ saved: false, count: 2 });
    expect(faultsOf(checked)).toEqual([
      [2, '法规名称', '该内容已存在'],
      [3, '主题', '没有这个选项'],
      [5, '法规名称', '该内容已存在'],
      // Whatever else is wrong with it.
      [7, '主题', '没有这个选项'],
      [7, '法规名称', '该内容已存在'],
    ]);
    expect(faultsOf(await sendStatutes(lines, 'all'))).toEqual(faultsOf(checked));
    expect(await sendStatutes(lines, 'fitting')).toMatchObject({ saved: true, count: 2, faultCount: 5 });
    const { content } = (await call(app, '/api/register/page', { method: 'POST', token: as, body: { register: 'statute', size: 3 } })).body
      .data as { content: { code: string; values: { title: string } }[] };
    expect(content.map(({ values }) => values.title)).toEqual(['Third Act', 'Second Act', 'Import Act']);
    const numbers = content.map(({ code }) => Number(/\d+$/.exec(code)));
    expect(numbers).toEqual([numbers[2] ?? 0, numbers[2] ?? 0, numbers[2] ?? 0].map((first, index) => first + 2 - index));
  });

  it('[DATA-14] are taken back by who imported them, but for those that changed since or that others refer to; watchers and the history hear of it', async () => {
    const as = await tokenOf(app, 'admin');
    const key = 'an-import-too-much';
    const lines = ['Statute,Level,Topic,Kept by', ...['One', 'Two', 'Three'].map((name) => `Undo ${name},Law,Data and privacy,auditor`)];
    const undo = (token = as, body: object = {}) =>
      call(app, '/api/register/undo-import', { method: 'POST', token, body: { register: 'statute', key, ...body } });
    expect((await send(lines, 'all', { register: 'statute', as, more: `&key=${key}` })).body.data).toMatchObject({ saved: true, count: 3 });
    const found = await app.db.selectFrom('register_row').select(['id', 'data']).where('import_key', '=', key).orderBy('id').execute();
    const [one, two] = found.map(({ id }) => String(id));
    const { data } = (await call(app, `/api/register/get?register=statute&id=${one}`, { token: as })).body as { data: { values: object } };
    await call(app, '/api/register/save', {
      method: 'POST',
      token: as,
      body: { register: 'statute', id: one, version: 1, values: { ...data.values, summary: 'read' } },
    });
    // Somebody else's import is none of theirs, and another key names nothing.
    expect((await undo(token)).status).toBe(404);
    expect((await undo(as, { key: 'another-import' })).status).toBe(404);
    const clause = { register: 'clause', number: 9_999, state: '', data: JSON.stringify({ statute: two }) };
    await app.db.insertInto('register_row').values(clause).execute();
    expect((await undo()).body.data).toEqual({ removed: 1, kept: 2 });
    const left = await app.db.selectFrom('register_row').select('id').where('import_key', '=', key).execute();
    expect(left.map(({ id }) => String(id)).sort()).toEqual([one, two].sort());
    expect((await undo()).body.data).toEqual({ removed: 0, kept: 2 });
    const told = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', String(found[2]?.id))
      .orderBy('id')
      .execute();
    expect(told.map(({ action }) => action)).toEqual(['register_row_create', 'register_row_delete']);
  });

  it('[DATA-14] that are only checked keep nobody waiting, and wait for nobody', async () => {
    const lines = [heads, '只查一次,高,D09,riskmanager,2030-01-05,'];
    await app.db.transaction().execute(async (held) => {
      await held.selectFrom('register_number').select('last').where('register', '=', 'finding').forUpdate().execute();
      expect(await given(lines, 'check')).toMatchObject({ saved: false, count: 1 });
    });
  });

  it('are taken from who may add records, and a workbook to fill in says what may stand in its columns', async () => {
    const { username } = await app.db
      .selectFrom('app_user')
      .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select('username')
      .where('role_code', '=', 'dataAnalyst')
      .where('app_user.status', '=', '0')
      .executeTakeFirstOrThrow();
    const stranger = await tokenOf(app, username);
    expect((await send([heads], 'check', { as: stranger })).status).toBe(403);
    expect((await call(app, '/api/register/import-form?register=finding', { token: stranger })).status).toBe(403);
    const file = await app.http.inject({
      url: '/api/register/import-form?register=finding',
      headers: { authorization: `Bearer ${token}` },
    });
    const [rows = [], help = []] = Object.values(await readSheets(file.rawPayload));
    expect(rows[0]).toEqual([
      '问题',
      '严重程度',
      '责任部门',
      '整改责任人',
      '整改期限',
      '审计发现',
      '自评',
      '问题描述',
      '整改措施',
      '整改证据',
    ]);
    expect(JSON.stringify(help)).toContain('2026-01-31');
    expect((await send(['摘要,日期', 'x,2026-01-01'], 'check', { register: 'nothing' })).status).toBe(404);
  });
});
