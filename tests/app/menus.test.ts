import { afterEach, describe, expect, it, vi } from 'vitest';
// Its code is loaded on demand: here it is there at once.
import '../../src/app/grown-menus.ts';
import { Menus } from '../../src/app/menus.ts';
import type { CompiledMenu } from '../../src/core/menu.ts';
import type { Manifest } from '../../src/core/types.ts';
import { settle } from '../engine/support.tsx';
import { row } from './support.tsx';

const boards = {
  under: { topType: 'DataBoard' },
  call: 'board.page',
  rows: '{{ result }}',
  id: '{{ row }}',
  text: '{{ row }}',
  url: '/b/{{ row }}',
};
const rows = {
  document: 'call user.menus',
  rows: [
    row({ menuId: 'r', type: '0', name: 'Boards', visible: '0', meta: { topType: 'DataBoard' } }),
    row({ menuId: 'x', url: '/x', component: 'main#gone', visible: '0' }),
  ],
};

afterEach(() => void vi.restoreAllMocks());

function begin(grownMenus: object[], pageShown = async () => {}) {
  const app = { mainLayout: 'main', routes: { external: '/external' }, grownMenus };
  const call = vi.fn(async (): Promise<string[]> => ['one']);
  const has = vi.fn((_kind: string, id: string) => id !== 'gone');
  const changed = vi.fn();
  const menus = new Menus({
    manifest: { app, menus: [] } as unknown as Manifest,
    documents: { has },
    call,
    changed,
    pageShown,
  });
  const pages = () => has.mock.calls.filter(([kind]) => kind === 'page').length;
  return { menus, pages, changed, call };
}

const entries = (menu: unknown) => JSON.stringify((menu as CompiledMenu).roots);

describe('menus of a window', () => {
  it('[ROUTE-11] tell a row that leads to no page by its document, its place in that and its name', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const own = [
      row({ menuId: 'a', url: '/a', component: 'main#a' }),
      row({ menuId: 'b', name: '人员', nameEn: 'People', url: '/b', component: 'main#gone' }),
    ];
    const app = { mainLayout: 'main', routes: { external: '/external' } };
    const compiled = (menuDocuments: object[] | undefined) => {
      const manifest = { app, menus: own, menuDocuments } as unknown as Manifest;
      const has = (_kind: string, id: string) => id !== 'gone';
      const parts = { manifest, documents: { has }, call: vi.fn(), changed: vi.fn(), pageShown: async () => {} };
      return new Menus(parts).take(undefined, undefined).problems.map(({ document, pointer }) => `${document}#${pointer}`);
    };
    const documents = [
      { id: 'application', rows: 1 },
      { id: 'mine', rows: 1 },
    ];
    expect(compiled(documents)).toEqual(['menus/mine.menu.json#/items/0/component']);
    expect(warn).toHaveBeenLastCalledWith(
      'menus/mine.menu.json#/items/0/component UNKNOWN_PAGE: there is no page "gone", in the row "People" (b)',
    );
    // A manifest from elsewhere need not say whose they are, and may be wrong about it.
    for (const other of [undefined, [], [{ id: 'application', rows: 7 }]]) expect(compiled(other)).toEqual(['menus#/1/component']);
  });

  it('are compiled once where no call lists entries, and tell a problem once while it lasts', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { menus, pages, changed } = begin([]);
    menus.take(rows, 'ann');
    const once = pages();
    menus.take(rows, 'ann');
    await settle();
    expect([once, pages()]).toEqual([1, 2]);
    expect(changed).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledTimes(1);
    menus.take(undefined, undefined);
    menus.take(rows, 'bob');
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('grow by what calls list, and tell only the problems of those rows then', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { menus, changed } = begin([boards]);
    menus.take(rows, 'ann');
    await vi.waitFor(() => expect(entries(changed.mock.lastCall?.[0])).toContain('/b/one'));
    expect(warn).toHaveBeenCalledTimes(1);
    expect(entries(menus.take(rows, 'ann'))).toContain('/b/one');
    expect(entries(menus.take(rows, 'ann in a role'))).not.toContain('/b/one');
  });

  it('ask for nothing before a page is shown, and for nobody who was signed out instead', async () => {
    let show = (): void => {};
    const shown = new Promise<void>((resolve) => (show = resolve));
    const { menus, changed, call } = begin([boards], () => shown);
    menus.take(rows, 'ann');
    await settle();
    expect(call).not.toHaveBeenCalled();
    menus.take(undefined, undefined);
    show();
    await settle();
    expect(call).not.toHaveBeenCalled();
    menus.take(rows, 'ann');
    await vi.waitFor(() => expect(entries(changed.mock.lastCall?.[0])).toContain('/b/one'));
  });

  it('grow for nobody who has signed out while what asks for them was still on its way', async () => {
    const { menus, changed } = begin([boards]);
    menus.take(rows, 'ann');
    menus.take(undefined, undefined);
    await settle();
    expect(changed).not.toHaveBeenCalled();
  });
  it('of the next person have no entries that were asked for the one before, also while their own are not asked for yet', async () => {
    let show = (): void => {};
    const pages = [Promise.resolve(), new Promise<void>((resolve) => (show = resolve))];
    const { menus, changed, call } = begin([boards], () => pages.shift() ?? Promise.resolve());
    let answer: (list: string[]) => void = () => undefined;
    call.mockReturnValueOnce(new Promise((done) => (answer = done)));
    menus.take(rows, 'ann');
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
    menus.take(rows, 'bob');
    answer(['of-ann']);
    await settle();
    expect(changed).not.toHaveBeenCalled();
    expect(entries(menus.take(rows, 'bob'))).not.toContain('/b/of-ann');
    show();
  });
});
