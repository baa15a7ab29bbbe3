import { render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LateHolder } from '../../../renderers/shared/feedback/LateHolder.tsx';
import type { Feedback } from '../../../src/engine/types.ts';

vi.mock('../../../renderers/shared/feedback/Holder.tsx', () => {
  throw new Error('The code of dialogs is away');
});
afterEach(() => vi.restoreAllMocks());

/** What stands in for dialogs whose code does not load. */
async function plain(): Promise<Feedback> {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let attached: Feedback | undefined;
  render(
    <LateHolder
      attach={(feedback) => {
        attached = feedback;
      }}
    />,
  );
  return await waitFor(() => {
    if (!attached) throw new Error('Nothing is attached yet');
    return attached;
  });
}
const words = () => ({ text: 'Leave?', okText: 'Leave', cancelText: 'Stay' });
const isCovered = () => document.documentElement.classList.contains('tg-covered');

it('[STATE-09] behind a question of the browser that stands alone nothing of the page is seen, until whoever asked says so', async () => {
  const { dialog } = await plain();
  const seen: boolean[] = [];
  const confirm = vi.spyOn(window, 'confirm').mockImplementation(() => seen.push(isCovered()) > 0);
  expect(await dialog({ level: 'confirm', words })).toBe(true);
  expect(await dialog({ level: 'confirm', words, alone: true })).toBe(true);
  expect(seen).toEqual([false, true]);
  expect(isCovered()).toBe(false);
  const open = new AbortController();
  expect(await dialog({ level: 'confirm', words, alone: true, signal: open.signal })).toBe(true);
  expect([confirm.mock.calls.length, isCovered()]).toEqual([3, true]);
  open.abort();
  expect(isCovered()).toBe(false);
});

it('[STATE-09] a question that is taken away before the browser could ask it is not asked, though the window is never drawn', async () => {
  const { dialog } = await plain();
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  const open = new AbortController();
  const answer = dialog({ level: 'confirm', words, alone: true, signal: open.signal });
  expect(isCovered()).toBe(true);
  open.abort();
  expect(await answer).toBe(false);
  expect([confirm.mock.calls.length, isCovered()]).toEqual([0, false]);
});

it('[STATE-09] the page is covered as long as one of several questions stands, and seen again after them', async () => {
  const { dialog } = await plain();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const [first, second] = [new AbortController(), new AbortController()];
  await Promise.all([first, second].map(({ signal }) => dialog({ level: 'confirm', words, alone: true, signal })));
  first.abort();
  expect(isCovered()).toBe(true);
  second.abort();
  expect(isCovered()).toBe(false);
});

it('[STATE-09] whoever stays goes on where they were', async () => {
  const { dialog } = await plain();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  // As browsers do with what is hidden.
  vi.spyOn(window, 'confirm').mockImplementation(() => {
    field.blur();
    return false;
  });
  expect(await dialog({ level: 'confirm', words, alone: true })).toBe(false);
  expect(document.activeElement).toBe(field);
  field.remove();
});

it('[STATE-09] a question that was taken away already ends, though the window is never drawn', async () => {
  const { dialog } = await plain();
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  expect(await dialog({ level: 'confirm', words, alone: true, signal: AbortSignal.abort() })).toBe(false);
  expect([confirm.mock.calls.length, isCovered()]).toEqual([0, false]);
});
