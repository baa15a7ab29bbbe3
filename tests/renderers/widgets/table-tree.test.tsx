import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { settle, show } from '../fields/harness.tsx';

const tree = [
  {
    id: '1',
    name: 'Finance',
    below: [
      { id: '2', name: 'Credit' },
      { id: '3', name: 'Markets', below: [{ id: '4', name: 'Currencies' }] },
    ],
  },
  { id: '5', name: 'Staff', below: [{ id: '6', name: 'Absence' }] },
];
const table = (more: Record<string, unknown>): NodeDocument => ({
  widget: 'table',
  name: 'risks',
  title: { en: 'Risks' },
  rows: tree,
  childrenField: 'below',
  expandAll: true,
  columns: [{ name: 'name', title: { en: 'Name' }, sortable: true }],
  ...more,
});
const rowsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
const names = (root: HTMLElement) => rowsOf(root).map((row) => row.querySelector('td')?.textContent);
const click = async (element: Element | null | undefined) => {
  if (!element) throw new Error('nothing to click');
  await act(async () => void fireEvent.click(element));
  await settle(3);
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('finds by its own filters rows on every level of a tree and shows them under those above, opened, with rows as they were given', async () => {
  const { container } = await show([
    table({
      columns: [
        { name: 'name', title: { en: 'Name' } },
        { name: 'below', title: { en: 'Below' }, value: '{{ len(row.below) }}' },
      ],
      filters: [{ widget: 'input', name: 'name', label: { en: 'Keyword' } }],
    }),
  ]);
  const search = async (text: string) => {
    fireEvent.change(screen.getByLabelText('Keyword'), { target: { value: text } });
    await click(button('Search'));
    return names(container);
  };
  await click(screen.getAllByRole('button', { name: 'Collapse' })[0]);
  expect(names(container)).toEqual(['Finance', 'Staff', 'Absence']);
  expect(await search('curr')).toEqual(['Finance', 'Markets', 'Currencies']);
  expect(rowsOf(container).map((row) => row.lastElementChild?.textContent)).toEqual(['2', '1', '0']);
  expect(container.textContent).toContain('3 of 3');
  expect(await search('fin')).toEqual(['Finance']);
  expect(await search('nobody')).toEqual([]);
  expect(await search('')).toHaveLength(6);
});

it('opens what a call found once it is here, and not what stood there before', async () => {
  let answer = () => undefined as void;
  const list = ({ with: asked }: { with?: Record<string, unknown> }) =>
    asked?.name === undefined
      ? tree
      : new Promise((resolve) => (answer = () => resolve([{ id: '1', name: 'Finance', below: [{ id: '2', name: 'Credit' }] }])));
  const { container } = await show(
    [
      table({
        ...{ rows: undefined, expandAll: false, paging: 'none', source: { call: 'user.list', filtersBy: 'call' } },
        filters: [{ widget: 'input', name: 'name', label: { en: 'Keyword' } }],
      }),
    ],
    { calls: { 'user.list': list as never } },
  );
  expect(names(container)).toEqual(['Finance', 'Staff']);
  fireEvent.change(screen.getByLabelText('Keyword'), { target: { value: 'cred' } });
  await click(button('Search'));
  expect(names(container)).toEqual(['Finance', 'Staff']);
  await act(async () => answer());
  await settle(3);
  expect(names(container)).toEqual(['Finance', 'Credit']);
});

it('sorts the rows of a tree within their parent, on every level', async () => {
  const { container } = await show([table({ sort: { name: 'name', order: 'desc' } })]);
  expect(names(container)).toEqual(['Staff', 'Absence', 'Finance', 'Markets', 'Currencies', 'Credit']);
  await click(button('Name'));
  expect(names(container)).toEqual(['Finance', 'Credit', 'Markets', 'Currencies', 'Staff', 'Absence']);
  await click(button('Name'));
  expect(names(container)).toEqual(['Finance', 'Credit', 'Markets', 'Currencies', 'Staff', 'Absence']);
});

it('keeps room for a menu alone beside the names of a tree in a narrow window, also where there is one action', async () => {
  const before = globalThis.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: media.includes('699.98px'), media }));
  try {
    const actions = [{ text: { en: 'Add below' }, onClick: [{ notify: { en: 'Added' } }] }];
    const { container, said } = await show([table({ actions })]);
    const [first] = rowsOf(container).map((row) => within(row));
    expect(first?.queryByRole('button', { name: 'Add below' })).toBeNull();
    await click(first?.getByRole('button', { name: 'More actions' }));
    await click(screen.getByRole('menuitem', { name: 'Add below' }));
    expect(said).toEqual(['Added']);
  } finally {
    vi.stubGlobal('matchMedia', before);
  }
});
