import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../src/core/json-object.ts';
import type { CallContract } from '../../src/core/types.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';
import { addressKey } from '../address-key.ts';
import type { BodyOwner, BodyRoom } from '../body-room.ts';
import { accountCaller } from '../caller.ts';
import type { Sender, Services } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { bodyHead, valueIn } from './body-head.ts';
import { illFormedText } from './validation.ts';
import { validationDetails } from './validation-details.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Room for the body of the request, while it is read and worked at. */
    held?: { release: () => void; isWorkedAt: boolean } | undefined;
  }
}

/** Bytes of a body nobody is asked about: the connection it comes by costs about as much. */
const light = 65_536;
/** Bytes of a body, of every call whose contract says nothing else. */
export const defaultBodyLimit = 1_048_576;

/** Bytes of the body of a request, as it says or as its call allows at most. */
function bodyBytes({ headers }: Pick<FastifyRequest, 'headers'>, limit = defaultBodyLimit): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  return headers['transfer-encoding'] === undefined ? 0 : limit;
}

/**
 * How often JSON counts for the limit of its call: it is parsed where everybody waits for it. What says its length counts before it is read, what does not before it is parsed (`weigh`).
 */
export async function weighJson(request: FastifyRequest, limit: number | undefined, take: (uses: number) => Promise<void>): Promise<void> {
  const bytes = Number(request.headers['content-length'] ?? 0);
  await take(bytes <= (limit ?? defaultBodyLimit) ? usesOf(bytes) : 1);
  if (request.headers['transfer-encoding'] === undefined) return;
  request.weigh = async (length) => {
    if (length > light) await take(usesOf(length) - 1);
  };
}

function usesOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / light));
}

interface LargeBodyParts {
  contract: CallContract;
  schemas: ContractSchemas;
  sender: Sender | undefined;
  room: BodyRoom;
  db: Database;
  services: Services;
}

/**
 * Before a body of more than 64 KiB is read: who sends it (the `sender` of the contract; without one the account or the address) -> room for it, held until it is answered.
 * @returns what the body is to be read from
 * @throws ApiError what the sender's question throws, SERVER_BUSY, TOO_MANY_REQUESTS
 */
export async function admitBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  { contract, schemas, sender, room, db, services }: LargeBodyParts,
): Promise<Readable> {
  const gone = new AbortController();
  if (reply.raw.destroyed || reply.raw.closed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  const { user } = request.caller;
  let body = payload;
  let owner: BodyOwner = user ? { key: accountCaller(user), isKnown: true } : stranger(request);
  if (sender && schemas.sender !== undefined) {
    const { params, query } = requireParams(request);
    let secret = textAt(query, schemas.sender) ?? textAt(params, schemas.sender);
    const saysLength = request.headers['content-length'] !== undefined;
    const isForm = contract.bodyType === 'multipart';
    // Whoever is signed in is known without it.
    const isKnown = user !== undefined && isForm && !saysLength;
    if (secret === undefined && contract.bodyType !== 'bytes' && !isKnown) {
      const name = schemas.sender;
      const { head, rest } = await bodyHead(payload, {
        saysLength,
        isForm,
        isEnough: (head) => valueIn(head, name, contract.bodyType) !== undefined,
      });
      body = rest;
      secret = valueIn(head, name, contract.bodyType);
    }
    const { headers, ip } = request;
    const { key } = await sender({ secret, params, headers, user, ip, db, services });
    owner = { key, isKnown: true };
  }
  if (owner.isKnown) request.takesLong?.();
  const release = await room.take(owner, bodyBytes(request, schemas.bodyLimit), gone.signal);
  // Whoever hangs up leaves what is being worked at in memory: the handler gives it back then.
  request.held = { release, isWorkedAt: false };
  const leave = () => !request.held?.isWorkedAt && release();
  if (gone.signal.aborted) leave();
  else gone.signal.addEventListener('abort', leave);
  return body;
}

/** Does what its body is for, and gives the room of it back. */
export async function whileHeld<T>(request: FastifyRequest, work: () => Promise<T> | T): Promise<T> {
  const { held } = request;
  if (!held) return await work();
  held.isWorkedAt = true;
  try {
    return await work();
  } finally {
    held.release();
  }
}

/** Whether a body asks for more than a connection costs. One that is larger than its call takes is refused where it is read. */
export function isLarge(request: FastifyRequest, limit: number | undefined): boolean {
  const bytes = bodyBytes(request, limit);
  return bytes > light && bytes <= (limit ?? defaultBodyLimit);
}

function stranger({ ip }: FastifyRequest): BodyOwner {
  return { key: `address:${addressKey(ip)}`, isKnown: false };
}

/** What the address says; its parameters as the contract wants them. @throws ApiError PARAMETER_ERROR */
function requireParams(request: FastifyRequest): { params: Record<string, unknown>; query: Record<string, unknown> } {
  const validate = request.getValidationFunction('params');
  if (validate && !validate(request.params)) {
    throw new ApiError('PARAMETER_ERROR', { details: validationDetails(validate.errors ?? []) });
  }
  const { params, query } = request;
  return { params: isObject(params) ? params : {}, query: isObject(query) ? query : {} };
}

/** A value that is a text. */
export function textAt(values: Record<string, unknown>, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'string' && illFormedText(value) === undefined ? value : undefined;
}
