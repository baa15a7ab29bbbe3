import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up } from '../../../server/database/migrations/234-reach.ts';
import type { LabelValue } from '../../../server/database/values.ts';
import { tellDueSteps } from '../../../server/modules/registers/due-steps.ts';
import { localizedText } from '../../../src/core/index.ts';
import { projectRoot } from '../../support/project.ts';
import { readSheets } from '../../support/workbook.ts';
import { type Answer, call, tokenOf, uploadFile } from './client.ts';
import { type Kept, reachWorld, said } from './reach-world.ts';

let world: Awaited<ReturnType<typeof reachWorld>>;
/** Of the department of the reader, of the one below it, and of none of theirs. */
let [own, below, foreign]: Kept[] = [];
let places: { own: string; below: string; foreign: string };
beforeAll(async () => {
  world = await reachWorld();
  places = { own: await world.department('D07'), below: await world.department('D08'), foreign: await world.department('D06') };
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom('register_row').where('register', 'in', ['matter', 'folder', 'memo']).execute();
  await world.app.db.deleteFrom('message').execute();
  own = await world.made({ title: 'Ours', unit: places.own, kind: '1', day: '2030-01-01', mark: 'one' });
  below = await world.made({ title: 'Below', unit: places.below, kind: '1', day: '2030-01-02', amount: 10 });
  foreign = await world.made({ title: 'Hidden', unit: places.foreign, kind: '2', day: '2030-01-03', amount: 90, mark: 'secret' });
});

const { send, get } = {
  send: (...of: Parameters<typeof world.send>) => world.send(...of),
  get: (...of: Parameters<typeof world.get>) => world.get(...of),
};
const data = <T>({ status, body }: Answer): T => {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data as T;
};
const listed = async (as = 'reader', filter: object = {}, register = 'matter') => {
  const page = data<{ content: Kept[]; total: number }>(
    await send('page', { register, size: 100, sort: 'code', order: 'asc', ...filter }, as),
  );
  expect(page.total).toBe(page.content.length);
  return page.content.map(({ values }) => values.title);
};
/** No record has this number. */
const nobody = '999999';

describe('whoever sees only some records of a register', () => {
  it('[PERM-02] lists and counts those of their department and below, by every filter, in every view', async () => {
    expect(await listed()).toEqual(['Ours', 'Below']);
    expect(await listed('whole')).toEqual(['Ours', 'Below', 'Hidden']);
    for (const filter of [
      { keyword: 'Hidden' },
      { keyword: foreign?.code },
      { unit: places.foreign },
      { kind: '2' },
      { mark: 'secret' },
      { day: ['2030-01-03', '2030-01-03'] },
    ])
      expect([await listed('reader', filter), await listed('whole', filter)], JSON.stringify(filter)).toEqual([[], ['Hidden']]);
    expect(data(await send('counts', { by: ['kind'], sum: 'amount' }))).toMatchObject({ content: [{ kind: '1', count: 2, sum: 10 }] });
    expect(data(await send('counts', { by: ['state', 'kind'], spread: true }))).toMatchObject({
      content: [{ state: 'open', count: 2, counts: { 1: 2 } }],
    });
    expect(data(await send('counts', { by: ['unit'] }, 'whole'))).toMatchObject({ content: [{ count: 1 }, { count: 1 }, { count: 1 }] });
    expect(JSON.stringify(data(await send('counts', { by: ['unit'] })))).not.toContain(`"${places.foreign}"`);
    const board = data<{ columns: object[]; content: Kept[] }>(await send('board', { by: 'kind' }));
    expect([board.columns, board.content.length]).toEqual([[{ key: '1', total: 2 }], 2]);
  });

  it('[PERM-02] exports those, and gets neither the record, its history nor what points at it: the answer is that of one there is not', async () => {
    const file = await world.app.http.inject({
      ...{ method: 'POST', url: '/api/register/export', payload: { register: 'matter' } },
      headers: { authorization: `Bearer ${world.tokens.get('reader')}` },
    });
    const sheet = JSON.stringify(await readSheets(file.rawPayload));
    expect(sheet).toContain('Below');
    expect(sheet).not.toContain('Hidden');
    for (const path of ['get', 'history', 'related']) {
      const ask = (id: string | undefined) => get(`${path}?register=matter&id=${id}`);
      expect((await ask(below?.id)).status).toBe(200);
      expect(said(await ask(foreign?.id))).toEqual(said(await ask(nobody)));
      expect((await ask(foreign?.id)).status).toBe(404);
    }
  });

  it('[PERM-02] changes, moves and deletes nothing else, one or many: the answer is that of one there is not', async () => {
    const at = (id: string | undefined) => ({ id, version: 1 });
    const tries = (id: string | undefined): [string, object][] => [
      ['save', { ...at(id), values: { title: 'Mine' } }],
      ['save', { ...at(id), version: 7, values: { title: '' } }],
      ['move', { ...at(id), move: 'finish' }],
      ['move', { ...at(id), version: 7, move: 'file' }],
      ['remove', at(id)],
    ];
    const none = tries(nobody);
    for (const [index, [path, body]] of tries(foreign?.id).entries()) {
      const answer = await send(path, body);
      expect(answer.status, path).toBe(404);
      expect(said(answer)).toEqual(said(await send(path, none[index]?.[1] ?? {})));
    }
    for (const [path, more] of [
      ['set-many', { field: 'kind', value: '3' }],
      ['move-many', { move: 'finish' }],
      ['remove-many', {}],
    ] as const) {
      const records = [foreign, own].map((record) => ({ id: record?.id, version: record?.version }));
      const done = data<{ count: number; refused: { id: string; code: string; message: string }[] }>(
        await send(path, { ...more, records }),
      );
      const strange = data<typeof done>(await send(path, { ...more, records: [at(nobody)] }));
      expect([done.count, done.refused.map(({ id: _, ...rest }) => rest)]).toEqual([1, strange.refused.map(({ id: _, ...rest }) => rest)]);
      if (path !== 'remove-many') own = data<Kept>(await get(`get?register=matter&id=${own?.id}`));
    }
    expect(data(await get(`get?register=matter&id=${foreign?.id}`, 'whole'))).toMatchObject({ version: 1, state: 'open' });
  });

  it('has nothing of a record that is handed to others while they wait to change it: neither the change nor what it says now', async () => {
    for (const [path, body] of [
      ['save', { values: { title: 'Mine', unit: places.own } }],
      ['move', { move: 'finish' }],
      ['remove', {}],
    ] as const) {
      const record = await world.made({ title: 'Contested', unit: places.own });
      const answer = await world.app.db.transaction().execute(async (db) => {
        await db
          .updateTable('register_row')
          .set({ data: JSON.stringify({ title: 'Secret now', unit: places.foreign }), version: 2 })
          .where('id', '=', Number(record.id))
          .execute();
        const late = send(path, { ...body, id: record.id, version: 1 });
        await waits();
        return { late };
      });
      expect(said(await answer.late), path).toEqual(said(await send(path, { ...body, id: nobody, version: 1 })));
      const now = data<Kept>(await get(`get?register=matter&id=${record.id}`, 'whole'));
      expect([now.values.title, now.state, now.version]).toEqual(['Secret now', 'open', 2]);
    }
  });
  /** Until a statement waits for what another one holds. */
  async function waits(): Promise<void> {
    await expect
      .poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(world.app.db)).rows.length, { interval: 20 })
      .toBeGreaterThan(0);
  }

  it('makes nothing they would not see, one or many in a file, and may hand on what they see', async () => {
    const refused = await send('save', { values: { title: 'New', unit: places.foreign } });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'PARAMETER_ERROR', details: [{ field: 'unit', key: 'register.wouldNotSee' }] },
    ]);
    expect((await send('save', { values: { title: 'New', unit: places.below } })).status).toBe(200);
    // By what they made: whatever stands in it.
    expect((await send('save', { values: { title: 'New', unit: places.foreign } }, 'namesake')).status).toBe(200);
    const lines = ['title,unit', 'First,D08', 'Second,D06'].join('\n');
    const give = async (mode: string, key = '') => {
      const url = `/api/register/import?register=matter&mode=${mode}${key}`;
      return (await uploadFile(world.app, url, world.tokens.get('reader') ?? '', Buffer.from(lines), 'rows.csv')).body.data;
    };
    expect(await give('check')).toMatchObject({ saved: false, count: 1, faults: [{ row: 3, column: 'unit' }] });
    expect(await give('fitting', '&key=the-import-of-this-test')).toMatchObject({ saved: true, count: 1 });
    expect(await listed()).toEqual(['Ours', 'Below', 'New', 'First']);
    // What was handed on is nobody's to take back.
    const [first] = data<{ content: Kept[] }>(await send('page', { keyword: 'First' })).content;
    const handed = data<Kept>(await send('save', { id: first?.id, version: 1, values: { title: 'First', unit: places.foreign } }));
    expect(handed).toMatchObject({ version: 2, values: { unit: places.foreign } });
    expect((await get(`get?register=matter&id=${first?.id}`)).status).toBe(404);
    expect((await send('undo-import', { key: 'the-import-of-this-test' })).status).toBe(404);
    expect((await send('undo-import', { key: 'an-import-there-is-not' })).status).toBe(404);
  });

  it('reaches records by a department alone, by being one of several, by a state, and by what they made', async () => {
    await world.made({ title: 'Several', units: [places.foreign, places.below] });
    await world.made({ title: 'Named', owner: world.ids.get('namesake') });
    await world.made({ title: 'Helped', helpers: [world.ids.get('whole'), world.ids.get('namesake')], unit: places.foreign });
    await world.made({ title: 'Seen by', witness: world.ids.get('namesake') });
    expect(await listed()).toEqual(['Ours', 'Below', 'Several']);
    // Whom the register tells of a record by a field sees it, too.
    expect(await listed('namesake')).toEqual(['Named', 'Helped', 'Seen by']);
    expect((await send('save', { values: { title: 'Made' } }, 'namesake')).status).toBe(200);
    expect(await listed('namesake')).toEqual(['Named', 'Helped', 'Seen by', 'Made']);
    const { give, rest } = world;
    try {
      await give('reader', 'D07', ['matter:unit', ...rest]);
      expect(await listed()).toEqual(['Ours']);
      await give('reader', 'D08', ['matter:department', ...rest]);
      expect(await listed()).toEqual(['Below', 'Several']);
      await give('reader', 'D06', ['matter:done', ...rest]);
      expect(await listed()).toEqual([]);
      expect(data(await send('counts', { by: ['state'] }))).toEqual({ content: [] });
      data(await send('move', { id: foreign?.id, version: 1, move: 'finish' }, 'whole'));
      expect(await listed()).toEqual(['Hidden']);
      await give('reader', 'D06', ['matter:done', 'matter:unit', ...rest]);
      expect(await listed()).toEqual(['Hidden', 'Helped']);
      await give('reader', 'D06', rest);
      expect((await send('page', {})).status).toBe(403);
      // Somebody in no department is in nobody's.
      await give('reader', 'D06', ['matter:department', ...rest]);
      await world.app.db
        .updateTable('app_user')
        .set({ department_id: null })
        .where('id', '=', Number(world.ids.get('reader')))
        .execute();
      expect(await listed()).toEqual([]);
    } finally {
      await give('reader', 'D07', ['matter:department', 'memo:own', ...rest]);
    }
  });
});

describe('what a limited reader is not to know', () => {
  it('is no choice, keeps its place where it was chosen, and has neither number nor name: in lists, exports, histories, counts', async () => {
    const choices = async (as: string) =>
      data<{ content: { label: string }[] }>(await get('choices?register=folder&field=matter', as)).content.map(({ label }) => label);
    expect(await choices('whole')).toHaveLength(3);
    expect((await choices('reader')).join()).not.toContain('Hidden');
    expect(await choices('reader')).toHaveLength(2);
    const found = await get(`choices?register=folder&field=matter&keyword=${foreign?.code}`);
    expect(data(found)).toEqual({ content: [] });
    const choose = (matter: string | undefined) => send('save', { register: 'folder', values: { title: 'F', matter } });
    expect(said(await choose(foreign?.id))).toEqual(said(await choose(nobody)));
    const lines = (code: string) => Buffer.from(`title,matter\nA,${code}`);
    const imported = async (code: string) =>
      (
        await uploadFile(
          world.app,
          '/api/register/import?register=folder&mode=check',
          world.tokens.get('reader') ?? '',
          lines(code),
          'rows.csv',
        )
      ).body.data;
    const [hidden, strange] = [await imported(foreign?.code ?? ''), await imported('M-9999')];
    expect(hidden).toMatchObject({ count: 0, faultCount: 1, faults: (strange as { faults: object[] }).faults });
    expect(await imported(below?.code ?? '')).toMatchObject({ count: 1 });

    const values = { title: 'Kept', matter: foreign?.id, matters: [foreign?.id, own?.id] };
    const folder = await world.made(values, 'folder');
    const read = data<Kept>(await get(`get?register=folder&id=${folder.id}`));
    expect(read.unseen).toEqual(['matter', 'matters']);
    expect(JSON.stringify(read)).not.toMatch(/Hidden|M-0*3\b/);
    expect(read.chosen?.matters).toMatchObject([
      { value: foreign?.id, unseen: true },
      { value: own?.id, label: `${own?.code} Ours` },
    ]);
    expect(JSON.stringify(read.names.matter)).toContain('A record you do not see');
    const saved = data<Kept>(
      await send('save', { register: 'folder', id: folder.id, version: 1, values: { ...values, title: 'Kept on' } }),
    );
    expect(saved.values).toMatchObject({ title: 'Kept on', matter: foreign?.id, matters: [foreign?.id, own?.id] });
    const emptied = data<Kept>(await send('save', { register: 'folder', id: folder.id, version: 2, values: { title: 'Kept' } }));
    const code = foreign?.code ?? '?';
    for (const answer of [
      await send('page', { register: 'folder' }),
      await send('counts', { register: 'folder', by: ['matters'] }),
      await get(`history?register=folder&id=${emptied.id}`),
    ])
      expect(JSON.stringify(data(answer))).not.toMatch(new RegExp(`Hidden|${code}`));
    expect(JSON.stringify(data(await get(`history?register=folder&id=${emptied.id}`, 'whole')))).toContain(code);
    const exported = await world.app.http.inject({
      ...{ method: 'POST', url: '/api/register/export', payload: { register: 'folder' } },
      headers: { authorization: `Bearer ${world.tokens.get('reader')}` },
    });
    expect(JSON.stringify(await readSheets(exported.rawPayload))).not.toContain('Hidden');
  });

  it('[PERM-02] is chosen as whom it tells of a record, who sees it for that; that others see none is said where they are chosen, not where records are found', async () => {
    const offered = async (name: string, field: string, more = '') => {
      const asked = `choices?register=matter&field=${field}&keyword=${name}${more}`;
      const [one] = data<{ content: { label: LabelValue }[] }>(await get(asked, 'whole')).content;
      return localizedText(one?.label, 'en').endsWith('(sees none of these records)');
    };
    // A witness hears of the record, and sees it though no way names that field.
    expect(await offered(world.names.namesake, 'witness')).toBe(false);
    expect(await offered('contact', 'witness')).toBe(true);
    expect(await offered('contact', 'witness', '&filter=true')).toBe(false);
  });

  it('is not offered of a register they have no right in, but for what their records point at: chosen, by its id, and in a file', async () => {
    const [near, far] = [await world.made({ title: 'Near' }, 'folder'), await world.made({ title: 'Far' }, 'folder')];
    await world.made({ title: 'Seen', unit: places.own, folder: near.id });
    await world.made({ title: 'Hidden too', unit: places.foreign, folder: far.id });
    const { give, rest } = world;
    const withoutFolders = rest.filter((one) => one !== 'folder:all');
    const choices = async (as: string) =>
      data<{ content: { value: string }[] }>(await get('choices?register=matter&field=folder', as)).content.map(({ value }) => value);
    const save = (folder: string, more: object = {}) => send('save', { ...more, values: { title: 'Choosing', unit: places.own, folder } });
    const faults = async (code: string) => {
      const lines = Buffer.from(`title,unit,folder\nA,D07,${code}`);
      const token = world.tokens.get('reader') ?? '';
      const { body } = await uploadFile(world.app, '/api/register/import?register=matter&mode=check', token, lines, 'rows.csv');
      return (body.data as { faults: object[] }).faults;
    };
    try {
      await give('reader', 'D07', ['matter:department', ...withoutFolders]);
      await give('whole', 'D03', ['matter:all', ...withoutFolders]);
      expect([await choices('reader'), await choices('whole')]).toEqual([[near.id], [far.id, near.id]]);
      const made = data<Kept>(await save(near.id));
      expect(made.values.folder).toBe(near.id);
      expect(said(await save(far.id))).toEqual(said(await save(nobody)));
      const change = { id: made.id, version: 1 };
      expect(said(await save(far.id, change))).toEqual(said(await save(nobody, change)));
      expect([await faults(near.code), await faults(far.code)]).toEqual([[], await faults('X-9999')]);
      // What somebody else chose stays where it is.
      const kept = await world.made({ title: 'Chosen', unit: places.own, folder: far.id });
      expect((await send('save', { id: kept.id, version: 1, values: { ...kept.values, mark: 'kept' } })).status).toBe(200);
    } finally {
      await give('reader', 'D07', ['matter:department', 'memo:own', ...rest]);
      await give('whole', 'D03', ['matter:all', 'memo:all', ...rest]);
    }
  });

  it('stands in no list of what points at a record, keeps it from being deleted without being named, and is made without being shown', async () => {
    const folder = await world.made({ title: 'F' }, 'folder');
    const mine = await world.made({ title: 'Seen', unit: places.own, folder: folder.id });
    const hidden = await world.made({ title: 'Hidden', unit: places.foreign, folder: folder.id });
    const related = async (as: string) =>
      data<{ content: { code: string }[] }>(await get(`related?register=folder&id=${folder.id}`, as)).content.map(({ code }) => code);
    expect([await related('reader'), await related('whole')]).toEqual([[mine.code], [hidden.code, mine.code]]);
    const remove = () => send('remove', { register: 'folder', id: folder.id, version: 1 });
    expect((await remove()).body).toMatchObject({ code: 'IN_USE', details: [{ key: 'register.inUse', values: { code: mine.code } }] });
    data(await send('remove', { id: mine.id, version: 1 }));
    const refused = await remove();
    expect(refused.body).toMatchObject({ code: 'IN_USE', details: [{ key: 'register.inUseUnseen' }] });
    expect(JSON.stringify(refused.body)).not.toContain(hidden.code);

    const done = data<Kept>(await send('move', { id: own?.id, version: 1, move: 'finish' }));
    const filed = data<Kept>(await send('move', { id: own?.id, version: done.version, move: 'file' }));
    expect(filed.made).toMatchObject({ register: 'folder' });
    const { give, rest } = world;
    try {
      await give('reader', 'D07', ['matter:department', ...rest.filter((one) => one !== 'folder:all')]);
      const log = JSON.stringify(data(await get(`history?register=matter&id=${own?.id}`)));
      expect(log).not.toContain('X-');
    } finally {
      await give('reader', 'D07', ['matter:department', 'memo:own', ...rest]);
    }
  });

  it('has a value that is taken already, and nobody is told who has it', async () => {
    const taken = (mark: string) => send('save', { values: { title: 'New', unit: places.own, mark } });
    expect(said(await taken('secret'))).toEqual(said(await taken('one')));
    expect(JSON.stringify((await taken('secret')).body)).not.toMatch(/Hidden|M-0*3\b/);
  });

  it('counts in figures: they are of the record that shows them, and the same for everybody', async () => {
    const folder = await world.made({ title: 'F' }, 'folder');
    await world.made({ title: 'One', unit: places.own, folder: folder.id, amount: 1 });
    await world.made({ title: 'Two', unit: places.foreign, folder: folder.id, amount: 2 });
    for (const as of ['reader', 'whole'])
      expect(data<Kept>(await get(`get?register=folder&id=${folder.id}`, as)).values).toMatchObject({ count: 2, total: 3 });
  });

  it('[FILE-02] has files nobody else knows of', async () => {
    const picture = PNG.sync.write(new PNG({ width: 8, height: 8 }));
    const upload = await uploadFile(world.app, '/api/birp/file/upload', world.tokens.get('whole') ?? '', picture, 'a.png', {
      businessType: 'register',
    });
    const { path } = upload.body.data as { path: string };
    const record = await world.made({ title: 'With a file', unit: places.foreign, papers: [{ path }] });
    const open = (as: string, of = path) =>
      call(world.app, '/api/sys-file/get-download-url', { method: 'POST', token: world.tokens.get(as), body: { path: of } });
    expect([(await open('whole')).status, (await open('reader')).status]).toEqual([200, 404]);
    expect(said(await open('reader'))).toEqual(
      said(
        await open(
          'reader',
          path.replace(/[0-9a-f]/, (sign) => (sign === '0' ? '1' : '0')),
        ),
      ),
    );
    const papers = [{ path }];
    data(await send('save', { id: record.id, version: 1, values: { title: 'Ours now', unit: places.own, papers } }, 'whole'));
    const given = data<{ url: string }>(await open('reader')).url;
    const fetched = async () => (await world.app.http.inject({ method: 'GET', url: given })).statusCode;
    expect(await fetched()).toBe(200);
    data(await send('save', { id: record.id, version: 2, values: { title: 'Handed on', unit: places.foreign, papers } }, 'whole'));
    expect(await fetched(), 'an address given out before is good no more').toBe(410);
  });
});

describe('to-dos and messages', () => {
  const todos = async (as: string) =>
    data<{ content: { title: string }[]; total: number }>(
      await call(world.app, '/api/todo/home/page', { method: 'POST', token: world.tokens.get(as), body: { source: 'matter' } }),
    );
  const told = async () =>
    (
      await world.app.db
        .selectFrom('message')
        .innerJoin('app_user', 'app_user.id', 'message.user_id')
        .select(['username', 'parameters'])
        .orderBy('message.id')
        .execute()
    ).map(({ username, parameters }) => [
      Object.entries(world.names).find(([, name]) => name === username)?.[0] ?? username,
      JSON.stringify(parameters),
    ]);

  it('[API-28] are of what somebody sees: a record waits for those who may move it and see it', async () => {
    const titles = async (as: string) => (await todos(as)).content.map(({ title }) => title.replace(/^\S+ /, '')).sort();
    expect(await titles('reader')).toEqual(['Below', 'Ours']);
    expect((await todos('reader')).total).toBe(2);
    expect(await titles('namesake')).toEqual([]);
    await world.made({ title: 'Witnessed', unit: places.foreign, witness: world.ids.get('namesake') });
    expect(await titles('namesake')).toEqual(['Witnessed']);
    expect(
      (await get(`get?register=matter&id=${(await todos('namesake')).content.length > 0 ? await idOf('Witnessed') : ''}`, 'namesake'))
        .status,
    ).toBe(200);
  });
  const idOf = async (title: string) => data<{ content: Kept[] }>(await send('page', { keyword: title }, 'whole')).content[0]?.id;

  it('name no record to who does not see it: neither of those who may move it, nor of holders who are to hear', async () => {
    const messages = await told();
    const of = (name: string) => messages.filter(([who]) => who === name).map(([, what]) => what);
    expect(of('reader').join()).toMatch(/Ours/);
    expect(of('reader').join()).not.toMatch(/Hidden/);
    expect(of('namesake')).toEqual([]);
    await world.app.db.deleteFrom('message').execute();
    const helped = await world.made({ title: 'Helped', unit: places.foreign, helpers: [world.ids.get('other')] });
    data(await send('move', { id: helped.id, version: 1, move: 'finish' }, 'whole'));
    data(await send('move', { id: foreign?.id, version: 1, move: 'finish' }, 'whole'));
    const heard = (await told()).filter(([who]) => who === 'other');
    expect(heard.map(([, what]) => what).join()).toMatch(/Helped/);
    expect(heard.map(([, what]) => what).join()).not.toMatch(/Hidden/);
    expect(await tellDueSteps(world.app.db, world.app.documents, 'UTC')).toBe(0);
  });
});

describe('an older installation', () => {
  it('is told by its log in whose name records were made, and gives nobody another right', async () => {
    const { app, ids, names } = world;
    const [whole, namesake] = [Number(ids.get('whole')), Number(ids.get('namesake'))];
    const add = async (title: string, more: object = {}) => {
      const row = {
        register: 'matter',
        number: 5_000 + title.length,
        state: 'open',
        data: JSON.stringify({ title }),
        created_by: names.whole,
      };
      return (
        await app.db
          .insertInto('register_row')
          .values({ ...row, ...more })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    };
    const [agent, unlogged, reused] = [
      await add('By an agent'),
      await add('Unlogged'),
      await add('Of somebody before', { created_at: new Date(0) }),
    ];
    const log = {
      action: 'register_row_create',
      target_type: 'register_row',
      target_id: String(agent),
      actor_id: whole,
      subject_user_id: namesake,
      detail: '{}',
    };
    await app.db.insertInto('audit_log').values(log).execute();
    const granted = () => app.db.selectFrom('role_menu').selectAll().orderBy('role_id').orderBy('menu_id').execute();
    await app.db.deleteFrom('menu').where('menu_id', '=', 'task-list-own').execute();
    const before = await granted();
    await sql`alter table register_row drop column made_by`.execute(app.db);
    await up(app.db as never);
    const rows = await app.db.selectFrom('register_row').select(['id', 'made_by']).where('register', '=', 'matter').execute();
    const made = new Map(rows.map(({ id, made_by }) => [id, made_by]));
    expect([agent, unlogged, reused, Number(own?.id)].map((id) => made.get(id))).toEqual([namesake, whole, null, whole]);
    expect(await granted()).toEqual(before);
    expect(await app.db.selectFrom('menu').select('perms').where('menu_id', '=', 'task-list-own').execute()).toEqual([
      { perms: 'task:list:own' },
    ]);
  });
});

describe('in somebody else’s place', () => {
  it('[DELEG-01] whoever acts for another sees what that one sees, and what they make is that one’s', async () => {
    const { app, ids } = world;
    const menu = await app.db.selectFrom('menu').select('menu_id').where('menu_id', '=', 'reach-namesake').executeTakeFirstOrThrow();
    const days = {
      startDate: new Date().toISOString().slice(0, 10),
      endDate: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    };
    const { id } = await app.db
      .insertInto('delegation')
      .values({
        authorizer_id: Number(ids.get('namesake')),
        agent_id: Number(ids.get('reader')),
        start_date: days.startDate,
        end_date: days.endDate,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('delegation_menu').values({ delegation_id: id, menu_id: menu.menu_id }).execute();
    await world.made({ title: 'Named', owner: ids.get('namesake') });
    const entered = await call(app, `/api/auth/delegate/enter-delegate?username=${world.names.namesake}`, {
      token: world.tokens.get('reader'),
    });
    const { access_token: token } = data<{ access_token: string }>(entered);
    world.tokens.set('agent', token);
    expect(await listed('agent')).toEqual(['Named']);
    const kept = data<Kept>(await send('save', { values: { title: 'Made for them', unit: places.foreign } }, 'agent'));
    // Both stand in its history.
    const history = data<{ content: { by: string; inNameOf: string | null }[] }>(
      await get(`history?register=matter&id=${kept.id}`, 'agent'),
    );
    const nameOf = async (who: string) =>
      (
        await app.db
          .selectFrom('app_user')
          .select('name_en')
          .where('id', '=', Number(ids.get(who)))
          .executeTakeFirstOrThrow()
      ).name_en;
    expect(history.content).toMatchObject([{ by: await nameOf('reader'), inNameOf: await nameOf('namesake') }]);
    const own = data<{ content: object[] }>(await get(`history?register=matter&id=${below?.id}`, 'whole'));
    expect(own.content).toMatchObject([{ inNameOf: null }]);
    expect(await listed('namesake')).toEqual(['Named', 'Made for them']);
    const left = await call(app, '/api/auth/delegate/exit-delegate', { token });
    world.tokens.set('reader', data<{ access_token: string }>(left).access_token);
    expect(await listed('reader')).toEqual(['Ours', 'Below']);
  });

  it('[PERM-01] whoever views a role sees by its rights, as themselves', async () => {
    const { app } = world;
    const admin = await app.db
      .selectFrom('app_user')
      .select(['id', 'department_id'])
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    const { startSession } = await import('../../../server/modules/identity/sessions.ts');
    const token = await startSession(app.db, admin.id, { ip: '127.0.0.1', userAgent: undefined });
    world.tokens.set('admin', token);
    expect(await listed('admin')).toEqual(['Ours', 'Below', 'Hidden']);
    const role = await app.db.selectFrom('role').select('id').where('role_code', '=', 'reach-reader').executeTakeFirstOrThrow();
    const view = data<{ access_token: string }>(await call(app, `/api/system/role/${role.id}/view`, { method: 'POST', token }));
    world.tokens.set('viewing', view.access_token);
    // The administrator of the demo stands in D07.
    expect(await listed('viewing')).toEqual(['Ours', 'Below']);
  });
});

describe('the condition', () => {
  it('is that of one place: nothing else reads the table for somebody', () => {
    /** Files that name the table or read every row, and what of. */
    const known: Record<string, string> = {
      'modules/registers/sight.ts': 'the condition itself',
      'modules/registers/tables.ts': 'its columns',
      'modules/registers/rows.ts': 'the row after a change',
      'modules/registers/finding.ts': 'fitting(); the rows of what was found by it',
      'modules/registers/referred.ts': 'seenThrough()',
      'modules/registers/counting.ts': 'fitting()',
      'modules/registers/board.ts': 'fitting()',
      'modules/registers/exporting.ts': 'fitting()',
      'modules/registers/choices.ts': 'offeredTo()',
      'modules/registers/cell-readers.ts': 'offeredTo()',
      'modules/registers/circles.ts': 'whether what is chosen leads back, which names no record',
      'modules/registers/given-values.ts': 'offeredTo()',
      'modules/registers/values.ts': 'what is computed of others, which is the same for everybody',
      'modules/registers/changes.ts': 'writes',
      'modules/registers/open-work.ts': 'how many records name somebody, for who disables accounts',
      'modules/registers/in-use.ts': 'what refers to a record or a department, named where it is seen',
      'modules/registers/moving.ts': 'writes and locks',
      'modules/registers/making.ts': 'whether a record was made already',
      'modules/registers/followers.ts': 'what is computed of others',
      'modules/registers/figures.ts': 'figures, which are the same for everybody',
      'modules/registers/unique.ts': 'whether a value is taken',
      'modules/registers/undo-import.ts': 'deletes; whether others refer to a record',
      'modules/registers/files.ts': 'the register of a record, before seenRows()',
      'modules/registers/history.ts': 'rows of the log, after requireRow()',
      'modules/registers/noting.ts': 'rows of the log',
      'modules/registers/due-steps.ts': 'a job',
      'modules/registers/jobs.ts': 'a job',
      'modules/registers/field-names.ts': 'a job',
      'modules/registers/starting.ts': 'offeredTo()',
      'modules/registers/watched.ts': 'watch lists, which count every record',
      'modules/registers/documents-in-use.ts': 'whether a document may change',
      'modules/todos/records.ts': 'seenIn()',
      'database/demo/registers.ts': 'the demo',
      'database/demo/register-history.ts': 'the demo',
      'database/demo/messages.ts': 'the demo',
    };
    const root = join(projectRoot, 'server');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('database/migrations'),
    );
    const naming = files.filter((file) => /register_row|\beveryRecord\b/.test(readFileSync(join(root, file), 'utf8')));
    expect(naming.toSorted()).toEqual(Object.keys(known).toSorted());
  });

  it('[PERM-02] a department that records name stays, said by the record one sees; naming and deleting at once never both happen', async () => {
    const base = '/api/system/department';
    const admin = { token: await tokenOf(world.app, 'admin') };
    const added = async (code: string) =>
      data<{ id: string }>(await call(world.app, base, { ...admin, method: 'POST', body: { code, name: code } })).id;
    const remove = (id: string, token = admin.token) => call(world.app, `${base}/${id}`, { token, method: 'DELETE' });
    const first = await added('USED');
    const kept = await world.made({ title: 'Of a department', units: [places.own, first] });
    expect((await remove(first)).body).toMatchObject({ code: 'IN_USE', details: [{ key: 'register.inUse', values: { code: kept.code } }] });
    await world.give('other', 'D06', ['sys:dept:remove']);
    const unseen = (await remove(first, world.tokens.get('other'))).body;
    expect(unseen).toMatchObject({ code: 'IN_USE', details: [{ key: 'register.inUseUnseen' }] });
    expect(JSON.stringify(unseen)).not.toContain(kept.code);
    await send(
      'save',
      { register: 'matter', id: kept.id, version: kept.version, values: { ...kept.values, units: [places.own] } },
      'whole',
    );
    expect((await remove(first)).status).toBe(200);
    for (let round = 0; round < 5; round += 1) {
      const id = await added(`AT-ONCE-${round}`);
      const [named, gone] = await Promise.all([
        send('save', { register: 'matter', values: { title: 'Late', unit: id } }, 'whole'),
        remove(id),
      ]);
      expect(
        [named.status, gone.status].filter((status) => status === 200),
        JSON.stringify([named.body, gone.body]),
      ).toHaveLength(1);
    }
  });

  it('of 20,000 records a limited reader has a list, counts and a board of their own', async () => {
    const { app, ids } = world;
    await sql`insert into register_row (register, number, state, data, made_by)
      select 'matter', 1000 + n, 'open', jsonb_build_object('title', 'Row ' || n, 'kind', '1', 'amount', n,
        'unit', case when n % 50 = 0 then ${places.own}::text when n % 50 = 1 then ${places.below}::text else ${places.foreign}::text end), ${Number(ids.get('whole'))}
      from generate_series(1, 20000) as n`.execute(app.db);
    await sql`analyze register_row`.execute(app.db);
    expect(data(await send('page', { size: 20 }))).toMatchObject({ total: 802 });
    const counted = data<{ total: { count: number } }>(await send('counts', { by: ['kind'], sum: 'amount' }));
    expect(JSON.stringify(counted)).toContain('802');
    expect(JSON.stringify(data(await send('board', { by: 'kind' })))).toContain('802');
  });
});
