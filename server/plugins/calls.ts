import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { CallContract } from '../../src/core/types.ts';
import type { ContractSchemas } from '../../src/generated/contract-schemas.ts';
import type { Authenticate, CallRequest, FileAnswer, Handler, Module, Services } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { StartError } from '../settings.ts';
import { admit, type Caller } from './access.ts';
import { applyRules } from './rules.ts';
import { readMultipart, type UploadedFile } from './uploads.ts';
import { bodyCompiler, queryIntoBody } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the call this route answers, for the log. */
    call?: string;
  }
}

export interface CallsOptions {
  modules: Module[];
  contracts: Record<string, CallContract>;
  schemas: Record<string, ContractSchemas>;
  authenticate: Authenticate;
  db: Database;
  services: Services;
}

interface CallState extends Caller {
  files: Record<string, UploadedFile>;
}

/**
 * Makes one route of every contract:
 * access -> rate limit -> body -> query values into the body (API-02) -> schemas -> rules -> handler -> envelope (API-03)
 * @throws StartError when a contract has no handler or a handler no contract.
 */
export function registerCalls(app: FastifyInstance, options: CallsOptions): void {
  const handlers = collectHandlers(options);
  for (const [id, contract] of Object.entries(options.contracts)) {
    const schemas = options.schemas[id];
    const handler = handlers.get(id);
    if (schemas && handler) app.route(callRoute(contract, schemas, handler, options));
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

function callRoute(contract: CallContract, schemas: ContractSchemas, handler: Handler<never>, options: CallsOptions): RouteOptions {
  const { db, services } = options;
  const states = new WeakMap<FastifyRequest, CallState>();
  const stateOf = (request: FastifyRequest): CallState => states.get(request) ?? { user: undefined, token: undefined, files: {} };
  const moveQuery = contract.method === 'POST' && schemas.body ? queryIntoBody(schemas.body) : undefined;

  return {
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(schemas.bodyLimit !== undefined && { bodyLimit: schemas.bodyLimit }),
    config: { call: contract.id },
    schema: routeSchema(contract, schemas),
    validatorCompiler: bodyCompiler(contract.bodyType === 'json' ? 'exact' : 'text'),
    async onRequest(request) {
      const caller = await admit(request, contract, { settings: services.settings, db, authenticate: options.authenticate });
      states.set(request, { ...caller, files: {} });
      if (!schemas.rateLimit) return;
      const who = caller.user ? `user:${caller.user.id}` : `address:${request.ip}`;
      await services.rateLimits.take(`call:${contract.id}:${who}`, schemas.rateLimit.max, schemas.rateLimit.seconds);
    },
    async preValidation(request) {
      if (contract.bodyType === 'multipart' && request.isMultipart()) {
        const { fields, files } = await readMultipart(request, schemas.bodyLimit);
        request.body = fields;
        stateOf(request).files = files;
      }
      moveQuery?.(request);
    },
    async handler(request, reply) {
      if (schemas.body) applyRules(schemas.rules, request.body, services.documents);
      const state = stateOf(request);
      const call: CallRequest<unknown> = {
        params: (schemas.params && request.params) as undefined,
        query: (schemas.query && request.query) as undefined,
        body: (schemas.body && request.body) as undefined,
        files: state.files,
        user: state.user,
        token: state.token,
        db,
        log: request.log,
        ip: request.ip,
        requestId: request.id,
        userAgent: request.headers['user-agent'],
        reply,
        services,
      };
      // The contract of this route is what the handler was typed with: defineModule.
      const answer: unknown = await (handler as unknown as Handler<unknown>)(call as never);
      return send(reply, contract, answer);
    },
  };
}

function routeSchema(contract: CallContract, { params, query, body, response }: ContractSchemas): RouteOptions['schema'] {
  const envelope = {
    type: 'object',
    properties: { code: { type: 'string' }, msg: { type: 'string' }, data: response },
  };
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(contract.envelope === 'standard' && { response: { 200: envelope } }),
    ...(contract.envelope === 'none' && { response: { 200: response } }),
  };
}

function send(reply: FastifyReply, contract: CallContract, answer: unknown): unknown {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (contract.envelope === 'none') return reply.send(answer);
  if (contract.envelope === 'standard') return reply.send({ code: '000000', msg: 'success', data: answer });
  const file = answer as FileAnswer;
  const plainName = file.name.replaceAll(/[^\w.() -]/g, '_');
  return reply
    .header('content-disposition', `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .type(file.type)
    .send(file.content);
}
