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
      both: [],
      disputed: ['name'],
    });
  });

  it('has nothing to ask when both wrote the same, and takes nothing from fields the answer lacks', () => {
    const mine = { ...base, name: 'Same', secret: 'x' };
    const merged = mergeNewer(base, mine, { ...base, version: 2, name: 'Same' }, ['name', 'secret']);
    expect(merged).toMatchObject({ theirs: [], disputed: [], values: { secret: 'x', version: 2 } });
  });

  it('[PERM-02] puts the choices of both together: what either added is there, what either took away is not, and nobody has to give up one for the other', () => {
    let fit = (_field: string, _values: readonly unknown[]) => true;
    const chosen = (menuIds: unknown) => ({ id: '1', menuIds });
    const merge = (was: unknown, mine: unknown, now: unknown) => mergeNewer(chosen(was), chosen(mine), chosen(now), ['menuIds'], fit);
    expect(merge(['a', 'b', 'c'], ['a', 'c', 'mine'], ['a', 'b', 'theirs'])).toEqual({
      values: chosen(['a', 'theirs', 'mine']),
      theirs: [],
      both: ['menuIds'],
      disputed: [],
    });
    expect(merge(undefined, ['a', 'b'], ['b', 'c']).values).toEqual(chosen(['b', 'c', 'a']));
    // A choice is the same as text and as number.
    expect(merge([1], [1, 2], ['1', '3']).values).toEqual(chosen(['1', '3', 2]));
    // Texts and rows are no choices: the user decides.
    for (const [was, mine, now] of [
      ['a', 'b', 'c'],
      [[{ a: 1 }], [{ a: 2 }], [{ a: 3 }]],
    ])
      expect(merge(was, mine, now)).toMatchObject({ theirs: [], both: [], disputed: ['menuIds'] });
    // So they do of lists that are no choices, such as two days, and of choices that do not fit each other.
    fit = (field, values) => field === 'menuIds' && values.length < 3;
    expect(merge(['1', '2'], ['1', '3'], ['1', '4'])).toMatchObject({ both: [], disputed: ['menuIds'], values: chosen(['1', '3']) });
    expect(mergeNewer({ days: ['1', '9'] }, { days: ['2', '9'] }, { days: ['1', '8'] }, ['days'])).toMatchObject({
      both: [],
      disputed: ['days'],
    });
  });

  it('counts null, nothing and empty text as the same', () => {
    expect(mergeNewer({ phone: null }, { phone: '' }, { phone: undefined }, ['phone'])).toMatchObject({ theirs: [], disputed: [] });
  });
});
