import type { CallContract } from '../../src/core/types.ts';
import { isObject } from '../json.ts';
import { sampleOf } from './sample.ts';

/** Schemas of a call without references. */
export interface CallSchemas {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** A request that fits a contract. */
export interface SampleRequest {
  method: CallContract['method'];
  /** Path with its parameters and the required part of the query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const boundary = 'targus-contract';

/** A small request that fits a contract: required values only, which name nothing that exists. The token is left to the caller. */
export function sampleRequest(contract: CallContract, schemas: CallSchemas): SampleRequest {
  const params = asRecord(sampleOf(schemas.params ?? {}));
  const query = new URLSearchParams(texts(asRecord(sampleOf(schemas.query ?? {}))));
  const path = contract.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '999999')));
  const search = query.size > 0 ? `?${query}` : '';
  const request: SampleRequest = { method: contract.method, path: `${path}${search}`, headers: { ...contract.headers } };
  if (contract.bodyType === 'bytes') {
    request.headers['content-type'] = 'application/octet-stream';
    request.body = 'sample';
    return request;
  }
  if (schemas.body === undefined || contract.method === 'GET') return request;
  const body = sampleOf(schemas.body);
  switch (contract.bodyType) {
    case 'form':
      request.headers['content-type'] = 'application/x-www-form-urlencoded';
      request.body = new URLSearchParams(texts(asRecord(body))).toString();
      return request;
    case 'multipart':
      request.headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
      request.body = multipart(asRecord(body));
      return request;
    default:
      request.headers['content-type'] = 'application/json';
      request.body = JSON.stringify(body);
      return request;
  }
}

function multipart(fields: Record<string, unknown>): string {
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sample.txt"\r\ncontent-type: text/plain\r\n\r\nsample\r\n`;
  const parts = Object.entries(texts(fields))
    .filter(([name]) => name !== 'file')
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.join('')}${file}--${boundary}--\r\n`;
}

function asRecord(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function texts(value: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, typeof part === 'string' ? part : JSON.stringify(part)]));
}
