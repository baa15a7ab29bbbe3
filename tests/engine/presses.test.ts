// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { afterPress, watchPresses } from '../../src/engine/presses.ts';

afterEach(() => vi.unstubAllGlobals());

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

it('a press that began in a document that is gone holds nothing back in the next one', () => {
  watchPresses();
  press('mousedown');
  vi.stubGlobal('document', document.implementation.createHTMLDocument());
  watchPresses();
  const work = vi.fn();
  afterPress(work);
  expect(work).toHaveBeenCalledOnce();
  press('mousedown');
  afterPress(work);
  expect(work).toHaveBeenCalledOnce();
  press('mouseup');
});
