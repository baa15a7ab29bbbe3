import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DictionaryStore } from '../../src/engine/dictionary.ts';
import { makeEngine } from './support.tsx';

const row = (label: string, dictType = 'a') => ({ dictType, dictValue: '1', dictLabel: label });
const out = () => Object.assign(new Error('The server cannot be reached'), { code: 'NETWORK_ERROR', call: 'dictionary.type' });

/** A store whose answers the test gives, in any order. */
function storeOf() {
  const waiting: { types: string[]; answer: (rows: unknown) => void; fail: (error: Error) => void }[] = [];
  const fetch = vi.fn((types: string[]) => new Promise<unknown>((answer, fail) => waiting.push({ types, answer, fail })));
  const store = new DictionaryStore(fetch, makeEngine().translate, () => 'en');
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const next = async (act: (request: (typeof waiting)[number]) => void, index = 0) => {
    await settle();
    const [request] = waiting.splice(index, 1);
    if (!request) throw new Error('Nothing was asked for');
    act(request);
    await settle();
    return request.types;
  };
  return { store, fetch, next, settle };
}

describe('code lists and a server that cannot be reached', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks again by itself, less often each time, until it has them', async () => {
    const { store, fetch, next } = storeOf();
    store.want(['a']);
    await next(({ fail }) => fail(out()));
    expect(store.view('a').error?.code).toBe('NETWORK_ERROR');
    await vi.advanceTimersByTimeAsync(5_000);
    await next(({ fail }) => fail(out()));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5_000);
    await next(({ answer }) => answer([row('One')]));
    expect(store.label('a', 1)).toBe('One');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('asks at once for whoever needs them next', async () => {
    const { store, next } = storeOf();
    store.want(['a']);
    await next(({ fail }) => fail(out()));
    store.want(['a', 'b']);
    expect(await next(({ answer }) => answer([row('One'), row('Two', 'b')]))).toEqual(['a', 'b']);
    expect([store.label('a', 1), store.label('b', 1)]).toEqual(['One', 'Two']);
  });

  it('keeps what it has when it cannot be read anew, and reads it anew afterwards', async () => {
    const { store, next } = storeOf();
    store.want(['a']);
    await next(({ answer }) => answer([row('One')]));
    void store.refresh();
    await next(({ fail }) => fail(out()));
    expect(store.view('a')).toMatchObject({ entries: [{ label: 'One' }], error: undefined });
    await vi.advanceTimersByTimeAsync(5_000);
    await next(({ answer }) => answer([row('Uno')]));
    expect(store.label('a', 1)).toBe('Uno');
  });

  it('keeps what it has while nobody may ask, and after a session that ended; who signs in again has it read anew', async () => {
    const { store, next } = storeOf();
    store.want(['a']);
    await next(({ answer }) => answer([row('One')]));
    void store.refresh();
    await next(({ fail }) => fail(Object.assign(new Error('ended'), { code: 'SESSION_ENDED', status: 401, call: '' })));
    expect(store.label('a', 1)).toBe('One');
    store.want(['a', 'b']);
    await next(({ answer }) => answer(undefined));
    expect([store.label('a', 1), store.view('b').error]).toEqual(['One', undefined]);
    store.wantMissing();
    await next(({ answer }) => answer([row('Uno'), row('Due', 'b')]));
    expect([store.label('a', 1), store.label('b', 1)]).toEqual(['Uno', 'Due']);
  });

  it('[DICT-03] asks no more for a type that was refused, until somebody wants another try', async () => {
    const { store, fetch, next, settle } = storeOf();
    store.want(['nope']);
    await next(({ fail }) => fail(Object.assign(new Error('unknown'), { code: 'DICT_META_NOT_FOUND', status: 404, call: '' })));
    store.want(['nope']);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    void store.refresh(['nope']);
    await settle();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('code lists and answers that come late', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps the answer that was asked for last', async () => {
    const { store, next } = storeOf();
    store.want(['a']);
    await next(({ answer }) => answer([row('One')]));
    void store.refresh();
    void store.refresh();
    await next(({ answer }) => answer([row('newest')]), 1);
    await next(({ answer }) => answer([row('older')]));
    expect(store.label('a', 1)).toBe('newest');
  });

  it('asks for the next user while the question of the one before is on its way', async () => {
    const { store, fetch, next, settle } = storeOf();
    store.want(['a']);
    await settle();
    store.clear();
    store.want(['a']);
    await next(({ answer }) => answer([row('of the first')]));
    expect(store.view('a').loading).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(2);
    await next(({ answer }) => answer([row('of the second')]));
    expect(store.label('a', 1)).toBe('of the second');
  });
});
