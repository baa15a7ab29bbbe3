import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectiveParts } from '../../../server/modules/relations/ownership.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

const at = '/api/data/engine/relation-graph';
const get = (path: string, as = token): Promise<Answer> => call(app, `${at}${path}`, { token: as });
const post = (path: string, body: unknown, as = token): Promise<Answer> => call(app, `${at}${path}`, { method: 'POST', token: as, body });
const remove = (path: string): Promise<Answer> => call(app, `${at}${path}`, { method: 'DELETE', token });
const code = ({ status, body }: Answer) => [status, body.code];

interface Named {
  code: string;
  name: string;
}
interface Graph {
  nodes: (Named & { level: number })[];
  links: { from: string; to: string; kind: string; share: number | null; source: string }[];
  total: number;
  isMore: boolean;
  areOwnersCut: boolean;
  owners: { code: string; direct: number | null; effective: number | null; isDirect: boolean; isLeast: boolean; isUltimate: boolean }[];
  findings: { kind: string; via: Named | null; parties: Named[] }[];
}
const graphOf = async (supplier: string, depth: number) => (await get(`?supplierCode=${supplier}&depth=${depth}`)).body.data as Graph;
const findings = ({ findings: found }: Graph, kind: string) =>
  found.filter((finding) => finding.kind === kind).map(({ via, parties }) => [via?.code, parties.map((party) => party.code)]);

describe('the graph', () => {
  it('[GRAPH-01] holds what is so many relations away, whichever way they point, and why each relation is there', async () => {
    const near = await graphOf('S-001', 1);
    expect(near.nodes[0]).toMatchObject({ code: 'S-001', level: 0 });
    expect(near.nodes.map((node) => node.code).sort()).toEqual(['A-001', 'C-001', 'P-001', 'P-004', 'S-001', 'S-004', 'T-001']);
    expect(near.links).toContainEqual(
      expect.objectContaining({ from: 'P-001', to: 'C-001', kind: 'owns', share: 60, source: '工商登记信息' }),
    );
    expect([near.total, near.isMore]).toEqual([7, false]);
    const far = await graphOf('S-001', 2);
    expect(far.nodes.find((node) => node.code === 'S-002')).toMatchObject({ level: 2 });
    expect(far.nodes.length).toBeGreaterThan(near.nodes.length);
    expect(code(await get('?supplierCode=NOBODY'))).toEqual([404, 'NOT_FOUND']);
    expect(code(await get('?supplierCode=S-001&depth=9'))).toEqual([400, 'PARAMETER_ERROR']);
  });

  it('[GRAPH-01] multiplies ownership along every way and adds the ways, beyond the depth, too', async () => {
    const { owners } = await graphOf('S-001', 1);
    expect(owners.slice(0, 5)).toMatchObject([
      { code: 'C-001', direct: 70, effective: 70, isUltimate: false },
      { code: 'P-001', direct: 15, effective: 57, isUltimate: true },
      { code: 'C-002', direct: null, effective: 28, isUltimate: false },
      { code: 'P-002', direct: null, effective: 22.4, isUltimate: true },
      { code: 'P-004', direct: 15, effective: 15, isUltimate: true },
    ]);
  });

  it('[GRAPH-01] tells common phones and addresses, ownership in circles, and the way from our own people', async () => {
    expect(findings(await graphOf('S-001', 3), 'sharedAttribute')).toContainEqual(['T-001', ['S-001', 'S-002']]);
    expect(findings(await graphOf('S-001', 3), 'insider')).toContainEqual([undefined, ['E-001', 'P-005', 'P-001', 'S-001']]);
    const [[, circle] = []] = findings(await graphOf('S-004', 2), 'ownershipCircle');
    expect([...(circle as string[])].sort()).toEqual(['C-003', 'C-004', 'C-005']);
    expect(findings(await graphOf('S-009', 2), 'ownershipCircle')).toEqual([]);
  });

  it('[GRAPH-01] shows the nearest of a crowd, and says how many there are', async () => {
    const { id: center } = await app.db
      .selectFrom('relation_party')
      .select('id')
      .where('party_code', '=', 'S-010')
      .executeTakeFirstOrThrow();
    const crowd = Array.from({ length: 400 }, (_, index) => ({ party_code: `X-${index}`, kind: 'company', name: `公司 ${index}` }));
    const rows = await app.db.insertInto('relation_party').values(crowd).returning('id').execute();
    const link = rows.map(({ id }) => ({ from_id: id, to_id: center, kind: 'supplies', source: 'test' }));
    await app.db.insertInto('relation_link').values(link).execute();
    const { nodes, links, total, isMore } = await graphOf('S-010', 2);
    expect([nodes.length, total > 400, isMore]).toEqual([300, true, false]);
    const shown = new Set(nodes.map((node) => node.code));
    expect(links.every(({ from, to }) => shown.has(from) && shown.has(to))).toBe(true);
    await app.db.deleteFrom('relation_party').where('party_code', 'like', 'X-%').execute();
  });

  it('[GRAPH-01] finds a shortest way between two parties, or says that there is none', async () => {
    const { body } = await get('/path?from=E-001&to=S-001');
    expect((body.data as Graph).nodes.map((node) => node.code)).toEqual(['E-001', 'P-005', 'P-001', 'S-001']);
    expect((body.data as Graph).links.map(({ kind }) => kind).sort()).toEqual(['family', 'family', 'owns', 'represents']);
    expect((await get('/path?from=S-009&to=S-001')).body.data).toMatchObject({ found: false, isCut: false, nodes: [] });
  });

  it('[GRAPH-01] finds it through a party thousands are beside, from either end, and says where it could not look at all of them', async () => {
    // 8,000 beside a hub, each beside two more that are nobody else's; the last one is beside the party that is looked for.
    await sql`insert into relation_party (party_code, kind, name, updated_by) select code, 'company', code, 'test'
      from unnest(array['Y-HUB', 'Y-END', 'Y-FAR']) as code
      union all select 'Y-S' || n, 'company', 'S' || n, 'test' from generate_series(1, 8000) n
      union all select 'Y-A' || n, 'company', 'A' || n, 'test' from generate_series(1, 16000) n`.execute(app.db);
    const link = (from: string, to: string, rows: string) =>
      sql`insert into relation_link (from_id, to_id, kind, source, updated_by)
        select one.id, other.id, 'represents', 'test', 'test' from ${sql.raw(rows)}
          join relation_party one on one.party_code = ${sql.raw(from)} join relation_party other on other.party_code = ${sql.raw(to)}`.execute(
        app.db,
      );
    await link("'Y-HUB'", "'Y-S' || n", 'generate_series(1, 8000) n');
    await link("'Y-S' || (n + 1) / 2", "'Y-A' || n", 'generate_series(1, 16000) n');
    await link("'Y-S8000'", "'Y-END'", '(select 1) one_row');
    await link("'Y-A16000'", "'Y-FAR'", '(select 1) one_row');
    const way = async (from: string, to: string) => {
      const { found, isCut, nodes } = (await get(`/path?from=${from}&to=${to}`)).body.data as Graph & { found: boolean; isCut: boolean };
      return { found, isCut, way: nodes.map((node) => node.code).join(' ') };
    };
    expect(await way('Y-HUB', 'Y-END')).toEqual({ found: true, isCut: false, way: 'Y-HUB Y-S8000 Y-END' });
    expect(await way('Y-END', 'Y-HUB')).toEqual({ found: true, isCut: false, way: 'Y-END Y-S8000 Y-HUB' });
    // There are more beside those than are looked at: nobody knows.
    expect(await way('Y-HUB', 'Y-FAR')).toEqual({ found: false, isCut: true, way: '' });
    await app.db.deleteFrom('relation_party').where('party_code', 'like', 'Y-%').execute();
  });
});

describe('ownership in circles', () => {
  it('[GRAPH-01] counts as the sum it tends to, and the whole at most', () => {
    // 1 owns half of the target and is owned to 40 % by 2, which 1 owns to a half: 2 holds 0.4 of 0.5, 1 holds 0.5 and a half of that.
    const { parts } = effectiveParts(9, [
      { from: 1, to: 9, part: 0.5 },
      { from: 2, to: 1, part: 0.4 },
      { from: 1, to: 2, part: 0.5 },
    ]);
    expect(parts.get(1)).toBeCloseTo(0.625, 6);
    expect(parts.get(2)).toBeCloseTo(0.25, 6);
    const { parts: whole } = effectiveParts(9, [
      { from: 1, to: 9, part: 0.5 },
      { from: 2, to: 1, part: 1 },
      { from: 1, to: 2, part: 1 },
    ]);
    expect([...whole.values()]).toEqual([1, 1]);
    // What the target owns of its owner is nobody's part of the target.
    expect(
      effectiveParts(9, [
        { from: 1, to: 9, part: 0.5 },
        { from: 9, to: 1, part: 0.5 },
      ]).parts.has(9),
    ).toBe(false);
  });

  it('[GRAPH-01] of shells that own nearly all of each other is followed to its end, and told as a least where it has none in sight', () => {
    const ring = (part: number, direct = 0.01) =>
      effectiveParts(9, [
        { from: 1, to: 9, part: direct },
        { from: 2, to: 1, part },
        { from: 1, to: 2, part },
      ]);
    expect(ring(0.99).parts.get(1)).toBeCloseTo(0.01 / (1 - 0.99 ** 2), 6);
    expect([...ring(0.99).growing]).toEqual([]);
    expect(ring(0.99999, 0.00001).growing).toEqual(new Set([1, 2]));
  });
});

describe('what it is drawn from', () => {
  it('[GRAPH-01] parties and relations are made, changed and deleted, with audit rows', async () => {
    const made = await post('/party', { code: 'N-1', kind: 'company', name: '新公司' });
    const { id } = made.body.data as { id: string };
    expect(code(await post('/party', { code: 'N-1', kind: 'company', name: 'again' }))).toEqual([409, 'DUPLICATE']);
    const changed = await post('/party', { id, version: 1, code: 'N-1', kind: 'company', name: '改名' });
    expect(changed.body.data).toMatchObject({ name: '改名', version: 2 });
    const late = await post('/party', { id, version: 1, code: 'N-1', kind: 'company', name: 'late' });
    expect([code(late), late.body.data]).toEqual([[409, 'CONFLICT'], expect.objectContaining({ name: '改名' })]);
    expect(code(await remove(`/party?id=${id}&version=1`))).toEqual([409, 'CONFLICT']);
    const link = { from: 'N-1', to: 'S-009', kind: 'owns', share: 12.5, source: 'test' };
    const linked = (await post('/link', link)).body.data as { id: string };
    expect(code(await post('/link', link))).toEqual([409, 'DUPLICATE']);
    for (const [field, wrong] of [
      ['to', { ...link, to: 'N-1' }],
      ['to', { ...link, to: 'NOBODY' }],
      ['share', { ...link, kind: 'family' }],
      // Kept to four decimals it would be none.
      ['share', { ...link, share: 0.00004 }],
      ['share', { ...link, share: 0 }],
      ['since', { ...link, kind: 'family', share: null, since: '2026-02-30' }],
    ] as const)
      expect((await post('/link', wrong)).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field }] });
    expect((await get('/links?code=N-1')).body.data).toMatchObject({
      content: [{ id: linked.id, fromName: '改名', share: 12.5, since: null }],
      total: 1,
    });
    expect((await graphOf('S-009', 1)).owners).toMatchObject([{ code: 'N-1', effective: 12.5 }]);
    expect(code(await remove(`/party?id=${id}`))).toEqual([200, '000000']);
    expect(code(await remove(`/party?id=${id}`))).toEqual([404, 'NOT_FOUND']);
    expect(code(await remove(`/link?id=${linked.id}`))).toEqual([404, 'NOT_FOUND']);
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('target_id', '=', id)
      .where('target_type', '=', 'relation_party')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['relation_party_create', 'relation_party_update', 'relation_party_delete']);
    // What went with it is told.
    expect(rows.at(-1)?.detail).toMatchObject({ links: [{ to: 'S-009' }] });
  });

  it('[GRAPH-01] all relations of a party with a great many are there, page by page, the newest first', async () => {
    const made = await Promise.all(
      ['H-1', 'H-2'].map(async (name) => (await post('/party', { code: name, kind: 'company', name })).body.data as { id: string }),
    );
    const [hub] = made.map(({ id }) => Number(id));
    await sql`with made as (
        insert into relation_party (party_code, kind, name) select 'H-M-' || at, 'company', 'M' from generate_series(1, 1005) as at returning id)
      insert into relation_link (from_id, to_id, kind, source) select id, ${hub}, 'supplies', 'test' from made order by id`.execute(app.db);
    const { id } = (await post('/link', { from: 'H-1', to: 'H-2', kind: 'supplies', source: 'test' })).body.data as { id: string };
    const pageOf = async (query = '') =>
      (await get(`/links?code=H-1${query}`)).body.data as { content: { id: string }[]; total: number; current: number; size: number };
    const first = await pageOf();
    expect(first).toMatchObject({ total: 1_006, current: 1, size: 10 });
    expect(first.content[0]).toMatchObject({ id, from: 'H-1', fromName: 'H-1', to: 'H-2', toName: 'H-2' });
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((current) => pageOf(`&current=${current}&size=200`)));
    const ids = pages.flatMap(({ content }) => content.map((link) => Number(link.id)));
    expect(new Set(ids).size).toBe(1_006);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    expect((await get('/links?code=NOBODY')).body.data).toEqual({ content: [], total: 0, current: 1, size: 10 });
    expect(code(await get('/links?code=H-1&size=201'))).toEqual([400, 'PARAMETER_ERROR']);
    await app.db.deleteFrom('relation_party').where('party_code', 'like', 'H-%').execute();
  });

  it('[GRAPH-01] parties and relations are of kinds that exist; a kind that was switched off stays where it is', async () => {
    const unknown = { code: 'PARAMETER_ERROR', details: [{ field: 'kind', key: 'relation.noSuchKind' }] };
    expect((await post('/party', { code: 'K-1', kind: 'zzz', name: 'x' })).body).toMatchObject(unknown);
    const made = (await post('/party', { code: 'K-1', kind: 'company', name: 'x' })).body.data as { id: string };
    const link = { from: 'K-1', to: 'S-009', kind: 'family', source: 'test' };
    expect((await post('/link', { ...link, kind: 'zzz' })).body).toMatchObject(unknown);
    const linked = (await post('/link', link)).body.data as { id: string };
    const family = app.db.updateTable('dictionary_entry').where('type', '=', 'relation-kind').where('value', '=', 'family');
    await family.set({ status: '1' }).execute();
    expect(code(await post('/link', { ...link, id: linked.id, version: 1, source: 'again' }))).toEqual([200, '000000']);
    expect((await post('/link', { ...link, from: 'S-009', to: 'K-1' })).body).toMatchObject(unknown);
    await family.set({ status: '0' }).execute();
    await remove(`/party?id=${made.id}`);
  });

  it('[GRAPH-01] follows ownership whose share is unknown, and says what is known of it', async () => {
    const parties = ['U-1', 'U-2', 'U-3', 'U-4'];
    const ids = await Promise.all(
      parties.map(async (name) => ((await post('/party', { code: name, kind: 'company', name })).body.data as { id: string }).id),
    );
    // U-1 owns a part of S-009 nobody knows and belongs to U-2 whole, which owns a tenth of S-009, too; U-3 owns U-2, by a share nobody knows.
    for (const [from, to, share] of [
      ['U-1', 'S-009', null],
      ['U-2', 'U-1', 100],
      ['U-2', 'S-009', 10],
      ['U-3', 'U-2', null],
      ['U-4', 'S-009', 5],
    ] as const)
      expect(code(await post('/link', { from, to, kind: 'owns', share, source: 'test' }))).toEqual([200, '000000']);
    expect((await graphOf('S-009', 1)).owners).toMatchObject([
      { code: 'U-2', direct: 10, isDirect: true, effective: 10, isLeast: true, isUltimate: false },
      { code: 'U-4', direct: 5, isDirect: true, effective: 5, isLeast: false, isUltimate: true },
      { code: 'U-1', direct: null, isDirect: true, effective: null, isLeast: true, isUltimate: false },
      { code: 'U-3', direct: null, isDirect: false, effective: null, isLeast: true, isUltimate: true },
    ]);
    for (const one of ids) await remove(`/party?id=${one}`);
  });

  it('[GRAPH-01] follows 2,000 shares, the nearest first, and says so where there are more', async () => {
    expect((await graphOf('S-009', 1)).areOwnersCut).toBe(false);
    const idOf = async (name: string) =>
      Number(((await post('/party', { code: name, kind: 'company', name })).body.data as { id: string }).id);
    const [between, late, above] = [await idOf('B-1'), await idOf('B-2'), await idOf('B-3')];
    const { rows } = await sql<{ id: number }>`with made as (
        insert into relation_party (party_code, kind, name) select 'M-' || at, 'person', 'M' from generate_series(1, 2000) as at returning id)
      insert into relation_link (from_id, to_id, kind, share, source) select id, ${between}, 'owns', 0.01, 'test' from made returning from_id as id`.execute(
      app.db,
    );
    const own = (from: string, share: number) => post('/link', { from, to: 'S-009', kind: 'owns', share, source: 'test' });
    expect([code(await own('B-1', 40)), code(await own('B-2', 5))]).toEqual([
      [200, '000000'],
      [200, '000000'],
    ]);
    // Known last: B-3 is cut off, and B-2 no end of the way for that.
    expect(code(await post('/link', { from: 'B-3', to: 'B-2', kind: 'owns', share: 100, source: 'test' }))).toEqual([200, '000000']);
    const { owners, areOwnersCut } = await graphOf('S-009', 1);
    expect([areOwnersCut, owners.length]).toEqual([true, 2_000]);
    expect(owners.slice(0, 3)).toMatchObject([
      { code: 'B-1', direct: 40, effective: 40, isLeast: true, isUltimate: false },
      { code: 'B-2', direct: 5, effective: 5, isLeast: true, isUltimate: false },
      { direct: null, effective: 0.004, isLeast: true, isUltimate: true },
    ]);
    const made = [between, late, above, ...rows.map(({ id }) => id)];
    await sql`delete from relation_link where from_id = any(${made})`.execute(app.db);
    await sql`delete from relation_party where id = any(${made})`.execute(app.db);
  });

  it('[GRAPH-01] tells owners who together hold more than the whole', async () => {
    const owners = ['O-1', 'O-2'];
    const ids = await Promise.all(
      owners.map(async (name) => ((await post('/party', { code: name, kind: 'person', name })).body.data as { id: string }).id),
    );
    const own = (from: string, share: number) => post('/link', { from, to: 'S-009', kind: 'owns', share, source: 'test' });
    await own('O-1', 90);
    const late = await own('O-2', 10);
    expect(findings(await graphOf('S-009', 1), 'overOwned')).toEqual([]);
    const { id, version } = late.body.data as { id: string; version: number };
    await post('/link', { id, version, from: 'O-2', to: 'S-009', kind: 'owns', share: 90, source: 'test' });
    const found = (await graphOf('S-009', 1)).findings.filter(({ kind }) => kind === 'overOwned');
    expect(found).toMatchObject([{ via: { code: 'S-009' }, share: 180, parties: [{ code: 'O-1' }, { code: 'O-2' }] }]);
    for (const one of ids) await remove(`/party?id=${one}`);
  });

  it('[GRAPH-01] is seen and changed by those who may', async () => {
    const outsider = await tokenOf(app, 'auditor');
    expect(code(await get('?supplierCode=S-001', outsider))).toEqual([403, 'FORBIDDEN']);
    expect(code(await post('/party', { code: 'N-2', kind: 'company', name: 'x' }, outsider))).toEqual([403, 'FORBIDDEN']);
    const page = (await get('/parties?kind=supplier&keyword=机械')).body.data;
    expect(page).toMatchObject({ total: 1, content: [{ code: 'S-001', kind: 'supplier' }] });
  });
});
