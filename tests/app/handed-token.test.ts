import { describe, expect, it, vi } from 'vitest';
import { takeHandedToken } from '../../src/app/handed-token.ts';
import { signOnAddress } from '../../src/app/sign-on.ts';
import type { Stats } from '../../src/app/stats.ts';
import { followHandedToken, type Takeover } from '../../src/app/take-over.ts';

/** A window at an address; `shown` is what its address bar says in the end. */
function windowAt(address: string) {
  const made = { shown: address };
  const history = {
    state: { key: 'first' },
    replaceState: (_state: unknown, _title: string, place: string) => {
      made.shown = place;
    },
  };
  return {
    made,
    window: { location: { href: `https://risk.example.test${address}` } as Location, history: history as unknown as History },
  };
}

describe('a token in the address', () => {
  it.each([
    ['/home?access_token=abc', 'abc', '/home'],
    ['/home?redirect=/a%2Fb&access_token=abc&x=1#part', 'abc', '/home?redirect=/a%2Fb&x=1#part'],
    ['/?access%5Ftoken=abc', 'abc', '/'],
    ['/home?access_token=', '', '/home'],
    ['/home?access_token=a&access_token=b', '', '/home'],
    ['/home?access_token=%3Cscript%3E', '', '/home'],
    [`/home?access_token=${'a'.repeat(513)}`, '', '/home'],
    ['/home?token=abc', undefined, '/home?token=abc'],
  ])('[ROUTE-06] is taken out of %s', (address, token, shown) => {
    const { made, window } = windowAt(address);
    expect(takeHandedToken(window)).toBe(token);
    expect(made.shown).toBe(shown);
  });

  const seen = (id: string | undefined) =>
    ({
      session: { login: id !== undefined, delegate: null },
      user: id === undefined ? null : { id, name: `User ${id}` },
      menus: [],
    }) as unknown as Stats;
  function takeover(more: Partial<Takeover> = {}): Takeover {
    return {
      user: () => undefined,
      nameOf: (person) => String(person?.name ?? 'somebody'),
      stats: vi.fn(async () => seen('1')),
      adopt: vi.fn(async () => undefined),
      refused: vi.fn(),
      agree: vi.fn(async () => false),
      ...more,
    };
  }

  it('[ROUTE-06] is kept when the server knows it, and refused when not', async () => {
    const good = takeover();
    await followHandedToken('abc', good);
    expect(good.adopt).toHaveBeenCalledWith('abc', seen('1'));
    for (const [token, answer] of [
      ['abc', seen(undefined)],
      ['', seen('1')],
    ] as const) {
      const bad = takeover({ stats: vi.fn(async () => answer) });
      await followHandedToken(token, bad);
      expect(bad.adopt).not.toHaveBeenCalled();
      expect(bad.refused).toHaveBeenCalledOnce();
    }
  });

  it('[ROUTE-06] takes the place of another user only when they agree, and of the same user at once', async () => {
    const same = takeover({ user: () => ({ id: '1', name: 'User 1' }) });
    await followHandedToken('abc', same);
    expect(same.agree).not.toHaveBeenCalled();
    expect(same.adopt).toHaveBeenCalledOnce();
    const other = takeover({ user: () => ({ id: '2', name: 'User 2' }) });
    await followHandedToken('abc', other);
    expect(other.agree).toHaveBeenCalledWith('User 2', 'User 1');
    expect(other.adopt).not.toHaveBeenCalled();
    const kept = takeover({ user: () => ({ id: '2', name: 'User 2' }), stats: async () => seen(undefined) });
    await followHandedToken('abc', kept);
    expect(kept.refused).toHaveBeenCalledWith('User 2');
    const willing = takeover({ user: () => ({ id: '2' }), agree: async () => true });
    await followHandedToken('abc', willing);
    expect(willing.adopt).toHaveBeenCalledOnce();
  });

  const named = (user: object, delegate: object | null = null) =>
    vi.fn(async () => ({ session: { login: true, delegate }, user }) as unknown as Stats);
  it.each([
    ['is told of by username only', { username: 'ann', name: 'Ann' }, named({ username: 'bob', name: 'Bob' }), ['Ann', 'Bob']],
    ['is not known, for a call failed', {}, named({ id: '1', name: 'Ann' }), ['somebody', 'Ann']],
    [
      'acts for the one of the token',
      { username: 'agent', name: 'Agent' },
      named({ id: '1', username: 'ann', name: 'Ann' }),
      ['Agent', 'Ann'],
    ],
  ])('[ROUTE-06] asks when who is signed in %s', async (_, here, stats, names) => {
    const asked = takeover({ user: () => here, stats });
    await followHandedToken('abc', asked);
    expect(asked.agree).toHaveBeenCalledWith(...names);
    expect(asked.adopt).not.toHaveBeenCalled();
  });
});

describe('the address of a way of single sign-on', () => {
  const at = (oauthAuthorizationUrl: string) =>
    signOnAddress([{ protocol: 'INTERNAL' }, { protocol: 'corporate', oauthAuthorizationUrl }], 'corporate', 'https://risk.example.test');

  it('[LOGIN-11] is that of the server, here or elsewhere', () => {
    expect(at('/api/login/oauth2/corporate')).toBe('https://risk.example.test/api/login/oauth2/corporate');
    expect(at('https://id.example/authorize?x=1')).toBe('https://id.example/authorize?x=1');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://a:b@id.example/', 'http://', ''])('is not %j', (address) => {
    expect(at(address)).toBeUndefined();
  });

  it('[LOGIN-10] is none for a way nobody offers, nor for passwords', () => {
    expect(signOnAddress([], 'corporate', 'https://risk.example.test')).toBeUndefined();
    expect(signOnAddress([{ protocol: 'INTERNAL', oauthAuthorizationUrl: '/x' }], 'INTERNAL', 'https://risk.example.test')).toBeUndefined();
  });
});
