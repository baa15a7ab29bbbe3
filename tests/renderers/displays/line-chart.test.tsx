import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axisOf, axisOfNames, drawingOf, pathsOf } from '../../../renderers/displays/line-chart/lines.ts';
import { settled, showNodes } from '../world.tsx';

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

  const months = [
    { week: '2026-01', paid: 4, late: 1 },
    { week: '', paid: null, late: 2 },
    { week: '2026-03', paid: 9, late: null },
  ];
  const named = { ...chart, rows: months, scale: 'names', emptyName: { en: 'No month' } };

  it('writes names in place of numbers where the scale is one of names', async () => {
    await showNodes([named] as never);
    const rows = within(screen.getByRole('table', { name: 'Payments by week' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual(['2026-014.01.0', 'No month–2.0', '2026-039.0–']);
    expect(axisOfNames(13, 6)).toEqual({ low: 0, high: 12, steps: [0, 3, 6, 9, 12] });
    expect(axisOfNames(1, 6)).toEqual({ low: -1, high: 1, steps: [0] });
  });

  it('[MISC-07] makes points one stop of Tab that arrow keys go between, and hands a pressed one to its action', async () => {
    const onSelect = [{ set: { 'state.pressed': "{{ row.week + ' ' + index + ' ' + series + ' ' + value }}" } }];
    await showNodes(
      [
        { ...named, onSelect },
        { widget: 'text', element: 'pre', text: '{{ state.pressed }}' },
      ] as never,
      {},
      {
        state: { pressed: { initial: '' } },
      } as never,
    );
    const points = within(screen.getByRole('group', { name: 'Payments by week' })).getAllByRole('button');
    expect(points.map((point) => point.getAttribute('aria-label'))).toEqual([
      '2026-01, Paid: 4.0',
      '2026-03, Paid: 9.0',
      '2026-01, Late: 1.0',
      'No month, Late: 2.0',
    ]);
    expect(points.map((point) => point.tabIndex)).toEqual([0, -1, -1, -1]);
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    points[0]?.focus();
    press('ArrowRight');
    expect(document.activeElement).toBe(points[1]);
    press('ArrowDown');
    expect(document.activeElement).toBe(points[3]);
    press('Home');
    press('ArrowUp');
    press('ArrowUp');
    expect(document.activeElement).toBe(points[0]);
    expect(points.map((point) => point.tabIndex)).toEqual([0, -1, -1, -1]);
    fireEvent.click(points[3] as HTMLElement);
    await settled();
    expect(document.querySelector('pre')?.textContent).toBe(' 1 late 2');
  });

  it('says that there is nothing to draw', async () => {
    await show([]);
    expect(screen.getByText('No week yet')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
