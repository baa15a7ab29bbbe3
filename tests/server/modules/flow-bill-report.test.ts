import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import dictionary from '../../../schemas/dictionaries/flow-bill-finding.dictionary.json' with { type: 'json' };
import { readSheets } from '../../support/workbook.ts';
import { uploadFile } from './client.ts';
import { EvidenceWorld, invoice } from './evidence-world.ts';
import { code } from './flow-world.ts';

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

interface Row {
  id: string;
  version: number;
  taskName: string;
  ticketTypeCode: string;
  findings: string[];
  verdict: string | null;
  remark: string | null;
}
interface Found {
  report: {
    version: number;
    outdated: boolean;
    counts: Record<string, number>;
    findings: { finding: string; rows: number }[];
    amount: string | null;
  } | null;
  content: Row[];
  total: number;
}

const execute = (reviewObjectId: string, token?: string) =>
  world.post('flow-audit-data-process/bill-report-execute', { reviewObjectId }, token);
const find = async (reviewObjectId: string, query = '') =>
  (await world.flow.get(`flow-audit-data-process/find-bill-report?reviewObjectId=${reviewObjectId}${query}`)).body.data as Found;
const found = ({ content }: Found) => Object.fromEntries(content.map((row) => [`${row.taskName} ${row.ticketTypeCode}`, row.findings]));

/** Three tasks that need an invoice and a delivery note each: one whole, one with everything wrong, one without anything. */
async function reviewed() {
  const object = await world.object();
  const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special', 'delivery-note'] });
  const whole = await world.task(object.id, { taskName: '齐全' });
  const wrong = await world.task(object.id, { taskName: '有误' });
  await world.task(object.id, { taskName: '空缺' });
  const note = await invoice('10000001');
  const number = { ticketNum: '20000001', ticketCode: '044001900111' };
  await world.bring(whole.id, copyUrl, 'vat-special', await invoice('20000001'), { ...number, ticketAmount: '1000.25' });
  await world.bring(whole.id, copyUrl, 'delivery-note', note);
  // The same file as proof of another delivery; the number of the invoice of the other task, which is another one in the picture.
  await world.bring(wrong.id, copyUrl, 'delivery-note', note);
  const sent = await world.upload(wrong.id, { content: await invoice('20000002'), copyUrl, type: 'vat-special' });
  const { filePath } = sent.body.data as { filePath: string };
  await world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl });
  const typed = { ...number, ticketAmount: '2000.25', isPass: '0', diffReason: '金额不符' };
  await world.dealer('flow-bill-ticket/create', { id: wrong.id, ticketTypeCode: 'vat-special', filePath, copyUrl, ...typed });
  return { object, copyUrl, whole, wrong };
}

describe('bill reports', () => {
  it('[API-140] [API-145] [FLOW-05] find what is missing, used twice, typed otherwise and not passing, by task and ticket type', async () => {
    const empty = await world.object();
    expect(code(await execute(empty.id))).toEqual([409, 'FLOW_NO_BILL_TASKS']);
    expect(await find(empty.id)).toMatchObject({ report: null, content: [], total: 0 });
    const { object, wrong } = await reviewed();
    await world.app.db
      .updateTable('flow_bill_ticket')
      .set({ is_real: '0' })
      .where('collect_id', '=', Number(wrong.id))
      .where('ticket_type_code', '=', 'delivery-note')
      .execute();
    const run = await execute(object.id);
    expect(run.body.data).toMatchObject({
      outdated: false,
      counts: { tasks: 3, completedTasks: 0, all: 6 },
      findings: [
        ['missing', 2],
        ['not-real', 1],
        ['rejected', 0],
        ['twice', 4],
        ['not-passed', 1],
        ['differs', 1],
        ['not-approved', 4],
      ].map(([finding, rows]) => ({ finding, rows })),
    });
    const answered = (run.body.data as { findings: { finding: string }[] }).findings.map(({ finding }) => finding);
    expect(answered).toEqual(dictionary.entries.map(({ value }) => value));
    const rows = await find(object.id);
    expect(found(rows)).toMatchObject({
      '空缺 vat-special': ['missing'],
      '空缺 delivery-note': ['missing'],
      '齐全 delivery-note': ['twice', 'not-approved'],
      '有误 delivery-note': ['not-real', 'twice', 'not-approved'],
      '有误 vat-special': ['twice', 'not-passed', 'differs', 'not-approved'],
      '齐全 vat-special': ['twice', 'not-approved'],
    });
    expect((await find(object.id, '&finding=missing')).total).toBe(2);
    expect((await find(object.id, '&finding=not-real&keyword=有误')).total).toBe(1);
    // What the check of an invoice says later is news to the report.
    await world.app.db
      .updateTable('flow_bill_ticket')
      .set({ is_real: '1' })
      .where('collect_id', '=', Number(wrong.id))
      .where('ticket_type_code', '=', 'delivery-note')
      .execute();
    expect((await find(object.id)).report).toMatchObject({ outdated: true });
    expect(await world.flow.audited('flow_bill_report', (run.body.data as { id: string }).id)).toEqual(['flow_bill_report_execute']);
  });

  it('[API-140] [FLOW-05] [EVID-11] take nothing for proven before it is approved, nor what was rejected, and keep verdicts over an approval', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
    const [good, bad] = [await world.task(object.id, { taskName: '好' }), await world.task(object.id, { taskName: '坏' })];
    const amounts = { [good.id]: '100.25', [bad.id]: '7.50' };
    for (const [index, { id }] of [good, bad].entries())
      await world.bring(id, copyUrl, 'vat-special', await invoice(`4000000${index}`), { ticketAmount: amounts[id] });
    const decide = (id: string, status: string, rejectLog?: string) =>
      world.post('flow-bill-collect/updateStatusByIds', { ids: [id], status, ...(rejectLog && { rejectLog }) });
    const made = async () => (await execute(object.id)).body.data;

    expect(await made()).toMatchObject({
      amount: '107.75',
      provenAmount: null,
      counts: { complete: 0, completedTasks: 0 },
      findings: expect.arrayContaining([{ finding: 'not-approved', rows: 2 }]),
    });
    const [row] = (await find(object.id, '&keyword=好')).content;
    const judged = { id: row?.id, version: row?.version, verdict: 'explained', remark: '' };
    await world.post('flow-audit-data-process/bill-report-online-syn', { reviewObjectId: object.id, rows: [judged] });
    await decide(good.id, '1000');
    await decide(bad.id, '0010', '印章不清晰');
    expect((await find(object.id)).report).toMatchObject({ outdated: true });
    expect(await made()).toMatchObject({
      amount: '107.75',
      provenAmount: '100.25',
      counts: { complete: 1, completedTasks: 1 },
      findings: expect.arrayContaining([
        { finding: 'rejected', rows: 1 },
        { finding: 'not-approved', rows: 0 },
      ]),
    });
    expect(found(await find(object.id))).toEqual({ '好 vat-special': [], '坏 vat-special': ['rejected'] });
    expect((await find(object.id, '&keyword=好')).content).toMatchObject([{ verdict: 'explained' }]);
    expect((await find(object.id, '&finding=rejected')).total).toBe(1);
    // What was approved can be rejected later.
    await decide(good.id, '0010', '作废');
    expect(await made()).toMatchObject({
      provenAmount: null,
      counts: { completedTasks: 0 },
      findings: expect.arrayContaining([{ finding: 'rejected', rows: 2 }]),
    });
    expect((await find(object.id, '&keyword=好')).content).toMatchObject([{ verdict: 'open' }]);
  });

  it('[API-142] [FLOW-05] keep verdicts over another report, open them where something else is found, and say that it is out of date', async () => {
    const { object, copyUrl } = await reviewed();
    await execute(object.id);
    const before = (await find(object.id)).content;
    const judged = before.filter(({ taskName }) => taskName === '空缺');
    const rows = judged.map(({ id, version }) => ({ id, version, verdict: 'confirmed', remark: ' 催过 ' }));
    const judge = () => world.post('flow-audit-data-process/bill-report-online-syn', { reviewObjectId: object.id, rows });
    expect((await judge()).body.data).toMatchObject([{ verdict: 'confirmed', remark: '催过', version: 2 }, {}]);
    expect((await judge()).body).toMatchObject({ code: 'CONFLICT', data: { version: 2 } });
    const other = await world.object();
    const foreign = await world.post('flow-audit-data-process/bill-report-online-syn', { reviewObjectId: other.id, rows });
    expect(code(foreign)).toEqual([404, 'NOT_FOUND']);
    const [collect] = await world.app.db
      .selectFrom('flow_bill_collect')
      .select('id')
      .where('review_object_id', '=', Number(object.id))
      .where('task_name', '=', '空缺')
      .execute();
    await world.bring(String(collect?.id), copyUrl, 'delivery-note', await invoice('30000001'));
    expect((await find(object.id)).report).toMatchObject({ outdated: true });
    await execute(object.id);
    const after = await find(object.id);
    expect(after.report).toMatchObject({
      outdated: false,
      version: 2,
      counts: { withVerdict: 2 },
      findings: expect.arrayContaining([{ finding: 'missing', rows: 1 }]),
    });
    const byType = Object.fromEntries(after.content.filter(({ taskName }) => taskName === '空缺').map((row) => [row.ticketTypeCode, row]));
    expect(byType['vat-special']).toMatchObject({ verdict: 'confirmed', remark: '催过' });
    expect(byType['delivery-note']).toMatchObject({ verdict: 'open', remark: '催过' });
  });

  it('[API-140] [FLOW-04] [FLOW-05] go with the last bill task: made again there is none, and its dealer can be deleted', async () => {
    const object = await world.object();
    const task = await world.task(object.id, { ticketTypes: ['vat-special'] });
    const made = (await execute(object.id)).body.data as { id: string };
    expect((await find(object.id)).content).toMatchObject([{ findings: ['missing'] }]);
    expect(code(await world.post('flow-bill-collect/deleteByIds', { ids: [task.id] }))).toEqual([200, '000000']);
    expect((await find(object.id)).report).toMatchObject({ outdated: true });
    // Put back to not started, as who made it by mistake does.
    const objects = world.app.db.updateTable('flow_review_object').set({ status: '0' }).where('id', '=', Number(object.id));
    await objects.execute();
    const remove = async () => code(await world.post('flow-audit-review-object/deleteByIds', { ids: [object.id] }));
    expect(await remove()).toEqual([409, 'IN_USE']);
    const again = await execute(object.id);
    expect([...code(again), again.body.data]).toEqual([200, '000000', null]);
    expect(await find(object.id)).toMatchObject({ report: null, content: [], total: 0 });
    expect(await world.flow.audited('flow_bill_report', made.id)).toEqual(['flow_bill_report_execute', 'flow_bill_report_delete']);
    expect(code(await execute(object.id))).toEqual([409, 'FLOW_NO_BILL_TASKS']);
    expect(await remove()).toEqual([200, '000000']);
  });

  it('[API-140] [FLOW-05] are out of date once another task of the client has the same file or number', async () => {
    const [one, other] = [await world.object(), await world.object()];
    await world.app.db
      .updateTable('flow_project')
      .set({ client_id: one.clientId })
      .where('id', '=', (row) => row.selectFrom('flow_review_object').select('project_id').where('id', '=', Number(other.id)))
      .execute();
    const types = { ticketTypes: ['vat-special', 'delivery-note'] };
    const links = await Promise.all([one, other].map(({ id }) => world.link(id, types)));
    const tasks = await Promise.all([one, other].map(({ id }) => world.task(id, { taskName: '同一张' })));
    const bring = async (at: number, type: string, number: string, file: Buffer) =>
      await world.bring(String(tasks[at]?.id), String(links[at]?.copyUrl), type, file, { ticketNum: number, ticketCode: '044001900111' });
    const file = await invoice('50000001');
    await bring(0, 'vat-special', '50000001', file);
    await bring(0, 'delivery-note', '50000003', await invoice('50000003'));
    await execute(one.id);
    await bring(1, 'vat-special', '50000002', await invoice('50000002'));
    expect((await find(one.id)).report).toMatchObject({ outdated: false });
    const again = async () => {
      const before = (await find(one.id)).report?.outdated;
      await execute(one.id);
      return [before, (await find(one.id)).report?.outdated, found(await find(one.id))];
    };
    await bring(1, 'delivery-note', '', file);
    expect(await again()).toEqual([true, false, expect.objectContaining({ '同一张 vat-special': expect.arrayContaining(['twice']) })]);
    await bring(1, 'delivery-note', '50000003', await invoice('50000004'));
    expect(await again()).toEqual([true, false, expect.objectContaining({ '同一张 delivery-note': expect.arrayContaining(['twice']) })]);
  });

  it('[API-141] [FLOW-05] give a workbook whose verdicts are read again, or nothing of it where a row does not fit', async () => {
    const { object } = await reviewed();
    await execute(object.id);
    const path = `/api/flow-audit-data-process/bill-report-`;
    const file = await world.app.http.inject({
      url: `${path}export?reviewObjectId=${object.id}`,
      headers: { authorization: `Bearer ${world.flow.auditor}`, 'accept-language': 'zh-CN' },
    });
    const { 发现: rows, 汇总: summary } = await readSheets(file.rawPayload);
    expect(rows?.[0]).toContain('类型编码');
    expect(rows).toHaveLength(7);
    expect(summary?.flat()).toContain('经销商 D1');
    expect(summary?.flat()).toContainEqual(expect.stringMatching(/ \(Asia\/Shanghai\)$/));
    const upload = (content: Buffer, name: string) =>
      uploadFile(world.app, `${path}upload?reviewObjectId=${object.id}`, world.flow.auditor, content, name);
    expect((await upload(file.rawPayload, '单据报告.xlsx')).body.data).toEqual({
      saved: true,
      rows: 6,
      changed: 0,
      kept: 0,
      faultCount: 0,
      faults: [],
    });
    const csv = (lines: string) => Buffer.from(`票据任务,类型编码,认定,备注\n${lines}`);
    const refused = await upload(csv('空缺,vat-special,差异属实,\n没有,vat-special,,\n'), 'x.csv');
    expect(refused.body.data).toMatchObject({ saved: false, changed: 0, faultCount: 1, faults: [{ row: 3 }] });
    expect((await find(object.id)).report?.counts).toMatchObject({ withVerdict: 0 });
    expect((await upload(csv('空缺,vat-special,差异属实,已催\n'), 'x.csv')).body.data).toMatchObject({ saved: true, changed: 1 });
    expect((await find(object.id, '&verdict=confirmed')).content).toMatchObject([{ taskName: '空缺', remark: '已催' }]);
  });

  it('[API-140] [API-145] [FLOW-01] are for who works for the client, and change nothing in a closed project', async () => {
    const { object } = await reviewed();
    const hidden = await world.object([]);
    expect(code(await execute(hidden.id))).toEqual([404, 'NOT_FOUND']);
    await execute(object.id);
    await world.app.db
      .updateTable('flow_project')
      .set({ status: '2' })
      .where('id', 'in', world.app.db.selectFrom('flow_review_object').select('project_id').where('id', '=', Number(object.id)))
      .execute();
    expect(code(await execute(object.id))).toEqual([409, 'FLOW_PROJECT_CLOSED']);
    expect((await find(object.id)).report).toMatchObject({ version: 1 });
  });
});
