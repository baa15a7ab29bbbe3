import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { isObject } from '../../src/core/json-object.ts';
import type { CallContract } from '../../src/core/types.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';
import { addressKey } from '../address-key.ts';
import type { BodyRoom } from '../body-room.ts';
import { accountCaller } from '../caller.ts';
import type { Authenticate, FileAnswer, Handler, Module, Principal, Sender, Services } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { ApiError, wrong } from '../errors.ts';
import { wordsOf } from '../reader.ts';
import { StartError } from '../settings.ts';
import { admit, type Caller } from './access.ts';
import { callOf } from './call-request.ts';
import { echoRemover } from './echo.ts';
import { noStore, routeSchema, send } from './envelope.ts';
import { noteExport } from './exports.ts';
import { registerJsonBodies } from './json-bodies.ts';
import { createKeptAnswers, KeptAnswer, type KeptAnswers } from './kept-answers.ts';
import { admitBody, isLarge, weighJson, whileHeld } from './large-bodies.ts';
import { createLocalRateLimits, type RateLimits } from './rate-limits.ts';
import { applyRules } from './rules.ts';
import { scanUploads } from './scan-uploads.ts';
import { bytesAsUpload, readMultipart, takeBytes, type UploadedFile } from './uploads.ts';
import { answerCompiler, bodyCompiler, illFormedText, queryIntoBody } from './validation.ts';
import { requireOneWording } from './wordings.ts';

/** Files with what people entered one account takes a minute at most, of all calls together. */
const exportsPerMinute = 60;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the call this route answers, for the log. */
    call?: string;
  }
  interface FastifyRequest {
    /** Who makes the call, once it was admitted. */
    caller: Caller;
    /** Files of a multipart body by field name. */
    uploads?: Record<string, UploadedFile>;
    /** Counts so many bytes of JSON before they are parsed, where nobody knew how many there would be. @throws ApiError TOO_MANY_REQUESTS */
    weigh?: (bytes: number) => Promise<void>;
  }
}

export interface CallsOptions {
  modules: Module[];
  contracts: Record<string, CallContract>;
  schemas: Record<string, ContractSchemas>;
  authenticate: Authenticate;
  /** A session that only looks tried a call that changes something. */
  onViewRefused: (user: Principal, call: string, request: FastifyRequest) => Promise<void>;
  db: Database;
  services: Services;
  /** For large bodies. */
  room: BodyRoom;
}

/**
 * Makes one route of every contract:
 * access -> rate limit -> who sends, and room for it -> body -> query values into the body (API-02) -> schemas -> rules -> virus scan of files -> handler ->
 * envelope (API-03)
 * @throws StartError when a contract has no handler or a handler no contract.
 */
export function registerCalls(app: FastifyInstance, options: CallsOptions): void {
  const handlers = collectHandlers(options);
  const senders = collectSenders(options);
  const kept = createKeptAnswers();
  // Of this process alone: to count each call in the database would cost more than most calls.
  const pace = createLocalRateLimits();
  registerJsonBodies(app);
  app.decorateRequest('caller');
  app.decorateRequest('asker');
  app.decorateRequest('uploads');
  app.decorateRequest('weigh');
  app.decorateRequest('held');
  for (const [id, contract] of Object.entries(options.contracts)) {
    const schemas = options.schemas[id];
    const handler = handlers.get(id);
    if (!schemas || !handler) continue;
    const route = callRoute(contract, schemas, { handler, sender: senders[id] }, { ...options, pace }, kept);
    if (contract.bodyType === 'bytes') app.register(async (scope) => takeBytes(scope).route(route));
    else app.route(route);
  }
}

function collectHandlers({ modules, contracts, schemas }: CallsOptions): Map<string, Handler<never>> {
  const handlers = new Map<string, Handler<never>>();
  const problems: string[] = [];
  for (const [id, handler] of modules.flatMap((module) => Object.entries(module.handlers))) {
    if (handlers.has(id)) problems.push(`${id} has two handlers`);
    if (!contracts[id]) problems.push(`${id} has a handler but no contract in schemas/services`);
    handlers.set(id, handler);
  }
  for (const id of Object.keys(contracts)) {
    if (!handlers.has(id)) problems.push(`${id} has a contract but no handler in server/modules`);
    if (!schemas[id]) problems.push(`${id} has no schemas in src/generated: run npm run generate`);
  }
  if (problems.length > 0) throw new StartError(`Contracts and routes do not match:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  return handlers;
}

/** @throws StartError where a contract names a sender nobody asks for, or the other way round */
function collectSenders({ modules, contracts, schemas }: CallsOptions): Record<string, Sender> {
  const senders: Record<string, Sender> = Object.assign({}, ...modules.map((module) => module.senders));
  const differ = Object.keys(contracts).filter((id) => (schemas[id]?.sender === undefined) !== (senders[id] === undefined));
  if (differ.length > 0) throw new StartError(`Contract and module differ in who sends: ${differ.join(', ')}`);
  return senders;
}

function callRoute(
  contract: CallContract,
  schemas: ContractSchemas,
  { handler, sender }: { handler: Handler<never>; sender: Sender | undefined },
  options: CallsOptions & { pace: RateLimits },
  kept: KeptAnswers,
): RouteOptions {
  const { db, services, room, pace } = options;
  const removeEcho = echoRemover(schemas);
  const moveQuery = contract.method === 'POST' && schemas.body ? queryIntoBody(schemas.body) : undefined;

  return {
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(schemas.bodyLimit !== undefined && { bodyLimit: schemas.bodyLimit }),
    config: { call: contract.id },
    schema: routeSchema(contract, schemas),
    validatorCompiler: bodyCompiler(contract.bodyType === 'json' ? 'exact' : 'text'),
    serializerCompiler: answerCompiler,
    async onRequest(request) {
      const { authenticate } = options;
      request.caller = await admit(request, contract, {
        services,
        db,
        authenticate,
        background: schemas.background,
        whileActing: schemas.whileActing,
        whilePasswordDue: schemas.whilePasswordDue,
        whileFactorDue: schemas.whileFactorDue,
        byViewer: schemas.byViewer,
        changes: schemas.changes,
        onViewRefused: (user) => options.onViewRefused(user, contract.id, request),
      });
      requireUnpacked(request);
      const { user } = request.caller;
      const who = user ? accountCaller(user) : `address:${addressKey(request.ip)}`;
      if (user) await pace.take(who, services.settings.callsPerMinute, 60);
      if (user && schemas.exported) await services.rateLimits.take(`exports:${who}`, exportsPerMinute, 60);
      if (!schemas.rateLimit) return;
      const { max, seconds } = schemas.rateLimit;
      const take = (uses: number) => services.rateLimits.take(`call:${contract.id}:${who}`, max, seconds, uses);
      await (contract.bodyType === 'json' ? weighJson(request, schemas.bodyLimit, take) : take(1));
    },
    preParsing(request, reply, payload, done) {
      if (!isLarge(request, schemas.bodyLimit)) return done(null, payload);
      admitBody(request, reply, payload, { contract, schemas, sender, room, db, services }).then(
        (body) => done(null, body),
        (error: Error) => {
          // What still comes is thrown away, so that the answer is read.
          payload.resume();
          done(error);
        },
      );
    },
    preValidation: [
      ...(contract.bodyType === 'multipart' ? [readUploads] : []),
      ...(contract.bodyType === 'bytes' ? [bytesAsUpload] : []),
      (request, _reply, done) => {
        if (schemas.body && contract.bodyType === 'json') requireJson(request);
        moveQuery?.(request);
        removeEcho?.(request.body);
        requireText(request);
        done();
      },
    ],
    async handler(request, reply) {
      if (schemas.body) {
        requireOneWording(request.body);
        // A refusal is kept nowhere, so every call may word it.
        applyRules(schemas.rules, request.body, services.documents, (text) => wordsOf({ reply, services, worded: true })(text));
      }
      const call = callOf(request, reply, { contract, schemas, db, services, kept });
      // The contract of this route is what the handler was typed with: defineModule.
      const answer: unknown = await whileHeld(request, async () => {
        if (services.virusScan)
          await scanUploads(request, { call: contract.id, secretName: schemas.sender, sender, db, services, scan: services.virusScan });
        return await (handler as unknown as Handler<unknown>)(call as never);
      });
      if (schemas.exported === true) {
        const asked = [call.params, call.query, call.body];
        await noteExport(db, call, { contract, user: call.user, asked, file: answer as FileAnswer });
      }
      return answer instanceof KeptAnswer ? answer.send(request, noStore(reply)) : send(reply, contract, answer);
    },
  };

  async function readUploads(request: FastifyRequest): Promise<void> {
    if (!request.isMultipart()) return;
    const { fields, files } = await readMultipart(request, schemas.bodyLimit);
    request.body = fields;
    request.uploads = files;
  }
}

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE */
function requireUnpacked({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
}

/** A form without anything in it is what many clients send where all parameters stand in the address. @throws ApiError UNSUPPORTED_MEDIA_TYPE */
function requireJson({ headers, body }: FastifyRequest): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === 'application/json') return;
  if (typeof body === 'string' || (isObject(body) && Object.keys(body).length > 0)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
}

/** @throws ApiError PARAMETER_ERROR where a value holds what is no text, or is nested deeper than any contract. */
function requireText({ params, query, body }: FastifyRequest): void {
  const field = illFormedText({ params, query, body });
  if (field === undefined) return;
  const [, ...rest] = field.split('.');
  throw wrong(rest.join('.'), 'holds characters that are no text');
}
