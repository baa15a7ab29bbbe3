import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../../server/contracts.ts';
import { up as oneNotice } from '../../../server/database/migrations/254-moved-notice.ts';
import { textsOf } from '../../../server/modules/messages/repository.ts';
import { tellDueSteps, tellOverdue } from '../../../server/modules/registers/due-steps.ts';
import { changedRow } from '../../../server/modules/registers/rows.ts';
import { hearingsOfMove, tellHearings } from '../../../server/modules/registers/telling.ts';
import { wordingOf } from '../../../server/wording.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { countingStatements } from '../../support/counted-statements.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const name of ['admin', 'auditor', 'riskmanager']) tokens.set(name, await tokenOf(app, name));
});
beforeEach(async () => void (await app.db.deleteFrom('message').execute()));
afterAll(async () => await app.close());

interface Made {
  id: string;
  code: string;
  version: number;
  values: Record<string, unknown>;
}
const send = async (as: string, path: string, body: object) => {
  const answer = await call(app, `/api/register/${path}`, { method: 'POST', token: tokens.get(as), body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Made;
};
const idOf = async (username: string) =>
  String((await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const timeZone = 'UTC';

/** Who was told what, in the order of their accounts: account, notice, type, level and link. */
async function told(notice?: string) {
  let query = app.db
    .selectFrom('message')
    .innerJoin('app_user', 'app_user.id', 'message.user_id')
    .select(['username', 'template', 'notice_type as type', 'level', 'link', 'parameters'])
    .orderBy('username')
    .orderBy('message.id');
  if (notice !== undefined) query = query.where('template', '=', notice);
  return await query.execute();
}
const people = async (notice: string) => (await told(notice)).map(({ username }) => username);

/** What somebody reads of their messages, the newest first. */
async function textsAs(as: string) {
  const answer = await call(app, '/api/home-news/unReadNewsList', { token: tokens.get(as) });
  return (answer.body.data as { newBodyMap: { en: string } }[]).map(({ newBodyMap }) => newBodyMap.en);
}

async function finding(as: string, more: Record<string, unknown> = {}) {
  const department = String((await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow()).id);
  const values = { title: '比价缺失', severity: '2', department, owner: await idOf('riskmanager'), due: day(200), action: '比价', ...more };
  return await send(as, 'save', { register: 'finding', values });
}
const read = (id: string) => changedRow(app.db, { id: 'finding' }, id);
const move = (as: string, register: string, record: Made, name: string, reason?: string) =>
  send(as, 'move', { register, id: record.id, version: record.version, move: name, ...(reason && { reason }) });

describe('people are told', () => {
  it('of several records that were moved or added at once in one message', async () => {
    const made = [await finding('riskmanager'), await finding('riskmanager'), await finding('riskmanager')];
    const acting = [];
    for (const record of made) {
      const started = await move('riskmanager', 'finding', record, 'start');
      const values = { ...started.values, evidence: '比价单' };
      acting.push(await send('riskmanager', 'save', { register: 'finding', id: started.id, version: started.version, values }));
    }
    await app.db.deleteFrom('message').execute();
    const records = acting.map(({ id, version }) => ({ id, version }));
    await send('riskmanager', 'move-many', { register: 'finding', move: 'submit', records });
    const mine = (await told()).filter(({ username }) => username === 'auditor');
    expect(mine).toMatchObject([{ template: 'register/waits-many', link: '/control/findings', parameters: { count: 3 } }]);
    await app.db.deleteFrom('message').execute();
    const [one, ...others] = await Promise.all(acting.map(async ({ id }) => ({ id, version: (await read(id)).version })));
    await send('auditor', 'move-many', { register: 'finding', move: 'return', reason: '补充', records: [one, ...others] });
    expect(await told()).toMatchObject([{ username: 'riskmanager', template: 'register/moved-many', parameters: { count: 3 } }]);
  });

  it('what became of a record in a final state, in which it waits for nobody', async () => {
    const { id } = await finding('riskmanager');
    await app.db.deleteFrom('message').execute();
    const document = app.documents.get('register', 'finding');
    if (!document) throw new Error('There is no such register');
    const user = { id: await idOf('riskmanager') } as Principal;
    const row = await changedRow(app.db, { id: 'finding' }, id);
    const notify = [{ permission: 'control:verify:edit' }];
    const end = { name: 'end', label: 'register.open', from: ['open'], to: 'closed', notify };
    const register = { id: 'finding', document, user };
    const services = { documents: app.documents };
    const hear = async (reason: string) => {
      const heard = await hearingsOfMove({ db: app.db, services }, register, { ...row, state: 'closed' }, end, reason);
      await tellHearings({ services }, app.db, register, heard);
    };
    await hear('');
    expect(await people('register/moved')).toEqual(expect.arrayContaining(['admin', 'auditor']));
    // By which move, by whom, and why.
    await hear('Done twice');
    const why = (await told('register/moved')).findLast(({ username }) => username === 'auditor');
    expect(why?.parameters).toMatchObject({ reason: 'Done twice', move: wordingOf(app.documents, 'register.open') });
    expect((await textsAs('auditor')).map((text) => text.slice(text.indexOf('),')))).toEqual([
      '), Closed now. Reason: Done twice',
      '), Closed now',
    ]);
    const { name } = await app.db.selectFrom('app_user').select('name').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    expect(JSON.stringify(why?.parameters)).toContain(name);
    expect(await people('register/waits')).toEqual([]);
    // Those of before, which were of two notices, read the same.
    const before = await textsAs('auditor');
    const undone = new Error('undone');
    const moving = app.db.transaction().execute(async (db) => {
      await sql`update message set template = 'register/moved-why' where parameters ->> 'reason' <> ''`.execute(db);
      await sql`update message set template = 'register/moved-by', parameters = parameters - 'reason' where template = 'register/moved'`.execute(
        db,
      );
      await sql`insert into message (user_id, template, parameters, notice_type, level) select user_id, 'register/moved',
        parameters - 'move' - 'person', notice_type, level from message where template = 'register/moved-by'`.execute(db);
      await oneNotice(db as never);
      const rows = await db
        .selectFrom('message')
        .select(['template', 'parameters'])
        .where('user_id', '=', Number(await idOf('auditor')));
      expect((await rows.orderBy('id', 'desc').execute()).map((row) => textsOf(row, app.documents).en)).toEqual([
        expect.stringMatching(/^F-\d+ 比价缺失: Closed now$/),
        ...before,
      ]);
      throw undone;
    });
    await expect(moving).rejects.toBe(undone);
  });

  it('what waits for who may make the next move, each once, and not who brought it there', async () => {
    const open = await finding('riskmanager');
    const acting = await move('riskmanager', 'finding', open, 'start');
    const values = { ...acting.values, evidence: '比价单' };
    const written = await send('riskmanager', 'save', { register: 'finding', id: acting.id, version: acting.version, values });
    await app.db.deleteFrom('message').execute();
    const sent = await move('riskmanager', 'finding', written, 'submit');
    const waiting = await people('register/waits');
    expect(waiting).toEqual(expect.arrayContaining(['admin', 'auditor']));
    expect(waiting).not.toContain('riskmanager');
    expect(new Set(waiting).size).toBe(waiting.length);
    const [first] = await told('register/waits');
    expect(first).toMatchObject({ level: 2, link: `/control/findings?record=${sent.id}` });
    const plan = { title: '年度计划', year: 2027, quarter: '1', kind: 'special', days: 10, reason: '高风险' };
    const entity = (await app.db.selectFrom('register_row').select('id').where('register', '=', 'audit-entity').executeTakeFirstOrThrow())
      .id;
    const draft = await send('auditor', 'save', {
      ...{ register: 'audit-plan', values: { ...plan, entity: String(entity), owner: await idOf('auditor') } },
    });
    await move('auditor', 'audit-plan', draft, 'submit');
    const asked = (await told('register/waits')).filter(({ type }) => type === 'auditProject');
    expect(asked.map(({ username }) => username)).toContain('admin');
    expect(asked.map(({ username }) => username)).not.toContain('auditor');
  });

  it('what becomes theirs, several at once in one message, and not who gave it to themselves', async () => {
    const made = await finding('auditor');
    expect(await told()).toMatchObject([
      {
        username: 'riskmanager',
        template: 'register/assigned',
        link: `/control/findings?record=${made.id}`,
        parameters: { code: made.code },
      },
    ]);
    await app.db.deleteFrom('message').execute();
    const change = (version: number, owner: string) =>
      send('auditor', 'save', { register: 'finding', id: made.id, version, values: { ...made.values, owner } });
    await change(1, await idOf('riskmanager'));
    await change(1, await idOf('auditor'));
    expect(await told()).toEqual([]);
    await change(2, await idOf('admin'));
    expect(await people('register/assigned')).toEqual(['admin']);
    const more = [await finding('riskmanager'), await finding('riskmanager'), await finding('riskmanager')];
    await app.db.deleteFrom('message').execute();
    const records = more.map(({ id, version }) => ({ id, version }));
    await send('riskmanager', 'set-many', { register: 'finding', field: 'owner', value: await idOf('auditor'), records });
    expect(await told()).toMatchObject([{ username: 'auditor', template: 'register/assigned-many', parameters: { count: 3 } }]);
  });
});

describe('the day a record is due', () => {
  it('is told before it comes and after it is over, each step once, and anew for a new day', async () => {
    const steps = () => tellDueSteps(app.db, app.documents, timeZone);
    const record = await finding('auditor', { due: day(5) });
    await app.db.deleteFrom('message').execute();
    expect([await steps(), await steps()]).toEqual([1, 0]);
    expect(await told()).toMatchObject([{ username: 'riskmanager', template: 'register/due-soon', parameters: { due: day(5) } }]);
    const setDue = async (due: string) => {
      const { data } = await app.db.selectFrom('register_row').select('data').where('id', '=', Number(record.id)).executeTakeFirstOrThrow();
      await app.db
        .updateTable('register_row')
        .set({ data: JSON.stringify({ ...data, due }) })
        .where('id', '=', Number(record.id))
        .execute();
      await app.db.deleteFrom('message').execute();
    };
    await setDue(day(1));
    expect([await steps(), await steps()]).toEqual([1, 0]);
    expect(await people('register/due-soon')).toEqual(['riskmanager']);
    // Over, and nobody looked until long after: no reminder, and those who are to know.
    await setDue(day(-30));
    expect([await steps(), await steps()]).toEqual([1, 0]);
    const escalated = await told();
    expect(new Set(escalated.map(({ template, level }) => `${template} ${level}`))).toEqual(new Set(['register/escalated 3']));
    expect(escalated.map(({ username }) => username)).toContain('admin');
    expect(escalated.map(({ username }) => username)).not.toContain('riskmanager');
    await setDue(day(-31));
    expect(await steps()).toBe(1);
  });

  it('of many records at once is told in one message, and to the owner again once the day changed', async () => {
    await tellOverdue(app.db, app.documents, timeZone);
    const made: Made[] = [];
    for (let index = 0; index < 6; index += 1) made.push(await finding('auditor', { due: day(-20) }));
    await app.db.deleteFrom('message').execute();
    expect(await tellOverdue(app.db, app.documents, timeZone)).toBe(6);
    expect(await told()).toMatchObject([{ username: 'riskmanager', template: 'register/overdue-many', parameters: { count: 6 } }]);
    await app.db.deleteFrom('message').execute();
    expect(await tellDueSteps(app.db, app.documents, timeZone)).toBe(6);
    expect((await told()).filter(({ username }) => username === 'admin')).toMatchObject([
      { template: 'register/overdue-many', parameters: { count: 6 }, link: '/control/findings' },
    ]);
    expect(await tellOverdue(app.db, app.documents, timeZone)).toBe(0);
    const [first] = made;
    const corrected = { move: 'correct', version: 1, reason: 'A day was mistaken', values: { due: day(-2) } };
    await send('auditor', 'move', { register: 'finding', id: first?.id, ...corrected });
    expect(await tellOverdue(app.db, app.documents, timeZone)).toBe(1);
    expect(await people('register/overdue')).toEqual(['riskmanager']);
  });

  it('is told of many records of many owners in as many statements as of two', async () => {
    const owners = (await app.db.selectFrom('app_user').select('id').orderBy('id').limit(40).execute()).map(({ id }) => String(id));
    const department = String((await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow()).id);
    await tellOverdue(app.db, app.documents, timeZone);
    await tellDueSteps(app.db, app.documents, timeZone);
    let number = 10_000;
    const statements = async (count: number) => {
      const rows = owners.slice(0, count).map((owner) => {
        number += 1;
        const data = { title: '比价缺失', severity: '2', department, owner, due: day(-20) };
        return { register: 'finding', number, state: 'open', data: JSON.stringify(data) };
      });
      await app.db.insertInto('register_row').values(rows).execute();
      const counting = countingStatements(app.db);
      expect(await tellOverdue(counting.db, app.documents, timeZone)).toBe(count);
      expect(await tellDueSteps(counting.db, app.documents, timeZone)).toBe(count);
      return counting.count();
    };
    const ofTwo = await statements(2);
    expect(await statements(40)).toBe(ofTwo);
    expect(new Set(await people('register/overdue')).size).toBe(40);
  });
});
