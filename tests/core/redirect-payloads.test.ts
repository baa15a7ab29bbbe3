import { describe, expect, it } from 'vitest';
import { isSafePath, safeRedirect } from '../../src/core/index.ts';

/**
 * The parts open redirects are made of, put together in every way (ROUTE-04, ROUTE-06). A browser resolves the outcome against our
 * origin, as `location` and the router do: whatever the function lets through must stay there.
 */
const origin = 'https://risk.example.test';
const hosts = [
  'evil.example',
  'evil.example/',
  'evil.example:443/login',
  '0x7f000001',
  'xn--evil-9za.example',
  '[::1]',
  'EVIL.example?x=1',
  'evil.example%23',
  'evil。example',
];
const starts = [
  '//',
  '///',
  '////',
  '/\\',
  '\\/',
  '\\\\',
  '/\\/',
  '/%5c',
  '/%2f',
  '/%252f',
  '/%25252f',
  '%2f%2f',
  '%5c%5c',
  '/\t/',
  '/\n/',
  '/\r\n/',
  '\t//',
  '\u0000//',
  ' //',
  '\u00a0//',
  '\ufeff//',
  '\u2028//',
  '/./\t/',
  '/.//',
  '/..//',
  '/%2e%2e//',
  '/x/..//',
  '/%09/',
  '/%0d%0a/',
  '/;//',
];
const schemes = [
  'http:',
  'https:',
  'HTTPS:',
  'ht\ntps:',
  'ftp:',
  'file:',
  'javascript:',
  'JavaScript:',
  'java\tscript:',
  ' javascript:',
  '\u0001javascript:',
  'data:text/html,',
  'vbscript:',
  'blob:',
  'about:',
  'mailto:',
  'ws:',
  'view-source:',
  'filesystem:',
  'intent:',
];
const bodies = [
  '//evil.example',
  '///evil.example',
  'evil.example',
  '/\\evil.example',
  'alert(document.domain)//',
  '%2f%2fevil.example',
  '\\\\evil.example',
];
const userinfo = [
  '',
  'risk.example.test@',
  'a:b@',
  'risk.example.test%2f@',
  'risk.example.test\\@',
  'risk.example.test%00@',
  'risk.example.test.',
];

const payloads = [
  ...new Set([
    ...starts.flatMap((start) => hosts.map((host) => `${start}${host}`)),
    ...schemes.flatMap((scheme) => bodies.map((body) => `${scheme}${body}`)),
    ...userinfo.flatMap((user) => hosts.flatMap((host) => [`https://${user}${host}`, `//${user}${host}`])),
    ...['@evil.example', '.evil.example', ':443@evil.example', ':80', '\\@evil.example', '%2eevil.example', '%00.evil.example'].map(
      (tail) => `${origin}${tail}`,
    ),
    ...['', ' ', '.', '..', '#', '?', '?//evil.example', '#//evil.example', 'login', 'x'.repeat(5_000), `/${'%25'.repeat(900)}2f`],
  ]),
];

/** Where a browser would go with it. */
function landing(target: string): string {
  return new URL(target, origin).origin;
}

describe('redirect payloads', () => {
  it('[ROUTE-04] are at least 500 different ones, and most of them would leave a page that trusts them (the control)', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(500);
    const leaving = payloads.filter((payload) => !URL.canParse(payload, origin) || landing(payload) !== origin);
    expect(leaving.length).toBeGreaterThan(250);
  });

  it('[ROUTE-04] never lead out of our origin', () => {
    const left = payloads.filter((payload) => landing(safeRedirect(payload, origin)) !== origin);
    expect(left).toEqual([]);
  });

  it('[ROUTE-04] never name another host after a server or proxy decoded them', () => {
    const once = (text: string) => {
      try {
        return decodeURIComponent(text);
      } catch {
        return text;
      }
    };
    const left = payloads.filter((payload) => {
      let target = safeRedirect(payload, origin);
      for (let round = 0; round < 4; round += 1) {
        if (landing(target) !== origin) return true;
        target = once(target);
      }
      return false;
    });
    expect(left).toEqual([]);
  });

  it('[ROUTE-04] paths of this application pass as they are (the other control)', () => {
    for (const path of ['/', '/home', '/system/dict?dictType=join-type', '/a/b?x=%2F%2Fevil.example', '/board/detail/7#part', '/名称']) {
      expect(safeRedirect(path, origin), path).toBe(path);
      expect(safeRedirect(`${origin}${path}`, origin)).toBe(path);
      expect(isSafePath(path)).toBe(true);
    }
  });
});
