import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up } from '../../../server/database/migrations/256-people-who-left.ts';
import { call, tokenOf } from './client.ts';
import { type Kept, reachWorld } from './reach-world.ts';
import { dataOf } from './screening-world.ts';
import { type Somebody, somebody } from './somebody.ts';

let world: Awaited<ReturnType<typeof reachWorld>>;
let admin: string;
let made = 0;
beforeAll(async () => {
  world = await reachWorld();
  admin = await tokenOf(world.app, 'admin');
});
afterAll(async () => await world.close());

/** Somebody who sees and adds all matters, with a name in two languages. */
async function colleague(name: string, nameEn: string): Promise<Somebody> {
  made += 1;
  const one = await somebody(world.app, `leaver${made}`, ['matter:all', 'matter:add', 'matter:edit', 'matter:finish']);
  await world.app.db.updateTable('app_user').set({ name, name_en: nameEn }).where('id', '=', one.id).execute();
  return one;
}
const remove = async ({ id }: Somebody) => await call(world.app, `/api/system/user/${id}`, { method: 'DELETE', token: admin });
const found = async (filter: object, as = 'whole') =>
  dataOf<{ content: Kept[] }>(await world.send('page', { size: 50, ...filter }, as)).content.map(({ values }) => values.title);
const choices = async (query: string, as = 'whole') =>
  dataOf<{ content: { value: string; label: unknown }[] }>(await world.get(`choices?register=matter&${query}`, as)).content;
const in3 = (en: string, hans: string, hant = hans) => [
  { l: 'zh-Hans', t: hans, d: true },
  { l: 'zh-Hant', t: hant },
  { l: 'en', t: en },
];

it('whoever stood in a record, made or changed it is named there after the account is deleted, with a word that they left', async () => {
  const [leaver, stays] = [await colleague('周宁', 'Ning Zhou'), await colleague('吴静', 'Jing Wu')];
  const values = {
    title: 'Signed',
    unit: await world.department('D07'),
    owner: String(leaver.id),
    helpers: [String(leaver.id), String(stays.id)],
  };
  const kept = dataOf<Kept>(await leaver.post('/api/register/save', { register: 'matter', values }));
  await leaver.post('/api/register/move', { register: 'matter', id: kept.id, version: kept.version, move: 'finish' });
  expect((await remove(leaver)).status).toBe(200);

  const read = dataOf<Kept & { createByName: string }>(await world.get(`get?register=matter&id=${kept.id}`, 'whole'));
  expect(read.values).toMatchObject({ owner: String(leaver.id), helpers: [String(leaver.id), String(stays.id)] });
  expect(read.names.owner).toEqual(in3('Ning Zhou (left)', '周宁（已离开）', '周宁（已離開）'));
  expect(read.chosen?.helpers).toEqual([
    { value: String(leaver.id), label: in3('Ning Zhou (left)', '周宁（已离开）', '周宁（已離開）') },
    {
      value: String(stays.id),
      label: [
        { l: 'zh-Hans', t: '吴静', d: true },
        { l: 'en', t: 'Jing Wu' },
      ],
    },
  ]);
  expect(read.createByName).toBe('Ning Zhou (left)');
  const history = dataOf<{ content: { by: string; details: string[] }[] }>(
    await world.get(`history?register=matter&id=${kept.id}`, 'whole'),
  );
  expect(history.content.map(({ by }) => by)).toEqual(['Ning Zhou (left)', 'Ning Zhou (left)']);
  // What a record said before is told by name, too.
  const given = { ...read.values, owner: String(stays.id) };
  await world.send('save', { id: kept.id, version: read.version, values: given }, 'whole');
  const entries = dataOf<{ content: { details: string[] }[] }>(await world.get(`history?register=matter&id=${kept.id}`, 'whole')).content;
  expect(entries[0]?.details).toEqual(['owner: Ning Zhou (left) → Jing Wu']);
});

it('people who left are found by filters where they stand in a record that is seen, chosen for nothing new, and listed nowhere else', async () => {
  const leaver = await colleague('郑远', 'Yuan Zheng');
  const id = String(leaver.id);
  await world.made({ title: 'Theirs', unit: await world.department('D07'), owner: id });
  const unseen = await world.made({ title: 'Elsewhere', unit: await world.department('D10'), witness: id });
  await remove(leaver);
  expect(await choices('field=owner&filter=true&keyword=Yuan%20Zheng', 'reader')).toEqual([
    { value: id, label: in3('Yuan Zheng (left)', '郑远（已离开）', '郑远（已離開）') },
  ]);
  expect(await choices(`field=owner&filter=true&chosen=${id}`, 'reader')).toHaveLength(1);
  expect(await found({ owner: id }, 'reader')).toEqual(['Theirs']);
  // They stand as a witness in a record alone that the reader does not see.
  expect(await choices('field=witness&filter=true&keyword=Yuan%20Zheng', 'reader')).toEqual([]);
  expect(await choices(`field=witness&filter=true&chosen=${id}`, 'reader')).toEqual([]);
  expect(await choices('field=witness&filter=true&keyword=Yuan%20Zheng')).toHaveLength(1);
  expect(await choices('field=owner&keyword=Yuan%20Zheng')).toEqual([]);
  const refused = await world.send('save', { values: { title: 'New', owner: id } }, 'whole');
  expect(refused.status).toBe(400);
  // What stood there stays when something else is changed.
  const changed = await world.send(
    'save',
    { id: unseen.id, version: unseen.version, values: { ...unseen.values, title: 'Still' } },
    'whole',
  );
  expect(changed.status).toBe(200);
  const people = await call(world.app, '/api/user/list?keyword=Yuan%20Zheng', { token: admin });
  expect(JSON.stringify(people.body)).not.toContain('Yuan');
});

it('a filter finds the records without a value, and those in whose fields nobody stands any more', async () => {
  const leaver = await colleague('冯一', 'Yi Feng');
  const [gone, here] = [String(leaver.id), world.ids.get('namesake') ?? ''];
  const unit = await world.department('D07');
  await world.made({ title: 'Of nobody', unit, mark: 'Q1' });
  await world.made({ title: 'Of who left', unit, owner: gone, helpers: [gone], kind: '1', mark: 'Q2' });
  await world.made({ title: 'Of somebody', unit, owner: here, helpers: [gone, here], kind: '2', mark: 'Q3' });
  await remove(leaver);
  const all = { keyword: 'Q' };
  expect(await found({ ...all, owner: '(empty)' })).toEqual(['Of who left', 'Of nobody']);
  expect(await found({ ...all, helpers: '(empty)' })).toEqual(['Of who left', 'Of nobody']);
  expect(await found({ ...all, kind: '(empty)' })).toEqual(['Of nobody']);
  expect(await found({ ...all, kind: ['(empty)', '2'] })).toEqual(['Of somebody', 'Of nobody']);
  expect(await found({ ...all, owner: ['(empty)', here] })).toEqual(['Of somebody', 'Of who left', 'Of nobody']);
  expect(await found({ ...all, unit: '(empty)' })).toEqual([]);
  expect(await found({ ...all, day: '(empty)' })).toHaveLength(3);
  // Those they do not see are found by no filter.
  expect(await found({ ...all, owner: '(empty)' }, 'namesake')).toEqual([]);
  const counted = dataOf<{ count: number }[]>(await world.send('counts', { ...all, by: ['kind'], owner: '(empty)' }, 'whole'));
  expect(JSON.stringify(counted)).toContain('"count":1');
});

it('an account that was deleted before is known from the operation log, and a name that was erased leaves none', async () => {
  const leaver = await colleague('陈末', 'Mo Chen');
  const { id: row } = await world.made({ title: 'Before', unit: await world.department('D07'), owner: String(leaver.id) });
  await remove(leaver);
  const { db } = world.app;
  for (const statement of [
    sql`drop view account_person, person`,
    sql`drop trigger keep_former_user on app_user`,
    sql`drop function keep_former_user`,
    sql`drop table former_user`,
  ])
    await statement.execute(db);
  await up(db as never);
  const named = async () => dataOf<Kept>(await world.get(`get?register=matter&id=${row}`, 'whole')).names.owner;
  expect(await named()).toEqual(in3('Mo Chen (left)', '陈末（已离开）', '陈末（已離開）'));
  await db.deleteFrom('former_user').where('username', '=', leaver.username).execute();
  expect(await named()).toBe(undefined);
});

it('an account that somebody else has now names whoever has it', async () => {
  const leaver = await colleague('许前', 'Qian Xu');
  const { id } = await world.made({ title: 'Reused', unit: await world.department('D07') });
  await world.app.db.updateTable('register_row').set({ created_by: leaver.username }).where('id', '=', Number(id)).execute();
  const maker = async () => dataOf<{ createByName: string }>(await world.get(`get?register=matter&id=${id}`, 'whole')).createByName;
  expect(await maker()).toBe('Qian Xu');
  await remove(leaver);
  expect(await maker()).toBe('Qian Xu (left)');
  const values = { username: leaver.username, name: '新人', name_en: 'New One', user_code: 'new-one', password_hash: 'none' };
  await world.app.db.insertInto('app_user').values(values).execute();
  expect(await maker()).toBe('New One');
});
