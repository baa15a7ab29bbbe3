import { expect, it, vi } from 'vitest';
import type { DraftStorage } from '../../../renderers/shared/draft-storage.ts';
import { type Entry, type Host, RefusedFile, SlowDown, TicketStore } from '../../../renderers/widgets/ticket-upload/store.ts';
import { faultsOf, lackedBy, merged, type ValueField } from '../../../renderers/widgets/ticket-upload/values.ts';

const fields: ValueField[] = [
  { name: 'number', recognised: 'readNumber', required: true },
  { name: 'amount', kind: 'amount' },
];
const pass = { name: 'isPass', reasonName: 'reason' };
const file = (name: string) => new File(['x'], name);

/** A host in which a test decides when and how each call ends. */
function world(over: Partial<Host> = {}, storage?: DraftStorage) {
  const asked: string[] = [];
  const waiting = new Map<string, { done: () => void; fail: (reason: string) => void }>();
  const held = (name: string) => new Promise<void>((done, fail) => waiting.set(name, { done, fail: (reason) => fail(new Error(reason)) }));
  const host: Host = {
    async shrink({ name }) {
      asked.push(`shrink ${name}`);
      await held(`shrink ${name}`);
      return file(`smaller ${name}`);
    },
    async send(entry) {
      asked.push(`send ${entry.name}`);
      await held(`send ${entry.name}`);
      return { path: `files/${entry.name}`, twins: [] };
    },
    read: async (path) => ({ readNumber: `of ${path}` }),
    async create(entry) {
      asked.push(`create ${entry.name}`);
      await held(`create ${entry.name}`);
    },
    async discard(path) {
      asked.push(`discard ${path}`);
    },
    ...over,
  };
  const store = new TicketStore(fields, pass, host, storage);
  const end = async (name: string, reason?: string) => {
    await expect.poll(() => waiting.has(name)).toBe(true);
    const call = waiting.get(name);
    if (reason === undefined) call?.done();
    else call?.fail(reason);
    await new Promise((next) => setTimeout(next));
  };
  const entry = (name: string): Entry => {
    const found = store.entries.find((one) => one.name === name);
    if (!found) throw new Error(`there is no entry ${name}`);
    return found;
  };
  return { host, store, asked, end, entry, stages: () => store.entries.map(({ name, stage }) => `${name} ${stage}`) };
}

it('[TICKET-04] sends two files at a time, and what happens to one of them stops no other', async () => {
  const { store, asked, end, entry, stages } = world();
  store.add(
    'invoice',
    ['a', 'b', 'c'].map((name) => ({ file: file(name) })),
  );
  expect(stages()).toEqual(['a sending', 'b sending', 'c waiting']);
  await end('send a', 'no line');
  expect([entry('a').stage, entry('a').error]).toEqual(['failed', 'no line']);
  await end('send b');
  await end('send c');
  expect(stages()).toEqual(['a failed', 'b ready', 'c ready']);
  expect(entry('b').values).toEqual({ number: 'of files/b', amount: '', isPass: '1', reason: '' });
  store.retry(entry('a').key);
  await end('send a');
  expect(entry('a').stage).toBe('ready');
  expect(asked).toEqual(['send a', 'send b', 'send c', 'send a']);
});

it('[TICKET-04] a picture that is too large is made smaller and sent, with the bytes it had; one that cannot be is refused', async () => {
  const { store, asked, end, entry, stages } = world();
  const photo = new File(['a large photo'], 'a.jpg');
  store.add('invoice', [{ file: photo, isTooLarge: true }, { file: file('b') }]);
  expect(stages()).toEqual(['a.jpg shrinking', 'b sending']);
  await end('shrink a.jpg');
  await end('send smaller a.jpg');
  expect(entry('smaller a.jpg')).toMatchObject({ stage: 'ready', size: 1, before: 13, path: 'files/smaller a.jpg' });
  expect(asked).toEqual(['shrink a.jpg', 'send b', 'send smaller a.jpg']);
  const other = world({ shrink: () => Promise.reject(new RefusedFile('too large')) });
  other.store.add('invoice', [{ file: photo, isTooLarge: true }]);
  await expect.poll(other.stages).toEqual(['a.jpg failed']);
  expect([other.asked, other.entry('a.jpg').file]).toEqual([[], undefined]);
});

it('what is thrown away while it is made smaller is not sent', async () => {
  const { store, asked, end, entry } = world();
  store.add('invoice', [{ file: file('a.jpg'), isTooLarge: true }]);
  await store.discard(entry('a.jpg').key);
  await end('shrink a.jpg');
  expect([store.entries, asked]).toEqual([[], ['shrink a.jpg']]);
});

it('sends nothing of what waits once it is closed', async () => {
  const { store, asked, end } = world();
  store.add(
    'invoice',
    ['a', 'b', 'c', 'd'].map((name) => ({ file: file(name) })),
  );
  store.close();
  await end('send a', 'aborted');
  await end('send b', 'aborted');
  expect(asked).toEqual(['send a', 'send b']);
});

it('[RULE-08] [ERR-11] never sends a file that was refused before, however often it is tried', () => {
  const { store, asked, entry, stages } = world();
  store.add('invoice', [{ file: file('virus.exe'), error: 'file type not allowed' }]);
  store.retry(entry('virus.exe').key);
  expect([stages(), asked, entry('virus.exe').file]).toEqual([['virus.exe failed'], [], undefined]);
});

it('[RULE-08] [ERR-11] sends a file that the server refused no second time', async () => {
  const { store, asked, entry, stages } = world({ send: () => Promise.reject(new RefusedFile('a.png is not what its name says')) });
  store.add('invoice', [{ file: file('a.png') }]);
  await expect.poll(() => entry('a.png').error).toBe('a.png is not what its name says');
  store.retry(entry('a.png').key);
  expect([stages(), asked, entry('a.png').file]).toEqual([['a.png failed'], [], undefined]);
});

it('[TICKET-04] waits where the server takes no more for the moment, and goes on by itself', async () => {
  vi.useFakeTimers();
  try {
    let free = false;
    const { store, asked, entry, stages } = world({
      async send({ name }) {
        asked.push(name);
        if (!free) throw new SlowDown('too fast');
        return { path: name, twins: [] };
      },
    });
    store.add('invoice', [{ file: file('a') }, { file: file('b') }, { file: file('c') }]);
    await vi.advanceTimersByTimeAsync(0);
    expect([stages(), asked]).toEqual([
      ['a waiting', 'b waiting', 'c waiting'],
      ['a', 'b'],
    ]);
    await store.discard(entry('b').key);
    free = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stages()).toEqual(['a ready', 'c ready']);
  } finally {
    vi.useRealTimers();
  }
});

it('[TICKET-02] keeps what was typed here beside what somebody else saved meanwhile, and nothing else of before', () => {
  const before = { number: '1', amount: '5', isPass: '1', reason: '' };
  const now = { ...before, amount: '7', isPass: '0', reason: 'torn' };
  expect(merged({ ...before, number: '2' }, before, now)).toEqual({ ...now, number: '2' });
  expect(merged({ ...before, amount: '6' }, before, now)).toEqual({ ...now, amount: '6' });
});

it('[TICKET-02] saves no values that are wrong, and has them marked, whether one or all are saved', async () => {
  const { store, asked, end, entry } = world();
  store.add('invoice', [{ file: file('a') }]);
  await end('send a');
  const { key, values } = entry('a');
  expect(entry('a').isChecked).toBe(false);
  store.type(key, { ...values, isPass: '0', reason: ' ' });
  expect(await store.save(key)).toBe(false);
  expect([entry('a').isChecked, entry('a').stage, asked]).toEqual([true, 'ready', ['send a']]);
  store.type(key, { ...values, isPass: '0', reason: 'Another product' });
  const saved = store.save(key);
  await end('create a');
  expect([await saved, entry('a').stage]).toEqual([true, 'saved']);
});

it('[TICKET-01] throws nothing away that is being saved; what was not saved goes at the server, too', async () => {
  const { store, asked, end, entry, stages } = world();
  store.add('invoice', [{ file: file('a') }]);
  await end('send a');
  const { key } = entry('a');
  const saved = store.save(key);
  await store.discard(key);
  expect(stages()).toEqual(['a saving']);
  await end('create a', 'The last day is over');
  expect([await saved, entry('a').stage, entry('a').error]).toEqual([false, 'ready', 'The last day is over']);
  await store.discard(key);
  expect([stages(), asked.at(-1)]).toEqual([[], 'discard files/a']);
});

it('[TICKET-02] amounts may be typed with their separators; what is wrong is told by field', () => {
  const values = { number: '1', isPass: '1', reason: '' };
  for (const amount of ['1234.50', '1,234.50', '1，234.5', ' -12 ', '']) expect(faultsOf(fields, pass, { ...values, amount })).toEqual({});
  for (const amount of ['12.345', 'much', '1.2.3', '123456789012345', '12,50', '1,5', '1 5'])
    expect(faultsOf(fields, pass, { ...values, amount })).toEqual({ amount: 'wrongAmount' });
  expect(faultsOf(fields, pass, { number: ' ', amount: '', isPass: '0', reason: '' })).toEqual({ number: 'required', reason: 'required' });
});

it('[TICKET-02] reads a file again where the connection broke off, and keeps what was typed meanwhile', async () => {
  const answers = [() => Promise.reject(new Error('Network error')), async () => ({ source: 'qr', readNumber: '77', amount: '' })];
  const { store, end, entry } = world({ read: async () => await (answers.shift()?.() ?? {}) });
  store.add('invoice', [{ file: file('a') }]);
  await end('send a');
  expect(entry('a')).toMatchObject({ stage: 'ready', recognised: { source: 'none', reason: 'Network error' } });
  store.type(entry('a').key, { ...entry('a').values, amount: '12.00' });
  store.readAgain(entry('a').key);
  expect(entry('a').stage).toBe('reading');
  await expect.poll(() => entry('a').stage).toBe('ready');
  expect(entry('a')).toMatchObject({ recognised: { source: 'qr' }, values: { number: '77', amount: '12.00' } });
});

it('[TICKET-02] a file whose window went away while it was read is read by the next one, and keeps what was typed before', async () => {
  const written: (string | undefined)[] = [];
  const storage = (drafts: string[]) =>
    ({
      adopt: async () => drafts,
      release: () => undefined,
      close: () => undefined,
      write: (text: string | undefined) => void written.push(text),
    }) as unknown as DraftStorage;
  const { host, store } = world(
    { read: (_path, signal) => new Promise((_done, fail) => signal.addEventListener('abort', () => fail(new Error('aborted')))) },
    storage([]),
  );
  host.send = async () => ({ path: 'files/a', twins: [] });
  store.add('invoice', [{ file: file('a') }]);
  await expect.poll(() => store.entries[0]?.stage).toBe('reading');
  store.close();
  await new Promise((done) => setTimeout(done));
  const next = world({}, storage([written.at(-1) ?? '']));
  await next.store.restore();
  await expect.poll(() => next.stages()).toEqual(['a ready']);
  expect(next.entry('a')).toMatchObject({ path: 'files/a', values: { number: 'of files/a' } });
  // What was read already is not read again.
  const last = world({ read: () => Promise.reject(new Error('asked again')) }, storage([written.at(-1) ?? '']));
  await last.store.restore();
  expect(last.entry('a')).toMatchObject({ stage: 'ready', recognised: { readNumber: 'of files/a' } });
});

it('[TICKET-02] says whether the browser keeps what was typed: who leaves the window is asked where it does not', async () => {
  const storage = (isKept: boolean) =>
    ({ adopt: async () => [], release: () => undefined, write: () => isKept }) as unknown as DraftStorage;
  for (const [kept, store] of [
    [true, world({}, storage(true)).store],
    [false, world({}, storage(false)).store],
    [false, world().store],
  ] as const) {
    store.add('invoice', [{ file: file('a') }]);
    expect(store.isKept).toBe(kept);
  }
});

it('[TICKET-02] files that nobody read are read two at a time; none is saved before, and those whose turn did not come wait for the window after', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const kept = names.map((name) => ({ typeCode: 'invoice', name, size: 1, path: `files/${name}`, isUnread: true }));
  let written = JSON.stringify({ entries: kept, edits: {} });
  const storage = () =>
    ({
      adopt: async () => [written],
      release: () => undefined,
      close: () => undefined,
      write: (text = '') => {
        written = text;
      },
    }) as unknown as DraftStorage;
  const read: string[] = [];
  const never = (path: string, signal: AbortSignal) => {
    read.push(path);
    return new Promise<never>((_done, fail) => signal.addEventListener('abort', () => fail(new Error('aborted'))));
  };
  const next = world({ read: never }, storage());
  await next.store.restore();
  expect([next.stages(), read]).toEqual([names.map((name) => `${name} reading`), ['files/a', 'files/b']]);
  expect([await next.store.save(next.entry('d').key), next.asked]).toEqual([false, []]);
  // One that is thrown away makes room for the next.
  await next.store.discard(next.entry('a').key);
  await expect.poll(() => read).toEqual(['files/a', 'files/b', 'files/c']);
  next.store.close();
  await new Promise((done) => setTimeout(done));
  expect(read).toHaveLength(3);
  const last = world({}, storage());
  await last.store.restore();
  await expect.poll(() => last.stages()).toEqual(['b ready', 'c ready', 'd ready']);
  expect(last.entry('d').values).toMatchObject({ number: 'of files/d' });
});

it('[TICKET-02] documents of a type lack what those of that type have, unless they do not pass or lacked it before', () => {
  const expected = [
    { name: 'number', label: 'Number', expectedFor: ['invoice'] },
    { name: 'amount', label: 'Amount', kind: 'amount' as const, expectedFor: ['invoice', 'slip'] },
    { name: 'note', label: 'Note' },
  ];
  const lacks = (typeCode: string, values: Record<string, string>, saved?: Record<string, string>) =>
    lackedBy(expected, pass, typeCode, values, saved);
  expect(lacks('invoice', {})).toEqual(['Number', 'Amount']);
  expect(lacks('slip', { number: '' })).toEqual(['Amount']);
  expect(lacks('other', {})).toEqual([]);
  expect(lacks('invoice', { number: '  ', amount: '  ' })).toEqual(['Number', 'Amount']);
  expect(lacks('invoice', { number: '7', amount: '1,234' })).toEqual([]);
  expect(lacks('invoice', { isPass: '0' })).toEqual([]);
  expect(lacks('invoice', { isPass: '1' }, { number: '7', amount: '' })).toEqual(['Number']);
});
