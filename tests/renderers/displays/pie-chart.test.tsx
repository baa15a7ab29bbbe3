import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { slicesOf } from '../../../renderers/displays/pie-chart/slices.ts';
import { settled, showNodes } from '../world.tsx';

const rows = [
  { level: { name: 'High' }, found: 3 },
  { level: { name: '' }, found: '1' },
  { level: { name: 'Low' }, found: -2 },
  { level: { name: 'None' }, found: null },
];
const of = { rowName: 'level.name', value: 'found', language: 'en' } as const;

describe('slices', () => {
  it('share the whole of the figures above 0, and leave out what is no figure', () => {
    expect(slicesOf(rows, of).map(({ name, share, path, strength }) => [name, share, path !== '', strength])).toEqual([
      ['High', 0.75, true, 100],
      ['', 0.25, true, 70],
      ['Low', 0, false, 40],
    ]);
    expect(slicesOf([{ level: { name: 'A' }, found: 0 }], of).map(({ share, path }) => [share, path])).toEqual([[0, '']]);
  });

  it('are a whole ring where there is one part only', () => {
    expect(slicesOf([{ level: { name: 'A' }, found: 5 }], of)[0]?.path.match(/M/g)).toHaveLength(2);
  });
});

describe('pie chart', () => {
  const chart = {
    widget: 'pie-chart',
    title: { en: 'Findings' },
    nameTitle: { en: 'Level' },
    valueTitle: { en: 'Number' },
    rowName: 'level.name',
    value: 'found',
    emptyName: { en: 'Unknown' },
    emptyText: { en: 'No findings' },
    onSelect: [{ set: { 'state.pressed': "{{ row.level.name + ' ' + index + ' ' + value }}" } }],
  };

  it('[MISC-07] says name, figure and share of each part, and hands a pressed one to its action', async () => {
    const { container } = await showNodes(
      [
        { ...chart, rows },
        { widget: 'text', element: 'pre', text: '{{ state.pressed }}' },
      ] as never,
      {},
      { state: { pressed: { initial: '' } } },
    );
    const lines = within(screen.getByRole('table', { name: 'Findings' })).getAllByRole('row');
    expect(lines.map((line) => [...line.children].map((cell) => cell.textContent))).toEqual([
      ['Level', 'Number', 'Share'],
      ['High', '3', '75.0%'],
      ['Unknown', '1', '25.0%'],
      ['Low', '-2', '0.0%'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Unknown: 1' }));
    await settled();
    expect(container.querySelector('pre')?.textContent).toBe(' 1 1');
    fireEvent.click(container.querySelector('path') as unknown as HTMLElement);
    await settled();
    expect(container.querySelector('pre')?.textContent).toBe('High 0 3');
  });

  it('has no buttons where nothing is to be pressed, and says when there is nothing', async () => {
    const { onSelect: _, ...still } = chart;
    await showNodes([
      { ...still, rows },
      { ...chart, rows: [] },
    ] as never);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('No findings')).toBeDefined();
  });
});
