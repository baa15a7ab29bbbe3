import type { FastifyReply } from 'fastify';

/** Aborts once the caller of a call went away before it was answered: nobody waits for its work any more. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  // Who went away while the call did something else is not told of once more.
  if (reply.raw.destroyed || reply.raw.closed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}
