import type { CallContract } from '../core/types.ts';
import type { CallArguments } from '../engine/types.ts';

export interface Identity {
  /** Bearer token of the session, if any. */
  token: string | undefined;
  /** Client of the basic authentication, in base 64. */
  client: string;
  language: string;
}

/** A parameter a path cannot hold. */
export class ParameterError extends Error {
  readonly code = 'PARAMETER_ERROR';
}

/** Contract + arguments -> address, headers and body. Path parameters are encoded; the other parameters form the query; undefined is left out. */
export function buildRequest(
  contract: CallContract,
  args: CallArguments,
  identity: Identity,
  basePath: string,
): { url: string; init: RequestInit } {
  const rest = { ...args.with };
  const path = contract.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return pathPart(name, value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) append(query, name, value);
  const search = query.toString();
  const headers = new Headers({ Accept: 'application/json, */*;q=0.5', 'Accept-Language': identity.language, ...contract.headers });
  if (contract.auth === 'bearer' && identity.token) headers.set('Authorization', `Bearer ${identity.token}`);
  if (contract.auth === 'basic') headers.set('Authorization', `Basic ${identity.client}`);
  const body = buildBody(contract, args.body, headers);
  return {
    url: `${basePath}${path}${search ? `?${search}` : ''}`,
    init: { method: contract.method, headers, credentials: 'same-origin', ...(body === undefined ? {} : { body }) },
  };
}

function pathPart(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  // Dots alone would climb to another address, however they are encoded.
  if (text === '' || text === '.' || text === '..') throw new ParameterError(`The path parameter "${name}" cannot be "${text}"`);
  return encodeURIComponent(text);
}

function append(target: URLSearchParams | FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const part of value) append(target, name, part);
  else if (value instanceof Blob && target instanceof FormData) target.append(name, value);
  else target.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function buildBody(contract: CallContract, body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined;
  if (contract.bodyType === 'bytes') return fileIn(body);
  if (contract.bodyType === 'json') {
    headers.set('Content-Type', 'application/json');
    return JSON.stringify(body);
  }
  const target = contract.bodyType === 'form' ? new URLSearchParams() : new FormData();
  const values = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  // Files come last: a server learns who sends them before it takes them.
  for (const isFile of [false, true]) {
    for (const [name, value] of values) if (isFile === [value].flat().some((one) => one instanceof Blob)) append(target, name, value);
  }
  return target;
}

/** The one file of a body, which goes as it is. */
function fileIn(body: unknown): Blob | undefined {
  const values: unknown[] = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return values.find((value) => value instanceof Blob);
}
