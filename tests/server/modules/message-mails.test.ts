import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailMessages } from '../../../server/modules/messages/mailing.ts';
import { sendNotice } from '../../../server/modules/messages/notices.ts';
import { noticeTopics } from '../../../src/core/index.ts';
import { notices } from '../../../src/generated/notices.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { inTurn } from '../../support/in-turn.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
let me: number;
/** A zone in which it is past eight in the morning, and one in which it is not yet. */
let zones: { past: string; before: string };
const publicUrl = 'https://risk.example';
const base = '/api/home-news/mail';

beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'auditor');
  ({ id: me } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow());
  const hour = (hours: number) => `Etc/GMT${hours >= 0 ? '+' : '-'}${Math.abs(hours)}`;
  const now = new Date().getUTCHours();
  // Etc/GMT+5 is five hours behind Greenwich. Twelve o'clock and two o'clock of the zone, whatever it is here.
  zones = { past: hour(shifted(now - 12)), before: hour(shifted(now - 2)) };
});
/** Zones go from 14 hours before Greenwich to 12 behind it. */
const shifted = (hours: number) => (hours > 12 ? hours - 24 : hours < -14 ? hours + 24 : hours);
afterAll(async () => await app.close());
beforeEach(async () => {
  for (const table of ['mail', 'message', 'message_mail_choice'] as const) await app.db.deleteFrom(table).execute();
  await app.db
    .updateTable('app_user')
    .set({ email: 'auditor@example.test', status: '0', own_email_at: null })
    .where('id', '=', me)
    .execute();
});

const choose = (way: string | null, topics: Record<string, string | null> = {}) =>
  call(app, base, { method: 'PUT', token, body: { way, topics } });
/** Of two windows at once the later one counts. */
const chooseAtOnce = () =>
  inTurn(
    app.db,
    (db) => db.selectFrom('app_user').select('id').where('id', '=', me).forUpdate().execute(),
    () => choose('daily', { account: 'none' }),
    () => choose('none', { account: 'once' }),
  );
/** Of yesterday, so that this morning tells it. */
const yesterday = () => new Date(Date.now() - 86_400_000);
type Told = {
  template?: 'account/welcome' | 'risk/screening-warning';
  level?: 'urgent';
  at?: Date;
  name?: string;
  link?: string;
};
const tell = ({ at = yesterday(), name = 'A', link = '/home?tab=1', ...more }: Told = {}) =>
  sendNotice(app.db, { template: 'account/welcome', userIds: [me], parameters: { name }, link, at, ...more } as never);
const mails = () => app.db.selectFrom('mail').selectAll().where('recipient', '=', 'auditor@example.test').orderBy('id').execute();
const run = (timeZone = zones.past) => mailMessages(app.db, app.documents, { publicUrl, timeZone });

describe('messages by mail', () => {
  it('[MSG-10] keeps the choices of the later of two windows that save at once, whole', async () => {
    expect((await chooseAtOnce()).map((answer) => answer.status)).toEqual([200, 200]);
    expect((await call(app, base, { token })).body.data).toMatchObject({ way: 'none', topics: { account: 'once' } });
  });

  it('[MSG-10] those unread come in one mail in the morning, in the language of the reader, with links, once however many servers send', async () => {
    await tell({ name: 'First' });
    await tell({ name: 'Second\n\nForged', link: '/portal/messages?x=1' });
    await app.db.updateTable('app_user').set({ language_config: 'en' }).where('id', '=', me).execute();
    expect(await run(zones.before)).toBe(0);
    // Another server is at it.
    await app.db.transaction().execute(async (held) => {
      await held.selectFrom('message').select('id').forUpdate().execute();
      expect(await run()).toBe(0);
    });
    const written = await Promise.all([run(), run(), run()]);
    expect(written.reduce((sum, count) => sum + count)).toBe(1);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ user_id: me, subject: expect.stringContaining('(2)') });
    // In English by the English name, which the account has.
    for (const part of [
      'Hello Chen Jing,',
      'First',
      'Second Forged',
      `${publicUrl}/home?tab=1`,
      `${publicUrl}/portal/messages\n`,
      `${publicUrl}/account/message-mails`,
    ])
      expect(mail?.body).toContain(part);
    expect(await run(), 'mailed once').toBe(0);
  });

  it('[MSG-10] what came since the morning waits for the next one, what was read, deleted or is older than a week is not mailed', async () => {
    await tell({ at: new Date() });
    await tell({ at: new Date(Date.now() - 8 * 86_400_000) });
    await tell();
    await tell();
    const [read, gone] = await app.db.selectFrom('message').select('id').orderBy('id', 'desc').limit(2).execute();
    await app.db
      .updateTable('message')
      .set({ read_at: new Date() })
      .where('id', '=', read?.id ?? 0)
      .execute();
    await app.db
      .updateTable('message')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone?.id ?? 0)
      .execute();
    expect(await run()).toBe(0);
  });

  it('[MSG-10] urgent ones come at once unless chosen otherwise, after a minute in which they may be read in the application', async () => {
    await tell({ level: 'urgent', at: new Date(Date.now() - 61_000) });
    await tell({ level: 'urgent', at: new Date(Date.now() - 10_000) });
    expect(await run(zones.before)).toBe(1);
    expect((await mails())[0]?.subject).toContain('1');
    await app.db
      .updateTable('message')
      .set({ created_at: new Date(Date.now() - 61_000) } as never)
      .execute();
    await choose('daily');
    expect(await run(zones.before)).toBe(0);
    await choose('once');
    expect(await run(zones.before)).toBe(1);
  });

  it('[MSG-10] a topic counts before the choice for all of them, that before the one of the installation', async () => {
    expect((await choose('none', { account: 'once' })).body.data).toMatchObject({
      way: 'none',
      topics: { account: 'once', work: null },
      initial: 'urgent',
    });
    await tell();
    expect(await run(zones.before)).toBe(1);
    await choose('once', { account: 'none' });
    await tell();
    expect(await run()).toBe(0);
    await choose(null);
    expect((await call(app, base, { token })).body.data).toMatchObject({
      way: null,
      topics: { account: null },
      email: 'auditor@example.test',
      isSending: false,
    });
    const admin = await tokenOf(app, 'admin');
    const saved = await call(app, '/api/system/parameter/save', {
      method: 'POST',
      token: admin,
      body: { key: 'messageMails', version: 0, choice: 'none' },
    });
    expect(saved.body.code).toBe('000000');
    expect(await run()).toBe(0);
    await sql`delete from config where key = 'messages'`.execute(app.db);
    expect(await run()).toBe(1);
  });

  it('[MSG-10] goes to nobody without an address of their own, or who is disabled, and a mail tells twenty', async () => {
    await tell();
    const set = (values: object) => app.db.updateTable('app_user').set(values).where('id', '=', me).execute();
    for (const none of [{ email: null }, { email: 'auditor@example.test', status: '1' }, { status: '0', own_email_at: new Date() }]) {
      await set(none);
      expect(await run(), JSON.stringify(none)).toBe(0);
    }
    // Whoever changed it is told so, until they have signed in again.
    const reached = async () => (await call(app, base, { token })).body.data;
    expect(await reached()).toMatchObject({ email: 'auditor@example.test', isReached: false });
    token = await tokenOf(app, 'auditor');
    expect(await reached()).toMatchObject({ email: 'auditor@example.test', isReached: true });
    await set({ email: null });
    expect(await reached()).toMatchObject({ email: null, isReached: false });
    await set({ email: 'auditor@example.test' });
    await set({ own_email_at: null });
    for (let count = 0; count < 24; count += 1) await tell({ name: `Name ${count}` });
    expect(await run()).toBe(1);
    const [mail] = await mails();
    expect(mail?.subject).toContain('25');
    expect(mail?.body?.match(/^- /gm)).toHaveLength(20);
  });

  it('[MSG-10] whoever cannot be mailed keeps nobody else from it, however many they are, and is told at the end of the run', async () => {
    const made = await sql<{ id: number }>`insert into app_user (username, name, user_code, email, password_hash)
      select 'unmailable' || n, 'N', 'unmailable' || n, 'unmailable' || n || '@example.test', '' from generate_series(1, 201) n returning id`.execute(
      app.db,
    );
    const ids = made.rows.map(({ id }) => id);
    await tell();
    await sendNotice(app.db, { template: 'account/welcome', userIds: ids, parameters: { name: 'A' }, at: yesterday() } as never);
    // The reader that can be mailed comes after all of them.
    const last = await sql<{ id: number }>`insert into app_user (username, name, user_code, email, password_hash)
      values ('unmailableNot', 'N', 'unmailableNot', 'last@example.test', '') returning id`.execute(app.db);
    await app.db
      .updateTable('message')
      .set({ user_id: last.rows[0]?.id ?? 0 })
      .where('user_id', '=', me)
      .execute();
    // What fails, fails in the transaction of one.
    await sql`alter table mail add constraint unmailable check (recipient not like 'unmailable%')`.execute(app.db);
    try {
      const failure = await run().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AggregateError);
      expect((failure as AggregateError).message).toMatch(/\(201\): \d+, .*…$/);
      expect((failure as AggregateError).errors.length).toBeLessThan(50);
      expect(await app.db.selectFrom('mail').select('recipient').orderBy('id').execute()).toEqual([{ recipient: 'last@example.test' }]);
    } finally {
      await sql`alter table mail drop constraint unmailable`.execute(app.db);
    }
    expect(await run(), 'the next run tries again').toBe(200);
    expect(await run()).toBe(1);
    await app.db.deleteFrom('app_user').where('username', 'like', 'unmailable%').execute();
  });

  it('every notice says what it is about', () => {
    for (const [template, { topic }] of Object.entries(notices)) expect(noticeTopics, template).toContain(topic);
  });

  it('[API-108] refuses what is no choice, at its place, and keeps what there was', async () => {
    await choose('daily', { work: 'once' });
    const refused = await call(app, base, { method: 'PUT', token, body: { way: 'hourly', topics: { wrok: 'once' } } });
    expect([refused.status, refused.body.code]).toEqual([400, 'PARAMETER_ERROR']);
    expect((await call(app, base, { token })).body.data).toMatchObject({ way: 'daily', topics: { work: 'once' } });
  });
});
