import type { CallFailure } from '../types.ts';

/** Field errors a server added to its answer: details [{field, message}]. */
export function fieldErrors(details: unknown): { field: string; message: string }[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail: unknown) => {
    if (typeof detail !== 'object' || detail === null) return [];
    const { field, message } = detail as { field?: unknown; message?: unknown };
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
  });
}

/** Whether a text of the locale tells each of these faults: it says what is wrong and what to do, and the sentence of the code says nothing more. */
export function areExplained(errors: readonly { field: string; message: string }[], { code, details }: CallFailure): boolean {
  if (code !== 'PARAMETER_ERROR' || errors.length === 0 || !Array.isArray(details)) return false;
  return errors.every(({ field, message }) =>
    details.some((detail) => detail?.field === field && detail.message === message && typeof detail.key === 'string'),
  );
}

/** The failure after somebody told it. A copy: others may wait for the same answer. */
export function told(failure: CallFailure): CallFailure {
  return Object.assign(new Error(failure.message), failure, { settled: true });
}

/** Failures that were told to the user already, or that concern nobody: the ended session has its own notice, an aborted call nobody waits for. */
export function isSettled(failure: CallFailure): boolean {
  return failure.code === 'ABORTED' || failure.settled === true;
}
