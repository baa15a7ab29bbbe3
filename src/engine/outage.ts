import type { CallFailure } from './types.ts';

const unanswered: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'TIMEOUT']);

/** Whether a failure says nothing about what was asked: the server cannot be reached, does not answer in time, is being restarted or has too much to do. */
export function isOutage(error: Pick<CallFailure, 'code' | 'status'> | undefined): boolean {
  if (!error) return false;
  return unanswered.has(error.code) || error.status === 429 || (error.status !== undefined && error.status >= 500);
}
