// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { afterPress, watchPresses } from '../../src/engine/presses.ts';

const press = (end: 'mousedown' | 'mouseup') => document.dispatchEvent(new MouseEvent(end));

it('what waits for the end of a press is done after it, and at once where none is under way', async () => {
  watchPresses();
  const done: string[] = [];
  afterPress(() => done.push('at once'));
  press('mousedown');
  afterPress(() => done.push('after it'));
  expect(done).toEqual(['at once']);
  press('mouseup');
  await vi.waitFor(() => expect(done).toEqual(['at once', 'after it']));
});

describe('files of tests share their document', () => {
  it('a test that presses and never lets go', () => {
    watchPresses();
    press('mousedown');
  });

  it('holds nothing back in the next one', () => {
    const work = vi.fn();
    afterPress(work);
    expect(work).toHaveBeenCalledOnce();
  });
});
