import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addressKey } from '../../../server/address-key.ts';
import { limits, reserve, settle, strangerAt } from '../../../server/modules/identity/throttle.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { signIn } from './client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());
beforeEach(async () => {
  await app.db.deleteFrom('login_attempt').execute();
});

it('verifies no more guesses than the limit in a burst of 200 parallel ones, from one address or from many', async () => {
  const guesses = Array.from({ length: 200 }, (_, index) => signIn(app, 'admin', `guess${index}`, {}, `10.1.${index % 50}.7`));
  const answers = await Promise.all(guesses);
  expect(answers.every((answer) => answer.status === 400 && answer.body.code === 'LOGIN_FAILED')).toBe(true);
  // Signing in goes on meanwhile for others: refused guesses are not computed.
  const states = await app.db.selectFrom('login_attempt').select('state').where('account', '=', 'admin').execute();
  expect(states.filter((row) => row.state === 'failed')).toHaveLength(limits.account);
  expect(states.filter((row) => row.state === 'refused')).toHaveLength(200 - limits.account);
  expect((await signIn(app, 'admin', 'targus-demo')).body.code).toBe('LOGIN_FAILED');
}, 120_000);

it('lets 20 parallel right logins of one account pass', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(app, 'admin', 'targus-demo')));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await app.db.selectFrom('login_attempt').select('id').execute()).toEqual([]);
}, 60_000);

it('forgets the failures of an account after a right login', async () => {
  for (let count = 1; count < limits.account; count += 1) await signIn(app, 'auditor', 'no');
  expect((await signIn(app, 'auditor', 'targus-demo')).status).toBe(200);
  for (let count = 1; count < limits.account; count += 1) await signIn(app, 'auditor', 'no');
  expect((await signIn(app, 'auditor', 'targus-demo')).status).toBe(200);
}, 60_000);

it('opens a locked account when its window has passed', async () => {
  for (let count = 0; count < limits.account; count += 1) await signIn(app, 'auditor', 'no');
  expect((await signIn(app, 'auditor', 'targus-demo')).body.code).toBe('LOGIN_FAILED');
  await app.db
    .updateTable('login_attempt')
    .set({ at: new Date(Date.now() - (limits.windowSeconds + 1) * 1000) })
    .execute();
  expect((await signIn(app, 'auditor', 'targus-demo')).status).toBe(200);
}, 60_000);

it('stops one address that tries many accounts, and no other address', async () => {
  const rows = Array.from({ length: limits.address }, (_, index) => ({
    account: `user${index}`,
    address: '10.2.2.2',
    state: 'failed' as const,
  }));
  await app.db.insertInto('login_attempt').values(rows).execute();
  expect((await signIn(app, 'admin', 'targus-demo', {}, '10.2.2.2')).body.code).toBe('LOGIN_FAILED');
  expect((await signIn(app, 'admin', 'targus-demo', {}, '10.2.2.3')).status).toBe(200);
});

it('counts the /64 network of an IPv6 address, and an IPv4 address behind IPv6 as itself', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:0db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(addressKey('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(addressKey('10.1.2.3')).toBe('10.1.2.3');
});

it('grants no more checks than the limit to servers that know nothing of each other', async () => {
  const attempts = Array.from({ length: 60 }, async (_, index) => {
    const guesser = strangerAt('shared', `10.4.${index}.1`);
    const reservation = await reserve(app.db, guesser);
    if (reservation.kind !== 'granted') return 'refused';
    await new Promise((resolve) => setTimeout(resolve, 20));
    await settle(app.db, reservation.id, guesser, false);
    return 'checked';
  });
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((outcome) => outcome === 'checked')).toHaveLength(limits.account);
});

it('makes right logins wait for each other instead of refusing them', async () => {
  const attempts = Array.from({ length: 60 }, async () => {
    const guesser = strangerAt('shared', '10.5.1.1');
    const reservation = await reserve(app.db, guesser);
    if (reservation.kind !== 'granted') return 'refused';
    await settle(app.db, reservation.id, guesser, true);
    return 'checked';
  });
  expect(new Set(await Promise.all(attempts))).toEqual(new Set(['checked']));
});

it('frees the place of a check whose server died', async () => {
  const rows = Array.from({ length: limits.account }, () => ({ account: 'auditor', address: '10.6.1.1', state: 'pending' as const }));
  const longAgo = new Date(Date.now() - (limits.pendingSeconds + 1) * 1000);
  await app.db
    .insertInto('login_attempt')
    .values(rows.map((row) => ({ ...row, at: longAgo })))
    .execute();
  expect((await signIn(app, 'auditor', 'targus-demo')).status).toBe(200);
});
