import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageNamed, settled, world } from './world.tsx';

const columns = [
  { name: 'town', title: 'Town', fieldType: 'string', analysisType: 'category', isNumber: false, isDay: false },
  { name: 'paid_on', title: 'Paid on', fieldType: 'date', analysisType: 'date', isNumber: false, isDay: true },
];
const failed = () => Promise.reject(Object.assign(new Error('The data engine could not answer'), { code: 'DATA_FAILED', status: 500 }));

it('[DATA-16] a table whose profile fails says so there; its columns, the chart builder and its rows are there all the same', async () => {
  const { show } = await world({
    route: { query: { table: '1' } },
    calls: {
      'data-exploration.columns': () => ({ rows: 3, title: 'Towns', revision: 1, hidden: 0, today: '2026-11-26', columns }),
      'data-exploration.profile': failed,
      'data-exploration.frequency': failed,
      'data-exploration.aggregate': () => ({
        ...{ title: 'Towns', revision: 1, total: 3, hidden: 0, rows: 3, value: 3, by: [], content: [], series: [], today: '2026-11-26' },
        ...{ measure: { how: 'count', column: null, title: null }, groups: 0, left: { groups: 0, rows: 0, isSummed: false }, periods: [] },
      }),
      'data-mart.preview': () => ({
        rows: [{ key: '1', cells: ['Wuxi', '2026-02-02'] }],
        total: 3,
        hidden: 0,
        columns: columns.map((column, place) => ({ ...column, place })),
      }),
      'data-mart.options': () => ({ content: [], total: 0 }),
      'board-design.list': () => ({ boards: [] }),
      'dictionary.type': () => ({}),
    },
  });
  show(pageNamed('data/exploration'));
  await settled();
  expect(screen.getAllByText('The data engine could not answer')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Paid on' })).toBeTruthy();
  await act(async () => screen.getByRole('tab', { name: 'Chart' }).click());
  await settled();
  expect(screen.getByText(/^3 of 3 rows/)).toBeTruthy();
  await act(async () => screen.getByRole('tab', { name: /First/ }).click());
  await settled();
  expect(screen.getByText('Wuxi')).toBeTruthy();
});
