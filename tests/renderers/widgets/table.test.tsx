import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Line } from '../../../renderers/widgets/table/model.ts';
import type { RowAction } from '../../../renderers/widgets/table/RowActions.tsx';
import { useOffers } from '../../../renderers/widgets/table/useShared.ts';
import type { NodeDocument } from '../../../src/core/types.ts';
import { probe, probed, settle, show } from '../fields/harness.tsx';

const columns = [
  { name: 'name', title: { en: 'Name' }, sortable: true },
  { name: 'age', title: { en: 'Age' }, format: 'number', sortable: true },
];
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1), name: `Person ${index + 1}`, age: (index * 37) % 100 }));
const table = (more: Record<string, unknown>): NodeDocument => ({
  widget: 'table',
  name: 'people',
  title: { en: 'People' },
  columns,
  ...more,
});
const rowsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
const names = (root: HTMLElement) => rowsOf(root).map((row) => row.querySelector('td:not(.tg-table-tool)')?.textContent);
const click = async (element: Element | null | undefined) => {
  if (!element) throw new Error('nothing to click');
  await act(async () => void fireEvent.click(element));
  await settle(3);
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** A server that pages 45 people. */
const server = () => {
  const all = people(45);
  return {
    'user.list': ({ with: query = {} }: { with?: Record<string, unknown> }) => {
      const size = Number(query.size);
      const from = (Number(query.current) - 1) * size;
      return { content: all.slice(from, from + size), total: all.length };
    },
  };
};

let problems: unknown[][] = [];
beforeEach(() => {
  problems = [];
  vi.spyOn(console, 'error').mockImplementation((...args) => void problems.push(args));
});
afterEach(() => {
  expect(problems).toEqual([]);
  window.history.replaceState(null, '', '/');
  localStorage.clear();
});

describe('columns of a list', () => {
  const answers = (...counts: number[]) => ['Low', 'High'].map((label, index) => ({ value: index + 1, label, count: counts[index] ?? 0 }));
  const rows = [
    { id: '1', name: 'Strategy', counts: [3, 4], choices: answers(3, 4) },
    { id: '2', name: 'Finance', counts: [5], choices: answers(5, 6).reverse() },
  ];
  const cells = (root: HTMLElement) => rowsOf(root).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
  const heads = (root: HTMLElement) => [...root.querySelectorAll('thead th')].map((head) => head.textContent);

  it('[RISK-09] stand once for each entry, with its head, and follow the list', async () => {
    const each = { name: 'choices', title: { en: 'Choices' }, each: '{{ state.list }}', eachTitle: '{{ item.label }}' };
    const value = "{{ find(row.choices, 'value', item.value).count }}";
    const more: NodeDocument = {
      widget: 'button',
      text: { en: 'more' },
      onClick: [{ set: { 'state.list': '{{ [state.list[1]] }}' } }],
    };
    const { container } = await show([table({ rows, columns: [columns[0], { ...each, value }] }), more], {
      page: { state: { list: { initial: answers() } } },
    });
    expect(heads(container)).toEqual(['Name', 'Low', 'High']);
    expect(cells(container)).toEqual([
      ['Strategy', '3', '4'],
      ['Finance', '5', '6'],
    ]);
    await click(button('more'));
    expect(heads(container)).toEqual(['Name', 'High']);
    expect(cells(container)[1]).toEqual(['Finance', '6']);
  });

  it('show without a value what has their place, are chosen one by one, and are none without a list', async () => {
    const counts = { name: 'counts', title: { en: 'Count' }, each: "{{ ['a', 'b'] }}", format: 'number' };
    const none = { name: 'none', title: { en: 'None' }, each: '{{ state.absent }}', eachTitle: '{{ item }}' };
    const { container } = await show([table({ rows, columns: [columns[0], counts, none], columnChooser: true })]);
    expect(heads(container)).toEqual(['Name', 'Count', 'Count']);
    expect(cells(container)[1]).toEqual(['Finance', '5', '–']);
    await click(button('Columns'));
    await click(screen.getAllByRole('checkbox')[1]);
    expect(cells(container)[0]).toEqual(['Strategy', '4']);
  });

  it('show widgets that read the entry', async () => {
    const cell: NodeDocument[] = [{ widget: 'text', text: "{{ item.label + ' of ' + row.name }}" }];
    const choices = { name: 'choices', title: { en: 'Choices' }, each: '{{ state.list }}', eachTitle: '{{ item.label }}', cell };
    const { container } = await show([table({ rows, columns: [columns[0], choices] })], {
      page: { state: { list: { initial: answers() } } },
    });
    expect(cells(container)[1]).toEqual(['Finance', 'Low of Finance', 'High of Finance']);
  });
});

describe('table of a call', () => {
  it('[CONST-04] pages by 10, offers 10, 20 and 50, and says which rows of how many', async () => {
    const { container, calls } = await show([table({ source: { call: 'user.list' } })], { calls: server() });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(10));
    expect(container.textContent).toContain('1–10 of 45');
    expect([...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map((option) => option.value)).toEqual([
      '10',
      '20',
      '50',
    ]);
    await click(button('Page 5'));
    expect(rowsOf(container)).toHaveLength(5);
    expect(container.textContent).toContain('41–45 of 45');
    fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '20' } });
    await settle();
    expect(calls.at(-1)?.args.with).toEqual({ current: 1, size: 20 });
    expect(rowsOf(container)).toHaveLength(20);
  });

  it('[CONST-04] pages itself what a call that does not page answers', async () => {
    const { container } = await show([table({ source: { call: 'user.list' } })], { calls: { 'user.list': () => people(23) } });
    expect(names(container)).toHaveLength(10);
    expect(container.textContent).toContain('1–10 of 23');
    await click(button('Page 3'));
    expect(names(container)).toEqual(['Person 21', 'Person 22', 'Person 23']);
    expect(container.textContent).toContain('21–23 of 23');
  });

  it('asks the server to sort: up, down, not', async () => {
    const { calls, container } = await show([table({ source: { call: 'user.list' } })], { calls: server() });
    const sorted = () => container.querySelector('th[aria-sort]:not([aria-sort=none])')?.getAttribute('aria-sort');
    await click(button('Name'));
    expect(calls.at(-1)?.args.with).toMatchObject({ sort: 'name', order: 'asc', current: 1 });
    expect(sorted()).toBe('ascending');
    await click(button('Name'));
    expect(calls.at(-1)?.args.with).toMatchObject({ order: 'desc' });
    await click(button('Name'));
    expect(sorted()).toBeUndefined();
  });

  it('[RULE-23] sends the filters on search and forgets them on reset', async () => {
    const filters = [{ widget: 'input', name: 'keyword', label: { en: 'Keyword' }, maxLength: 50 }];
    const { calls } = await show([table({ source: { call: 'user.list', with: { kind: 'a' } }, filters }), probe('people.filters')], {
      calls: server(),
    });
    await click(button('Page 2'));
    fireEvent.change(screen.getByLabelText('Keyword'), { target: { value: ' Ada ' } });
    await settle(3);
    expect(calls.some((call) => call.args.with?.keyword !== undefined)).toBe(false);
    // In the order people go through them: what is asked for, then how to begin anew (EVID-05).
    expect(button('Search').compareDocumentPosition(button('Reset')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await click(button('Search'));
    expect(calls.at(-1)?.args.with).toEqual({ kind: 'a', keyword: 'Ada', current: 1, size: 10 });
    await click(button('Reset'));
    expect(probed.value).toEqual({});
    expect(screen.getByLabelText<HTMLInputElement>('Keyword').value).toBe('');
  });

  it('takes filters an action gives it, shows them in its fields, and is reset from them as from others', async () => {
    const filters = [{ widget: 'input', name: 'keyword', label: { en: 'Keyword' }, maxLength: 50 }];
    const nodes = [
      table({ source: { call: 'user.list' }, filters }),
      probe('people.filters'),
      { widget: 'button', text: { en: 'Late ones' }, onClick: [{ set: { 'people.filters': { keyword: 'late' } } }] },
    ];
    const { calls } = await show(nodes, { calls: server() });
    await click(button('Page 2'));
    fireEvent.change(screen.getByLabelText('Keyword'), { target: { value: 'half a w' } });
    await click(button('Late ones'));
    expect(calls.at(-1)?.args.with).toEqual({ keyword: 'late', current: 1, size: 10 });
    expect(screen.getByLabelText<HTMLInputElement>('Keyword').value).toBe('late');
    await click(button('Reset'));
    expect(probed.value).toEqual({});
    expect(screen.getByLabelText<HTMLInputElement>('Keyword').value).toBe('');
  });

  it('shows a failure with a retry, and no retry for a refusal', async () => {
    let isBroken = true;
    const calls = {
      'user.list': () => {
        if (isBroken) throw Object.assign(new Error('no answer'), { code: 'NETWORK_ERROR' });
        return { content: people(3), total: 3 };
      },
    };
    const { container } = await show([table({ source: { call: 'user.list' } })], { calls });
    expect(screen.getByRole('alert').textContent).toContain('no answer');
    isBroken = false;
    await click(button('Try again'));
    await settle();
    expect(rowsOf(container)).toHaveLength(3);
    const refused = { 'user.list': () => Promise.reject(Object.assign(new Error('no'), { code: 'FORBIDDEN', status: 403 })) };
    const second = await show([table({ name: 'other', source: { call: 'user.list' } })], { calls: refused });
    expect(second.container.textContent).toContain('You may not see this data');
    expect(within(second.container).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('keeps its rows when they cannot be refreshed, with the reason and a retry; rows of another page keep their number', async () => {
    const all = people(45);
    let isBroken = false;
    const calls = {
      'user.list': ({ with: query = {} }: { with?: Record<string, unknown> }) => {
        if (isBroken) throw Object.assign(new Error('no network'), { code: 'NETWORK_ERROR' });
        const from = (Number(query.current) - 1) * 10;
        return { content: all.slice(from, from + 10), total: all.length };
      },
    };
    const { container } = await show([table({ source: { call: 'user.list' } }), probe('people.error.message')], { calls });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(10));
    isBroken = true;
    await click(button('Refresh'));
    expect(rowsOf(container)).toHaveLength(10);
    expect(screen.getByRole('alert').textContent).toContain('could not be refreshed: no network');
    expect(probed.value).toBe('no network');

    await click(button('Page 2'));
    expect(names(container)[0]).toBe('Person 1');
    expect(container.textContent).toContain('1–10 of 45');
    expect(button('Page 1').getAttribute('aria-current')).toBe('page');
    isBroken = false;
    await click(button('Try again'));
    expect(names(container)[0]).toBe('Person 11');
    expect(container.textContent).toContain('11–20 of 45');
    expect(screen.queryByRole('alert')).toBeNull();

    // Asking for the same page again is another try as well.
    isBroken = true;
    await click(button('Page 5'));
    expect(names(container)[0]).toBe('Person 11');
    isBroken = false;
    await click(button('Page 5'));
    expect(names(container)[0]).toBe('Person 41');

    // The pages are those of the size that is shown.
    await click(button('Page 1'));
    isBroken = true;
    fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '50' } });
    await settle();
    expect(container.textContent).toContain('1–10 of 45');
    expect(screen.getByLabelText<HTMLSelectElement>('Rows per page').value).toBe('10');
    expect(button('Page 5')).toBeTruthy();
  });

  it('keeps no rows of other filters or other parameters than those it failed with', async () => {
    let isBroken = false;
    const calls = {
      'user.list': () => {
        if (isBroken) throw Object.assign(new Error('no network'), { code: 'NETWORK_ERROR' });
        return { content: people(3), total: 3 };
      },
    };
    const nodes = [
      table({
        selection: 'multiple',
        source: { call: 'user.list', with: { version: '{{ state.version }}' } },
        filters: [{ widget: 'input', name: 'keyword', label: { en: 'Keyword' } }],
      }),
      probe('{rows: people.rows, keys: people.selectedKeys}'),
      { widget: 'button', text: { en: 'Version 2' }, onClick: [{ set: { 'state.version': 2 } }] },
    ];
    const { container } = await show(nodes, { calls, page: { state: { version: { initial: 1 } } } });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(3));
    isBroken = true;
    fireEvent.change(screen.getByLabelText('Keyword'), { target: { value: 'Person 1' } });
    await click(button('Search'));
    expect(screen.getByText(/could not be loaded: no network/)).toBeTruthy();
    expect(rowsOf(container)).toHaveLength(0);
    await click(screen.getByLabelText('Select all rows of this page'));
    expect(probed.value).toEqual({ rows: [], keys: [] });

    isBroken = false;
    await click(button('Reset'));
    expect(rowsOf(container)).toHaveLength(3);
    isBroken = true;
    await click(button('Version 2'));
    expect(rowsOf(container)).toHaveLength(0);
    expect(screen.getByText(/could not be loaded: no network/)).toBeTruthy();
  });

  it('takes two changes before the next picture', async () => {
    const { container, calls } = await show([table({ source: { call: 'user.list' } })], { calls: server() });
    await act(async () => {
      fireEvent.click(button('Name'));
      fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '20' } });
    });
    await settle();
    expect(calls.at(-1)?.args.with).toEqual({ current: 1, size: 20, sort: 'name', order: 'asc' });
    expect(rowsOf(container)).toHaveLength(20);
  });

  it('keeps no rows the user may not see any more', async () => {
    let isRefused = false;
    const calls = {
      'user.list': () => {
        if (isRefused) throw Object.assign(new Error('no'), { code: 'FORBIDDEN', status: 403 });
        return { content: people(3), total: 3 };
      },
    };
    const { container } = await show([table({ source: { call: 'user.list' } })], { calls });
    await waitFor(() => expect(rowsOf(container)).toHaveLength(3));
    isRefused = true;
    await click(button('Refresh'));
    expect(rowsOf(container)).toHaveLength(0);
    expect(container.textContent).toContain('You may not see this data');
  });

  it('folds what can be done with a row that scrolls into one menu in a narrow window; a single action stays a button', async () => {
    const before = globalThis.matchMedia;
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: media.includes('699.98px'), media }));
    try {
      const action = (text: string, when?: string) => ({
        text: { en: text },
        ...(when ? { when } : {}),
        onClick: [{ notify: { en: text } }],
      });
      const actions = [action('Edit'), action('Delete', '{{ index > 0 }}')];
      const { container, said } = await show([table({ rows: people(2), narrow: 'scroll', actions })]);
      const [first, second] = rowsOf(container).map((row) => within(row));
      expect(first?.getByRole('button', { name: 'Edit' })).toBeTruthy();
      expect(second?.queryByRole('button', { name: 'Edit' })).toBeNull();
      await click(second?.getByRole('button', { name: 'More actions' }));
      await click(screen.getByRole('menuitem', { name: 'Delete' }));
      expect(said).toEqual(['Delete']);
    } finally {
      vi.stubGlobal('matchMedia', before);
    }
  });

  it('refreshes by its name', async () => {
    const body = [
      table({ source: { call: 'user.list' } }),
      { widget: 'button', text: { en: 'Again' }, onClick: [{ refresh: ['people'] }] },
    ];
    const { calls } = await show(body, { calls: server() });
    const before = calls.length;
    await click(button('Again'));
    expect(calls.length).toBe(before + 1);
  });

  it('goes back a page when the last one has become empty', async () => {
    const all = people(11);
    const calls = {
      'user.list': ({ with: query = {} }: { with?: Record<string, unknown> }) => {
        const from = (Number(query.current) - 1) * 10;
        return { content: all.slice(from, from + 10), total: all.length };
      },
    };
    const { container } = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(button('Page 2'));
    all.pop();
    await click(button('Refresh'));
    await settle();
    expect(rowsOf(container)).toHaveLength(10);
  });

  it.each([
    ['parameters', { sortName: 'by', orderName: 'way' }, { unit: 'x', by: 'name', way: 'asc', name: 'Ada' }],
    ['body', { place: 'body', body: { deep: true } }, { deep: true, sort: 'name', order: 'asc', name: 'Ada' }],
  ])('offers what its call is given in its %s for another call, but for the page', async (_, more, query) => {
    const filters = [{ widget: 'input', name: 'name', label: { en: 'Keyword' } }];
    const source = { call: 'user.list', with: { unit: 'x' }, ...more };
    const node = table({ source, filters, filterInitial: { name: 'Ada' }, sort: { name: 'name' } });
    const exporting: NodeDocument = {
      widget: 'button',
      text: { en: 'Export' },
      onClick: [{ call: 'user.export', with: '{{ people.query }}' }],
    };
    const { calls } = await show([node, exporting], { calls: { ...server(), 'user.export': () => null } });
    await click(button('Export'));
    expect(calls.at(-1)).toEqual({ id: 'user.export', args: { with: query } });
  });

  it('keeps page and sort in the address', async () => {
    const node = table({ source: { call: 'user.list' }, syncAddress: true });
    const first = await show([node], { calls: server() });
    await click(button('Page 2'));
    expect(window.location.search).toBe('?people.page=2');
    first.unmount();
    const { calls } = await show([node], { calls: server() });
    expect(calls[0]?.args.with).toEqual({ current: 2, size: 10 });
  });
});

describe('an order a link brings', () => {
  const ask = async (sort: string, more: object = {}) => {
    window.history.replaceState(null, '', `?people.sort=${sort}`);
    const { calls } = await show([table({ source: { call: 'user.list' }, syncAddress: true, ...more })], { calls: server() });
    return calls[0]?.args.with;
  };

  it('counts where the list sorts by it, and is passed over where it does not', async () => {
    expect(await ask('age,desc')).toMatchObject({ sort: 'age', order: 'desc' });
    expect(await ask('nope,asc')).toEqual({ current: 1, size: 10 });
    // The column is there, and its head does not sort.
    const plain = [...columns, { name: 'town', title: { en: 'Town' } }];
    expect(await ask('town,asc', { columns: plain })).toEqual({ current: 1, size: 10 });
    expect(window.location.search).toBe('');
    expect(await ask('nope,asc', { sort: { name: 'joined', order: 'desc' } })).toMatchObject({ sort: 'joined', order: 'desc' });
    expect(await ask('joined,asc', { sort: { name: 'joined', order: 'desc' } })).toMatchObject({ sort: 'joined', order: 'asc' });
    // A column that sorts under another name than its own.
    const coded = [...columns, { name: 'town', title: { en: 'Town' }, sortable: true, sortName: 'townCode' }];
    expect(await ask('townCode,desc', { columns: coded })).toMatchObject({ sort: 'townCode', order: 'desc' });
    expect(await ask('town,desc', { columns: coded })).toEqual({ current: 1, size: 10 });
    window.history.replaceState(null, '', '/');
  });

  it('counts by any column where the rows are all here', async () => {
    const plain = [{ name: 'town', title: { en: 'Town' } }];
    const rows = ['Bern', 'Chur', 'Aarau'].map((town) => ({ id: town, town }));
    const answers = { calls: { 'user.list': () => ({ content: rows, total: 3 }) } };
    for (const given of [{ source: { call: 'user.list' }, paging: 'client' }, { rows }]) {
      window.history.replaceState(null, '', '?people.sort=town,desc');
      const { unmount, container } = await show([table({ columns: plain, syncAddress: true, ...given })], answers);
      expect(names(container)).toEqual(['Chur', 'Bern', 'Aarau']);
      expect(window.location.search).toContain('people.sort=town');
      unmount();
    }
    window.history.replaceState(null, '', '/');
  });
});

describe('filters a link brings', () => {
  const filters = [{ widget: 'input', name: 'keyword', label: { en: 'Keyword' } }];
  const linkedFilters = [
    { widget: 'input', name: 'age', label: { en: 'Age is' } },
    { widget: 'input', name: 'town', label: { en: 'Town' } },
  ];

  it('[MISC-07] are offered while they count, and no longer once they are emptied', async () => {
    window.history.replaceState(null, '', `?people.filters=${encodeURIComponent('{"age":"9"}')}`);
    const node = table({ source: { call: 'user.list' }, syncAddress: true, filters, linkedFilters });
    const { calls } = await show([node], { calls: server() });
    expect(calls[0]?.args.with).toEqual({ current: 1, size: 10, age: '9' });
    const fields = () => screen.getAllByRole('textbox').map((field) => [field.getAttribute('name'), (field as HTMLInputElement).value]);
    expect(screen.queryByLabelText('Town')).toBeNull();
    const age = screen.getByLabelText('Age is') as HTMLInputElement;
    expect([fields().length, age.value]).toEqual([2, '9']);
    fireEvent.change(age, { target: { value: '' } });
    await click(button('Search'));
    expect(calls.at(-1)?.args.with).toEqual({ current: 1, size: 10 });
    expect(screen.queryByLabelText('Age is')).toBeNull();
    expect(window.location.search).toBe('');
  });
});

describe('table of given rows', () => {
  it('sorts numbers by size and keeps blanks last', async () => {
    const rows = [
      { id: 1, name: 'a', age: 9 },
      { id: 2, name: 'b' },
      { id: 3, name: 'c', age: 10 },
    ];
    const { container } = await show([table({ rows })]);
    await click(button('Age'));
    expect(names(container)).toEqual(['a', 'c', 'b']);
    await click(button('Age'));
    expect(names(container)).toEqual(['c', 'a', 'b']);
  });

  it('draws a bounded number of 10,000 rows', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(48);
    const { container } = await show([table({ rows: people(10_000) })]);
    expect(rowsOf(container).length).toBeGreaterThan(0);
    expect(rowsOf(container).length).toBeLessThan(60);
    expect(container.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10001');
    expect(container.textContent).toContain('10000 of 10000');
    const scroller = container.querySelector('.tg-table-scroll') as HTMLElement;
    scroller.scrollTop = 48 * 5000;
    await act(async () => void fireEvent.scroll(scroller));
    await settle(3);
    expect(names(container)).toContain('Person 5005');
    expect(rowsOf(container).length).toBeLessThan(60);
  });

  it('lets the rows that are drawn rest while it scrolls', async () => {
    const drawn: string[] = [];
    const name = { name: 'name', title: { en: 'Name' }, value: '{{ formatDate(row.name) }}' };
    const { container, engine } = await show([table({ rows: people(1_000), columns: [name], selection: 'multiple', onSelect: [] })]);
    vi.spyOn(engine.host.functions, 'formatDate').mockImplementation((text) => {
      drawn.push(String(text));
      return String(text);
    });
    const scroller = container.querySelector('.tg-table-scroll') as HTMLElement;
    const before = names(container).length;
    scroller.scrollTop = 48 * 12;
    await act(async () => void fireEvent.scroll(scroller));
    await settle(3);
    expect(names(container)).toContain('Person 20');
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn).not.toContain('Person 10');
    expect(new Set(drawn).size).toBeLessThan(before);
  });

  it('shows its first rows again after it was short for a while, however far down it was scrolled before', async () => {
    const swap = (text: string, to: unknown): NodeDocument => ({
      widget: 'button',
      text: { en: text },
      onClick: [{ set: { 'state.rows': to } }],
    });
    const body = [table({ rows: '{{ state.rows }}', paging: 'none' }), swap('few', people(3)), swap('many', people(1_000))];
    const { container } = await show(body, { page: { state: { rows: { initial: people(1_000) } } } });
    const scroller = container.querySelector('.tg-table-scroll') as HTMLElement;
    const scroll = async (top: number) => {
      scroller.scrollTop = top;
      await act(async () => void fireEvent.scroll(scroller));
      await settle(3);
    };
    await scroll(48 * 800);
    expect(names(container)).toContain('Person 805');
    await click(button('few'));
    expect(names(container)).toHaveLength(3);
    // As a browser does where there is less to scroll.
    await scroll(0);
    await click(button('many'));
    expect(names(container)).toContain('Person 1');
  });

  it('says of rows that cannot be selected why, to whoever points or goes there', async () => {
    const rows = people(2);
    const selectable = "{{ row.id != '2' }}";
    const selectableReason = "{{ row.id == '2' ? 'Gone' : 'Nothing' }}";
    const body = [table({ rows, selection: 'multiple', selectable, selectableReason, onSelect: [] }), probe('people.selectedKeys')];
    await show(body);
    const [open, shut] = ['Select row 1', 'Select row 2'].map((name) => screen.getByLabelText<HTMLInputElement>(name));
    expect([open?.title, open?.disabled, open?.getAttribute('aria-disabled')]).toEqual(['', false, null]);
    expect([shut?.title, shut?.disabled, shut?.getAttribute('aria-disabled')]).toEqual(['Gone', false, 'true']);
    await click(shut as HTMLInputElement);
    await click(screen.getByLabelText('Select all rows of this page'));
    expect(probed.value).toEqual(['1']);
    expect(shut?.checked).toBe(false);
  });

  it('selects rows and offers what can be done with them', async () => {
    const bulkActions = [
      {
        text: { en: 'Remove' },
        danger: true,
        confirm: "{{ 'Remove ' + count + '?' }}",
        onClick: [{ call: 'user.remove', body: '{{ keys }}' }],
      },
    ];
    const body = [
      table({ rows: people(3), selection: 'multiple', selectable: "{{ row.id != '2' }}", bulkActions }),
      probe('people.selectedKeys'),
    ];
    const { calls, asked } = await show(body, { calls: { 'user.remove': () => null } });
    await click(screen.getByLabelText('Select all rows of this page'));
    expect(probed.value).toEqual(['1', '3']);
    expect(screen.getByText('2 selected')).toBeTruthy();
    await click(button('Remove'));
    expect(asked).toEqual(['Remove 2?']);
    expect(calls.at(-1)?.args.body).toEqual(['1', '3']);
    await click(button('Clear selection'));
    expect(probed.value).toEqual([]);
  });

  const actions = [
    { text: { en: 'Edit' }, onClick: [{ call: 'user.edit', with: { id: '{{ row.id }}' } }] },
    {
      text: { en: 'Remove' },
      confirm: "{{ 'Remove ' + row.name + '?' }}",
      permission: 'sys:user:remove',
      onClick: [{ call: 'user.remove', with: { id: '{{ row.id }}' } }],
    },
    { text: { en: 'Lock' }, when: "{{ row.id == '1' }}", onClick: [{ call: 'user.lock' }] },
    { text: { en: 'Move' }, onClick: [{ call: 'user.move' }] },
  ];
  const answers = Object.fromEntries(['edit', 'remove', 'lock', 'move'].map((name) => [`user.${name}`, () => null]));

  it('runs a row action with its row after the question, and not when it is refused', async () => {
    const refused = await show([table({ rows: people(2), actions })], { calls: answers, permissions: ['sys:user:remove'], sure: false });
    await click(within(rowsOf(refused.container)[1] as HTMLElement).getByRole('button', { name: 'Remove' }));
    expect(refused.asked).toEqual(['Remove Person 2?']);
    expect(refused.calls).toEqual([]);
    refused.unmount();
    const { container, calls } = await show([table({ rows: people(2), actions })], { calls: answers, permissions: ['sys:user:remove'] });
    await click(within(rowsOf(container)[1] as HTMLElement).getByRole('button', { name: 'Remove' }));
    expect(calls).toEqual([{ id: 'user.remove', args: expect.objectContaining({ with: { id: '2' } }) }]);
  });

  it('words an action of a row with its row, and asks in the words of the window', async () => {
    const worded = [
      {
        text: "{{ row.id == '1' ? 'Lock' : 'Unlock' }}",
        confirm: { en: 'Really?', 'zh-Hans': '确定吗？', 'zh-Hant': '確定嗎？' },
        onClick: [{ call: 'user.lock' }],
      },
      {
        icon: 'edit',
        label: '{{ row.name }}',
        disabled: true,
        reason: { en: 'Not now', 'zh-Hans': '稍后', 'zh-Hant': '稍後' },
        onClick: [],
      },
    ];
    const { container, asked } = await show([table({ rows: people(2), actions: worded })], { calls: answers });
    expect(rowsOf(container).map((row) => row.querySelector('.tg-table-actions')?.textContent)).toEqual(['Lock', 'Unlock']);
    await click(button('Unlock'));
    expect(asked).toEqual(['Really?']);
    expect(button('Person 2').title).toBe('Not now');
  });

  it('leaves the room for actions of a row to those that can be pressed; the others stand last in its menu, with their reason', async () => {
    const disabled = "{{ row.id == '1' }}";
    const reason = { en: 'It is final', 'zh-Hans': '已定稿', 'zh-Hant': '已定稿' };
    const named = (text: string, more: object = {}) => ({ text: { en: text }, onClick: [], ...more });
    const [edit, remove] = [named('Edit', { disabled, reason }), named('Remove', { danger: true, disabled, reason })];
    const all = [edit, named('Open'), named('Copy'), named('Print'), remove];
    const { container } = await show([table({ rows: people(2), actions: all, actionsShown: 3 })]);
    const shown = () => rowsOf(container).map((row) => [...row.querySelectorAll('.tg-table-actions button')].map((one) => one.textContent));
    expect(shown()).toEqual([
      ['Open', 'Copy', ''],
      ['Edit', 'Open', ''],
    ]);
    const menuOf = async (row: number) => {
      await click(within(rowsOf(container)[row] as HTMLElement).getByRole('button', { name: 'More actions' }));
      const items = screen.getAllByRole('menuitem').map((item) => [item.textContent, item.title, item.getAttribute('aria-disabled')]);
      fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
      return items;
    };
    const none = ['', null];
    expect(await menuOf(0)).toEqual([
      ['Print', ...none],
      ['Edit', 'It is final', 'true'],
      ['Remove', 'It is final', 'true'],
    ]);
    expect(await menuOf(1)).toEqual([
      ['Copy', ...none],
      ['Print', ...none],
      ['Remove', ...none],
    ]);
  });

  it('keeps the focus on an action that is worded anew by what it did, also among actions of the same words', async () => {
    let locked = false;
    const calls = {
      'user.list': () => ({ content: [{ id: '1', name: 'Ann', locked }], total: 1 }),
      'user.lock': () => {
        locked = !locked;
        return null;
      },
    };
    const worded = [
      { text: { en: 'Open' }, when: '{{ !row.locked }}', onClick: [] },
      { text: "{{ row.locked ? 'Unlock' : 'Lock' }}", onClick: [{ call: 'user.lock' }, { refresh: ['people'] }] },
      { text: { en: 'Lock' }, onClick: [] },
    ];
    await show([table({ source: { call: 'user.list' }, actions: worded })], { calls });
    const [lock] = screen.getAllByRole('button', { name: 'Lock' });
    lock?.focus();
    await click(lock as HTMLElement);
    expect(document.activeElement?.textContent).toBe('Unlock');
  });

  it('brings the rows of now when an action finds its row gone', async () => {
    let left = people(2);
    const calls = {
      'user.list': () => ({ content: left, total: left.length }),
      'user.edit': ({ with: query = {} }: { with?: Record<string, unknown> }) => {
        if (left.some(({ id }) => id === query.id)) return null;
        throw Object.assign(new Error('gone'), { code: 'NOT_FOUND', status: 404, call: 'user.edit' });
      },
    };
    const bulkActions = [{ text: { en: 'All' }, onClick: [{ call: 'user.edit', with: { id: '{{ keys[0] }}' } }] }];
    const { container } = await show([table({ source: { call: 'user.list' }, actions, selection: 'multiple', bulkActions })], { calls });
    left = people(3).slice(1);
    await click(within(rowsOf(container)[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(names(container)).toEqual(['Person 1', 'Person 2']);
    await click(within(rowsOf(container)[0] as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(names(container)).toEqual(['Person 2', 'Person 3']);
    left = people(1);
    await click(within(rowsOf(container)[1] as HTMLElement).getByRole('checkbox'));
    await click(button('All'));
    expect(names(container)).toEqual(['Person 1']);
  });

  it.each(['INVITATION_ANSWERED', 'CONFLICT'])(
    'brings the rows of now when an action is refused because its row has changed: %s',
    async (code) => {
      let left = people(2);
      const calls = {
        'user.list': () => ({ content: left, total: left.length }),
        'user.edit': () => {
          throw Object.assign(new Error('outdated'), { code, status: 409, call: 'user.edit' });
        },
      };
      const { container } = await show([table({ source: { call: 'user.list' }, actions })], { calls });
      left = people(3).slice(1);
      await click(within(rowsOf(container)[0] as HTMLElement).getByRole('button', { name: 'Edit' }));
      expect(names(container)).toEqual(['Person 2', 'Person 3']);
    },
  );

  it('leaves the rows when an action is refused for another reason', async () => {
    let left = people(2);
    const calls = {
      'user.list': () => ({ content: left, total: left.length }),
      'user.edit': () => {
        throw Object.assign(new Error('no'), { code: 'PARAM_ERROR', status: 400, call: 'user.edit' });
      },
    };
    const { container } = await show([table({ source: { call: 'user.list' }, actions })], { calls });
    left = people(3).slice(1);
    await click(within(rowsOf(container)[0] as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(names(container)).toEqual(['Person 1', 'Person 2']);
  });

  it('works out whether rows offer anything once, not with every drawing, and not any more when one did', () => {
    const when = vi.fn((locals: { row: { id: string } }) => locals.row.id === '3');
    const line = (id: string, index: number) => ({ key: id, row: { id }, index }) as unknown as Line;
    const lines = ['1', '2', '3', '4'].map(line);
    const none = lines.slice(0, 2);
    const offers = [{ text: 'Edit', onClick: async () => ({ status: 'done' as const }), when }] as unknown as readonly RowAction[];
    const nobody = new Set<string>();
    const { result, rerender } = renderHook(({ shown }) => useOffers(offers, shown, nobody), { initialProps: { shown: none } });
    expect(result.current).toBe(false);
    when.mockClear();
    rerender({ shown: none });
    // The snapshot, which React reads twice in development, and no subscription again.
    expect(when.mock.calls.length).toBeLessThanOrEqual(2 * none.length);
    rerender({ shown: lines });
    expect(result.current).toBe(true);
    when.mockClear();
    rerender({ shown: lines });
    rerender({ shown: none });
    expect(result.current).toBe(true);
    expect(when).not.toHaveBeenCalled();
  });

  it('has no column of actions for who is offered none in any row; once there it stays', async () => {
    const columns = (container: HTMLElement) => [
      container.querySelectorAll('thead th').length,
      container.querySelectorAll('tbody tr:first-child td').length,
    ];
    const forbidden = await show([table({ rows: people(2), actions: actions.slice(1, 2) })], { calls: answers });
    const plain = columns(forbidden.container);
    forbidden.unmount();
    let found = people(3).slice(1);
    const calls = { ...answers, 'user.list': () => ({ content: found, total: found.length }) };
    const turn: NodeDocument = { widget: 'button', text: { en: 'Turn' }, onClick: [{ refresh: ['people'] }] };
    const { container } = await show([table({ source: { call: 'user.list' }, actions: actions.slice(2, 3) }), turn], { calls });
    expect(columns(container)).toEqual(plain);
    found = people(2);
    await click(button('Turn'));
    expect(columns(container)).toEqual(plain.map((count) => count + 1));
    expect(button('Lock')).toBeTruthy();
    found = people(3).slice(1);
    await click(button('Turn'));
    expect(names(container)).toEqual(['Person 2', 'Person 3']);
    expect(columns(container)).toEqual(plain.map((count) => count + 1));
  });

  it('hides actions without permission or condition and folds those above three', async () => {
    const { container, calls } = await show([table({ rows: people(2), actions })], { calls: answers, permissions: ['sys:user:remove'] });
    const [first, second] = rowsOf(container).map((row) =>
      within(row)
        .getAllByRole('button')
        .map((one) => one.textContent || one.getAttribute('aria-label')),
    );
    expect(first).toEqual(['Edit', 'Remove', 'More actions']);
    expect(second).toEqual(['Edit', 'Remove', 'Move']);
    await click(within(rowsOf(container)[0] as HTMLElement).getByRole('button', { name: 'More actions' }));
    await click(screen.getByRole('menuitem', { name: 'Lock' }));
    expect(calls.at(-1)?.id).toBe('user.lock');
  });

  it('is one Tab stop: arrow keys move, Enter opens, Space selects', async () => {
    const { container, calls } = await show([table({ rows: people(20), actions, selection: 'multiple' }), probe('people.selectedKeys')], {
      calls: answers,
    });
    expect(rowsOf(container).filter((row) => row.tabIndex === 0)).toHaveLength(1);
    const key = async (name: string) => {
      await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
      await settle(2);
    };
    await act(async () => rowsOf(container)[0]?.focus());
    await key('ArrowDown');
    await key('ArrowDown');
    expect(document.activeElement).toBe(rowsOf(container)[2]);
    await key(' ');
    expect(probed.value).toEqual(['3']);
    await key('End');
    expect(document.activeElement).toBe(rowsOf(container)[19]);
    await key('Enter');
    expect(calls.at(-1)).toMatchObject({ id: 'user.edit', args: { with: { id: '20' } } });
    expect(rowsOf(container).filter((row) => row.tabIndex === 0)).toEqual([rowsOf(container)[19]]);
  });

  it('opens branches of a tree and details of a row', async () => {
    const rows = [{ id: '1', name: 'Top', children: [{ id: '2', name: 'Below' }] }];
    const { container, unmount } = await show([table({ rows, childrenField: 'children' })]);
    expect(names(container)).toEqual(['Top']);
    await click(button('Expand'));
    expect(names(container)).toEqual(['Top', 'Below']);
    expect(rowsOf(container)[1]?.getAttribute('aria-level')).toBe('2');
    unmount();
    const second = await show([table({ rows, details: [{ widget: 'button', text: '{{ row.name + "!" }}' }] })]);
    await click(button('Show details'));
    expect(second.container.textContent).toContain('Top!');
  });

  it('draws a tag of a cell as the widget of that name does', async () => {
    const cell: NodeDocument[] = [{ widget: 'tag', text: '{{ row.name }}', tone: 'success' }];
    const { container } = await show([
      table({
        rows: [{ id: '1', name: 'Closed' }],
        columns: [
          { name: 'name', title: { en: 'Name' }, format: 'tag', tone: "{{ 'success' }}" },
          { name: 'cell', title: { en: 'Cell' }, cell },
        ],
      }),
    ]);
    const [own, widget] = [...container.querySelectorAll('td > *, td .tg-tag')].filter(
      (one) => one.textContent === 'Closed' && !one.children.length,
    );
    expect(own?.outerHTML).toBe(widget?.outerHTML);
    expect(own?.className).toBe('tg-tag');
  });
  it('gives rows the tone their expression says, plain where it says none, and follows what it reads', async () => {
    const rows = [
      { id: '1', name: 'Late', tone: 'danger' },
      { id: '2', name: 'Fine', tone: 'neutral' },
      { id: '3', name: 'Odd', tone: 'purple' },
      { id: '4', name: 'None' },
    ];
    const more: NodeDocument = { widget: 'button', text: { en: 'other' }, onClick: [{ set: { 'state.of': 'info' } }] };
    const rowTone = "{{ row.name == 'None' ? state.of : row.tone }}";
    const { container } = await show([table({ rows, rowTone }), more], {
      page: { state: { of: { initial: '' } } },
    });
    const tones = () => rowsOf(container).map((row) => row.dataset.tone ?? '');
    expect(tones()).toEqual(['danger', '', '', '']);
    await click(button('other'));
    expect(tones()).toEqual(['danger', '', '', 'info']);
  });
  it('stripes every second row by its number, whatever is drawn', async () => {
    const details = [{ widget: 'text', text: '{{ row.name }}' }];
    const { container } = await show([table({ rows: people(3), striped: true, details })]);
    expect(rowsOf(container).map((row) => row.dataset.stripe)).toEqual([undefined, 'true', undefined]);
  });

  it('formats values and keeps a failing expression to its cell', async () => {
    const rows = [{ id: 1, name: 'x', size: 1536, on: true, status: '0', label: [{ l: 'en', t: 'Low' }], plain: [{ l: 'en', t: 'High' }] }];
    const wide = [
      { name: 'size', title: { en: 'Size' }, format: 'bytes' },
      { name: 'on', title: { en: 'On' }, format: 'boolean' },
      { name: 'status', title: { en: 'Status' }, format: 'tag', dictionary: 'status' },
      { name: 'label', title: { en: 'Label' }, format: 'multilingual' },
      { name: 'plain', title: { en: 'Plain' } },
      { name: 'none', title: { en: 'None' } },
      { name: 'bad', title: { en: 'Bad' }, value: '{{ row.name - [1] }}' },
    ];
    const dictionaries = [{ dictType: 'status', dictValue: '0', dictLabel: 'Active', tone: 'success' }];
    const { container } = await show([table({ rows, columns: wide })], { dictionaries });
    expect([...(rowsOf(container)[0]?.cells ?? [])].map((cell) => cell.textContent)).toEqual([
      '1.5 KB',
      'Yes',
      'Active',
      'Low',
      'High',
      '–',
      expect.anything(),
    ]);
    expect(container.querySelector('.tg-tag')?.getAttribute('data-tone')).toBe('success');
  });

  it('hides and shows columns and remembers the choice', async () => {
    const node = table({ rows: people(1), columnChooser: true });
    const first = await show([node]);
    await click(button('Columns'));
    await click(screen.getByLabelText('Age'));
    expect(first.container.querySelectorAll('th')).toHaveLength(1);
    first.unmount();
    const second = await show([node]);
    expect(second.container.querySelectorAll('th')).toHaveLength(1);
  });

  it('finds columns, filters and orders that had another name before, in a kept choice and in the address', async () => {
    const before = await show([table({ rows: people(1), columnChooser: true })]);
    await click(button('Columns'));
    await click(screen.getByLabelText('Age'));
    before.unmount();
    const renamed = [columns[0], { name: 'years', title: { en: 'Years' }, sortable: true }];
    const rows = people(3).map(({ age, ...row }) => ({ ...row, years: age }));
    const node = table({ rows, columns: renamed, columnChooser: true, aliases: { age: 'years' } });
    const after = await show([node]);
    expect(after.container.querySelectorAll('th')).toHaveLength(1);
    after.unmount();
    localStorage.clear();

    const filters = [{ widget: 'input', name: 'years', label: { en: 'Years' } }];
    const wanted = String(rows[1]?.years);
    const query = new URLSearchParams({ 'entries.filters': JSON.stringify({ age: wanted }), 'entries.sort': 'age,desc' });
    window.history.replaceState(null, '', `/?${query}`);
    const linked = await show([{ ...node, name: 'entries', filters, syncAddress: true }]);
    expect(rowsOf(linked.container)).toHaveLength(1);
    expect(decodeURIComponent(window.location.search)).toContain(`{"years":"${wanted}"}`);
    expect(linked.container.querySelector('th[aria-sort="descending"]')?.textContent).toContain('Years');
    window.history.replaceState(null, '', '/');
  });

  it('says that there is nothing, and differently under filters', async () => {
    const { container } = await show([table({ rows: people(2), filters: [{ widget: 'input', name: 'name', label: { en: 'Filter' } }] })]);
    fireEvent.change(screen.getByLabelText('Filter'), { target: { value: 'nobody' } });
    await click(button('Search'));
    expect(container.textContent).toContain('Nothing matches the filters');
    expect(container.textContent).toContain('0 of 0');
    // There are no pages of nothing.
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });
});
