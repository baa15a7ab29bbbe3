import type { ProblemExample } from './example.ts';
import { exampleProject, exampleRow } from './project.ts';

const row = (more: object) => ({ ...exampleRow, menuId: '3', url: '/third', ...more });
const rows = (wrong: object[], right: object[]): ProblemExample => ({ in: 'menu', wrong, right });
const chain = (length: number) =>
  Array.from({ length }, (_, index) => ({ menuId: `m${index}`, parentId: index === 0 ? '0' : `m${index - 1}`, type: '0', name: 'Level' }));

const menu = (use: string) => ({
  ...{ $schema: '../meta/menu.schema.json', version: 1, use },
  items: [{ ...row({ menuId: '9', url: '/ninth' }), perms: 'shop:person:edit' }],
});

/** Examples of what is wrong with rows of a menu, written or served. */
export const menuExamples: Record<string, ProblemExample> = {
  MENU_ROW: { in: 'rows', wrong: [{ name: 'People' }], right: [exampleRow] },
  MENU_DUPLICATE: rows([row({}), row({ url: '/fourth' })], [row({}), row({ menuId: '4', url: '/fourth' })]),
  MENU_PARENT: rows([row({ parentId: '99' })], [row({ parentId: '1' })]),
  MENU_CYCLE: rows(
    [row({ parentId: '4' }), row({ menuId: '4', parentId: '3', url: '/fourth' })],
    [row({}), row({ menuId: '4', parentId: '3', url: '/fourth' })],
  ),
  MENU_DEPTH: {
    in: 'rows',
    wrong: () => chain(40),
    right: () => chain(4),
    shown: { wrong: 'a chain of 40 rows', right: 'a tree of 4 levels' },
  },
  MENU_TOO_LARGE: {
    in: 'rows',
    wrong: () => Array.from({ length: 50_001 }, (_, index) => ({ ...exampleRow, menuId: `m${index}`, url: `/m${index}` })),
    right: () => Array.from({ length: 600 }, (_, index) => ({ ...exampleRow, menuId: `m${index}`, url: `/m${index}` })),
    shown: { wrong: '50,001 rows', right: '600 rows' },
  },
  MENU_META: {
    in: 'rows',
    wrong: [{ ...exampleRow, meta: '{hideHeader: 1}' }],
    right: [{ ...exampleRow, meta: '{"hideHeader": "1"}' }],
  },
  MENU_URL: rows([row({ url: 'javascript:alert(1)' })], [row({ url: '/third' })]),
  MENU_PATH: rows([row({ url: '/people' })], [row({ url: '/third' })]),
  MENU_REDIRECT: rows(
    [{ menuId: '3', parentId: '0', type: '1', name: 'Third', url: '/third', redirect: 'https://example.org' }],
    [{ menuId: '3', parentId: '0', type: '1', name: 'Third', url: '/third', redirect: '/people' }],
  ),
  MENU_NOWHERE: rows(
    [{ menuId: '3', parentId: '0', type: '1', name: 'Third', url: '/third' }],
    [{ menuId: '3', parentId: '0', type: '1', name: 'Third', url: '/third', component: 'main#people' }],
  ),
  MENU_PERMISSION: {
    in: 'files',
    wrong: { 'schemas/menus/own.menu.json': menu('application') },
    right: { 'schemas/menus/own.menu.json': menu('seed') },
    shown: {
      wrong: '{"use": "application", "items": [{"perms": "shop:person:edit", ...}]}',
      right: '{"use": "seed", "items": [{"perms": "shop:person:edit", ...}]}',
    },
  },
  UNKNOWN_PATH: {
    in: 'page',
    wrong: { body: [{ widget: 'button', text: 'shop.save', onClick: [{ navigate: '/poeple' }] }] },
    right: { body: [{ widget: 'button', text: 'shop.save', onClick: [{ navigate: '/people' }] }] },
  },
  PATH_PARAMETER: {
    in: 'files',
    wrong: {
      'schemas/pages/people.page.json': { ...exampleProject['schemas/pages/people.page.json'], params: { id: { type: 'string' } } },
    },
    right: { 'schemas/pages/people.page.json': exampleProject['schemas/pages/people.page.json'] },
    shown: {
      wrong: '{"params": {"id": {"type": "string"}}, ...} of a page whose menu row has "url": "/people"',
      right: 'the same with "url": "/people/:id", or without the parameter',
    },
  },
  MENU_COMPONENT: rows([row({ component: 'main##people' })], [row({ component: 'main#people' })]),
  UNKNOWN_LAYOUT: rows([row({ component: 'mian#people' })], [row({ component: 'main#people' })]),
  UNKNOWN_PAGE: rows([row({ component: 'main#peple' })], [row({ component: 'main#people' })]),
};
