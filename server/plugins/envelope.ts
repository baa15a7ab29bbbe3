import type { FastifyReply, RouteOptions } from 'fastify';
import { isObject } from '../../src/core/json-object.ts';
import type { CallContract } from '../../src/core/types.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';
import type { FileAnswer, RedirectAnswer } from '../contracts.ts';
import { type ErrorCode, errorList } from '../errors.ts';
import { sendFile } from './file-answers.ts';

/** What a call takes and answers, for the compilers: its answer in the envelope its contract names (API-03). */
export function routeSchema(contract: CallContract, { params, query, body, response }: ContractSchemas): RouteOptions['schema'] {
  const envelope = {
    type: 'object',
    properties: { code: { type: 'string' }, msg: { type: 'string' }, data: response },
  };
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(contract.envelope === 'standard' && { response: { 200: envelope } }),
    ...(contract.envelope === 'none' && { response: { 200: response } }),
  };
}

const errorCodes = Object.keys(errorList) as ErrorCode[];

/** Answers are kept by no cache, unless the handler said otherwise. */
export function noStore(reply: FastifyReply): FastifyReply {
  return reply.hasHeader('cache-control') ? reply : reply.header('cache-control', 'no-store');
}

/** The whole answer of a call: in the standard envelope (API-03) or as the contract says. */
export function enveloped(contract: CallContract, answer: unknown): Record<string, unknown> {
  return contract.envelope === 'standard'
    ? { code: '000000', msg: reasonOf(contract, answer) ?? 'success', data: answer }
    : (answer as Record<string, unknown>);
}

/** Why a flagged answer is none, for `msg`; nothing when it is one. */
function reasonOf({ flag }: CallContract, answer: unknown): string | undefined {
  if (flag === undefined || !isObject(answer) || answer[flag] !== false) return undefined;
  const code = errorCodes.find((known) => known === answer.reason);
  return code === undefined ? 'failed' : errorList[code].msg;
}

/** Sends the answer of a handler as its contract says. */
export function send(reply: FastifyReply, contract: CallContract, answer: unknown): unknown {
  noStore(reply);
  if (contract.envelope === 'redirect') return reply.redirect((answer as RedirectAnswer).location, 302);
  if (contract.envelope !== 'file') return reply.send(enveloped(contract, answer));
  return sendFile(reply, answer as FileAnswer);
}
