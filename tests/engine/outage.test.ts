import { expect, it } from 'vitest';
import { isPassing } from '../../src/app/session-loader.ts';
import { isOutage, isUnreadable } from '../../src/engine/outage.ts';

it.each([
  [{ code: 'NETWORK_ERROR' }, true],
  [{ code: 'TIMEOUT', status: undefined }, true],
  [{ code: 'TOO_MANY_REQUESTS', status: 429 }, true],
  [{ code: 'UNAVAILABLE', status: 503 }, true],
  // Something answered, whatever it says.
  [{ code: 'TIMEOUT', status: 400 }, false],
  [{ code: 'UNAUTHENTICATED', status: 401 }, false],
  [{ code: 'ABORTED', status: undefined }, false],
  [undefined, false],
])('%j says nothing about what was asked, nor of the session: %s', (failure, passes) => {
  expect([isOutage(failure), isPassing(failure)]).toEqual([passes, passes]);
});

it('what another than the server answered says nothing of the session', () => {
  expect(isPassing({ code: 'CONTRACT_BROKEN', status: 200 })).toBe(true);
  expect(isPassing(new Error('a fault'))).toBe(false);
});

it.each([
  [{ code: 'CONTRACT_BROKEN', status: 200 }, true],
  [{ code: 'HTTP_404', status: 404 }, true],
  [{ code: 'NOT_FOUND', status: 404 }, false],
  [{ code: 'FORBIDDEN', status: 403 }, false],
  [undefined, false],
])('%j is what something between may have said: %s', (failure, isBetween) => {
  expect(isUnreadable(failure)).toBe(isBetween);
});
