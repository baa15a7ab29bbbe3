import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axisOf, dayNumber, dayText, middleOf, placeOf, weekStart } from '../../../renderers/displays/timeline/days.ts';
import { settled, showNodes } from '../world.tsx';

const todayIn = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('.tg-timeline-today')?.style.getPropertyValue('--tg-start');
const span = (from: string, to: string) => ({ from: dayNumber(from) ?? 0, to: dayNumber(to) ?? 0 });

describe('the axis of a timeline', () => {
  it('counts days, and weeks from Monday, before and after 1970', () => {
    expect(dayText(weekStart(dayNumber('2026-03-08') ?? 0))).toBe('2026-03-02');
    expect(dayText(weekStart(dayNumber('2026-03-02') ?? 0))).toBe('2026-03-02');
    expect(dayText(weekStart(dayNumber('1969-12-31') ?? 0))).toBe('1969-12-29');
    expect(dayNumber('2026-13-01')).toBeUndefined();
    expect(dayNumber('soon')).toBeUndefined();
  });

  it('holds all spans in whole weeks: by day where they fit, otherwise by week', () => {
    const days = axisOf([span('2026-03-04', '2026-03-05'), span('2026-03-10', '2026-03-10')]);
    expect(days).toMatchObject({ scale: 'day', from: dayNumber('2026-03-02'), to: dayNumber('2026-03-15') });
    expect(days?.columns).toHaveLength(14);
    expect(days?.columns.filter(({ isWeekend }) => isWeekend)).toHaveLength(4);
    expect(days && placeOf(span('2026-03-04', '2026-03-05'), days)).toEqual({ start: 2, length: 2 });
    const weeks = axisOf([span('2026-01-01', '2026-06-30')]);
    expect(weeks).toMatchObject({ scale: 'week', from: dayNumber('2025-12-29') });
    expect(weeks && placeOf(span('2026-01-05', '2026-01-18'), weeks)).toEqual({ start: 1, length: 2 });
    expect(weeks?.months.reduce((sum, { count }) => sum + count, 0)).toBe(weeks?.columns.length);
    expect(axisOf([])).toBeUndefined();
  });

  it('folds what is years away, so that it costs no scale and a column', () => {
    const plan = [span('2026-03-02', '2026-03-13'), span('2026-03-16', '2026-03-20')];
    const old = span('1990-01-01', '1990-01-05');
    const axis = axisOf([old, ...plan]);
    expect(axis).toMatchObject({ scale: 'day', from: dayNumber('1990-01-01'), to: dayNumber('2026-03-22') });
    expect(axis?.columns.map(({ isFolded }) => isFolded).indexOf(true)).toBe(7);
    expect(axis?.columns).toHaveLength(7 + 1 + 21);
    expect(axis?.months.map(({ label, count }) => [label, count])).toEqual([
      ['1990-01', 7],
      ['', 1],
      ['2026-03', 21],
    ]);
    expect(axis && placeOf(span('2026-03-02', '2026-03-13'), axis)).toEqual({ start: 8, length: 12 });
    // What goes on all that time goes through the fold.
    const lasting = axisOf([span('1990-01-01', '2026-03-20'), ...plan]);
    expect(lasting && placeOf(span('1990-01-01', '2026-03-20'), lasting)).toEqual({ start: 0, length: 27 });
    // Today is a place of its own between them.
    const now = dayNumber('2010-06-16') ?? 0;
    const parted = axisOf([old, ...plan], 'auto', now);
    expect(parted?.columns.filter(({ isFolded }) => isFolded)).toHaveLength(2);
    expect(parted && middleOf(now, parted)).toBe(10.5);
  });

  it('of more columns than anybody looks at keeps those around today; what lies beyond has no length', () => {
    const many = Array.from({ length: 400 }, (_, index) => {
      const from = (dayNumber('1950-01-02') ?? 0) + index * 140;
      return { from, to: from };
    });
    const axis = axisOf(many, 'auto', dayNumber('2026-03-04'));
    expect(axis?.columns).toHaveLength(1040);
    expect(axis && placeOf(span('1950-01-02', '1950-01-02'), axis).length).toBe(0);
    expect(axis && placeOf(span('2026-03-04', '2026-03-04'), axis).length).toBeGreaterThan(0);
  });
});

describe('timeline', () => {
  const items = [
    { id: 'a', title: 'Field work', owner: { name: 'Chen' }, from: '2026-03-02', to: '2026-03-13', done: 40, state: '1' },
    { id: 'b', title: 'No days', from: null, to: '2026-03-13', done: 0, state: '0' },
  ];
  const node = {
    widget: 'timeline',
    title: { en: 'Plan' },
    label: 'title',
    detail: 'owner.name',
    start: 'from',
    end: 'to',
    progress: 'done',
  };

  it('says of every bar its days and its share in words, marks today, and leaves out what has no days', async () => {
    const { container } = await showNodes([{ ...node, items, tone: 'state', tones: { '1': 'info' }, today: '2026-03-04' }]);
    const bar = screen.getByRole('img', { name: 'Field work, Chen, 2026-03-02 – 2026-03-13, 40%' });
    expect(bar.dataset.seriesTone).toBe('info');
    expect(screen.queryByText('No days')).toBeNull();
    expect(todayIn(container)).toBe('2.5');
    expect(screen.getByRole('region', { name: 'Plan' }).tabIndex).toBe(0);
  });

  it('marks the middle of today where a column is a week, too', async () => {
    const year = { id: 'c', title: 'Year', from: '2026-01-05', to: '2026-12-31', done: 0, state: '0' };
    const { container } = await showNodes([{ ...node, items: [year], today: '2026-01-15' }]);
    // Thursday of the second week.
    expect(Number(todayIn(container))).toBeCloseTo(1.5);
  });

  it('gives the item that is chosen to its action, and says when there is nothing', async () => {
    await showNodes(
      [
        { ...node, items, onSelect: [{ set: { 'state.chosen': '{{ item.title }}' } }] },
        { widget: 'text', element: 'pre', text: '{{ state.chosen }}' },
        { ...node, items: [], emptyText: { en: 'Nothing planned' } },
      ],
      {},
      { state: { chosen: { initial: '' } } },
    );
    fireEvent.click(screen.getByRole('button', { name: /^Field work/ }));
    await settled();
    expect(screen.getByText('Field work', { selector: 'pre' })).toBeTruthy();
    expect(screen.getByText('Nothing planned')).toBeTruthy();
  });
});
