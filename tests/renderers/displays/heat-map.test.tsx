import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bandOf, heatCells } from '../../../renderers/displays/heat-map/cells.ts';
import { settled, showNodes } from '../world.tsx';

const low = { below: 1.5, tone: 'low', label: 'Low' } as const;
const medium = { below: 2.5, tone: 'medium', label: 'Medium' } as const;
const high = { tone: 'high', label: 'High' } as const;

describe('bands', () => {
  it('take a figure at their bound for the next one', () => {
    expect([1.49, 1.5, 2.49, 2.5, 99].map((value) => bandOf([low, medium, high], value)?.label)).toEqual([
      'Low',
      'Medium',
      'Medium',
      'High',
      'High',
    ]);
    expect(bandOf([low, medium], 3)).toBeUndefined();
  });

  it('leave out cells without a figure and take figures written as text', () => {
    const given = [
      { row: 'A', column: 'X', average: null },
      { row: 'A', column: 'Y', average: '2' },
      { row: 'B', column: 'X', average: 'much' },
    ];
    const cells = heatCells({ cells: given, value: 'average', bands: [low, medium, high] });
    expect([...cells].map(([row, line]) => [row, [...line].map(([column, { value }]) => [column, value])])).toEqual([['A', [['Y', 2]]]]);
  });

  it('of scores are those of row by column, also of pairs without a figure', async () => {
    const bands = [
      { below: 5, tone: 'low', label: { en: 'Low' } },
      { tone: 'high', label: { en: 'High' } },
    ];
    const cells = [{ row: 2, column: 3, count: 1 }];
    const node = {
      widget: 'heat-map',
      title: { en: 'Risks' },
      rows: ['2', '1'],
      columns: ['1', '3'],
      cells,
      value: 'count',
      bands,
      scored: true,
    };
    const { container } = await showNodes([node]);
    // Those without a figure are told apart by their look, too.
    const tones = [...container.querySelectorAll('td')].map((cell) => [cell.textContent, cell.dataset.tone, cell.dataset.bare]);
    expect(tones).toEqual([
      ['–', 'low', 'true'],
      ['1High', 'high', undefined],
      ['–', 'low', 'true'],
      ['–', 'low', 'true'],
    ]);
  });
});

describe('heat map', () => {
  const map = {
    widget: 'heat-map',
    title: { en: 'Risk by department' },
    rowTitle: { en: 'Risk' },
    rows: '{{ state.rows }}',
    columns: ['Sales', ''],
    cells: [
      { row: 'Market', column: 'Sales', average: 1.2 },
      { row: 'Market', column: '', average: 2.8 },
    ],
    value: 'average',
    digits: 2,
    bands: [
      { below: 1.5, tone: 'low', label: { en: 'Low' } },
      { tone: 'high', label: { en: 'High' } },
    ],
    emptyName: { en: 'Without department' },
    emptyText: { en: 'Nothing yet' },
    onRow: [{ set: { 'state.chosen': '{{ value }} {{ len(cells) }}' } }],
  };
  const show = (rows: string[]) =>
    showNodes(
      [map, { widget: 'text', element: 'pre', text: '{{ state.chosen }}' }],
      {},
      { state: { rows: { initial: rows }, chosen: { initial: '' } } },
    );

  it('is a table whose cells say figure and band, never by colour alone', async () => {
    await show(['Market', 'Credit']);
    const table = within(screen.getByRole('table', { name: 'Risk by department' }));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Risk', 'Sales', 'Without department']);
    const [market, credit] = [table.getByRole('row', { name: /Market/ }), table.getByRole('row', { name: /Credit/ })];
    expect(
      within(market)
        .getAllByRole('cell')
        .map((cell) => [cell.textContent, cell.dataset.tone]),
    ).toEqual([
      ['1.20Low', 'low'],
      ['2.80High', 'high'],
    ]);
    expect(
      within(credit)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['–', '–']);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Low< 1.5', 'High≥ 1.5']);
  });

  it('tints cells by another figure than the one they show, whose bounds the legend does not tell', async () => {
    const cells = [
      { row: 'Market', column: 'Sales', average: 9, grade: 1 },
      { row: 'Market', column: '', average: 1, grade: 3 },
    ];
    await showNodes([{ ...map, rows: ['Market'], cells, judged: 'grade' }] as never);
    expect(screen.getAllByRole('cell').map((cell) => [cell.textContent, cell.dataset.tone])).toEqual([
      ['9.00Low', 'low'],
      ['1.00High', 'high'],
    ]);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Low', 'High']);
  });

  it('hands the name and the cells of a chosen row to its action, and says when there is nothing', async () => {
    const { container } = await show(['Market']);
    fireEvent.click(screen.getByRole('button', { name: 'Market' }));
    await settled();
    expect(container.querySelector('pre')?.textContent).toBe('Market 2');
  });

  it('keeps apart rows and columns that are called the same', async () => {
    const keyed = {
      ...map,
      ...{ rows: ['1', '2'], rowNames: ['Market', 'Market'], columns: ['a', 'b'], columnNames: ['Sales', ''] },
      cells: [
        { row: '1', column: 'a', average: 1.2 },
        { row: '2', column: 'b', average: 2.8 },
      ],
      onRow: [{ set: { 'state.chosen': '{{ value }} {{ name }} {{ len(cells) }}' } }],
    };
    const { container } = await showNodes(
      [keyed, { widget: 'text', element: 'pre', text: '{{ state.chosen }}' }],
      {},
      {
        state: { chosen: { initial: '' } },
      },
    );
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Risk', 'Sales', 'Without department']);
    const lines = screen.getAllByRole('row', { name: /Market/ }).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(lines).toEqual([
      ['1.20Low', '–'],
      ['–', '2.80High'],
    ]);
    fireEvent.click(screen.getAllByRole('button', { name: 'Market' })[1] as HTMLElement);
    await settled();
    expect(container.querySelector('pre')?.textContent).toBe('2 Market 1');
  });

  it('shows names that data give in several languages in that of the reader', async () => {
    const people = [
      [
        { l: 'zh-Hans', t: '陈静', d: true },
        { l: 'en', t: 'Chen Jing', d: false },
      ],
      'Plain',
    ];
    const named = { ...map, rows: ['1', '2'], rowNames: '{{ state.people }}', columnNames: [{ en: 'Selling' }], cells: [] };
    await showNodes([named], {}, { state: { people: { initial: people } } });
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Chen Jing', 'Plain']);
    expect(screen.getByRole('columnheader', { name: 'Selling' })).toBeTruthy();
  });

  it('hands over the cells of a row also where they hold its id as a number', async () => {
    const cells = [
      { row: 1, column: 7, average: 1.2 },
      { row: 2, column: 7, average: 2.8 },
    ];
    const onRow = [{ set: { 'state.chosen': '{{ value }} {{ len(cells) }}' } }];
    const { container } = await showNodes(
      [
        { ...map, rows: ['1', '2'], columns: ['7'], cells, onRow },
        { widget: 'text', element: 'pre', text: '{{ state.chosen }}' },
      ],
      {},
      { state: { chosen: { initial: '' } } },
    );
    expect(screen.getByRole('cell', { name: /1.20/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '1' }));
    await settled();
    expect(container.querySelector('pre')?.textContent).toBe('1 1');
  });

  it('[MISC-07] hands a pressed cell to its action, told with row, column, figure and band', async () => {
    const { onRow: _, ...plain } = map;
    const onSelect = [{ set: { 'state.chosen': '{{ row }} {{ column }} {{ value }} {{ cell.id }}' } }];
    const cells = [{ row: 1, column: 7, average: 2.8, id: 'x' }];
    const { container } = await showNodes(
      [
        { ...plain, rows: ['1', '2'], rowNames: ['Market', 'Credit'], columns: ['7'], columnNames: ['Sales'], cells, onSelect },
        { widget: 'text', element: 'pre', text: '{{ state.chosen }}' },
      ],
      {},
      { state: { chosen: { initial: '' } } },
    );
    expect(screen.getAllByRole('button')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Market, Sales: 2.80 (High)' }));
    await settled();
    expect(container.querySelector('pre')?.textContent).toBe('1 7 2.8 x');
  });

  it('colours a cell by another figure than the one it shows', async () => {
    const cells = [{ row: 'a', column: 'b', average: 7, score: 0.5 }];
    const { container } = await showNodes([{ ...map, rows: ['a'], columns: ['b'], cells, judged: 'score' }]);
    const usual = await showNodes([{ ...map, rows: ['a'], columns: ['b'], cells }]);
    const toneIn = (shown: HTMLElement) => shown.querySelector('td')?.getAttribute('data-tone');
    expect(screen.getAllByRole('cell', { name: /7/ })).toHaveLength(2);
    expect(toneIn(container)).not.toBe(toneIn(usual.container));
  });

  it('says when there is nothing', async () => {
    await show([]);
    expect(screen.getByText('Nothing yet')).toBeTruthy();
  });
});
