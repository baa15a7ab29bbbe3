import type { FastifyRequest } from 'fastify';
import type { Principal } from '../contracts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever the request is of, known as soon as the token is read: also where it is refused then. */
    asker?: Principal | undefined;
    /** The code it was refused with. */
    refusal?: string | undefined;
  }
}

/** Who a line of the log is about: an account, whoever acts for it, and from where. */
export function askedBy({ asker, ip }: FastifyRequest): { user?: string; agent?: string; ip: string } {
  return { ip, ...(asker && { user: asker.id }), ...(asker?.agent && { agent: asker.agent.id }) };
}
