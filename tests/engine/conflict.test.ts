import { describe, expect, it } from 'vitest';
import { mergeNewer } from '../../src/engine/form/conflict.ts';

const base = { id: '1', version: 1, name: 'A', phone: null, email: 'a@x' };

describe('a record that somebody else saved first', () => {
  it('takes what only they changed, keeps what only the user changed, and asks where both did', () => {
    const mine = { ...base, name: 'Mine', email: 'mine@x', phone: undefined };
    const current = { ...base, version: 2, name: 'Theirs', phone: '1' };
    expect(mergeNewer(base, mine, current, ['name', 'phone', 'email'])).toEqual({
      values: { id: '1', version: 2, name: 'Mine', phone: '1', email: 'mine@x' },
      theirs: ['phone'],
      disputed: ['name'],
    });
  });

  it('has nothing to ask when both wrote the same, and takes nothing from fields the answer lacks', () => {
    const mine = { ...base, name: 'Same', secret: 'x' };
    const merged = mergeNewer(base, mine, { ...base, version: 2, name: 'Same' }, ['name', 'secret']);
    expect(merged).toMatchObject({ theirs: [], disputed: [], values: { secret: 'x', version: 2 } });
  });

  it('counts null, nothing and empty text as the same', () => {
    expect(mergeNewer({ phone: null }, { phone: '' }, { phone: undefined }, ['phone'])).toMatchObject({ theirs: [], disputed: [] });
  });
});
