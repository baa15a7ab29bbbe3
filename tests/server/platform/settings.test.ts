import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../server/settings.ts';
import { projectRoot } from '../../support/project.ts';

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

  it('stand in the table of docs/operations.md, all of them and no others', () => {
    const read = new Set<string>();
    const given: Record<string, string> = { SPEECH_URL: 'https://speech.example.com' };
    const asked = (_: object, name: string) => {
      read.add(name);
      return given[name];
    };
    readSettings(new Proxy<Record<string, string | undefined>>({}, { get: asked }), '/');
    // Set by `npm run dev` alone.
    read.delete('DEVELOPMENT');
    const guide = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
    const [, section = ''] = /^## Settings\n(.*?)^## /ms.exec(guide) ?? [];
    const told = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(told.sort()).toEqual([...read].sort());
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

  it('take a time zone by its name alone: an offset means the opposite to the database', () => {
    // Newer versions of Node take offsets.
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(
      () => ({ resolvedOptions: () => ({ timeZone: '+08:00' }) }) as unknown as Intl.DateTimeFormat,
    );
    expect(() => readSettings({ TIME_ZONE: '+08:00' }, projectRoot)).toThrow(/TIME_ZONE/);
    vi.restoreAllMocks();
  });

  it('in production accept a secret of our own', () => {
    expect(readSettings({ PRODUCTION: '1', CLIENT_SECRET: 'a-secret-of-our-own-1234' }, '/').production).toBe(true);
  });

  it('in production refuse services elsewhere without TLS, by their place and without secrets, unless their host is named', () => {
    const source = (url: string) => JSON.stringify([{ id: 'erp', url }]);
    const own = { PRODUCTION: '1', CLIENT_SECRET: 'a-secret-of-our-own-1234', PUBLIC_URL: 'https://risk.example.com' };
    const start = (env: Record<string, string>) => () => readSettings({ ...own, ...env }, '/');
    const db = 'postgres://targus:hidden@db.example.com/targus';
    const plain = [
      [{ DATABASE_URL: db }, /DATABASE_URL leads to db\.example\.com without TLS.*sslmode=verify-full.*PLAIN_HOSTS=db\.example\.com/],
      [{ DATABASE_URL: `${db}?sslmode=disable` }, /DATABASE_URL leads to db\.example\.com without TLS/],
      [{ DATABASE_URL: `${db}?sslmode=no-verify` }, /DATABASE_URL leads to db\.example\.com without checking its certificate/],
      [{ DATA_SOURCES: source(db) }, /DATA_SOURCES \(erp\) leads to db\.example\.com without TLS/],
      [{ FILE_STORE: 'http://KEY:hidden@store.example.com/bucket' }, /FILE_STORE leads to store\.example\.com without TLS.*https/],
      [{ WOPI_URL: 'http://office.example.com' }, /WOPI_URL leads to office\.example\.com without TLS/],
      [{ SPEECH_URL: 'http://speech.example.com/v1' }, /SPEECH_URL leads to speech\.example\.com without TLS/],
      [{ API_TARGET: 'http://back.example.com' }, /API_TARGET leads to back\.example\.com without TLS/],
    ] as const;
    for (const [env, message] of plain) {
      expect(start(env)).toThrow(message);
      expect(start(env)).not.toThrow(/hidden/);
      expect(
        start({ ...env, PLAIN_HOSTS: 'other, DB.example.com,store.example.com,office.example.com,speech.example.com,back.example.com' }),
      ).not.toThrow();
      expect(() => readSettings({ ...env }, '/')).not.toThrow();
    }
    const fine: Record<string, string>[] = [
      { DATABASE_URL: `${db}?sslmode=verify-full` },
      { DATABASE_URL: 'postgres://targus:hidden@127.0.0.1/targus', FILE_STORE: 'http://KEY:hidden@localhost:9000/bucket' },
      { DATABASE_URL: 'postgres://targus@/targus?host=/var/run/postgresql', WOPI_URL: 'http://[::1]:9980' },
      { DATABASE_URL: 'socket:/var/run/postgresql?db=targus', SPEECH_URL: 'https://speech.example.com/v1' },
    ];
    for (const env of fine) expect(start(env)).not.toThrow();
    const office = 'http://[fd00::1]:9980';
    expect(start({ WOPI_URL: office })).toThrow(/PLAIN_HOSTS=fd00::1$/m);
    for (const PLAIN_HOSTS of ['fd00::1', '[fd00::1]']) expect(start({ WOPI_URL: office, PLAIN_HOSTS })).not.toThrow();
    expect(start({ PLAIN_HOSTS: 'https://db.example.com' })).toThrow(/PLAIN_HOSTS is .* expected names of hosts/);
  });

  it('in production show the contracts to everybody only where it is said', () => {
    const production = { PRODUCTION: '1', CLIENT_SECRET: 'a-secret-of-our-own-1234' };
    const shown = [{}, production, { ...production, API_DOCS: 'on' }, { API_DOCS: 'off' }].map((env) => readSettings(env, '/').apiDocs);
    expect(shown).toEqual([true, false, true, false]);
  });
});
