import { observable } from '@formily/reactive';
import { describe, expect, it, vi } from 'vitest';
import { sharedWait } from '../../src/app/shared-wait.ts';
import { settle } from '../engine/support.tsx';

describe('waiting for what the window shows', () => {
  it('is one reaction for all who wait, and none afterwards', async () => {
    const state = observable.shallow({ shown: false, other: 0 });
    const holds = vi.fn(() => state.other >= 0 && state.shown);
    const wait = sharedWait(holds);
    const done = vi.fn();
    for (let asked = 0; asked < 5; asked += 1) void wait().then(done);
    const before = holds.mock.calls.length;
    state.other += 1;
    expect(holds.mock.calls.length - before).toBe(1);
    await settle();
    expect(done).not.toHaveBeenCalled();
    state.shown = true;
    await settle();
    expect(done).toHaveBeenCalledTimes(5);
    const asked = holds.mock.calls.length;
    state.other += 1;
    expect(holds).toHaveBeenCalledTimes(asked);
  });

  it('is no wait where it holds already, and a new one where it no longer does', async () => {
    const state = observable.shallow({ shown: true });
    const wait = sharedWait(() => state.shown);
    await wait();
    state.shown = false;
    const done = vi.fn();
    void wait().then(done);
    await settle();
    expect(done).not.toHaveBeenCalled();
    state.shown = true;
    await settle();
    expect(done).toHaveBeenCalled();
  });
});
