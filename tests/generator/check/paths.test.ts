import { expect, it } from 'vitest';
import { exampleProject, exampleRow } from '../../../generator/check/examples/project.ts';
import { checkPaths } from '../../../generator/check/paths.ts';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Files, overlayFolder, page, root, temporaryProject } from '../support/temporary-project.ts';

const row = (menuId: string, url: string, more: object = {}) => ({ ...exampleRow, menuId, url, component: 'main#example', ...more });
const menu = {
  ...{ $schema: '../meta/menu.schema.json', version: 1, use: 'application' },
  items: [
    row('a', '/orders/detail/:id'),
    row('b', 'orders/archive/'),
    row('c', '/reports/*'),
    row('d', '/portal', { component: undefined, isFrame: '0', url: 'https://example.org/portals' }),
    row('e', '/orders/Add'),
  ],
};

/** What is said of paths that steps lead to, or of other documents. */
function said(paths: readonly string[], more: Files = {}): (string | undefined)[][] {
  const steps = paths.map((navigate) => ({ navigate }));
  const files = {
    ...{ ...exampleProject, 'schemas/menus/orders.menu.json': menu },
    'schemas/pages/example.page.json': page({ title: 'shop.title', body: [{ widget: 'button', text: 'shop.save', onClick: steps }] }),
    ...more,
  };
  return runChecks(readProject(temporaryProject(files))).flatMap(({ code, severity, pointer, message, hint }) =>
    code === 'UNKNOWN_PATH' ? [[severity, pointer, message, hint]] : [],
  );
}

it('warns of a path nearly spelt like that of a menu row, and says which was meant', () => {
  const wrong = [
    '/poeple?tab=all',
    '/orders/add',
    '/ordes/archive#top',
    '/order/detail/{{ row.id }}',
    "{{ '/orders/detial/' + urlEncode(row.id) }}",
    "{{ user.id ? '/people' : '/peple' }}",
    '/reprots',
    '/oders/{{ row.id }}/lines',
  ];
  const at = (index: number) => `/body/0/onClick/${index}/navigate`;
  expect(said(wrong)).toEqual([
    ['warning', at(0), 'no menu row has the path "/poeple"', 'did you mean "/people"?'],
    ['warning', at(1), 'no menu row has the path "/orders/add"', 'did you mean "/orders/Add"?'],
    ['warning', at(2), 'no menu row has the path "/ordes/archive"', 'did you mean "/orders/archive/"?'],
    ['warning', at(3), 'no menu row has the path "/order/detail/..."', 'did you mean "/orders/detail/:id"?'],
    ['warning', at(4), 'no menu row has the path "/orders/detial/..."', 'did you mean "/orders/detail/:id"?'],
    ['warning', at(5), 'no menu row has the path "/peple"', 'did you mean "/people"?'],
    ['warning', at(6), 'no menu row has the path "/reprots"', 'did you mean "/reports/*"?'],
    ['warning', at(7), 'no menu row has the path "/oders/..."', 'did you mean "/orders/detail/:id"?'],
  ]);
});

it('says nothing of paths that may stand elsewhere, and of what is not known before it runs', () => {
  const right = [
    '/people',
    '/people/',
    '/orders/detail/12',
    '/orders/archive',
    '/orders/{{ row.id }}',
    '/reports',
    '/reports/2024/12',
    'https://example.org/poeple',
    '//example.org/poeple',
    '/api/files/12',
    '/help/guide.pdf',
    '{{ row.link }}',
    "{{ row.link + '/poeple' }}",
    "{{ '/poeple' + row.more }}",
    '/%70oeple',
  ];
  expect(said(right)).toEqual([]);
  const app = exampleProject['schemas/app/example.app.json'];
  const apps = [{ id: 'poeple', entry: 'https://example.org/' }];
  expect(said(['/poeple'], { 'schemas/app/example.app.json': { ...app, apps } })).toEqual([]);
});

it('warns of a path like none of the rows, unless pages nothing leads to show that rows stand elsewhere', () => {
  // A row that leads to another site is none they could mean.
  const paths = ['/warehouse/stock', '/orders/detail/12/lines', '/portals', "{{ '/stocks/' + row.id }}"];
  const hint = 'give it a row in schemas/menus, or lead to one there is';
  expect(said(paths)).toEqual(
    ['/warehouse/stock', '/orders/detail/12/lines', '/portals', '/stocks/...'].map((path, index) => {
      return ['warning', `/body/0/onClick/${index}/navigate`, `no menu row has the path "${path}"`, hint];
    }),
  );
  expect(said(paths, { 'schemas/pages/stock.page.json': page({ title: 'shop.title' }) })).toEqual([]);
  const app = exampleProject['schemas/app/example.app.json'];
  const apps = [{ id: 'warehouse', entry: '/warehouse-app/' }];
  expect(said(['/warehouse/stock'], { 'schemas/app/example.app.json': { ...app, apps } })).toEqual([]);
  // What such an application is made of stands beside its entry, and a window of its own shows what is no page.
  const alone = [{ id: 'store', entry: '/store-app/', frame: false }];
  expect(said(['/store-app/stock'], { 'schemas/app/example.app.json': { ...app, apps: alone } })).toEqual([]);
  const opened = ['/warehouse/stock', '/poeple'].map((navigate) => ({ navigate, window: 'new' }));
  const own = page({ title: 'shop.title', body: [{ widget: 'button', text: 'shop.save', onClick: opened }] });
  expect(said([], { 'schemas/pages/example.page.json': own }).map(([, pointer]) => pointer)).toEqual(['/body/0/onClick/1/navigate']);
});

it('takes the menus of a product for whole while fewer than half of its pages are used elsewhere, and there are rows', () => {
  const paths = ['/warehouse/stock'];
  const elsewhere = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [`schemas/pages/${name}.page.json`, page({ title: 'shop.title', usedElsewhere: true })]));
  // The product has two pages of its own.
  expect(said(paths, elsewhere('one'))).toHaveLength(1);
  expect(said(paths, elsewhere('one', 'two'))).toEqual([]);
  const { pages, ...app } = exampleProject['schemas/app/example.app.json'] as { pages: object };
  const meant = { ...app, pages: { ...pages, notFound: 'example', noPermission: 'other' } };
  const led = {
    'schemas/app/example.app.json': meant,
    'schemas/pages/other.page.json': page({ title: 'shop.title' }),
    'schemas/menus/orders.menu.json': { ...menu, items: [] },
  };
  expect(said(paths, led)).toHaveLength(1);
  expect(said(paths, { ...led, 'schemas/menus/example.menu.json': { ...menu, items: [] } })).toEqual([]);
});

it('of an overlay it takes rows of its own, and a page they leave out, for what its menus are', () => {
  const words = { en: 'M', 'zh-Hans': 'M', 'zh-Hant': 'M' };
  const mine = page({ title: words, body: [{ widget: 'button', text: words, onClick: [{ navigate: '/warehouse/stock' }] }] });
  const own = { version: 1, use: 'seed', items: [{ ...exampleRow, menuId: 'm', url: '/mine', component: 'main#mine' }] };
  const told = (files: Files) =>
    checkPaths(readProject(root, [overlayFolder({ 'pages/mine.page.json': mine, ...files })])).map(({ message }) => message);
  expect(told({ 'menus/own.menu.json': own })).toEqual(['no menu row has the path "/warehouse/stock"']);
  // Another back end leads to its pages.
  expect(told({})).toEqual([]);
  expect(told({ 'menus/own.menu.json': own, 'pages/other.page.json': page({ title: words, usedElsewhere: true }) })).toEqual([]);
  expect(told({ 'menus/own.menu.json': own, 'pages/other.page.json': page({ title: words }) })).toEqual([]);
  const table = { version: 1, columns: [{ name: 'name', title: words }] };
  expect(told({ 'menus/own.menu.json': own, 'tables/mine.table.json': table })).toHaveLength(1);
  expect(told({ 'menus/own.menu.json': own, 'menus/torn.menu.json': '{"version": 1, "items": [' })).toEqual([]);
  // The rows that lead to a page of the product say nothing of what an overlay without rows leads to from there.
  const replaced = checkPaths(readProject(root, [overlayFolder({ 'pages/home.page.json': mine })]));
  expect(replaced).toEqual([]);
  // What is told is told of the overlay.
  const product = temporaryProject({ ...exampleProject, 'schemas/pages/example.page.json': mine });
  const lying = checkPaths(readProject(product, [overlayFolder({ 'pages/mine.page.json': mine, 'menus/own.menu.json': own })]));
  expect(lying.map(({ file }) => file.split('/').at(-1))).toEqual(['mine.page.json']);
});

it('looks at redirects, at the home of the application, at links of notices and at columns', () => {
  const app = exampleProject['schemas/app/example.app.json'] as { routes: object };
  const leads = { ...menu, items: [...menu.items, row('z', '/zone', { component: undefined, redirect: '/peopel' })] };
  const column = { name: 'name', title: 'shop.name', format: 'link', href: "{{ '/orders/detali/' + row.id }}" };
  const body = { en: 'a', 'zh-Hans': 'a', 'zh-Hant': 'a' };
  const found = said([], {
    'schemas/menus/orders.menu.json': leads,
    'schemas/app/example.app.json': { ...app, routes: { ...app.routes, home: '/peeple' } },
    'schemas/notices/told.notice.json': {
      $schema: '../meta/notice.schema.json',
      version: 1,
      type: '1',
      topic: 'work',
      link: '/ordesr/archive',
      body,
    },
    'schemas/tables/people.table.json': { ...exampleProject['schemas/tables/people.table.json'], columns: [column] },
  });
  expect(found.map(([, pointer]) => pointer)).toEqual(['/routes/home', '/items/5/redirect', '/link', '/columns/0/href']);
});

it('warns of a parameter of a page that no row which leads to it has in its path', () => {
  const params = { id: { type: 'string' }, tab: { type: 'string', default: 'all' } };
  const told = (items: object[], more: Files = {}) => {
    const files = {
      ...{ ...exampleProject, 'schemas/menus/orders.menu.json': { ...menu, items } },
      'schemas/pages/order.page.json': page({
        title: 'shop.title',
        params,
        body: [{ widget: 'text', text: '{{ params.id + params.tab }}' }],
      }),
      ...more,
    };
    return runChecks(readProject(temporaryProject(files))).flatMap(({ code, severity, pointer, message, hint }) =>
      code === 'PATH_PARAMETER' ? [[severity, pointer, message, hint]] : [],
    );
  };
  const of = (menuId: string, url: string) => row(menuId, url, { component: 'main#order' });
  const message = 'no menu row that leads to this page has ":id" in its path';
  expect(told([of('a', '/orders/:ids')])).toEqual([['warning', '/params/id', message, 'did you mean "ids"?']]);
  expect(told([of('a', '/orders')])).toEqual([['warning', '/params/id', message, 'its path is "/orders"']]);
  // One row has it, no row leads there, or it stands in another page.
  expect(told([of('a', '/orders'), of('b', '/orders/:id')])).toEqual([]);
  expect(told([])).toEqual([]);
});
