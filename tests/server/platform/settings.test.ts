import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../server/settings.ts';

describe('settings', () => {
  it('have defaults that work without any environment', () => {
    const settings = readSettings({}, '/srv/targus');
    expect(settings).toMatchObject({
      port: 3000,
      dataDir: '/srv/targus/.data',
      schemasDir: '/srv/targus/schemas.local',
      captcha: true,
      clientId: 'targus',
      clientSecret: 'targus',
      production: false,
      databaseUrl: undefined,
    });
  });

  it('take folders relative to the project and absolute ones as they are', () => {
    expect(readSettings({ DATA_DIR: 'here' }, '/srv/targus').dataDir).toBe('/srv/targus/here');
    expect(readSettings({ DATA_DIR: '/there' }, '/srv/targus').dataDir).toBe('/there');
  });

  it('say of the embedded database alone that nobody else writes to it, unless told otherwise', () => {
    const shared = 'postgres://db/targus';
    const exclusive = (env: Record<string, string>) => readSettings(env, '/').databaseExclusive;
    expect([exclusive({}), exclusive({ DATABASE_EXCLUSIVE: 'off' })]).toEqual([true, false]);
    expect([exclusive({ DATABASE_URL: shared }), exclusive({ DATABASE_URL: shared, DATABASE_EXCLUSIVE: 'on' })]).toEqual([false, true]);
  });

  it.each([
    'postgres://u:p@h:5432/d',
    'postgresql://u:50%25@h/d?sslmode=require',
    'postgres://u@/d?host=/run/postgresql',
    'postgres:///d',
    'socket:/run/pg?db=d',
  ])('take %s as the address of a database', (url) => {
    expect(readSettings({ DATABASE_URL: url }, '/').databaseUrl).toBe(url);
  });

  it('report every wrong value in one message, without secrets', () => {
    const env = { PORT: 'abc', CAPTCHA: 'maybe', DATABASE_URL: 'mysql://u:hidden@h/d', LOG_LEVEL: 'loud' };
    expect(() => readSettings(env, '/')).toThrow(/PORT is "abc"[\s\S]*DATABASE_URL[\s\S]*CAPTCHA[\s\S]*LOG_LEVEL/);
    expect(() => readSettings(env, '/')).not.toThrow(/hidden/);
  });

  it.each([
    [{ CLIENT_SECRET: 'a-secret-of-our-own-1234', CAPTCHA: 'off' }, /CAPTCHA=off/],
    [{}, /CLIENT_SECRET is the published default/],
    [{ CLIENT_SECRET: 'short' }, /shorter than 16/],
    [{ CLIENT_SECRET: 'a-secret-of-our-own-1234', PUBLIC_URL: 'http://risk.example' }, /PUBLIC_URL is an http address/],
  ])('in production refuse %o', (env, message) => {
    expect(() => readSettings({ PRODUCTION: '1', ...env }, '/')).toThrow(message);
  });

  it('in production accept a secret of our own', () => {
    expect(readSettings({ PRODUCTION: '1', CLIENT_SECRET: 'a-secret-of-our-own-1234' }, '/').production).toBe(true);
  });

  it('in production show the contracts to everybody only where it is said', () => {
    const production = { PRODUCTION: '1', CLIENT_SECRET: 'a-secret-of-our-own-1234' };
    const shown = [{}, production, { ...production, API_DOCS: 'on' }, { API_DOCS: 'off' }].map((env) => readSettings(env, '/').apiDocs);
    expect(shown).toEqual([true, false, true, false]);
  });
});
