import { expect, it } from 'vitest';
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
  const waiting = gate.pass(async () => 'second', stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  // Its place in the queue is free.
  const next = gate.pass(async () => 'next');
  await expect(gate.pass(async () => 'never', stop.signal)).rejects.toThrow('stopped');
  first.end();
  await running;
  expect(await next).toBe('next');
});

it('gives the place away after work that failed', async () => {
  const gate = gateOf({ queue: 1 });
  await expect(gate.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.pass(async () => 'well')).toBe('well');
});
