import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallContract } from '../../src/core/types.ts';
import { ApiError } from '../errors.ts';
import { shownPolicy } from './file-answers.ts';

export interface ApiTargetOptions {
  /** http or https address of the back end, with or without a path, without a slash at the end. */
  target: string;
  /** Their headers are passed on, too. */
  contracts: Record<string, CallContract>;
  /** Milliseconds the back end may be silent before and within an answer. Default 30000. */
  silence?: number;
}

/** What the back end may know of a request. Cookies of this site are none of its business. */
const passedOn = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
];
/** What the browser may know of an answer. Policies, cookies and connection headers are those of this server. */
const passedBack = [
  'accept-ranges',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'vary',
  'www-authenticate',
];
const mostBytes = 104_857_600;

/**
 * Sends /api and /config to another back end: body and answer as streams, headers as named above, a client that goes away takes its request
 * along. Errors: UNAVAILABLE with status 503 when the back end cannot be reached, 502 when it hangs up or breaks off before anything went out, 504
 * when it keeps silent, its own status when it fails without the envelope. What only reads is asked once more where a kept connection was hung up. An answer of any length passes through without being kept.
 */
export function registerApiTarget(app: FastifyInstance, { target, contracts, silence = 30_000 }: ApiTargetOptions): void {
  const base = new URL(target);
  const isSecure = base.protocol === 'https:';
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = isSecure ? httpsRequest : httpRequest;
  const prefix = base.pathname.replace(/\/+$/, '');
  const agreed = Object.values(contracts).flatMap(({ headers }) => Object.keys(headers).map((name) => name.toLowerCase()));
  const names = [...new Set([...passedOn, ...agreed])].filter((name) => name !== 'cookie');

  app.register(async (scope) => {
    scope.addHook('onClose', async () => agent.destroy());
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const url of ['/api/*', '/config/*']) {
      scope.all(url, { bodyLimit: mostBytes }, async (request, reply) => {
        // Who may send files is the back end's to say.
        request.takesLong?.();
        const answer = await ask(request, reply);
        refuseWordless(answer);
        for (const name of passedBack) {
          const value = answer.headers[name];
          if (value !== undefined) reply.header(name, value);
        }
        const location = ownLocation(answer.headers.location, base);
        if (location !== undefined) reply.header('location', location);
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        // Pages show files of the back end in a frame, too.
        if (isShownPdf(answer)) reply.header('content-security-policy', shownPolicy('application/pdf'));
        reply.code(answer.statusCode ?? 502);
        return reply.send(bodyOf(answer, request));
      });
    }
  });

  function ask(request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage> {
    const path = safePath(request.url);
    const body = request.body as Readable | undefined | null;
    const isRepeatable = !body && (request.method === 'GET' || request.method === 'HEAD');
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      /** Whether the back end may have got it. */
      let isSent = false;
      const failed = (error: NodeJS.ErrnoException) => reject(unavailable(error, isSent));
      let outgoing = begin(agent);
      // The browser went away before its answer: nobody waits for it any more.
      reply.raw.once('close', () => outgoing.destroy());
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The back end hung up a connection that was kept, just when it was used again: nothing was answered, and a new one may do.
        const isHungUp = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        if (!isRepeatable || !isHungUp || isAnswered || reply.raw.destroyed) return failed(error);
        outgoing = begin(false);
        outgoing.on('error', failed);
      });

      function begin(over: typeof agent | false) {
        const asked = send({
          protocol: base.protocol,
          hostname: base.hostname,
          port: base.port,
          path: `${prefix}${path}`,
          method: request.method,
          headers: {
            ...pick(request.headers, names),
            ...(body && framing(request.headers)),
            ...forwarded(request),
            'x-request-id': request.id,
          },
          agent: over,
        });
        asked.setTimeout(silence, () => asked.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })));
        asked.once('socket', (socket) => {
          isSent = !socket.connecting;
          if (isSent) return;
          socket.once(isSecure ? 'secureConnect' : 'connect', () => {
            isSent = true;
          });
        });
        asked.once('response', (answer) => {
          isAnswered = true;
          resolve(answer);
        });
        if (!body) asked.end();
        else pipeline(body, asked).catch(failed);
        return asked;
      }
    });
  }
}

function isShownPdf({ headers }: IncomingMessage): boolean {
  return /^application\/pdf\b/i.test(headers['content-type'] ?? '') && /^inline\b/i.test(headers['content-disposition'] ?? '');
}

/**
 * A failure without the envelope, such as the page of a balancer before the back end, says nothing a browser could show.
 * @throws ApiError UNAVAILABLE with the status of the answer
 */
function refuseWordless(answer: IncomingMessage): void {
  const { statusCode = 502, headers } = answer;
  if (statusCode < 500 || /\bjson\b/i.test(headers['content-type'] ?? '')) return;
  answer.resume();
  throw new ApiError('UNAVAILABLE', { status: statusCode, msg: `The back end failed with status ${statusCode}` });
}

/**
 * An answer that breaks off is broken off for the browser too, which then knows that something is missing. Where nothing of it has gone out yet
 * (what packs it holds it back), the browser is told in an envelope.
 */
function bodyOf(answer: IncomingMessage, request: FastifyRequest): Readable {
  return Readable.from(untilBroken(answer, request), { objectMode: false });
}

/** @throws ApiError UNAVAILABLE when no more comes, though more was announced */
async function* untilBroken(answer: AsyncIterable<Buffer>, request: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    yield* answer;
  } catch (error) {
    request.log.warn({ reason: String(error) }, 'the answer of the back end broke off');
    throw new ApiError('UNAVAILABLE', { status: 502, msg: 'The answer of the back end broke off', cause: error });
  }
}

/** `isSent`: the back end may have done what it was asked for. */
function unavailable(error: NodeJS.ErrnoException, isSent: boolean): ApiError {
  const because = (status: number, msg: string) => new ApiError('UNAVAILABLE', { status, msg, cause: error });
  if (!isSent) return because(503, 'The back end cannot be reached');
  if (error.code === 'ETIMEDOUT') return because(504, 'The back end does not answer in time');
  return because(502, 'The back end hung up before it answered');
}

/** Dots, also encoded ones, cannot lead out of the two folders. */
function safePath(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  if (!/^\/(api|config)\//.test(pathname)) throw new ApiError('NOT_FOUND');
  return `${pathname}${search}`;
}

function pick(headers: IncomingHttpHeaders, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));
}

/**
 * Where the body ends: without it the back end would take the body for the next request on the connection, as it would take the next request for
 * a body that is announced and does not come.
 */
function framing(headers: IncomingHttpHeaders): Record<string, string> {
  const known = pick(headers, ['content-encoding', 'content-length']);
  return known['content-length'] === undefined ? { ...known, 'transfer-encoding': 'chunked' } : known;
}

function forwarded(request: FastifyRequest): Record<string, string> {
  return { 'x-forwarded-for': request.ip, 'x-forwarded-proto': request.protocol, 'x-forwarded-host': request.host };
}

/** Where the answer leads, as an address of this server; elsewhere the browser is not sent. */
function ownLocation(location: string | undefined, base: URL): string | undefined {
  if (location === undefined || !URL.canParse(location, base.href)) return undefined;
  const { origin, pathname, search } = new URL(location, base);
  const prefix = base.pathname.replace(/\/+$/, '');
  return origin === base.origin && pathname.startsWith(`${prefix}/`) ? `${pathname.slice(prefix.length)}${search}` : undefined;
}
