import { describe, expect, it } from 'vitest';
import { Gate } from '../../../server/gate.ts';

/** Work that ends when it is told to. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

const gateOf = (rules: { queue: number; patience?: number }) => new Gate({ places: 1, refuse: () => new Error('full'), ...rules });

it('lets everybody in in the order they came, one after the other', async () => {
  const gate = gateOf({ queue: 10 });
  const order: number[] = [];
  let inside = 0;
  const enter = (number: number) =>
    gate.pass(async () => {
      inside += 1;
      expect(inside).toBe(1);
      await Promise.resolve();
      order.push(number);
      inside -= 1;
    });
  await Promise.all([1, 2, 3, 4].map(enter));
  expect(order).toEqual([1, 2, 3, 4]);
});

it('refuses who would wait behind too many, and goes on', async () => {
  const gate = gateOf({ queue: 1 });
  const first = held();
  const running = gate.pass(first.work);
  const waiting = gate.pass(async () => 'second');
  await expect(gate.pass(async () => 'third')).rejects.toThrow('full');
  first.end();
  await running;
  expect(await waiting).toBe('second');
  expect(await gate.pass(async () => 'later')).toBe('later');
});

it('refuses who waited too long, and gives the place to the one behind', async () => {
  const gate = gateOf({ queue: 10, patience: 20 });
  const first = held();
  const running = gate.pass(first.work);
  await expect(gate.pass(async () => 'late')).rejects.toThrow('full');
  const next = gate.pass(async () => 'next');
  first.end();
  await running;
  expect(await next).toBe('next');
});

it('lets go who is stopped while it waits, and takes nobody in who was stopped before', async () => {
  const gate = gateOf({ queue: 1 });
  const first = held();
  const running = gate.pass(first.work);
  const stop = new AbortController();
  const waiting = gate.pass(async () => 'second', { signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  // Its place in the queue is free.
  const next = gate.pass(async () => 'next');
  await expect(gate.pass(async () => 'never', { signal: stop.signal })).rejects.toThrow('stopped');
  first.end();
  await running;
  expect(await next).toBe('next');
});

it('gives the place away after work that failed', async () => {
  const gate = gateOf({ queue: 1 });
  await expect(gate.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.pass(async () => 'well')).toBe('well');
});

describe('callers take turns', () => {
  /** Passes that are held until they are ended one after the other; tells who came in. */
  function rowOf(rules: { queue?: number; each?: number } = {}) {
    const gate = new Gate({ places: 1, queue: 100, refuse: () => new Error('full'), ...rules });
    const inside: { name: string; end: () => void }[] = [];
    const ask = (caller: string, name: string, more: { signal?: AbortSignal; isSequel?: boolean } = {}) => {
      const work = held();
      const passed = gate.pass(
        () => {
          inside.push({ name, end: work.end });
          return work.work();
        },
        { caller, ...more },
      );
      return passed.catch(() => undefined);
    };
    /** Ends who is in, until nobody is. Gives who came in, in their order. */
    const order = async (asked: readonly Promise<unknown>[]) => {
      for (let at = 0; at < asked.length; at += 1) {
        await new Promise(setImmediate);
        inside[at]?.end();
      }
      await Promise.all(asked);
      return inside.map(({ name }) => name);
    };
    return { gate, inside, ask, order };
  }

  it('whoever has twenty in the row delays one of somebody else by the one that is in, and no more', async () => {
    const { ask, order } = rowOf();
    const many = Array.from({ length: 20 }, (_, at) => ask('one', `one ${at}`));
    const other = ask('other', 'other');
    const names = await order([...many, other]);
    expect(names.slice(0, 3)).toEqual(['one 0', 'other', 'one 1']);
    expect(names).toHaveLength(21);
  });

  it('callers with much to do take turns, each in the order of their own, and nobody makes up for turns they did not need', async () => {
    const { ask, order } = rowOf();
    const asked = ['a 1', 'a 2', 'a 3', 'a 4', 'b 1', 'b 2', 'b 3', 'c 1', 'c 2'].map((name) => ask(name.slice(0, 1), name));
    expect(await order(asked)).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'c 2', 'a 3', 'b 3', 'a 4']);
  });

  it('who comes after others worked long gets a share of what is to come, not of what was', async () => {
    const { ask, inside, order } = rowOf();
    const before = Array.from({ length: 5 }, (_, at) => ask('old', `old ${at}`));
    for (let at = 0; at < 3; at += 1) {
      await new Promise(setImmediate);
      inside[at]?.end();
    }
    await new Promise(setImmediate);
    const later = Array.from({ length: 3 }, (_, at) => ask('new', `new ${at}`));
    const names = await order([...before, ...later]);
    expect(names.slice(3)).toEqual(['old 3', 'new 0', 'old 4', 'new 1', 'new 2']);
  });

  it('what was stopped in the row counts for nobody', async () => {
    const { ask, order } = rowOf();
    const stop = new AbortController();
    const first = ask('other', 'other');
    const stopped = Array.from({ length: 5 }, () => ask('one', 'never', { signal: stop.signal }));
    stop.abort();
    const asked = [ask('one', 'one 1'), ask('third', 'third'), ask('one', 'one 2')];
    expect(await order([first, ...stopped, ...asked])).toEqual(['other', 'one 1', 'third', 'one 2']);
  });

  it('one caller has a bound in the row that leaves the others theirs, and what goes on is not refused', async () => {
    const { gate, ask, order } = rowOf({ queue: 3, each: 2 });
    const asked = [ask('one', 'one 1'), ask('one', 'one 2')];
    await expect(gate.pass(async () => 'one 3', { caller: 'one' })).rejects.toThrow('full');
    asked.push(ask('other', 'other 1'), ask('other', 'other 2'));
    await expect(gate.pass(async () => 'third', { caller: 'third' })).rejects.toThrow('full');
    asked.push(ask('one', 'one goes on', { isSequel: true }));
    expect(await order(asked)).toEqual(['one 1', 'other 1', 'one 2', 'other 2', 'one goes on']);
    expect(await gate.pass(async () => 'again', { caller: 'one' })).toBe('again');
  });
});
