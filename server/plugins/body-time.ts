import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the body of the request take its time to come, as files do on slow lines. */
    takesLong?: (() => void) | undefined;
  }
}

export interface BodyTimes {
  /** Milliseconds until a body has come. */
  usual: number;
  /** Milliseconds until one has come that may take long. Applications wait as long for what they send files to. */
  long: number;
}

export const bodyTimes: BodyTimes = { usual: 60_000, long: 600_000 };

/**
 * Bodies that do not come hold connections and room. Each has a minute; files of somebody who is known have as long as the server waits for any request
 * (`bodyTimes.long`). What is not there by then is answered with 408, as Node answers requests that do not come; where an answer has begun, nothing
 * can be said in the middle of it and the connection ends.
 */
export function registerBodyTime(app: FastifyInstance, { usual }: BodyTimes): void {
  app.decorateRequest('takesLong');
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const { raw } = request;
      const timer = setTimeout(() => {
        if (reply.raw.headersSent) raw.destroy();
        else
          app.server.emit(
            'clientError',
            Object.assign(new Error('The body did not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
            raw.socket,
          );
      }, usual);
      const stop = () => clearTimeout(timer);
      raw.once('end', stop);
      raw.once('close', stop);
      request.takesLong = stop;
    }
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
