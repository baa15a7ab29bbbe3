import { observable } from '@formily/reactive';
import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { observer } from '../../src/engine/index.ts';

const shared = observable.shallow<Record<string, unknown>>({ count: 1 });
const Count = observer(function Count() {
  return <p>{`count ${shared.count}`}</p>;
});

let Watch: typeof import('../../src/engine/watch.ts').Watch;

beforeAll(async () => {
  vi.useFakeTimers();
  // A module of our own: the shared one may wait on a timer of the real clock.
  vi.resetModules();
  ({ Watch } = await import('../../src/engine/watch.ts'));
});
afterAll(() => {
  vi.useRealTimers();
});

describe('what a component reads', () => {
  it('draws again after a change of what was read last, and not after others', () => {
    const state = observable.shallow<Record<string, unknown>>({ first: true, a: 1, b: 2 });
    let again = 0;
    const watch = new Watch(() => {
      again += 1;
    });
    const read = () => watch.track(() => (state.first ? state.a : state.b));
    expect(read()).toBe(1);
    watch.mount();
    state.b = 3;
    expect(again).toBe(0);
    state.first = false;
    expect(again).toBe(1);
    expect(read()).toBe(3);
    state.a = 5;
    expect(again).toBe(1);
    watch.unmount();
    state.b = 4;
    expect(again).toBe(1);
  });

  it('hears of a change between the drawing and its place on the page', () => {
    const state = observable.shallow<Record<string, unknown>>({ a: 1 });
    const again = vi.fn();
    const watch = new Watch(again);
    watch.track(() => state.a);
    state.a = 2;
    expect(again).not.toHaveBeenCalled();
    watch.mount();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it('forgets drawings that never come to the page, and draws again when one comes late', () => {
    const read = vi.fn();
    const state = observable.shallow<Record<string, unknown>>({ a: 1 });
    const again = vi.fn();
    const watch = new Watch(again);
    watch.track(() => read(state.a));
    vi.advanceTimersByTime(11_000);
    watch.mount();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it('follows observables in strict mode, where components come, go and come back', async () => {
    render(
      <StrictMode>
        <Count />
      </StrictMode>,
    );
    await act(async () => {
      shared.count = 2;
    });
    expect(screen.getByText('count 2')).toBeDefined();
  });
});
