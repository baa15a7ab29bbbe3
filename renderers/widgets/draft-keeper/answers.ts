import type { DraftRecord } from './record.ts';

export interface Failure {
  code: string;
  message: string;
  status: number | undefined;
  data: unknown;
  details: unknown;
}

const passing = new Set(['NETWORK_ERROR', 'TIMEOUT', 'UNAVAILABLE', 'TOO_MANY_REQUESTS']);

/** Another attempt may well succeed. */
export function isPassing({ code, status }: Failure): boolean {
  return passing.has(code) || (status ?? 0) >= 500;
}

/** The server got it and took nothing of it. */
export function isRefusal({ status = 0 }: Failure): boolean {
  return status >= 400 && status < 500;
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function recordsIn(value: unknown): DraftRecord[] {
  return Array.isArray(value) ? value.filter((part): part is DraftRecord => typeof part === 'object' && part !== null) : [];
}

/** The records that the details of a refusal name by their place in what was sent: `changes.3.domainId`. */
export function faultyIn(batch: readonly DraftRecord[], details: unknown): DraftRecord[] {
  const fields = Array.isArray(details) ? details.map((detail: unknown) => String(asObject(detail).field ?? '')) : [];
  const places = new Set(fields.map((field) => Number(/^[a-z]\w*\.(\d+)(?:\.|$)/i.exec(field)?.[1] ?? Number.NaN)));
  return batch.filter((_, index) => places.has(index));
}

export function asFailure(error: unknown): Failure {
  const { code, status, data, details } = asObject(error);
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: error instanceof Error ? error.message : String(error),
    status: typeof status === 'number' ? status : undefined,
    data,
    details,
  };
}

/** Looking at what others did may fail: the next look or save tells. */
export function notLoaded(error: unknown): void {
  console.warn('what others changed could not be loaded', error);
}
