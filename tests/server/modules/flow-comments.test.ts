import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessWorld } from './flow-process-world.ts';
import { code, FlowWorld } from './flow-world.ts';
import { type Somebody, somebody } from './somebody.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

describe('comments and reminders', () => {
  it('[API-138] [API-139] [FLOW-05] are a thread of which everybody changes their own, with the words of before', async () => {
    const world = await ProcessWorld.start(flow);
    const reviewObjectId = world.object();
    const given = { reviewObjectId, content: ' 请补充五月的进货单 ', key: 'comment-once' };
    const both = await Promise.all([world.post('saveRevisionComments', given), world.post('saveRevisionComments', given)]);
    const ids = both.map(({ body }) => (body.data as { id: string }).id);
    expect(ids[0]).toBe(ids[1]);
    const id = ids[0];
    const changed = await world.post('saveRevisionComments', { id, version: 1, content: '请补充五、六月的进货单' });
    expect(changed.body.data).toMatchObject({ version: 2, mine: true, history: [{ version: 1, content: '请补充五月的进货单' }] });
    expect((await world.post('saveRevisionComments', { id, version: 1, content: '晚了' })).body).toMatchObject({
      code: 'CONFLICT',
      data: { version: 2 },
    });
    expect(code(await world.post('saveRevisionComments', { id, version: 2, content: 'x' }, flow.admin))).toEqual([403, 'FORBIDDEN']);
    await world.post('saveRevisionComments', { reviewObjectId, content: '<b>ok</b>' }, flow.admin);
    // Read, one thing changed, sent back whole.
    const whole = { ...(changed.body.data as object), content: '请补充六月的进货单' };
    expect((await world.post('saveRevisionComments', whole)).body.data).toMatchObject({ version: 3, content: '请补充六月的进货单' });
    const elsewhere = await world.post('saveRevisionComments', { ...whole, version: 3, reviewObjectId: '1' });
    expect(elsewhere.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'reviewObjectId' }] });
    const thread = await world.post('getRevisionComments', { reviewObjectId });
    expect(thread.body.data).toMatchObject({
      total: 2,
      content: [
        { author: 'auditor', mine: true },
        { author: 'admin', mine: false, content: '<b>ok</b>' },
      ],
    });
    const latest = await world.post('getRevisionComments', { reviewObjectId, pageSize: 1, order: 'desc' });
    expect(latest.body.data).toMatchObject({ total: 2, content: [{ author: 'admin' }] });
    expect((await world.post('saveRevisionComments', { reviewObjectId, content: ' \u200b ' })).body.code).toBe('PARAMETER_ERROR');
  });

  it('[API-138] [API-139] [FLOW-05] are of who wrote them, and not of who has the name of their account later', async () => {
    const world = await ProcessWorld.start(flow);
    const reviewObjectId = world.object();
    const permissions = ['flow:process:list', 'flow:process:comment', 'flow:client:manage'];
    const [before, later] = [await somebody(flow.app, 'passedon', permissions), await somebody(flow.app, 'newcomer', permissions)];
    const { id } = (await before.post('/api/flow-audit-data-process/saveRevisionComments', { reviewObjectId, content: '先前的人写的' }))
      .body.data as { id: string };
    const call = (account: Somebody, username: string) =>
      flow.app.db.updateTable('app_user').set({ username }).where('id', '=', account.id).execute();
    await call(before, 'wholeft');
    await call(later, 'passedon');
    const reword = (content: string) => later.post('/api/flow-audit-data-process/saveRevisionComments', { id, content });
    const thread = async (who: Somebody) =>
      (await who.post('/api/flow-audit-data-process/getRevisionComments', { reviewObjectId })).body.data;
    expect(await thread(later)).toMatchObject({ content: [{ id, author: 'passedon', mine: false }] });
    expect(code(await reword('后来的人改的'))).toEqual([403, 'FORBIDDEN']);
    expect(await thread(before)).toMatchObject({ content: [{ id, mine: true, content: '先前的人写的', version: 1 }] });
    // Of one of whom nobody knows who wrote it, it is nobody's.
    await flow.app.db.updateTable('flow_revision_comment').set({ author_id: null }).where('id', '=', Number(id)).execute();
    expect(code(await reword('后来的人改的'))).toEqual([403, 'FORBIDDEN']);
    expect(await thread(before)).toMatchObject({ content: [{ id, mine: false }] });
  });

  it('[API-137] [FLOW-05] tell the executor once an hour, and name those who were told or whom nobody works on', async () => {
    const world = await ProcessWorld.start(flow);
    const [first, second] = [world.object(), world.object(1)];
    await flow.post('flow-audit-review-object/save', { id: second, version: 1, executorId: null });
    const remind = () => world.post('flowAuditReportSiteExecutorRemind', { reviewObjectIds: [first, second] });
    const answers = await Promise.all([remind(), remind()]);
    expect(answers.map(({ body }) => (body.data as { reminded: number }).reminded).sort()).toEqual([0, 1]);
    expect((await remind()).body.data).toEqual({ reminded: 0, tooSoon: ['经销商 D1'], nobody: ['经销商 D2'] });
    // Who does not work for the client any more is told nothing of it.
    const members = flow.app.db.deleteFrom('flow_client_member').where('client_id', '=', world.clientId).returningAll();
    const left = await members.execute();
    const alone = await world.post('flowAuditReportSiteExecutorRemind', { reviewObjectIds: [first] }, flow.admin);
    expect(alone.body.data).toEqual({ reminded: 0, tooSoon: [], nobody: ['经销商 D1'] });
    await flow.app.db.insertInto('flow_client_member').values(left).execute();
    const sent = await flow.app.db
      .selectFrom('message')
      .selectAll()
      .where('template', '=', 'flow/executor-reminder')
      .where('source_id', '=', first)
      .orderBy('id')
      .execute();
    expect(sent).toMatchObject([{ link: `/flow/comparison/${first}`, parameters: { dealer: '经销商 D1', batch: 'B1' } }]);
    await flow.app.db
      .updateTable('flow_executor_reminder')
      .set({ reminded_at: new Date(Date.now() - 3_600_001) })
      .where('review_object_id', '=', Number(first))
      .execute();
    expect((await remind()).body.data).toMatchObject({ reminded: 1 });
  });
});
