import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

const at = '/api/data/board';
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = token): Promise<Answer> =>
  call(app, `${at}${path}`, { method, token: as, ...(body !== undefined && { body }) });
const code = ({ status, body }: Answer) => [status, body.code];
interface Board {
  id: string;
  page: string;
  version: number;
}
const boardsOf = async (as: string, body: object = { status: '1', size: 1000, current: 1 }) =>
  (await send('POST', '/search-page', body, as)).body.data as { records: Board[]; total: number };
const given = { boardName: [{ l: 'en', t: 'Draft', d: true }], page: 'risk-assessment' };

it('[API-27] [MENU-06] lists the published boards of which one may open the page, in their order', async () => {
  const all = await boardsOf(token);
  expect(all).toMatchObject({
    total: 3,
    records: [{ page: 'risk-assessment', status: '1' }, { page: 'flow-audit' }, { page: 'risk-control' }],
  });
  // Each sees the boards of their own work; who has none of it sees none, and who may not see boards is refused.
  expect((await boardsOf(await tokenOf(app, 'riskmanager'))).records.map(({ page }) => page)).toEqual(['risk-assessment', 'risk-control']);
  expect((await boardsOf(await tokenOf(app, 'auditor'))).records.map(({ page }) => page)).toEqual(['flow-audit', 'risk-control']);
  expect((await boardsOf(token, { size: 1, current: 2 })).records.map(({ page }) => page)).toEqual(['flow-audit']);
});

it('[MISC-07] boards are made, published, changed and deleted; drafts are for who manages boards', async () => {
  const draft = (await send('POST', '', given)).body.data as Board;
  expect((await boardsOf(token)).total).toBe(3);
  // The board an administrator of the demo made for themselves is theirs alone, and no draft.
  expect((await boardsOf(token, { status: '' })).total).toBe(5);
  const manager = await tokenOf(app, 'auditor');
  expect((await boardsOf(manager, { status: '' })).records.map(({ id }) => id)).not.toContain(draft.id);
  expect(code(await send('GET', `/detail?id=${draft.id}`, undefined, manager))).toEqual([404, 'NOT_FOUND']);
  const change = { id: draft.id, version: 1, ...given, status: '1', page: 'flow-audit' };
  expect((await send('PUT', '', change)).body.data).toMatchObject({ version: 2, status: '1', page: 'flow-audit' });
  expect((await send('GET', `/detail?id=${draft.id}`, undefined, manager)).body.data).toMatchObject({ page: 'flow-audit' });
  const late = await send('PUT', '', change);
  expect([code(late), late.body.data]).toEqual([[409, 'CONFLICT'], expect.objectContaining({ version: 2 })]);
  for (const page of ['no-such-board', 'deep/none']) {
    expect((await send('POST', '', { ...given, page })).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'page' }] });
  }
  expect(code(await send('POST', '', { ...given, page: '../home' }))).toEqual([400, 'PARAMETER_ERROR']);
  expect(code(await send('POST', '', given, manager))).toEqual([403, 'FORBIDDEN']);
  expect(code(await send('DELETE', `?id=${draft.id}`))).toEqual([200, '000000']);
  expect(code(await send('DELETE', `?id=${draft.id}`))).toEqual([404, 'NOT_FOUND']);
  const title = (en: string) => expect.arrayContaining([expect.objectContaining({ l: 'en', t: en })]);
  expect((await send('GET', '/pages')).body.data).toEqual([
    { page: 'flow-audit', title: title('Flow audit') },
    { page: 'risk-assessment', title: title('Risk assessment') },
    { page: 'risk-control', title: title('Risk and control') },
  ]);
});
