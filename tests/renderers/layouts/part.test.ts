import { expect, it } from 'vitest';
import { pageOf } from '../../../renderers/layouts/part/page-of.ts';

it('[MISC-07] a part shows the page it names, or one that data choose below its folder, and never another', () => {
  expect(pageOf({ page: 'home' })).toBe('home');
  expect(pageOf({ folder: 'board', chosen: 'deep/risk-map' })).toBe('board/deep/risk-map');
  expect([pageOf({ folder: 'board' }), pageOf({ folder: 'board', chosen: '' })]).toEqual([undefined, undefined]);
  for (const chosen of ['../system/user', '/home', 'a//b', 'A', 'a/..', 'a.b'])
    expect(() => pageOf({ folder: 'board', chosen })).toThrow('is no id of a page below board');
  expect(() => pageOf({ chosen: 'risk' })).toThrow('a part needs "page"');
});
