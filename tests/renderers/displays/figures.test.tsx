import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { barsOf } from '../../../renderers/displays/bar-chart/bars.ts';
import { shareOf, wholePercent } from '../../../renderers/displays/progress/share.ts';
import { settled, showNodes } from '../world.tsx';

const pressed = { widget: 'text', element: 'pre', text: '{{ state.pressed }}' };
const withState = { state: { pressed: { initial: '' } } };

describe('progress', () => {
  it('has no share without a figure or without anything to do', () => {
    expect([shareOf(1, 4), shareOf('3', '4'), shareOf(5, 4)]).toEqual([0.25, 0.75, 1.25]);
    expect([shareOf(null, 4), shareOf('', 4), shareOf('much', 4), shareOf(0, 0), shareOf(1, null)]).toEqual(Array(5).fill(undefined));
  });

  it('is rounded down, so that only what is complete is 100 %', () => {
    expect([0.999, 0.29, 0.57, 1, 1.005].map(wholePercent)).toEqual([0.99, 0.29, 0.57, 1, 1]);
  });

  it('tells name and share, and what is given in place of the share', async () => {
    await showNodes([
      { widget: 'progress', label: { en: 'Tested' }, value: 18, max: 24 },
      { widget: 'progress', label: { en: 'Answered' }, hideLabel: true, value: 3, max: 2, text: { en: '3 of 2' } },
      { widget: 'progress', label: { en: 'Unknown' }, value: null },
    ] as never);
    const told = screen
      .getAllByRole('progressbar')
      .map((bar) => [
        bar.ariaLabel ?? bar.getAttribute('aria-label'),
        bar.getAttribute('aria-valuenow'),
        bar.getAttribute('aria-valuetext'),
      ]);
    expect(told).toEqual([
      ['Tested', '75', '75%'],
      ['Answered', '100', '3 of 2'],
      ['Unknown', null, '–'],
    ]);
    expect(screen.queryByText('Answered')).toBeNull();
    expect(screen.getByText('Tested')).toBeDefined();
  });
});

describe('steps', () => {
  const steps = (more: object) => ({
    widget: 'steps',
    title: { en: 'Report' },
    items: [
      { key: 'what', label: { en: 'What' } },
      { key: 'never', label: { en: 'Never' }, visible: false },
      { key: 'who', label: { en: 'Who' } },
      { key: 'send', label: { en: 'Send' } },
    ],
    ...more,
  });
  const press = [{ set: { 'state.pressed': "{{ state.pressed + key + ' ' + index }}" } }];

  it('marks what is done and what is current', async () => {
    await showNodes([steps({ active: 'who' })] as never);
    const items = within(screen.getByRole('list', { name: 'Report' })).getAllByRole('listitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-current')])).toEqual([
      ['What (done)', null],
      ['2Who', 'step'],
      ['3Send', null],
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('begins with the first where the current one is no step, and says of it how it is', async () => {
    await showNodes([steps({ active: 'elsewhere', state: 'error' })] as never);
    expect(screen.getByRole('listitem', { current: 'step' } as never).textContent).toBe('What (not accepted)');
  });

  it('leads back to what is done, or everywhere', async () => {
    const { unmount } = await showNodes([steps({ active: 'who', onSelect: press }), pressed] as never, {}, withState);
    const buttons = () => screen.getAllByRole('button').map((button) => [button.textContent, button.getAttribute('aria-disabled')]);
    expect(buttons()).toEqual([
      ['What (done)', null],
      ['2Who', 'true'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Who' }));
    fireEvent.click(screen.getByRole('button', { name: /What/ }));
    await settled();
    expect(document.querySelector('pre')?.textContent).toBe('what 0');
    unmount();
    await showNodes([steps({ active: 'who', reach: 'all', onSelect: press }), pressed] as never, {}, withState);
    expect(buttons().map(([name]) => name)).toEqual(['What (done)', '2Who', '3Send']);
  });
});

describe('bar chart', () => {
  const plain = { rowName: 'name', names: ['a'], scale: 'common', language: 'en' } as const;
  const owners = { rowName: 'owner.name', names: ['closed', 'open'], language: 'en' } as const;

  it('are named in the language of the window where their names come in several', () => {
    const name = [
      { l: 'zh-Hans', t: '车辆', d: true },
      { l: 'en', t: 'Vehicle' },
    ];
    const named = (language: 'en' | 'zh-Hant') => barsOf([{ name }], { ...plain, language }).map((bar) => bar.name);
    expect([named('en'), named('zh-Hant')]).toEqual([['Vehicle'], ['车辆']]);
  });

  const rows = [
    { owner: { name: 'Sales' }, closed: 8, open: '2' },
    { owner: { name: '' }, closed: null, open: -4 },
    { owner: { name: 'Finance' }, closed: 5, open: 'x' },
  ];

  it('compares rows by the longest, or shows the parts of each', () => {
    const parts = (scale: 'common' | 'share') => barsOf(rows, { ...owners, scale }).map((bar) => bar.parts);
    expect(parts('common')).toEqual([
      [80, 20],
      [0, 0],
      [50, 0],
    ]);
    // A bar beyond what fills the width is as long as the width.
    const upTo = (max: number) => barsOf(rows, { ...owners, scale: 'common', max }).map((bar) => bar.parts);
    expect(upTo(20)[0]).toEqual([40, 10]);
    expect(upTo(4)).toEqual(parts('common'));
    expect(parts('share')).toEqual([
      [80, 20],
      [0, 0],
      [100, 0],
    ]);
    expect(barsOf(rows, { ...owners, scale: 'common' }).map((bar) => bar.figures)).toEqual([
      [8, 2],
      [undefined, -4],
      [5, undefined],
    ]);
    expect(barsOf([{ a: 0 }], { ...plain, scale: 'share' })).toMatchObject([{ name: '', figures: [0], parts: [0] }]);
    expect(barsOf([{ name: 'A' }, { name: 'B' }, { name: 'A' }], plain).map(({ key }) => key)).toEqual(['1 A', '1 B', '2 A']);
  });

  const chart = {
    widget: 'bar-chart',
    title: { en: 'Findings' },
    nameTitle: { en: 'Department' },
    rowName: 'owner.name',
    series: [
      { name: 'closed', label: { en: 'Closed' }, tone: 'success' },
      { name: 'open', label: { en: 'Open' } },
    ],
    digits: 1,
    emptyName: { en: 'Nobody' },
    onRow: [{ set: { 'state.pressed': "{{ row.owner.name + ' ' + index }}" } }],
  };

  it('writes every figure in the column of its series', async () => {
    await showNodes([{ ...chart, rows }, pressed] as never, {}, withState);
    const lines = within(screen.getByRole('table', { name: 'Findings' })).getAllByRole('row');
    expect(lines.map((line) => [...line.children].map((cell) => cell.textContent))).toEqual([
      ['Department', 'Closed', 'Open'],
      ['Sales', '8.0', '2.0'],
      ['Nobody', '–', '-4.0'],
      ['Finance', '5.0', '–'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Finance' }));
    await settled();
    expect(document.querySelector('pre')?.textContent).toBe('Finance 2');
  });

  it('[MISC-07] hands a pressed figure or part of a bar to its action, told with its row and series', async () => {
    const { onRow: _, ...still } = chart;
    const onSelect = [{ set: { 'state.pressed': "{{ row.owner.name + ' ' + index + ' ' + series + ' ' + value }}" } }];
    await showNodes([{ ...still, rows, onSelect }, pressed] as never, {}, withState);
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Sales, Closed: 8.0',
      'Sales, Open: 2.0',
      'Nobody, Open: -4.0',
      'Finance, Closed: 5.0',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Sales, Open: 2.0' }));
    await settled();
    expect(document.querySelector('pre')?.textContent).toBe('Sales 0 open 2');
    fireEvent.click(screen.getByRole('rowheader', { name: 'Finance' }).querySelector('[data-series-tone]') as HTMLElement);
    await settled();
    expect(document.querySelector('pre')?.textContent).toBe('Finance 2 closed 5');
  });

  it('says so when there is nothing, and keeps what is shown while newer figures load', async () => {
    await showNodes([
      { ...chart, rows: [], emptyText: { en: 'No findings' } },
      { ...chart, rows, loading: true },
    ] as never);
    expect(screen.getByText('No findings')).toBeDefined();
    expect(screen.getByRole('table', { name: 'Findings' })).toBeDefined();
  });
});
