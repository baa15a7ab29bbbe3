import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../../server/settings.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { basic } from '../modules/client.ts';

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

/** The address a failed sign-in is counted for. The client wrote the first address itself, its proxy added the second. */
async function addressSeen(trust: string, from: string): Promise<string | undefined> {
  const app = await startApp({ env: { TRUST_PROXY: trust } });
  apps.push(app);
  await app.http.inject({
    method: 'POST',
    url: '/api/login/token',
    headers: {
      authorization: basic,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': '6.6.6.6, 203.0.113.7',
    },
    payload: 'grant_type=password&scope=server&username=nobody&password=wrong',
    remoteAddress: from,
  });
  const row = await app.db.selectFrom('login_attempt').select('address').orderBy('id').executeTakeFirst();
  return row?.address;
}

describe('behind a proxy', () => {
  it.each([
    ['off', '10.0.0.2', '10.0.0.2'],
    ['1', '10.0.0.2', '203.0.113.7'],
    ['on', '10.0.0.2', '203.0.113.7'],
    ['10.0.0.0/8, loopback', '10.0.0.2', '203.0.113.7'],
    ['10.0.0.0/8', '192.0.2.9', '192.0.2.9'],
  ])('with TRUST_PROXY=%s a call from %s counts for %s, whatever address the client claims', async (trust, from, seen) => {
    expect(await addressSeen(trust, from)).toBe(seen);
  });

  it.each(['banana', 'face', '10.0.0.0/33', '10.0.0.1 10.0.0.2', '1.5', '33', '10.0.0.0/8/8'])(
    'TRUST_PROXY=%s is refused by its name',
    (trust) => {
      expect(() => readSettings({ TRUST_PROXY: trust }, '/')).toThrow(/TRUST_PROXY is /);
    },
  );
});
