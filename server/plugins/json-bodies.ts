import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * Bodies of JSON are UTF-8: bytes that are none would be saved as signs that stand for them all. Many clients say of every call that its body is JSON: where a
 * contract has no body, an empty one is none and no broken JSON.
 * Errors: UNSUPPORTED_MEDIA_TYPE for another charset, BAD_JSON for bytes that are no UTF-8.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const fault = faultOf(request, body);
    if (fault) done(fault, undefined);
    else if (body.length === 0 && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else if (request.weigh) request.weigh(body.length).then(() => void parse(request, body.toString(), done), done);
    else void parse(request, body.toString(), done);
  });
}

function faultOf({ headers }: FastifyRequest, body: Buffer): ApiError | undefined {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) return new ApiError('UNSUPPORTED_MEDIA_TYPE', { msg: 'A body of JSON is UTF-8' });
  return isUtf8(body) ? undefined : new ApiError('BAD_JSON', { msg: 'The body is not UTF-8' });
}
