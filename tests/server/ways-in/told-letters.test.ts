import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newPasswordFor } from '../../../server/database/new-password.ts';
import { mailMessages } from '../../../server/modules/messages/mailing.ts';
import { sendNotice, sendNotices } from '../../../server/modules/messages/notices.ts';
import { issueCode } from '../../../server/modules/registration/codes.ts';
import { notices } from '../../../src/generated/notices.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { countingStatements } from '../../support/counted-statements.ts';
import { call, tokenOf } from '../modules/client.ts';
import { enrol, newcomer, PASSWORD, post } from './second-factor-world.ts';

let app: TestApp;
let admin: string;
let owner: string;
let id: number;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  id = Number(await newcomer(app, admin, 'owner'));
  owner = await tokenOf(app, 'owner', PASSWORD);
  // Nothing by mail, as far as people choose.
  const choice = { way: 'none', topics: { account: 'none' } };
  expect((await call(app, '/api/home-news/mail', { method: 'PUT', token: owner, body: choice })).status).toBe(200);
});
afterAll(async () => await app.close());
beforeEach(async () => {
  await app.db.deleteFrom('mail').execute();
  await app.db
    .updateTable('app_user')
    .set({ language_config: 'en', email: 'owner@example.com', own_email_at: null })
    .where('id', '=', id)
    .execute();
});

/** Letters since the last look: to whom, and what about. */
async function letters(): Promise<[string, string][]> {
  const rows = await app.db.deleteFrom('mail').returning(['recipient', 'subject', 'id']).execute();
  return rows.sort((a, b) => a.id - b.id).map(({ recipient, subject }) => [recipient, subject.split(': ')[1] ?? subject]);
}
const account = async () =>
  (await call(app, `/api/system/user/${id}`, { token: admin })).body.data as { version: number; roleIds?: string[] };
const change = async (values: object, token = admin) => {
  const answer = await call(app, '/api/system/user', {
    method: 'PUT',
    token,
    body: { id: String(id), version: (await account()).version, ...values },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const roles = async () => {
  const answer = await call(app, '/api/system/user/roles', { token: admin });
  return (answer.body.data as { id: string; roleCode: string }[]).filter(({ roleCode }) => roleCode !== 'admin').slice(0, 2);
};

it('whatever somebody chose to have by mail, changes to their account come by a letter at once, one each', async () => {
  const password = { is_update_password: '1', old_password: PASSWORD, new_password: 'lamp-harbour', confirm_password: 'lamp-harbour' };
  expect((await post(app, owner, 'user/config/updateUserConfig', password)).body.data).toEqual({ result: true });
  expect(await letters()).toEqual([['owner@example.com', 'your password was changed']]);

  await enrol(app, 'owner', 'lamp-harbour', owner);
  expect(await letters()).toEqual([['owner@example.com', 'two-step sign-in is set up']]);
  const reset = await call(app, '/api/system/user/second-factor', {
    method: 'POST',
    token: admin,
    body: { id: String(id), reason: 'Lost phone' },
  });
  expect(reset.status, JSON.stringify(reset.body)).toBe(200);
  const [mail] = await app.db.selectFrom('mail').selectAll().orderBy('id').execute();
  expect(mail?.body).toContain('Lost phone');
  expect(mail?.body).not.toMatch(/https?:/);
  expect(mail?.user_id).toBe(id);
  expect(await letters()).toEqual([['owner@example.com', 'two-step sign-in was reset']]);

  const [first, second] = await roles();
  await change({ roleIds: [first?.id] });
  expect(await letters()).toEqual([['owner@example.com', 'the roles of your account were changed']]);
  await change({ roleIds: [first?.id], remark: 'The same roles' });
  expect(await letters()).toEqual([]);
  const members = { id: second?.id, add: [String(id)], remove: [] };
  const given = await call(app, '/api/system/role/users', { method: 'PUT', token: admin, body: members });
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  expect(await letters()).toEqual([['owner@example.com', 'the roles of your account were changed']]);
  // Who holds it already is told nothing.
  await call(app, '/api/system/role/users', { method: 'PUT', token: admin, body: members });
  expect(await letters()).toEqual([]);

  await call(app, '/api/system/user/password', { method: 'PUT', token: admin, body: { id: String(id), password: 'river-stone' } });
  expect(await letters()).toEqual([['owner@example.com', 'your password was reset']]);
  const code = await issueCode(app.db, { purpose: 'password', userId: id }, 30);
  await post(app, undefined, 'account/password', { code, password: 'stone-river' });
  expect(await letters()).toEqual([['owner@example.com', 'a new password was set']]);
  await newPasswordFor(app.db, app.documents, 'owner');
  expect(await letters()).toEqual([['owner@example.com', 'your password was reset']]);

  await change({ email: 'new@example.com' });
  expect(await letters()).toEqual([
    ['new@example.com', 'the mail address of your account was changed'],
    ['owner@example.com', 'the mail address of your account was changed'],
  ]);
  // Read or deleted in the browser is no way to keep them back: they are written already, and by no morning mail again.
  await app.db.updateTable('message_mail_choice').set({ way: 'once' }).where('user_id', '=', id).execute();
  await app.db
    .updateTable('message')
    .set({ created_at: new Date(Date.now() - 120_000) } as never)
    .where('user_id', '=', id)
    .where('template', '<>', 'account/welcome')
    .execute();
  await app.db.deleteFrom('message').where('template', '=', 'account/welcome').execute();
  await mailMessages(app.db, app.documents, { publicUrl: 'https://risk.example.com', timeZone: 'Asia/Shanghai' });
  expect(await letters()).toEqual([]);
}, 90_000);

it('who gets a role together with others gets a letter of their own, each in their language and to their own address', async () => {
  const add: string[] = [];
  for (const [username, language] of Object.entries({ first: 'en', second: 'zh-Hans', third: 'en' })) {
    add.push(await newcomer(app, admin, username));
    const email = username === 'third' ? null : `${username}@example.com`;
    await app.db.updateTable('app_user').set({ language_config: language, email }).where('username', '=', username).execute();
  }
  await app.db.deleteFrom('mail').execute();
  const [role] = await roles();
  const given = await call(app, '/api/system/role/users', { method: 'PUT', token: admin, body: { id: role?.id, add, remove: [] } });
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  const mails = await app.db.selectFrom('mail').select(['recipient', 'subject', 'body', 'user_id']).orderBy('recipient').execute();
  expect(mails.map(({ recipient, user_id: userId }) => [recipient, String(userId)])).toEqual([
    ['first@example.com', add[0]],
    ['second@example.com', add[1]],
  ]);
  expect(mails[0]).toMatchObject({
    subject: expect.stringContaining('the roles of your account were changed'),
    body: expect.stringContaining('first'),
  });
  expect(mails[1]).toMatchObject({ subject: expect.stringMatching(/角色/), body: expect.stringContaining('second') });
});

it('many who are told by letters of their own cost as many statements as one', async () => {
  const ids = (await app.db.selectFrom('app_user').select('id').orderBy('id').limit(30).execute()).map((user) => user.id);
  const statements = async (some: readonly number[]) => {
    const counting = countingStatements(app.db);
    const told = some.map((userId) => ({
      ...{ template: 'account/roles-changed' as const, userIds: [userId], parameters: { by: 'admin', roles: '-' } },
      letters: { documents: app.documents },
    }));
    expect(await sendNotices(counting.db, told)).toBe(some.length);
    return counting.count();
  };
  const ofOne = await statements(ids.slice(0, 1));
  expect(await statements(ids)).toBe(ofOne);
  expect((await letters()).length).toBeGreaterThan(20);
});

it('a letter stands or falls with the change, and none goes to an address that is not known to be its owner’s', async () => {
  const notice = {
    template: 'account/password-changed' as const,
    userIds: [id],
    parameters: { address: '10.0.0.1' },
    letters: { documents: app.documents },
  };
  await expect(
    app.db.transaction().execute(async (transaction) => {
      await sendNotice(transaction, notice);
      throw new Error('The change failed');
    }),
  ).rejects.toThrow('The change failed');
  expect(await letters()).toEqual([]);
  await app.db
    .updateTable('app_user')
    .set({ own_email_at: new Date(Date.now() + 60_000) })
    .where('id', '=', id)
    .execute();
  await sendNotice(app.db, notice);
  expect(await letters()).toEqual([]);
});

it('everything that changes how an account is opened is such a notice', () => {
  const others = Object.entries(notices).flatMap(([template, notice]) =>
    template.startsWith('account/') && !('mail' in notice) ? [template] : [],
  );
  expect(others).toEqual(['account/registration', 'account/session-ended', 'account/welcome']);
});
