import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/connection.ts';
import { report } from '../../../server/modules/flow-bill-report/execute.ts';
import { inTurn } from '../../support/in-turn.ts';
import { EvidenceWorld, invoice } from './evidence-world.ts';
import { code } from './flow-world.ts';

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

describe('what a check found of an invoice', () => {
  const check = (id: string) => world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [id] });
  const ticketOf = async (task: string) =>
    ((await world.post('flow-bill-ticket/queryList', { id: task })).body.data as { ticketList: { isReal: string; verifyResult: string }[] })
      .ticketList[0];
  /** A task with an invoice that is not found. */
  const unfound = async (number: string) => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
    const task = await world.task(object.id);
    const typed = { ticketNum: number, ticketDate: '2026-01-15', ticketAmount: '1234.50' };
    const { id } = (await world.bring(task.id, copyUrl, 'vat-special', await invoice(number), typed)).body.data as { id: string };
    return { object, task, id };
  };
  const found = { isReal: '0', verifyResult: 'not-found' };

  it('[API-159] [TICKET-02] stays where it is asked about too often; the answer, the history and the log tell both, and reports keep the finding', async () => {
    const { object, task, id } = await unfound('71000010');
    for (let times = 1; times <= 5; times += 1) await check(id);
    const { version, revision } = (await world.taskOf(task.id)) as unknown as { version: number; revision: number };
    expect((await check(id)).body.data).toMatchObject({ results: [{ id, result: 'over-limit', isReal: '' }] });
    expect(await ticketOf(task.id)).toMatchObject(found);
    // Nothing changed that had to be seen before a decision.
    expect(await world.taskOf(task.id)).toMatchObject({ version, revision });
    const events = await world.app.db
      .selectFrom('flow_evidence_event')
      .selectAll()
      .where('ticket_id', '=', Number(id))
      .orderBy('id')
      .execute();
    expect(events.map(({ event, verify_result }) => [event, verify_result])).toEqual([
      ['brought', null],
      ...Array.from({ length: 5 }, () => ['checked', 'not-found']),
      ['checked', 'over-limit'],
    ]);
    const logged = world.app.db.selectFrom('audit_log').select('detail').where('action', '=', 'flow_bill_ticket_verify');
    const details = await logged.where('target_id', '=', id).orderBy('id').execute();
    expect(details.slice(-2).map(({ detail }) => detail)).toMatchObject([
      { result: 'not-found', isKept: true },
      { result: 'over-limit', isKept: false },
    ]);
    await report(world.app.db, Number(object.id), 'auditor');
    const rows = await world.app.db
      .selectFrom('flow_bill_report_row')
      .select('findings')
      .where('collect_id', '=', Number(task.id))
      .execute();
    expect(rows).toMatchObject([{ findings: expect.arrayContaining(['not-real']) }]);
  });

  it('[API-159] [EVID-11] stays on a completed task, also on one that is completed while the check waits', async () => {
    const { task, id } = await unfound('72000010');
    await check(id);
    await world.app.db.updateTable('flow_bill_ticket').set({ ticket_num: '72000011' }).where('id', '=', Number(id)).execute();
    const hold = (db: Database) => db.selectFrom('flow_bill_collect').select('id').where('id', '=', Number(task.id)).forUpdate().execute();
    const approve = () => world.post('flow-bill-collect/updateStatusByIds', { ids: [task.id], status: '1000' });
    const [approved, late] = await inTurn(world.app.db, hold, approve, () => check(id));
    expect([approved, late].map((answer) => answer && code(answer))).toEqual([
      [200, '000000'],
      [409, 'TASK_COMPLETED'],
    ]);
    expect(code(await check(id))).toEqual([409, 'TASK_COMPLETED']);
    expect(await ticketOf(task.id)).toMatchObject(found);
    expect(
      await world.app.db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'flow_bill_ticket_verify')
        .where('target_id', '=', id)
        .execute(),
    ).toHaveLength(1);
  });
});
