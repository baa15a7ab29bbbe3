import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Entry {
  id: string;
  dictType: string;
  dictLabel: unknown;
  dictValue: string;
  status: string;
  sort: number;
  version: number;
  updateBy: string | null;
}
interface Page {
  content: Entry[];
  total: number;
  current: number;
  size: number;
}
const base = '/api/system/dict/data';
const list = async (query: string) => (await call(app, `${base}/list?${query}`, { token })).body.data as Page;
const create = (body: Record<string, unknown>) => call(app, base, { method: 'POST', token, body });
const update = (body: Record<string, unknown>) => call(app, base, { method: 'PUT', token, body });
const made = async (body: Record<string, unknown>) => (await create(body)).body.data as Entry;

describe('reading', () => {
  it('[API-21] [DICT-02] pages the entries of one type or several, wrapped in content', async () => {
    const first = await list('dictType=theme-list,risk-level&size=5');
    expect(first).toMatchObject({ total: 9, current: 1, size: 5 });
    expect(first.content).toHaveLength(5);
    const second = await list('dictType=theme-list,risk-level&size=5&current=2');
    expect(second.content).toHaveLength(4);
    expect(new Set([...first.content, ...second.content].map((entry) => entry.id)).size).toBe(9);
  });

  it('[CONST-04] gives ten entries where no size is asked for', async () => {
    expect((await list('')).content).toHaveLength(10);
  });

  it('finds a keyword in the value and in the label of any language, taking % and _ as they are', async () => {
    const values = async (keyword: string) =>
      (await list(`keyword=${encodeURIComponent(keyword)}`)).content.map((entry) => entry.dictValue);
    expect(await values('薄荷綠')).toEqual(['theme-mint']);
    expect(await values('Light yel')).toEqual(['theme-yellow-light']);
    expect(await values('xgboo')).toEqual(['xgboost']);
    expect(await values('%')).toEqual([]);
    const entry = await made({ dictType: 'tag-tone', dictValue: 'odd', dictLabel: '100%_sure' });
    expect(await values('0%_s')).toEqual(['odd']);
    await call(app, `${base}/${entry.id}`, { method: 'DELETE', token });
  });

  it('sorts by the named column and filters by status', async () => {
    const order = async (query: string) => (await list(`dictType=theme-list&${query}`)).content.map((entry) => entry.dictValue);
    const ascending = await order('sort=dictValue&order=asc');
    expect(ascending).toEqual([...ascending].sort());
    expect(await order('sort=dictValue&order=desc')).toEqual([...ascending].reverse());
    expect(await order('status=1')).toEqual([]);
    expect((await call(app, `${base}/list?sort=label;drop`, { token })).body.code).toBe('PARAMETER_ERROR');
  });

  it('[API-23] [DICT-02] gives all entries of several types joined by commas', async () => {
    const { body } = await call(app, `${base}/type/theme-list,sys_status`, { token });
    const types = (body.data as Entry[]).map((entry) => entry.dictType);
    expect(types.filter((type) => type === 'theme-list')).toHaveLength(5);
    expect(types.filter((type) => type === 'sys_status')).toHaveLength(2);
  });

  it('[DICT-03] names a type it does not know', async () => {
    const answer = await call(app, `${base}/type/theme-list,nonsense`, { token });
    expect(answer).toMatchObject({ status: 404, body: { code: 'DICT_META_NOT_FOUND', details: [{ message: 'nonsense' }] } });
    expect((await call(app, `${base}/list?dictType=nonsense`, { token })).body.code).toBe('DICT_META_NOT_FOUND');
  });

  it('[DICT-04] needs a type', async () => {
    expect((await call(app, `${base}/type/,%20,`, { token })).body.code).toBe('NEED_DICT_TYPES');
  });

  it('[API-22] gives one entry, and says when there is none', async () => {
    const [entry] = (await list('dictType=estimator')).content;
    expect((await call(app, `${base}/${entry?.id}`, { token })).body.data).toEqual(entry);
    expect((await call(app, `${base}/999999`, { token })).body.code).toBe('NOT_FOUND');
    expect((await call(app, `${base}/1%20or%201=1`, { token })).body.code).toBe('PARAMETER_ERROR');
  });

  it('[DICT-01] lists the dictionaries with their labels and sizes', async () => {
    const { data } = (await call(app, '/api/system/dict/type/list', { token })).body;
    expect(data).toContainEqual({
      dictType: 'theme-list',
      count: 5,
      label: [
        { l: 'zh-Hans', t: '主题', d: true },
        { l: 'zh-Hant', t: '主題' },
        { l: 'en', t: 'Themes' },
      ],
    });
  });
});

describe('changing', () => {
  const label = [
    { l: 'zh-Hans', t: '甲', d: true },
    { l: 'en', t: 'Alpha' },
  ];

  it('[API-24] [DICT-01] creates an entry with a plain or a multilingual label', async () => {
    const entry = await made({ dictType: 'tag-tone', dictValue: 'alpha', dictLabel: label, tone: '' });
    expect(entry).toMatchObject({ dictLabel: label, status: '0', version: 1, updateBy: 'admin', tone: null });
    expect(await made({ dictType: 'tag-tone', dictValue: 'beta', dictLabel: 'Beta' })).toMatchObject({ dictLabel: 'Beta' });
  });

  it('creates the type with its first entry, and audits it', async () => {
    await made({ dictType: 'brand-new', dictValue: '1', dictLabel: 'One' });
    expect((await list('dictType=brand-new')).total).toBe(1);
    const row = await app.db.selectFrom('audit_log').select('actor').where('action', '=', 'dictionary_type_create').executeTakeFirst();
    expect(row).toEqual({ actor: 'admin' });
  });

  it('refuses a value the type has already, also to two at once', async () => {
    const body = { dictType: 'tag-tone', dictValue: 'twice', dictLabel: 'Twice' };
    const answers = await Promise.all([create(body), create(body), create(body)]);
    expect(answers.map((answer) => answer.body.code).sort()).toEqual(['000000', 'DUPLICATE', 'DUPLICATE']);
    const other = await made({ dictType: 'tag-tone', dictValue: 'other', dictLabel: 'Other' });
    expect((await update({ id: other.id, version: 1, dictValue: 'twice' })).body.code).toBe('DUPLICATE');
  });

  it('[API-25] changes what is sent, raises the version, and refuses a stale version with the current entry', async () => {
    const entry = await made({ dictType: 'tag-tone', dictValue: 'change', dictLabel: 'Before', sort: 7 });
    const changed = await update({ id: entry.id, version: 1, dictLabel: 'After', status: '1' });
    expect(changed.body.data).toMatchObject({ dictLabel: 'After', status: '1', sort: 7, version: 2 });
    const stale = await update({ id: entry.id, version: 1, dictLabel: 'Late' });
    expect(stale).toMatchObject({ status: 409, body: { code: 'CONFLICT', data: { id: entry.id, dictLabel: 'After', version: 2 } } });
    expect((await update({ id: '999999', version: 1 })).body.code).toBe('NOT_FOUND');
  });

  it('lets one of two parallel changes of the same version win', async () => {
    const { id } = await made({ dictType: 'tag-tone', dictValue: 'race', dictLabel: 'Race' });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => update({ id, version: 1, dictLabel: text })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('[API-26] deletes an entry once', async () => {
    const { id } = await made({ dictType: 'tag-tone', dictValue: 'gone', dictLabel: 'Gone' });
    expect((await call(app, `${base}/${id}`, { method: 'DELETE', token })).body.code).toBe('000000');
    expect((await call(app, `${base}/${id}`, { method: 'DELETE', token })).body.code).toBe('NOT_FOUND');
  });

  it('audits every change with actor, values before and after, and origin, and no change that failed', async () => {
    const { id } = await made({ dictType: 'tag-tone', dictValue: 'audited', dictLabel: 'One' });
    await update({ id, version: 1, dictLabel: 'Two' });
    await update({ id, version: 1, dictLabel: 'Three' });
    await call(app, `${base}/${id}`, { method: 'DELETE', token });
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'actor_id', 'subject_user_id', 'ip', 'detail'])
      .where('target_type', '=', 'dictionary')
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      {
        action: 'dictionary_create',
        actor: 'admin',
        actor_id: 1,
        subject_user_id: 1,
        ip: '127.0.0.1',
        detail: { after: { dictLabel: 'One' } },
      },
      { action: 'dictionary_update', detail: { before: { dictLabel: 'One' }, after: { dictLabel: 'Two', version: 2 } } },
      { action: 'dictionary_delete', detail: { before: { dictLabel: 'Two' } } },
    ]);
  });

  it('refuses wrong values by the rules of the form', async () => {
    const good = { dictType: 'tag-tone', dictValue: 'x', dictLabel: 'x' };
    const bad = [
      { ...good, dictType: 'Has Space' },
      { ...good, dictType: '' },
      { ...good, dictValue: '' },
      { ...good, dictValue: 'v'.repeat(101) },
      { ...good, dictLabel: [] },
      { ...good, dictLabel: [{ l: 'en' }] },
      { ...good, status: '2' },
      { ...good, sort: -1 },
      { ...good, unknown: 1 },
    ];
    for (const body of bad) expect((await create(body)).body.code, JSON.stringify(body)).toBe('PARAMETER_ERROR');
  });

  it('[DICT-01] [I18N-04] refuses two wordings of one language with their place, in labels of roles too', async () => {
    const good = { dictType: 'tag-tone', dictValue: 'worded' };
    const wordings = [
      { l: 'en', t: 'First' },
      { l: 'zh-Hans', t: '第一' },
      { l: 'en', t: 'Second' },
    ];
    const refused = await create({ ...good, dictLabel: wordings });
    expect([refused.status, refused.body.details]).toEqual([400, [{ field: 'dictLabel.2.l', message: 'is given twice' }]]);
    const role = { roleCode: 'twice', name: wordings };
    expect((await call(app, '/api/system/role', { method: 'POST', token, body: role })).body.details).toEqual([
      { field: 'name.2.l', message: 'is given twice' },
    ]);
  });

  it('stores hostile text as text', async () => {
    const hostile = `'); drop table dictionary_entry; -- " \\ {{ user }} <script>alert(1)</script> \u202e`;
    const entry = await made({ dictType: 'tag-tone', dictValue: hostile, dictLabel: hostile, remark: hostile });
    expect((await call(app, `${base}/${entry.id}`, { token })).body.data).toMatchObject({
      dictValue: hostile,
      dictLabel: hostile,
      remark: hostile,
    });
    const page = await list(`keyword=${encodeURIComponent(hostile.slice(0, 40))}`);
    expect(page.content.map((found) => found.id)).toEqual([entry.id]);
    for (const keyword of ["' or 1=1 --", '\\', '"', '$1', ') union select']) {
      expect((await call(app, `${base}/list?keyword=${encodeURIComponent(keyword)}`, { token })).status).toBe(200);
    }
    const { rows } = await sql<{ count: number }>`select count(*) from dictionary_entry`.execute(app.db);
    expect(rows[0]?.count).toBeGreaterThan(100);
  });
});
