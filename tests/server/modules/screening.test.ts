import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screeningJobs } from '../../../server/modules/screening/earlier.ts';
import { tellReviewers } from '../../../server/modules/screening/warnings.ts';
import { inTurn } from '../../support/in-turn.ts';
import { call, tokenOf } from './client.ts';
import { code, dataOf, fields, ScreeningWorld } from './screening-world.ts';

let world: ScreeningWorld;
beforeAll(async () => {
  world = await ScreeningWorld.start();
});
afterAll(async () => await world.app.close());

interface Decided {
  id: string;
  decision: string;
  score: number;
  hits: { id: string; told: { field: string; seen: string; match?: { name: string; score: number } }[] }[];
  ignored: string[];
  repeated: boolean;
  number: number;
}

describe('a decision', () => {
  it('[SCREEN-01] is approve, review or block by the live rules, and stands in the log before it is answered', async () => {
    const set = await world.live([{ outcome: 'block', condition: { all: [{ field: 'payee', operator: 'equals', value: 'Mallory' }] } }]);
    const small = await world.screen(set.code, { payee: 'Alice', amount: 10, colour: 'red' });
    expect(dataOf<Decided>(small)).toMatchObject({
      decision: 'approve',
      score: 0,
      hits: [],
      ignored: ['colour'],
      number: 1,
      repeated: false,
    });
    const much = dataOf<Decided>(await world.screen(set.code, { payee: 'Alice', amount: '1000.00' }));
    expect(much).toMatchObject({
      decision: 'review',
      score: 50,
      hits: [{ told: [{ field: 'amount', operator: 'atLeast', seen: '1000' }] }],
    });
    expect(dataOf<Decided>(await world.screen(set.code, { payee: 'mallory' }))).toMatchObject({ decision: 'block', score: 10 });
    const kept = await world.app.db
      .selectFrom('screening_decision')
      .select(['decision', 'caller', 'record'])
      .where('id', '=', Number(much.id))
      .executeTakeFirst();
    expect(kept).toEqual({ decision: 'review', caller: 'admin', record: { payee: 'Alice', amount: '1000' } });
    // Nobody changes the log, not even by hand.
    await expect(sql`update screening_decision set score = 0`.execute(world.app.db)).rejects.toThrow('stays as it is');
    await expect(sql`delete from screening_decision`.execute(world.app.db)).rejects.toThrow('stays as it is');
  });

  it('[SCREEN-01] tells which values of a record do not fit, and which sets do not decide', async () => {
    const set = await world.live();
    const wrong = await world.screen(set.code, { amount: 'much', account: ['x'] });
    expect([...code(wrong), wrong.body.details]).toEqual([
      400,
      'PARAMETER_ERROR',
      [
        expect.objectContaining({ field: 'record.payee', key: 'ruleset.record.required' }),
        expect.objectContaining({ field: 'record.account', key: 'ruleset.record.string' }),
        expect.objectContaining({ field: 'record.amount', key: 'ruleset.record.number' }),
      ],
    ]);
    expect(code(await world.screen('NOBODY', {}))).toEqual([404, 'NOT_FOUND']);
    const draft = await world.draft();
    expect(code(await world.screen(draft.code, { payee: 'A' }))).toEqual([409, 'RULE_SET_NOT_LIVE']);
    const off = { id: set.id, version: 2, name: 'Off', status: '1' };
    expect((await world.post('data/rule-set/save', off)).status).toBe(200);
    expect(code(await world.screen(set.code, { payee: 'A' }))).toEqual([409, 'RULE_SET_NOT_LIVE']);
  });

  it('[SCREEN-01] is made once for a key: the same record gets the same answer, another one is refused, also at once', async () => {
    const set = await world.live();
    const record = { payee: 'Alice', amount: 1000 };
    const both = await Promise.all(Array.from({ length: 5 }, () => world.screen(set.code, record, 'PAY-1')));
    const answers = both.map((answer) => dataOf<Decided>(answer));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    const [again] = [dataOf<Decided>(await world.screen(set.code, { amount: 1000, payee: 'Alice' }, 'PAY-1'))];
    expect(again).toMatchObject({ repeated: true, decision: 'review', hits: [{ told: [{ seen: '1000' }] }] });
    expect(code(await world.screen(set.code, { payee: 'Alice', amount: 1 }, 'PAY-1'))).toEqual([409, 'SCREENING_KEY_REUSED']);
    // It stays decided where the set is off by now.
    expect((await world.post('data/rule-set/save', { id: set.id, version: 2, name: 'Off', status: '1' })).status).toBe(200);
    expect(dataOf<Decided>(await world.screen(set.code, record, 'PAY-1'))).toEqual({ ...again, repeated: true });
    expect(code(await world.screen(set.code, { payee: 'Alice', amount: 1 }, 'PAY-1'))).toEqual([409, 'SCREENING_KEY_REUSED']);
    expect(code(await world.screen(set.code, record, 'PAY-2'))).toEqual([409, 'RULE_SET_NOT_LIVE']);
    expect((await world.post('data/rule-set/save', { id: set.id, version: 3, name: 'On', status: '0' })).status).toBe(200);
    // Keys are those of a caller.
    expect(dataOf<Decided>(await world.screen(set.code, { payee: 'Bob' }, 'PAY-1', world.manager)).repeated).toBe(false);
  });

  it('[SCREEN-01] [PERM-01] is for holders of the permission', async () => {
    const auditor = await tokenOf(world.app, 'auditor');
    expect(code(await world.screen('PAYMENT', {}, undefined, auditor))).toEqual([403, 'FORBIDDEN']);
    expect(code(await world.get('risk/screening/result?id=1', auditor))).toEqual([403, 'FORBIDDEN']);
    expect(
      code(await call(world.app, '/api/risk/screening/execute', { method: 'POST', body: { setCode: 'PAYMENT', record: {} } }))[0],
    ).toBe(401);
  });

  it('[SCREEN-01] counts and adds up earlier records by their keys, within the period and from the moment a key is published', async () => {
    const velocity = { field: 'account', operator: 'countWithin', value: { atLeast: '2', period: '1', unit: 'hour' } };
    const sum = { field: 'account', operator: 'sumWithin', value: { of: 'amount', atLeast: '0.3', period: '1', unit: 'day' } };
    const set = await world.live([
      { condition: { all: [velocity] }, weight: 1 },
      { condition: { all: [sum] }, weight: 2 },
    ]);
    const pay = async (account: string) => dataOf<Decided>(await world.screen(set.code, { payee: 'A', account, amount: '0.1' })).score;
    expect([await pay('a'), await pay('a'), await pay('a'), await pay('b'), await pay('a')]).toEqual([0, 0, 1, 0, 3]);
    // What is older than the period does not count.
    await sql`update screening_key set decided_at = decided_at - interval '2 hours' where rule_set_id = ${Number(set.id)}`.execute(
      world.app.db,
    );
    expect(await pay('a')).toBe(2);
    // The keys of earlier records are there at once where a version has a key the one before had not.
    await sql`delete from screening_key where rule_set_id = ${Number(set.id)}`.execute(world.app.db);
    expect(await pay('a')).toBe(0);
    await world.post('data/rule-set/draft/start', { id: set.id });
    await world.publish(set.id);
    expect(await pay('a')).toBe(3);
  });

  it('[SCREEN-01] a draft that is tried finds the earlier records it would find once it is live', async () => {
    const set = await world.live();
    for (const amount of ['0.1', '0.2', '5']) await world.screen(set.code, { payee: 'A', account: 'a', amount });
    await world.screen(set.code, { payee: 'A', account: 'b', amount: '7' });
    await world.post('data/rule-set/draft/start', { id: set.id });
    const keyed = fields.map((field) => ({ ...field, ...(field.name === 'payee' && { key: true }) }));
    await world.post('data/rule-set/draft/settings', { id: set.id, version: 2, fields: keyed, reviewFrom: 50, blockFrom: 80 });
    const within = (field: string, operator: string, value: object) => ({
      all: [{ field, operator, value: { ...value, period: '1', unit: 'day' } }],
    });
    const rules = [
      [within('account', 'sumWithin', { of: 'amount', atLeast: '5.3' }), 3],
      [within('account', 'sumWithin', { of: 'amount', atLeast: '5.4' }), 4],
      [within('payee', 'countWithin', { atLeast: '4' }), 8],
      [within('account', 'countWithin', { atLeast: '3' }), 16],
    ];
    for (const [condition, weight] of rules) {
      const rule = { setId: set.id, name: [{ l: 'en', t: `Rule ${weight}`, d: true }], condition, outcome: 'score', weight };
      expect((await world.post('data/rule-set/draft/rule', rule)).status).toBe(200);
    }
    const record = { payee: 'A', account: 'a', amount: '1' };
    const values = Object.entries(record).map(([name, value]) => ({ name, value }));
    const tried = dataOf<Decided>(await world.post('data/rule-set/try', { id: set.id, values }));
    expect(tried.score).toBe(3 + 8 + 16);
    await world.publish(set.id);
    expect(dataOf<Decided>(await world.screen(set.code, record)).score).toBe(tried.score);
  });

  it('[SCREEN-01] counts what was decided while a version with another key went live, and what was kept after it', async () => {
    const { db } = world.app;
    const set = await world.live();
    await world.post('data/rule-set/draft/start', { id: set.id });
    const velocity = { field: 'payee', operator: 'countWithin', value: { atLeast: '1', period: '1', unit: 'hour' } };
    const keyed = fields.map((field) => (field.name === 'payee' ? { ...field, key: true } : field));
    await world.post('data/rule-set/draft/settings', { id: set.id, version: 2, fields: keyed, reviewFrom: 50, blockFrom: 80 });
    const rule = { setId: set.id, name: [{ l: 'en', t: 'Again', d: true }], condition: { all: [velocity] }, outcome: 'score', weight: 7 };
    await world.post('data/rule-set/draft/rule', rule);
    const pay = async (payee: string) => dataOf<Decided>(await world.screen(set.code, { payee }));
    const { revision } = dataOf<{ revision: number }>(await world.version(set.id));
    let meanwhile: Decided | undefined;
    // It stands before the number that says that something changed: what there was has been counted.
    const [published] = await inTurn(
      db,
      async (holder) => await sql`select 1 from data_revision where area = 'screening' for update`.execute(holder),
      () => world.post('data/rule-set/publish', { id: set.id, revision }),
      async () => {
        meanwhile = await pay('meanwhile');
        // Somebody has to wait for the lock: any other change.
        return await world.post('risk/screening/list/save', { code: 'MEANWHILE', name: 'Meanwhile', status: '0' });
      },
    );
    expect([published?.status, meanwhile?.number, meanwhile?.score]).toEqual([200, 1, 0]);
    expect(await pay('meanwhile')).toMatchObject({ number: 2, score: 7 });
    expect(await pay('never')).toMatchObject({ score: 0 });
    // One whose request was on its way for longer is counted by the job.
    await sql`delete from screening_key where rule_set_id = ${Number(set.id)}`.execute(db);
    const [keys] = screeningJobs(db);
    await keys?.run();
    expect((await pay('meanwhile')).score).toBe(7);
  });

  it('[SCREEN-01] forgets all the keys that nobody counts any more, however many there are', async () => {
    const { db } = world.app;
    await sql`insert into screening_key (rule_set_id, field, summed, value, decided_at, decision_id)
      select rule_set_id, field, summed, value, decided_at - interval '400 days' - made * interval '1 second', decision_id
      from (select * from screening_key limit 1) one, generate_series(1, 12000) made`.execute(db);
    await screeningJobs(db)[0]?.run();
    const { rows } = await sql<{
      old: number;
    }>`select count(*)::int as old from screening_key where decided_at < now() - interval '300 days'`.execute(db);
    expect(rows).toEqual([{ old: 0 }]);
  });
});

describe('watch lists', () => {
  const listed = { condition: { all: [{ field: 'payee', operator: 'onList', value: { list: 'TRY' } }] }, outcome: 'block', weight: 1 };

  it('[SCREEN-01] find names that are written otherwise, as of the next record; expired entries and lists that are off find nobody', async () => {
    const list = dataOf<{ id: string; version: number }>(
      await world.post('risk/screening/list/save', { code: 'TRY', name: 'Try', status: '0' }),
    );
    const set = await world.live([listed]);
    const matched = async (payee: string) => dataOf<Decided>(await world.screen(set.code, { payee })).hits[0]?.told[0]?.match;
    const add = async (name: string, more: object = {}) =>
      dataOf<{ id: string; version: number }>(
        await world.post('risk/screening/entry/save', { listId: list.id, name, kind: 'company', identifiers: [], ...more }),
      );
    expect(await matched('Jonsson Trading')).toBeUndefined();
    const entry = await add('Johnsson Trading Co., Ltd.', { identifiers: ['91-310 000'] });
    expect(await matched('JONSSON  trading GmbH')).toMatchObject({ name: 'Johnsson Trading Co., Ltd.', entryId: entry.id });
    expect(await matched('trading, johnsson')).toMatchObject({ score: 100 });
    expect(await matched('91310000')).toMatchObject({ score: 100 });
    expect(await matched('Johnson Bakery')).toBeUndefined();
    await add('北辰远洋贸易有限公司');
    expect(await matched('北辰遠洋貿易股份有限公司')).toMatchObject({ score: 100 });
    expect(await matched('北辰')).toBeUndefined();
    const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const changed = { listId: list.id, ...entry, name: 'Johnsson Trading', kind: 'company', identifiers: [], validUntil: yesterday };
    const { id, version, name, kind, identifiers, validUntil, listId } = changed;
    expect(
      (await world.post('risk/screening/entry/save', { id, version, name, kind, identifiers, validUntil, listId })).body.data,
    ).toMatchObject({
      expired: true,
      version: 2,
    });
    expect(await matched('Johnsson Trading')).toBeUndefined();
    await world.post('risk/screening/list/save', { id: list.id, version: list.version, name: 'Try', status: '1' });
    expect(await matched('北辰远洋贸易')).toBeUndefined();
    const used = await world.remove(`risk/screening/list/remove?id=${list.id}`);
    expect([...code(used), used.body.details]).toEqual([409, 'IN_USE', [expect.objectContaining({ key: 'screening.listUsedBy' })]]);
    expect(await world.audited('watch_entry', entry.id)).toEqual(['watch_entry_create', 'watch_entry_update']);
  });
});

describe('reviews and the log', () => {
  it('[SCREEN-01] of two reviewers one decides; the caller hears what counts', async () => {
    const set = await world.live();
    const { id } = dataOf<Decided>(await world.screen(set.code, { payee: 'Alice', amount: 5000 }, 'R-1'));
    const queue = await world.post('risk/screening/review/page', { setCode: set.code });
    expect(queue.body.data).toMatchObject({ total: 1, content: [{ id, subject: 'Alice', state: 'waiting', final: null }] });
    expect(dataOf<object>(await world.get(`risk/screening/result?id=${id}`))).toMatchObject({ decision: 'review', final: null });
    const review = (outcome: string, token?: string) => world.post('risk/screening/review', { id, outcome, reason: ' seen ' }, token);
    const both = await Promise.all([review('approve'), review('block', world.manager)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won] = both.filter(({ status }) => status === 200);
    const late = await review('block');
    const { final } = dataOf<{ final: string }>(late);
    expect([...code(late), final]).toEqual([409, 'SCREENING_REVIEWED', dataOf<{ final: string }>(won ?? late).final]);
    expect(dataOf<object>(await world.get(`risk/screening/result?id=${id}`))).toMatchObject({ final, reason: 'seen' });
    expect(await world.audited('screening_decision', id)).toEqual(['screening_review']);
    expect(dataOf<{ total: number }>(await world.post('risk/screening/review/page', { setCode: set.code })).total).toBe(0);
    const approved = dataOf<Decided>(await world.screen(set.code, { payee: 'Bob' }));
    expect(code(await world.post('risk/screening/review', { id: approved.id, outcome: 'block', reason: 'x' }))).toEqual([
      409,
      'SCREENING_REVIEWED',
    ]);
    expect(code(await world.post('risk/screening/review', { id: '999999999', outcome: 'block', reason: 'x' }))).toEqual([404, 'NOT_FOUND']);
    await expect(sql`delete from screening_review`.execute(world.app.db)).rejects.toThrow('stays as it is');
  });

  it('[SCREEN-01] [PERM-01] what counts by now is for the account that asked, and for who may read the log', async () => {
    const { db } = world.app;
    // A role of somebody who reads no log, for the length of this test.
    const own = await sql<{ role_id: number; menu_id: string }>`insert into role_menu (role_id, menu_id)
      select role_id, menu.menu_id from user_role join app_user on app_user.id = user_id, menu
      where username = 'auditor' and menu.perms = 'screening:execute' on conflict do nothing returning role_id, menu_id`.execute(db);
    const auditor = await tokenOf(world.app, 'auditor');
    const set = await world.live();
    const result = (id: string, token: string) => world.get(`risk/screening/result?id=${id}`, token);
    const [theirs, mine] = await Promise.all([
      world.screen(set.code, { payee: 'Theirs', amount: 5000 }),
      world.screen(set.code, { payee: 'Mine', amount: 5000 }, undefined, auditor),
    ]);
    const [foreign, known] = [dataOf<Decided>(theirs), dataOf<Decided>(mine)];
    expect(code(await result(known.id, auditor))).toEqual([200, '000000']);
    expect(code(await result(foreign.id, auditor))).toEqual([404, 'NOT_FOUND']);
    expect(code(await result(known.id, world.manager))).toEqual([200, '000000']);
    for (const { role_id, menu_id } of own.rows)
      await db.deleteFrom('role_menu').where('role_id', '=', role_id).where('menu_id', '=', menu_id).execute();
  });

  it('[SCREEN-01] [RULE-15] moments of rules and records are told by the clock of the installation, with its zone; a text is no yes or no', async () => {
    const created = { code: 'CLOCK', name: [{ l: 'en', t: 'Clock', d: true }] };
    const { id } = dataOf<{ id: string }>(await world.post('data/rule-set/create', created));
    const own = [
      { name: 'at', type: 'timestamp', label: [{ l: 'en', t: 'Sent', d: true }] },
      { name: 'note', type: 'string', label: [{ l: 'en', t: 'Note', d: true }] },
      { name: 'known', type: 'boolean', label: [{ l: 'en', t: 'Known', d: true }] },
    ];
    await world.post('data/rule-set/draft/settings', { id, version: 1, fields: own, reviewFrom: 50, blockFrom: 80 });
    const all = [
      { field: 'at', operator: 'atLeast', value: '2026-01-15T02:00:00.000Z' },
      { field: 'note', operator: 'equals', value: 'true' },
      { field: 'known', operator: 'equals', value: 'true' },
    ];
    const rule = { setId: id, name: [{ l: 'en', t: 'Late', d: true }], condition: { all }, outcome: 'score', weight: 60 };
    expect(code(await world.post('data/rule-set/draft/rule', rule))).toEqual([200, '000000']);
    expect(code(await world.publish(id))).toEqual([200, '000000']);
    const moment = '2026-01-15 10:00:00 GMT+8';
    const { rules } = dataOf<{ rules: { text: string }[] }>(await world.version(id));
    expect(rules[0]?.text).toBe(`Sent不小于 ${moment} 且 Note等于 true 且 Known等于 是`);
    const record = { at: '2026-01-15T11:30:00+08:00', note: 'true', known: true };
    const made = dataOf<Decided>(await world.screen(created.code, record));
    const told = dataOf<{ hits: { told: { text: string }[] }[]; record: object[] }>(
      await world.get(`risk/screening/decision?id=${made.id}`),
    );
    expect(told.hits[0]?.told.map(({ text }) => text)).toEqual([
      `Sent（2026-01-15 11:30:00 GMT+8）不小于 ${moment}`,
      'Note（true）等于 true',
      'Known（是）等于 是',
    ]);
    // The page tells them by the clock of its window.
    expect(told.record).toContainEqual(expect.objectContaining({ name: 'at', type: 'timestamp', value: '2026-01-15T03:30:00.000Z' }));
  });

  it('[SCREEN-01] the log is filtered, explains in the language of the reader, and is taken away as a file', async () => {
    const page = async (filter: object) =>
      dataOf<{ total: number; content: { decision: string; state: string; subject: string; rules: unknown[] }[] }>(
        await world.post('risk/screening/log/page', { setCode: 'PAYMENT', pageSize: 200, ...filter }),
      );
    const all = await page({});
    expect(all.total).toBe(300);
    const { rows: ends } = await sql<{ last: Date }>`select date_trunc('minute', max(made.decided_at)) as last
      from screening_decision made join rule_set on rule_set.id = made.rule_set_id where rule_set.code = 'PAYMENT'`.execute(world.app.db);
    const last = ends[0]?.last.getTime() ?? 0;
    const until = async (to: number) => (await page({ time: [new Date(0), new Date(to)].map((end) => end.toISOString()) })).total;
    expect([await until(last), await until(last + 59_999)]).toEqual([300, 300]);
    expect(await until(last - 1)).toBeLessThan(300);
    for (const decision of ['approve', 'review', 'block']) {
      const found = await page({ decision });
      expect(found.total).toBeGreaterThan(5);
      expect(new Set(found.content.map((row) => row.decision))).toEqual(new Set([decision]));
    }
    const states = await Promise.all(['final', 'waiting', 'approved', 'blocked'].map((state) => page({ state })));
    expect(states.map(({ total }) => total).every((total) => total > 0)).toBe(true);
    expect(states.reduce((sum, { total }) => sum + total, 0)).toBe(300);
    expect((await page({ rule: 'blacklisted' })).content.every(({ decision }) => decision === 'block')).toBe(true);
    expect((await page({ keyword: '鼎盛' })).content.every(({ subject }) => subject.includes('鼎盛'))).toBe(true);
    const [now, before] = [new Date(), new Date(Date.now() - 10 * 86_400_000)].map((moment) => moment.toISOString());
    expect((await page({ time: [before, now] })).total).toBeLessThan(300);
    const [hit] = (await page({ rule: 'split' })).content as unknown as { id: string }[];
    const read = async (language: string) =>
      call(world.app, `/api/risk/screening/decision?id=${hit?.id}`, { token: world.manager, headers: { 'accept-language': language } });
    const told = (answer: Awaited<ReturnType<typeof read>>) =>
      dataOf<{ hits: { id: string; told: { text: string }[] }[] }>(answer).hits.find(({ id }) => id === 'split')?.told[0]?.text;
    expect(told(await read('en'))).toMatch(/^Account of the payee has earlier records with the same value, at least 3 in 1 day: [3-9]$/);
    expect(told(await read('zh-Hans'))).toMatch(/^收款账号相同值的历史记录数不少于 1 天内 3 次（实际 [3-9]）$/);
    const file = await world.app.http.inject({
      method: 'POST',
      url: '/api/risk/screening/log/export',
      headers: { authorization: `Bearer ${world.admin}`, 'accept-language': 'en' },
      payload: { setCode: 'PAYMENT', decision: 'block', format: 'csv' },
    });
    const lines = file.body.trim().split('\r\n');
    expect(lines[0]).toContain('Time,Rule set,Version,Key,Subject,Decision,Score');
    expect(lines.length - 1).toBeGreaterThanOrEqual((await page({ decision: 'block' })).total);
    expect(await world.audited('screening_decision', 'log')).toEqual(['screening_export']);
  });
});

it('[MSG-01] [SCREEN-01] reviewers are told how many decisions wait and were blocked, in one message until they read it', async () => {
  const told = () =>
    world.app.db
      .selectFrom('message')
      .innerJoin('app_user', 'app_user.id', 'message.user_id')
      .select(['username', 'notice_type as type', 'link', 'parameters'])
      .where('template', '=', 'risk/screening-warning')
      .orderBy('message.id')
      .execute();
  const look = () => tellReviewers(world.app.db, 0);
  // What was there before anybody looked is no news.
  expect(await look()).toBe(0);
  const set = await world.live([{ outcome: 'block', condition: { all: [{ field: 'payee', operator: 'equals', value: 'Mallory' }] } }]);
  for (const payee of ['Alice', 'Bob', 'Mallory']) await world.screen(set.code, { payee, amount: payee === 'Mallory' ? 1 : 5000 });
  await world.screen(set.code, { payee: 'Carol', amount: 1 });
  expect(await look()).toBeGreaterThan(0);
  const [first, ...more] = await told();
  expect(first).toMatchObject({ type: 'riskWarning', link: '/risk-screening/review', parameters: { waiting: 2, blocked: 1 } });
  const names = [first, ...more].map((one) => one?.username);
  expect(names).toEqual(expect.arrayContaining(['admin', 'riskmanager']));
  expect(names).not.toContain('auditor');
  await world.screen(set.code, { payee: 'Dora', amount: 5000 });
  expect(await look()).toBe(0);
  await world.app.db.updateTable('message').set({ read_at: new Date() }).execute();
  await world.screen(set.code, { payee: 'Emil', amount: 1 });
  expect(await look()).toBe(0);
  await world.screen(set.code, { payee: 'Finn', amount: 5000 });
  expect(await look()).toBe(names.length);
});
