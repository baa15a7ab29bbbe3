// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { AppHistory } from '../../src/app/history.ts';

let history: AppHistory | undefined;
afterEach(() => history?.dispose());

function begin(agreed: boolean) {
  window.history.replaceState(null, '', '/start');
  const leave = { blocked: false, ask: vi.fn(async () => agreed) };
  history = new AppHistory(window, leave);
  return { history, leave };
}

it('[ROUTE-01] moves by paths and follows the back button', async () => {
  const { history } = begin(true);
  history.push('/a?x=1');
  expect(history.place).toMatchObject({ pathname: '/a', search: '?x=1' });
  history.back();
  await vi.waitFor(() => expect(history.place.pathname).toBe('/start'));
});

it('[WS-12] stays when leaving is refused, also by the back button', async () => {
  const { history, leave } = begin(false);
  history.push('/edit');
  leave.blocked = true;
  history.push('/b');
  await vi.waitFor(() => expect(leave.ask).toHaveBeenCalledTimes(1));
  expect(history.place.pathname).toBe('/edit');
  window.history.back();
  await vi.waitFor(() => expect(leave.ask).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect([history.place.pathname, window.location.pathname]).toEqual(['/edit', '/edit']));
});

it('[WS-12] goes back after the user agreed', async () => {
  const { history, leave } = begin(true);
  history.push('/edit');
  leave.blocked = true;
  leave.ask.mockImplementation(async () => {
    leave.blocked = false;
    return true;
  });
  window.history.back();
  await vi.waitFor(() => expect([history.place.pathname, window.location.pathname]).toEqual(['/start', '/start']));
});

it('[WS-12] asks for links and redirects of the router as well', async () => {
  const { history, leave } = begin(false);
  leave.blocked = true;
  const { push, replace } = history;
  push({ pathname: '/b' });
  replace('/c');
  await vi.waitFor(() => expect(leave.ask).toHaveBeenCalledTimes(2));
  expect(window.location.pathname).toBe('/start');
});

it('[ROUTE-01] gives the same address a new key, so that arriving again is seen', () => {
  const { history } = begin(true);
  history.push('/a');
  const { key } = history.place;
  history.push('/a');
  expect(history.place.key).not.toBe(key);
});
