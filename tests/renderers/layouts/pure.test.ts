import { describe, expect, it } from 'vitest';
import { branchTo, isOpen, toggle } from '../../../renderers/layouts/menu-side/branch.ts';
import { filledIn } from '../../../renderers/layouts/menu-tabs/address.ts';
import { columnsOf, firstLine, panelLeft } from '../../../renderers/layouts/menu-top/fit.ts';
import { scaleOf } from '../../../renderers/layouts/scaled/scale.ts';
import { chosen, nextTab } from '../../../renderers/layouts/tabs/choice.ts';
import { byLetter, step } from '../../../renderers/shared/menu/focus.ts';

describe('branches of the side menu', () => {
  it('[MENU-08] opening one submenu closes the other of its level', () => {
    let branch = toggle([], [], 'risk');
    expect(branch).toEqual(['risk']);
    branch = toggle(branch, ['risk'], 'exam');
    expect(branch).toEqual(['risk', 'exam']);
    branch = toggle(branch, [], 'audit');
    expect(branch).toEqual(['audit']);
    expect(isOpen(branch, 0, 'risk')).toBe(false);
  });
  it('[MENU-08] a second use closes the submenu and what is open in it', () => {
    expect(toggle(['risk', 'exam'], [], 'risk')).toEqual([]);
    expect(toggle(['risk', 'exam'], ['risk'], 'exam')).toEqual(['risk']);
  });
});

describe('the branch to the current entry', () => {
  it('starts at the shown entries, whatever stands above them', () => {
    const leaf = (menuId: string) => ({ menuId, children: [] });
    const items = [leaf('home'), { menuId: 'risk', children: [leaf('paper'), { menuId: 'exam', children: [leaf('one')] }] }];
    expect(branchTo(items, ['app', 'risk', 'exam', 'one'])).toEqual(['risk', 'exam']);
    expect(branchTo(items, ['app', 'home'])).toEqual([]);
    expect(branchTo(items, [])).toEqual([]);
  });
});

describe('menu tabs', () => {
  it('[LAYOUT-09] fill the parts of their addresses in, and leave out what has none', () => {
    expect(filledIn('/workbench/:id/members', { id: '7' })).toBe('/workbench/7/members');
    expect(filledIn('/workbench/:id/members', { id: 'a/b' })).toBe('/workbench/a%2Fb/members');
    expect(filledIn('/workbench/:id/members', {})).toBe('');
    expect(filledIn('/workbench/:constructor/x', {})).toBe('');
    expect(filledIn('/resources/program/index?at=12:30', {})).toBe('/resources/program/index?at=12:30');
  });
});

describe('the top menu', () => {
  it('[LAYOUT-11] has two columns when there are more than 10 children', () => {
    expect([1, 10, 11, 40].map(columnsOf)).toEqual([1, 1, 2, 2]);
  });
  it('shows the first line and keeps panels inside the window', () => {
    const boxes = (...tops: number[]) => tops.map((top, index) => ({ top, right: 100 * (index + 1) }));
    expect(firstLine(boxes(2, 2, 2, 44, 44), 370)).toEqual({ shown: 3, slack: 70 });
    expect(firstLine(boxes(2, 2), 370)).toEqual({ shown: 2, slack: 0 });
    expect(firstLine(boxes(2, 44), 60)).toEqual({ shown: 0, slack: 60 });
    expect(firstLine([], 370)).toEqual({ shown: 0, slack: 0 });
    expect(panelLeft(900, 300, 1000)).toBe(692);
    expect(panelLeft(-5, 300, 1000)).toBe(8);
  });
});

describe('scaling', () => {
  const login = { width: 1280, height: 880, mode: 'contain', fluidBelow: 900, smallest: 0.5, largest: 2, enlarge: 1 } as const;
  it('[LOGIN-17] fits the 1280 x 880 design into the window, whole in both directions', () => {
    expect(scaleOf({ width: 1280, height: 880 }, login)).toEqual({ fluid: false, factor: 1, width: 1280, height: 880 });
    expect(scaleOf({ width: 1280, height: 704 }, login)).toEqual({ fluid: false, factor: 0.8, width: 1600, height: 880 });
    expect(scaleOf({ width: 2560, height: 1760 }, login)).toEqual({ fluid: false, factor: 2, width: 1280, height: 880 });
  });
  it('[LAYOUT-08] fits the width of the 1920 x 1354 design and lets the height scroll', () => {
    const home = { ...login, width: 1920, height: 1354, mode: 'width' } as const;
    expect(scaleOf({ width: 1440, height: 600 }, home)).toEqual({ fluid: false, factor: 0.75, width: 1920, height: 800 });
  });
  it('stops at phone width and where it would become unreadable', () => {
    expect(scaleOf({ width: 390, height: 844 }, login)).toEqual({ fluid: true });
    expect(scaleOf({ width: 1200, height: 300 }, login)).toEqual({ fluid: true });
    expect(scaleOf({ width: 1200, height: Number.NaN }, login)).toEqual({ fluid: true });
  });
  it('draws widgets larger in a large design', () => {
    expect(scaleOf({ width: 1280, height: 880 }, { ...login, enlarge: 1.5 })).toMatchObject({ factor: 1.5 });
  });
});

describe('choice of tabs', () => {
  const tabs = [{ key: 'a' }, { key: 'b', disabled: true }, { key: 'c' }, { key: 'd', visible: false }];
  it('falls back to the first tab that can be chosen', () => {
    expect(chosen(tabs, 'c').active).toBe('c');
    expect(chosen(tabs, 'b').active).toBe('a');
    expect(chosen(tabs, 'd').active).toBe('a');
    expect(chosen([], 'a').active).toBeUndefined();
    expect(chosen(tabs, 'a').tabs.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });
  it('moves over disabled tabs and round the ends', () => {
    const shown = tabs.slice(0, 3);
    expect(nextTab('ArrowRight', 'a', shown)).toBe('c');
    expect(nextTab('ArrowRight', 'c', shown)).toBe('a');
    expect(nextTab('ArrowLeft', 'a', shown)).toBe('c');
    expect(nextTab('End', 'a', shown)).toBe('c');
    expect(nextTab('Home', 'c', shown)).toBe('a');
    expect(nextTab('x', 'a', shown)).toBeUndefined();
  });
});

describe('keys in menus', () => {
  it('move round the list and to its ends', () => {
    expect(step('ArrowDown', 2, 3)).toBe(0);
    expect(step('ArrowUp', 0, 3)).toBe(2);
    expect(step('ArrowUp', -1, 3)).toBe(2);
    expect(step('ArrowRight', 0, 3)).toBeUndefined();
    expect(step('ArrowRight', 0, 3, 'both')).toBe(1);
    expect(step('End', 0, 3)).toBe(2);
    expect(step('End', 0, 0)).toBeUndefined();
  });
  it('a letter goes to the next entry that starts with it', () => {
    const labels = ['Alpha', 'beta', 'Bravo'];
    expect(byLetter('b', 0, labels)).toBe(1);
    expect(byLetter('B', 1, labels)).toBe(2);
    expect(byLetter('b', 2, labels)).toBe(1);
    expect(byLetter('z', 0, labels)).toBe(-1);
  });
});
