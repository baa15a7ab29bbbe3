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
