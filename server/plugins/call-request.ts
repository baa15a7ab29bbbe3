import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallContract } from '../../src/core/types.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';
import { type CallRequest, type Services, signedIn } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { enveloped } from './envelope.ts';
import type { KeptAnswers } from './kept-answers.ts';

interface CallParts {
  contract: CallContract;
  schemas: ContractSchemas;
  db: Database;
  services: Services;
  kept: KeptAnswers;
}

/** What the handler of a call is given. */
export function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { contract, schemas, db, services, kept }: CallParts,
): CallRequest<unknown> {
  const { caller } = request;
  return {
    params: (schemas.params && request.params) as undefined,
    query: (schemas.query && request.query) as undefined,
    body: (schemas.body && request.body) as undefined,
    files: request.uploads ?? {},
    user: caller.user,
    token: caller.token,
    ended: caller.ended,
    db,
    log: request.log,
    ip: request.ip,
    requestId: request.id,
    userAgent: request.headers['user-agent'],
    reply,
    services,
    // The compiler gives it to the handlers of those calls only that may use it.
    worded: true as never,
    keep: async (areas, key, make) => {
      const { revisions, agent, viewedRole } = signedIn(caller);
      // Whoever acts for a user or views a role gets answers of their own: less is in them.
      const view = viewedRole ? `role:${viewedRole.id} ` : '';
      const scope = agent ? `${agent.id}:${agent.delegations.join('+')} ` : view;
      const version = areas.map((area) => revisions[area]).join('.');
      const text = async () => String(reply.serializeInput(enveloped(contract, await make()), '200'));
      // Not the data but its bytes: `send` knows them, and the handler only hands them on.
      return (await kept.get(`${contract.id} ${scope}${key}`, version, text)) as never;
    },
  };
}
