import type { CallFailure } from './types.ts';

const unanswered: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'TIMEOUT']);

/**
 * Whether a failure says nothing about what was asked: the server cannot be reached, does not answer in time, is being restarted or has too
 * much to do. Where something answered, its status says so, whatever code it gave.
 */
export function isOutage(error: Partial<Pick<CallFailure, 'code' | 'status'>> | undefined): boolean {
  const { code, status } = error ?? {};
  if (typeof status === 'number') return status === 429 || status >= 500;
  return code !== undefined && unanswered.has(code);
}

/**
 * Whether something between answered in the place of the server, as a page of maintenance does, or the server said what is none of its answers: what was asked may
 * be answered the next time.
 */
export function isUnreadable(error: Partial<Pick<CallFailure, 'code' | 'status'>> | undefined): boolean {
  return error?.code === 'CONTRACT_BROKEN' || /^HTTP_4\d\d$/.test(error?.code ?? '');
}
