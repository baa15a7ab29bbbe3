import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { basic, call, tokenOf } from './client.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Parameter {
  key: string;
  version: number;
  isInitial: boolean;
  [value: string]: unknown;
}
const list = async () => (await call(app, '/api/system/parameter/list', { token: admin })).body.data as Parameter[];
const one = async (key: string) => (await list()).find((parameter) => parameter.key === key);
const save = (body: object, token = admin) => call(app, '/api/system/parameter/save', { method: 'POST', token, body });
const reset = (body: object) => call(app, '/api/system/parameter/reset', { method: 'POST', token: admin, body });
const config = async () => (await call(app, '/api/login/login_config', { headers: { authorization: basic } })).body.data;

it('[STATE-06] [API-06] lists the settings of the installation; a change is what everybody is told, and stands in its history', async () => {
  const title = [{ l: 'en', t: 'Risk desk', d: true }];
  expect(await one('sysTitle')).toMatchObject({ kind: 'wording', isInitial: true, version: 0 });
  expect((await save({ key: 'sysTitle', version: 0, wording: title })).body.data).toMatchObject({
    wording: title,
    isInitial: false,
    version: 1,
  });
  expect(await config()).toMatchObject({ sysTitle: title, sysLogo: 'default' });
  expect((await save({ key: 'showRegister', version: 0, flag: false })).status).toBe(200);
  expect(await config()).toMatchObject({ sysHomeUserAccount: { showRegister: false, showForget: true, showLogin: true } });

  // Two at once: one of them learns of the other.
  expect((await save({ key: 'sysTitle', version: 0, wording: [{ l: 'en', t: 'Other', d: true }] })).body).toMatchObject({
    code: 'CONFLICT',
    data: { wording: title, version: 1 },
  });
  expect((await reset({ key: 'sysTitle', version: 1 })).body.data).toMatchObject({ isInitial: true, version: 2, updateBy: 'admin' });
  const history = await call(app, '/api/system/parameter/history?key=sysTitle', { token: admin });
  expect(history.body.data).toMatchObject([
    { action: 'parameter_reset', actor: 'admin', before: title },
    { action: 'parameter_update', actor: 'admin', after: title },
  ]);
});

it('[LOGIN-01] [LOGIN-06] signing in with an account is not switched off where there is no other way in; limits are told', async () => {
  const off = async () => (await save({ key: 'showLogin', version: (await one('showLogin'))?.version ?? 0, flag: false })).body;
  expect(await off()).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'flag', key: 'parameter.onlyWay' }] });
  const ways = { configs: [{ protocol: 'CORPORATE', title: 'Corporate', oauthAuthorizationUrl: 'https://id.example.com' }] };
  await app.db
    .insertInto('config')
    .values({ key: 'sign-in', value: JSON.stringify(ways) } as never)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(ways) } as never))
    .execute();
  expect(await off()).toMatchObject({ data: { flag: false } });
  const long = await save({ key: 'sysTitle', version: 2, wording: [{ l: 'en', t: 'x'.repeat(101), d: true }] });
  expect(long.body.details).toMatchObject([{ key: 'parameter.tooLong', values: { most: '100' } }]);
});

it('[LAYOUT-02] changes the menu style where it is kept, in the dictionary', async () => {
  const style = async () => (await call(app, '/api/login/stats', { token: admin })).body.data as { menuStyle: string };
  expect((await style()).menuStyle).toBe((await one('menuStyle'))?.choice);
  await save({ key: 'menuStyle', version: 0, choice: '1' });
  expect((await style()).menuStyle).toBe('1');
  await reset({ key: 'menuStyle', version: 1 });
  expect((await style()).menuStyle).toBe('2');
});

it('[STATE-06] takes nothing that is not of the kind of the parameter, and nothing of who may not', async () => {
  const refused: [object, string][] = [
    [{ key: 'sysLogo', version: 0, text: 'https://elsewhere.example/x.png' }, 'text'],
    [{ key: 'sysLogo', version: 0, text: '//elsewhere.example/x.png' }, 'text'],
    [{ key: 'sysLogo', version: 0, text: 'no-such-variant' }, 'text'],
    [{ key: 'sysBackgroundIcon', version: 0, text: 'huayou' }, 'text'],
    [{ key: 'sysTitle', version: 2, wording: [] }, 'wording'],
    [{ key: 'sysTitle', version: 2, wording: [{ l: 'en', t: 'x'.repeat(101), d: true }] }, 'wording'],
    [{ key: 'sysAgreementPage', version: 0, wording: [{ l: 'en', t: 'javascript:alert(1)' }] }, 'wording'],
    [{ key: 'sysAutoLoginSso', version: 0, text: 'yes' }, 'flag'],
    [{ key: 'menuStyle', version: 2, choice: '7' }, 'choice'],
  ];
  for (const [body, field] of refused) expect((await save(body)).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field }] });
  expect((await save({ key: 'clientSecret', version: 0, text: 'x' })).body.code).toBe('NOT_FOUND');
  // The codes are those of the product.
  expect(await one('sysLogo')).toMatchObject({ kind: 'picture', options: ['default', 'huayou', 'huadian', 'custom-brand'] });
  for (const text of ['huayou', '/pictures/logo.png', ''])
    expect((await save({ key: 'sysLogo', version: (await one('sysLogo'))?.version, text })).body.data).toMatchObject({
      text: text || null,
    });
  const auditor = await tokenOf(app, 'auditor');
  expect((await save({ key: 'sysLogo', version: 0, text: 'huayou' }, auditor)).body.code).toBe('FORBIDDEN');
  expect((await list()).map(({ key }) => key)).not.toContain('clientSecret');
});
