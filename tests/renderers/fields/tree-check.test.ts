import { describe, expect, it } from 'vitest';
import { readComponent, suggestions } from '../../../renderers/fields/component-string/parts.ts';
import { haveWays, linesOf, stateOf, type TreeLine, toggled } from '../../../renderers/fields/tree-check/tree.ts';
import type { Choice } from '../../../renderers/shared/controls/choices.ts';
import type { Manifest } from '../../../src/core/types.ts';

const choices: Choice[] = [
  {
    value: 'system',
    label: 'System',
    children: [
      {
        value: 'users',
        label: 'Users',
        children: [
          { value: 'add', label: 'Add' },
          { value: 'beyond', label: 'Reset', disabled: true },
        ],
      },
      { value: 'roles', label: 'Roles' },
    ],
  },
  { value: 'home', label: 'Home' },
];
const all = linesOf(choices, () => true);
const line = (key: string): TreeLine => {
  const found = all.find((one) => one.key === key);
  if (!found) throw new Error(key);
  return found;
};

describe('a tree with boxes', () => {
  it('draws open branches only, and with a search what fits with everything above it', () => {
    expect(linesOf(choices, () => false).map((one) => one.key)).toEqual(['system', 'home']);
    expect(linesOf(choices, (key) => key === 'system').map((one) => one.key)).toEqual(['system', 'users', 'roles', 'home']);
    expect(linesOf(choices, () => false, 'ADD').map((one) => one.key)).toEqual(['system', 'users', 'add']);
    expect(line('add').above).toEqual(['system', 'users']);
  });

  it('[PERM-02] says whether what two people chose together has the way to it', () => {
    const haveIt = (...keys: string[]) => haveWays(choices, new Set(keys));
    expect([haveIt(), haveIt('system', 'users', 'add'), haveIt('system', 'home')]).toEqual([true, true, true]);
    expect([haveIt('system', 'add'), haveIt('users', 'add'), haveIt('roles', 'home')]).toEqual([false, false, false]);
  });

  it('checks what stands above and below, unchecks what stands below, and leaves what cannot be chosen', () => {
    expect(toggled(choices, [], line('users'), true).sort()).toEqual(['add', 'system', 'users']);
    expect(toggled(choices, ['system', 'users', 'add', 'beyond', 'roles'], line('users'), false).sort()).toEqual([
      'beyond',
      'roles',
      'system',
    ]);
    expect(toggled(choices, ['home'], line('add'), true).sort()).toEqual(['add', 'home', 'system', 'users']);
  });

  it('tells a part of a branch from the whole', () => {
    const [system] = choices;
    if (!system) throw new Error('no choices');
    expect(stateOf(system, new Set(['add']))).toBe('some');
    expect(stateOf(system, new Set(['system']))).toBe('on');
    expect(stateOf(system, new Set(['home']))).toBe('off');
  });
});

describe('[ROUTE-11] a component string', () => {
  const manifest = {
    app: { mainLayout: 'main' },
    layouts: { main: { hash: '' }, bare: { hash: '' } },
    pages: { home: { hash: '', access: 'session' }, 'system/user': { hash: '', access: 'session' } },
  } as unknown as Pick<Manifest, 'app' | 'layouts' | 'pages'>;

  it('is read part by part, with what was meant', () => {
    expect(readComponent('system/user', manifest).parts).toEqual([
      { kind: 'layout', id: 'main', isKnown: true, isImplied: true },
      { kind: 'page', id: 'system/user', isKnown: true, isImplied: false },
    ]);
    expect(readComponent('mian#system/usr', manifest).parts.map((part) => [part.isKnown, part.hint])).toEqual([
      [false, 'did you mean "main"?'],
      [false, 'did you mean "system/user"?'],
    ]);
    expect(readComponent('main##home', manifest).problem).toContain('empty');
  });

  it('goes on with every layout and page after the last part', () => {
    expect(suggestions('bare#', manifest)).toEqual(['bare#bare#', 'bare#home', 'bare#main#', 'bare#system/user']);
  });
});
