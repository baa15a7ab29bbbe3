import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up } from '../../../server/database/migrations/255-reports-for-departments.ts';
import { up as dayOfIssue } from '../../../server/database/migrations/257-days-of-issue.ts';
import { tokenOf } from './client.ts';
import { code, dataOf, ScreeningWorld } from './screening-world.ts';

interface Kept {
  id: string;
  version: number;
  state: string;
  values: Record<string, unknown>;
  moves: string[];
  names: Record<string, unknown>;
  unseen?: string[];
}

let world: ScreeningWorld;
/** Who writes, who issues, and who reads for the department. */
let [writer, chief, contact]: string[] = [];
beforeAll(async () => {
  world = await ScreeningWorld.start();
  [writer, chief, contact] = [await tokenOf(world.app, 'auditor'), world.admin, await tokenOf(world.app, 'contact')];
});
afterAll(async () => await world.app.close());

const post = async (path: string, body: object, token = writer) => await world.post(`register/${path}`, body, token);
const save = async (register: string, values: object) => dataOf<Kept>(await post('save', { register, values }));
const move = async (register: string, { id, version }: Kept, name: string, values?: object, token = writer) =>
  await post('move', { register, id, version, move: name, reason: 'So it is', ...(values && { values }) }, token);
const moved = async (...given: Parameters<typeof move>) => dataOf<Kept>(await move(...given));
const idOf = async (username: string) =>
  String((await world.app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
const place = async (departmentCode: string) =>
  String((await world.app.db.selectFrom('department').select('id').where('code', '=', departmentCode).executeTakeFirstOrThrow()).id);
const seen = async (register: string, token: string | undefined, filter: object) =>
  dataOf<{ content: Kept[] }>(await post('page', { register, size: 50, ...filter }, token)).content;
const told = async (username: string, id: string) =>
  await world.app.db
    .selectFrom('message')
    .innerJoin('app_user', 'app_user.id', 'message.user_id')
    .where('username', '=', username)
    .where('source_id', '=', id)
    .select(['template', 'link'])
    .orderBy('message.id')
    .execute();

it('a department reads and answers a report from the day it is sent, and what the report says of its engagement stays as it was issued', async () => {
  const [owner, member, entity] = [await idOf('auditor'), await idOf('riskmanager'), (await seen('audit-entity', writer, {}))[0]];
  const given = { title: 'Interfaces', entity: entity?.id, owner, start: '2026-03-01', due: '2099-03-31', scope: 'Three interfaces' };
  let engagement = await save('engagement', { ...given, team: [member] });
  // Of a department below that of the contact.
  const finding = {
    engagement: engagement.id,
    department: await place('D08'),
    severity: '2',
    condition: 'Two',
    recommendation: 'List them',
  };
  const agreement = { condition: 'Two', recommendation: 'List them', responsible: member, until: '2099-05-01' };
  const draft = await save('audit-finding', { ...finding, title: 'Unlisted' });
  const elsewhere = await save('audit-finding', { ...finding, title: 'Elsewhere', department: await place('D09') });
  let report = await save('audit-report', { title: 'On interfaces', engagement: engagement.id, owner, due: '2099-04-30' });
  const findings = async () => (await seen('audit-finding', contact, { engagement: engagement.id })).map(({ values }) => values.title);
  expect(await seen('audit-report', contact, { keyword: 'On interfaces' })).toEqual([]);
  expect(code(await move('audit-report', report, 'send', { opinion: 'improve', summary: 'Lists are short' }))).toEqual([
    400,
    'PARAMETER_ERROR',
  ]);
  report = await moved('audit-report', report, 'send', { opinion: 'improve', summary: 'Lists are short', recipient: await place('D08') });

  expect((await seen('audit-report', contact, { keyword: 'On interfaces' })).map(({ id }) => id)).toEqual([report.id]);
  // They see nothing of engagements: the one of the report is named, and is no link that would fail.
  const read = dataOf<Kept>(await world.get(`register/get?register=audit-report&id=${report.id}`, contact));
  expect([read.unseen, JSON.stringify(read.names.engagement)]).toEqual([['engagement', 'entity'], expect.stringContaining('Interfaces')]);
  expect(await told('contact', report.id)).toEqual([expect.objectContaining({ link: `/audit/reports?record=${report.id}` })]);
  const waiting = dataOf<{ items: { id: string }[] }>(await world.get('todo/waiting', contact)).items;
  expect(waiting.map(({ id }) => id)).toContain(`approval-audit-report-${report.id}`);
  // It is for the department to answer: not for who wrote it and sent it, and no matter of other auditors.
  expect(code(await move('audit-report', report, 'respond', { response: 'For them' }))).toEqual([409, 'MOVE_REFUSED']);
  expect(await told('jianguoli', report.id)).toEqual([]);
  // Of what was done while it was the auditors' alone the department reads nothing.
  const history = async (token: string | undefined) =>
    dataOf<{ content: { what: string }[] }>(await world.get(`register/history?register=audit-report&id=${report.id}`, token)).content;
  expect([(await history(writer)).length, (await history(contact)).length]).toEqual([2, 1]);
  // What was agreed with the department is no secret from it; a draft and what concerns others is.
  expect(await findings()).toEqual([]);
  const agreed = [await moved('audit-finding', draft, 'agree', agreement), await moved('audit-finding', elsewhere, 'agree', agreement)];
  expect(await findings()).toEqual(['Unlisted']);

  expect(code(await move('audit-report', report, 'submit', { number: 'N-1', response: 'Not by them' }, contact))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  report = await moved('audit-report', report, 'respond', { response: 'We will list them' }, contact);
  expect([report.state, report.values.response]).toEqual(['answered', 'We will list them']);
  expect((await told('auditor', report.id)).length).toBe(1);
  // The answer is theirs.
  const typed = { ...report.values, response: 'We agree', recipient: await place('D09') };
  const changed = await post('save', { register: 'audit-report', id: report.id, version: report.version, values: typed });
  expect([changed.status, (changed.body as { details?: object[] }).details]).toEqual([
    400,
    expect.arrayContaining([expect.objectContaining({ field: 'recipient' })]),
  ]);
  report = dataOf<Kept>(await world.get(`register/get?register=audit-report&id=${report.id}`, writer));
  report = await moved('audit-report', report, 'conclude', { number: 'SJ-2099-07' });

  engagement = await moved('engagement', await moved('engagement', engagement, 'begin'), 'report');
  for (const one of agreed) await moved('audit-finding', one, 'include', undefined, chief);
  report = await moved('audit-report', report, 'issue', undefined, chief);
  const today = new Date().toLocaleDateString('sv', { timeZone: world.app.settings.timeZone });
  const kept = {
    issuedOn: today,
    scopeIssued: 'Three interfaces',
    fromIssued: '2026-03-01',
    untilIssued: '2099-03-31',
    leadIssued: owner,
    teamIssued: [member],
  };
  expect(report.values).toMatchObject(kept);
  expect((await told('contact', report.id)).length).toBe(2);
  const later = { ...given, scope: 'Four interfaces', owner: member, team: [], due: '2099-06-30' };
  engagement = dataOf<Kept>(await post('save', { register: 'engagement', id: engagement.id, version: engagement.version, values: later }));
  expect(dataOf<Kept>(await world.get(`register/get?register=audit-report&id=${report.id}`, contact)).values).toMatchObject(kept);

  // The universe counts from the day the engagement was closed, whatever was planned.
  engagement = await moved('engagement', engagement, 'close', { report: 'Listed' }, chief);
  expect(engagement.values.closedOn).toBe(today);
  const audited = dataOf<Kept>(await world.get(`register/get?register=audit-entity&id=${entity?.id}`, writer));
  expect(audited.values.closed).toBe(today);
});

it('a department in which nobody may answer is offered with a word that says so, and can be chosen', async () => {
  const label = async (more: string) => {
    const found = await world.get(`register/choices?register=audit-report&field=recipient&${more}`, writer);
    return JSON.stringify(dataOf<{ content: object[] }>(found).content);
  };
  const nobody = '(nobody there may act on it)';
  // The contact answers for the department and those below it; who sees all reports is of none.
  const [below, other] = [await place('D08'), await place('D06')];
  expect(await label('keyword=D08')).not.toContain(nobody);
  expect(await label('keyword=D06')).toContain(nobody);
  expect([await label(`chosen=${below}`), await label(`chosen=${other}`)].map((one) => one.includes(nobody))).toEqual([false, true]);
  expect(await label('keyword=D06&filter=true')).not.toContain(nobody);
  const { db } = world.app;
  const way = db.selectFrom('menu').select('menu_id').where('menu_id', '=', 'audit-report-respond');
  const held = await db.selectFrom('role_menu').selectAll().where('menu_id', 'in', way).execute();
  await db.deleteFrom('role_menu').where('menu_id', 'in', way).execute();
  expect(await label(`chosen=${below}`)).toContain(nobody);
  if (held.length > 0) await db.insertInto('role_menu').values(held).execute();
});

it('a department hears that a report is taken back, with nothing of why, by whom or where it is now', async () => {
  const owner = await idOf('auditor');
  const [entity] = await seen('audit-entity', writer, {});
  const given = { title: 'Takings', entity: entity?.id, owner, start: '2026-03-01', due: '2099-03-31', scope: 'Takings' };
  const engagement = await save('engagement', { ...given, team: [] });
  let report = await save('audit-report', { title: 'On takings', engagement: engagement.id, owner, due: '2099-04-30' });
  report = await moved('audit-report', report, 'send', { opinion: 'improve', summary: 'Late', recipient: await place('D08') });
  const before = (await told('contact', report.id)).length;
  await moved('audit-report', report, 'return');
  const messages = await told('contact', report.id);
  expect(messages.slice(before)).toEqual([{ template: 'register/taken', link: '/audit/reports' }]);
  const [taken] = await world.app.db
    .selectFrom('message')
    .selectAll()
    .where('template', '=', 'register/taken')
    .where('source_id', '=', report.id)
    .orderBy('id')
    .execute();
  expect(taken?.parameters).toEqual({ code: expect.stringMatching(/^AR-/), name: 'On takings' });
  // Of others nobody: who may answer elsewhere never saw it, and auditors see it still.
  const everybody = await world.app.db
    .selectFrom('message')
    .select('user_id')
    .where('template', '=', 'register/taken')
    .orderBy('id')
    .execute();
  expect(everybody.map(({ user_id }) => String(user_id))).toEqual([await idOf('contact')]);
  expect(code(await world.get(`register/get?register=audit-report&id=${report.id}`, contact))).toEqual([404, 'NOT_FOUND']);
});

it('an upgrade adds the rights to no role, and engagements closed before keep the day that stood for the end', async () => {
  const { db } = world.app;
  const granted = () => db.selectFrom('role_menu').selectAll().orderBy('role_id').orderBy('menu_id').execute();
  const rights = ['audit-report-department', 'audit-report-respond'];
  await db.deleteFrom('menu').where('menu_id', 'in', rights).execute();
  const before = await granted();
  const row = (number: number, state: string, data: object) => ({ register: 'engagement', number, state, data: JSON.stringify(data) });
  const rows = [
    row(9_001, 'closed', { due: '2024-05-31' }),
    row(9_002, 'closed', { due: '2024-05-31', closedOn: '2024-06-12' }),
    row(9_003, 'closed', {}),
    row(9_004, 'reporting', { due: '2024-05-31' }),
  ];
  await db.insertInto('register_row').values(rows).execute();
  await up(db as never);
  const { rows: found } = await sql<{ day: string | null }>`
    select data ->> 'closedOn' as day from register_row where register = 'engagement' and number between 9001 and 9004 order by number`.execute(
    db,
  );
  expect(found.map(({ day }) => day)).toEqual(['2024-05-31', '2024-06-12', null, null]);
  expect(await db.selectFrom('menu').select('perms').where('menu_id', 'in', rights).orderBy('sort').execute()).toEqual([
    { perms: 'audit:report:department' },
    { perms: 'audit:report:respond' },
  ]);
  expect(await granted()).toEqual(before);
});

it('reports that were issued before the day was kept have it from the operation log, by the clocks of the installation, and others none', async () => {
  const { db } = world.app;
  const row = (number: number, state: string, data: object) => ({ register: 'audit-report', number, state, data: JSON.stringify(data) });
  const rows = [
    row(9_001, 'issued', {}),
    row(9_002, 'issued', { issuedOn: '2024-06-12' }),
    row(9_003, 'issued', {}),
    row(9_004, 'review', {}),
  ];
  const ids = (await db.insertInto('register_row').values(rows).returning('id').execute()).map(({ id }) => String(id));
  const issued = (id: string | undefined, at: string, to = 'issued') => ({
    ...{ actor_id: null, actor: 'admin', subject_user_id: null, subject: null, action: 'register_row_move', target_type: 'register_row' },
    ...{
      target_id: id ?? null,
      target_name: null,
      detail: JSON.stringify({ register: 'audit-report', to }),
      ip: '-',
      user_agent: null,
      request_id: '-',
    },
    at: new Date(at),
  });
  const log = [
    issued(ids[0], '2024-05-02T08:00:00Z'),
    issued(ids[0], '2024-05-31T18:00:00Z'),
    issued(ids[0], '2024-06-01T18:00:00Z', 'draft'),
    issued(ids[1], '2024-05-31T18:00:00Z'),
    issued(ids[3], '2024-05-31T18:00:00Z'),
  ];
  await db.insertInto('audit_log').values(log).execute();
  await dayOfIssue(db as never, { timeZone: 'Asia/Shanghai' });
  const kept = await db.selectFrom('register_row').select('data').where('id', 'in', ids.map(Number)).orderBy('number').execute();
  expect(kept.map(({ data }) => data.issuedOn)).toEqual(['2024-06-01', '2024-06-12', undefined, undefined]);
});
