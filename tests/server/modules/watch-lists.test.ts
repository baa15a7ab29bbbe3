import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameReader } from '../../../server/modules/screening/names.ts';
import { WatchIndex } from '../../../server/modules/screening/watch-index.ts';
import { tokenOf, uploadFile } from './client.ts';
import { code, dataOf, ScreeningWorld } from './screening-world.ts';

let world: ScreeningWorld;
beforeAll(async () => {
  world = await ScreeningWorld.start();
});
afterAll(async () => await world.app.close());

interface Imported {
  saved: boolean;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  ignored: string[];
  faults: { row: number; column: string; message: string; advice: string }[];
}
let made = 0;
const list = async () => {
  made += 1;
  return dataOf<{ id: string; version: number; code: string }>(
    await world.post('risk/screening/list/save', { code: `L-${made}`, name: `List ${made}`, status: '0' }),
  );
};
const upload = async (id: string, content: string, query = '') => {
  const answer = await uploadFile(
    world.app,
    `/api/risk/screening/entry/import?listId=${id}${query}`,
    world.admin,
    Buffer.from(content),
    'e.csv',
  );
  return { ...answer, data: answer.body.data as Imported };
};
const names = async (id: string) =>
  dataOf<{ content: { name: string }[] }>(await world.post('risk/screening/entry/page', { listId: id, pageSize: 200 }))
    .content.map(({ name }) => name)
    .sort();

/** A token of somebody who holds these rows of the menu, too. */
async function holderOf(username: string, menus: string[]): Promise<string> {
  const { db } = world.app;
  const values = { role_code: `${username}-more`, name: JSON.stringify('More') };
  const role = await db.insertInto('role').values(values).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('role_menu')
    .values(menus.map((menu) => ({ role_id: role.id, menu_id: menu })))
    .execute();
  const user = await db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  await db.insertInto('user_role').values({ user_id: user.id, role_id: role.id }).execute();
  return await tokenOf(world.app, username);
}

describe('import', () => {
  it('[SCREEN-01] takes the rows of a full list', async () => {
    const { id } = await list();
    const lines = Array.from({ length: 20_000 }, (_, index) => `Somebody ${index}`);
    expect((await upload(id, `Name\n${lines.join('\n')}\n`)).data).toMatchObject({ saved: true, added: 20_000 });
  });

  it('[SCREEN-01] [DATA-14] adds and changes, replaces, or tells row by row what does not fit', async () => {
    const { id, version } = await list();
    const first = await upload(id, '名称,类别,证件与账号,列入原因,有效期至\r\nAcme,company,A-1; A-2,fraud,2030-01-31\r\n张三,个人,,,\r\n');
    expect(first.data).toMatchObject({ saved: true, added: 2, changed: 0 });
    const entry = dataOf<{ content: object[] }>(await world.post('risk/screening/entry/page', { listId: id, keyword: 'A-2' })).content[0];
    expect(entry).toMatchObject({
      name: 'Acme',
      kind: 'company',
      identifiers: ['A-1', 'A-2'],
      reason: 'fraud',
      validUntil: '2030-01-31',
      expired: false,
    });
    const again = await upload(id, 'Name,Kind,Reason\r\nACME,Company,theft\r\n张三,person,\r\nBolt,,\r\n');
    expect(again.data).toMatchObject({ saved: true, added: 1, changed: 1, unchanged: 1, removed: 0 });
    const faulty = 'name,kind,validUntil\r\n,person,\r\nZed,alien,2026-02-30\r\nBolt,other,\r\nbolt,other,\r\n';
    const refused = await upload(id, faulty);
    expect(refused.data.saved).toBe(false);
    expect(refused.data.faults.map(({ row, message }) => [row, message])).toEqual([
      [2, expect.stringMatching(/name|名称/)],
      [3, expect.stringContaining('alien')],
      [3, expect.stringContaining('2026-02-30')],
      [5, expect.stringContaining('4')],
    ]);
    expect(await names(id)).toEqual(['ACME', 'Bolt', '张三']);
    expect(code(await upload(id, 'name\r\nBolt', `&mode=update&version=${version + 1}`))).toEqual([409, 'CONFLICT']);
    const replaced = await upload(id, faulty, `&mode=update&partial=1&version=${version}`);
    expect(replaced.data).toMatchObject({ saved: true, added: 0, unchanged: 1, removed: 2 });
    expect(await names(id)).toEqual(['Bolt']);
    expect((await upload(id, 'PK\u0003\u0004 no workbook')).data).toMatchObject({ saved: false, faults: [{ row: null }] });
    expect((await world.audited('watch_list', id)).filter((action) => action === 'watch_list_import')).toHaveLength(3);
  });

  it('[SCREEN-01] [DATA-14] that replaces keeps whoever stands in a row that cannot be taken, and what others added since; only who may delete entries replaces', async () => {
    const { id, version } = await list();
    const seen = async () => dataOf<{ revision: number }>(await world.get(`risk/screening/list/get?id=${id}`)).revision;
    await upload(id, 'name,kind\r\nAcme,company\r\nBolt,other\r\nCarol,person');
    const before = await seen();
    const faulty = 'name,kind,validUntil\r\nACME,company,2026-02-30\r\ncarol,alien,\r\nDora,person,';
    const update = (content: string, revision: number, token = world.admin) =>
      uploadFile(
        world.app,
        `/api/risk/screening/entry/import?listId=${id}&mode=update&partial=1&version=${version}&revision=${revision}`,
        token,
        Buffer.from(content),
        'e.csv',
      );
    expect((await update(faulty, before)).body.data).toMatchObject({ saved: true, added: 1, removed: 1 });
    expect(await names(id)).toEqual(['Acme', 'Carol', 'Dora']);
    const { detail } = await world.app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'watch_list_import')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ removedNames: ['Bolt'] });
    // Somebody added one since it was looked at: here the import before.
    const late = await update('name\r\nEve', before);
    expect(code(late)).toEqual([409, 'CONFLICT']);
    expect(late.body.data).toMatchObject({ id, revision: await seen() });
    expect(await names(id)).toEqual(['Acme', 'Carol', 'Dora']);
    // What is added to a list is added to it as it is.
    expect((await upload(id, 'name\r\nFred', `&version=${version + 1}`)).data).toMatchObject({ saved: true, added: 1 });

    const adder = await holderOf('auditor', ['screening-list', 'screening-list-add']);
    const revision = await seen();
    expect(code(await update('name\r\nGone', revision, adder))).toEqual([403, 'FORBIDDEN']);
    const added = await uploadFile(world.app, `/api/risk/screening/entry/import?listId=${id}`, adder, Buffer.from('name\r\nGus'), 'e.csv');
    expect(added.body.data).toMatchObject({ saved: true, added: 1 });
  });

  it('[SCREEN-01] [DATA-14] leaves what the file has no column for as it was, and tells the headings nobody knows', async () => {
    const { id } = await list();
    await upload(id, 'Name,Kind,Identifiers,Reason,Valid until\r\nAcme,company,A-1; A-2,fraud,2030-01-31\r\n');
    const facts = async () =>
      dataOf<{ content: object[] }>(await world.post('risk/screening/entry/page', { listId: id })).content.map((entry) => entry);
    const again = await upload(id, 'Name,Identifier no.,Reason\r\nACME,A-3,theft\r\n');
    expect(again.data).toMatchObject({ saved: true, added: 0, changed: 1, ignored: ['Identifier no.'] });
    const kept = { kind: 'company', identifiers: ['A-1', 'A-2'], validUntil: '2030-01-31' };
    expect(await facts()).toMatchObject([{ name: 'ACME', ...kept, reason: 'theft' }]);
    expect((await upload(id, 'name\r\nACME')).data).toMatchObject({ saved: true, unchanged: 1, ignored: [] });
    // An empty cell is something else.
    expect((await upload(id, 'name,kind,reason,validUntil\r\nACME,company,,')).data).toMatchObject({ saved: true, changed: 1 });
    expect(await facts()).toMatchObject([{ ...kept, reason: null, validUntil: null }]);
  });

  it('[SCREEN-01] [DATA-14] tells people of one name apart by their identifiers, and asks where nothing tells them apart', async () => {
    const { id } = await list();
    const head = 'name,kind,identifiers,reason\r\n';
    expect((await upload(id, `${head}张伟,person,ID-A,one\r\n张伟,person,ID-B,two\r\n`)).data).toMatchObject({ saved: true, added: 2 });
    const told = async () =>
      dataOf<{ content: { identifiers: string[]; reason: string | null }[] }>(await world.post('risk/screening/entry/page', { listId: id }))
        .content.map(({ identifiers, reason }) => `${identifiers.join(' ')} ${reason}`)
        .sort();
    expect((await upload(id, `${head}张伟,person,id-a; ID-X,three\r\n`)).data).toMatchObject({ saved: true, added: 0, changed: 1 });
    expect(await told()).toEqual(['ID-B two', 'id-a ID-X three']);
    expect((await upload(id, `${head}张伟,person,ID-C,four\r\n`)).data).toMatchObject({ saved: true, added: 1, changed: 0 });
    const unclear = await upload(id, `${head}张伟,person,,five\r\nAda,person,,\r\n`);
    expect(unclear.data).toMatchObject({ saved: false, rows: 1, faults: [{ row: 2, message: '名单中有多条名称和类别相同的记录' }] });
    expect(
      (await upload(id, `${head}Bo,person,N-1,\r\nBo,person,n-1; N-2,\r\nBo,person,,\r\nBo,company,,`)).data.faults.map(({ row }) => row),
    ).toEqual([3, 4]);
    // Somebody who has the same name is no change of who is there, whether the file has both or one of them does not fit.
    const alone = await list();
    await upload(alone.id, `${head}李娜,person,ID-B,one\r\n`);
    expect((await upload(alone.id, `${head}李娜,person,ID-A,two\r\n`)).data).toMatchObject({ saved: true, added: 1, changed: 0 });
    const partly = await list();
    await upload(partly.id, `${head}李娜,person,ID-B,one\r\n`);
    const late = 'name,kind,identifiers,validUntil\r\n李娜,person,ID-A,\r\n李娜,person,ID-B,2026-02-30\r\n李娜,person,,\r\n';
    expect((await upload(partly.id, late, '&partial=1')).data).toMatchObject({ saved: true, added: 1, changed: 0 });
    const twice = await upload(partly.id, 'name,kind,identifiers\r\n李娜,person,ID-A; ID-B\r\n');
    expect(twice.data.faults).toMatchObject([{ message: '名单中有多条名称和类别相同的记录' }]);
    const split = await list();
    await upload(split.id, `${head}李娜,person,ID-A; ID-B,one\r\n`);
    const parts = await upload(split.id, `${head}李娜,person,ID-A,\r\n李娜,person,ID-B,\r\n`);
    expect(parts.data).toMatchObject({ saved: false, faults: [{ row: 3, message: '与第 2 行指向名单中的同一条记录' }] });
    // What was taken out can be taken in again.
    const url = `/api/risk/screening/entry/export?listId=${id}`;
    const file = await world.app.http.inject({ url, headers: { authorization: `Bearer ${world.admin}` } });
    const back = await uploadFile(world.app, `/api/risk/screening/entry/import?listId=${id}`, world.admin, file.rawPayload, 'list.xlsx');
    expect(back.body.data).toMatchObject({ saved: true, added: 0, changed: 0, unchanged: 3 });
    // A list that is replaced keeps them where nobody can tell which of them stays.
    const { version } = dataOf<{ version: number }>(await world.get(`risk/screening/list/get?id=${id}`));
    const replaced = await upload(id, `${head}张伟,person,,six\r\nAda,person,,\r\n`, `&mode=update&partial=1&version=${version}`);
    expect(replaced.data).toMatchObject({ saved: true, added: 1, removed: 0 });
  });

  it('[SCREEN-01] an exported list can be imported again; deleting entries is all or none', async () => {
    const { content } = dataOf<{ content: { id: string; code: string }[] }>(await world.post('risk/screening/list/page', {}));
    const sanctions = content.find((one) => one.code === 'SANCTIONS');
    const fileOf = (list: string | undefined) =>
      world.app.http.inject({
        url: `/api/risk/screening/entry/export?listId=${list}`,
        headers: { authorization: `Bearer ${world.admin}` },
      });
    const file = await fileOf(sanctions?.id);
    const { id } = await list();
    const taken = await uploadFile(world.app, `/api/risk/screening/entry/import?listId=${id}`, world.admin, file.rawPayload, 'list.xlsx');
    expect(taken.body.data).toMatchObject({ saved: true, added: 12 });
    expect(await names(id)).toEqual(await names(sanctions?.id ?? ''));
    const rows = dataOf<{ content: { id: string }[] }>(await world.post('risk/screening/entry/page', { listId: id })).content;
    const ids = rows.map((row) => row.id);
    expect(code(await world.post('risk/screening/entry/remove', { listId: id, ids: [...ids.slice(0, 2), '999999999'] }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await names(id)).toHaveLength(12);
    expect(dataOf<object>(await world.post('risk/screening/entry/remove', { listId: id, ids: ids.slice(0, 2) }))).toEqual({ removed: 2 });

    // So are identifiers with commas in them, and as many as the form takes.
    const many = Array.from({ length: 40 }, (_, index) => `N-${index}`);
    for (const [name, identifiers] of [
      ['Of many numbers', many],
      ['Of odd ones', ['A-1,B', 'C; D']],
      ['Of one', ['E，F']],
    ] as const)
      expect(code(await world.post('risk/screening/entry/save', { listId: id, name, kind: 'company', identifiers }))).toEqual([
        200,
        '000000',
      ]);
    const whole = (await fileOf(id)).rawPayload;
    await sql`delete from rate_limit`.execute(world.app.db);
    const back = await uploadFile(world.app, `/api/risk/screening/entry/import?listId=${id}`, world.admin, whole, 'list.xlsx');
    expect(back.body.data).toMatchObject({ saved: true, added: 0, changed: 0, unchanged: 13, faults: [] });
    expect((await world.remove(`risk/screening/list/remove?id=${id}`)).status).toBe(200);
    const found = await world.post('risk/screening/list/matches', { listId: sanctions?.id, text: 'Morvane Shiping Limited' });
    expect(found.body.data).toMatchObject([{ name: 'Morvane Shipping Ltd.' }]);
  });
});

it('[SCREEN-01] a version that looks into a list that is gone neither goes live again nor is published', async () => {
  const { id, code: list0 } = await list();
  const onList = { all: [{ field: 'payee', operator: 'onList', value: { list: list0, score: 85 } }] };
  const set = await world.live([{ condition: onList, outcome: 'block' }]);
  const shown = async () =>
    dataOf<{ version: number; revision: number; rules: { id: string; version: number }[] }>(await world.version(set.id));
  expect(code(await world.remove(`risk/screening/list/remove?id=${id}`))).toEqual([409, 'IN_USE']);

  expect((await world.post('data/rule-set/draft/start', { id: set.id })).status).toBe(200);
  const ruleId = (await shown()).rules[1]?.id;
  const draft = dataOf<{ rules: { id: string; version: number }[] }>(await world.version(set.id, 2));
  const rule = draft.rules.find((one) => one.id === ruleId) ?? draft.rules[1];
  const removed = await world.post('data/rule-set/draft/rule/remove', { setId: set.id, id: rule?.id, version: rule?.version });
  expect(removed.status).toBe(200);
  expect((await world.publish(set.id)).status).toBe(200);
  expect((await world.remove(`risk/screening/list/remove?id=${id}`)).status).toBe(200);

  const { version } = await shown();
  const gone = [expect.objectContaining({ key: 'ruleset.listGone', values: { code: list0 } })];
  const back = await world.post('data/rule-set/live', { id: set.id, version, number: 1 });
  expect([...code(back), back.body.details]).toEqual([409, 'RULE_SET_INCOMPLETE', gone]);
  expect((await world.post('data/rule-set/draft/start', { id: set.id, number: 1 })).status).toBe(200);
  const published = await world.publish(set.id);
  expect([...code(published), published.body.details]).toEqual([409, 'RULE_SET_INCOMPLETE', gone]);
});

it('[SCREEN-01] the index finds what comparing with every entry finds, and misses nothing', () => {
  const words = ['harbour', 'northern', 'trade', 'petrov', 'delta', 'steel', '北辰', '远洋', '贸易', '鼎盛', 'olga', 'invest', 'capital'];
  let state = 7;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  const name = () => Array.from({ length: 1 + (next() % 3) }, () => words[next() % words.length]).join(' ');
  const typo = (text: string) => {
    const at = next() % text.length;
    return text.slice(0, at) + text.slice(at + 1);
  };
  const entries = Array.from({ length: 300 }, (_, id) => ({ id, name: name(), identifiers: [], until: undefined }));
  const read = nameReader([]);
  const whole = new WatchIndex(entries, read);
  const alone = entries.map((entry) => new WatchIndex([entry], read));
  for (let round = 0; round < 60; round += 1) {
    const text = round % 2 === 0 ? name() : typo(entries[next() % entries.length]?.name ?? '');
    const one = alone.flatMap((index) => index.find(text, 70, 0)).map(({ entryId, score }) => `${entryId} ${score}`);
    expect(
      whole
        .find(text, 70, 0)
        .map(({ entryId, score }) => `${entryId} ${score}`)
        .sort(),
    ).toEqual(one.sort());
  }
});

it('[SCREEN-01] compares names in simplified signs, and without what says that they are companies in the words of the installation', () => {
  const read = nameReader(['Ltd', 'Société', '股份有限公司', '公司', '株式會社']);
  for (const [one, other] of [
    ['騰訊計算機工業製造股份有限公司', '腾讯计算机工业制造公司'],
    ['後藤網絡', '后藤网络株式会社'],
    ['SOCIETE Générale, Ltd.', 'generale'],
    ['ＡＢＣ Ltd', 'A.B.C.'],
  ] as const)
    expect(read(one)).toEqual(read(other));
  // Nothing is left: then it is compared by that.
  expect(read('Ltd')).toEqual(['ltd']);
  expect(nameReader([])('Harbour Ltd')).toEqual(['harbour', 'ltd']);
});
