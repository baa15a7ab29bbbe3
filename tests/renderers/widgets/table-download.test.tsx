import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import type { CallArguments } from '../../../src/engine/types.ts';
import { shapes } from '../../../src/generated/widgets.ts';
import { settle, show } from '../fields/harness.tsx';

interface Sent {
  title: string;
  columns: { title: string; kind: string }[];
  rows: unknown[][];
  levels?: number[];
  total?: number;
  asked: Record<string, unknown>;
}

const columns = [
  { name: 'name', title: { en: 'Name' }, sortable: true },
  { name: 'age', title: { en: 'Age' }, format: 'number' },
];
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1), name: `Person ${index + 1}`, age: index }));
const table = (more: Record<string, unknown>): NodeDocument => ({
  widget: 'table',
  name: 'people',
  title: { en: 'People' },
  columns,
  download: true,
  ...more,
});
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const click = async (name: string | RegExp) => {
  await act(async () => void fireEvent.click(button(name)));
  await settle(3);
};
const download = 'Download as a workbook';

/** A server that pages so many people, and makes workbooks of what it is sent. */
function world(count: number, before: (page: number) => void | Promise<void> = () => undefined) {
  const all = people(count);
  const sent: Sent[] = [];
  const calls = {
    'user.list': async ({ with: query = {} }: CallArguments) => {
      const [size, page] = [Number(query.size), Number(query.current)];
      if (size > 10) await before(page);
      return { content: all.slice((page - 1) * size, page * size), total: count };
    },
    // What the vocabulary says is what pages have with them.
    [String(shapes.table.calls?.download)]: ({ body }: CallArguments) => {
      sent.push(body as Sent);
      return new File(['book'], 'People 2026-01-01.xlsx');
    },
  };
  return { calls, sent };
}

let saved: string[] = [];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('a table as a workbook', () => {
  it('is not offered unless the document says so, and only to holders of its permission', async () => {
    const { calls } = world(3);
    const source = { call: 'user.list' };
    const first = await show([table({ source, download: false })], { calls });
    expect(screen.queryByRole('button', { name: download })).toBeNull();
    first.unmount();
    const second = await show([table({ source, download: { permission: 'people:take' } })], { calls });
    expect(screen.queryByRole('button', { name: download })).toBeNull();
    second.unmount();
    await show([table({ source, download: { permission: 'people:take' } })], { calls, permissions: ['people:take'] });
    expect(button(download).title).toBe(download);
  });

  it('has the rows of all pages by the filters and the order on show, and the columns on show', async () => {
    const { calls, sent } = world(120);
    const shown = await show(
      [table({ source: { call: 'user.list', with: { kind: 'a' } }, sort: { name: 'name' }, filterInitial: { keyword: 'P' } })],
      {
        calls,
      },
    );
    await click(download);
    await waitFor(() => expect(saved).toEqual(['People 2026-01-01.xlsx']));
    const [body] = sent;
    expect(body?.rows).toEqual(people(120).map(({ name, age }) => [name, age]));
    expect(body?.columns).toEqual([
      { title: 'Name', kind: 'text' },
      { title: 'Age', kind: 'number' },
    ]);
    expect(body).toMatchObject({ title: 'People', asked: { kind: 'a', keyword: 'P', sort: 'name', order: 'asc' } });
    // The largest page of the table, as no contract says more.
    const read = shown.calls.filter(({ id, args }) => id === 'user.list' && args.with?.size === 50).map(({ args }) => args.with);
    expect(read).toEqual([1, 2, 3].map((current) => ({ kind: 'a', keyword: 'P', sort: 'name', order: 'asc', current, size: 50 })));
    // The table itself asked once, for its own page.
    expect(shown.calls.filter(({ id, args }) => id === 'user.list' && args.with?.size === 10)).toHaveLength(1);
  });

  it('is called as the table, or else as what people see the page called', async () => {
    const { calls, sent } = world(3);
    const { title: _, ...unnamed } = table({ rows: people(3) });
    const names: [Record<string, unknown>, string | undefined, string][] = [
      [{}, undefined, 'Test'],
      // What the menu calls it goes before what its document does, unless that is worked out.
      [{}, 'Staff', 'Staff'],
      [{ title: "{{ 'Case ' + 7 }}" }, 'Staff', 'Case 7'],
      [{ title: "{{ '' }}" }, 'Staff', 'Staff'],
    ];
    for (const [page, title, name] of names) {
      const shown = await show([unnamed as NodeDocument], { calls, page, ...(title !== undefined && { title }) });
      await click(download);
      await waitFor(() => expect(sent.at(-1)?.title).toBe(name));
      shown.unmount();
    }
  });

  it('looks once more at the ends of pages, and tells that rows may be missing', async () => {
    const { calls, sent } = world(120);
    const list = calls['user.list'];
    calls['user.list'] = async (args: CallArguments) => {
      // Somebody took a row out of the first page and added one at the end, once the first page was read.
      const place = Number(args.with?.current);
      if (args.with?.size === 1) return { content: people(121).slice(place, place + 1), total: 120 };
      return await list(args);
    };
    const shown = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1));
    await settle(3);
    expect(shown.calls.filter(({ args }) => args.with?.size === 1).map(({ args }) => args.with?.current)).toEqual([50, 100]);
    expect(shown.said).toEqual([expect.stringContaining('missing')]);
  });

  it('takes a page that is larger than one row for no answer to that look', async () => {
    // Of so many that there is a row 491, with which such a page 50 begins.
    const { calls, sent } = world(600);
    const list = calls['user.list'];
    const atLeastTen = ({ with: query = {} }: CallArguments) => ({ with: { ...query, size: Math.max(10, Number(query.size)) } });
    calls['user.list'] = async (args: CallArguments) => await list(atLeastTen(args));
    const shown = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1));
    await settle(3);
    expect([shown.calls.filter(({ args }) => args.with?.size === 1).length, shown.said]).toEqual([11, []]);
  });

  it.each([
    [400, 'PARAMETER_ERROR'],
    [422, 'UNPROCESSABLE'],
    [undefined, 'CONTRACT_BROKEN'],
  ])('goes without that look where the call refuses pages of one row (%s %s)', async (status, code) => {
    const { calls, sent } = world(120);
    const list = calls['user.list'];
    calls['user.list'] = async (args: CallArguments) => {
      if (args.with?.size === 1) throw Object.assign(new Error('at least 10'), { code, status });
      return await list(args);
    };
    const shown = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1));
    await settle(3);
    expect(shown.said).toEqual([]);
  });

  it.each([
    [undefined, 'NETWORK_ERROR'],
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'UNAVAILABLE'],
    [401, 'UNAUTHORIZED'],
  ])('looks again on another try where the look failed for now (%s %s)', async (status, code) => {
    const { calls, sent } = world(120);
    const list = calls['user.list'];
    let isDown = true;
    calls['user.list'] = async (args: CallArguments) => {
      if (args.with?.size === 1 && isDown) throw Object.assign(new Error('Not now'), { code, status });
      return await list(args);
    };
    await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not now'));
    expect(sent).toEqual([]);
    isDown = false;
    await click('Try again');
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('asks for pages as large as the contract of the call or the document says', async () => {
    const { calls } = world(400);
    const shown = await show([table({ source: { call: 'user.list' } })], { calls });
    shown.engine.client.largest = (id, parameter) => (id === 'user.list' && parameter === 'size' ? 200 : undefined);
    const sizes = () => shown.calls.filter(({ id }) => id === 'user.list').map(({ args }) => args.with?.size);
    await click(download);
    await waitFor(() => expect(saved).toHaveLength(1));
    // And one look at the end of the first page.
    expect(sizes()).toEqual([10, 200, 200, 1]);
    shown.unmount();
    const own = await show([table({ source: { call: 'user.list' }, download: { pageSize: 400 } })], { calls });
    await click(download);
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(own.calls.filter(({ id }) => id === 'user.list').map(({ args }) => args.with?.size)).toEqual([10, 400]);
  });

  it('has given rows as the table filtered and sorted them, and a tree with all below', async () => {
    const { calls, sent } = world(0);
    const rows = [
      { id: '1', name: 'b', age: 1 },
      { id: '2', name: 'a', age: 2, children: [{ id: '3', name: 'a1', age: 3 }] },
    ];
    const first = await show(
      [table({ rows, paging: 'client', pageSize: 1, sort: { name: 'name' }, download: { name: { en: 'Staff' } } })],
      { calls },
    );
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      title: 'Staff',
      rows: [
        ['a', 2],
        ['b', 1],
      ],
    });
    first.unmount();
    await show([table({ rows, childrenField: 'children' })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      rows: [
        ['b', 1],
        ['a', 2],
        ['a1', 3],
      ],
      levels: [0, 0, 1],
    });
  });

  it('cannot be had without rows, and says so', async () => {
    const { calls, sent } = world(0);
    await show([table({ source: { call: 'user.list' } })], { calls });
    const blocked = button(`${download}: there are no rows`);
    expect(blocked.getAttribute('aria-disabled')).toBe('true');
    await click(/there are no rows/);
    expect(sent).toEqual([]);
  });

  it('of too many rows asks first, and says in its name that it has the first of them', async () => {
    const { calls, sent } = world(10_020);
    const shown = await show([table({ source: { call: 'user.list' }, download: { pageSize: 1000 } })], { calls, sure: false });
    await click(download);
    expect(shown.asked).toEqual([expect.stringContaining('10,020 rows')]);
    expect(shown.calls.filter(({ id }) => id === 'user.list')).toHaveLength(1);
    expect(button(download).getAttribute('aria-disabled')).toBeNull();
    shown.unmount();
    await show([table({ source: { call: 'user.list' }, download: { pageSize: 1000 } })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 });
    expect(sent[0]).toMatchObject({ title: 'People (first 10,000 of 10,020)', total: 10_020 });
    expect(sent[0]?.rows).toHaveLength(10_000);
  });
});

describe('a tree of few rows with too many below', () => {
  const below = Array.from({ length: 100 }, (_, index) => ({ id: `b${index}`, name: `Below ${index}`, age: 1 }));
  const trees = Array.from({ length: 100 }, (_, index) => ({
    id: String(index),
    name: `Tree ${index}`,
    age: 2,
    children: below.map((row) => ({ ...row, id: `${index}${row.id}` })),
  }));
  const total = 'People (first 10,000 of 10,100)';

  it('asks first where all of it is here', async () => {
    const { calls, sent } = world(0);
    const own = { rows: trees, childrenField: 'children', paging: 'client' };
    const shown = await show([table(own)], { calls, sure: false });
    await click(download);
    expect(shown.asked).toEqual([expect.stringContaining('10,100 rows')]);
    shown.unmount();
    const again = await show([table(own)], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 });
    await settle(3);
    expect(sent[0]?.title).toBe(total);
    expect(again.said).toEqual([]);
  });

  it('is told at the end where it comes page by page', async () => {
    const { calls, sent } = world(0);
    calls['user.list'] = async ({ with: query = {} }: CallArguments) => {
      const [size, page] = [Number(query.size), Number(query.current)];
      return { content: trees.slice((page - 1) * size, page * size), total: trees.length };
    };
    const shown = await show([table({ source: { call: 'user.list' }, childrenField: 'children' })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 });
    await settle(3);
    expect(sent[0]?.title).toBe(total);
    expect(shown.asked).toEqual([]);
    expect(shown.said).toEqual([expect.stringContaining('the first 10,000 of 10,100')]);
  });
});

it('does not begin once the page was left, whatever is answered to its question then', async () => {
  const { calls } = world(10_020);
  const shown = await show([table({ source: { call: 'user.list' }, download: { pageSize: 1000 } })], { calls });
  let answer: (isSure: boolean) => void = () => undefined;
  shown.engine.feedback.dialog = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await click(download);
  shown.unmount();
  answer(true);
  await settle(3);
  expect(shown.calls.filter(({ id }) => id === 'user.list')).toHaveLength(1);
});

it('has the order on show where another one could not be had', async () => {
  const { calls, sent } = world(30);
  const list = calls['user.list'];
  calls['user.list'] = async (args: CallArguments) => {
    if (args.with?.sort !== undefined) throw Object.assign(new Error('The server cannot sort'), { code: 'ERROR', status: 500 });
    return await list(args);
  };
  const { container } = await show([table({ source: { call: 'user.list' } })], { calls });
  await click(/Name/);
  await waitFor(() => expect(container.textContent).toContain('The server cannot sort'));
  await click(download);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.rows).toHaveLength(30);
  expect(sent[0]?.asked).toEqual({});
});

it('cannot be had while the rows of another order or page are on their way', async () => {
  const { calls, sent } = world(30);
  const list = calls['user.list'];
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  calls['user.list'] = async (args: CallArguments) => {
    if (args.with?.sort !== undefined && args.with.size === 10) await gate;
    return await list(args);
  };
  await show([table({ source: { call: 'user.list' } })], { calls });
  await click(/Name/);
  await click(`${download}: the rows are not here`);
  expect(sent).toEqual([]);
  go();
  await waitFor(() => button(download));
  await click(download);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.asked).toEqual({ sort: 'name', order: 'asc' });
});

it('does not begin in a language the window has no more when its question is answered', async () => {
  const { calls } = world(10_020);
  const shown = await show([table({ source: { call: 'user.list' }, download: { pageSize: 1000 } })], { calls });
  let answer: (isSure: boolean) => void = () => undefined;
  shown.engine.feedback.dialog = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await click(download);
  await act(async () => {
    shown.engine.app.language = 'zh-Hans';
  });
  answer(true);
  await settle(3);
  expect(shown.calls.filter(({ args }) => args.with?.size === 1000)).toEqual([]);
  expect(button(download).getAttribute('aria-disabled')).toBeNull();
});

it.each([['given rows'], ['rows of a call']])('has the labels of a code list that comes after it was asked for, of %s', async (kind) => {
  const { calls, sent } = world(12);
  const rows = people(12);
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const dictionaries = [{ dictType: 'person', dictValue: '3', dictLabel: 'Label of 3' }];
  const coded = [{ name: 'id', title: { en: 'Code' }, dictionary: 'person' }];
  const own = kind === 'given rows' ? { rows } : { source: { call: 'user.list' } };
  const { container } = await show([table({ ...own, columns: coded })], { calls, dictionaries, until: gate });
  await click(download);
  expect([sent, container.querySelectorAll('progress')]).toEqual([[], expect.objectContaining({ length: 1 })]);
  go();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.rows[2]).toEqual(['Label of 3']);
});

it('has codes where their labels cannot be had', async () => {
  const { calls, sent } = world(3);
  const coded = [{ name: 'id', title: { en: 'Code' }, dictionary: 'person' }];
  const until = Promise.reject(Object.assign(new Error('No such list'), { code: 'UNKNOWN', status: 400 }));
  until.catch(() => undefined);
  await show([table({ rows: people(3), columns: coded })], { calls, until });
  await click(download);
  await waitFor(() => expect(sent[0]?.rows).toEqual([['1'], ['2'], ['3']]));
});

describe('while it is made', () => {
  /** A server whose second page waits until it is let go. */
  function waiting() {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    return { ...world(120, (page) => (page === 2 ? gate : undefined)), go: () => go() };
  }

  /** A server whose second page fails as soon as it is told to. */
  function failing() {
    let fail: (reason: Error) => void = () => undefined;
    const gate = new Promise<void>((_, reject) => {
      fail = reject;
    });
    const reason = Object.assign(new Error('The server is away'), { code: 'NETWORK_ERROR' });
    return { ...world(120, (page) => (page === 2 ? gate : undefined)), fail: () => fail(reason) };
  }

  it('says how far it is, starts no second one, and leaves the table as it is', async () => {
    const { calls, sent, go } = waiting();
    const { container } = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(container.textContent).toContain('50 of 120 rows'));
    expect(container.querySelector('progress')?.value).toBe(50);
    await click(download);
    expect(container.querySelectorAll('tr[data-row]')).toHaveLength(10);
    expect(container.querySelector('.tg-table')?.getAttribute('aria-busy')).toBeNull();
    go();
    await waitFor(() => expect(saved).toHaveLength(1));
    await settle(3);
    expect(sent).toHaveLength(1);
    expect(container.querySelector('progress')).toBeNull();
    expect(container.textContent).toContain('120 rows downloaded');
  });

  it('is stopped by its button and by leaving, and gives no file then', async () => {
    const { calls, sent, go } = waiting();
    const shown = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(shown.container.textContent).toContain('50 of 120 rows'));
    await click('Stop');
    expect(shown.container.querySelector('progress')).toBeNull();
    expect(document.activeElement).toBe(button(download));
    const last = shown.calls.at(-1);
    expect(last?.args.signal?.aborted).toBe(true);
    await click(download);
    await waitFor(() => expect(shown.container.textContent).toContain('50 of 120 rows'));
    const second = shown.calls.at(-1);
    shown.unmount();
    expect(second?.args.signal?.aborted).toBe(true);
    go();
    await settle(3);
    expect([sent, saved]).toEqual([[], []]);
  });

  it('tells why a page failed, goes on with it on another try, and disturbs nothing else', async () => {
    let isDown = true;
    const { calls, sent } = world(120, (page) => {
      if (page === 2 && isDown) throw Object.assign(new Error('The server is away'), { code: 'NETWORK_ERROR' });
    });
    const { container, calls: made } = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The workbook was not made: The server is away'));
    expect(container.querySelectorAll('tr[data-row]')).toHaveLength(10);
    isDown = false;
    await click('Try again');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(sent[0]?.rows).toHaveLength(120);
    expect(made.filter(({ args }) => args.with?.size === 50).map(({ args }) => args.with?.current)).toEqual([1, 2, 2, 3]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes what is on show on another try, where that is something else by then', async () => {
    const { calls, sent, fail } = failing();
    const { container } = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(container.textContent).toContain('50 of 120 rows'));
    await click(/Name/);
    fail();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The server is away'));
    const list = world(120);
    calls['user.list'] = list.calls['user.list'];
    await click('Try again');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.asked).toEqual({ sort: 'name', order: 'asc' });
  });

  it('tells a failure also where the table shows another order or page by then, until it shows another order again', async () => {
    const { calls, fail } = failing();
    const { container } = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(container.textContent).toContain('50 of 120 rows'));
    await click(/Name/);
    fail();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The server is away'));
    await click('Page 2');
    expect(container.querySelector('tr[data-row]')?.textContent).toContain('Person 11');
    expect(screen.getByRole('alert').textContent).toContain('The server is away');
    await click(/Name/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ends with another language, and begins anew in it', async () => {
    const { calls, sent, go } = waiting();
    const shown = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(shown.container.textContent).toContain('50 of 120 rows'));
    const reading = shown.calls.at(-1);
    await act(async () => {
      shown.engine.app.language = 'zh-Hans';
    });
    expect(reading?.args.signal?.aborted).toBe(true);
    expect(shown.container.querySelector('progress')).toBeNull();
    go();
    await settle(3);
    expect(sent).toEqual([]);
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('does not tell in one language of a failure in another', async () => {
    const { calls, fail } = failing();
    const shown = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(shown.container.textContent).toContain('50 of 120 rows'));
    fail();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The server is away'));
    await act(async () => {
      shown.engine.app.language = 'zh-Hans';
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says where rows went meanwhile', async () => {
    const all = people(60);
    const { calls, sent } = world(60);
    calls['user.list'] = async ({ with: query = {} }: CallArguments) => {
      const size = Number(query.size);
      const page = Number(query.current);
      // The last page comes with a row that was seen already.
      const rows = page === 2 ? all.slice(49, 59) : all.slice((page - 1) * size, page * size);
      return { content: rows, total: 60 };
    };
    const { said } = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1));
    await settle(3);
    expect(sent[0]?.rows).toHaveLength(59);
    expect(said).toEqual([expect.stringContaining('59 of 60')]);
  });

  it('says that rows may be missing where one left the list, and the file has as many as there are', async () => {
    const all = people(60);
    const { calls, sent } = world(60);
    calls['user.list'] = async ({ with: query = {} }: CallArguments) => {
      const [size, page] = [Number(query.size), Number(query.current)];
      const now = page === 1 ? all : all.filter(({ id }) => id !== '3');
      return { content: now.slice((page - 1) * size, page * size), total: now.length };
    };
    const { said } = await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(sent).toHaveLength(1));
    await settle(3);
    expect(sent[0]?.rows).toHaveLength(59);
    expect(said).toEqual([expect.stringContaining('some may be missing')]);
  });

  it('says that there are no rows where all went, and has those that came on another try', async () => {
    let now: ReturnType<typeof people> = [];
    const { calls, sent } = world(60);
    calls['user.list'] = async ({ with: query = {} }: CallArguments) =>
      Number(query.size) > 10 ? { content: now, total: now.length } : { content: people(10), total: 60 };
    await show([table({ source: { call: 'user.list' } })], { calls });
    await click(download);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The workbook was not made: there are no rows'));
    expect(sent).toEqual([]);
    now = people(2);
    await click('Try again');
    await waitFor(() => expect(sent[0]?.rows).toHaveLength(2));
  });
});
