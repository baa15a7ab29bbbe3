import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../../server/modules/risk/tables.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from '../modules/client.ts';
import { cell, makePaper, makeWorld, patch, today, type World } from './world.ts';

let app: TestApp;
let token: string;
let world: World;
let projectId: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'riskmanager');
  world = await makeWorld(app.db, 1, 2);
  projectId = String(world.evaluation);
});
afterAll(() => app.close());

const base = '/api/risk/evaluate';
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, language = 'en') =>
  call(app, `${base}${path}`, { method, token, headers: { 'accept-language': language }, ...(body !== undefined && { body }) });
interface Item {
  id: string;
  version: number;
  [name: string]: unknown;
}
const made = async (body: object) => (await send('POST', '/item', { projectId, sendType: 1, ...body })).body.data as Item;
const dayPassed = () => ({
  code: 'PARAMETER_ERROR',
  details: [
    {
      ...{ field: 'endTime', key: 'evaluation.dayPassed', values: { today: today(), timeZone: 'Asia/Shanghai' } },
      message: `has passed: today is ${today()} in Asia/Shanghai`,
    },
  ],
});

describe('last days', () => {
  it('[API-64] [API-68] [API-69] that have passed are refused; today counts', async () => {
    const { series_id: templateId } = await app.db
      .selectFrom('risk_template')
      .select('series_id')
      .where('id', '=', world.template)
      .executeTakeFirstOrThrow();
    const evaluation = (endTime: string, more = {}) => send('POST', '', { name: 'Days', templateId: String(templateId), endTime, ...more });
    expect((await evaluation(today(-1))).body).toMatchObject(dayPassed());
    const { id, version } = (await evaluation(today())).body.data as Item;
    expect((await evaluation(today(-1), { id, version })).body).toMatchObject(dayPassed());
    expect((await send('POST', '/item', { projectId, sendType: 1, outUserName: 'Late', endTime: today(-1) })).body).toMatchObject(
      dayPassed(),
    );
    expect((await send('POST', '/items', { projectId, outsiders: [{ outUserName: 'Late' }], endTime: today(-1) })).body).toMatchObject(
      dayPassed(),
    );
    const item = await made({ outUserName: 'Just in time', endTime: today() });
    expect((await send('PUT', '/item', { id: item.id, version: 1, endTime: today(-1) })).body).toMatchObject(dayPassed());
  });

  it('[API-68] [API-69] of an evaluation that is over are no days for new papers; late papers can be changed otherwise', async () => {
    const over = await makeWorld(app.db, 1, 1);
    const { id } = await makePaper(app.db, over, { endOn: today(-3) });
    await app.db
      .updateTable('risk_evaluation')
      .set({ end_on: today(-3) })
      .where('id', '=', over.evaluation)
      .execute();
    const own = { projectId: String(over.evaluation) };
    expect((await send('POST', '/items', { ...own, outsiders: [{ outUserName: 'A' }] })).body).toMatchObject(dayPassed());
    expect((await send('POST', '/items', { ...own, outsiders: [{ outUserName: 'A' }], endTime: today(2) })).status).toBe(200);
    const renamed = await send('PUT', '/item', { id: String(id), version: 1, sendCompany: 'Elsewhere' });
    expect(renamed.body.data).toMatchObject({ sendCompany: 'Elsewhere', endTime: today(-3) });
    const evaluation = await send('POST', '', { id: own.projectId, version: 1, name: 'Renamed', endTime: today(-3) });
    expect(evaluation.body.data).toMatchObject({ name: 'Renamed', state: 'ended' });
  });
});

describe('addresses of people outside', () => {
  it('[API-68] [API-91] are kept without white space and with a small domain, and compared without capitals', async () => {
    const item = await made({ outUserName: 'Ann', outEmail: ' Ann.Lee@Outside.TEST ' });
    expect(item).toMatchObject({ outEmail: 'Ann.Lee@outside.test' });
    const again = { outUserName: 'Ann', outEmail: 'ann.lee@OUTSIDE.test' };
    expect((await send('POST', '/item', { projectId, sendType: 1, ...again })).body.code).toBe('DUPLICATE');
    expect((await send('POST', '/items', { projectId, outsiders: [again] })).body.data).toMatchObject({ created: 0, skipped: ['Ann'] });
    expect((await send('POST', '/item/validItem', { projectId, sendType: 1, ...again })).body.data).toMatchObject({ valid: false });
    expect(await made({ outUserName: 'Ann', outEmail: 'other@outside.test' })).toMatchObject({ outEmail: 'other@outside.test' });
  });

  it('[API-68] [API-69] [API-91] get one paper of a kind, whatever the names', async () => {
    const mailbox = (outUserName: string) => ({ outUserName, outEmail: ' Shared.Box@Outside.test' });
    const twice = { projectId, mail: true, outsiders: [mailbox('Carol'), { outUserName: 'Dan' }, { outUserName: 'Dan', outEmail: '' }] };
    const other = { outUserName: 'Erin', outEmail: 'shared.box@outside.test ' };
    expect((await send('POST', '/items', { ...twice, outsiders: [...twice.outsiders, other] })).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'outsiders.3.outEmail', key: 'evaluation.addressTwice', values: { row: '1' } }],
    });
    expect((await send('POST', '/items', twice)).body.data).toMatchObject({ created: 2, skipped: ['Dan'], mailed: 1 });
    // Of the one mailbox there is a paper of this kind now, and room for one of another.
    const taken = [{ field: 'outEmail', key: 'evaluation.addressTaken' }];
    expect((await send('POST', '/items', { projectId, outsiders: [other] })).body.data).toMatchObject({ created: 0, skipped: ['Erin'] });
    const one = { projectId, sendType: 1, ...other };
    expect((await send('POST', '/item', one)).body).toMatchObject({ code: 'DUPLICATE', details: taken });
    expect((await send('POST', '/item/validItem', one)).body.data).toMatchObject({ valid: false, problems: [{ field: 'outEmail' }] });
    expect((await send('POST', '/item', { ...one, statement: 'finance' })).status).toBe(200);
    const { id, version } = await made({ outUserName: 'Erin', outEmail: 'erin@outside.test' });
    expect((await send('PUT', '/item', { id, version, outEmail: other.outEmail })).body).toMatchObject({
      code: 'DUPLICATE',
      details: taken,
    });
  });

  it('[API-69] that got two papers before can be changed otherwise', async () => {
    const { id, version } = await made({ outUserName: 'Fay', outEmail: 'fay@outside.test' });
    const gus = await made({ outUserName: 'Gus', outEmail: 'gus@outside.test' });
    await app.db.updateTable('risk_paper').set({ out_email: 'fay@outside.test' }).where('id', '=', Number(gus.id)).execute();
    const moved = await send('PUT', '/item', { id, version, sendCompany: 'Elsewhere' });
    expect(moved.body.data).toMatchObject({ sendCompany: 'Elsewhere', outEmail: 'fay@outside.test' });
    const renamed = await send('PUT', '/item', { id, version: version + 1, outUserName: 'Gus' });
    expect(renamed.body.code).toBe('DUPLICATE');
  });

  it('[API-68] [API-69] [API-91] that are none are refused where they are typed, mailed or not', async () => {
    const details = [{ field: 'outEmail', key: 'rule.email' }];
    const wrong = { outUserName: 'Bob', outEmail: 'bob at outside' };
    expect((await send('POST', '/item', { projectId, sendType: 1, ...wrong })).body).toMatchObject({ code: 'PARAMETER_ERROR', details });
    const many = await send('POST', '/items', { projectId, outsiders: [{ outUserName: 'Fine' }, wrong] });
    expect(many.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'outsiders.1.outEmail', key: 'rule.email' }] });
    const { id, version } = await made({ outUserName: 'Bob' });
    expect((await send('PUT', '/item', { id, version, outEmail: 'bob' })).body).toMatchObject({ code: 'PARAMETER_ERROR', details });
  });
});

describe('names', () => {
  const turned = 'Annual \u202Exslx.fdp';

  it('[API-64] [API-68] that would hide or turn round what follows are refused with their place', async () => {
    const oneLine = (field: string) => ({ code: 'PARAMETER_ERROR', details: [{ field, key: 'rule.oneLine' }] });
    expect((await send('POST', '', { name: turned, templateId: '1', endTime: today(1) })).body).toMatchObject(oneLine('name'));
    expect((await send('POST', '/item', { projectId, sendType: 1, outUserName: turned })).body).toMatchObject(oneLine('outUserName'));
    const outsiders = [{ outUserName: 'Bob\nSubject: x', sendCompany: 'A\tB' }];
    expect((await send('POST', '/items', { projectId, outsiders })).body.details).toMatchObject([
      { field: 'outsiders.0.outUserName', key: 'rule.oneLine' },
      { field: 'outsiders.0.sendCompany', key: 'rule.oneLine' },
    ]);
    const template = (path: string, method: 'POST' | 'PUT', body: object) =>
      call(app, `/api/risk/template${path}`, { method, token, body });
    expect((await template('', 'POST', { name: turned })).body).toMatchObject(oneLine('name'));
    const wordings = [
      { l: 'zh-Hans', t: '模板' },
      { l: 'en', t: turned },
    ];
    expect((await template('/copy', 'POST', { id: '1', name: wordings })).body).toMatchObject(oneLine('name.1.t'));
  });

  it('[API-68] [I18N-01] of people who have a paper already are said as whoever sends calls them', async () => {
    const { user_code: code, name } = await app.db
      .selectFrom('app_user')
      .select(['user_code', 'name'])
      .where('username', '=', 'auditor')
      .executeTakeFirstOrThrow();
    await app.db.updateTable('app_user').set({ name_en: 'Audrey Tor' }).where('username', '=', 'auditor').execute();
    const skipped = async (language: string) =>
      ((await send('POST', '/items', { projectId, userCodes: [code] }, language)).body.data as { skipped: string[] }).skipped;
    expect(await skipped('en')).toEqual([]);
    expect(await skipped('en')).toEqual(['Audrey Tor']);
    expect(await skipped('zh-Hans')).toEqual([name]);
  });
});

describe('a closed evaluation', () => {
  it('[API-70] [API-72] [RISK-18] keeps its papers', async () => {
    const own = await makeWorld(app.db, 1, 1);
    const { id, uuid } = await makePaper(app.db, own);
    await patch(app, uuid, [cell(own, 0, 0, 2)]);
    await send('POST', '/close', { id: String(own.evaluation), version: 1 });
    expect((await send('DELETE', `/item?itemId=${id}`)).body.code).toBe('EVALUATION_CLOSED');
    expect((await send('DELETE', `?id=${own.evaluation}`)).body.code).toBe('EVALUATION_CLOSED');
    const rows = await app.db.selectFrom('risk_paper').select('removed_at').where('id', '=', id).execute();
    expect(rows).toEqual([{ removed_at: null }]);
    const empty = await makeWorld(app.db, 1, 1);
    await send('POST', '/close', { id: String(empty.evaluation), version: 1 });
    expect((await send('DELETE', `?id=${empty.evaluation}`)).status).toBe(200);
  });
});
