import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pageNamed, settled, world } from './world.tsx';

const towns = { column: 'town', is: 'in', values: ['Wuxi', 'Suzhou'] };
const january = { column: 'day', part: 'month', is: 'in', values: ['2026-01'] };

it('[DATA-01] a chart of some groups counts their rows alone, and shows no others behind its figures', async () => {
  const aggregate = vi.fn(() => ({
    ...{ title: 'Towns', revision: 1, total: 9, hidden: 0, rows: 3, value: 3, series: [], today: '2026-11-26', periods: [], groups: 1 },
    ...{ by: [{ column: 'day', part: 'month', title: 'Day' }], measure: { how: 'count', column: null, title: null } },
    left: { groups: 0, rows: 0, isSummed: false },
    content: [{ key: 'g1', name: '2026-01', value: 3, count: 3, isRest: false, groups: [january] }],
  }));
  const rows = vi.fn(() => ({ columns: [], rows: [], total: 3, hidden: 0 }));
  const chart = { kind: 'bar', bizId: '1', by: [{ column: 'day', part: 'month' }], measure: { how: 'count' }, groups: [towns] };
  const { show } = await world({
    route: { params: { chart: JSON.stringify(chart) } },
    calls: { 'data-exploration.aggregate': aggregate, 'data-exploration.rows': rows },
  });
  show(pageNamed('data/chart'));
  await settled();
  expect(aggregate).toHaveBeenLastCalledWith(expect.objectContaining({ body: expect.objectContaining({ groups: [towns] }) }));
  await act(async () => screen.getByRole('button', { name: '2026-01' }).click());
  await settled();
  expect(rows).toHaveBeenLastCalledWith(expect.objectContaining({ body: expect.objectContaining({ groups: [towns, january] }) }));
});
