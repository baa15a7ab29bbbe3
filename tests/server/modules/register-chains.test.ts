import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../../server/contracts.ts';
import * as menuMigration from '../../../server/database/migrations/210-register-modules.ts';
import { recordsInUse } from '../../../server/modules/registers/documents-in-use.ts';
import { figured } from '../../../server/modules/registers/figures.ts';
import { followUp } from '../../../server/modules/registers/followers.ts';
import { holdNumbers } from '../../../server/modules/registers/holding.ts';
import { call, tokenOf, uploadFile } from './client.ts';
import { code, dataOf, ScreeningWorld } from './screening-world.ts';

let world: ScreeningWorld;
/** Another one who may do everything. */
let second: string;
beforeAll(async () => {
  world = await ScreeningWorld.start();
  const { db } = world.app;
  const role = await db.selectFrom('role').select('id').where('role_code', '=', 'Administrator').executeTakeFirstOrThrow();
  const user = await db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
  await db.insertInto('user_role').values({ user_id: user.id, role_id: role.id }).execute();
  second = await tokenOf(world.app, 'auditor');
});
afterAll(async () => await world.app.close());

interface Kept {
  id: string;
  code: string;
  version: number;
  state: string;
  values: Record<string, unknown>;
  names: Record<string, unknown>;
  warnings: string[];
}
const save = async (register: string, values: object, record?: Pick<Kept, 'id' | 'version'>) =>
  dataOf<Kept>(await world.post('register/save', { register, values, ...(record && { id: record.id, version: record.version }) }));
const move = (register: string, { id, version }: Kept, name: string, token = world.admin, values?: object) =>
  world.post('register/move', { register, id, version, move: name, reason: 'So it is', ...(values && { values }) }, token);
const moved = async (...given: Parameters<typeof move>) => dataOf<Kept>(await move(...given));
const get = async (register: string, id: string) => dataOf<Kept>(await world.get(`register/get?register=${register}&id=${id}`));
const first = async (register: string) =>
  dataOf<{ content: Kept[] }>(await world.post('register/page', { register, size: 1, order: 'asc' })).content[0] as Kept;
const userId = async () =>
  String((await world.app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow()).id);
const departmentId = async () => String((await world.app.db.selectFrom('department').select('id').limit(1).executeTakeFirstOrThrow()).id);

/** Resolves once the request is answered, or so many of the database wait for others. */
async function doneOrHeld(request: Promise<unknown>, count = 1): Promise<void> {
  let isDone = false;
  void request.finally(() => {
    isDone = true;
  });
  const held = async () => {
    const { rows } = await sql<{ held: number }>`select count(*)::integer as held from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.app.db);
    return isDone || (rows[0]?.held ?? 0) >= count;
  };
  await expect.poll(held, { timeout: 10_000 }).toBe(true);
}

it('a record is not pointed at by who waits for it to be closed: its state counts as it is then', async () => {
  const { db } = world.app;
  const { states = [] } = world.app.documents.get('register', 'engagement') ?? {};
  const open = states.filter(({ final }) => !final).map(({ name }) => name);
  const row = await db.selectFrom('register_row').select(['id', 'state']).where('register', '=', 'engagement').where('state', 'in', open);
  const { id, state } = await row.orderBy('id').executeTakeFirstOrThrow();
  const values = { title: 'Late paper', engagement: String(id), owner: await userId(), due: '2099-04-01' };
  const add = () => world.post('register/save', { register: 'working-paper', values });
  const { request } = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('register_row').set({ state: 'closed' }).where('id', '=', id).execute();
    const started = add();
    await doneOrHeld(started);
    return { request: started };
  });
  expect((await request).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'engagement', key: 'register.noChoice' }] });
  await db.updateTable('register_row').set({ state }).where('id', '=', id).execute();
  expect((await add()).body.code).toBe('000000');
});

describe('computed values of records that refer to each other', () => {
  it('a gap has the statute and the result of its clause, follows it, and is closed when that is compliant', async () => {
    const [owner, department, statute] = [await userId(), await departmentId(), await first('statute')];
    const said = { title: 'Records', statute: statute.id, article: '1', wording: 'Keep records', topic: 'data', owner };
    let clause = await save('clause', { ...said, result: 'partial', basis: 'Half of them' });
    const given = {
      title: 'Records are missing',
      clause: clause.id,
      severity: '2',
      department,
      owner,
      due: '2099-01-01',
      description: 'Two systems',
      plan: 'Write them',
      evidence: 'R-1',
    };
    let gap = await save('gap', given);
    expect(gap).toMatchObject({
      values: { statute: statute.id, result: 'partial' },
      names: { statute: `${statute.code} ${statute.values.title}` },
    });
    gap = await moved('gap', await moved('gap', gap, 'start'), 'submit');
    const early = await move('gap', gap, 'verify', second);
    expect([code(early), early.body.msg]).toEqual([[409, 'MOVE_REFUSED'], expect.stringMatching(/assess it again|重新评估/)]);
    clause = await save('clause', { ...said, result: 'compliant', basis: 'All of them' }, clause);
    const followed = await get('gap', gap.id);
    expect(followed).toMatchObject({ version: gap.version, values: { result: 'compliant' } });
    gap = await moved('gap', followed, 'verify', second);
    expect(gap.state).toBe('closed');
    // What is closed stays as it was closed.
    await save('clause', { ...said, result: 'nonCompliant', basis: 'Gone again' }, clause);
    gap = await get('gap', gap.id);
    expect(gap.values.result).toBe('compliant');
    // Opened again it is as its clause is now.
    expect((await moved('gap', gap, 'reopen')).values.result).toBe('nonCompliant');
  });

  it('an audit report counts the findings of its engagement, which nobody types, is issued once while that is at reporting and none is open, and what is closed stays so', async () => {
    const [owner, department, entity] = [await userId(), await departmentId(), await first('audit-entity')];
    let engagement = await save('engagement', { title: 'Stock count', entity: entity.id, owner, start: '2026-03-01', due: '2099-03-31' });
    const told = { engagement: engagement.id, department, amount: 10 };
    const small = await save('audit-finding', { title: 'Two shelves', severity: '1', ...told, responsible: owner, until: '2099-05-01' });
    const grave = await save('audit-finding', { title: 'No count', severity: '3', ...told });
    const asked = { recommendation: 'Count', responsible: owner, until: '2099-05-01' };
    const agreed = await moved(
      'audit-finding',
      await save('audit-finding', { title: 'No stock keeper', severity: '3', condition: 'Nobody', ...told }),
      ...(['agree', world.admin, asked] as const),
    );
    const late = await moved(
      'audit-finding',
      await save('audit-finding', { title: 'Counted late', severity: '1', condition: 'Late', ...told }),
      ...(['agree', world.admin, asked] as const),
    );
    const other = await save('audit-report', { title: 'Once more', engagement: engagement.id, owner, due: '2099-04-30' });
    let report = await save('audit-report', {
      title: 'Report on stock',
      engagement: engagement.id,
      owner,
      due: '2099-04-30',
      opinion: 'improve',
    });
    expect(report.values).toMatchObject({ findingCount: 0, highCount: 0, open: 4 });
    const typed = await world.post('register/save', {
      ...{ register: 'audit-report', id: report.id, version: report.version },
      values: { title: 'Report on stock', engagement: engagement.id, owner, due: '2099-04-30', findings: 9 },
    });
    expect(dataOf<Kept>(typed).values).toMatchObject({ findingCount: 0 });
    expect(dataOf<Kept>(typed).values).not.toHaveProperty('findings');
    report = dataOf<Kept>(typed);
    const values = { opinion: 'improve', summary: 'Counting is late', number: 'SJ-2099-01', response: 'Agreed' };
    for (const name of ['send', 'submit'])
      report = dataOf<Kept>(
        await world.post('register/move', {
          ...{ register: 'audit-report', id: report.id, version: report.version, move: name },
          values:
            name === 'send'
              ? { opinion: values.opinion, summary: values.summary, recipient: department }
              : { number: values.number, response: values.response },
        }),
      );
    const refused = async (message: RegExp, ...given: Parameters<typeof move>) => {
      const { body, status } = await move(...given);
      expect([status, body.code, body.msg]).toEqual([409, 'MOVE_REFUSED', expect.stringMatching(message)]);
    };
    engagement = await moved('engagement', await moved('engagement', engagement, 'begin'), 'report');
    await refused(/dropped first|撤销/, 'audit-report', report, 'issue', second);
    const dropped = await moved('audit-finding', grave, 'drop');
    expect((await get('audit-report', report.id)).values).toMatchObject({ findingCount: 0, highCount: 0, open: 3 });
    await moved('audit-finding', agreed, 'include', second);
    expect((await get('audit-report', report.id)).values).toMatchObject({ findingCount: 1, highCount: 1, open: 2 });
    await moved('audit-finding', small, 'drop');
    const lateDropped = await moved('audit-finding', late, 'drop');
    const whole = await get('audit-report', report.id);
    expect(whole.values).toMatchObject({ findingCount: 1, highCount: 1, open: 0 });
    const stateOfLate = (state: string) =>
      world.app.db.updateTable('register_row').set({ state }).where('id', '=', Number(lateDropped.id)).execute();
    engagement = await moved('engagement', engagement, 'return');
    await refused(/at reporting|报告编制/, 'audit-report', report, 'issue', second);
    engagement = await moved('engagement', engagement, 'report');
    expect((await moved('audit-report', report, 'issue', second)).warnings).toEqual([]);
    expect((await get('audit-report', other.id)).warnings).toEqual([expect.stringMatching(/has an issued report|已出具报告/)]);
    // Once it is issued nothing is taken into it, though its engagement still is at reporting, and it counts what it counted.
    await stateOfLate('agreed');
    await refused(/report is issued|报告已出具/, 'audit-finding', await get('audit-finding', lateDropped.id), 'include', second);
    expect((await get('audit-report', report.id)).values).toMatchObject({ findingCount: 1, highCount: 1 });
    await stateOfLate('dropped');
    await world.app.db.updateTable('register_row').set({ state: 'review' }).where('id', '=', Number(other.id)).execute();
    await refused(/no issued report|尚未出具/, 'audit-report', await get('audit-report', other.id), 'issue', second);

    const close = () =>
      world.post(
        'register/move',
        { register: 'engagement', id: engagement.id, version: engagement.version, move: 'close', values: { report: 'Counted' } },
        second,
      );
    // A working paper that came while the report was written.
    const paper = await save('working-paper', { title: 'Counted again', engagement: engagement.id, owner, due: '2099-04-01' });
    const open = await close();
    expect([code(open), open.body.msg]).toEqual([[409, 'MOVE_REFUSED'], expect.stringMatching(/working paper reviewed|复核全部底稿/)]);
    await world.post('register/remove', { register: 'working-paper', id: paper.id, version: paper.version });
    expect(dataOf<Kept>(await close()).state).toBe('closed');
    await refused(/closed or cancelled|已结束/, 'audit-finding', dropped, 'reopen');
    const another = { ...told, title: 'Late', severity: '1', responsible: owner, until: '2099-05-01' };
    await world.app.db.updateTable('register_row').set({ state: 'agreed' }).where('id', '=', Number(small.id)).execute();
    await refused(/closed or cancelled|已结束/, 'audit-finding', await get('audit-finding', small.id), 'include', second);

    // Nothing is added to it any more, nor offered to be; lists still find what it had.
    const added = await world.post('register/save', { register: 'audit-finding', values: another });
    expect(added.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'engagement', key: 'register.noChoice' }] });
    const choices = async (more: string) => {
      const { body } = await world.get(`register/choices?register=audit-finding&field=engagement&keyword=Stock${more}`);
      return (body.data as { content: { value: string }[] }).content.map(({ value }) => value).includes(engagement.id);
    };
    expect([await choices(''), await choices('&filter=true')]).toEqual([false, true]);
    const { body } = await world.get(`register/related?register=engagement&id=${engagement.id}`);
    const { adds } = body.data as { adds: { register: string }[] };
    expect(adds.map(({ register }) => register)).toEqual(expect.not.arrayContaining(['audit-finding', 'working-paper']));
    // What points at it already may be saved again.
    await stateOfLate('draft');
    const kept = await get('audit-finding', lateDropped.id);
    const again = await save('audit-finding', { ...kept.values, title: 'Counted far too late' }, kept);
    expect(again.values).toMatchObject({ engagement: engagement.id, title: 'Counted far too late' });
  });

  it('files that are only checked wait for nobody who changes what their records point at, and keep nobody waiting', async () => {
    const [owner, entity] = [await userId(), await first('audit-entity')];
    const given = { title: 'Checked meanwhile', entity: entity.id, owner, start: '2026-03-01', due: '2099-03-31' };
    const engagement = await save('engagement', given);
    const checked = (mode: string) =>
      uploadFile(
        world.app,
        `/api/register/import?register=audit-finding&mode=${mode}`,
        world.admin,
        Buffer.from(`title,engagement,severity,department\nFrom a file,${engagement.code},Low,D09`),
        'rows.csv',
      );
    await world.app.db.transaction().execute(async (db) => {
      await sql`update register_row set version = version + 1 where id = ${Number(engagement.id)}`.execute(db);
      const request = checked('check');
      let isDone = false;
      void request.then(() => {
        isDone = true;
      });
      await doneOrHeld(request);
      expect(isDone).toBe(true);
      expect((await request).body.data).toMatchObject({ saved: false, count: 1, faultCount: 0 });
    });
    expect((await checked('all')).body.data).toMatchObject({ saved: true, count: 1 });
  });

  it('a record others change between its turn and the look at all of them is told with its version, to be tried again', async () => {
    const [owner, entity] = [await userId(), await first('audit-entity')];
    const given = { title: 'One after the other', entity: entity.id, owner, start: '2026-03-01', due: '2099-03-31' };
    const [one, other] = [await save('engagement', given), await save('engagement', given)];
    const records = [one, other].map(({ id, version }) => ({ id, version }));
    const { moving } = await world.app.db.transaction().execute(async (db) => {
      await sql`select id from register_row where id = ${Number(one.id)} for update`.execute(db);
      const request = world.post('register/move-many', { register: 'engagement', move: 'begin', records });
      await doneOrHeld(request);
      await sql`update register_row set version = version + 1 where id = ${Number(other.id)}`.execute(db);
      return { moving: request };
    });
    expect(dataOf(await moving)).toMatchObject({
      count: 1,
      refused: [{ id: other.id, code: other.code, version: other.version + 1 }],
    });
  });

  it('of two reports of one engagement that are issued at the same moment one is', async () => {
    const [owner, entity] = [await userId(), await first('audit-entity')];
    const engagement = await save('engagement', {
      title: 'Twice at once',
      entity: entity.id,
      owner,
      start: '2026-03-01',
      due: '2099-03-31',
    });
    await moved('engagement', await moved('engagement', engagement, 'begin'), 'report');
    const reports: Kept[] = [];
    for (const title of ['One report', 'Another report']) {
      const report = await save('audit-report', { title, engagement: engagement.id, owner, due: '2099-04-30' });
      await world.app.db.updateTable('register_row').set({ state: 'review' }).where('id', '=', Number(report.id)).execute();
      reports.push(await get('audit-report', report.id));
    }
    // Both have come to the engagement before one goes on.
    const issued = await world.app.db.transaction().execute(async (db) => {
      await sql`select id from register_row where id = ${Number(engagement.id)} for update`.execute(db);
      const requests = reports.map((report) => move('audit-report', report, 'issue', second));
      await doneOrHeld(Promise.all(requests), 2);
      return { requests };
    });
    const answers = await Promise.all(issued.requests);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(({ body }) => body.code)).toContain('MOVE_REFUSED');
    expect((await get('engagement', engagement.id)).values.issued).toBe(1);
  });

  it('an audit report that was issued with typed figures keeps them, and is found and ordered by them', async () => {
    const [engagement, owner] = [await first('engagement'), await userId()];
    const data = { title: 'Before', engagement: engagement.id, owner, due: '2020-01-01', findings: 7, high: 3, opinion: 'good' };
    const row = { register: 'audit-report', number: 8_000, state: 'issued', data: JSON.stringify(data) };
    const { id } = await world.app.db.insertInto('register_row').values(row).returning('id').executeTakeFirstOrThrow();
    const { content } = dataOf<{ content: Kept[] }>(
      await world.post('register/page', { register: 'audit-report', findings: 7, sort: 'findings', order: 'desc' }),
    );
    expect(content.map((one) => one.id)).toEqual([String(id)]);
    expect(content[0]).toMatchObject({ values: { findings: 7, high: 3 }, warnings: [expect.stringMatching(/high severity|高风险/)] });
    await world.app.db.deleteFrom('register_row').where('id', '=', id).execute();
  });

  it('the audit universe knows when an entity was audited last, by engagements or elsewhere, and what is due and in no plan', async () => {
    const { db } = world.app;
    const owner = await userId();
    const given = { title: 'Treasury', risk: '3', cycle: 2 };
    let entity = await save('audit-entity', { ...given, last: '2020-05-31' });
    expect(entity.values).toMatchObject({ lately: '2020-05-31', next: '2022-05-31', planned: 0 });
    expect(entity.warnings).toEqual([expect.stringMatching(/in no plan|未列入计划/)]);
    const plan = { title: 'Treasury audit', year: 2026, quarter: 4, entity: entity.id, kind: 'assurance', owner, days: 10 };
    await save('audit-plan', plan);
    entity = await get('audit-entity', entity.id);
    expect([entity.values.planned, entity.warnings]).toEqual([1, [expect.stringMatching(/Its audit is due$|^已到审计周期$/)]]);
    const audit = (day: string, state: string) => ({
      ...{ register: 'engagement', number: 9_500 + Number(day.slice(0, 4)), state },
      data: JSON.stringify({ entity: entity.id, closedOn: day }),
    });
    await db
      .insertInto('register_row')
      .values([audit('2098-06-30', 'closed'), audit('2097-06-30', 'closed'), audit('2099-06-30', 'fieldwork')])
      .execute();
    entity = await get('audit-entity', entity.id);
    expect(entity.values).toMatchObject({ closed: '2098-06-30', lately: '2098-06-30', next: '2100-06-30' });
    expect(entity.warnings).toEqual([]);
    // Without a cycle nothing says when the next one is due.
    const once = await save('audit-entity', { title: 'Archive', risk: '1', last: '2020-05-31' });
    expect([once.values.lately, once.values.next, once.warnings]).toEqual(['2020-05-31', undefined, []]);
    expect((await save('audit-entity', { ...given, title: 'New business' })).warnings).toEqual([
      expect.stringMatching(/never audited|从未审计/),
    ]);
  });

  it('[SCREEN-01] a watch list is told of a name that is computed of another record', async () => {
    const { db, documents } = world.app;
    const text = (name: string, more: object = {}) => ({ name, type: 'text', label: name, ...more });
    const record = { name: 'of', type: 'record', register: 'partner', label: 'of' };
    const registers: Record<string, object> = {
      partner: { title: 'Partner', fields: [text('name')], display: 'name' },
      entry: {
        title: 'Entry',
        fields: [record, text('name', { value: '{{ records.of.name }}' })],
        display: 'name',
        watch: { list: 'FOLLOWED', states: [''] },
      },
    };
    const own = {
      ids: (kind: string) => (kind === 'register' ? Object.keys(registers) : []),
      get: (_kind: string, id: string) => registers[id],
      text: documents.text,
    } as unknown as typeof documents;
    const add = async (register: string, data: object) => {
      const row = { register, number: 1, state: '', data: JSON.stringify(data) };
      return (await db.insertInto('register_row').values(row).returning('id').executeTakeFirstOrThrow()).id;
    };
    const partner = await add('partner', { name: 'After' });
    const entry = await add('entry', { of: String(partner), name: 'Before' });
    const within = { db, services: { documents: own } };
    const user = { username: 'admin' } as Principal;
    await db.transaction().execute((transaction) => followUp({ ...within, db: transaction }, { id: 'partner', user }, partner));
    const { data } = await db.selectFrom('register_row').select('data').where('id', '=', entry).executeTakeFirstOrThrow();
    expect(data.name).toBe('After');
    expect(await db.selectFrom('watch_list').select('updated_by').where('code', '=', 'FOLLOWED').executeTakeFirst()).toEqual({
      updated_by: 'admin',
    });
  });

  it('a record that is being added follows a change of what it refers to that is made at the same time', async () => {
    const [owner, department, statute] = [await userId(), await departmentId(), await first('statute')];
    const said = { title: 'At once', statute: statute.id, article: '2', wording: 'Keep them', topic: 'data', owner };
    const clause = await save('clause', { ...said, result: 'partial', basis: 'Half' });
    const given = { title: 'Being added', clause: clause.id, severity: '2', department, owner, due: '2099-01-01', description: 'So' };
    const { change, gap } = await world.app.db.transaction().execute(async (db) => {
      const last = await holdNumbers(db, { id: 'gap' });
      const data = JSON.stringify({ ...given, statute: statute.id, result: 'partial' });
      const row = { register: 'gap', number: last + 1, state: 'open', data };
      const { id } = await db.insertInto('register_row').values(row).returning('id').executeTakeFirstOrThrow();
      await db
        .updateTable('register_number')
        .set({ last: last + 1 })
        .where('register', '=', 'gap')
        .execute();
      const waiting = save('clause', { ...said, result: 'compliant', basis: 'All' }, clause);
      await doneOrHeld(waiting);
      return { change: { answer: waiting }, gap: String(id) };
    });
    await change.answer;
    expect((await get('gap', gap)).values.result).toBe('compliant');
  });

  it('a record is not deleted while one is being added that refers to it', async () => {
    const owner = await userId();
    const { values } = await first('statute');
    const statute = await save('statute', { ...values, title: 'Short-lived', number: 'X-1' });
    const said = { title: 'Late', statute: statute.id, article: '3', wording: 'Keep', topic: 'data', owner };
    const [adding, removing] = await world.app.db.transaction().execute(async (db) => {
      // The record that is added waits for this account as its author, after what it refers to was found.
      await db.selectFrom('app_user').select('id').where('username', '=', 'admin').forUpdate().execute();
      const added = world.post('register/save', { register: 'clause', values: said });
      await doneOrHeld(added);
      const removed = world.post('register/remove', { register: 'statute', id: statute.id, version: statute.version }, second);
      await doneOrHeld(removed, 2);
      return [{ answer: added }, { answer: removed }] as const;
    });
    expect([(await adding.answer).status, code(await removing.answer)]).toEqual([200, [409, 'IN_USE']]);
    expect((await get('statute', statute.id)).id).toBe(statute.id);
  });

  it('a contract is followed over its project to the final account, whose variance is of what they hold by now', async () => {
    const [owner, department] = [await userId(), await departmentId()];
    const said = { title: 'Hall', supplier: 'Builders', owner, amount: 1000 };
    const contract = await save('contract', said);
    const project = await save('project', {
      title: 'Hall',
      contract: contract.id,
      department,
      owner,
      due: '2099-01-01',
      paid: 600,
      progress: 40,
    });
    expect(project).toMatchObject({
      values: { contractAmount: 1000, paidPercent: 60 },
      warnings: [expect.stringMatching(/ahead of progress|超前/)],
    });
    const account = await save('finalization', {
      title: 'Hall',
      project: project.id,
      claimed: 1300,
      audited: 1200,
      owner,
      due: '2099-01-01',
    });
    expect(account.values).toMatchObject({ contract: contract.id, contractAmount: 1000, reduced: 100, variance: 200, variancePercent: 20 });
    await save('contract', { ...said, amount: 1150 }, contract);
    expect((await get('finalization', account.id)).values).toMatchObject({ contractAmount: 1150, variance: 50 });
  });
});

describe('a risk and what was found of it', () => {
  it('is held against the last confirmed assessment, and not for ever against the highest one', async () => {
    const [owner, department] = [await userId(), await departmentId()];
    const risk = await save('risk', {
      ...{ title: 'Fire in the hall', category: 'Safety', department, owner, likelihood: 4, impact: 5 },
      ...{ residualLikelihood: 2, residualImpact: 3 },
    });
    const assess = async (period: string, residualLikelihood: number, due: string) => {
      const said = { title: `Fire ${period}`, risk: risk.id, period, owner, due, reasons: 'Seen' };
      const scores = { likelihood: 4, impact: 5, residualLikelihood, residualImpact: 3, response: 'reduce' };
      const sent = await moved('risk-assessment', await save('risk-assessment', { ...said, ...scores }), 'submit');
      return async () => await moved('risk-assessment', sent, 'confirm', second);
    };
    const { values, warnings } = await get('risk', risk.id);
    expect([values.residual, values.assessed]).toEqual([6, undefined]);
    const found = async () => {
      const now = await get('risk', risk.id);
      return [now.values.assessed, now.warnings.length - warnings.length];
    };
    const [later, earlier] = [await assess('2027 Q1', 1, '2098-01-01'), await assess('2026 Q4', 4, '2099-01-01')];
    const first = await assess('2026 Q3', 2, '2097-01-01');
    expect(await found()).toEqual([undefined, 0]);
    await first();
    expect(await found()).toEqual([6, 0]);
    // Made second and confirmed first: what counts is when it was confirmed.
    await earlier();
    expect(await found()).toEqual([12, 1]);
    await later();
    expect(await found()).toEqual([3, 0]);
    const page = dataOf<{ content: Kept[] }>(await world.post('register/page', { register: 'risk', keyword: 'Fire in the hall' }));
    expect(page.content.map((row) => row.values.assessed)).toEqual([3]);
    // Of days it is the last one too, and what was kept there before it was one of days is none.
    const over = { register: 'risk-assessment', by: 'risk', how: 'last', of: 'due' } as const;
    const fields = [{ name: 'due', label: 'Due', type: 'date', over }];
    const document = { ...world.app.documents.get('register', 'risk'), fields };
    const row = { id: Number(risk.id), data: {} };
    const lastDue = async () => (await figured(world.app.db, { document } as never, [row]))(row);
    expect(await lastDue()).toEqual({ due: '2098-01-01' });
    const soon = sql`update register_row set data = data || '{"due": "soon"}' where register = 'risk-assessment' and data ->> 'title' = 'Fire 2027 Q1'`;
    await soon.execute(world.app.db);
    expect(await lastDue()).toEqual({ due: '2099-01-01' });
  });
});

it('figures hold every group, also of more than a thousand; of more than ten thousand they are refused, and not too low', async () => {
  const ask = { register: 'clause', by: ['statute', 'result'], state: ['outside'] };
  const add = (from: number, to: number) =>
    sql`insert into register_row (register, number, data, state, created_by, updated_by)
      select 'clause', 900000 + at, jsonb_build_object('statute', 5000000 + at, 'result', 'partial'), 'outside', 'tester', 'tester'
      from generate_series(${from}::integer, ${to}::integer) as at`.execute(world.app.db);
  const total = async (more: object = {}) =>
    dataOf<{ content: { count: number }[] }>(await world.post('register/counts', { ...ask, ...more })).content.reduce(
      (sum, { count }) => sum + count,
      0,
    );
  await add(1, 1_500);
  expect([await total(), await total({ spread: true })]).toEqual([1_500, 1_500]);
  await add(1_501, 10_001);
  for (const spread of [false, true])
    expect(code(await world.post('register/counts', { ...ask, spread }))).toEqual([400, 'TOO_MANY_GROUPS']);
  expect(await total({ by: ['result'] })).toBe(10_001);
  await sql`delete from register_row where register = 'clause' and state = 'outside'`.execute(world.app.db);
});

it('figures are named and spread: a row a statute with the clauses of each result, also those without one', async () => {
  const ask = { register: 'clause', by: ['statute', 'result'], state: ['open', 'review', 'assessed'] };
  const flat = dataOf<{ content: { statute: string; result: string | null; count: number; names: object }[] }>(
    await world.post('register/counts', ask),
  );
  const { content } = dataOf<{ content: { statute: string; count: number; counts: Record<string, number>; names: { statute: string } }[] }>(
    await world.post('register/counts', { ...ask, spread: true }),
  );
  const law = content.find(({ names }) => names.statute.includes('个人信息保护法'));
  expect(law?.names.statute).toMatch(/^ST-0001 /);
  expect(law?.count).toBe(Object.values(law?.counts ?? {}).reduce((sum, count) => sum + count, 0));
  expect(law?.counts).toMatchObject({ compliant: expect.any(Number), partial: 2 });
  const none = flat.content.filter(({ result }) => result === null).reduce((sum, { count }) => sum + count, 0);
  expect(content.reduce((sum, { counts }) => sum + (counts.none ?? 0), 0)).toBe(none);
  expect(none).toBeGreaterThan(0);
  expect(code(await world.post('register/counts', { ...ask, by: ['statute'], spread: true }))).toEqual([400, 'PARAMETER_ERROR']);
  // What is chosen and the state are told in every language, and of a row that is spread the first one alone.
  const byResult = await world.post('register/counts', { ...ask, by: ['result', 'state'] });
  const rows = dataOf<{ content: { result: string | null; state: string; names: Record<string, { l: string; t: string }[]> }[] }>(
    byResult,
  ).content;
  const partial = rows.find(({ result }) => result === 'partial');
  expect(Object.keys(partial?.names ?? {})).toEqual(['result', 'state']);
  expect(partial?.names.result).toContainEqual(expect.objectContaining({ l: 'en', t: 'Partially compliant' }));
  expect(rows.find(({ result }) => result === null)?.names).not.toHaveProperty('result');
  const spread = await world.post('register/counts', { ...ask, by: ['result', 'state'], spread: true });
  expect(Object.keys(dataOf<{ content: typeof rows }>(spread).content.find(({ result }) => result === 'partial')?.names ?? {})).toEqual([
    'result',
  ]);
});

describe('the credit blacklist', () => {
  const pay = async (payee: string, payeeAccount = '6222021001112229999') => {
    const record = { paymentNo: 'P-1', payer: 'East', payee, payeeAccount, amount: '100' };
    return dataOf<{ id: string; decision: string; hits: { ruleId: string }[] }>(await world.screen('PAYMENT', record));
  };

  it('[SCREEN-01] blocks a payment at once when an entry gets in force, by name and by account, and no more when it is lifted or over', async () => {
    const said = {
      title: '云岭矿产贸易有限公司',
      kind: 'company',
      account: '6228480009998887776',
      severity: '3',
      from: '2026-01-01',
      owner: await userId(),
      reason: '拒不退款',
    };
    let entry = await save('blacklist', said);
    expect((await pay(said.title)).decision).toBe('approve');
    // Who proposed it does not put it in force.
    expect(code(await move('blacklist', entry, 'approve'))).toEqual([409, 'MOVE_REFUSED']);
    entry = await moved('blacklist', entry, 'approve', second);
    const blocked = await pay(`${said.title}`);
    expect(blocked.decision).toBe('block');
    expect(JSON.stringify(blocked.hits)).toContain(entry.code);
    const decision = await world.get(`risk/screening/decision?id=${blocked.id}`);
    expect(JSON.stringify(decision.body.data)).toContain(`${entry.code} ${said.title}`);
    expect((await pay('鑫达', said.account)).decision).toBe('block');
    expect(code(await world.post('register/save', { register: 'blacklist', id: entry.id, version: entry.version, values: said }))).toEqual([
      409,
      'RECORD_FINAL',
    ]);
    entry = await moved('blacklist', entry, 'lift', second);
    expect((await pay(said.title)).decision).toBe('approve');

    entry = await moved('blacklist', entry, 'propose');
    entry = await save('blacklist', { ...said, until: '2026-01-31' }, entry);
    entry = await moved('blacklist', entry, 'approve', second);
    // Its last day is over.
    expect((await pay(said.title)).decision).toBe('approve');
    // What stands there since the field was a text is no day: the entry counts, and every other one goes on to.
    const lastDay = async (until: string) => {
      const data = sql`jsonb_set(data, '{until}', ${JSON.stringify(until)}::jsonb)`;
      await sql`update register_row set data = ${data} where id = ${entry.id}`.execute(world.app.db);
      await sql`update watch_list set revision = revision + 1 where code = 'BLACKLIST'`.execute(world.app.db);
      return (await pay(said.title)).decision;
    };
    expect(await lastDay('soon')).toBe('block');
    expect(await lastDay('2026-02-30')).toBe('approve');
  });

  it('[SCREEN-01] is told on the watch list it feeds, and found by the look-up of names; a list that is gone is made again', async () => {
    const lists = async () =>
      dataOf<{ content: { id: string; code: string; registers: { title: unknown; entries: number }[] }[] }>(
        await world.post('risk/screening/list/page', {}),
      ).content;
    const list = (await lists()).find((one) => one.code === 'BLACKLIST');
    expect(list?.registers).toEqual([{ title: expect.anything(), entries: 6 }]);
    const found = dataOf<{ entryId: string; score: number }[]>(
      await world.post('risk/screening/list/matches', { listId: list?.id, text: '鸿运达钢材贸易' }),
    );
    expect(found[0]).toMatchObject({ entryId: 'BL-0001', score: 100 });
    await world.app.db.deleteFrom('watch_list').where('code', '=', 'BLACKLIST').execute();
    expect((await pay('鸿运达钢材贸易有限公司')).decision).toBe('approve');
    await save('blacklist', { title: '某某', kind: 'person', severity: '1', from: '2026-01-01', owner: await userId(), reason: 'x' });
    expect((await pay('鸿运达钢材贸易有限公司')).decision).toBe('block');
  });
});

it('an installation from before gets the pages where the menu announced them; rights to change and to decide are for its administrator to give', async () => {
  const { db } = world.app;
  const added = ['compliance-coverage', 'compliance-gap-edit', 'compliance-gap-remove', 'compliance-gap-approve', 'audit-paper-edit'];
  const rows = () =>
    db
      .selectFrom('menu')
      .select(['menu_id', 'url', 'component', 'perms', 'parent_id', 'name_hant'])
      .where('menu_id', 'in', added)
      .orderBy('menu_id')
      .execute();
  const holders = async (menu: string) => (await db.selectFrom('role_menu').select('role_id').where('menu_id', '=', menu).execute()).length;
  const shipped = await rows();
  await db.deleteFrom('menu').where('menu_id', 'in', added).execute();
  await db.updateTable('menu').set({ component: 'main#later' }).where('menu_id', 'in', ['compliance-gap', 'audit-paper']).execute();
  await db.updateTable('menu').set({ component: 'main#their/own' }).where('menu_id', '=', 'compliance-clause').execute();
  await menuMigration.up(db as never);
  expect(await rows()).toEqual(shipped);
  const components = await db
    .selectFrom('menu')
    .select('component')
    .where('menu_id', 'in', ['compliance-gap', 'compliance-clause', 'audit-paper'])
    .orderBy('menu_id')
    .execute();
  expect(components.map(({ component }) => component)).toEqual(['main#registers/working-paper', 'main#their/own', 'main#registers/gap']);
  expect(await holders('compliance-coverage')).toBe(await holders('compliance-gap'));
  expect(await holders('compliance-gap-approve')).toBe(0);
});

describe('what another record is in', () => {
  const task = async (title: string, after?: string) =>
    await save('task', { title, owner: await userId(), due: '2099-01-01', ...(after && { after }) });

  it('is asked by a move: a task begins once the one before it is done', async () => {
    const first = await task('First');
    const then = await task('Then', first.id);
    const early = await move('task', then, 'start');
    expect([early.status, early.body.code]).toEqual([409, 'MOVE_REFUSED']);
    expect(early.body.msg).toMatch(/not done yet|尚未完成/);
    await moved('task', await moved('task', first, 'start'), 'finish');
    expect(await moved('task', then, 'start')).toMatchObject({ state: 'doing' });
  });

  it('stays so until the move is made', async () => {
    const { db } = world.app;
    const first = await task('Reopened');
    const done = await moved('task', await moved('task', first, 'start'), 'finish');
    const then = await task('Meanwhile', first.id);
    let answer: ReturnType<typeof move> | undefined;
    await db.transaction().execute(async (other) => {
      // Somebody reopens the first one, and is not done with it.
      await other.updateTable('register_row').set({ state: 'open' }).where('id', '=', Number(done.id)).execute();
      answer = move('task', then, 'start');
      await doneOrHeld(answer);
    });
    expect((await answer)?.body.code).toBe('MOVE_REFUSED');
  });

  it('leads in no circle, not by two who close it from both ends at the same time either; what stood before is left alone', async () => {
    const root = await task('Root of a chain');
    const middle = await task('Middle of a chain', root.id);
    const end = await task('End of a chain', middle.id);
    const follow = (record: Kept, other: Kept, more = {}) =>
      world.post('register/save', {
        ...{ register: 'task', id: record.id, version: record.version },
        values: { ...record.values, ...more, after: other.id },
      });
    for (const other of [root, middle, end]) {
      const { status, body } = await follow(root, other);
      expect([status, body.code, body.details]).toMatchObject([400, 'PARAMETER_ERROR', [{ field: 'after' }]]);
    }
    // Nothing is offered to itself, where it is said what asks.
    const offered = async (more: string) =>
      dataOf<{ content: { value: string }[] }>(
        await world.get(`register/choices?register=task&field=after&keyword=${encodeURIComponent('of a chain')}${more}`),
      ).content.map(({ value }) => value);
    expect(await offered('')).toEqual([end.id, middle.id, root.id]);
    expect(await offered(`&self=${middle.id}`)).toEqual([end.id, root.id]);
    const [one, two] = [await task('One side'), await task('Other side')];
    const both = await Promise.all([follow(one, two), follow(two, one)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);

    // From before there was a bound.
    const values = JSON.stringify({ ...root.values, after: end.id });
    await world.app.db.updateTable('register_row').set({ data: values }).where('id', '=', Number(root.id)).execute();
    expect((await follow(root, end, { title: 'Named anew' })).status).toBe(200);
  });

  it('is listed with what points there, and said where that is not all', async () => {
    const { db } = world.app;
    const first = await task('Root');
    const related = async () =>
      dataOf<{ content: object[]; hasMore: boolean }>(await world.get(`register/related?register=task&id=${first.id}`));
    const rows = Array.from({ length: 101 }, (_, nth) => ({
      ...{ register: 'task', number: 9000 + nth, state: 'open', created_by: 'admin', edited_by: [] },
      data: JSON.stringify({ title: `T ${nth}`, after: first.id }),
    }));
    await db.insertInto('register_row').values(rows.slice(0, 100)).execute();
    expect(await related()).toMatchObject({ hasMore: false });
    await db.insertInto('register_row').values(rows.slice(100)).execute();
    const { content, hasMore } = await related();
    expect([content.length, hasMore]).toEqual([100, true]);
    await db.deleteFrom('register_row').where('number', '>=', 9000).where('register', '=', 'task').execute();
  });
});

describe('a field that takes several', () => {
  const idOf = async (username: string) =>
    String((await world.app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
  const engagement = async (more: object) => {
    const given = { title: 'Team work', entity: (await first('audit-entity')).id, owner: await userId() };
    return { ...given, start: '2099-01-01', due: '2099-02-01', ...more };
  };
  const english = (path: string) => call(world.app, `/api/${path}`, { token: world.admin, headers: { 'accept-language': 'en' } });

  it('keeps each once, in order, is named, found and counted by each of them, and told', async () => {
    const [one, other] = [await idOf('auditor'), await idOf('admin')];
    const record = await save('engagement', await engagement({ team: [one, other, one] }));
    expect(record.values.team).toEqual([one, other]);
    const read = (await english(`register/get?register=engagement&id=${record.id}`)).body.data as Kept & { chosen: object };
    expect(JSON.stringify(read.names.team)).toContain('"Chen Jing, ');
    expect(read.chosen).toEqual({ team: [one, other].map((value) => ({ value, label: expect.anything() })) });
    const found = async (team: unknown) =>
      dataOf<{ content: Kept[] }>(await world.post('register/page', { register: 'engagement', team, size: 50 })).content;
    expect((await found(one)).map(({ id }) => id)).toContain(record.id);
    expect((await found([other])).map(({ id }) => id)).toContain(record.id);
    expect(await found(await userId())).toEqual([]);
    const counts = dataOf<{ content: { team: string | null; count: number }[] }>(
      await world.post('register/counts', { register: 'engagement', by: ['team'], keyword: 'Team work' }),
    );
    expect(counts.content.filter(({ team }) => team !== null)).toMatchObject([{ count: 1 }, { count: 1 }]);
    await moved('engagement', record, 'begin');
    const told = await world.app.db.selectFrom('message').select('user_id').where('source_id', '=', record.id).orderBy('id').execute();
    expect(told.map(({ user_id }) => String(user_id))).toEqual(expect.arrayContaining([one]));
    const wrong = await world.post('register/save', { register: 'engagement', values: await engagement({ team: [one, '999999'] }) });
    expect(wrong.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'team', key: 'register.noChoice' }] });
    const many = await world.post('register/save', {
      register: 'engagement',
      values: await engagement({ team: Array.from({ length: 21 }, (_, id) => String(id)) }),
    });
    expect(many.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'team', key: 'register.tooMany' }] });
    expect((await save('engagement', await engagement({ team: [] }))).values).not.toHaveProperty('team');
  });

  it('points at records: they list what points at them and stay while something does; the document keeps the word while records hold several', async () => {
    const controls = await Promise.all(
      ['Seal', 'Count'].map(async (title) =>
        save('control-measure', { title, risk: (await first('risk')).id, kind: 'preventive', owner: await userId() }),
      ),
    );
    const [seal, count] = controls as [Kept, Kept];
    const given = { title: 'Keep the seal', source: 'Law', department: await departmentId(), owner: await userId() };
    const duty = await save('obligation', { ...given, controls: [seal.id, count.id] });
    const related = dataOf<{ content: { id: string }[] }>(await world.get(`register/related?register=control-measure&id=${count.id}`));
    expect(related.content).toMatchObject([{ id: duty.id }]);
    const gone = await world.post('register/remove', { register: 'control-measure', id: seal.id, version: 1 });
    expect(JSON.stringify(gone.body)).toContain(duty.code);
    expect(gone.body.code).toBe('IN_USE');
    const less = await save('obligation', { ...given, controls: [count.id] }, duty);
    const history = dataOf<{ content: { details: string[] }[] }>(await world.get(`register/history?register=obligation&id=${duty.id}`));
    expect(history.content[0]?.details).toEqual([expect.stringMatching(/Seal.*、.*Count → .*Count$/)]);
    expect((await world.post('register/remove', { register: 'control-measure', id: seal.id, version: 1 })).status).toBe(200);
    expect(less.values.controls).toEqual([count.id]);
    const guard = recordsInUse(world.app.db);
    const text = JSON.stringify(world.app.documents.get('register', 'obligation'));
    expect(await guard('registers/obligation.register.json', text, text)).toEqual([]);
    expect(await guard('registers/obligation.register.json', text.replace('"multiple":true', '"multiple":false'), text)).toEqual([
      expect.objectContaining({ message: '1 record holds several in "controls"' }),
    ]);
  });
});

describe('a move that asks for fields', () => {
  const clue = async (values: object = {}) => {
    const given = { title: 'Prices', received: '2026-01-02', owner: await userId(), content: 'Somebody said so' };
    return await moved('clue', await save('clue', { ...given, ...values }), 'check');
  };
  const withValues = (register: string, { id, version }: Kept, name: string, values: object, token = second) =>
    world.post('register/move', { register, id, version, move: name, values }, token);

  it('takes their values with it, whatever is open and whoever may edit; what is not given stays, what is not asked for is refused', async () => {
    const { department, owner } = { department: await departmentId(), owner: await userId() };
    const draft = await save('audit-finding', {
      ...{ title: 'Stock', severity: '2', department, engagement: (await first('engagement')).id },
      condition: 'Nobody counts',
    });
    const wrong = { recommendation: ' ', responsible: '999999', until: '2099-02-30', title: 'Another one' };
    expect((await withValues('audit-finding', draft, 'agree', wrong)).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'title' }],
    });
    const { title: _, ...asked } = wrong;
    const fields = ((await withValues('audit-finding', draft, 'agree', asked)).body.details as { field: string }[]).map(
      ({ field }) => field,
    );
    expect(fields).toEqual(['recommendation', 'responsible', 'until']);
    const values = { recommendation: 'Count', responsible: owner, until: '2099-03-01' };
    const agreed = dataOf<Kept>(await withValues('audit-finding', draft, 'agree', values));
    expect(agreed).toMatchObject({ state: 'agreed', values: { ...values, condition: 'Nobody counts', title: 'Stock' } });
    const history = dataOf<{ content: { details: string[] }[] }>(await world.get(`register/history?register=audit-finding&id=${draft.id}`));
    expect(history.content[0]?.details.join()).toMatch(/→.*→ Count.*2099-03-01/s);
    expect(history.content[0]?.details.join()).not.toContain('Nobody counts');
  });

  it('gives several records the values that are not empty, and leaves each its own', async () => {
    const [one, other] = [await clue({ result: 'True' }), await clue()];
    const records = [one, other].map(({ id, version }) => ({ id, version }));
    const many = (values: object) => world.post('register/move-many', { register: 'clue', move: 'file', records, values }, second);
    const done = dataOf<{ count: number; refused: { id: string; message: string }[] }>(await many({ result: '' }));
    expect(done).toEqual({ count: 1, refused: [{ id: other.id, code: other.code, message: expect.stringMatching(/\p{L}/u) }] });
    expect(await get('clue', one.id)).toMatchObject({ state: 'case', values: { result: 'True' } });
    expect(dataOf(await many({ result: 'Nearly' }))).toMatchObject({ count: 1, refused: [{ id: one.id }] });
    expect(await get('clue', other.id)).toMatchObject({ state: 'case', values: { result: 'Nearly' } });
  });
});

describe('a move that makes a record elsewhere', () => {
  const casesOf = async (clue: string) =>
    dataOf<{ content: Kept[] }>(await world.post('register/page', { register: 'case', clue, size: 10 })).content;
  const checked = async (title = 'Prices') => {
    const given = { title, received: '2026-01-02', owner: await userId(), content: 'Somebody said so', result: 'It is true' };
    return await moved('clue', await save('clue', given), 'check');
  };

  it('fills it from its own, tells its owner, and is shown where it came from', async () => {
    const clue = await checked();
    const filed = dataOf<Kept & { made: { register: string; id: string; code: string } }>(await move('clue', clue, 'file', second));
    const [made, ...more] = await casesOf(clue.id);
    expect(more).toEqual([]);
    expect(filed.made).toEqual({ register: 'case', id: made?.id, code: made?.code });
    expect(made).toMatchObject({ state: 'open', values: { title: 'Prices', clue: clue.id, owner: await userId(), facts: 'It is true' } });
    expect(made?.values.due).toMatch(/^\d{4}-\d\d-\d\d$/);
    const related = dataOf<{ content: { id: string }[] }>(await world.get(`register/related?register=clue&id=${clue.id}`));
    expect(related.content).toMatchObject([{ id: made?.id }]);
    const history = dataOf<{ content: { details: string[] }[] }>(await world.get(`register/history?register=clue&id=${clue.id}`));
    expect(history.content[0]?.details.join()).toContain(made?.code);
    const told = world.app.db
      .selectFrom('message')
      .select('source_id')
      .where('source_id', '=', made?.id ?? '');
    expect(await told.execute()).toHaveLength(1);
  });

  it('needs no right over there, and shows what it made to who sees it', async () => {
    const { db } = world.app;
    const role = { role_code: 'filer', name: JSON.stringify('Filer') };
    const { id } = await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
    const menus = await db.selectFrom('menu').select('menu_id').where('perms', 'like', 'supervise:clue:%').execute();
    await db
      .insertInto('role_menu')
      .values(menus.map(({ menu_id }) => ({ role_id: id, menu_id })))
      .execute();
    const filer = await db
      .selectFrom('app_user')
      .select(['id', 'username'])
      .where('status', '=', '0')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('user_role').where('user_id', '=', filer.id).execute();
    await db.insertInto('user_role').values({ user_id: filer.id, role_id: id }).execute();
    const token = await tokenOf(world.app, filer.username);
    const clue = await checked('By a filer');
    const own = await world.post('register/save', { register: 'case', values: { title: 'x' } }, token);
    expect(code(own)).toEqual([403, 'FORBIDDEN']);
    const filed = await move('clue', clue, 'file', token);
    expect([filed.status, filed.body.data]).toEqual([200, expect.not.objectContaining({ made: expect.anything() })]);
    expect(await casesOf(clue.id)).toMatchObject([{ values: { title: 'By a filer' } }]);
  });

  it('makes none where one points there already, and where its condition does not hold', async () => {
    const clue = await checked('Twice');
    await save('case', { title: 'By hand', clue: clue.id, owner: await userId(), due: '2099-01-01' });
    const filed = await moved('clue', clue, 'file', second);
    expect(filed).not.toHaveProperty('made');
    expect((await casesOf(clue.id)).map(({ values }) => values.title)).toEqual(['By hand']);
    const assessed = async (result: string) => {
      const said = { title: `Is ${result}`, statute: (await first('statute')).id, article: '1', wording: 'Keep', topic: 'data' };
      const values = { ...said, owner: await userId(), department: await departmentId(), result, basis: 'Seen' };
      const record = await moved('clause', await moved('clause', await save('clause', values), 'assess'), 'confirm', second);
      return dataOf<{ content: Kept[] }>(await world.post('register/page', { register: 'gap', clause: record.id, size: 10 })).content;
    };
    expect(await assessed('compliant')).toEqual([]);
    expect(await assessed('nonCompliant')).toMatchObject([{ state: 'open', values: { description: 'Seen', result: 'nonCompliant' } }]);
  });

  it('makes another one once the one before is closed', async () => {
    const said = { title: 'Again', statute: (await first('statute')).id, article: '1', wording: 'Keep', topic: 'data', result: 'partial' };
    const values = { ...said, owner: await userId(), department: await departmentId(), basis: 'Seen' };
    const assess = async (record: Kept) => await moved('clause', await moved('clause', record, 'assess'), 'confirm', second);
    const gapsOf = async (clause: string) =>
      dataOf<{ content: Kept[] }>(await world.post('register/page', { register: 'gap', clause, size: 10 })).content;
    const clause = await assess(await save('clause', values));
    const again = await assess(await moved('clause', clause, 'reassess'));
    const [gap, ...more] = await gapsOf(clause.id);
    expect(more).toEqual([]);
    if (!gap) throw new Error('no gap was made');
    // What is accepted until a day is looked at again then: nothing is made beside it.
    const until = { acceptedUntil: '2099-12-31', acceptedWhy: 'It ends then' };
    const accepted = await moved('gap', await moved('gap', gap, 'propose', world.admin, until), 'accept', second);
    const third = await assess(await moved('clause', again, 'reassess'));
    expect((await gapsOf(clause.id)).map(({ state }) => state)).toEqual(['accepted']);
    const submitted = await moved('gap', await moved('gap', accepted, 'resume', world.admin, { plan: 'Write' }), 'submit', world.admin, {
      evidence: 'R-1',
    });
    const open = await moved('clause', third, 'reassess');
    const compliant = await save('clause', { ...open.values, result: 'compliant' }, open);
    await moved('gap', await get('gap', submitted.id), 'verify', second);
    await assess(await save('clause', { ...compliant.values, result: 'partial' }, compliant));
    expect((await gapsOf(clause.id)).map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  it('stays where it was when the record cannot be made, and says what is wrong with it', async () => {
    const clue = await checked('x'.repeat(150));
    const { db } = world.app;
    const owner = Number(await userId());
    // The owner has left: nobody new becomes theirs.
    await db.updateTable('app_user').set({ status: '1' }).where('id', '=', owner).execute();
    const refused = await move('clue', clue, 'file', second);
    await db.updateTable('app_user').set({ status: '0' }).where('id', '=', owner).execute();
    expect([refused.status, refused.body.code]).toEqual([409, 'MOVE_REFUSED']);
    expect(refused.body.msg).toMatch(/^(Cases|案件管理) - (Owner|责任人): /);
    expect(await get('clue', clue.id)).toMatchObject({ state: 'checking', version: clue.version });
    expect(await casesOf(clue.id)).toEqual([]);
  });

  it('is made once though it is pressed twice at the same time', async () => {
    const clue = await checked('At once');
    const answers = await Promise.all([move('clue', clue, 'file', second), move('clue', clue, 'file', second)]);
    expect(answers.map(({ body }) => body.code).sort()).toEqual(['000000', 'CONFLICT']);
    expect(await casesOf(clue.id)).toHaveLength(1);
  });
});
