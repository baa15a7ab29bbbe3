import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { settle, show } from '../fields/harness.tsx';

const ids = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at + 1) }));
const table = (more: Record<string, unknown>): NodeDocument => ({
  widget: 'table',
  name: 'people',
  columns: [{ name: 'id', title: { en: 'Name' } }],
  pageSize: 10,
  ...more,
});
const numbers = (root: HTMLElement) => [
  root.querySelector('table')?.getAttribute('aria-rowcount'),
  ...[...root.querySelectorAll('tr[data-row]')].map((row) => row.getAttribute('aria-rowindex')),
];
const turn = async (page: number) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: `Page ${page}` })));
  await settle(6);
};

it.each([
  ['paged by its call', { source: { call: 'user.list' } }],
  ['paged by the table', { rows: ids(23), paging: 'client' }],
])('rows of a table %s are numbered among those of all pages', async (_, more) => {
  const { container } = await show([table(more)], {
    calls: {
      'user.list': ({ with: { current = 1, size = 10 } = {} }: { with?: { current?: number; size?: number } }) => ({
        content: ids(23).slice((current - 1) * size, current * size),
        total: 23,
      }),
    },
  });
  expect(numbers(container).slice(0, 3)).toEqual(['24', '2', '3']);
  await turn(3);
  expect(numbers(container)).toEqual(['24', '22', '23', '24']);
});

it('rows of a tree are numbered within their page: how many the others hold depends on what is open', async () => {
  const rows = ids(11).map((row) => ({ ...row, below: [{ id: `${row.id}.1` }] }));
  const { container } = await show([table({ rows, paging: 'client', childrenField: 'below', expandAll: true })]);
  await turn(2);
  expect(numbers(container).slice(1)).toEqual(['2', '3']);
});
