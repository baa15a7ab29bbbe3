import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { inTurn } from '../../support/in-turn.ts';
import { call, tokenOf } from '../modules/client.ts';
import { today } from './world.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'riskmanager');
});
afterAll(() => app.close());

interface Template {
  id: string;
  number: number;
  state: string;
  revision: number;
  criteria: number;
  domains: number;
  problems: { kind: string; text: string }[];
  versions: { number: number; state: string; papers: number }[];
}
interface Row {
  id: string;
  version: number;
  [name: string]: unknown;
}

const post = async (path: string, body: unknown, method: 'POST' | 'PUT' = 'POST') =>
  await call(app, `/api/risk/template${path}`, { method, token, body });
const read = async <T>(path: string): Promise<T> => (await call(app, `/api/risk/template${path}`, { token })).body.data as T;
const data = <T>(answer: { body: { data?: unknown } }) => answer.body.data as T;
const current = (id: string) => read<Template>(`?id=${id}`);
const criteria = (id: string) => read<Row[]>(`/criteria?id=${id}`);
const domains = (id: string) => read<(Row & { children: Row[] })[]>(`/domain?id=${id}`);
const criterion = (templateId: string, subCause: string, more: object = {}) =>
  post('/criterion', { templateId, dimension: 'Strategy', cause: 'Market', subCause, level1: 'Hardly', ...more });

/** A draft with two rows and two columns. */
async function makeDraft(name: string): Promise<string> {
  const { id } = data<Template>(await post('', { name }));
  for (const subCause of ['Demand falls', 'Prices fall']) await criterion(id, subCause);
  const business = data<Row>(await post('/business', { templateId: id, name: [{ l: 'en', t: 'Sales' }] }));
  for (const column of ['Home', 'Abroad'])
    await post('/domain', { templateId: id, businessId: business.id, firstKind: 'Trade', name: column });
  return id;
}
async function publish(id: string): Promise<Template> {
  const answer = await post('/publish', { id, revision: (await current(id)).revision });
  expect(answer.body.code).toBe('000000');
  return data<Template>(answer);
}
const evaluation = async (templateId: string) =>
  data<{ id: string }>(
    await call(app, '/api/risk/evaluate', { method: 'POST', token, body: { name: 'Annual', templateId, endTime: today(9) } }),
  ).id;
const sendPaper = async (projectId: string, outUserName: string) =>
  data<{ uuid: string }>(
    await call(app, '/api/risk/evaluate/item', { method: 'POST', token, body: { projectId, sendType: 1, outUserName } }),
  ).uuid;
const asked = async (uuid: string) =>
  ((await call(app, `/api/risk/evaluate/criteria?uuid=${uuid}`)).body.data as { subCause: string }[]).map(({ subCause }) => subCause);

it('[I18N-01] versions and the list say who changed and published them as their reader calls people, and the account where nobody has it', async () => {
  const id = await makeDraft('By somebody');
  await publish(id);
  const user = app.db.updateTable('app_user').where('username', '=', 'riskmanager');
  await user.set({ name: '王伟', name_en: 'Wei Wang' }).execute();
  const shown = async (language: string) => {
    const headers = { 'accept-language': language };
    const one = data<{ versions: object[] }>(await call(app, `/api/risk/template?id=${id}`, { token, headers }));
    const list = await call(app, '/api/risk/template/page', { method: 'POST', token, headers, body: { keyword: 'By somebody' } });
    return [one, one.versions[0], data<{ content: object[] }>(list).content[0]];
  };
  const named = (name: string) => ({ publishedBy: 'riskmanager', publishedByName: name, updateByName: name });
  expect(await shown('en')).toMatchObject([named('Wei Wang'), named('Wei Wang'), { updateBy: 'riskmanager', updateByName: 'Wei Wang' }]);
  expect(await shown('zh-Hans')).toMatchObject([named('王伟'), named('王伟'), { updateByName: '王伟' }]);
  await app.db.updateTable('risk_template').set({ published_by: 'gone', updated_by: null }).where('series_id', '=', Number(id)).execute();
  const nobody = { publishedByName: 'gone', updateByName: null };
  expect(await shown('en')).toMatchObject([nobody, nobody, { updateByName: null }]);
});

it('[RISK-06] the list says how many fit, also on a page beyond the last', async () => {
  for (const name of ['Countable A', 'Countable B', 'Countable C']) await post('', { name });
  const page = async (pageNo: number, keyword = 'Countable') => data<object>(await post('/page', { keyword, pageNo, pageSize: 2 }));
  expect(await page(2)).toMatchObject({ total: 3, content: [{ name: 'Countable A' }] });
  expect(await page(3)).toMatchObject({ total: 3, content: [], current: 3 });
  expect(await page(2, 'Nothing of the kind')).toMatchObject({ total: 0, content: [] });
});

describe('drafts of templates', () => {
  it('[RISK-06] are made, filled and listed; blank wordings fall away and the rows stand with their equals', async () => {
    const made = data<Template>(
      await post('', {
        name: [
          { l: 'en', t: ' Annual ', d: false },
          { l: 'zh-Hans', t: ' ' },
          { l: 'zh-Hant', t: '年度甲' },
        ],
      }),
    );
    expect(made).toMatchObject({
      number: 1,
      state: 'draft',
      name: [
        { l: 'en', t: 'Annual', d: true },
        { l: 'zh-Hant', t: '年度甲' },
      ],
    });
    expect(made.problems.map(({ kind }) => kind)).toEqual(['noCriteria', 'noDomains']);
    await criterion(made.id, 'First');
    await criterion(made.id, 'Elsewhere', { dimension: 'Law', cause: 'Courts' });
    const third = data<Row>(await criterion(made.id, 'Second', { explanation: 'Why', level3: [{ l: 'en', t: 'Badly' }] }));
    expect(third).toMatchObject({ version: 1, level1: 'Hardly', level2: '', level3: [{ l: 'en', t: 'Badly', d: true }] });
    expect((await criteria(made.id)).map(({ subCause }) => subCause)).toEqual(['First', 'Second', 'Elsewhere']);
    expect((await read<Row[]>(`/criteria?id=${made.id}&keyword=elsewh`)).map(({ subCause }) => subCause)).toEqual(['Elsewhere']);
    expect(data(await post('/page', { keyword: '年度甲' }))).toMatchObject({
      total: 1,
      content: [{ id: made.id, current: null, draft: 1, criteria: 3, domains: 0, evaluations: 0 }],
    });
    for (const wrong of [{ name: ' ' }, { name: [] }, { name: [{ l: 'xx', t: 'a' }] }])
      expect((await post('', wrong)).body.code).toBe('PARAMETER_ERROR');
  });

  it('[RISK-06] take one wording a language, and blank ones do not count', async () => {
    const twice = [
      { l: 'en', t: 'Trade' },
      { l: 'zh-Hans', t: '贸易' },
      { l: 'en', t: 'Commerce' },
    ];
    const named = await post('', { name: twice });
    expect([named.status, named.body.details]).toEqual([400, [{ field: 'name.2.l', message: 'is given twice' }]]);
    const id = await makeDraft('One wording');
    const row = await criterion(id, 'Costs rise', { dimension: twice, explanation: twice });
    expect(row.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'dimension.2.l' }, { field: 'explanation.2.l' }] });
    expect((await post('/business', { templateId: id, name: twice })).status).toBe(400);
    expect(await criteria(id)).toHaveLength(2);
    const blank = await criterion(id, 'Costs rise', { dimension: [...twice.slice(0, 2), { l: 'en', t: ' ' }] });
    expect(blank.status).toBe(200);
  });

  it('[RISK-06] refuse characters nobody sees, in plain texts and in wordings, and keep line breaks', async () => {
    const id = await makeDraft('Hidden');
    const wrong = (field: string) => ({ code: 'PARAMETER_ERROR', details: [{ field, key: 'rule.visibleText' }] });
    expect((await criterion(id, 'Prices\u202Esecirp')).body).toMatchObject(wrong('subCause'));
    const level1 = [{ l: 'en', t: 'Hardly\u200B' }];
    expect((await criterion(id, 'Costs', { level1 })).body).toMatchObject(wrong('level1.0.t'));
    expect((await post('/business', { templateId: id, name: 'Sales\u2066' })).body).toMatchObject(wrong('name'));
    const [business] = await domains(id);
    const column = { templateId: id, businessId: business?.id, firstKind: 'Trade' };
    expect((await post('/domain', { ...column, name: [{ l: 'en', t: 'Home\uFEFF' }] })).body).toMatchObject(wrong('name.0.t'));
    expect((await criterion(id, 'Costs', { explanation: 'one\n\ttwo', level1: null })).body.code).toBe('000000');
  });

  it('keep a column where somebody moved it when another one saves what it was before', async () => {
    const id = await makeDraft('Moved');
    const other = data<Row>(await post('/business', { templateId: id, name: 'Purchase' }));
    const home = (await domains(id))[0]?.children[0];
    const beside = { kind: 'domain', id: home?.id, targetId: other.id, position: 'inside' };
    const move = async () => await post('/move', { templateId: id, revision: (await current(id)).revision, ...beside });
    expect((await move()).status).toBe(200);
    const save = async ({ key: _key, kind: _kind, ...row }: Row) => await post('/domain', { ...row, templateId: id, name: 'At home' });
    const late = await save(home as Row);
    expect(late.body).toMatchObject({ code: 'CONFLICT', data: { businessId: other.id, version: 2, name: 'Home' } });
    // Put where it is already it stays what others saw.
    expect((await move()).status).toBe(200);
    expect(data(await save(data<Row>(late)))).toMatchObject({ businessId: other.id, version: 3 });
  });

  it('keep what two people change: other rows of one draft, and the same row only once', async () => {
    const id = await makeDraft('Two people');
    const [first, second] = await criteria(id);
    const change = (row: Row | undefined, values: object) => post('/criterion', { templateId: id, ...row, ...values });
    expect((await change(first, { cause: 'Customers' })).status).toBe(200);
    expect((await change(second, { cause: 'Rivals' })).status).toBe(200);
    const late = await change(first, { cause: 'Weather' });
    expect(late.body).toMatchObject({ code: 'CONFLICT', data: { id: first?.id, version: 2, cause: 'Customers' } });
    expect((await change(first, { id: '999999' })).body.code).toBe('NOT_FOUND');
    expect((await criterion(id, 'Prices fall', { cause: 'Rivals' })).body.code).toBe('DUPLICATE');
    expect((await criterion(id, ' ')).body.code).toBe('PARAMETER_ERROR');
    const before = await current(id);
    const renamed = await post('', { id, revision: before.revision, name: 'Both' }, 'PUT');
    expect(renamed.body).toMatchObject({ code: '000000', data: { name: 'Both' } });
    expect((await post('', { id, revision: before.revision, name: 'Other' }, 'PUT')).body).toMatchObject({
      code: 'CONFLICT',
      data: { name: 'Both' },
    });
    // The revision says what is published: nobody publishes what they did not see.
    expect((await post('/publish', { id, revision: before.revision })).body.code).toBe('CONFLICT');
  });

  it('order rows, business domains and columns, and move columns into other business domains', async () => {
    const id = await makeDraft('Order');
    await criterion(id, 'Third');
    const rows = await criteria(id);
    const move = async (kind: string, row: string | undefined, target: string | undefined, position: string) =>
      await post('/move', { templateId: id, revision: (await current(id)).revision, kind, id: row, targetId: target, position });
    await move('criterion', rows[2]?.id, rows[0]?.id, 'before');
    await move('criterion', rows[0]?.id, rows[1]?.id, 'after');
    expect((await criteria(id)).map(({ subCause }) => subCause)).toEqual(['Third', 'Prices fall', 'Demand falls']);
    const other = data<Row>(await post('/business', { templateId: id, name: 'Purchase' }));
    const [sales] = await domains(id);
    const [home, abroad] = sales?.children ?? [];
    await move('business', other.id, sales?.id, 'before');
    await move('domain', home?.id, other.id, 'inside');
    await move('domain', abroad?.id, home?.id, 'before');
    const after = await domains(id);
    expect(after.map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
      ['Purchase', ['Abroad', 'Home']],
      [[{ l: 'en', t: 'Sales', d: true }], []],
    ]);
    expect((await move('criterion', rows[0]?.id, rows[1]?.id, 'inside')).body.code).toBe('WRONG_PARENT');
    expect((await move('domain', home?.id, '999999', 'before')).body.code).toBe('NOT_FOUND');
    expect((await current(id)).problems).toMatchObject([{ kind: 'emptyBusiness', name: 'Sales' }]);
    expect((await post('/publish', { id, revision: (await current(id)).revision })).body.code).toBe('TEMPLATE_INCOMPLETE');
    const { revision } = await current(id);
    const gone = await post('/delete', { templateId: id, revision, kind: 'business', ids: [other.id, sales?.id] });
    expect(gone.body.data).toEqual({ removed: 2, revision: revision + 1 });
    expect(await current(id)).toMatchObject({ criteria: 3, domains: 0 });
  });
});

describe('what one manager does to a draft another one has changed', () => {
  it.each([
    ['deleting rows', '/delete', (id: string, rows: Row[]) => ({ templateId: id, kind: 'criterion', ids: [rows[0]?.id] })],
    [
      'moving a row',
      '/move',
      (id: string, rows: Row[]) => ({
        ...{ templateId: id, kind: 'criterion', id: rows[0]?.id, targetId: rows[1]?.id },
        position: 'after',
      }),
    ],
  ])('%s waits until they have seen it: the answer says who changed it, and nothing happens', async (_name, path, bodyOf) => {
    const id = await makeDraft(`Seen ${path}`);
    const { revision } = await current(id);
    const rows = await criteria(id);
    await criterion(id, 'Written by the other one');
    const before = await criteria(id);
    const late = await post(path, { ...bodyOf(id, rows), revision });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT', data: { id, revision: revision + 1, criteria: 3 } } });
    expect(data<{ updateBy: string }>(late).updateBy).toBeTruthy();
    expect(await criteria(id)).toEqual(before);
    expect((await post(path, bodyOf(id, rows))).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'revision' }] });
    expect((await post(path, { ...bodyOf(id, rows), revision: revision + 1 })).body).toMatchObject({ data: { revision: revision + 2 } });
  });

  it('ten who move and delete the same draft at once: one is served, the others learn that it changed', async () => {
    const id = await makeDraft('Ten');
    const { revision } = await current(id);
    const [one, other] = await criteria(id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? post('/delete', { templateId: id, revision, kind: 'criterion', ids: [one?.id] })
          : post('/move', { templateId: id, revision, kind: 'criterion', id: one?.id, targetId: other?.id, position: 'after' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'CONFLICT')).toHaveLength(9);
  });
});

describe('published versions', () => {
  it('[RISK-18] never change what people were asked: papers keep their version, new evaluations get the new one', async () => {
    const id = await makeDraft('Snapshot');
    await publish(id);
    const [started, waiting] = [await evaluation(id), await evaluation(id)];
    const early = await sendPaper(started, 'Early');
    expect((await criterion(id, 'Too late')).body.code).toBe('TEMPLATE_PUBLISHED');

    expect(data<Template>(await post('/draft', { id }))).toMatchObject({ number: 2, state: 'draft', criteria: 2, domains: 2 });
    // Starting again finds the same draft.
    expect(data<Template>(await post('/draft', { id }))).toMatchObject({ number: 2 });
    const [first] = await criteria(id);
    await post('/criterion', { templateId: id, ...first, subCause: 'Demand collapses' });
    await criterion(id, 'New');
    expect(await asked(early)).toEqual(['Demand falls', 'Prices fall']);
    expect(await asked(await sendPaper(waiting, 'Before publishing'))).toEqual(['Demand falls', 'Prices fall']);
    const unsent = await evaluation(id);
    const published = await publish(id);
    expect(published.versions).toMatchObject([
      { number: 2, state: 'current', papers: 0 },
      { number: 1, state: 'former', papers: 2 },
    ]);
    // An evaluation that has sent papers goes on with what it began with; one that has not moves on.
    expect(await asked(early)).toEqual(['Demand falls', 'Prices fall']);
    expect(await asked(await sendPaper(started, 'Later'))).toEqual(['Demand falls', 'Prices fall']);
    expect(await asked(await sendPaper(unsent, 'Fresh'))).toEqual(['Demand collapses', 'Prices fall', 'New']);
    expect((await read<Row[]>(`/criteria?id=${id}&number=1`)).map(({ subCause }) => subCause)).toEqual(['Demand falls', 'Prices fall']);
    expect(data(await call(app, '/api/risk/evaluate/template', { token }))).toContainEqual({
      id,
      name: 'Snapshot',
      criteria: 3,
      domains: 2,
    });
  });

  it('are guarded by the database as well', async () => {
    const id = await makeDraft('Guarded');
    await publish(id);
    const refused = 'A published template does not change';
    const version = Number(id);
    await expect(sql`update risk_criteria set sort = 9 where template_id = ${version}`.execute(app.db)).rejects.toThrow(refused);
    await expect(sql`delete from risk_criteria where template_id = ${version}`.execute(app.db)).rejects.toThrow(refused);
    await expect(
      sql`update risk_domain set sort = 9 where business_domain_id in (select id from risk_business_domain where template_id = ${version})`.execute(
        app.db,
      ),
    ).rejects.toThrow(refused);
    for (const change of [sql`published_at = null`, sql`questionnaire = 'another'`])
      await expect(sql`update risk_template set ${change} where id = ${version}`.execute(app.db)).rejects.toThrow(refused);
    await sendPaper(await evaluation(id), 'Somebody');
    const added = { template_id: version, sort: 9, name: '"x"' };
    await expect(app.db.insertInto('risk_business_domain').values(added).execute()).rejects.toThrow(refused);
  });

  it('are copied into new templates; drafts are discarded; templates in use are not deleted', async () => {
    const id = await makeDraft('Origin');
    await publish(id);
    const copy = data<Template>(await post('/copy', { id, name: 'Copy' }));
    expect(copy).toMatchObject({ number: 1, state: 'draft', criteria: 2, domains: 2, problems: [] });
    expect(copy.id).not.toBe(id);
    expect((await criteria(copy.id)).map(({ subCause }) => subCause)).toEqual((await criteria(id)).map(({ subCause }) => subCause));
    expect((await post('/discard', { id: copy.id, revision: 99 })).body.code).toBe('CONFLICT');
    expect((await post('/discard', { id: copy.id, revision: copy.revision })).body.data).toEqual({ left: false });
    expect((await call(app, `/api/risk/template?id=${copy.id}`, { token })).body.code).toBe('NOT_FOUND');

    const draft = data<Template>(await post('/draft', { id }));
    expect((await post('/draft', { id, number: 1 })).body).toMatchObject({ code: 'IN_USE', details: [{ key: 'template.draftExists' }] });
    expect((await post('/discard', { id, revision: draft.revision })).body.data).toEqual({ left: true });
    expect(await current(id)).toMatchObject({ number: 1, state: 'current' });

    const project = await evaluation(id);
    const remove = () => call(app, `/api/risk/template?id=${id}`, { method: 'DELETE', token });
    const used = { field: '', key: 'template.usedBy', values: { names: 'Annual' } };
    expect((await remove()).body).toMatchObject({ code: 'IN_USE', details: [used] });
    const more = await Promise.all(Array.from({ length: 5 }, () => evaluation(id)));
    expect((await remove()).body.details).toMatchObject([{ values: { names: 'Annual, Annual, Annual, Annual, Annual, …' } }]);
    for (const one of [project, ...more]) await call(app, `/api/risk/evaluate?id=${one}`, { method: 'DELETE', token });
    expect((await remove()).status).toBe(200);
    expect((await remove()).body.code).toBe('NOT_FOUND');
    const refused = await call(app, '/api/risk/evaluate', {
      method: 'POST',
      token,
      body: { name: 'X', templateId: id, endTime: today(9) },
    });
    expect(refused.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'templateId' }] });
  });

  it('[RISK-06] are not deleted with a draft that a colleague started or saved since: CONFLICT has what there is', async () => {
    const { id, revision } = data<Template>(await post('', { name: 'Shared' }));
    expect((await post('/criterion', { templateId: id, dimension: 'D', cause: 'C', subCause: 'S' })).status).toBe(200);
    const seen = async () => {
      const { content } = data<{ content: { id: string; number: number; revision: number }[] }>(await post('/page', { pageSize: 200 }));
      const { number, revision: now } = content.find((one) => one.id === id) ?? {};
      return `&number=${number}&revision=${now}`;
    };
    const remove = (more: string) => call(app, `/api/risk/template?id=${id}${more}`, { method: 'DELETE', token });
    const refused = await remove(`&number=1&revision=${revision}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'CONFLICT', data: { id, state: 'draft', criteria: 1 } });
    expect(await current(id)).toMatchObject({ criteria: 1 });
    await sql`update risk_template set published_at = now() where series_id = ${Number(id)}`.execute(app.db);
    const without = await seen();
    await post('/draft', { id });
    expect((await remove(without)).body).toMatchObject({ code: 'CONFLICT', data: { id, number: 2, state: 'draft' } });
    expect((await remove(await seen())).status).toBe(200);
    expect((await call(app, `/api/risk/template?id=${id}`, { token })).body.code).toBe('NOT_FOUND');
  });

  it('publish and send at one moment: the papers of an evaluation have one version', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await makeDraft(`Race ${round}`);
      await publish(id);
      const project = await evaluation(id);
      const { revision } = data<Template>(await post('/draft', { id }));
      const [, ...papers] = await Promise.all([
        post('/publish', { id, revision }),
        ...['A', 'B', 'C'].map((name) => sendPaper(project, name)),
      ]);
      papers.push(await sendPaper(project, 'D'));
      const { rows } = await sql<{
        n: number;
      }>`select count(distinct template_id) as n from risk_paper where uuid::text = any(${papers})`.execute(app.db);
      expect(Number(rows[0]?.n)).toBe(1);
    }
  });

  it('[API-64] publish while an evaluation is being made: it has the version that was published', async () => {
    const id = await makeDraft('New version');
    await publish(id);
    const { number, revision } = data<Template>(await post('/draft', { id }));
    await inTurn<unknown>(
      app.db,
      (db) => db.selectFrom('risk_template').select('id').where('series_id', '=', Number(id)).forUpdate().execute(),
      () => post('/publish', { id, revision }),
      () => evaluation(id),
    );
    const made = await app.db
      .selectFrom('risk_evaluation')
      .innerJoin('risk_template', 'risk_template.id', 'template_id')
      .select('number')
      .where('series_id', '=', Number(id))
      .execute();
    expect(made).toEqual([{ number }]);
  });

  it('note every change in the audit log and need the right to change', async () => {
    const id = await makeDraft('Audited');
    await publish(id);
    const rows = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_type', '=', 'risk_template')
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action.replace('risk_template_', ''))).toEqual([
      'create',
      'criterion_create',
      'criterion_create',
      'business_create',
      'domain_create',
      'domain_create',
      'publish',
    ]);
    const stranger = await tokenOf(app, 'auditor');
    const answer = await call(app, '/api/risk/template', { method: 'POST', token: stranger, body: { name: 'X' } });
    expect(answer.body.code).toBe('FORBIDDEN');
  });
});
