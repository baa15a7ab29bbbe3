import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIds, accountsOf, listAccounts } from '../../../server/modules/accounts/repository.ts';
import { holds } from '../../../server/modules/search.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { countingStatements } from '../../support/counted-statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());

describe('a text holds a keyword', () => {
  const found = async (text: string, keyword: string) => {
    const { rows } = await sql<{ is: boolean }>`select ${holds(sql`${text}::text`, keyword)} as is`.execute(app.db);
    return rows[0]?.is;
  };

  it.each([
    ['付款审批 Contract', '审批', true],
    ['付款审批 Contract', 'CONTRACT', true],
    ['付款审批 Contract', '合同', false],
    ['Café Noir', 'CAFÉ', true],
    ['ПЛАТЁЖ', 'платёж', true],
    ['F-0012', '0012', true],
    ['100 %', '%', true],
    ['100', '%', false],
    ['a_b', 'A_B', true],
    ['axb', 'a_b', false],
    ['合同_一', '同_', true],
    ['合同一', '同_', false],
  ])('%s, %s: %s', async (text, keyword, is) => {
    expect(await found(text, keyword)).toBe(is);
  });
});

describe('many users', () => {
  const all = { keyword: '', status: '', departmentId: '', roleId: '', secondFactor: '', sort: 'name', order: 'desc' } as const;

  it('stand in an export in the order of the list', async () => {
    const ids = await accountIds(app.db, all);
    const exported = await accountsOf(app.db, ids);
    const { content, total } = await listAccounts(app.db, { ...all, current: 1, size: 200 });
    expect(exported.map(({ id }) => id)).toEqual(content.map(({ id }) => id));
    expect(ids).toHaveLength(total);
  });

  it('are put in order once, however many are read afterwards', async () => {
    const { db, count } = countingStatements(app.db);
    const ids = await accountIds(db, all);
    for (let from = 0; from < ids.length; from += 20) await accountsOf(db, ids.slice(from, from + 20));
    expect(count()).toBe(1 + Math.ceil(ids.length / 20));
  });
});
