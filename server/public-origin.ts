import type { FastifyRequest } from 'fastify';
import type { Settings } from './settings.ts';

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Where people open the application, without a slash at the end: PUBLIC_URL, otherwise this very machine. What a request says of its
 * host counts only when it names this machine: a link in a mail must not lead where somebody else wants.
 */
export function publicOrigin({ publicUrl }: Pick<Settings, 'publicUrl'>, request: Pick<FastifyRequest, 'headers' | 'socket'>): string {
  if (publicUrl !== undefined) return publicUrl;
  const { host = '' } = request.headers;
  return thisMachine.test(host) ? `http://${host}` : `http://localhost:${request.socket.localPort ?? ''}`;
}
