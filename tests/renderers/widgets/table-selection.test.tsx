import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { settle, show } from '../fields/harness.tsx';

const table = (more: Record<string, unknown>): NodeDocument => ({
  widget: 'table',
  name: 'people',
  title: { en: 'People' },
  columns: [{ name: 'id', title: { en: 'Name' } }],
  selection: 'multiple',
  ...more,
});
const press: NodeDocument = { widget: 'button', text: { en: 'Again' }, onClick: [{ refresh: ['people'] }] };
const state: NodeDocument = { widget: 'text', text: "{{ 'keys: ' + join(people.selectedKeys ?? [], ' ') }}" };
const rowsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
const click = async (element: Element | null | undefined) => {
  if (!element) throw new Error('nothing to click');
  await act(async () => void fireEvent.click(element));
  await settle(4);
};
const select = (at: number) => click(screen.getAllByRole('checkbox', { name: /Select row/ })[at]);
const again = () => click(screen.getByRole('button', { name: 'Again' }));
const list = (...ids: string[]) => ids.map((id) => ({ id }));

describe('a selected row that is gone', () => {
  it('is no longer selected, on whatever level of a tree it stood; others stay', async () => {
    let rows: unknown = [{ id: 'a', below: list('b', 'c') }, { id: 'd' }];
    const tree = table({ source: { call: 'user.list' }, paging: 'none', childrenField: 'below', expandAll: true });
    const { container } = await show([tree, press, state], { calls: { 'user.list': () => rows } });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(4));
    await select(2);
    await select(3);
    expect(container.textContent).toContain('keys: c d');
    rows = [{ id: 'a', below: list('b') }, { id: 'd' }];
    await again();
    expect(container.textContent).toContain('keys: d');
    expect(container.textContent).toContain('1 selected');
    rows = [{ id: 'a', below: list('b') }];
    await again();
    expect(container.textContent).not.toContain('selected');
  });

  it('is no longer selected in the list of something else; in other filters, orders and pages of one list it stays', async () => {
    const asked: unknown[] = [];
    const lists: Record<string, unknown> = { one: list('a', 'b'), two: list('b', 'c') };
    const people = table({
      source: { call: 'user.list', with: { of: '{{ state.of }}' } },
      columns: [{ name: 'id', title: { en: 'Name' }, sortable: true }],
    });
    const other: NodeDocument = { widget: 'button', text: { en: 'Other' }, onClick: [{ set: { 'state.of': 'two' } }] };
    const { container } = await show([people, other, state], {
      page: { state: { of: { initial: 'one' } } },
      calls: {
        'user.list': ({ with: given }) => {
          asked.push(given);
          return lists[String(given?.of)];
        },
      },
    });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(2));
    await select(1);
    await click(screen.getByRole('button', { name: /^Name/ }));
    expect(container.textContent).toContain('keys: b');
    await click(screen.getByRole('button', { name: 'Other' }));
    await waitFor(() => expect(container.textContent).toContain('c'));
    expect(asked.at(-1)).toMatchObject({ of: 'two' });
    // The same key may be another row there.
    expect(container.textContent).not.toContain('keys: b');
    expect(container.textContent).not.toContain('1 selected');
  });

  it('is no longer selected among given rows, unless they are only loading', async () => {
    const { container } = await show(
      [
        table({ rows: '{{ state.rows }}', loading: '{{ state.loading }}' }),
        state,
        ...[
          { 'state.rows': [], 'state.loading': true },
          { 'state.rows': list('a', 'b'), 'state.loading': false },
          { 'state.rows': list('b') },
        ].map((set, at): NodeDocument => ({ widget: 'button', text: { en: `Step ${at}` }, onClick: [{ set }] })),
      ],
      { page: { state: { rows: { initial: list('a', 'b') }, loading: { initial: false } } } },
    );
    await select(0);
    for (const at of [0, 1]) {
      await click(screen.getByRole('button', { name: `Step ${at}` }));
      expect(container.textContent).toContain('keys: a');
    }
    await click(screen.getByRole('button', { name: 'Step 2' }));
    expect(container.textContent).not.toContain('keys: a');
  });

  it('of a call that pages is told from one that stands on another page by now', async () => {
    let ids = ['a', 'b', 'c', 'd', 'e'];
    const calls = {
      'user.list': ({ with: { current = 1 } = {} }: { with?: { current?: number } }) => ({
        content: list(...ids.slice((current - 1) * 2, current * 2)),
        total: ids.length,
      }),
    };
    const paged = table({ source: { call: 'user.list' }, pageSize: 2, pageSizes: [2, 4] });
    const { container } = await show([paged, press, state], { calls });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(2));
    await select(0);
    await select(1);
    ids = ['new', ...ids];
    await again();
    expect(container.textContent).toContain('keys: a b');
    await click(screen.getByRole('button', { name: 'Page 2' }));
    expect(container.textContent).toContain('keys: a b');
    ids = ids.filter((id) => id !== 'b');
    await again();
    expect(container.textContent).toContain('keys: a');
    expect(container.textContent).not.toContain('keys: a b');
  });
});

describe('a selected row that cannot be selected any more', () => {
  const close = { text: { en: 'Close' }, onClick: [{ set: { 'state.closed': "{{ join(keys, ' ') }}" } }] };
  const closed: NodeDocument = { widget: 'text', text: "{{ 'closed: ' + state.closed }}" };
  const page = { state: { closed: { initial: '' }, held: { initial: '' } } };
  const box = (at: number) => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /Select row/ })[at];

  it('since its list came anew is unselected, and nothing is done with it', async () => {
    let rows = [
      { id: 'a', open: true },
      { id: 'b', open: true },
    ];
    const people = table({ source: { call: 'user.list' }, selectable: '{{ row.open }}', bulkActions: [close] });
    const { container } = await show([people, press, state, closed], { calls: { 'user.list': () => rows }, page });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(2));
    await select(0);
    await select(1);
    rows = [
      { id: 'a', open: false },
      { id: 'b', open: true },
    ];
    await again();
    await waitFor(() => expect(box(0)?.checked).toBe(false));
    expect([box(0)?.disabled, box(1)?.checked]).toEqual([true, true]);
    expect(container.textContent).toContain('1 selected');
    await click(screen.getByRole('button', { name: 'Close' }));
    expect(container.textContent).toContain('closed: b');
  });

  it('since something else of the page changed is unselected, too', async () => {
    const people = table({ rows: list('a', 'b'), selectable: '{{ row.id != state.held }}' });
    const hold: NodeDocument = { widget: 'button', text: { en: 'Hold' }, onClick: [{ set: { 'state.held': 'a' } }] };
    const { container } = await show([people, hold, state], { page });
    await select(0);
    await select(1);
    expect(container.textContent).toContain('keys: a b');
    await click(screen.getByRole('button', { name: 'Hold' }));
    expect([box(0)?.checked, box(1)?.checked]).toEqual([false, true]);
    expect(container.textContent).toContain('keys: b');
  });
});

describe('the number of selected rows', () => {
  const action = { text: { en: 'Close' }, permission: 'people:close', onClick: [{ notify: 'common.saved' }] };
  const rows = list('a', 'b');
  it.each([
    ['several rows', { selection: 'multiple' }, true],
    ['one row with something to do with it', { selection: 'single', bulkActions: [{ ...action, permission: undefined }] }, true],
    ['one row and nothing to do with it', { selection: 'single' }, false],
    ['one row and nothing the user may do with it', { selection: 'single', bulkActions: [action], onSelect: [] }, false],
  ])('of %s', async (_, more, isShown) => {
    const { container } = await show([table({ rows, ...more })]);
    await click(screen.getAllByLabelText(/Select row/)[0]);
    expect(container.querySelector('tr[data-selected]')).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Clear selection' })).toHaveLength(isShown ? 1 : 0);
    expect(container.querySelectorAll('.tg-table-top')).toHaveLength(isShown ? 1 : 0);
  });

  it('takes no room where nobody may do anything with selected rows', async () => {
    const { container } = await show([table({ rows, bulkActions: [action] })]);
    expect(screen.queryAllByLabelText(/Select row/)).toEqual([]);
    expect(container.querySelectorAll('.tg-table-top')).toHaveLength(0);
  });
});

it('a press on a row of several selects and unselects it, and does nothing where its box has to be pressed', async () => {
  const several = await show([table({ rows: list('a', 'b'), selectBy: 'row' }), state]);
  const cell = (at: number) => rowsOf(document.body)[at]?.lastElementChild;
  await click(cell(0));
  await click(cell(1));
  expect(several.container.textContent).toContain('keys: a b');
  await click(cell(0));
  expect(several.container.textContent).toContain('keys: b');
  several.unmount();
  const boxes = await show([table({ rows: list('a', 'b') }), state]);
  await click(cell(0));
  expect(boxes.container.textContent).not.toContain('keys: a');
});

describe('what can be done with selected rows', () => {
  it('is there while it holds of them as they were loaded last', async () => {
    let open = true;
    const acting = table({
      source: { call: 'user.list' },
      bulkActions: [
        {
          text: { en: 'Close' },
          when: "{{ !isEmpty(where(selected, 'open', true)) }}",
          onClick: [{ set: { 'state.done': '{{ count }}' } }],
        },
      ],
    });
    const page = { state: { done: { initial: 0 } } };
    await show([acting, press], {
      calls: {
        'user.list': () => [
          { id: 'a', open },
          { id: 'b', open: false },
        ],
      },
      page,
    });
    await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /Select row/ })).toHaveLength(2));
    const close = () => screen.queryByRole('button', { name: 'Close' });
    await select(1);
    expect(close()).toBeNull();
    await select(0);
    expect(close()).not.toBeNull();
    open = false;
    await again();
    await waitFor(() => expect(close()).toBeNull());
  });
});
