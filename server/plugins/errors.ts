import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCrossed } from '../database/crossed.ts';
import { ApiError, type ErrorCode, type ErrorDetail, errorList } from '../errors.ts';
import { askedBy } from './log-lines.ts';
import { validationDetails } from './validation-details.ts';

/** What every failed call answers. */
export interface ErrorEnvelope {
  code: string;
  msg: string;
  requestId: string;
  details?: ErrorDetail[];
  /** The current value of a conflict. */
  data?: unknown;
}

// Errors of Fastify itself and of its plugins that tell about the request, not about us.
const known: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'PARAMETER_ERROR',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_REQ_FILE_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_FILES_LIMIT: 'BODY_TOO_LARGE',
  FST_PARTS_LIMIT: 'BODY_TOO_LARGE',
  FST_FIELDS_LIMIT: 'BODY_TOO_LARGE',
  FST_ERR_BAD_URL: 'PARAMETER_ERROR',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  // A body that tries to set the prototype of the object it becomes.
  FST_ERR_PROTO: 'BAD_JSON',
};

/** One envelope for everything that goes wrong: the caller learns the code and the request id, the log learns the rest. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = toApiError(error);
    if (answer.status >= 500) request.log.error({ ...askedBy(request), err: error, code: answer.code }, 'request failed');
    else request.log.info({ ...askedBy(request), code: answer.code, details: answer.details }, 'request refused');
    return sendError(request, reply, answer);
  });
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  request.refusal = error.code;
  forgetBody(reply);
  const body: ErrorEnvelope = { code: error.code, msg: error.message, requestId: request.id };
  if (error.details) body.details = error.details;
  if (error.data !== undefined) body.data = error.data;
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply.code(error.status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** What a handler, the packing of answers or another back end said of a body that does not come: no error could be read under it. */
const ofBody = [
  'content-encoding',
  'content-disposition',
  'content-language',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'expires',
];

/** A stream that fails before its first byte has left its headers in the answer of Node already. */
function forgetBody(reply: FastifyReply): void {
  for (const name of ofBody) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.validation) return new ApiError('PARAMETER_ERROR', { details: validationDetails(error.validation), cause: error });
  const code = known[error.code];
  if (code) return new ApiError(code, { cause: error });
  if (error instanceof SyntaxError && error.statusCode === 400) return new ApiError('BAD_JSON', { cause: error });
  if (isCrossed(error)) return new ApiError('TRY_AGAIN', { retryAfter: 1, cause: error });
  if (isConnectionError(error)) return new ApiError('UNAVAILABLE', { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('PARAMETER_ERROR', {
      status: error.statusCode,
      msg: STATUS_CODES[error.statusCode] ?? errorList.PARAMETER_ERROR.msg,
      cause: error,
    });
  }
  return new ApiError('INTERNAL', { cause: error });
}

/** The database is away, restarting, or all its connections are taken. */
function isConnectionError(error: Error & { code?: string }): boolean {
  if (/^(08|57P0|53300)/.test(error.code ?? '')) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(error.code ?? '') && 'syscall' in error)
    return ['connect', 'read', 'write'].includes(String(error.syscall));
  return /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable)/.test(
    error.message,
  );
}
