import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/connection.ts';
import { imageKind } from '../../../server/files/image-kind.ts';
import { revokeSessionsOf } from '../../../server/modules/identity/sessions.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { pngOf } from '../../support/hostile-png.ts';
import { inTurn } from '../../support/in-turn.ts';
import { call, signIn, tokenOf, uploadFile } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

const save = (body: Record<string, unknown>, who = token) =>
  call(app, '/api/user/config/updateUserConfig', { method: 'POST', token: who, body });
const settings = async (who = token) => (await call(app, '/api/user/config/getUserConfig', { token: who })).body.data;
const fields = (body: Record<string, unknown>) => (body.details as { field: string; key?: string }[]).map(({ field, key }) => [field, key]);
const passwords = (old: string, fresh: string, again = fresh) => ({
  is_update_password: '1',
  old_password: old,
  new_password: fresh,
  confirm_password: again,
});

const picture = (width = 8, height = 8) => PNG.sync.write(new PNG({ width, height }));
/** The smallest thing with the structure of a JPEG of 8 by 8. */
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080008000801011100ffda0008010100003f00aaffd9', 'hex');

const upload = (content: Buffer, name: string, who = token) => uploadFile(app, '/api/user/config/upload', who, content, name);
const uploaded = async (content: Buffer, name: string, who = token): Promise<string> =>
  (await upload(content, name, who)).body.data.sysFile.path;

describe('own settings', () => {
  it('[API-16] [API-17] [SET-13] saves what is given, keeps the rest, and null gives the default back', async () => {
    expect((await save({ theme_config: 'theme-mint', language_config: 'zh-Hant' })).body).toMatchObject({
      code: '000000',
      data: { result: true },
    });
    expect(await settings()).toEqual({ theme_config: 'theme-mint', language_config: 'zh-Hant', img_path: null });
    await save({ theme_config: null });
    expect(await settings()).toMatchObject({ theme_config: null, language_config: 'zh-Hant' });
    const stats = await call(app, '/api/login/stats', { token });
    expect(stats.body.data).toMatchObject({ userConfig: { language_config: 'zh-Hant' } });
    await save({ language_config: null });
  });

  it('[THEME-02] refuses a theme that is unknown or switched off, and a language nobody speaks', async () => {
    expect(fields((await save({ theme_config: 'theme-none' })).body)).toEqual([['theme_config', 'settings.themeOff']]);
    await app.db.updateTable('dictionary_entry').set({ status: '1' }).where('value', '=', 'theme-huayou').execute();
    expect((await save({ theme_config: 'theme-huayou' })).body.code).toBe('PARAMETER_ERROR');
    expect((await save({ language_config: 'tlh' })).body.code).toBe('PARAMETER_ERROR');
    expect(await settings()).toMatchObject({ theme_config: null, language_config: null });
  });

  it('leaves the version of the account alone: an administrator who edits it meets no conflict', async () => {
    const version = async () =>
      (await app.db.selectFrom('app_user').select('version').where('username', '=', 'admin').executeTakeFirstOrThrow()).version;
    const before = await version();
    await save({ theme_config: 'theme-tw' });
    expect(await version()).toBe(before);
    const row = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'user_settings')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row).toMatchObject({ actor: 'admin', detail: { settings: ['theme_config'] } });
  });
});

describe('own password', () => {
  it('[RULE-07] names every field that is missing, too short, too long or not repeated', async () => {
    expect(fields((await save(passwords('', '12345', ''))).body)).toEqual([
      ['old_password', 'settings.passwordRequired'],
      ['new_password', 'rule.password'],
      ['confirm_password', 'settings.passwordRequired'],
    ]);
    expect(fields((await save(passwords('targus-demo', 'x'.repeat(17)))).body)).toEqual([
      ['new_password', 'rule.password'],
      ['confirm_password', 'rule.password'],
    ]);
    expect(fields((await save(passwords('targus-demo', 'sixsaw', 'sixsix'))).body)).toEqual([
      ['confirm_password', 'settings.passwordsDiffer'],
    ]);
  });

  it('[RULE-07] is none others try first, and not made of the own account, name or code; the old one may be', async () => {
    for (const [password, key] of [
      ['123456', 'rule.passwordCommon'],
      ['weak12', 'rule.passwordCommon'],
      ['targus-demo', 'rule.passwordCommon'],
      // Of the long list, in any case and with what people put around them.
      ['Meredith', 'rule.passwordCommon'],
      ['ｃaligula', 'rule.passwordCommon'],
      ['Quattro#2026', 'rule.passwordCommon'],
      ['admin2026', 'rule.passwordOwn'],
      ['t00001!', 'rule.passwordOwn'],
    ] as const)
      expect(fields((await save(passwords('targus-demo', password))).body)).toEqual([['new_password', key]]);
  });

  it('[SET-11] [API-16] a wrong old password is a failed result with its reason, and saves nothing beside it', async () => {
    const answer = await save({ ...passwords('not-that-one', 'new-secret'), theme_config: 'theme-mint' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      code: '000000',
      msg: 'The old password is wrong',
      data: { result: false, reason: 'OLD_PASSWORD_WRONG', details: [{ field: 'old_password', key: 'error.OLD_PASSWORD_WRONG' }] },
    });
    expect(await settings()).toMatchObject({ theme_config: 'theme-tw' });
  });

  it('[SET-13] passwords without the switch change nothing', async () => {
    expect((await save({ ...passwords('targus-demo', 'new-secret'), is_update_password: '0' })).body.data).toEqual({ result: true });
    expect((await signIn(app, 'admin', 'targus-demo')).status).toBe(200);
  });

  it('[RULE-07] changes it: the old one no longer signs in, other sessions end, this one goes on; the audit names no secret', async () => {
    const mine = await tokenOf(app, 'auditor');
    const other = await tokenOf(app, 'auditor');
    expect((await save(passwords('targus-demo', '新密码六个字'), mine)).body.data).toEqual({ result: true });
    expect((await signIn(app, 'auditor', 'targus-demo')).status).toBe(400);
    expect((await signIn(app, 'auditor', '新密码六个字')).status).toBe(200);
    expect((await call(app, '/api/user/config/getUserConfig', { token: other })).status).toBe(401);
    expect((await call(app, '/api/user/config/getUserConfig', { token: mine })).status).toBe(200);
    const rows = await app.db.selectFrom('audit_log').selectAll().where('action', '=', 'user_change_password').orderBy('id').execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('新密码');
    expect(JSON.stringify(app.log)).not.toContain('新密码');
    const told = (await call(app, '/api/home-news/unReadNewsList', { token: mine })).body.data as { newBodyMap: { en: string } }[];
    expect(told[0]?.newBodyMap.en).toContain('The password of your account was changed from 127.0.0.1');
  });

  it('[RULE-07] is not changed by what was on its way when an administrator took the account back', async () => {
    const account = () =>
      app.db.selectFrom('app_user').select(['id', 'password_hash']).where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    const { id, password_hash } = await account();
    const theirs = await tokenOf(app, 'riskmanager');
    const takeBack = async (db: Database) => {
      await db.updateTable('app_user').set({ password_hash: 'of the administrator' }).where('id', '=', id).execute();
      await revokeSessionsOf(db, id);
    };
    const late = () => save(passwords('targus-demo', '攻击者的新密码'), theirs);
    const [answer] = await inTurn(app.db, takeBack, late);
    expect([answer?.status, answer?.body.code]).toEqual([401, 'SESSION_ENDED']);
    expect((await account()).password_hash).toBe('of the administrator');
    await app.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute();
  });

  it('[API-05] the address of one’s own account and acting for somebody are left alone, too, by what was on its way then', async () => {
    const person = () =>
      app.db.selectFrom('app_user').select(['id', 'email', 'version']).where('username', '=', 'admin').executeTakeFirstOrThrow();
    const { id, email, version } = await person();
    const authorizer = await app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    const given = sql`with made as (
        insert into delegation (authorizer_id, agent_id, start_date, end_date) values (${authorizer.id}, ${id}, current_date, current_date + 1) returning id)
      insert into delegation_menu select id, 'system' from made`;
    await given.execute(app.db);
    const takeBack = async (db: Database) => {
      await db.updateTable('app_user').set({ password_hash: 'of the administrator' }).where('id', '=', id).execute();
      await revokeSessionsOf(db, id);
    };
    const { password_hash } = await app.db.selectFrom('app_user').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
    const moved = { id: String(id), version, email: 'thief@example.com', ownPassword: 'targus-demo' };
    const late = [
      (who: string) => call(app, '/api/system/user', { method: 'PUT', token: who, body: moved }),
      (who: string) => call(app, '/api/auth/delegate/enter-delegate?username=riskmanager', { token: who }),
    ];
    for (const send of late) {
      const theirs = await tokenOf(app, 'admin');
      const [answer] = await inTurn(app.db, takeBack, () => send(theirs));
      expect([answer?.status, answer?.body.code]).toEqual([401, 'SESSION_ENDED']);
      await app.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute();
    }
    expect((await person()).email).toBe(email);
    expect(await app.db.selectFrom('session').select('id').where('acting_for', 'is not', null).execute()).toEqual([]);
    await app.db.deleteFrom('delegation').execute();
    token = await tokenOf(app, 'admin');
  });

  it('guesses of the old password are throttled like those of the login', async () => {
    const mine = await tokenOf(app, 'riskmanager');
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => save(passwords(`guess-${n}`, 'new-secret'), mine)));
    const wrong = answers.filter(({ body }) => (body.data as { result?: boolean } | undefined)?.result === false);
    expect(wrong).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await save(passwords('targus-demo', 'new-secret'), mine)).status).toBe(429);
  });
});

describe('pictures', () => {
  it('[API-19] [MISC-02] an uploaded picture is shown to anybody who has its path, once it is saved', async () => {
    const content = picture();
    const path = await uploaded(content, 'Me.PNG');
    expect(path).toMatch(/^\/api\/user\/config\/picture\/[\w-]{43}\.png$/);
    expect((await save({ img_path: path })).body.data).toEqual({ result: true });
    expect(await settings()).toMatchObject({ img_path: path });
    const answer = await app.http.inject({ url: path });
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect((await app.http.inject({ url: path.replace(/.{4}\.png$/, 'AAAA.png') })).statusCode).toBe(404);
    await save({ img_path: null });
  });

  it('[RULE-08] other kinds, larger files and files that only claim to be pictures are refused at the file', async () => {
    const refused = async (content: Buffer, name: string) => fields((await upload(content, name)).body);
    expect(await refused(picture(), 'me.gif')).toEqual([['file', 'rule.fileType']]);
    expect(await refused(Buffer.alloc(2_097_153), 'me.png')).toEqual([['file', 'rule.avatarSize']]);
    expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'me.png')).toEqual([
      ['file', 'error.PICTURE_UNREADABLE'],
    ]);
    expect((await upload(Buffer.alloc(3_000_000), 'me.png')).status).toBe(413);
  });

  it('a picture of somebody else, or from elsewhere, cannot be shown as one’s own', async () => {
    const risk = await tokenOf(app, 'auditor', '新密码六个字');
    const theirs = await uploaded(picture(), 'me.png', risk);
    for (const path of [theirs, 'https://example.test/pixel.png', '/api/user/config/picture/../../x']) {
      expect(fields((await save({ img_path: path })).body)).toEqual([['img_path', 'rule.avatar']]);
    }
  });

  it('[SET-10] the one on show and the last few stay, older ones go', async () => {
    const supervisor = await tokenOf(app, 'auditor', '新密码六个字');
    const first = await uploaded(picture(), 'me.png', supervisor);
    await save({ img_path: first }, supervisor);
    const later: string[] = [];
    for (let count = 0; count < 8; count += 1) later.push(await uploaded(picture(), 'me.png', supervisor));
    const statuses = await Promise.all([first, ...later].map(async (url) => (await app.http.inject({ url })).statusCode));
    expect(statuses).toEqual([200, 404, 404, 200, 200, 200, 200, 200, 200]);
  });

  it('[RULE-08] what a picture is stands in its bytes, to the last one', () => {
    expect(imageKind(picture())).toEqual({ type: 'image/png', extension: 'png' });
    expect(imageKind(jpeg)).toEqual({ type: 'image/jpeg', extension: 'jpg' });
    const whole = picture();
    for (let length = 0; length < whole.length; length += 1) expect(imageKind(whole.subarray(0, length))).toBeUndefined();
    for (let length = 0; length < jpeg.length; length += 1) expect(imageKind(jpeg.subarray(0, length))).toBeUndefined();
    expect(imageKind(Buffer.concat([whole, Buffer.from('<script>')]))).toBeUndefined();
    const flipped = Buffer.from(whole);
    flipped[20] = (flipped[20] ?? 0) ^ 1;
    expect(imageKind(flipped)).toBeUndefined();
    expect(imageKind(picture(6_001, 1))).toBeUndefined();
    const small = { width: 4, height: 4 };
    expect(imageKind(pngOf([small], 80))).toEqual({ type: 'image/png', extension: 'png' });
    expect(imageKind(pngOf([small, { width: 4_000, height: 4_000 }], 80))).toBeUndefined();
  });
});
