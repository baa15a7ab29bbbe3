import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SubApp } from '../../../renderers/displays/sub-app/SubApp.tsx';
import { type Engine, EngineProvider, type WidgetProps } from '../../../src/engine/index.ts';
import type { SubAppOptions } from '../../../src/generated/options.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A sub-app, and how it says that it has loaded. */
function shown() {
  let onReady = () => undefined as void;
  const frames = {
    register: (_view: Window, _address: string, ready: () => void) => {
      onReady = ready;
      return { loaded: () => undefined, end: () => undefined };
    },
  };
  const engine = {
    app: { language: 'en' },
    frames,
    onForget: () => () => undefined,
    translate: Object.assign((key: string) => key, { localized: String, edition: () => 'en' }),
  };
  const props = { options: { src: '/targus-data/system', title: 'System' } } as unknown as WidgetProps<SubAppOptions>;
  const { container } = render(
    <EngineProvider engine={engine as unknown as Engine}>
      <SubApp {...props} />
    </EngineProvider>,
  );
  return { say: () => onReady(), isCovered: () => container.querySelector('.tg-sub-app-cover') !== null };
}

it('[EMBED-02] [STATE-07] a sub-app that says a second time that it has loaded, just as its cover goes, is not covered for good', () => {
  vi.useFakeTimers();
  const { say, isCovered } = shown();
  act(say);
  expect(isCovered()).toBe(true);
  // The wait ends, and its next page speaks before that is drawn.
  act(() => {
    vi.advanceTimersByTime(500);
    say();
  });
  act(() => vi.advanceTimersByTime(60_000));
  expect(isCovered()).toBe(false);
});

it('[EMBED-02] [STATE-07] what is shown of a sub-app is not covered by its next page', () => {
  vi.useFakeTimers();
  const { say, isCovered } = shown();
  act(say);
  act(() => vi.advanceTimersByTime(500));
  expect(isCovered()).toBe(false);
  act(say);
  expect(isCovered()).toBe(false);
});
