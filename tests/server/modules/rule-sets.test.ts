import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as menuMigration from '../../../server/database/migrations/152-screening-menu.ts';
import { EarlierRecords } from '../../../src/core/rule-set/index.ts';
import { call, tokenOf, uploadFile } from './client.ts';
import { code, dataOf, fields, large, ScreeningWorld } from './screening-world.ts';
import { somebody } from './somebody.ts';

let world: ScreeningWorld;
beforeAll(async () => {
  world = await ScreeningWorld.start();
});
afterAll(async () => await world.app.close());

interface Version {
  number: number;
  state: string;
  version: number;
  live: number | null;
  draft: number | null;
  revision: number;
  settingsVersion: number;
  rules: { id: string; version: number; weight: number; text: string; name: string }[];
  problems: { path: string; text: string; ruleId: string | null }[];
}
const shown = async (id: string, number?: number) => dataOf<Version>(await world.version(id, number));
const rule = (setId: string, more: object = {}) => ({ setId, name: 'Rule', condition: large, weight: 5, outcome: 'score', ...more });
const english = (path: string) => call(world.app, `/api/${path}`, { token: world.admin, headers: { 'accept-language': 'en' } });

describe('a draft', () => {
  it('[RULE-15] [RULE-16] [RULE-17] takes fields and rules that keep their rules, and says where something does not fit', async () => {
    const { id } = await world.draft();
    const settings = { id, version: 2, fields, reviewFrom: 50, blockFrom: 80 };
    const bad = { ...settings, fields: [...fields, { name: 'a-b', type: 'string', label: 'x' }] };
    expect((await world.post('data/rule-set/draft/settings', bad)).body).toMatchObject({
      details: [{ field: 'fields.3.name', key: 'rule.judgingField' }],
    });
    const turned = await world.post('data/rule-set/draft/settings', { ...settings, reviewFrom: 0, blockFrom: -1 });
    expect(turned.body.details).toMatchObject([{ field: 'reviewFrom' }, { field: 'blockFrom', key: 'ruleset.fault.thresholdOrder' }]);
    const minus = await world.post('data/rule-set/draft/rule', rule(id, { weight: -1 }));
    expect(minus.body).toMatchObject({ details: [{ field: 'weight', key: 'rule.weight' }] });
    const pattern = { all: [{ field: 'payee', operator: 'matches', value: '(a' }] };
    expect((await world.post('data/rule-set/draft/rule', rule(id, { condition: pattern }))).body).toMatchObject({
      details: [{ field: 'condition', key: 'ruleset.fault.patternSyntax' }],
    });
    const made = await Promise.all(Array.from({ length: 31 }, () => world.post('data/rule-set/draft/rule', rule(id, { weight: 0 }))));
    // One was there.
    expect(made.filter(({ status }) => status === 200)).toHaveLength(29);
    expect(made.find(({ status }) => status !== 200)?.body).toMatchObject({ details: [{ key: 'rule.ruleSet' }] });
    expect((await shown(id)).rules).toHaveLength(30);
    // A depth that would break recursive code is refused before anything reads it.
    const deep = JSON.parse(`${'{"all":['.repeat(200)}${']}'.repeat(200)}`) as object;
    expect((await world.post('data/rule-set/draft/rule', rule(id, { condition: deep }))).status).toBe(400);
  });

  it('[RULE-17] is changed rule by rule: who is late with one hears how it is by now, other rules go on', async () => {
    const { id } = await world.draft([{ weight: 3 }]);
    const [first, second] = (await shown(id)).rules;
    if (!first || !second) throw new Error('The draft has no rules');
    const change = (weight: number) => world.post('data/rule-set/draft/rule', rule(id, { id: first.id, version: 1, weight }));
    expect((await change(7)).status).toBe(200);
    const late = await change(8);
    expect([...code(late), late.body.data]).toEqual([409, 'CONFLICT', expect.objectContaining({ id: first.id, weight: 7, version: 2 })]);
    const move = { setId: id, id: second.id, targetId: first.id, position: 'before' };
    expect((await world.post('data/rule-set/draft/rule/move', move)).status).toBe(200);
    expect((await shown(id)).rules.map((one) => one.id)).toEqual([second.id, first.id]);
    expect(code(await world.post('data/rule-set/draft/rule/remove', { setId: id, id: first.id, version: 1 }))).toEqual([409, 'CONFLICT']);
    expect((await world.post('data/rule-set/draft/rule/remove', { setId: id, id: first.id, version: 2 })).status).toBe(200);
    expect((await shown(id)).rules.map((one) => one.id)).toEqual([second.id]);
    const settings = { id, version: 1, fields, reviewFrom: 1, blockFrom: 2 };
    const stale = await world.post('data/rule-set/draft/settings', settings);
    expect([...code(stale), stale.body.data]).toEqual([409, 'CONFLICT', expect.objectContaining({ version: 2, reviewFrom: 50 })]);
  });

  it('[RULE-17] goes live only when it is whole, as its author saw it', async () => {
    const { id } = await world.draft();
    // The field of the rule goes: the draft keeps the rule, and says so.
    const settings = { id, version: 2, fields: fields.slice(0, 2), reviewFrom: 50, blockFrom: 80 };
    expect((await world.post('data/rule-set/draft/settings', settings)).status).toBe(200);
    const broken = dataOf<Version>(await english(`data/rule-set/get?id=${id}`));
    expect(broken.problems).toEqual([
      { path: 'rules.0.condition.all.0', ruleId: broken.rules[0]?.id, text: 'Rule Rule 1: There is no field amount' },
    ]);
    expect(code(await world.post('data/rule-set/publish', { id, revision: broken.revision }))).toEqual([409, 'RULE_SET_INCOMPLETE']);
    expect(code(await world.post('data/rule-set/publish', { id, revision: broken.revision - 1 }))).toEqual([409, 'CONFLICT']);
    expect((await world.post('data/rule-set/draft/settings', { ...settings, version: 3, fields })).status).toBe(200);
    expect(dataOf<object>(await world.publish(id))).toEqual({ number: 1 });
    expect(await shown(id)).toMatchObject({ state: 'live', live: 1, draft: null, problems: [] });
    expect(code(await world.post('data/rule-set/draft/rule', rule(id)))).toEqual([409, 'RULE_SET_PUBLISHED']);
    await expect(
      sql`update rule_set_version set definition = '{}' where rule_set_id = ${Number(id)}`.execute(world.app.db),
    ).rejects.toThrow('stays as it is');
    expect(await world.audited('rule_set', id)).toEqual([
      'rule_set_create',
      'rule_set_settings',
      'rule_set_rule',
      'rule_set_settings',
      'rule_set_settings',
      'rule_set_publish',
    ]);
  });
});

describe('versions', () => {
  it('[SCREEN-01] replace one another at once, are told apart in words, and an earlier one can be put back', async () => {
    const { id, code: setCode } = await world.live();
    const decide = async () => dataOf<{ decision: string; number: number }>(await world.screen(setCode, { payee: 'A', amount: 2000 }));
    expect(await decide()).toMatchObject({ decision: 'review', number: 1 });
    expect(dataOf<object>(await world.post('data/rule-set/draft/start', { id }))).toEqual({ number: 2 });
    expect(code(await world.post('data/rule-set/draft/start', { id }))).toEqual([409, 'IN_USE']);
    const { rules } = await shown(id);
    await world.post('data/rule-set/draft/rule', rule(id, { id: rules[0]?.id, version: 1, name: 'Rule 1', weight: 90 }));
    await world.post('data/rule-set/draft/rule', rule(id, { name: 'New' }));
    // The draft decides nothing.
    expect(await decide()).toMatchObject({ decision: 'review', number: 1 });
    const { differences } = dataOf<{ differences: object[] }>(await english(`data/rule-set/differences?id=${id}&before=1&after=2`));
    expect(differences).toMatchObject([
      {
        part: 'rule',
        change: 'changed',
        before: 'Rule 1: Amount at least 1000 · weight 50 · only its weight',
        after: expect.stringContaining('weight 90'),
      },
      { part: 'rule', change: 'added', name: 'New', before: null },
    ]);
    await world.publish(id);
    expect(await decide()).toMatchObject({ decision: 'block', number: 2 });
    const { version } = await shown(id);
    expect(code(await world.post('data/rule-set/live', { id, version: version - 1, number: 1 }))).toEqual([409, 'CONFLICT']);
    expect((await world.post('data/rule-set/live', { id, version, number: 1 })).body.data).toMatchObject({ live: 1 });
    expect(await decide()).toMatchObject({ decision: 'review', number: 1 });
    expect((await shown(id, 2)).state).toBe('former');
    const kept = await world.remove(`data/rule-set/remove?id=${id}`);
    expect([...code(kept), kept.body.details]).toEqual([409, 'IN_USE', [expect.objectContaining({ key: 'ruleset.hasDecided' })]]);
  });

  it('[RULE-15] a set is made once for a key, copied, and deleted as long as it has decided nothing', async () => {
    const given = {
      code: 'COPY-1',
      name: 'Copy',
      from: dataOf<{ content: { id: string }[] }>(await world.post('data/rule-set/page', { keyword: 'PAYMENT' })).content[0]?.id,
      key: 'made-once-for-this',
    };
    const both = await Promise.all([world.post('data/rule-set/create', given), world.post('data/rule-set/create', given)]);
    const [one, other] = both.map((answer) => dataOf<{ id: string }>(answer).id);
    expect(one).toBe(other);
    expect((await shown(one ?? '')).rules).toHaveLength(13);
    expect(code(await world.post('data/rule-set/create', { code: 'COPY-1', name: 'Again' }))).toEqual([409, 'DUPLICATE']);
    expect((await world.remove(`data/rule-set/remove?id=${one}`)).status).toBe(200);
    expect(code(await world.version(one ?? ''))).toEqual([404, 'NOT_FOUND']);
  });

  it('[PERM-01] are for holders of the permissions: analysts design, administrators publish', async () => {
    const auditor = await tokenOf(world.app, 'auditor');
    expect(code(await world.post('data/rule-set/page', {}, auditor))).toEqual([403, 'FORBIDDEN']);
    const { db } = world.app;
    const analyst = await db
      .selectFrom('app_user')
      .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select('username')
      .where('role_code', '=', 'dataAnalyst')
      .where('status', '=', '0')
      .executeTakeFirstOrThrow();
    const token = await tokenOf(world.app, analyst.username);
    const { id } = await world.draft();
    expect((await world.post('data/rule-set/draft/rule', rule(id), token)).status).toBe(200);
    expect(code(await world.post('data/rule-set/publish', { id, revision: 1 }, token))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('trying a version', () => {
  it('[SCREEN-01] a record typed by hand is judged and explained, and nothing is kept', async () => {
    const { id } = await world.draft();
    const judged = await call(world.app, '/api/data/rule-set/try', {
      method: 'POST',
      token: world.admin,
      headers: { 'accept-language': 'en' },
      body: { id, values: Object.entries({ payee: 'A', amount: 1500, more: 1 }).map(([name, value]) => ({ name, value, label: 'x' })) },
    });
    expect(judged.body.data).toMatchObject({
      decision: 'review',
      score: 50,
      ignored: ['more'],
      hits: [{ told: [{ text: 'Amount (1500) at least 1000' }] }],
    });
    expect(
      (
        await world.post('data/rule-set/try', {
          id,
          values: [
            { name: 'amount', value: 1 },
            { name: 'payee', value: '' },
          ],
        })
      ).body,
    ).toMatchObject({
      details: [{ field: 'values.1.value', key: 'ruleset.record.required' }],
    });
    expect((await world.app.db.selectFrom('screening_decision').select('id').where('rule_set_id', '=', Number(id)).execute()).length).toBe(
      0,
    );
  });

  const done = async (id: string) =>
    await vi.waitFor(
      async () => {
        const found = dataOf<Record<string, unknown> & { state: string }>(await world.get(`data/rule-set/back-test?id=${id}`));
        expect(found.state).toBe('done');
        return found;
      },
      { timeout: 20_000 },
    );

  it('[SCREEN-01] the recorded requests are judged by the draft: how many decisions would be others, and which rules hit', async () => {
    const { id } = dataOf<{ content: { id: string }[] }>(await world.post('data/rule-set/page', { keyword: 'PAYMENT' })).content[0] ?? {
      id: '',
    };
    expect(dataOf<unknown>(await world.get(`data/rule-set/back-test?id=${id}`))).toBeNull();
    // The live version says what it said then: earlier records are counted as they were at that moment.
    await world.post('data/rule-set/back-test/start', { id, number: 1, days: 31 });
    expect(await done(id)).toMatchObject({ total: 300, done: 300, changed: 0, unfit: 0, samples: [] });
    await world.post('data/rule-set/back-test/start', { id, days: 31 });
    const found = await done(id);
    expect(found.changed).toBeGreaterThan(0);
    expect(found.rules).toContainEqual(expect.objectContaining({ id: 'splitlimit', hits: expect.any(Number) }));
    const samples = found.samples as { before: string; after: string }[];
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.every(({ before, after }) => before !== after)).toBe(true);
    // Figures are for whoever works on the set, single decisions for who may read them.
    const analyst = (await somebody(world.app, 'ruleanalyst', ['data:rule:list', 'data:rule:edit'])).token;
    const read = async () => dataOf<object>(await world.get(`data/rule-set/back-test?id=${id}`, analyst));
    expect(await read()).toMatchObject({ changed: found.changed, samples: [], samplesHidden: true });
  });

  it('[SCREEN-01] a test that would hold too many earlier records says so, and ends', async () => {
    const { id, code: setCode } = await world.live();
    await world.screen(setCode, { payee: 'A', account: 'a', amount: '1' });
    vi.spyOn(EarlierRecords.prototype, 'held', 'get').mockReturnValue(1_000_001);
    expect((await world.post('data/rule-set/back-test/start', { id, days: 1 })).status).toBe(200);
    const found = await vi.waitFor(
      async () => {
        const test = dataOf<{ state: string; failure: string }>(await english(`data/rule-set/back-test?id=${id}`));
        expect(test.state).toBe('failed');
        return test;
      },
      { timeout: 20_000 },
    );
    expect(found.failure).toMatch(/more than 1,?000,?000 earlier records/);
  });

  it('[SCREEN-01] rows of a file are shown to who gave it', async () => {
    const { id } = await world.live();
    await world.post('data/rule-set/draft/start', { id });
    const [first] = (await shown(id)).rules;
    await world.post('data/rule-set/draft/rule', rule(id, { id: first?.id, version: 1, weight: 80 }));
    const analyst = (await somebody(world.app, 'rulefile', ['data:rule:list', 'data:rule:edit'])).token;
    const file = Buffer.from('payee,amount\r\nA,2000\r\n,1');
    expect((await uploadFile(world.app, `/api/data/rule-set/back-test/file?id=${id}`, analyst, file, 'p.csv')).status).toBe(200);
    await done(id);
    const read = async (token: string) => dataOf<object>(await world.get(`data/rule-set/back-test?id=${id}`, token));
    expect(await read(analyst)).toMatchObject({ changed: 1, samples: [{ key: '2', subject: 'A' }], misfits: [{ count: 1, first: '3' }] });
    expect(await read(world.admin)).toMatchObject({ changed: 1, samples: [], samplesHidden: true, misfits: [{ count: 1, first: null }] });
  });

  it('[SCREEN-01] days, moments and numbers of a file are read as spreadsheets write them, moments by the clock of the server', async () => {
    const { id } = await world.draft();
    const more = [
      { name: 'at', type: 'timestamp', label: 'At' },
      { name: 'day', type: 'date', label: 'Day' },
      { name: 'hour', type: 'time', label: 'Hour' },
      { name: 'first', type: 'boolean', label: 'First time' },
    ];
    const settings = { id, version: 2, fields: [...fields, ...more], reviewFrom: 50, blockFrom: 80 };
    expect((await world.post('data/rule-set/draft/settings', settings)).status).toBe(200);
    const early = { all: [{ field: 'at', operator: 'less', value: '2026-11-22T10:06:00Z' }] };
    expect((await world.post('data/rule-set/draft/rule', rule(id, { condition: early, outcome: 'block' }))).status).toBe(200);
    const rows = [
      'A,"1,234.5",2026-11-22 18:05,2026/11/22,9:30,是',
      'B,"￥2,000",2026/11/22 18:07:30,2026年11月22日,18:07:30,no',
      'C,10,2026-11-22T10:05:00Z,2026-11-22,09:30,true',
      'D,many,2026-11-22 18:05,2026-11-22,,',
      'E,1,yesterday,2026-11-22,,',
      'F,more,2026-11-22 18:05,2026-11-22,,',
      // The third of May, or the fifth of March.
      'G,1,05/03/2026,2026-11-22,,',
    ];
    const file = Buffer.from(['payee,amount,at,day,hour,first', ...rows].join('\r\n'));
    expect((await uploadFile(world.app, `/api/data/rule-set/back-test/file?id=${id}`, world.admin, file, 'p.csv')).status).toBe(200);
    expect(await done(id)).toMatchObject({
      ...{ total: 7, done: 7, unfit: 4 },
      // Why, what is wrong most often first.
      misfits: [
        { name: 'Amount', why: '不是数字', count: 2, first: '5' },
        { name: 'At', why: '不是时间点', count: 2, first: '6' },
      ],
      decisions: [
        { decision: 'approve', before: 0, after: 0 },
        { decision: 'review', before: 0, after: 1 },
        { decision: 'block', before: 0, after: 2 },
      ],
    });
  });

  it('[SCREEN-01] rows of a file are judged beside the live version; a run that broke off is told and does not block the next', async () => {
    const { id } = await world.live();
    await world.post('data/rule-set/draft/start', { id });
    const [first] = (await shown(id)).rules;
    await world.post('data/rule-set/draft/rule', rule(id, { id: first?.id, version: 1, weight: 80 }));
    const file = Buffer.from('Payee,amount,Nonsense\r\nA,2000,x\r\nB,10,x\r\n,5,x\r\n');
    expect((await uploadFile(world.app, `/api/data/rule-set/back-test/file?id=${id}`, world.admin, file, 'p.csv')).status).toBe(200);
    expect(await done(id)).toMatchObject({
      source: 'file',
      total: 3,
      changed: 1,
      unfit: 1,
      changes: [{ before: 'review', after: 'block', count: 1 }],
      samples: [{ key: '2', subject: 'A', scoreBefore: 50, score: 80 }],
    });
    const empty = await uploadFile(
      world.app,
      `/api/data/rule-set/back-test/file?id=${id}`,
      world.admin,
      Buffer.from('x,y\r\n1,2'),
      'p.csv',
    );
    expect(empty.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ key: 'ruleset.fileEmpty' }] });
    await sql`update rule_back_test set state = 'running' where rule_set_id = ${Number(id)}`.execute(world.app.db);
    expect(code(await world.post('data/rule-set/back-test/start', { id, days: 1 }))).toEqual([409, 'BACK_TEST_RUNNING']);
    await sql`update rule_back_test set touched_at = now() - interval '2 minutes' where rule_set_id = ${Number(id)}`.execute(world.app.db);
    expect(dataOf<object>(await world.get(`data/rule-set/back-test?id=${id}`))).toMatchObject({ state: 'failed' });
    expect((await world.post('data/rule-set/back-test/start', { id, days: 1 })).status).toBe(200);
    await done(id);
  });
});

it('[SCREEN-01] an installation from before gets the pages; rights to change, publish and ask are for its administrator to give', async () => {
  const { db } = world.app;
  const added = ['data-rule-set', 'data-rule-edit', 'data-rule-publish', 'data-rule-remove', 'screening-entries', 'screening-execute'];
  const rows = () =>
    db
      .selectFrom('menu')
      .select(['menu_id', 'component', 'perms', 'url', 'visible', 'parent_id'])
      .where('menu_id', 'in', added)
      .orderBy('menu_id')
      .execute();
  const holders = async (menu: string) => (await db.selectFrom('role_menu').select('role_id').where('menu_id', '=', menu).execute()).length;
  const shipped = await rows();
  await db.deleteFrom('menu').where('menu_id', 'in', added).execute();
  await db.updateTable('menu').set({ component: 'main#later' }).where('menu_id', 'in', ['data-rule', 'screening-log']).execute();
  await db.updateTable('menu').set({ component: 'main#their/own' }).where('menu_id', '=', 'screening-list').execute();
  await menuMigration.up(db as never);
  expect(await rows()).toEqual(shipped.map((row) => ({ ...row, visible: '1' })));
  const components = await db
    .selectFrom('menu')
    .select(['menu_id', 'component'])
    .where('menu_id', 'in', ['data-rule', 'screening-list', 'screening-log'])
    .orderBy('menu_id')
    .execute();
  expect(components.map(({ component }) => component)).toEqual(['main#data/rules', 'main#their/own', 'main#screening/log']);
  expect(await holders('data-rule-set')).toBe(await holders('data-rule'));
  expect(await holders('screening-entries')).toBe(await holders('screening-list'));
  expect(await holders('data-rule-publish')).toBe(0);
  expect(await holders('screening-execute')).toBe(0);
});
