import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Language } from '../../src/core/types.ts';
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

it('[DATA-01] figures of whole numbers have no digits after the point; small ones are not lost, in every kind of chart and in both ways of writing', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const shown = async (kind: string, isWhole: boolean, figures: readonly number[], language: Language) => {
    const answer = {
      ...{
        title: 'Rates',
        revision: 1,
        total: 4,
        hidden: 0,
        rows: 4,
        value: figures[0],
        series: [],
        today: '2026-11-26',
        periods: [],
        groups: 9,
      },
      ...{ by: [{ column: 'name', part: null, title: 'Name' }], measure: { how: 'sum', column: 'rate', title: 'Rate', isWhole } },
      left: { groups: 5, rows: 7, isSummed: true },
      content: figures.map((value, at) => ({ key: `g${at}`, name: names[at], value, count: 1, isRest: at === 3, groups: [] })),
    };
    const by = kind === 'number' ? [] : [{ column: 'name' }];
    const { show } = await world({
      language,
      route: { params: { chart: JSON.stringify({ kind, bizId: '1', by, measure: { how: 'sum', column: 'rate' } }) } },
      calls: { 'data-exploration.aggregate': () => answer },
    });
    const { container, unmount } = show(pageNamed('data/chart'));
    await settled();
    const text = container.textContent ?? '';
    unmount();
    return text;
  };
  for (const language of ['en', 'zh-Hans'] as const) {
    for (const kind of ['bar', 'line', 'pie', 'table']) {
      const small = await shown(kind, false, [1234.5, 0.0472, 0.004, 0.0333333], language);
      for (const figure of ['1,234.50', '0.0472', '0.004', '0.0333']) expect(small, `${language} ${kind}`).toContain(figure);
      expect(small, kind).not.toContain('0.033333');
      const whole = await shown(kind, true, [1234, 5, 6, 7], language);
      expect(whole, kind).toContain('1,234');
      expect(whole, kind).not.toContain('1,234.0');
    }
    expect(await shown('number', false, [0.0472], language)).toContain('0.0472');
    expect(await shown('number', true, [1234], language)).not.toContain('1,234.0');
  }
});
