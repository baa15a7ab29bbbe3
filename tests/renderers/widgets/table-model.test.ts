import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../../renderers/widgets/table/address.ts';
import { fitsCards, fixedOffsets, leadsOf, widthOf } from '../../../renderers/widgets/table/cells.ts';
import { filterRows, linesOf, nextSort, pageNumbers, rowsFound, sorterOf, valueAt } from '../../../renderers/widgets/table/model.ts';
import { requestOf } from '../../../renderers/widgets/table/request.ts';
import { targetRow } from '../../../renderers/widgets/table/row-keys.ts';
import { offeredSelection } from '../../../renderers/widgets/table/useShared.ts';

const looking = { language: 'en' } as const;

describe('rows of a table', () => {
  it('reads own properties only', () => {
    expect(valueAt({ owner: { name: 'Ada' } }, 'owner.name')).toBe('Ada');
    expect([valueAt({}, 'owner.name'), valueAt({}, 'constructor'), valueAt(null, 'a')]).toEqual([undefined, undefined, undefined]);
  });
  it('sorts numbers inside texts by size, blanks last in both directions, equal rows in their order', () => {
    const rows = [
      { n: 'v10', i: 0 },
      { n: '', i: 1 },
      { n: 'v9', i: 2 },
      { n: 'v10', i: 3 },
    ];
    expect(sorterOf({ name: 'n', order: 'asc' }, 'en')(rows).map((row) => row.i)).toEqual([2, 0, 3, 1]);
    expect(sorterOf({ name: 'n', order: 'desc' }, 'en')(rows).map((row) => row.i)).toEqual([0, 3, 2, 1]);
  });
  it.each([
    ['clauses of a text one after the other', false, ['1.10', '1.9', '1.9.2', '10'], ['1.9', '1.9.2', '1.10', '10']],
    ['figures written as texts by size', true, ['-5', '1.25', '1.5', '-10', 3, '10', '.5'], ['-10', '-5', '.5', '1.25', '1.5', 3, '10']],
    [
      'figures with more digits than numbers hold',
      true,
      ['9007199254740993', '9007199254740992'],
      ['9007199254740992', '9007199254740993'],
    ],
    ['codes that only look like figures as texts', false, ['1E5', '12', '0x10', '1D5'], ['0x10', '1D5', '1E5', '12']],
    [
      'figures before texts, whatever order they come in',
      true,
      ['b', '10', '9a', '-2', Number.NaN, 'a', 9, '10a'],
      ['-2', 9, '10', '9a', '10a', 'a', 'b', Number.NaN],
    ],
    ['yes after no', false, [true, false, true], [false, true, true]],
    [
      'texts in several languages as they are read',
      false,
      [{ en: 'b', 'zh-Hans': '一' }, [{ l: 'en', t: 'c' }], { en: 'a' }, '[{"l":"en","t":"B2"}]', { en: '' }, { en: '7' }],
      [{ en: '7' }, { en: 'a' }, { en: 'b', 'zh-Hans': '一' }, '[{"l":"en","t":"B2"}]', [{ l: 'en', t: 'c' }], { en: '' }],
    ],
  ])('sorts %s', (_, isFigure, given, sorted) => {
    const asc = (values: unknown[]) => sorterOf({ name: 'n', order: 'asc' }, 'en', isFigure)(values.map((n) => ({ n }))).map(({ n }) => n);
    expect(asc(given)).toEqual(sorted);
    expect(asc([...given].reverse())).toEqual(sorted);
  });
  it('gives moments a width they fit in, unless their pattern or their document says otherwise', () => {
    const column = { name: 'at', title: 'At', format: 'dateTime' } as const;
    expect(widthOf(column)).toBe(190);
    expect(widthOf({ ...column, width: '30%' })).toBe('30%');
    expect(widthOf({ ...column, pattern: 'YYYY' })).toBeUndefined();
    expect(widthOf({ ...column, format: 'date' })).toBeUndefined();
    const fixed = fixedOffsets(
      [
        { ...column, fixed: 'left' },
        { ...column, name: 'next', fixed: 'left' },
      ],
      10,
      0,
    );
    expect(fixed.get('next')).toEqual({ side: 'left', offset: 200 });
  });
  it('filters by containing, membership and equality, and ignores empty filters', () => {
    const rows = [
      { name: 'Ada', status: 0 },
      { name: 'Bob', status: 1 },
    ];
    expect(filterRows(rows, { name: 'AD' }, looking)).toEqual([rows[0]]);
    expect(filterRows(rows, { status: '1' }, looking)).toEqual([rows[1]]);
    expect(filterRows(rows, { status: ['0', '1'] }, looking)).toEqual(rows);
    expect(filterRows(rows, { name: ' ', status: null }, looking)).toEqual(rows);
  });
  it('looks into several properties for one filter, into texts as they are shown, and never into what is missing', () => {
    const rows = [
      {
        person: { name: '王芳', nameEn: 'Wang Fang' },
        dept: [
          { l: 'en', t: 'Audit' },
          { l: 'zh-Hans', t: '审计部' },
        ],
      },
      { person: { name: 'Ada', nameEn: null }, dept: null },
    ];
    const several = { ...looking, fields: { keyword: ['person.name', 'person.nameEn', 'dept'] } };
    expect(filterRows(rows, { keyword: 'fang' }, several)).toEqual([rows[0]]);
    expect(filterRows(rows, { keyword: 'audit' }, several)).toEqual([rows[0]]);
    expect(filterRows(rows, { keyword: 'a' }, several)).toEqual(rows);
    for (const keyword of ['zh-Hans', '审计', 'null', 'undefined']) expect(filterRows(rows, { keyword }, several)).toEqual([]);
    expect(filterRows(rows, { constructor: 'x' }, several)).toEqual([]);
  });
  it('finds rows on every level of a tree, and those above them; none twice and none that contains itself for ever', () => {
    const leaf = { name: 'Currencies' };
    const branch: Record<string, unknown> = { name: 'Markets', below: [leaf, { name: 'Shares' }] };
    const root = { name: 'Finance', below: [branch, { name: 'Credit' }] };
    branch.below = [...(branch.below as unknown[]), root];
    expect([...rowsFound([root, { name: 'Staff' }], { name: 'curr' }, 'below', looking)]).toEqual([leaf, branch, root]);
    expect([...rowsFound([root], { name: 'finance' }, 'below', looking)]).toEqual([root]);
    expect(rowsFound([root], { name: 'nobody' }, 'below', looking).size).toBe(0);
    expect(rowsFound([root], {}, 'below', looking).size).toBe(5);
  });
  it('shows a row that contains itself once', () => {
    const row: Record<string, unknown> = { id: '1' };
    row.children = [row];
    expect(linesOf([row], { rowKey: 'id', childrenField: 'children', isOpen: () => true })).toHaveLength(1);
  });
  it('keeps keys of rows without one apart', () => {
    const rows = [{ children: [{}] }, {}];
    const keys = linesOf(rows, { rowKey: 'id', childrenField: 'children', isOpen: () => true }).map((line) => line.key);
    expect(new Set(keys).size).toBe(3);
  });
  it('tells rows of the same key apart by their place, at every level', () => {
    const rows = [{ id: 'a', children: [{ id: 'a' }, { id: 'b' }] }, { id: 'a' }, { id: 'b' }];
    const keys = linesOf(rows, { rowKey: 'id', childrenField: 'children', isOpen: () => true }).map((line) => line.key);
    expect(keys.slice(0, 1)).toEqual(['a']);
    expect(new Set(keys).size).toBe(5);
  });
});

describe('paging, sorting, address', () => {
  it('offers the ends and the neighbours', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(5, 20)).toEqual([1, 0, 4, 5, 6, 0, 20]);
    expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });
  it('sorts up, down, not', () => {
    const up = nextSort(undefined, 'a');
    const down = nextSort(up, 'a');
    expect([up, down, nextSort(down, 'a'), nextSort(down, 'b')]).toEqual([
      { name: 'a', order: 'asc' },
      { name: 'a', order: 'desc' },
      undefined,
      { name: 'b', order: 'asc' },
    ]);
  });
  it('writes and reads the address, leaves other parameters alone, and takes no nonsense', () => {
    const address = { page: 3, size: 20, sort: { name: 'age', order: 'desc' as const }, filters: { status: '1' } };
    const search = writeAddress('?tab=a', 'people', address);
    expect(search.startsWith('?tab=a&')).toBe(true);
    expect(readAddress(search, 'people')).toEqual(address);
    expect(readAddress(search, 'others')).toEqual({});
    expect(readAddress('?p.page=-1&p.size=1e9&p.sort=a;b,asc&p.filters=[1', 'p')).toEqual({});
    expect(writeAddress('?people.page=2', 'people', { page: 1 })).toBe('');
  });
  it('puts page, sort and filters in parameters or body', () => {
    const params = { page: 2, size: 10, sort: { name: 'a', order: 'asc' as const }, filters: { status: '1', word: '' } };
    expect(requestOf({ call: 'a.b', with: { kind: 1 } }, params, true)).toEqual({
      with: { kind: 1, status: '1', current: 2, size: 10, sort: 'a', order: 'asc' },
    });
    const source = { call: 'a.b', place: 'body' as const, body: { fixed: 1 }, pageName: 'pageNo', sizeName: 'pageSize', firstPage: 0 };
    expect(requestOf(source, { ...params, sort: undefined }, true)).toEqual({ body: { fixed: 1, status: '1', pageNo: 1, pageSize: 10 } });
  });
  it('moves within the rows', () => {
    expect([targetRow('ArrowUp', 0, 5), targetRow('PageDown', 1, 5), targetRow('End', 0, 5), targetRow('a', 0, 5)]).toEqual([
      0,
      4,
      4,
      undefined,
    ]);
  });
  it('sets fixed columns beside each other', () => {
    const columns = [
      { name: 'a', title: 'a', fixed: 'left' as const, width: 100 },
      { name: 'b', title: 'b', fixed: 'left' as const },
      { name: 'c', title: 'c', fixed: 'right' as const, width: 80 },
    ];
    expect([...fixedOffsets(columns, 44, 160).values()].map((one) => one.offset)).toEqual([44, 144, 160]);
  });
});

describe('cards of a narrow window', () => {
  const columns = ['code', 'name', 'state'].map((name) => ({ name, title: name }));

  it('are led by the columns that say so, otherwise by the first', () => {
    expect([...leadsOf(columns)]).toEqual(['code']);
    expect([...leadsOf(columns.map((column) => ({ ...column, lead: column.name === 'name' })))]).toEqual(['name']);
    expect([...leadsOf([])]).toEqual([]);
  });

  it('stand in for rows that are read one by one', () => {
    expect(fitsCards({ columns })).toBe(true);
    expect(fitsCards({ columns: [...columns, { name: 'answers', title: 'answers', each: [] }] })).toBe(false);
  });
});

describe('boxes for selecting rows', () => {
  const action = (permission?: string) => ({
    text: 'Delete',
    onClick: async () => ({ status: 'done' }) as const,
    ...(permission && { permission }),
  });
  const none = new Set<string>();

  it('[PERM-03] stand only before who can do something with them', () => {
    const selection = 'multiple' as const;
    expect(offeredSelection({ selection, bulkActions: [action('sys:a:b')] }, none)).toBe('none');
    expect(offeredSelection({ selection, bulkActions: [action('sys:a:b'), action()] }, none)).toBe('multiple');
    expect(offeredSelection({ selection, bulkActions: [action('sys:a:b')] }, new Set(['sys:a:b']))).toBe('multiple');
    expect(offeredSelection({ selection, bulkActions: [action('sys:a:b')], onSelect: action().onClick }, none)).toBe('multiple');
    expect(offeredSelection({ selection }, none)).toBe('multiple');
    expect(offeredSelection({}, none)).toBe('none');
  });
});
