import type { FastifyReply } from 'fastify';

/** Aborts once the caller of a call went away before it was answered: nobody waits for its work any more. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
