import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellDueSteps, tellOverdue } from '../../../server/modules/registers/due-steps.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

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
  (await call(app, `/api/register/get?register=finding&id=${id}`, { token: tokens.get(as) })).body.data as Finding;

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
    expect(second?.details).toEqual(expect.arrayContaining(['Why more time is needed: – → The supplier is late']));

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
});

it('a risk is accepted until a day by who may for management: nothing is late meanwhile, and on that day it waits for its owner again', async () => {
  const { id } = await made('Accepted finding', 'contact');
  const because = { acceptedUntil: '2099-08-31', acceptedWhy: 'The system goes off line' };
  expect(await move(id, 'propose', 'contact', { ...because, acceptedUntil: '2020-01-01' })).toMatchObject({ code: 'MOVE_REFUSED' });
  expect(await move(id, 'propose', 'contact', because)).toMatchObject({ data: { state: 'acceptance' } });
  expect(await move(id, 'accept', 'auditor', { acceptedUntil: '2099-08-31' })).toMatchObject({ code: 'FORBIDDEN' });
  const accepted = await move(id, 'accept', 'riskmanager', { acceptedUntil: '2099-08-31' });
  expect(accepted).toMatchObject({
    data: { state: 'accepted', editable: false, values: { due: '2099-08-31', acceptedWhy: because.acceptedWhy } },
  });
  expect(await waiting('contact', 'Accepted finding')).toBe(0);
  expect((await history(id))[0]?.details).toEqual(expect.arrayContaining(['Due: 2099-01-31 → 2099-08-31']));

  // Who acts on it before that day may be granted an earlier one; refused, the acceptance is over.
  const early = await made('Acted on early', 'contact');
  for (const moreTime of ['2099-06-30', '2099-07-31']) {
    await move(early.id, 'propose', 'contact', because);
    await move(early.id, 'accept', 'riskmanager', { acceptedUntil: '2099-08-31' });
    expect(await move(early.id, 'resume', 'contact', { ...ask, moreTime })).toMatchObject({ data: { state: 'extension' } });
    const granted = moreTime === '2099-06-30';
    const answered = granted
      ? await move(early.id, 'grant', 'riskmanager', { moreTime })
      : await move(early.id, 'refuse', 'riskmanager', undefined, 'Act at once');
    expect(answered).toMatchObject({ data: { state: 'acting', values: { due: granted ? moreTime : '2099-08-31' } } });
    expect((answered.data as Finding).values).not.toHaveProperty('acceptedUntil');
  }

  // The day comes.
  const { values } = await read(id);
  const over = { ...values, due: '2026-01-31', acceptedUntil: '2026-01-31' };
  await app.db
    .updateTable('register_row')
    .set({ data: JSON.stringify(over) })
    .where('id', '=', Number(id))
    .execute();
  expect(await waiting('contact', 'Accepted finding')).toBe(1);
  await tellOverdue(app.db, app.documents, timeZone);
  await tellDueSteps(app.db, app.documents, timeZone);
  const told = await app.db
    .selectFrom('message')
    .selectAll()
    .where('source_id', '=', id)
    .where('user_id', '=', Number(await idOf('contact')))
    .execute();
  expect(told.length).toBeGreaterThan(0);
  expect(await read(id)).toMatchObject({ overdue: true, warnings: [expect.any(String)] });
  // Accepted once more, or acted on after all with a day somebody else grants.
  expect(await read(id, 'contact')).toMatchObject({ moves: ['propose', 'resume'] });
  expect(await move(id, 'resume', 'contact', ask)).toMatchObject({ data: { state: 'extension' } });
  const granted = await move(id, 'grant', 'riskmanager', { moreTime: '2099-06-30' });
  expect(granted).toMatchObject({ data: { state: 'acting', overdue: false } });
  expect((granted.data as Finding).values).not.toHaveProperty('acceptedUntil');
});
