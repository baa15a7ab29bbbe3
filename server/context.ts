import type { FastifyReply } from 'fastify';
import type { Principal, Services } from './contracts.ts';
import type { Database } from './database/connection.ts';
import type { Origin } from './modules/audit/record.ts';

/** What the work behind a handler needs of its request. */
export interface Context extends Origin {
  db: Database;
  services: Services;
  user: Principal | undefined;
  reply: FastifyReply;
}
