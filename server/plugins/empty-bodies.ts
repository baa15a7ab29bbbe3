import type { FastifyInstance } from 'fastify';

/** Many clients say of every call that its body is JSON: where a contract has no body, an empty one is none and no broken JSON. */
export function registerEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else if (request.weigh) request.weigh(Buffer.byteLength(body)).then(() => void parse(request, body, done), done);
    else void parse(request, body, done);
  });
}
