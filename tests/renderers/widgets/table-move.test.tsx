import { act, fireEvent, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { type ShowOptions, settle, show } from '../fields/harness.tsx';

const move = [{ call: 'user.move', with: { id: '{{ row.id }}', target: '{{ target.id }}', position: '{{ position }}' } }];
const table = (more: Record<string, unknown>): NodeDocument => ({
  widget: 'table',
  name: 'people',
  title: { en: 'People' },
  columns: [{ name: 'id', title: { en: 'Name' } }],
  move: { onMove: move },
  ...more,
});
/** A server that keeps an order of four. */
const server = () => {
  let order = ['Ada', 'Ben', 'Cid', 'Dan'];
  const calls: ShowOptions['calls'] = {
    'user.list': () => order.map((id) => ({ id })),
    'user.move': ({ with: asked = {} }) => {
      const others = order.filter((id) => id !== asked.id);
      others.splice(others.indexOf(String(asked.target)) + (asked.position === 'after' ? 1 : 0), 0, String(asked.id));
      order = others;
      return {};
    },
    'user.refuse': () => Promise.reject(Object.assign(new Error('no'), { code: 'REFUSED', settled: true })),
  };
  return calls;
};
const rowsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
const order = (root: HTMLElement) => rowsOf(root).map((row) => row.querySelector('.tg-table-lead > :last-child')?.textContent);
const up = (root: HTMLElement, at: number) => {
  const row = rowsOf(root)[at];
  if (row) fireEvent.keyDown(row, { key: 'ArrowUp', altKey: true });
};
const data = { list: { call: 'user.list' } };

it.each<[string, Record<string, unknown>, ShowOptions['page']]>([
  ['its call', { source: { call: 'user.list' }, paging: 'none' }, {}],
  ['a data source', { rows: '{{ data.list ?? [] }}' }, { data }],
  ['a computed value', { rows: '{{ values.shown }}' }, { data, values: { all: '{{ data.list ?? [] }}', shown: '{{ values.all }}' } }],
  ['its call, which the action refreshes', { source: { call: 'user.list' }, move: { onMove: [...move, { refresh: ['people'] }] } }, {}],
  ['a data source, which the action refreshes', { rows: '{{ data.list }}', move: { onMove: [...move, { refresh: ['list'] }] } }, { data }],
])('after a move shows the rows of now of %s, asked for once; a second move starts from them', async (_, more, page) => {
  const { container, calls } = await show([table(more)], { page, calls: server() });
  await waitFor(() => expect(order(container)).toEqual(['Ada', 'Ben', 'Cid', 'Dan']));
  await act(async () => {
    up(container, 3);
    up(container, 3);
  });
  await settle(8);
  await waitFor(() => expect(order(container)).toEqual(['Ada', 'Dan', 'Ben', 'Cid']));
  expect(calls.map(({ id }) => id)).toEqual(['user.list', 'user.move', 'user.list', 'user.move', 'user.list']);
});

it('a move that is refused leaves the rows as they are', async () => {
  const refused = { move: { onMove: [{ call: 'user.refuse' }] } };
  const { container, calls } = await show([table({ source: { call: 'user.list' }, ...refused })], { calls: server() });
  await waitFor(() => expect(order(container)).toHaveLength(4));
  await act(async () => up(container, 3));
  await settle(4);
  expect(calls.map(({ id }) => id)).toEqual(['user.list', 'user.refuse']);
});
