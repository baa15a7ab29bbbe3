import type { Deed } from '../core/types.ts';
import type { CallFailure } from '../engine/types.ts';

interface FailureFacts {
  code: string;
  call: string;
  message: string;
  status?: number | undefined;
  details?: unknown;
  data?: unknown;
  settled?: boolean;
}

/** A call that did not give its answer. `message` is for people, in the language of the window. */
export class ServiceFailure extends Error implements CallFailure {
  readonly code: string;
  readonly call: string;
  readonly status: number | undefined;
  readonly details?: unknown;
  readonly data?: unknown;
  readonly settled?: boolean;
  /** Set by the client, from the contract of the call, where it was not done. */
  deed?: Deed;

  constructor({ code, call, message, status, details, data, settled }: FailureFacts) {
    super(message);
    this.name = 'ServiceFailure';
    this.code = code;
    this.call = call;
    this.status = status;
    if (details !== undefined) this.details = details;
    if (data !== undefined) this.data = data;
    if (settled !== undefined) this.settled = settled;
  }
}

/** Text of a key, undefined when there is none. */
export type FindText = (key: string, values?: Record<string, unknown>) => string | undefined;

/** ERR-04, ERR-12: the text of the code; else what the status means; else the server's words; else 'network error', or what else is given. */
export function failureMessage(
  facts: { code: string; status?: number | undefined; msg?: string | undefined },
  text: FindText,
  otherwise = 'error.network',
): string {
  const { code, status, msg } = facts;
  const own = /^[A-Z][A-Z0-9_]*$/.test(code) ? text(`error.${code}`) : undefined;
  if (own !== undefined) return own;
  if (status === 401) return text('error.sessionExpired') ?? code;
  if (status === 403) return text('error.noPermission') ?? code;
  if (status === 400) {
    const parameter = text('error.parameter') ?? code;
    return msg ? `${parameter}: ${msg}` : parameter;
  }
  return msg || (text(otherwise) ?? code);
}
