import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellDueSteps, tellOverdue } from '../../../server/modules/registers/due-steps.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';
import { somebody } from './somebody.ts';

const timeZone = 'Asia/Shanghai';
let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const name of ['admin', 'auditor', 'riskmanager', 'contact']) tokens.set(name, await tokenOf(app, name));
});
afterAll(async () => await app.close());

interface Finding {
  id: string;
  version: number;
  state: string;
  values: Record<string, unknown>;
  moves: string[];
  editable: boolean;
  overdue: boolean;
  warnings: string[];
}
const post = (path: string, body: object, as: string): Promise<Answer> =>
  call(app, path, { method: 'POST', token: tokens.get(as), body, headers: { 'accept-language': 'en' } });
const send = (path: string, body: object, as: string) => post(`/api/register/${path}`, { register: 'finding', ...body }, as);
const idOf = async (username: string) =>
  String((await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
const read = async (id: string, as = 'admin') =>
  (await call(app, `/api/register/get?register=finding&id=${id}`, { token: tokens.get(as), headers: { 'accept-language': 'en' } })).body
    .data as Finding;

async function made(title: string, owner: string): Promise<Finding> {
  const department = await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow();
  const values = { title, severity: '2', department: String(department.id), owner: await idOf(owner), due: '2099-01-31' };
  return (await send('save', { values }, 'admin')).body.data as Finding;
}
/** Makes a move with the record as it is now. */
async function move(id: string, name: string, as: string, values?: object, reason?: string): Promise<Answer['body']> {
  const { version } = await read(id);
  return (await send('move', { id, version, move: name, ...(values && { values }), ...(reason && { reason }) }, as)).body;
}
const waiting = async (as: string, title: string) => {
  const { content } = (await post('/api/todo/home/page', { pageSize: 200 }, as)).body.data as { content: { title: string }[] };
  return content.filter((todo) => todo.title.includes(title)).length;
};
const history = async (id: string) => {
  const answer = await call(app, `/api/register/history?register=finding&id=${id}`, {
    token: tokens.get('admin'),
    headers: { 'accept-language': 'en' },
  });
  return (answer.body.data as { content: { what: string; by: string; details: string[] }[] }).content;
};
/** Days pass: what was to be on one day was to be on another one. */
async function putBack(id: string, days: Record<string, string>): Promise<void> {
  const { data } = await app.db.selectFrom('register_row').select('data').where('id', '=', Number(id)).executeTakeFirstOrThrow();
  await app.db
    .updateTable('register_row')
    .set({ data: JSON.stringify({ ...(data as object), ...days }) })
    .where('id', '=', Number(id))
    .execute();
}
const because = { acceptedUntil: '2099-08-31', acceptedWhy: 'The system goes off line' };
const ask = { action: 'Compare three offers', moreTime: '2099-06-30', moreTimeWhy: 'The supplier is late' };

describe('a due date', () => {
  it('is not moved by who has to keep it: they ask with a reason, somebody else grants, and the old day and the number stay', async () => {
    const { id, values } = await made('Extended finding', 'contact');
    const typed = await send('save', { id, version: 1, values: { ...values, due: '2099-12-31' } }, 'contact');
    expect(typed.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'due' }] });
    const several = await send('set-many', { field: 'due', value: '2099-12-31', records: [{ id, version: 1 }] }, 'admin');
    expect(several.body.code).toBe('PARAMETER_ERROR');
    // What moves alone ask for is nobody's to write, neither now nor with a new record.
    const owned = await send('save', { id, version: 1, values: { ...values, extensions: 9 } }, 'admin');
    expect(owned.body).toMatchObject({ details: [{ field: 'extensions' }] });
    expect((await send('save', { values: { ...values, moreTime: '2099-12-31' } }, 'admin')).body).toMatchObject({
      details: [{ field: 'moreTime' }],
    });

    expect(await move(id, 'extend', 'contact', { ...ask, moreTimeWhy: '' })).toMatchObject({ details: [{ field: 'moreTimeWhy' }] });
    expect(await move(id, 'extend', 'contact', { ...ask, moreTime: '2099-01-30' })).toMatchObject({ code: 'MOVE_REFUSED' });
    expect(await move(id, 'extend', 'contact', ask)).toMatchObject({ data: { state: 'extension', values: { due: '2099-01-31' } } });
    expect(await waiting('riskmanager', 'Extended finding')).toBe(1);
    expect(await move(id, 'grant', 'contact', { moreTime: '2099-06-30' })).toMatchObject({ code: 'MOVE_REFUSED' });
    // Who grants may grant another day.
    const granted = await move(id, 'grant', 'riskmanager', { moreTime: '2099-05-31' });
    expect(granted).toMatchObject({ data: { state: 'acting', values: { due: '2099-05-31', extensions: 1, action: ask.action } } });
    expect((granted.data as Finding).values).not.toHaveProperty('moreTime');
    expect(await waiting('riskmanager', 'Extended finding')).toBe(0);
    const [first, second] = await history(id);
    expect(first).toMatchObject({ what: 'Grant the extension', by: 'Wang Wei' });
    expect(first?.details).toEqual(expect.arrayContaining(['Due: 2099-01-31 → 2099-05-31', 'Extensions: – → 1']));
    expect(second?.details).toEqual(expect.arrayContaining(['Why a new date is asked for: – → The supplier is late']));

    await move(id, 'extend', 'contact', ask);
    expect(await move(id, 'refuse', 'riskmanager')).toMatchObject({ details: [{ field: 'reason' }] });
    const refused = await move(id, 'refuse', 'riskmanager', undefined, 'Once is enough');
    expect(refused).toMatchObject({ data: { state: 'acting', values: { due: '2099-05-31', extensions: 1 } } });
  });

  it('is granted by nobody whose record it is, whoever asked: it is not among their to-dos, and they are told why', async () => {
    const { id } = await made('Own finding', 'riskmanager');
    await move(id, 'extend', 'auditor', ask);
    expect(await read(id, 'riskmanager')).toMatchObject({ moves: ['withdraw'] });
    expect(await waiting('riskmanager', 'Own finding')).toBe(0);
    expect(await move(id, 'grant', 'riskmanager', { moreTime: '2099-06-30' })).toMatchObject({
      code: 'MOVE_REFUSED',
      msg: expect.stringContaining('names you'),
    });
    // Who asked does not grant either, but a third person does.
    expect(await move(id, 'grant', 'auditor', { moreTime: '2099-06-30' })).toMatchObject({ code: 'MOVE_REFUSED' });
    expect(await waiting('admin', 'Own finding')).toBe(1);
    expect(await move(id, 'grant', 'admin', { moreTime: '2099-06-30' })).toMatchObject({ data: { state: 'acting' } });
  });

  it('is granted by nobody who acts for whose record it is', async () => {
    const { id } = await made('Finding of who is away', 'riskmanager');
    await move(id, 'extend', 'auditor', ask);
    const permissions = ['control:finding:list', 'control:finding:edit', 'control:verify:edit'];
    const agent = await somebody(app, 'agent', permissions);
    const granting = { id, version: (await read(id)).version, move: 'grant', values: { moreTime: '2099-06-30' } };
    const menus = await app.db.selectFrom('menu').select('menu_id').where('perms', 'like', 'control:%').execute();
    const [startDate, endDate] = [-1, 9].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    const given = { authorizer_id: Number(await idOf('riskmanager')), agent_id: agent.id, start_date: startDate, end_date: endDate };
    const delegation = await app.db
      .insertInto('delegation')
      .values(given as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('delegation_menu')
      .values(menus.map(({ menu_id }) => ({ delegation_id: delegation.id, menu_id })))
      .execute();
    const entered = await agent.get('/api/auth/delegate/enter-delegate?username=riskmanager');
    tokens.set('for the owner', (entered.body.data as { access_token: string }).access_token);
    expect((await read(id, 'for the owner')).moves).toEqual(['withdraw']);
    expect(await waiting('for the owner', 'Finding of who is away')).toBe(0);
    expect((await send('move', granting, 'for the owner')).body).toMatchObject({
      code: 'MOVE_REFUSED',
      msg: expect.stringContaining('names you'),
    });
    // By themselves they may: the record is none of theirs.
    const left = await call(app, '/api/auth/delegate/exit-delegate', { token: tokens.get('for the owner') });
    tokens.set('by themselves', (left.body.data as { access_token: string }).access_token);
    expect((await send('move', granting, 'by themselves')).body).toMatchObject({ data: { state: 'acting' } });
  });

  it('that was mistaken is corrected by who verifies before the action begins, also to an earlier day', async () => {
    const { id } = await made('Mistaken day', 'riskmanager');
    const day = { due: '2098-12-31' };
    expect(await move(id, 'correct', 'riskmanager', day, 'A year was mistaken')).toMatchObject({ code: 'MOVE_REFUSED' });
    expect(await move(id, 'correct', 'auditor', day)).toMatchObject({ details: [{ field: 'reason' }] });
    const corrected = await move(id, 'correct', 'auditor', day, 'A year was mistaken');
    expect(corrected).toMatchObject({ data: { state: 'open', values: day } });
    expect((corrected.data as Finding).values).not.toHaveProperty('extensions');
  });

  it('is not moved alone by an owner who verifies and gives the record to somebody else first', async () => {
    const { id, values, version } = await made('Handed on', 'riskmanager');
    const handed = { id, version, values: { ...values, owner: await idOf('contact') } };
    expect((await send('save', handed, 'riskmanager')).body).toMatchObject({ data: { values: { owner: handed.values.owner } } });
    const day = { due: '2099-12-31' };
    expect(await move(id, 'correct', 'riskmanager', day, 'Later')).toMatchObject({ code: 'MOVE_REFUSED' });
    await move(id, 'start', 'riskmanager', { action: 'Compare' });
    expect(await read(id, 'riskmanager')).toMatchObject({ state: 'acting', moves: ['submit', 'extend', 'propose'] });
    for (const [name, back] of [
      ['extend', ask],
      ['propose', because],
    ] as const) {
      await move(id, name, 'riskmanager', back);
      expect(await read(id, 'riskmanager')).toMatchObject({ moves: ['withdraw'] });
      expect(await move(id, 'withdraw', 'riskmanager')).toMatchObject({ data: { values: { due: values.due } } });
    }
  });

  it('tells its owner what others took back for them, or asked for no more', async () => {
    const { id } = await made('Taken back', 'contact');
    const told = async () => {
      const mine = app.db
        .selectFrom('message')
        .select('template')
        .where('user_id', '=', Number(await idOf('contact')));
      return (await mine.where('source_id', '=', id).where('template', '=', 'register/moved').execute()).length;
    };
    await move(id, 'extend', 'contact', ask);
    const before = await told();
    await move(id, 'withdraw', 'admin');
    expect(await told()).toBe(before + 1);
    await move(id, 'propose', 'contact', because);
    await move(id, 'accept', 'riskmanager');
    await move(id, 'renew', 'contact', { moreTime: '2099-10-31', moreTimeWhy: 'Half a year more' });
    const accepted = await told();
    await move(id, 'keep', 'admin');
    expect(await told()).toBe(accepted + 1);
  });

  it('that is granted or not leaves nothing of an acceptance it was asked out of under former rules', async () => {
    for (const [name, values] of [
      ['grant', { moreTime: '2099-06-30' }],
      ['refuse', undefined],
    ] as const) {
      const { id } = await made(`Former rules: ${name}`, 'contact');
      await move(id, 'extend', 'contact', ask);
      await putBack(id, because);
      const answered = (await move(id, name, 'riskmanager', values, 'Seen')).data as Finding;
      expect(answered.state).toBe('acting');
      for (const field of ['acceptedUntil', 'acceptedWhy']) expect(answered.values).not.toHaveProperty(field);
    }
  });
});

it('is not worded anew, nor made less severe, by whom it is about', async () => {
  const { id, values } = await made('Worded by the audit', 'contact');
  const milder = await send('save', { id, version: 1, values: { ...values, title: 'Nothing much', severity: '1' } }, 'contact');
  const others = (field: string) => ({ field, message: 'is changed by others', key: 'register.byOthers' });
  expect(milder.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [others('title'), others('severity')] });
  const ofAnother = await send('save', { id, version: 1, values: { ...values, audit: '1', assessment: '1' } }, 'contact');
  expect(ofAnother.body.details).toEqual(expect.arrayContaining([others('audit'), others('assessment')]));
  const several = { field: 'severity', value: '1', records: [{ id, version: 1 }] };
  expect((await send('set-many', several, 'contact')).body.data).toMatchObject({ count: 0, refused: [{ id }] });
  // What is theirs to write is saved, with the rest as it was; who verifies words it anew.
  const worked = await send('save', { id, version: 1, values: { ...values, action: 'Three offers' } }, 'contact');
  expect(worked.body.data).toMatchObject({ values: { title: 'Worded by the audit', severity: '2', action: 'Three offers' } });
  const anew = await send('save', { id, version: 2, values: { ...values, title: 'Worded anew' } }, 'auditor');
  expect(anew.body.data).toMatchObject({ values: { title: 'Worded anew' } });
});

it('nobody verifies or returns what is theirs, though somebody else submitted it for them', async () => {
  const { id } = await made('Own and submitted', 'riskmanager');
  await move(id, 'start', 'admin', { action: 'Compare' });
  await move(id, 'submit', 'admin', { evidence: 'D-1' });
  expect(await read(id, 'riskmanager')).toMatchObject({ state: 'verifying', moves: [] });
  expect(await waiting('riskmanager', 'Own and submitted')).toBe(0);
  for (const name of ['verify', 'return'])
    expect(await move(id, name, 'riskmanager', undefined, 'Seen')).toMatchObject({
      code: 'MOVE_REFUSED',
      msg: 'You cannot decide this: the record names you',
    });
  expect(await move(id, 'verify', 'auditor', undefined, 'Seen')).toMatchObject({ data: { state: 'closed' } });
});

/** A finding of the contact whose risk is accepted until 2099-08-31; it was due on 2099-01-31. */
async function acceptedFinding(title: string): Promise<Finding> {
  const { id } = await made(title, 'contact');
  await move(id, 'propose', 'contact', because);
  return (await move(id, 'accept', 'riskmanager', { acceptedUntil: '2099-08-31' })).data as Finding;
}

describe('a risk', () => {
  it('is accepted until a day by who may for management: nothing is late meanwhile, and on that day it waits for its owner again', async () => {
    const { id } = await made('Accepted finding', 'contact');
    expect(await move(id, 'propose', 'contact', { ...because, acceptedUntil: '2020-01-01' })).toMatchObject({ code: 'MOVE_REFUSED' });
    expect(await move(id, 'propose', 'contact', because)).toMatchObject({ data: { state: 'acceptance', values: { due: '2099-01-31' } } });
    expect(await move(id, 'accept', 'auditor', { acceptedUntil: '2099-08-31' })).toMatchObject({ code: 'FORBIDDEN' });
    const accepted = await move(id, 'accept', 'riskmanager', { acceptedUntil: '2099-08-31' });
    const agreed = { due: '2099-08-31', agreedDue: '2099-01-31', acceptedWhy: because.acceptedWhy };
    expect(accepted).toMatchObject({ data: { state: 'accepted', values: agreed, warnings: [] } });
    expect(await waiting('contact', 'Accepted finding')).toBe(0);
    expect((await history(id))[0]?.details).toEqual(expect.arrayContaining(['Due: 2099-01-31 → 2099-08-31']));

    // The day comes.
    const acceptor = await somebody(app, 'acceptor', ['control:finding:list', 'control:finding:accept']);
    await putBack(id, { due: '2026-01-31', acceptedUntil: '2026-01-31' });
    expect(await waiting('contact', 'Accepted finding')).toBe(1);
    await tellOverdue(app.db, app.documents, timeZone);
    await tellDueSteps(app.db, app.documents, timeZone);
    const told = app.db
      .selectFrom('message')
      .selectAll()
      .where('template', '=', 'register/overdue')
      .where('user_id', '=', Number(await idOf('contact')));
    expect(await told.where('source_id', '=', id).execute()).toHaveLength(1);
    // Who accepts risks hears of it as well as who verifies.
    const escalated = app.db.selectFrom('message').select('id').where('template', '=', 'register/escalated').where('source_id', '=', id);
    expect(await escalated.where('user_id', '=', acceptor.id).execute()).toHaveLength(1);
    expect(await read(id)).toMatchObject({ overdue: true, warnings: ['The acceptance of the risk is over: look at it again'] });
    expect(await read(id, 'contact')).toMatchObject({ moves: ['renew', 'resume'] });
  });

  it('that is not accepted, or not asked for any more, is due as it was', async () => {
    for (const [name, as] of [
      ['decline', 'riskmanager'],
      ['withdraw', 'contact'],
    ] as const) {
      const { id } = await made(`Not accepted: ${name}`, 'contact');
      await move(id, 'propose', 'contact', because);
      const back = await move(id, name, as, undefined, 'Act on it');
      expect(back).toMatchObject({ data: { state: 'acting', values: { due: '2099-01-31' } } });
      for (const field of ['acceptedUntil', 'acceptedWhy', 'agreedDue']) expect((back.data as Finding).values).not.toHaveProperty(field);
      // Nobody said yet what is done about it.
      const evidence = { evidence: 'D-1' };
      expect(await move(id, 'submit', 'contact', evidence)).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'action' }] });
      expect(await move(id, 'submit', 'contact', { ...evidence, action: 'Done' })).toMatchObject({ data: { state: 'verifying' } });
    }
  });

  it('stays accepted as it was while a renewal is asked for, whatever becomes of that, and until its day where there is none', async () => {
    const { id, values } = await acceptedFinding('Renewed finding');
    const later = { moreTime: '2099-10-31', moreTimeWhy: 'Half a year more' };
    expect(await move(id, 'renew', 'contact', { ...later, moreTime: '2099-08-31' })).toMatchObject({
      code: 'MOVE_REFUSED',
      msg: expect.stringContaining('accepted until'),
    });
    for (const [name, as] of [
      ['keep', 'contact'],
      ['lapse', 'riskmanager'],
    ] as const) {
      expect(await move(id, 'renew', 'contact', later)).toMatchObject({ data: { state: 'renewal', values: { ...values, ...later } } });
      expect(await waiting('riskmanager', 'Renewed finding')).toBe(1);
      const { version } = await read(id);
      expect((await send('remove', { id, version }, 'admin')).body.code).toBe('RECORD_FINAL');
      const back = (await move(id, name, as, undefined, 'Not this time')).data as Finding;
      expect([back.state, back.values]).toEqual(['accepted', values]);
      expect(await waiting('riskmanager', 'Renewed finding')).toBe(0);
    }
    await move(id, 'renew', 'contact', later);
    expect(await move(id, 'prolong', 'auditor', { moreTime: '2099-10-31' })).toMatchObject({ code: 'FORBIDDEN' });
    const renewed = (await move(id, 'prolong', 'riskmanager', { moreTime: '2099-09-30' })).data as Finding;
    const now = { due: '2099-09-30', acceptedUntil: '2099-09-30' };
    // Why it was accepted stays; why it was renewed is in the history.
    expect([renewed.state, renewed.values]).toEqual(['accepted', { ...values, ...now }]);
    expect((await history(id))[0]?.details).toEqual(expect.arrayContaining(['Why a new date is asked for: Half a year more → –']));
    // Who has it may leave: it is handed on, and nothing else of what was agreed on is changed.
    const handed = { ...renewed.values, owner: await idOf('auditor') };
    const kept = await send('save', { id, version: renewed.version, values: handed }, 'admin');
    expect(kept.body).toMatchObject({ data: { values: { owner: handed.owner } } });
    const other = await send('save', { id, version: renewed.version + 1, values: { ...handed, severity: '1' } }, 'admin');
    expect(other.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'severity' }] });
  });

  it('is acted on after all, at once and by the day that was agreed on before, also where an older record does not know it', async () => {
    for (const [older, due] of [
      ['', '2099-01-31'],
      ['as it was', '2099-08-31'],
      ['renewed', '2099-08-31'],
    ] as const) {
      const { id } = await acceptedFinding('Acted on finding');
      if (older) {
        const { data } = await app.db.selectFrom('register_row').select('data').where('id', '=', Number(id)).executeTakeFirstOrThrow();
        const { agreedDue: _, ...rest } = data as Record<string, unknown>;
        await app.db
          .updateTable('register_row')
          .set({ data: JSON.stringify(rest) })
          .where('id', '=', Number(id))
          .execute();
      }
      if (older === 'renewed') {
        await move(id, 'renew', 'contact', { moreTime: '2099-10-31', moreTimeWhy: 'Half a year more' });
        expect(await move(id, 'prolong', 'riskmanager')).toMatchObject({ data: { state: 'accepted', values: { due: '2099-10-31' } } });
      }
      const { version } = await read(id);
      const missing = await send('move', { id, version, move: 'resume' }, 'contact');
      expect(missing.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'action' }] });
      const resumed = await move(id, 'resume', 'contact', { action: 'Replace the system' });
      expect(resumed).toMatchObject({ data: { state: 'acting', values: { due } } });
      for (const field of ['acceptedUntil', 'acceptedWhy', 'agreedDue']) expect((resumed.data as Finding).values).not.toHaveProperty(field);
    }
  });

  it('that is high lacks no action while it is accepted', async () => {
    const { id, values, version } = await made('High finding', 'contact');
    const high = await send('save', { id, version, values: { ...values, severity: '3' } }, 'admin');
    expect(high.body).toMatchObject({ data: { warnings: ['High severity without an action'] } });
    await move(id, 'propose', 'contact', because);
    expect(await move(id, 'accept', 'riskmanager', { acceptedUntil: '2099-08-31' })).toMatchObject({ data: { warnings: [] } });
    const renewal = { moreTime: '2099-10-31', moreTimeWhy: 'Half a year more' };
    expect(await move(id, 'renew', 'contact', renewal)).toMatchObject({ data: { state: 'renewal', warnings: [] } });
  });
});

describe('a gap', () => {
  const rights = ['list', 'add', 'edit', 'approve'].map((one) => `compliance:gap:${one}`);
  const gaps = async (path: string, body: object, as: string) =>
    (await post(`/api/register/${path}`, { register: 'gap', ...body }, as)).body;
  let owner: string;
  const helper = 'gaphelper';
  const decider = 'gapdecider';
  beforeAll(async () => {
    for (const username of ['gapowner', helper, decider]) {
      const one = await somebody(app, username, rights);
      tokens.set(username, one.token);
      if (username === 'gapowner') owner = String(one.id);
    }
  });
  /** A clause with this result. */
  async function clauseOf(result: string): Promise<string> {
    const clauses = app.db.selectFrom('register_row').select('id').where('register', '=', 'clause');
    return String((await clauses.where(sql<boolean>`data ->> 'result' = ${result}`).limit(1).executeTakeFirstOrThrow()).id);
  }
  async function madeGap(title: string, given: object = {}): Promise<Finding> {
    const clause = await clauseOf('partial');
    const department = await app.db.selectFrom('department').select('id').where('code', '=', 'D09').executeTakeFirstOrThrow();
    const values = { title, clause, severity: '1', department: String(department.id), owner, due: '2099-01-31' };
    return (await gaps('save', { values: { ...values, description: 'Two systems', ...given } }, helper)).data as Finding;
  }
  const readGap = async (id: string, as: string) =>
    (await call(app, `/api/register/get?register=gap&id=${id}`, { token: tokens.get(as), headers: { 'accept-language': 'en' } })).body
      .data as Finding;
  async function moveGap(id: string, name: string, as: string, values?: object): Promise<Answer['body']> {
    const { version } = await readGap(id, helper);
    return await gaps('move', { id, version, move: name, reason: 'Seen', ...(values && { values }) }, as);
  }
  const theirs = { code: 'MOVE_REFUSED', msg: 'You cannot decide this: the record names you' };

  it('is verified and accepted by nobody whose it is, though somebody else submitted it for them', async () => {
    const { id } = await madeGap('Own gap');
    await moveGap(id, 'propose', helper, because);
    for (const name of ['accept', 'decline']) expect(await moveGap(id, name, 'gapowner')).toMatchObject(theirs);
    await moveGap(id, 'decline', decider);
    const evidence = { evidence: 'G-1' };
    expect(await moveGap(id, 'submit', helper, evidence)).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'plan' }] });
    expect(await moveGap(id, 'submit', helper, { ...evidence, plan: 'Write them' })).toMatchObject({ data: { state: 'verifying' } });
    expect(await moveGap(id, 'verify', 'gapowner')).toMatchObject(theirs);
  });

  it('is accepted until a day as a finding is, kept so by a renewal, and closed after all by the day of before', async () => {
    const { id } = await madeGap('Accepted gap');
    await moveGap(id, 'propose', 'gapowner', because);
    expect(await waiting(decider, 'Accepted gap')).toBe(1);
    const accepted = (await moveGap(id, 'accept', decider, { acceptedUntil: '2099-08-31' })).data as Finding;
    const agreed = { due: '2099-08-31', agreedDue: '2099-01-31', acceptedUntil: '2099-08-31' };
    expect(accepted).toMatchObject({ state: 'accepted', overdue: false, warnings: [], values: agreed });
    expect(await waiting('gapowner', 'Accepted gap')).toBe(0);
    await moveGap(id, 'renew', 'gapowner', { moreTime: '2099-10-31', moreTimeWhy: 'Half a year more' });
    expect(((await moveGap(id, 'lapse', decider)).data as Finding).values).toEqual(accepted.values);
    await moveGap(id, 'renew', 'gapowner', { moreTime: '2099-10-31', moreTimeWhy: 'Half a year more' });
    const { acceptedWhy } = because;
    const renewed = { state: 'accepted', values: { due: '2099-10-31', agreedDue: '2099-01-31', acceptedUntil: '2099-10-31', acceptedWhy } };
    expect(await moveGap(id, 'prolong', decider, { moreTime: '2099-10-31' })).toMatchObject({ data: renewed });
    const resumed = await moveGap(id, 'resume', 'gapowner', { plan: 'Write them' });
    expect(resumed).toMatchObject({ data: { state: 'acting', values: { due: '2099-01-31' } } });
  });

  it('keeps its due date while an acceptance or a renewal of it is asked for and while it is accepted, though it can be handed on', async () => {
    const { id } = await madeGap('Fixed day');
    const isKept = async (state: string) => {
      const { version, values, ...gap } = await readGap(id, decider);
      expect(gap.state).toBe(state);
      const later = await gaps('save', { id, version, values: { ...values, due: '2099-12-31' } }, decider);
      expect(later).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'due' }] });
      const department = await app.db.selectFrom('department').select('id').where('code', '=', 'D10').executeTakeFirstOrThrow();
      const handed = await gaps('save', { id, version, values: { ...values, department: String(department.id) } }, helper);
      expect(handed).toMatchObject({ data: { values: { department: String(department.id) } } });
    };
    const opened = await readGap(id, decider);
    const moved = await gaps('save', { id, version: opened.version, values: { ...opened.values, due: '2099-02-28' } }, decider);
    expect(moved).toMatchObject({ data: { values: { due: '2099-02-28' } } });
    await moveGap(id, 'propose', 'gapowner', because);
    await isKept('acceptance');
    await moveGap(id, 'accept', decider);
    await isKept('accepted');
    await moveGap(id, 'renew', 'gapowner', { moreTime: '2099-10-31', moreTimeWhy: 'Half a year more' });
    await isKept('renewal');
  });

  it('says what it lacks until it is accepted, and that its clause is complied with also then', async () => {
    const lacking = 'High severity without a plan';
    const compliant = 'The clause is compliant already';
    const { id, warnings } = await madeGap('High gap', { severity: '3', clause: await clauseOf('compliant') });
    expect(warnings).toEqual([lacking]);
    expect(await moveGap(id, 'propose', 'gapowner', because)).toMatchObject({ data: { warnings: [lacking] } });
    expect(await moveGap(id, 'withdraw', 'gapowner')).toMatchObject({ data: { state: 'acting', warnings: [lacking, compliant] } });
    await moveGap(id, 'propose', 'gapowner', because);
    expect(await moveGap(id, 'accept', decider)).toMatchObject({ data: { state: 'accepted', warnings: [compliant] } });
  });

  it('that was accepted without a day is looked at again, given one, and keeps the day it was due', async () => {
    const { id } = await madeGap('Older gap');
    await putBack(id, { due: '2026-01-31' });
    await app.db.updateTable('register_row').set({ state: 'accepted' }).where('id', '=', Number(id)).execute();
    expect(await waiting('gapowner', 'Older gap')).toBe(1);
    const warnings = ['The acceptance of the risk is over: look at it again'];
    expect(await readGap(id, 'gapowner')).toMatchObject({ overdue: true, warnings, moves: ['renew', 'resume'] });
    await moveGap(id, 'renew', 'gapowner', { moreTime: '2099-10-31', moreTimeWhy: 'It ends then' });
    const renewed = await moveGap(id, 'prolong', decider, { moreTime: '2099-10-31' });
    const values = { due: '2099-10-31', agreedDue: '2026-01-31', acceptedUntil: '2099-10-31', acceptedWhy: 'It ends then' };
    expect(renewed).toMatchObject({ data: { state: 'accepted', overdue: false, warnings: [], values } });
  });
});
