import type { OpenApiParts } from '../../src/core/types.ts';
import { isObject, type JsonSchema, objectAt, textAt, textsAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Document, Documents } from '../read/documents.ts';
import { collectReferences, newDefinitions, type Resolve } from '../read/references.ts';
import { generatedNote } from './output.ts';

const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  bytes: 'application/octet-stream',
};
const oneFile: JsonSchema = { type: 'string', format: 'binary' };

/** src/generated/openapi.json: OpenAPI 3.1 of every call, entities as components. */
export function emitOpenApi(documents: Documents, calls: Call[], resolve: Resolve, version: string): JsonSchema {
  const { tags, paths, schemas } = openApiParts(documents.of('service'), calls, resolve);
  return {
    'x-generated': generatedNote,
    openapi: '3.1.0',
    info: {
      title: 'Targus',
      version,
      description: 'Successful answers are {code: "000000", msg, data}; failures {code, msg, requestId, details?} with an HTTP status.',
    },
    servers: [{ url: '/' }],
    tags,
    paths: sorted(paths),
    components: {
      schemas: sorted({ ...schemas, Failure: failure }),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token of login.token.' },
        basic: { type: 'http', scheme: 'basic', description: 'Client of automated callers.' },
      },
    },
  };
}

/** These calls alone, under the services they are of. */
export function openApiParts(services: Document[], calls: Call[], resolve: Resolve): OpenApiParts {
  const definitions = newDefinitions();
  const paths: OpenApiParts['paths'] = {};
  for (const call of calls) {
    const collect = (schema: unknown) =>
      collectReferences(schema, call.document.source.path, resolve, '#/components/schemas/', definitions);
    const path = paths[call.contract.path] ?? {};
    paths[call.contract.path] = path;
    path[call.contract.method.toLowerCase()] = operation(call, collect);
  }
  const tags = services.map((service) => ({
    name: service.id,
    description: textAt(service.source.value, 'description') ?? textAt(service.source.value, 'title') ?? '',
  }));
  return { tags, paths, schemas: definitions.schemas };
}

const failure: JsonSchema = {
  type: 'object',
  required: ['code', 'msg'],
  properties: {
    code: { type: 'string', description: 'Stable code such as PARAMETER_ERROR.' },
    msg: { type: 'string' },
    requestId: { type: 'string' },
    details: {
      description: 'What is wrong, mostly by field; calls of their own kind say more of it in their description.',
      anyOf: [
        {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              field: {
                type: 'string',
                description: 'Path of the value in the body, such as items.1.name; empty where it is of the whole.',
              },
              message: { type: 'string' },
              key: { type: 'string', description: 'Key of the text, where the message has one.' },
              values: { type: 'object', description: 'What stands in the text.' },
            },
          },
        },
        {},
      ],
    },
    data: { description: 'The current record of a conflict, or what a refusal hands over.' },
  },
};

const retryAfter: JsonSchema = {
  'Retry-After': { description: 'Seconds until the next request may come.', schema: { type: 'integer', minimum: 1 } },
};

function refused(description: string, headers?: JsonSchema): JsonSchema {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

const acceptLanguage: JsonSchema = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: 'The answer is worded in this language.',
  schema: { type: 'string' },
};

function operation(call: Call, collect: (schema: unknown) => unknown): JsonSchema {
  const { contract } = call;
  const permission = isObject(contract.access) ? contract.access.permission : undefined;
  const notes = [
    permission === undefined ? '' : `Needs the permission ${[permission].flat().join(' or ')}.`,
    call.requirements.length > 0 ? `Requirements: ${call.requirements.join(', ')}.` : '',
    call.errors.length > 0 ? `Errors: ${call.errors.join(', ')}.` : '',
    call.rateLimit ? `At most ${call.rateLimit.max} requests in ${call.rateLimit.seconds} seconds.` : '',
    call.echo ? 'The body may hold what the answer holds: what is not taken of it is left out.' : '',
    call.sender === undefined
      ? ''
      : `A body of more than 64 KiB is read once ${call.sender} counts: in the address, or within its first 16 KiB.`,
  ];
  return {
    operationId: contract.id,
    tags: [call.service],
    summary: call.summary,
    description: notes.filter(Boolean).join(' '),
    security: contract.auth === 'basic' ? [{ basic: [] }] : contract.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', call.params, collect),
      ...parameters('query', call.query, collect),
      ...(contract.localized ? [acceptLanguage] : []),
    ],
    ...((call.body !== undefined || contract.bodyType === 'bytes') && {
      requestBody: {
        required: true,
        content: { [bodyTypes[contract.bodyType]]: { schema: contract.bodyType === 'bytes' ? oneFile : withFiles(collect(call.body)) } },
      },
    }),
    responses: {
      ...(call.contract.envelope === 'redirect'
        ? { 302: { description: 'Leads on' } }
        : { 200: { description: 'Done', content: answer(call, collect) } }),
      ...(call.errors.includes('CONFLICT') && { 409: refused('Refused: somebody else changed it meanwhile') }),
      ...((call.rateLimit || call.errors.includes('TOO_MANY_REQUESTS')) && { 429: refused('Too many requests', retryAfter) }),
      default: refused('Refused or failed'),
    },
  };
}

/** The contract tells how long the name of a file may be; to a reader of OpenAPI that would be its content. */
function withFiles(schema: unknown): unknown {
  if (!isObject(schema) || !isObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, part]) => {
    if (textAt(part, 'format') !== 'binary') return [name, part];
    return [name, Object.fromEntries(Object.entries(objectAt({ part }, 'part')).filter(([key]) => key !== 'maxLength'))];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function parameters(place: 'path' | 'query', schema: unknown, collect: (schema: unknown) => unknown): JsonSchema[] {
  const required = textsAt(schema, 'required');
  return Object.entries(objectAt(schema, 'properties')).map(([name, part]) => {
    const description = textAt(part, 'description');
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: collect(part),
    };
  });
}

function answer(call: Call, collect: (schema: unknown) => unknown): JsonSchema {
  if (call.contract.envelope === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const data = collect(call.response);
  if (call.contract.envelope === 'none') return { 'application/json': { schema: data } };
  const properties = { code: { const: '000000' }, msg: { type: 'string' }, data };
  return { 'application/json': { schema: { type: 'object', required: ['code', 'msg'], properties } } };
}

function sorted(record: Record<string, unknown>): JsonSchema {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
