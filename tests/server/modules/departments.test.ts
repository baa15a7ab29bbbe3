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

interface Department {
  id: string;
  code: string;
  parentId: string | null;
  version: number;
  userCount: number;
  childCount: number;
  children?: Department[];
}
const base = '/api/system/department';
const tree = async (keyword = '') =>
  (await call(app, `${base}/tree?keyword=${encodeURIComponent(keyword)}`, { token })).body.data as Department[];
const create = (body: Record<string, unknown>) => call(app, base, { method: 'POST', token, body });
const made = async (body: Record<string, unknown>) => (await create(body)).body.data as Department;
const update = (body: Record<string, unknown>) => call(app, base, { method: 'PUT', token, body });
const remove = (id: string) => call(app, `${base}/${id}`, { method: 'DELETE', token });
const flat = (rows: Department[]): Department[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);

describe('departments', () => {
  it('come as a tree with the users in each, and a search keeps what stands above', async () => {
    const roots = await tree();
    expect(roots.map((row) => row.code)).toEqual(['D01']);
    expect(flat(roots)).toHaveLength(12);
    expect(flat(roots).reduce((sum, row) => sum + row.userCount, 0)).toBe(61);
    expect(flat(await tree('数据管理')).map((row) => row.code)).toEqual(['D01', 'D07', 'D08']);
    expect(flat(await tree('data manage')).map((row) => row.code)).toEqual(['D01', 'D07', 'D08']);
    expect(await tree('no such thing')).toEqual([]);
    // How names are kept is no part of them.
    for (const keyword of ['hans', '{', '"t"']) expect(await tree(keyword), keyword).toEqual([]);
  });

  it('are created, changed under a version, and audited', async () => {
    const name = [{ l: 'zh-Hans', t: '新部门', d: true }];
    const one = await made({ code: 'N1', name, parentId: null, sort: 5 });
    expect((await create({ code: 'N1', name })).body).toMatchObject({ code: 'DUPLICATE', details: [{ field: 'code' }] });
    expect((await update({ id: one.id, version: 1, code: 'N2' })).body.data).toMatchObject({ code: 'N2', version: 2, name });
    expect((await update({ id: one.id, version: 1, code: 'N3' })).body).toMatchObject({
      code: 'CONFLICT',
      data: { code: 'N2', version: 2 },
    });
    expect((await remove(one.id)).status).toBe(200);
    const rows = await app.db.selectFrom('audit_log').select('action').where('target_type', '=', 'department').orderBy('id').execute();
    expect(rows.map((row) => row.action)).toEqual(['department_create', 'department_update', 'department_delete']);
  });

  it('cannot be deleted while users or departments belong to them', async () => {
    const [root] = await tree();
    expect((await remove(root?.id ?? '')).body.code).toBe('HAS_CHILDREN');
    const full = flat(await tree()).find((row) => row.childCount === 0 && row.userCount > 0);
    expect((await remove(full?.id ?? '')).body.code).toBe('HAS_USERS');
  });

  it('never stand below themselves, even when two are moved below each other at once', async () => {
    const a = await made({ code: 'CA', name: 'A' });
    const b = await made({ code: 'CB', name: 'B' });
    expect((await update({ id: a.id, version: 1, parentId: a.id })).body).toMatchObject({
      code: 'WRONG_PARENT',
      details: [{ field: 'parentId', key: 'error.WRONG_PARENT' }],
    });
    const answers = await Promise.all([update({ id: a.id, version: 1, parentId: b.id }), update({ id: b.id, version: 1, parentId: a.id })]);
    expect(answers.map((answer) => answer.body.code).sort()).toEqual(['000000', 'WRONG_PARENT']);
    expect((await update({ id: a.id, version: 9, parentId: '999999' })).body.code).toBe('WRONG_PARENT');
  });

  it('ask for the permission of each action', async () => {
    const auditor = await tokenOf(app, 'auditor');
    expect((await call(app, `${base}/tree`, { token: auditor })).body.code).toBe('FORBIDDEN');
    expect((await call(app, `${base}/1`, { method: 'DELETE', token: auditor })).body.code).toBe('FORBIDDEN');
    expect((await call(app, base, { method: 'POST', token: auditor, body: { code: 'X', name: 'X' } })).body.code).toBe('FORBIDDEN');
  });
});
