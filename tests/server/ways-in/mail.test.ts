import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up as permissionOfMails } from '../../../server/database/migrations/252-mails-that-open.ts';
import { up as linksOfSenders } from '../../../server/database/migrations/276-links-of-senders.ts';
import { startJobs } from '../../../server/jobs.ts';
import { deliverDue, forgetTexts } from '../../../server/mail/delivery.ts';
import { mailJobs } from '../../../server/mail/jobs.ts';
import { sendMail } from '../../../server/mail/send.ts';
import { type MailTransport, smtpTransport } from '../../../server/mail/transport.ts';
import { readSettings } from '../../../server/settings.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { projectRoot } from '../../support/project.ts';
import { call, tokenOf } from '../modules/client.ts';
import { type Somebody, signedInAs, somebody } from '../modules/somebody.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

let app: TestApp;
let smtp: SmtpServer;
let transport: MailTransport;
beforeAll(async () => {
  [app, smtp] = await Promise.all([startApp(), startSmtpServer()]);
  const made = smtpTransport({ smtpUrl: smtp.url, mailFrom: 'Targus <no-reply@example.test>' });
  if (!made) throw new Error('SMTP_URL gave no transport');
  transport = made;
});
afterAll(async () => {
  transport.close();
  await Promise.all([app.close(), smtp.close()]);
});
beforeEach(async () => {
  await app.db.deleteFrom('mail').execute();
  smtp.taken.length = 0;
  smtp.refuse(false);
});

const letter = { to: 'someone@example.test', subject: '重置密码 Reset', text: 'Follow https://risk.example/account/password?code=abc' };
const rows = () => app.db.selectFrom('mail').selectAll().orderBy('id').execute();
const dueNow = () => app.db.updateTable('mail').set({ next_try_at: new Date() }).execute();

describe('delivery', () => {
  it('hands a mail to the mail server with its subject and sender, and forgets the text', async () => {
    await sendMail(app.db, letter);
    expect(await deliverDue(app.db, transport)).toBe(1);
    expect(smtp.taken).toHaveLength(1);
    expect(smtp.taken[0]?.to).toEqual(['someone@example.test']);
    expect(smtp.taken[0]?.source).toContain('From: Targus <no-reply@example.test>');
    expect(smtp.taken[0]?.source.replaceAll('=\n', '')).toContain('account/password?code');
    expect(await rows()).toMatchObject([{ state: 'sent', body: null, problem: null }]);
  });

  it('begins no other mail once the server stops', async () => {
    for (let count = 0; count < 3; count += 1) await sendMail(app.db, { ...letter, to: `stop${count}@example.test` });
    const stop = new AbortController();
    const deliver: MailTransport['deliver'] = async (mail) => {
      stop.abort();
      await transport.deliver(mail);
    };
    expect(await deliverDue(app.db, { ...transport, deliver }, undefined, stop.signal)).toBe(1);
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'queued', 'queued']);
  });

  it('sends each mail once, however many servers deliver at the same moment', async () => {
    for (let count = 0; count < 8; count += 1) await sendMail(app.db, { ...letter, to: `a${count}@example.test` });
    await Promise.all(Array.from({ length: 4 }, () => deliverDue(app.db, transport)));
    expect(smtp.taken.map((mail) => mail.to[0]).sort()).toEqual(Array.from({ length: 8 }, (_, index) => `a${index}@example.test`));
  });

  it('sends each mail once where a slow mail server makes the first server wait longer than a lease lasts', async () => {
    for (let count = 0; count < 3; count += 1) await sendMail(app.db, { ...letter, to: `slow${count}@example.test` });
    let isFirst = true;
    const slow: MailTransport = {
      ...transport,
      async deliver(mail) {
        // So much time has passed that whatever this server took besides is anybody's.
        if (isFirst) {
          isFirst = false;
          await sql`update mail set next_try_at = now() - interval '1 second' where recipient <> ${mail.to}`.execute(app.db);
          await deliverDue(app.db, transport);
        }
        await transport.deliver(mail);
      },
    };
    await deliverDue(app.db, slow);
    expect(smtp.taken.map((mail) => mail.to[0]).sort()).toEqual(['slow0@example.test', 'slow1@example.test', 'slow2@example.test']);
  });

  it('waits for a mail server that is away, asks for one mail a turn, and loses no mail with a night', async () => {
    for (let count = 0; count < 3; count += 1) await sendMail(app.db, { ...letter, to: `night${count}@example.test` });
    let asked = 0;
    const dead = createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => dead.listen(0, '127.0.0.1', done));
    const { port } = dead.address() as AddressInfo;
    const away = smtpTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Targus <no-reply@example.test>' });
    expect(await deliverDue(app.db, away)).toBe(1);
    // The mail, and the question whether it was the mail.
    expect(asked).toBe(2);
    for (let turn = 0; turn < 20; turn += 1) {
      await dueNow();
      await deliverDue(app.db, away);
    }
    expect((await rows()).map(({ state, body }) => [state, body])).toEqual([1, 2, 3].map(() => ['queued', letter.text]));
    expect((await rows())[0]?.problem).toMatch(/\w/);
    // A refusal afterwards is the first one.
    smtp.refuse(true);
    await dueNow();
    await deliverDue(app.db, transport);
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([1, 2, 3].map(() => ['queued', 1]));
    smtp.refuse(false);
    await dueNow();
    expect(await deliverDue(app.db, transport)).toBe(3);
    expect(smtp.taken).toHaveLength(3);
    await sendMail(app.db, letter);
    await sql`update mail set created_at = now() - interval '4 days', due_at = now() - interval '4 days'`.execute(app.db);
    await deliverDue(app.db, away);
    const last = (await rows()).at(-1);
    expect(last).toMatchObject({ state: 'failed', body: letter.text });
    // Whoever sends it again has three days from then on.
    await call(app, `/api/system/mail/${last?.id}/resend`, { method: 'POST', token: await tokenOf(app, 'admin') });
    const problems: string[] = [];
    await deliverDue(app.db, away, (problem) => problems.push(problem));
    expect((await rows()).at(-1)).toMatchObject({ state: 'queued', body: letter.text });
    expect(problems).toEqual([expect.stringMatching(/\w/)]);
    away?.close();
    await new Promise((done) => dead.close(done));
  });

  it('warns that the mail server is away, once for all mails that wait', async () => {
    for (let count = 0; count < 2; count += 1) await sendMail(app.db, letter);
    const gone = await startSmtpServer();
    await gone.close();
    const warnings: string[] = [];
    const jobs = mailJobs(app.db, { ...app.settings, smtpUrl: gone.url }, (message) => warnings.push(message));
    for (let turn = 0; turn < 3; turn += 1) await jobs.find(({ name }) => name === 'mail')?.run();
    expect(warnings).toEqual([expect.stringMatching(/^The mail server \(SMTP_URL\) is away, .*ECONNREFUSED/)]);
  });

  it('counts a mail the mail server takes without a word or without an end, or hangs up at, as tried, and goes on with the others', async () => {
    const waits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 1_500, whole: 4_000 };
    const hasty = smtpTransport({ smtpUrl: smtp.url, mailFrom: 'Targus <no-reply@example.test>' }, waits);
    for (const how of ['silent', 'hangsUp', 'drips'] as const) {
      smtp.stumble('virus', how);
      await app.db.deleteFrom('mail').execute();
      await sendMail(app.db, { ...letter, text: 'a virus' });
      await sendMail(app.db, letter);
      const problems: string[] = [];
      await deliverDue(app.db, hasty, (problem) => problems.push(problem));
      expect(
        (await rows()).map(({ state, attempts }) => [state, attempts]),
        how,
      ).toEqual([
        ['queued', 1],
        ['sent', 1],
      ]);
      expect(problems).toEqual([]);
      for (let turn = 0; turn < 4; turn += 1) {
        await dueNow();
        await deliverDue(app.db, hasty);
      }
      const [failed] = await rows();
      expect(failed).toMatchObject({ state: 'failed', attempts: 5, ...(how === 'drips' && { problem: 'mail.tookTooLong' }) });
    }
    hasty?.close();
  });

  it('is over when the link in a mail is, and nobody sends it again', async () => {
    await sendMail(app.db, { ...letter, minutes: 30 });
    await sendMail(app.db, { ...letter, to: 'kept@example.test', minutes: 30 });
    await app.db.updateTable('mail').set({ state: 'kept' }).where('recipient', '=', 'kept@example.test').execute();
    await sql`update mail set ends_at = ends_at - interval '31 minutes'`.execute(app.db);
    const [first, kept] = await rows();
    const token = await tokenOf(app, 'admin');
    const resent = await call(app, `/api/system/mail/${kept?.id}/resend`, { method: 'POST', token });
    expect(resent.body).toMatchObject({ code: 'CONFLICT' });
    await deliverDue(app.db, transport);
    expect(smtp.taken).toEqual([]);
    expect(await rows()).toMatchObject([{ id: first?.id, state: 'failed', body: null, problem: 'mail.linkExpired' }, { state: 'kept' }]);
    const problemIn = async (language: string) => {
      const list = await call(app, '/api/system/mail/list', { token, headers: { 'accept-language': language } });
      return (list.body.data as { content: { id: string; problem: string }[] }).content.find(({ id }) => id === String(first?.id))?.problem;
    };
    expect([await problemIn('en'), await problemIn('zh-Hans')]).toEqual(['Its link has expired', '其中的链接已过期']);
    const headers = { 'accept-language': 'zh-Hans' };
    const again = await call(app, `/api/system/mail/${first?.id}/resend`, { method: 'POST', token, headers });
    expect(again.body).toMatchObject({ code: 'CONFLICT', data: { id: String(first?.id), state: 'failed', problem: '其中的链接已过期' } });
    await forgetTexts(app.db);
    expect((await rows())[1]).toMatchObject({ state: 'kept', body: null });
  });

  it('tries again later when the mail server refuses, and gives up after the fifth time', async () => {
    smtp.refuse(true);
    await sendMail(app.db, letter);
    await deliverDue(app.db, transport);
    const [first] = await rows();
    expect(first).toMatchObject({ state: 'queued', attempts: 1, body: letter.text });
    expect(first?.problem).toContain('451');
    expect(await deliverDue(app.db, transport), 'not due yet').toBe(0);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await dueNow();
      await deliverDue(app.db, transport);
    }
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 5, body: letter.text }]);
  });

  it('keeps a mail without a mail server, and its text for seven days', async () => {
    await sendMail(app.db, letter);
    await deliverDue(app.db, undefined);
    await forgetTexts(app.db);
    expect(await rows()).toMatchObject([{ state: 'kept', body: letter.text }]);
    await app.db.deleteFrom('mail').execute();
    await sendMail(app.db, letter);
    await deliverDue(app.db, undefined);
    await sql`update mail set created_at = now() - interval '8 days'`.execute(app.db);
    await forgetTexts(app.db);
    expect(await rows()).toMatchObject([{ state: 'kept', body: null }]);
  });

  it('makes no second recipient and no header of what stands in an address or a subject', async () => {
    await sendMail(app.db, { ...letter, to: 'a@example.test, b@example.test', subject: 'Hello\r\nBcc: thief@example.test' });
    await deliverDue(app.db, transport);
    const recipients = smtp.taken.flatMap((mail) => mail.to);
    expect(recipients).not.toContain('b@example.test');
    expect(recipients).not.toContain('thief@example.test');
    expect(smtp.taken.map((mail) => mail.source).join('\n')).not.toMatch(/^Bcc:/im);
  });
});

describe('settings', () => {
  const read = (env: Record<string, string>) => readSettings(env, projectRoot);
  it('names wrong addresses without their passwords', () => {
    expect(() => read({ SMTP_URL: 'https://user:geheim@host' })).toThrow(/SMTP_URL is "\*\*\*", expected/);
    expect(() => read({ PUBLIC_URL: 'https://host/path' })).toThrow(/PUBLIC_URL/);
    expect(read({ PUBLIC_URL: 'https://host/' }).publicUrl).toBe('https://host');
  });

  it('asks for the public address where links in mails would lead nowhere', () => {
    const production = { PRODUCTION: '1', CLIENT_SECRET: 'a secret of more than sixteen', SMTP_URL: 'smtps://mail.example' };
    expect(() => read(production)).toThrow(/PUBLIC_URL is missing/);
    expect(read({ ...production, PUBLIC_URL: 'https://risk.example' }).smtpUrl).toBe('smtps://mail.example');
  });
});

describe('outbox', () => {
  const list = (token: string) => call(app, '/api/system/mail/list', { token });

  it('lists mails without their texts, and shows a text to who may read it, which is noted', async () => {
    const admin = await tokenOf(app, 'admin');
    await sendMail(app.db, letter);
    await deliverDue(app.db, undefined);
    const page = (await list(admin)).body.data as { content: { id: string }[]; smtp: boolean };
    expect(page).toMatchObject({ smtp: false, content: [{ recipient: letter.to, state: 'kept', hasText: true }] });
    expect(JSON.stringify(page)).not.toContain('code=abc');
    const id = page.content[0]?.id ?? '';
    expect((await call(app, `/api/system/mail/${id}/text`, { token: admin })).body.data).toMatchObject({ text: letter.text });
    const noted = await app.db
      .selectFrom('audit_log')
      .select(['actor', 'target_id'])
      .where('action', '=', 'mail_read')
      .orderBy('id')
      .execute();
    expect(noted).toEqual([{ actor: 'admin', target_id: id }]);
    expect((await call(app, '/api/system/mail/999999/text', { token: admin })).body.code).toBe('NOT_FOUND');
  });

  it('hides a text that opens an account of more rights, and asks for the permission', async () => {
    const { db } = app;
    const admin = await db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    await sendMail(db, { ...letter, userId: admin.id });
    const [mail] = await rows();
    const token = await tokenOf(app, 'auditor');
    expect((await list(token)).body.code).toBe('FORBIDDEN');
    const role = await db.insertInto('role').values({ role_code: 'postman', name: '"Post"' }).returning('id').executeTakeFirstOrThrow();
    const menu = ['system-mail', 'system-mail-read'].map((menu_id) => ({ role_id: role.id, menu_id }));
    await db.insertInto('role_menu').values(menu).execute();
    const auditor = await db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    await db.insertInto('user_role').values({ user_id: auditor.id, role_id: role.id }).execute();
    expect((await list(token)).status).toBe(200);
    expect((await call(app, `/api/system/mail/${mail?.id}/text`, { token })).body.code).toBe('BEYOND_RIGHTS');
    expect((await call(app, `/api/system/mail/${mail?.id}/resend`, { method: 'POST', token })).body.code).toBe('FORBIDDEN');
  });

  it('hides the link of a questionnaire and of an evidence collection from who sees neither', async () => {
    const postman = await somebody(app, 'letters', ['sys:mail:list', 'sys:mail:read']);
    const textOf = async (reader: Somebody) => {
      const [mail] = await rows();
      return (await reader.get(`/api/system/mail/${mail?.id}/text`)).body as { code: string; data?: { text: string } };
    };
    const evaluation = await app.db.selectFrom('risk_evaluation').select('id').where('closed_at', 'is', null).executeTakeFirstOrThrow();
    const outsiders = [{ outUserName: 'Outsider', outEmail: 'out@example.test' }];
    const admin = await signedInAs(app, 'admin');
    const sent = await admin.post('/api/risk/evaluate/items', {
      projectId: String(evaluation.id),
      outsiders,
      endTime: '2099-12-31',
      mail: true,
    });
    expect(sent.body).toMatchObject({ code: '000000', data: { mailed: 1 } });
    expect(await rows()).toMatchObject([{ recipient: 'out@example.test', body: expect.stringContaining('uuid=') }]);
    expect(await textOf(postman)).toMatchObject({ code: 'BEYOND_RIGHTS' });
    expect(JSON.stringify(await textOf(postman))).not.toContain('uuid=');
    // Whoever only looks at questionnaires has no link that answers, here neither.
    expect(await textOf(await somebody(app, 'paperReader', ['sys:mail:read', 'risk:questionnaire:list']))).toMatchObject({
      code: 'BEYOND_RIGHTS',
    });
    const manager = await somebody(app, 'paperManager', ['sys:mail:read', 'risk:questionnaire:add']);
    expect((await textOf(manager)).data?.text).toContain('uuid=');
    await app.db.deleteFrom('mail').execute();
    const { id } = await app.db.selectFrom('flow_ticket_url').select('id').orderBy('id').executeTakeFirstOrThrow();
    const shared = await admin.post('/api/flow-ticket-url/share', { id: String(id), email: 'dealer@example.test' });
    expect(shared.body).toMatchObject({ code: '000000' });
    expect(await textOf(manager)).toMatchObject({ code: 'BEYOND_RIGHTS' });
    expect((await textOf(admin)).data?.text).toContain('copyUrl=');
  });

  it('of before with the link of a questionnaire or an evidence collection ask for the permission those sent now ask for, others for none', async () => {
    const admin = await signedInAs(app, 'admin');
    const evaluation = await app.db.selectFrom('risk_evaluation').select('id').where('closed_at', 'is', null).executeTakeFirstOrThrow();
    const outsiders = [{ outUserName: 'Outsider of before', outEmail: 'before@example.test' }];
    await admin.post('/api/risk/evaluate/items', { projectId: String(evaluation.id), outsiders, endTime: '2099-12-31', mail: true });
    const { id } = await app.db.selectFrom('flow_ticket_url').select('id').orderBy('id').executeTakeFirstOrThrow();
    await admin.post('/api/flow-ticket-url/share', { id: String(id), email: 'dealer@example.test' });
    await sendMail(app.db, letter);
    const permissions = async (db: TestApp['db']) =>
      await db.selectFrom('mail').select(['recipient', 'permission']).orderBy('id').execute();
    const now = await permissions(app.db);
    expect(now.map(({ permission }) => permission)).toEqual(['risk:questionnaire:add', 'flow:client:manage', null]);
    const undone = new Error('undone');
    const moving = app.db.transaction().execute(async (db) => {
      await sql`alter table mail drop column permission`.execute(db);
      await permissionOfMails(db as never);
      await linksOfSenders(db as never);
      expect(await permissions(db)).toEqual(now);
      throw undone;
    });
    await expect(moving).rejects.toBe(undone);
  });

  it('sends a failed mail again', async () => {
    const token = await tokenOf(app, 'admin');
    await sendMail(app.db, letter);
    await app.db.updateTable('mail').set({ state: 'failed', attempts: 5, problem: 'full' }).execute();
    const [mail] = await rows();
    expect((await call(app, `/api/system/mail/${mail?.id}/resend`, { method: 'POST', token })).body.data).toMatchObject({
      state: 'queued',
    });
    await deliverDue(app.db, transport);
    expect(smtp.taken).toHaveLength(1);
    const again = await call(app, `/api/system/mail/${mail?.id}/resend`, { method: 'POST', token });
    expect(again.body).toMatchObject({ code: 'CONFLICT', data: { state: 'sent' } });
  });
});

it('jobs go on after a run that failed, and stop when they are told', async () => {
  let runs = 0;
  const failures: string[] = [];
  const ended: [job: string, failed: boolean][] = [];
  const jobs = startJobs(
    [
      {
        name: 'shaky',
        everySeconds: 0.001,
        async run() {
          runs += 1;
          if (runs === 1) throw new Error('once');
        },
      },
    ],
    {
      onFailure: (job, error) => failures.push(`${job}: ${String(error)}`),
      onEnd: (job, milliseconds, failed) => milliseconds >= 0 && ended.push([job, failed]),
    },
  );
  await expect.poll(() => runs).toBeGreaterThan(2);
  await jobs.stop();
  const after = runs;
  await new Promise((done) => setTimeout(done, 20));
  expect(runs).toBe(after);
  expect(failures).toEqual(['shaky: Error: once']);
  // Each run is told as it ended.
  expect(ended).toEqual(Array.from({ length: runs }, (_, run) => ['shaky', run === 0]));
});
