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

/** The same of a call that may word something in the language of its reader: the compiler lets no other through (`WordedCallId`). */
export interface WordedContext extends Context {
  worded: true;
}
/** What tells the language of the reader. */
export type Reading = Pick<WordedContext, 'reply' | 'services' | 'worded'>;
