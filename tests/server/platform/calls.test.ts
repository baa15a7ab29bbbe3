import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { BodyRoom } from '../../../server/body-room.ts';
import type { Reading } from '../../../server/context.ts';
import type { CallRequest, Handler, Principal, Routes, Services } from '../../../server/contracts.ts';
import { ApiError } from '../../../server/errors.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { languageOf } from '../../../server/language.ts';
import { type CallsOptions, registerCalls } from '../../../server/plugins/calls.ts';
import { registerErrors } from '../../../server/plugins/errors.ts';
import { createRateLimits } from '../../../server/plugins/rate-limits.ts';
import { createSeals } from '../../../server/seals.ts';
import { readSettings } from '../../../server/settings.ts';
import type { CallContract, RuleDocument } from '../../../src/core/types.ts';
import type { ContractSchemas } from '../../../src/generated/contract-schemas.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

type AnyCall = CallRequest<{ params: { id: string }; query: Record<string, unknown>; body: Record<string, unknown> }>;

interface Case {
  contract: Partial<CallContract>;
  schemas?: Partial<ContractSchemas>;
  handler(call: AnyCall): unknown;
}

const item = { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false } as const;
const anything = { type: 'object', additionalProperties: true } as const;

const cases: Record<string, Case> = {
  'test.get': {
    contract: { method: 'GET', path: '/api/test/{id}' },
    schemas: { params: { type: 'object', properties: { id: { type: 'integer' } } }, response: anything },
    handler: ({ params }) => ({ id: params.id }),
  },
  'test.remove': {
    contract: { method: 'DELETE', path: '/api/test/{id}' },
    schemas: { response: anything },
    handler: ({ body }) => ({ body: body === undefined ? 'none' : body }),
  },
  'test.kinds': {
    contract: { method: 'POST', path: '/api/kinds' },
    schemas: {
      body: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: {
              anyOf: [
                { type: 'string', pattern: '^[0-9]+$' },
                { type: 'integer', minimum: 1 },
              ],
            },
            label: { anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: item }] },
            state: { oneOf: [{ enum: ['open'] }, { const: 3 }] },
            saved: {
              anyOf: [
                { type: 'object', additionalProperties: false, required: ['name'], properties: { name: { maxLength: 3 } } },
                { type: 'object', additionalProperties: false, required: ['id', 'version'], properties: { id: {}, version: {}, name: {} } },
              ],
            },
          },
        },
      },
      response: anything,
    },
    handler: () => ({}),
  },
  'test.search': {
    contract: { method: 'GET', path: '/api/search' },
    schemas: {
      query: {
        type: 'object',
        additionalProperties: false,
        properties: { size: { type: 'integer', default: 10 }, tags: { type: 'array', items: { type: 'string' } } },
      },
      response: anything,
    },
    handler: ({ query }) => query,
  },
  'test.create': {
    contract: { method: 'POST', path: '/api/test' },
    schemas: {
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'size'],
        properties: { name: { type: 'string' }, size: { type: 'integer' }, items: { type: 'array', items: item } },
      },
      rules: { name: 'short', 'items[].name': 'short' },
      response: anything,
      bodyLimit: 2_000,
    },
    handler: ({ body }) => body,
  },
  'test.form': {
    contract: { method: 'POST', path: '/api/form', bodyType: 'form', auth: 'basic' },
    schemas: { body: { type: 'object', properties: { count: { type: 'integer' } } }, response: anything },
    handler: ({ body }) => body,
  },
  'test.upload': {
    contract: { method: 'POST', path: '/api/upload', bodyType: 'multipart' },
    schemas: {
      body: { type: 'object', required: ['file'], properties: { file: { type: 'string' }, note: { type: 'string' } } },
      response: anything,
    },
    handler: ({ body, files }) => ({ ...body, bytes: files.file?.content.length, type: files.file?.type }),
  },
  'test.mine': { contract: { method: 'GET', path: '/api/mine', access: 'session' }, handler: ({ user }) => ({ name: user?.username }) },
  'test.secret': {
    contract: { method: 'GET', path: '/api/secret', access: { permission: ['sys:a', 'sys:b'] } },
    handler: () => ({ secret: true }),
  },
  'test.visitor': {
    contract: { method: 'GET', path: '/api/visitor' },
    handler: ({ user }) => ({ visitor: user === undefined }),
  },
  'test.limited': {
    contract: { method: 'GET', path: '/api/limited' },
    schemas: { rateLimit: { max: 3, seconds: 60 } },
    handler: () => ({}),
  },
  'test.hidden': {
    contract: { method: 'GET', path: '/api/hidden' },
    schemas: { response: { type: 'object', properties: { shown: { type: 'string' } } } },
    handler: () => ({ shown: 'yes', password_hash: 'scrypt' }),
  },
  'test.crash': {
    contract: { method: 'GET', path: '/api/crash' },
    handler: () => {
      throw new Error('select * from app_user where password = secret');
    },
  },
  'test.refused': {
    contract: { method: 'GET', path: '/api/refused' },
    handler: () => {
      throw new ApiError('CONFLICT', { details: [{ field: 'version', message: 'is 4' }] });
    },
  },
  'test.file': {
    contract: { method: 'GET', path: '/api/file', envelope: 'file' },
    handler: () => ({ name: '報告 "1".csv', type: 'text/csv', content: Buffer.from('a,b') }),
  },
  'test.bare': {
    contract: { method: 'GET', path: '/api/bare', envelope: 'none' },
    schemas: { response: anything },
    handler: () => ({ bare: true }),
  },
};

const users: Record<string, Principal> = Object.fromEntries(
  [
    ['plain', []],
    ['allowed', ['sys:b']],
  ].map(([name, permissions]) => {
    const user = {
      id: String(name),
      username: String(name),
      name: '',
      permissions: new Set(permissions as string[]),
      roles: [],
      sessionId: '',
      revisions: {},
    };
    return [String(name), user];
  }),
);
const short: RuleDocument = { version: 1, maxLength: 5, message: 'rule.short' };

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createDatabase();
  app = await serve(optionsOf(cases));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

function optionsOf(list: Record<string, Case>): CallsOptions {
  const contracts: Record<string, CallContract> = {};
  const schemas: Record<string, ContractSchemas> = {};
  const handlers: Record<string, Handler<never>> = {};
  for (const [id, { contract, schemas: own, handler }] of Object.entries(list)) {
    const standard = { access: 'public', auth: 'bearer', bodyType: 'json', envelope: 'standard', overlay: true, headers: {} } as const;
    contracts[id] = { id, method: 'GET', path: '/', ...standard, ...contract };
    schemas[id] = { response: anything, summary: '', errors: [], rules: {}, requirements: [], changes: false, ...own };
    handlers[id] = handler as unknown as Handler<never>;
  }
  const documents = {
    get: (kind: string, id: string) => (kind === 'rule' && id === 'short' ? short : undefined),
    app: () => ({ languages: [{ code: 'en' }], defaultLanguage: 'zh-Hans' }),
    text: (_language: string, key: string) => (key === 'rule.short' ? 'At most 5 characters' : undefined),
  } as unknown as Services['documents'];
  return {
    modules: [{ service: 'test', handlers }],
    contracts,
    schemas,
    authenticate: async (token) => users[token],
    onViewRefused: async () => undefined,
    db: database.db,
    services: {
      settings: readSettings({}, '/'),
      documents,
      rateLimits: createRateLimits(database.db),
      files: createFileStore({ dataDir: '/', fileStore: undefined }),
      virusScan: undefined,
      seals: createSeals({ dataDir: '/', secretKeys: [] }),
      isStopping: () => false,
    },
    room: new BodyRoom({ bytes: 1_048_576, patience: 1 }),
  };
}

async function serve(options: CallsOptions): Promise<FastifyInstance> {
  const instance = fastify({ genReqId: () => 'request-1' });
  registerErrors(instance);
  await instance.register(formbody);
  await instance.register(multipart);
  registerCalls(instance, options);
  await instance.ready();
  return instance;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('calls made from contracts', () => {
  it('[API-03] answer in one envelope', async () => {
    const response = await app.inject('/api/test/7');
    expect(response.json()).toEqual({ code: '000000', msg: 'success', data: { id: 7 } });
  });

  it('turn text of the address into what the contract says, with defaults', async () => {
    expect((await app.inject('/api/search?tags=a')).json().data).toEqual({ size: 10, tags: ['a'] });
  });

  it('name every wrong value', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/test', payload: { size: '3x', extra: 1 } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'PARAMETER_ERROR', requestId: 'request-1' });
    expect(
      response
        .json()
        .details.map((detail: { field: string }) => detail.field)
        .sort(),
    ).toEqual(['extra', 'name', 'size']);
  });

  it('refuse unknown parameters of the address when the contract is closed', async () => {
    expect((await app.inject('/api/search?sise=3')).json()).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'sise' }] });
  });

  it('[API-02] read POST parameters from the query as well, with their types', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/test?size=3&name=query', payload: { name: 'body' } });
    expect(response.json().data).toEqual({ name: 'body', size: 3 });
    const withoutBody = await app.inject({ method: 'POST', url: '/api/test?size=3&name=query' });
    expect(withoutBody.json().data).toEqual({ name: 'query', size: 3 });
  });

  it('apply the rules of the documents to the body, also inside lists', async () => {
    const payload = { name: 'too long a name', size: 1, items: [{ name: 'fine' }, { name: 'also too long' }] };
    const response = await app.inject({ method: 'POST', url: '/api/test', payload });
    expect(response.json().details).toEqual([
      { field: 'name', message: 'At most 5 characters', key: 'rule.short' },
      { field: 'items.1.name', message: 'At most 5 characters', key: 'rule.short' },
    ]);
  });

  it.each([
    ['{"name": ', 'BAD_JSON', 400],
    ['{"__proto__": {"admin": true}, "name": "a", "size": 1}', 'BAD_JSON', 400],
    [JSON.stringify({ name: 'x'.repeat(3_000), size: 1 }), 'BODY_TOO_LARGE', 413],
  ])('refuse the body %.40s', async (payload, code, status) => {
    const response = await app.inject({ method: 'POST', url: '/api/test', headers: { 'content-type': 'application/json' }, payload });
    expect([response.json().code, response.statusCode]).toEqual([code, status]);
  });

  it('[API-01] refuse bytes that are no UTF-8, and another charset, in place of saving signs that stand for them all', async () => {
    const sent = async (payload: Buffer | string, type = 'application/json') => {
      const response = await app.inject({ method: 'POST', url: '/api/test', headers: { 'content-type': type }, payload });
      const { code, msg } = response.json();
      return [response.statusCode, code, msg];
    };
    const gbk = Buffer.concat([Buffer.from('{"name": "'), Buffer.from([0xd6, 0xd0]), Buffer.from('", "size": 1}')]);
    expect(await sent(gbk)).toEqual([400, 'BAD_JSON', 'The body is not UTF-8']);
    const utf8 = '{"name": "中", "size": 1}';
    expect(await sent(utf8, 'application/json; charset=gbk')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', 'A body of JSON is UTF-8']);
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8'])
      expect((await sent(utf8, `application/json;charset=${charset}`)).slice(0, 2)).toEqual([200, '000000']);
  });

  it('take an empty body that is said to be JSON for none where there is none, and for broken JSON elsewhere', async () => {
    const headers = { 'content-type': 'application/json' };
    const removed = await app.inject({ method: 'DELETE', url: '/api/test/1', headers });
    expect(removed.json()).toMatchObject({ code: '000000', data: { body: 'none' } });
    expect((await app.inject({ method: 'POST', url: '/api/test', headers })).json().code).toBe('BAD_JSON');
    expect((await app.inject({ method: 'DELETE', url: '/api/test/1', headers, payload: '{' })).json().code).toBe('BAD_JSON');
  });

  it('say of a value that may be of several kinds one thing', async () => {
    const refused = async (payload: unknown[]) => (await app.inject({ method: 'POST', url: '/api/kinds', payload })).json().details;
    expect(await refused([{ id: '1' }, { id: true }])).toEqual([{ field: '1.id', message: 'must be string or integer' }]);
    expect(await refused([{ id: 'x' }, { id: 0 }])).toEqual([
      { field: '0.id', message: 'must match pattern "^[0-9]+$"' },
      { field: '1.id', message: 'must be >= 1' },
    ]);
    expect(await refused([{ label: [{ name: 7 }] }])).toEqual([{ field: '0.label.0.name', message: 'must be string' }]);
    expect(await refused([{ label: 7, id: [] }])).toEqual([
      { field: '0.id', message: 'must be string or integer' },
      { field: '0.label', message: 'must be string or null or array' },
    ]);
    expect(await refused([{ state: 'shut' }])).toEqual([
      { field: '0.state', message: 'must be equal to one of the allowed values or must be equal to constant' },
    ]);
    // Of several kinds of objects that which fits best.
    expect(await refused([{ saved: { id: '1', name: 'Team' } }, { saved: { name: 'Team' } }])).toEqual([
      { field: '0.saved.version', message: "must have required property 'version'" },
      { field: '1.saved.name', message: 'must NOT have more than 3 characters' },
    ]);
  });

  it('refuse bodies of an unknown type', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/test', headers: { 'content-type': 'text/csv' }, payload: 'a,b' });
    expect(response.json().code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('refuse packed bodies: a few bytes of them could be many', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const packed = gzipSync('{"name":"body","size":1}');
    const response = await app.inject({ method: 'POST', url: '/api/test', headers, payload: packed });
    expect([response.statusCode, response.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const plain = { ...headers, 'content-encoding': 'identity' };
    const accepted = await app.inject({ method: 'POST', url: '/api/test', headers: plain, payload: '{"name":"body","size":1}' });
    expect(accepted.statusCode).toBe(200);
  });

  it('refuse forms and plain text where the contract says JSON, and nothing said in them is nothing wrong', async () => {
    const answer = async (type: string, payload: string) =>
      (await app.inject({ method: 'POST', url: '/api/test?size=3&name=query', headers: { 'content-type': type }, payload })).json();
    const right = '{"name":"body","size":1}';
    expect((await answer('text/plain', right)).code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect((await answer('application/x-www-form-urlencoded', 'name=body')).code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect((await answer('Application/JSON; charset=utf-8', right)).data).toEqual({ name: 'body', size: 1 });
    expect((await answer('application/x-www-form-urlencoded', '')).data).toEqual({ name: 'query', size: 3 });
  });

  it('[ERR-11] tell a hundred faults of a request at most, and of one that could have a fault in every byte the first', async () => {
    const refuse = async (count: number) => {
      const payload = `[${'7,'.repeat(count - 1)}7]`;
      const response = await app.inject({ method: 'POST', url: '/api/kinds', headers: { 'content-type': 'application/json' }, payload });
      expect([response.statusCode, response.json().code]).toEqual([400, 'PARAMETER_ERROR']);
      return response.json().details as { field: string }[];
    };
    expect((await refuse(900)).map((detail) => detail.field)).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`));
    const before = cpuTime();
    expect(await refuse(500_000)).toEqual([{ field: '0', message: 'must be object' }]);
    expect(cpuTime() - before).toBeLessThan(1_500);
  });

  it('say at which value of many a text is none', async () => {
    const payload = JSON.stringify([...Array.from({ length: 300 }, () => ({ label: 'fine' })), { label: [{ name: 'half \uD83D' }] }]);
    const response = await app.inject({ method: 'POST', url: '/api/kinds', headers: { 'content-type': 'application/json' }, payload });
    expect(response.json().details).toEqual([{ field: '300.label.0.name', message: 'holds characters that are no text' }]);
    const named = await app.inject({
      method: 'POST',
      url: '/api/kinds',
      headers: { 'content-type': 'application/json' },
      payload: '[{"a\\u0000": 1}]',
    });
    expect(named.json().details).toEqual([{ field: '0.a\0', message: 'holds characters that are no text' }]);
  });

  it('refuse lists in lists without end by name', async () => {
    const depth = 20_000;
    const payload = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const response = await app.inject({ method: 'POST', url: '/api/kinds', headers: { 'content-type': 'application/json' }, payload });
    expect([response.statusCode, response.json().code]).toEqual([400, 'PARAMETER_ERROR']);
    expect(response.json().details).toEqual([{ field: '', message: 'has more than 100 levels' }]);
  });

  it('[API-08] want the client of the basic authentication and read forms', async () => {
    const form = {
      method: 'POST' as const,
      url: '/api/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'count=3',
    };
    expect((await app.inject(form)).json().code).toBe('CLIENT_UNAUTHORIZED');
    const wrong = { ...form, headers: { ...form.headers, authorization: `Basic ${btoa('targus:wrong')}` } };
    expect((await app.inject(wrong)).json().code).toBe('CLIENT_UNAUTHORIZED');
    const right = { ...form, headers: { ...form.headers, authorization: `Basic ${btoa('targus:targus')}` } };
    expect((await app.inject(right)).json().data).toEqual({ count: 3 });
  });

  it('read multipart bodies with files', async () => {
    const payload = new FormData();
    payload.set('note', 'hello');
    payload.set('file', new File(['12345'], 'a.txt', { type: 'text/plain' }));
    const encoded = new Response(payload);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const response = await app.inject({ method: 'POST', url: '/api/upload', headers, payload: Buffer.from(await encoded.arrayBuffer()) });
    expect(response.json().data).toEqual({ note: 'hello', file: 'a.txt', bytes: 5, type: 'text/plain' });
  });

  it.each([
    ['a file that is one by its type alone', 'name="file"', 200, { file: '', bytes: 5, type: 'application/octet-stream' }],
    ['a part of no field', 'filename="a.txt"', 400, undefined],
  ])('read a multipart body as plain clients write it: %s', async (_, disposition, status, data) => {
    const head = `Content-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream`;
    const payload = `--part\r\n${head}\r\n\r\n12345\r\n--part--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=part' };
    const response = await app.inject({ method: 'POST', url: '/api/upload', headers, payload });
    expect([response.statusCode, response.json().data]).toEqual([status, data]);
  });

  it('[API-19] limit a multipart body as a whole, however many files it is cut into and whether or not it says its length', async () => {
    const files = new FormData();
    for (let file = 0; file < 9; file += 1) files.set(`file${file}`, new File(['7'.repeat(150_000)], 'a.txt'));
    const fields = new FormData();
    for (let field = 0; field < 20; field += 1) fields.set(`field${field}`, '7'.repeat(60_000));
    for (const form of [files, fields]) {
      const encoded = new Response(form);
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      const bytes = Buffer.from(await encoded.arrayBuffer());
      for (const payload of [bytes, Readable.from([bytes.subarray(0, 700_000), bytes.subarray(700_000)])]) {
        const response = await app.inject({ method: 'POST', url: '/api/upload', headers, payload });
        expect([response.statusCode, response.json().code]).toEqual([413, 'BODY_TOO_LARGE']);
      }
    }
  });

  it.each([
    ['/api/mine', undefined, 401, 'UNAUTHENTICATED'],
    ['/api/mine', 'expired', 401, 'UNAUTHENTICATED'],
    ['/api/mine', 'plain', 200, '000000'],
    ['/api/secret', undefined, 401, 'UNAUTHENTICATED'],
    ['/api/secret', 'plain', 403, 'FORBIDDEN'],
    ['/api/secret', 'allowed', 200, '000000'],
    ['/api/visitor', 'expired', 200, '000000'],
  ])('%s with the token %s answers %i %s', async (url, token, status, code) => {
    const response = await app.inject({ url, headers: token ? bearer(token) : {} });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });

  it('check the caller before they read the body', async () => {
    const options = optionsOf({ 'test.post': { contract: { method: 'POST', path: '/api/p', access: 'session' }, handler: () => ({}) } });
    const instance = await serve(options);
    const response = await instance.inject({
      method: 'POST',
      url: '/api/p',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(response.json().code).toBe('UNAUTHENTICATED');
    await instance.close();
  });

  it('limit the rate per caller, counting parallel requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => app.inject('/api/limited')));
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(3);
    expect(responses.filter((response) => response.json().code === 'TOO_MANY_REQUESTS')).toHaveLength(5);
    const other = await app.inject({ url: '/api/limited', headers: bearer('plain') });
    expect(other.statusCode).toBe(200);
  });

  it('limit the rate per network where addresses are of IPv6: one customer has all of them', async () => {
    const from = async (remoteAddress: string) => (await app.inject({ url: '/api/limited', remoteAddress })).statusCode;
    const statuses: number[] = [];
    for (let host = 1; host <= 5; host += 1) statuses.push(await from(`2001:db8:7:7::${host}`));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await from('2001:db8:7:8::1')).toBe(200);
  });

  it('share their limits with other server processes', async () => {
    const other = await serve(optionsOf(cases));
    await Promise.all(Array.from({ length: 3 }, () => app.inject('/api/limited')));
    expect((await other.inject('/api/limited')).json().code).toBe('TOO_MANY_REQUESTS');
    await other.close();
  });

  it('never answer more than the contract names', async () => {
    expect((await app.inject('/api/hidden')).json().data).toEqual({ shown: 'yes' });
  });

  it('keep the reason of an unexpected failure to the log', async () => {
    const response = await app.inject('/api/crash');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ code: 'INTERNAL', msg: 'Something went wrong on the server', requestId: 'request-1' });
  });

  it('answer expected failures with code, status and details', async () => {
    const response = await app.inject('/api/refused');
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'CONFLICT', details: [{ field: 'version', message: 'is 4' }] });
  });

  it('send files as attachments with their real name', async () => {
    const response = await app.inject('/api/file');
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="__ _1_.csv"; filename*=UTF-8''${encodeURIComponent('報告 "1".csv')}`,
    );
    expect(response.body).toBe('a,b');
  });

  it('leave the envelope out where the contract says so', async () => {
    expect((await app.inject('/api/bare')).json()).toEqual({ bare: true });
  });

  it('are never kept by a cache', async () => {
    expect((await app.inject('/api/bare')).headers['cache-control']).toBe('no-store');
  });
});

describe('contracts and handlers', () => {
  const one: Case = { contract: { method: 'GET', path: '/api/one' }, handler: () => ({}) };

  it('a contract without a handler does not start', async () => {
    const options = optionsOf({ 'test.one': one });
    await expect(serve({ ...options, modules: [] })).rejects.toThrow(/test\.one has a contract but no handler/);
  });

  it('a handler without a contract does not start', async () => {
    const options = optionsOf({ 'test.one': one });
    await expect(serve({ ...options, contracts: {} })).rejects.toThrow(/test\.one has a handler but no contract/);
  });

  it('a handler given twice does not start', async () => {
    const options = optionsOf({ 'test.one': one });
    await expect(serve({ ...options, modules: [...options.modules, ...options.modules] })).rejects.toThrow(/two handlers/);
  });

  it('a reading call words nothing in the language of the reader unless its contract says so: it does not compile', async () => {
    const said: Case = {
      contract: { method: 'GET', path: '/api/said', localized: true },
      schemas: { response: anything },
      handler: (call) => ({ language: languageOf({ ...call, worded: true }) }),
    };
    const answering = await serve(optionsOf({ 'test.said': said }));
    const answer = await answering.inject({ url: '/api/said', headers: { 'accept-language': 'en' } });
    expect(answer.json().data).toEqual({ language: 'en' });
    await answering.close();
    expectTypeOf<Parameters<Routes<'risk'>['businessDomains']>[0]>().toExtend<Reading>();
    expectTypeOf<Parameters<Routes<'delegate'>['cancel']>[0]>().toExtend<Reading>();
    expectTypeOf<Parameters<Routes<'health'>['get']>[0]>().not.toExtend<Reading>();
  });
});
