import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

/** What a client sends that was written from the specification alone: codes as numbers, ids as numbers, and no versions. */
let app: TestApp;
let token: string;
let guest: { id: number; token: string };
beforeAll(async () => {
  app = await startApp();
  [token, guest] = await Promise.all([
    tokenOf(app, 'admin'),
    (async () => {
      const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
      return { id, token: await tokenOf(app, 'auditor') };
    })(),
  ]);
});
afterAll(async () => await app.close());

const post = (path: string, body: unknown, as = token) => call(app, `/api/${path}`, { method: 'POST', token: as, body });
const put = (path: string, body: unknown) => call(app, `/api/${path}`, { method: 'PUT', token, body });
const data = ({ status, body }: Answer) => {
  expect([status, body.code, body.details]).toEqual([200, '000000', undefined]);
  return body.data as Record<string, unknown>;
};
const refusal = ({ status, body }: Answer) => [status, body.code];

describe('[API-02] requests by the letter of the specification', () => {
  it('[API-44] [API-49] [API-50] [API-53] take codes and ids as numbers, and a workspace that is changed without a version', async () => {
    const { bizId } = data(await post('workspace/saveOrUpdate', { name: 'letters', remark: 'first' }));
    expect(data(await post('workspace/saveOrUpdate', { bizId, remark: 'second' }))).toMatchObject({ remark: 'second', version: 2 });
    data(await post(`workspace/${bizId}/inviteTeamMember`, [{ userId: guest.id, roleType: 1 }]));
    expect(data(await post('workspace/selectInvideAcl', { bizId }, guest.token))).toMatchObject({ roleType: '1' });
    data(await post(`workspace/${bizId}/agreeOrRefuse`, { status: 0 }, guest.token));
    data(await post(`workspace/${bizId}/changeRole`, { userId: guest.id, roleType: 2 }));
    expect(refusal(await post(`workspace/${bizId}/changeRole`, { userId: guest.id, roleType: 0 }))).toEqual([400, 'PARAMETER_ERROR']);
  });

  it('[API-25] change a dictionary entry without a version, and with one only if it is still that', async () => {
    const entry = data(await post('system/dict/data', { dictType: 'tag-tone', dictValue: 'letter', dictLabel: 'One', status: 0 }));
    const changed = data(
      await put('system/dict/data', { id: Number(entry.id), dictType: 'tag-tone', dictValue: 'letter', dictLabel: 'Two' }),
    );
    expect(changed).toMatchObject({ dictLabel: 'Two', version: 2 });
    expect(refusal(await put('system/dict/data', { id: entry.id, version: 1, dictLabel: 'Three' }))).toEqual([409, 'CONFLICT']);
  });

  it('[API-32] [API-38] change a delegation without a version', async () => {
    const days = { startDate: '2099-01-01', endDate: '2099-01-05' };
    const kept = { authHistory: true, remark: 'While away' };
    const made = data(await post('auth/delegate/update', { agent: guest.id, ...days, authMenus: ['risk'], ...kept }));
    const changed = data(
      await post('auth/delegate/update', { id: made.id, agent: guest.id, ...days, endDate: '2099-01-09', authMenus: ['risk'] }),
    );
    expect(changed).toMatchObject({ endDate: '2099-01-09', version: 2, ...kept });
    const behind = { id: made.id, version: 1, agent: guest.id, ...days, authMenus: ['risk'] };
    expect(refusal(await post('auth/delegate/update', behind))).toEqual([409, 'CONFLICT']);
  });

  it('[API-64] [API-68] [API-69] change an evaluation and an item of it without a version', async () => {
    const template = await app.db.selectFrom('risk_template').select('series_id').executeTakeFirstOrThrow();
    const evaluation = data(await post('risk/evaluate', { name: 'Letters', templateId: template.series_id, endTime: '2099-01-01' }));
    const again = data(await post('risk/evaluate', { id: evaluation.id, name: 'Letters again', endTime: '2099-01-02' }));
    expect(again).toMatchObject({ name: 'Letters again', endTime: '2099-01-02', version: 2 });
    const outside = { sendType: 1, outUserName: 'Somebody', outEmail: 'somebody@example.com' };
    const item = data(await post('risk/evaluate/item', { projectId: evaluation.id, ...outside }));
    const changed = data(await put('risk/evaluate/item', { id: item.id, sendType: '1', outUserName: 'Somebody else' }));
    expect(changed).toMatchObject({ outUserName: 'Somebody else', version: 2 });
    expect(refusal(await put('risk/evaluate/item', { id: item.id, version: 1, outUserName: 'Nobody' }))).toEqual([409, 'CONFLICT']);
  });

  it('[API-115] [API-119] change a project and an object of its review without a version', async () => {
    const { clientCode } = (data(await post('flow-audit-project/projectPageList', {})).content as { clientCode: string }[])[0] ?? {};
    const project = data(await post('flow-audit-project/save', { clientCode, projectName: 'Letters' }));
    expect(data(await post('flow-audit-project/save', { id: project.id, projectName: 'Letters 2', status: 1 }))).toMatchObject({
      projectName: 'Letters 2',
      status: '1',
      version: 2,
    });
    const [dealer] = data(await post('flow-audit-dealer/list', { clientCode })).content as { dealerCode: string }[];
    data(await post('flow-audit-review-object/save', { projectId: project.id, reviewBatchNo: 'B1', dealerCodes: [dealer?.dealerCode] }));
    const [object] = data(await post('flow-audit-review-object/pageList', { projectId: project.id })).content as { id: string }[];
    expect(data(await post('flow-audit-review-object/save', { id: object?.id, remark: 'seen' }))).toMatchObject([{ version: 2 }]);
    expect(refusal(await post('flow-audit-review-object/save', { id: object?.id, version: 1, remark: '' }))).toEqual([409, 'CONFLICT']);
  });

  it('[API-119] put one dealer into a batch, whose place stays', async () => {
    const projects = data(await post('flow-audit-project/projectPageList', {})).content as {
      id: string;
      clientCode: string;
      status: string;
    }[];
    const project = projects.find(({ status }) => status !== '2');
    const dealers = data(await post('flow-audit-dealer/list', { clientCode: project?.clientCode })).content as Record<string, unknown>[];
    const { dealerCode, dealerName } = dealers[0] ?? {};
    const object = { projectId: Number(project?.id), reviewBatchNo: 'LETTER', dealerCode, dealerName, status: '0' };
    const [made] = data(await post('flow-audit-review-object/save', object)) as unknown as Record<string, unknown>[];
    expect(made).toMatchObject({ dealerCode, dealerName, reviewBatchNo: 'LETTER' });
    expect(data(await post('flow-audit-review-object/save', { ...made, remark: 'seen' }))).toMatchObject([{ remark: 'seen', version: 2 }]);
    const { status, body } = await post('flow-audit-review-object/save', { id: made?.id, reviewBatchNo: 'OTHER' });
    expect([status, body.details]).toMatchObject([400, [{ field: 'reviewBatchNo' }]]);
  });

  it('[API-25] [API-44] [API-63] [API-64] [API-69] [API-115] take back whole what was read, with one thing changed', async () => {
    const get = async (path: string) => data(await call(app, `/api/${path}`, { token }));
    const [entry] = (await get('system/dict/data/list?dictType=theme-list')).content as object[];
    expect(data(await put('system/dict/data', { ...entry, remark: 'whole' }))).toMatchObject({ remark: 'whole' });
    const [{ bizId }] = (await get('workspace/list')) as unknown as [{ bizId: string }];
    const workspace = data(await post('workspace/selectById', { bizId }));
    expect(data(await post('workspace/saveOrUpdate', { ...workspace, remark: 'whole' }))).toMatchObject({ remark: 'whole' });
    const notice = data(await post(`workspace/${bizId}/notice`, { content: 'one', imgPath: null }));
    expect(data(await put(`workspace/${bizId}/notice`, { ...notice, content: 'two' }))).toMatchObject({ content: 'two' });
    const [evaluation] = data(await post('risk/evaluate/page', {})).content as object[];
    expect(data(await post('risk/evaluate', { ...evaluation, name: 'Whole' }))).toMatchObject({ name: 'Whole' });
    const items = data(await post('risk/evaluate/item/page', { pageSize: 200 })).content as {
      id: string;
      state: number;
      sendType: number;
    }[];
    const outside = items.find(({ state, sendType }) => state === 0 && sendType === 1);
    const item = await get(`risk/evaluate/item?itemId=${outside?.id}`);
    expect(data(await put('risk/evaluate/item', { ...item, outUserName: 'Whole' }))).toMatchObject({ outUserName: 'Whole' });
    const [project] = data(await post('flow-audit-project/projectPageList', {})).content as object[];
    expect(data(await post('flow-audit-project/save', { ...project, remark: 'whole' }))).toMatchObject({ remark: 'whole' });
    expect(refusal(await put('system/dict/data', { ...entry, remrak: 'a slip' }))).toEqual([400, 'PARAMETER_ERROR']);
  });

  it('[CONST-04] give ten rows where no size is asked for', async () => {
    for (const path of [
      'risk/evaluate/page',
      'risk/evaluate/item/page',
      'flow-audit-project/projectPageList',
      'data/ai-model/searchPage',
    ]) {
      expect(data(await post(path, {})), path).toMatchObject({ size: 10 });
    }
  });

  it('never read an empty text, a flag or nothing as a number', async () => {
    for (const sort of ['', null, true, '1.5']) {
      const { status, body } = await post('system/dict/data', { dictType: 'tag-tone', dictValue: 'odd', dictLabel: 'Odd', sort });
      expect([status, body.code], String(sort)).toEqual([400, 'PARAMETER_ERROR']);
    }
  });
});
