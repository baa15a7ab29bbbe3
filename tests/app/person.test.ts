import { describe, expect, it } from 'vitest';
import { hasSameRights, isSamePerson, type Person, rightsKey, settingsOwner } from '../../src/app/person.ts';
import type { AppState } from '../../src/engine/types.ts';

type Seat = Pick<AppState, 'session' | 'user'>;
const seat = (user: Person | null, session: object = {}) =>
  ({ user, session: { login: true, delegate: null, viewing: null, ...session } }) as unknown as Seat;
const ann = { id: '1', username: 'ann' };
const acting = { delegate: { id: 'd1', agent: { username: 'bob' } } };
const viewing = { viewing: { id: 'r1', code: 'reader' } };

describe('who somebody is', () => {
  it.each([
    ['ids', { id: '1', username: 'x' }, { id: 1, username: 'y' }, true],
    ['usernames where one has no id', { id: '1', username: 'ann' }, { username: 'ann' }, true],
    ['other usernames', { username: 'ann' }, { username: 'bob' }, false],
    ['nothing', {}, {}, false],
    ['nobody', null, null, false],
    ['empty names', { username: '' }, { username: '' }, false],
    ['an id and a username', { id: 'ann' }, { username: 'ann' }, false],
  ] as const)('is told by %s', (_, one, other, same) => {
    expect(isSamePerson(one, other)).toBe(same);
  });

  it('[DELEG-05] is the agent for settings, and a session for another person or role is another one for what it shows', () => {
    expect([seat(ann), seat(ann, acting), seat({ id: 7 }), seat(null)].map(settingsOwner)).toEqual(['ann', 'bob', '7', '']);
    const seats = [seat(ann), seat(ann, acting), seat(ann, viewing), seat({ id: '2', username: 'bob' })];
    expect(new Set(seats.map(rightsKey)).size).toBe(seats.length);
    for (const one of seats) for (const other of seats) expect(hasSameRights(one, other)).toBe(one === other);
    expect(hasSameRights(seat(ann, acting), seat({ username: 'ann' }, { delegate: { ...acting.delegate, days: 3 } }))).toBe(true);
  });

  it('has no key where nobody is signed in, nor where nobody knows who', () => {
    expect([seat(ann, { login: false }), seat(null), seat({ name: 'Ann' })].map(rightsKey)).toEqual([undefined, undefined, undefined]);
  });
});
