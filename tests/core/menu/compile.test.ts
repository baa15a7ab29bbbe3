import { describe, expect, it } from 'vitest';
import { compileMenu, type MenuOptions, type MenuRow } from '../../../src/core/index.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { randomFrom } from '../support/random.ts';

const options: MenuOptions & { document: string } = { document: 'menus/test', mainLayout: 'main', externalRoute: '/external-link' };

function row(menuId: string, parentId: string, more: Partial<MenuRow> = {}): MenuRow {
  return { menuId, parentId, type: '1', name: `Name ${menuId}`, url: `/p/${menuId}`, ...more };
}

function codes(rows: unknown[], more: Partial<MenuOptions> = {}): string[] {
  return compileMenu(rows as MenuRow[], { ...options, ...more }).problems.map(({ code, pointer }) => `${code} ${pointer}`);
}

describe('routes', () => {
  it('[ROUTE-10] come from rows of type 1 with a component, and no others', () => {
    const { routes } = compileMenu(
      [
        row('1', '0', { type: '0', component: 'a' }),
        row('2', '0', { component: 'system/user' }),
        row('3', '0'),
        row('4', '0', { type: '2', component: 'b' }),
      ],
      options,
    );
    expect(routes.map(({ menuId, path, layouts, page }) => ({ menuId, path, layouts, page }))).toEqual([
      { menuId: '2', path: '/p/2', layouts: ['main'], page: 'system/user' },
    ]);
  });

  it('[ROUTE-10] are told of rows of another type with a component: their back end calls pages by other letters', () => {
    const { problems } = compileMenu([row('1', '0', { type: 'C', component: 'a' }), row('2', '0', { type: 'F', component: '' })], options);
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'MENU_NOWHERE',
        severity: 'warning',
        pointer: '/0/type',
        hint: 'a page has the type 1, a directory 0',
      }),
    ]);
  });

  it('[ROUTE-11] keep the chain of layouts from the outermost inwards', () => {
    const [route] = compileMenu([row('1', '0', { component: ' main # work # system/user ' })], options).routes;
    expect(route).toMatchObject({ layouts: ['main', 'work'], page: 'system/user' });
  });

  it('[ROUTE-12] have their meta from JSON text or an object and their title from the row', () => {
    const { routes, problems } = compileMenu(
      [
        row('1', '0', { component: 'a', meta: '{"hideHeader":"1"}', nameEn: 'One', nameHans: '一' }),
        row('2', '0', { component: 'a', meta: { topType: 'MyWorkbench' } }),
        row('3', '0', { component: 'a', meta: '{broken' }),
        row('4', '0', { component: 'a', meta: '[1]' }),
      ],
      options,
    );
    expect(routes.map(({ meta }) => meta)).toEqual([{ hideHeader: '1' }, { topType: 'MyWorkbench' }, {}, {}]);
    expect(routes[0]?.title).toMatchObject({ name: 'Name 1', nameEn: 'One', nameHans: '一' });
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['MENU_META', '/2/meta'],
      ['MENU_META', '/3/meta'],
    ]);
  });

  it('survives meta nested deep enough to kill a recursive reader', () => {
    const meta = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(codes([row('1', '0', { component: 'a', meta })])).toEqual(['MENU_META /0/meta']);
  });

  it('redirect where the row says so', () => {
    const { routes, problems } = compileMenu(
      [
        row('1', '0', { type: '0', url: '/', redirect: 'user/home' }),
        row('2', '0', { redirect: 'https://example.org' }),
        row('3', '0', { redirect: '/p/3' }),
        row('4', '0', { redirect: '//example.org' }),
      ],
      options,
    );
    expect(routes[0]).toMatchObject({ path: '/', redirect: '/user/home' });
    expect(routes.slice(1).map(({ redirect, problem }) => [redirect, problem?.code])).toEqual(Array(3).fill([undefined, 'MENU_REDIRECT']));
    expect(problems).toHaveLength(3);
  });

  it('carry the problem of their component string, layout or page, and cost no other route', () => {
    const known = { hasLayout: (id: string) => id === 'main', hasPage: (id: string) => id === 'good' };
    const { routes } = compileMenu(
      ['main##good', 'Main#good', 'mian#good', 'main#goood', 'good', 'main#good'].map((component, index) =>
        row(`${index}`, '0', { component }),
      ),
      { ...options, ...known },
    );
    expect(routes.map(({ problem }) => problem?.code)).toEqual([
      'MENU_COMPONENT',
      'MENU_COMPONENT',
      'UNKNOWN_LAYOUT',
      'UNKNOWN_PAGE',
      undefined,
      undefined,
    ]);
    expect(routes[2]?.problem).toMatchObject({ document: 'menus/test', pointer: '/2/component', message: 'there is no layout "mian"' });
  });

  it('never take the path of an earlier one', () => {
    const { routes, problems } = compileMenu(
      [row('1', '0', { component: 'a', url: '/x' }), row('2', '0', { component: 'b', url: 'x/' })],
      options,
    );
    expect(routes.map(({ menuId }) => menuId)).toEqual(['1']);
    expect(problems[0]).toMatchObject({ code: 'MENU_PATH', pointer: '/1/url' });
  });

  it('keep the access of the row, else session', () => {
    const { routes } = compileMenu([row('1', '0', { component: 'a', access: 'public' }), row('2', '0', { component: 'a' })], options);
    expect(routes.map(({ access }) => access)).toEqual(['public', 'session']);
  });
});

describe('addresses', () => {
  it('are normalised inside the application', () => {
    const urls = ['system/user', '/system/user/', '/', '/a?b=1', '/board/detail/:id', '/evidence/collectiont/link'];
    const { byId } = compileMenu(
      urls.map((url, index) => row(`${index}`, '0', { url })),
      options,
    );
    expect([...byId.values()].map(({ url }) => url)).toEqual([
      '/system/user',
      '/system/user',
      '/',
      '/a?b=1',
      '/board/detail/:id',
      '/evidence/collectiont/link',
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'https://example.org',
    '//example.org',
    '\\\\example.org',
    '/\\example.org',
    '/a//b',
    '/%2f%2fexample.org',
    'java\tscript:x',
    '/a\u0000',
  ])('refuse %j for an internal row', (url) => {
    const { byId, problems } = compileMenu([row('1', '0', { url })], options);
    expect(byId.get('1')).toMatchObject({ href: '' });
    expect(problems[0]).toMatchObject({ code: 'MENU_URL', pointer: '/0/url' });
  });

  it('[MENU-07] lead external rows to the framing route', () => {
    const { byId, routes } = compileMenu([row('1', '0', { isFrame: '0', url: 'https://example.org/a?b=1&c=中', component: 'x' })], options);
    expect(byId.get('1')).toMatchObject({
      external: true,
      url: 'https://example.org/a?b=1&c=中',
      href: '/external-link?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D%E4%B8%AD',
    });
    expect(routes).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'ftp://example.org', '/inside', 'https:example.org', ''])('[ROUTE-13] do not frame %j', (url) => {
    expect(compileMenu([row('1', '0', { isFrame: '0', url })], options).byId.get('1')).toMatchObject({ href: '' });
  });
});

describe('tree', () => {
  it('[MENU-01] nests types 0 and 1 and takes everything else for buttons', () => {
    const { roots, byId } = compileMenu(
      [row('1', '0', { type: '0' }), row('2', '1'), row('3', '2', { type: '2', url: null }), row('4', '2', { type: 'F' })],
      options,
    );
    expect(roots.map(({ menuId }) => menuId)).toEqual(['1']);
    expect(roots[0]?.children.map(({ menuId }) => menuId)).toEqual(['2']);
    expect(byId.size).toBe(2);
  });

  it('takes nested rows, where the place counts and not parentId', () => {
    const { roots, permissions, problems } = compileMenu(
      [row('1', '0', { children: [row('2', 'nonsense', { children: [row('3', 'x', { type: '2', perms: 'a:b' })] })] })],
      options,
    );
    expect(roots[0]?.children[0]?.menuId).toBe('2');
    expect([...permissions]).toEqual(['a:b']);
    expect(problems).toEqual([]);
  });

  it('sorts siblings by sort, rows without one last and otherwise in their order', () => {
    const { roots } = compileMenu(
      [row('a', '0'), row('b', '0', { sort: 2 }), row('c', '0', { sort: 1 }), row('d', '0'), row('e', '0', { sort: 1 })],
      options,
    );
    expect(roots.map(({ menuId }) => menuId)).toEqual(['c', 'e', 'b', 'a', 'd']);
  });

  it('puts a row whose parent is missing behind the proper top level and keeps what hangs below it', () => {
    const { roots, problems } = compileMenu([row('1', '99'), row('2', '1'), row('3', '0')], options);
    expect(roots.map(({ menuId }) => menuId)).toEqual(['3', '1']);
    expect(roots[1]?.children[0]?.menuId).toBe('2');
    expect(problems).toMatchObject([{ code: 'MENU_PARENT', pointer: '/0/parentId' }]);
  });

  it('cuts a circle at its first row and names it', () => {
    const { roots, problems, byId } = compileMenu([row('1', '0'), row('a', 'c'), row('b', 'a'), row('c', 'b'), row('leaf', 'c')], options);
    expect(roots.map(({ menuId }) => menuId)).toEqual(['1', 'a']);
    expect(byId.get('c')?.children.map(({ menuId }) => menuId)).toEqual(['leaf']);
    expect(problems).toMatchObject([
      { code: 'MENU_CYCLE', pointer: '/1/parentId', message: 'the row stands under itself: "a" under "c" under "b" under "a"' },
    ]);
  });

  it('cuts a row that is its own parent', () => {
    const { roots, problems } = compileMenu([row('1', '1'), row('2', '1')], options);
    expect(roots[0]).toMatchObject({ menuId: '1', children: [{ menuId: '2' }] });
    expect(problems).toHaveLength(1);
  });

  it('bounds its depth', () => {
    const rows = Array.from({ length: 100 }, (_, index) => row(`${index + 1}`, `${index}`));
    const { roots, byId, problems } = compileMenu(rows, options);
    expect(byId.size).toBe(100);
    expect(roots).toHaveLength(4);
    expect(problems.map(({ code }) => code)).toEqual(['MENU_DEPTH', 'MENU_DEPTH', 'MENU_DEPTH']);
  });

  it('leaves out a second row with the same menuId', () => {
    const { byId, problems } = compileMenu([row('1', '0', { name: 'first' }), row('1', '0', { name: 'second' })], options);
    expect(byId.get('1')?.name).toBe('first');
    expect(problems).toMatchObject([{ code: 'MENU_DUPLICATE', pointer: '/1/menuId' }]);
  });

  it('reports rows that are none and goes on', () => {
    expect(codes([null, 5, [], {}, { menuId: '' }, row('1', '0')])).toEqual([
      'MENU_ROW /0',
      'MENU_ROW /1',
      'MENU_ROW /2',
      'MENU_ROW /3',
      'MENU_ROW /4',
    ]);
    expect(codes('nonsense' as unknown as unknown[])).toEqual([]);
  });

  it('reads ids and flags that arrive as numbers', () => {
    const { roots } = compileMenu(
      [{ menuId: 1, parentId: 0, type: 1, name: 'A', visible: 1, isFrame: 1, url: 'a' }] as unknown as MenuRow[],
      options,
    );
    expect(roots[0]).toMatchObject({ menuId: '1', visible: '1', external: false });
  });
});

it('[PERM-02] permissions are the union of the comma-separated perms of all rows', () => {
  const { permissions } = compileMenu(
    [
      row('1', '0', { perms: 'sys:dict:list, sys:dict:edit,' }),
      row('2', '1', { type: '2', perms: 'sys:dict:edit' }),
      row('3', '404', { type: '2', perms: 'sys:user:list' }),
    ],
    options,
  );
  expect([...permissions].sort()).toEqual(['sys:dict:edit', 'sys:dict:list', 'sys:user:list']);
});

describe('any rows at all', () => {
  it('lose none: every nesting row with a fresh id stands exactly once in the tree', () => {
    const { below, pick } = randomFrom(42);
    for (let round = 0; round < 300; round += 1) {
      const size = 1 + below(30);
      const rows = Array.from({ length: size }, () =>
        row(`${below(size) + 1}`, `${below(size + 3)}`, { type: pick(['0', '1', '1', '2']), sort: pick([undefined, 1, 2]) }),
      );
      const { roots, byId } = compileMenu(rows, options);
      const ids = new Set(rows.filter(({ type }) => type !== '2').map(({ menuId }) => menuId));
      const met: string[] = [];
      const walk = (items: typeof roots): void => {
        for (const item of items) {
          met.push(item.menuId);
          walk(item.children);
        }
      };
      walk(roots);
      expect(met.sort(), `round ${round}`).toEqual([...ids].sort());
      expect(byId.size).toBe(ids.size);
    }
  });

  it('compiles thousands of circles and orphans without slowing to a square', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => row(`${index}x`, `${index % 2 === 0 ? index + 1 : index - 1}x`));
    const started = cpuTime();
    const { problems, roots } = compileMenu(rows, options);
    expect(problems).toHaveLength(5_000);
    expect(roots).toHaveLength(5_000);
    expect(cpuTime() - started).toBeLessThan(3_000);
  });
});
