import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { pino } from 'pino';
import { contractSchemas } from '../src/generated/contract-schemas.ts';
import { contracts } from '../src/generated/contracts.ts';
import { BodyRoom } from './body-room.ts';
import type { Module } from './contracts.ts';
import type { Database } from './database/connection.ts';
import type { Documents } from './documents.ts';
import { ApiError } from './errors.ts';
import { createFileStore } from './files/store.ts';
import { clamd } from './files/virus-scan.ts';
import { authenticate } from './modules/identity/authenticate.ts';
import { noteView } from './modules/identity/role-view.ts';
import { modules as allModules } from './modules/index.ts';
import type { Figures } from './monitoring/index.ts';
import { registerApiTarget } from './plugins/api-target.ts';
import { type BodyTimes, bodyTimes, registerBodyTime } from './plugins/body-time.ts';
import { registerCalls } from './plugins/calls.ts';
import { type CspReports, registerCspReports } from './plugins/csp-reports.ts';
import { registerDocs } from './plugins/docs.ts';
import { registerErrors, sendError } from './plugins/errors.ts';
import { defaultBodyLimit } from './plugins/large-bodies.ts';
import { askedBy } from './plugins/log-lines.ts';
import { createLocalRateLimits, createRateLimits } from './plugins/rate-limits.ts';
import { registerSecurityHeaders, securityHeaders } from './plugins/security.ts';
import { type AnswerPage, registerWeb } from './plugins/web.ts';
import { createSeals } from './seals.ts';
import type { Settings } from './settings.ts';

/** How long a log line may wait for others, in milliseconds. */
const LOG_DELAY = 100;

export interface AppParts {
  /** Undefined only with API_TARGET: then another server answers the calls. */
  db: Database | undefined;
  documents: Documents;
  /** Where log lines go. Default standard output. */
  logStream?: { write(line: string): void };
  /** Hears of every request that was answered. */
  figures?: Pick<Figures, 'answered'> | undefined;
  /** Default: every module of server/modules. */
  modules?: Module[];
  /** How long bodies may take. Default a minute, for some ten. */
  bodyTimes?: BodyTimes;
}
export interface App {
  http: FastifyInstance;
  cspReports: CspReports;
  /** What it holds of large bodies. */
  room: BodyRoom;
  /** Every route: `GET /api/health`. */
  routes: readonly string[];
  /** From now on its health says that it stops. */
  sayStopping(): void;
}

/**
 * The whole server, not yet listening:
 * request id -> security headers -> contract routes | another back end (API_TARGET) | contracts to read | documents | built files | the application's page -> envelope -> log line
 * @throws StartError when contracts and routes do not match.
 */
export async function buildApp(settings: Settings, parts: AppParts): Promise<App> {
  const { db, documents } = parts;
  const times = parts.bodyTimes ?? bodyTimes;
  let answerPage: AnswerPage = () => false;
  const app = fastify({
    logger: loggerOptions(settings, parts.logStream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: proxyTrust(settings.trustProxy),
    bodyLimit: defaultBodyLimit,
    requestTimeout: times.long,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000 },
    // An address that cannot be read never reaches a route, nor its error handler. Whoever opens it sees the page that says there is nothing.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...securityHeaders() });
      if (!answerPage(request, reply)) void sendError(request, reply, new ApiError('PARAMETER_ERROR'));
    },
  });
  // What every answer passes takes a callback: a promise each would cost more than what these hooks do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    request.log.info(
      {
        ...askedBy(request),
        call,
        method: request.method,
        path: safePath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    parts.figures?.answered({ call, status: reply.statusCode, code: request.refusal, milliseconds: reply.elapsedTime });
    done();
  });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((name) => `${name} ${url}`));
  });
  registerErrors(app);
  registerBodyTime(app, times);
  registerSecurityHeaders(app, settings);
  await app.register(compress, {
    threshold: 1024,
    // Answers only: a body unpacked here could be a thousand times what was sent, and longer than it says to a back end.
    globalDecompression: false,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(formbody);
  await app.register(multipart);

  let isStopping = false;
  const rateLimits = db ? createRateLimits(db) : createLocalRateLimits();
  const room = new BodyRoom({ bytes: settings.bodyMemory });
  if (db) {
    const modules = parts.modules ?? allModules;
    const services = {
      settings,
      documents,
      rateLimits,
      files: createFileStore(settings),
      virusScan: settings.virusScan && clamd(settings.virusScan),
      seals: createSeals(settings),
      isStopping: () => isStopping,
    };
    registerCalls(app, {
      modules,
      contracts,
      schemas: contractSchemas,
      authenticate,
      async onViewRefused(user, call, request) {
        const origin = { ip: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
        await noteView(db, 'refuse', user, origin, { call });
      },
      db,
      services,
      room,
    });
  } else if (settings.apiTarget !== undefined) registerApiTarget(app, { target: settings.apiTarget, contracts });
  if (settings.apiDocs) registerDocs(app, documents);
  const cspReports = registerCspReports(app, rateLimits);
  answerPage = registerWeb(app, { folder: join(settings.root, 'dist', 'web'), documents, contracts, client: settings });
  await app.ready();
  const sayStopping = () => {
    isStopping = true;
  };
  return { http: app, cspReports, room, routes, sayStopping };
}

function loggerOptions(settings: Settings, stream: AppParts['logStream']) {
  if (settings.logLevel === 'silent') return false;
  return {
    level: settings.logLevel,
    stream: stream ?? logOutput(),
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['req.headers', 'token', 'password', '*.password', '*.token'],
    serializers: { req: (request: FastifyRequest) => ({ method: request.method, path: safePath(request) }) },
  };
}

/** Standard output, written in pieces: a system call a request would cost more than the rest of its line. What is left is written at the end. */
function logOutput() {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: LOG_DELAY });
}

/** A number says how many proxies stand before this server: as many addresses of X-Forwarded-For are believed, from the last one on. */
function proxyTrust(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;
}

/** Without the query, which may hold a token. */
function safePath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
