import { describe, expect, it } from 'vitest';
import { compileMenu, grownFaults, grownParents, grownRows } from '../../../src/core/index.ts';
import type { GrownMenu, MenuRow } from '../../../src/core/types.ts';

const boards: GrownMenu = {
  under: { topType: 'DataBoard', name: 'Boards' },
  call: 'board.page',
  body: { status: '1', size: 1000, current: 1 },
  rows: '{{ result.records }}',
  id: '{{ row.id }}',
  text: '{{ row.boardName }}',
  url: '/board/detail/{{ urlEncode(row.id) }}',
};
const row = (menuId: string, more: Partial<MenuRow> = {}): MenuRow => ({
  menuId,
  parentId: '0',
  type: '0',
  name: menuId,
  visible: '0',
  ...more,
});
const options = { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' };
const parent = { menuId: '7' };

describe('entries a call lists', () => {
  it('[MENU-04] stand below the entries with the topType or menuCustom, or with the name in any language', () => {
    const rows = [
      row('1', { meta: { topType: 'DataBoard' } }),
      row('2', { meta: '{"topType":"MyWorkbench"}' }),
      row('3', { nameHans: '看板', nameEn: 'Boards' }),
      row('4', { parentId: '2', type: '1', name: 'Boards' }),
    ];
    expect(grownParents(compileMenu(rows, options), boards).map(({ menuId }) => menuId)).toEqual(['1', '3', '4']);
    expect(grownParents(compileMenu(rows, options), { under: { name: '看板' } })).toHaveLength(1);
    const custom = [...rows, row('5', { meta: { menuCustom: 'flowProject' } })];
    expect(grownParents(compileMenu(custom, options), { under: { menuCustom: 'flowProject' } }).map(({ menuId }) => menuId)).toEqual(['5']);
  });

  it('become rows behind the others, in the order of the answer, with addresses that are written as such', () => {
    const answer = {
      records: [
        { id: 12, boardName: 'Sales' },
        { id: 'a/b c', boardName: 'Risk' },
      ],
    };
    expect(grownRows(boards, parent, answer)).toEqual([
      { menuId: '7/12', parentId: '7', type: '1', name: 'Sales', url: '/board/detail/12', visible: '0', sort: 1_000_000 },
      { menuId: '7/a/b c', parentId: '7', type: '1', name: 'Risk', url: '/board/detail/a%2Fb%20c', visible: '0', sort: 1_000_001 },
    ]);
  });

  it('are none where the answer is something else, and never more than a thousand', () => {
    for (const answer of [undefined, null, 'x', [], { records: null }, { records: 'ten' }, { records: {} }]) {
      expect(grownRows(boards, parent, answer)).toEqual([]);
    }
    const odd = {
      records: [null, 7, {}, { id: '', boardName: 'x' }, { id: '1' }, { id: '2', boardName: '  ' }, { id: 3, boardName: 'whole' }],
    };
    expect(grownRows(boards, parent, odd).map(({ name }) => name)).toEqual(['whole']);
    const many = { records: Array.from({ length: 1_200 }, (_, id) => ({ id: id + 1, boardName: 'b' })) };
    expect(grownRows(boards, parent, many)).toHaveLength(1_000);
  });

  it('lead nowhere outside: a record with another address costs its own row', () => {
    const open = { ...boards, url: '{{ row.url }}' };
    const records = ['https://evil.example', '//evil.example', 'javascript:alert(1)', '/fine'].map((url, id) => ({
      id: id + 1,
      boardName: 'b',
      url,
    }));
    const menu = compileMenu([row('7', { meta: { topType: 'DataBoard' } }), ...grownRows(open, parent, { records })], options);
    expect(menu.byId.get('7')?.children.map(({ href }) => href)).toEqual(['', '', '', '/fine']);
  });

  it('[MENU-09] are named in each language where the record says it', () => {
    const boardName = [
      { l: 'zh-Hans', t: '风险', d: true },
      { l: 'en', t: 'Risk' },
    ];
    expect(grownRows(boards, parent, { records: [{ id: 1, boardName }] })).toMatchObject([
      { name: '风险', nameHans: '风险', nameHant: '风险', nameEn: 'Risk' },
    ]);
  });

  it('read the answer alone', () => {
    expect(grownFaults(boards)).toEqual([]);
    const faults = grownFaults({ ...boards, rows: '{{ data.records }}', id: '{{ row. }}', text: "{{ t('x') }}" });
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/rows', '/id', '/text']);
  });
});
