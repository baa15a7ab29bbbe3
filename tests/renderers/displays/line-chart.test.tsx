import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axisOf, drawingOf, pathsOf } from '../../../renderers/displays/line-chart/lines.ts';
import { showNodes } from '../world.tsx';

describe('axes', () => {
  it('have round steps that hold the lowest and the highest figure', () => {
    expect(axisOf(0, 1, 5)).toEqual({ low: 0, high: 1, steps: [0, 0.2, 0.4, 0.6, 0.8, 1] });
    expect(axisOf(-3, 41, 5)).toEqual({ low: -10, high: 50, steps: [-10, 0, 10, 20, 30, 40, 50] });
    expect(axisOf(0.1, 0.3, 2).steps).toEqual([0.1, 0.2, 0.3]);
  });

  it('have a width though all figures are the same', () => {
    const { low, high } = axisOf(7, 7, 5);
    expect([low <= 7, high > 7]).toEqual([true, true]);
  });
});

describe('lines', () => {
  const rows = [{ week: 0, paid: 0, late: '4' }, { week: 5, paid: null, late: 3 }, { paid: 9 }, { week: 10, paid: 10, late: 'many' }];

  it('stand at the places of their rows, break where there is no figure, and leave out rows without a place', () => {
    const drawing = drawingOf(rows, 'week', ['paid', 'late'], {});
    if (!drawing) throw new Error('nothing is drawn');
    expect(drawing.places).toEqual([0, 5, 10]);
    expect(drawing.figures).toEqual([
      [0, undefined, 10],
      [4, 3, undefined],
    ]);
    expect(drawing.up).toMatchObject({ low: 0, high: 10 });
    expect(drawing.figures.map((figures) => pathsOf(drawing, figures))).toEqual([['0,100', '100,0'], ['0,60 50,70']]);
    expect(drawingOf([{ week: 'soon' }], 'week', ['paid'], {})).toBeUndefined();
  });

  it('stand on an axis with bounds that are given, and on one that reaches below 0 where a figure does', () => {
    expect(drawingOf([{ x: 1, y: 0.4 }], 'x', ['y'], { min: 0, max: 1 })?.up).toMatchObject({ low: 0, high: 1 });
    expect(drawingOf([{ x: 1, y: -3 }], 'x', ['y'], {})?.up.low).toBeLessThanOrEqual(-3);
  });

  it('are drawn of as many rows as there are', () => {
    const many = Array.from({ length: 300_000 }, (_, x) => ({ x, y: 1 }));
    expect(drawingOf(many, 'x', ['y'], {})?.across).toMatchObject({ low: 0, high: 300_000 });
  });
});

describe('line chart', () => {
  const chart = {
    widget: 'line-chart',
    title: { en: 'Payments by week' },
    rows: '{{ state.rows }}',
    x: 'week',
    xTitle: { en: 'Week' },
    yTitle: { en: 'Payments' },
    digits: 1,
    series: [
      { name: 'paid', label: { en: 'Paid' } },
      { name: 'late', label: { en: 'Late' }, tone: 'neutral' },
    ],
    emptyText: { en: 'No week yet' },
  };
  const show = (rows: object[]) => showNodes([chart] as never, {}, { state: { rows: { initial: rows } } } as never);

  it('says its figures to screen readers in a table, a dash where there is none, and draws a line for each series', async () => {
    const { container } = await show([
      { week: 1, paid: 4, late: 1 },
      { week: 2, paid: 1234.5, late: null },
    ]);
    const table = within(screen.getByRole('table', { name: 'Payments by week' }));
    expect(table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Week', 'Paid', 'Late'],
      ['1.0', '4.0', '1.0'],
      ['2.0', '1,234.5', '–'],
    ]);
    expect([...container.querySelectorAll('polyline')].map((line) => line.getAttribute('data-series-tone'))).toEqual([
      'primary',
      'neutral',
    ]);
    expect(container.querySelector('svg')?.closest('[aria-hidden="true"]')).not.toBeNull();
    expect([...container.querySelectorAll('.tg-lines-legend > span')].map(({ textContent }) => textContent)).toEqual(['Paid', 'Late']);
  });

  it('tells every few rows of many and always the last, and what stands for no rows', async () => {
    await show(Array.from({ length: 1_000 }, (_, week) => ({ week, paid: week, late: 0 })));
    const rows = within(screen.getByRole('table', { name: 'Payments by week' })).getAllByRole('row');
    expect(rows.length).toBeLessThanOrEqual(202);
    expect(rows.at(-1)?.textContent).toBe('999.0999.00.0');
  });

  it('says that there is nothing to draw', async () => {
    await show([]);
    expect(screen.getByText('No week yet')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
