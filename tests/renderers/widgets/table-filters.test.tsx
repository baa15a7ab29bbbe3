import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settle, show } from '../fields/harness.tsx';

const filter = (name: string, more: Record<string, unknown> = {}) => ({ widget: 'input', name, label: { en: name }, ...more });
const table = (filters: readonly unknown[], more: Record<string, unknown> = {}) => ({
  widget: 'table',
  name: 'people',
  title: { en: 'People' },
  columns: [{ name: 'name', title: { en: 'Name' } }],
  rows: [{ id: '1', name: 'Ada' }],
  filters,
  ...more,
});
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle(3);
};
const shown = () =>
  [...document.querySelectorAll('.tg-table-filters input')]
    .filter((field) => !field.closest('[hidden]'))
    .map((field) => field.closest('.tg-field')?.querySelector('label')?.textContent);
const five = ['a', 'b', 'c', 'd', 'e'].map((name) => filter(name));

describe('filters that need more than one row', () => {
  afterEach(() => localStorage.clear());

  it('show the first row, and the others on demand; what people chose is kept', async () => {
    await show([table(five)]);
    expect(shown()).toEqual(['a', 'b', 'c', 'd']);
    expect(screen.getByRole('button', { name: 'More filters' }).getAttribute('aria-expanded')).toBe('false');
    await press('More filters');
    expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e']);
    cleanup();
    await show([table(five)]);
    expect(shown()).toHaveLength(5);
    await press('Fewer filters');
    cleanup();
    await show([table(five)]);
    expect(shown()).toHaveLength(4);
  });

  it('have nothing to fold where one row holds them', async () => {
    await show([table(five, { filterColumns: 5 })]);
    expect(shown()).toHaveLength(5);
    expect(screen.queryByRole('button', { name: /filters/ })).toBeNull();
  });

  it('take the columns they ask for', async () => {
    await show([table([filter('a', { span: 12 }), filter('b'), filter('c'), filter('d')])]);
    expect(shown()).toEqual(['a', 'b', 'c']);
  });

  it('are all shown where one that is folded counts; once folded by hand the button says so', async () => {
    await show([table(five, { filterInitial: { e: 'x' } })]);
    expect(shown()).toHaveLength(5);
    await press('Fewer filters');
    expect(shown()).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'More filters (1 in use)' })).toBeTruthy();
  });

  it('count what is typed before it is searched for', async () => {
    await show([table(five)]);
    await press('More filters');
    await act(async () => void fireEvent.change(screen.getByLabelText('e'), { target: { value: 'x' } }));
    await press('Fewer filters');
    expect(screen.getByRole('button', { name: 'More filters (1 in use)' })).toBeTruthy();
    await press('Reset');
    expect(screen.getByRole('button', { name: 'More filters' })).toBeTruthy();
  });

  it('stay in sight with what was typed where the window gets narrow', async () => {
    const narrow = Object.assign(new EventTarget(), { matches: false, media: '' });
    const before = globalThis.matchMedia;
    vi.stubGlobal('matchMedia', () => narrow);
    try {
      await show([table(five)]);
      await act(async () => void fireEvent.change(screen.getByLabelText('c'), { target: { value: 'x' } }));
      narrow.matches = true;
      await act(async () => void narrow.dispatchEvent(new Event('change')));
      expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(screen.getByLabelText<HTMLInputElement>('c').value).toBe('x');
      await press('Fewer filters');
      expect(shown()).toEqual(['a']);
    } finally {
      vi.stubGlobal('matchMedia', before);
    }
  });

  it('are shown where one that is folded is wrong, which is not kept', async () => {
    await show([table([...five, filter('f', { required: true })])]);
    expect(shown()).toHaveLength(4);
    await press('Search');
    expect(shown()).toContain('f*');
    cleanup();
    await show([table(five)]);
    expect(shown()).toHaveLength(4);
  });
});

it('a search that is wished while the answer to another is on its way is the one that counts', async () => {
  const asked: unknown[] = [];
  const answers = new Map<unknown, (rows: unknown) => void>();
  const { container } = await show([table([filter('name')], { rows: undefined, source: { call: 'user.list' } })], {
    calls: {
      'user.list': ({ with: { name } = {} }) => {
        asked.push(name);
        return name === undefined ? [] : new Promise((resolve) => answers.set(name, resolve));
      },
    },
  });
  const search = () => screen.getByRole('button', { name: 'Search' });
  const state = () => [search().getAttribute('aria-busy'), search().getAttribute('aria-disabled')];
  const wish = async (name: string) => {
    await act(async () => void fireEvent.change(screen.getByLabelText('name'), { target: { value: name } }));
    await press('Search');
  };
  await wish('Ada');
  expect(state()).toEqual(['true', null]);
  await wish('Bob');
  // Of what is under way already nothing more is asked.
  await press('Search');
  expect(asked).toEqual([undefined, 'Ada', 'Bob']);
  await act(async () => answers.get('Bob')?.([{ id: '2', name: 'Bob' }]));
  await act(async () => answers.get('Ada')?.([{ id: '1', name: 'Ada' }]));
  await settle(3);
  expect([...container.querySelectorAll('tr[data-row]')].map((row) => row.textContent)).toEqual(['Bob']);
  expect(state()).toEqual([null, null]);
});
