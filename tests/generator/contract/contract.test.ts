import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleProject } from '../../../generator/check/examples/project.ts';
import { runContract } from '../../../generator/contract/run.ts';
import { sampleOf } from '../../../generator/contract/sample.ts';
import { temporaryProject } from '../support/temporary-project.ts';

let printed: string[];
let server: Server | undefined;
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  server?.close();
  server = undefined;
});

type Reply = { status?: number; body: unknown };
const success = (data: unknown): Reply => ({ body: { code: '000000', msg: 'success', data } });
const refused: Reply = { status: 401, body: { code: 'UNAUTHENTICATED', msg: 'Sign in' } };
const requests: string[] = [];

/** A back end of the shop: answers by path; `open` ones to visitors, too. */
async function backend(replies: Record<string, Reply | 'cut'>, open: string[] = []): Promise<string> {
  requests.splice(0);
  const started = createServer((request, response) => {
    const path = String(request.url).split('?')[0] ?? '';
    requests.push(`${request.method} ${request.url}`);
    const reply = replies[path];
    if (reply === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"code":');
      setTimeout(() => request.socket.destroy(), 20);
      return;
    }
    const isKnown = request.headers.authorization === 'Bearer good' || open.includes(path);
    const { status = 200, body } = reply ? (isKnown ? reply : refused) : { status: 404, body: 'Not found' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server = started;
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const li = { id: '7', name: 'Li' };
const run = (base: string, ...more: string[]) =>
  runContract(temporaryProject(exampleProject), ['--base', base, '--token', 'good', ...more]);

describe('contract', () => {
  it('tells honoured, differing and missing calls apart, with pointer, expected and got', async () => {
    const base = await backend({
      '/api/people': success({ content: [{ id: '7', name: 5 }], total: 'many' }),
      '/api/people/all': success([li]),
    });
    expect(await run(base)).toBe(1);
    const table = printed.join('\n');
    expect(table).toMatch(/^shop\.all +GET \/api\/people\/all +honoured$/m);
    expect(table).toMatch(/^shop\.list +GET \/api\/people +differs +\/data\/content\/0\/name: expected string, got 5$/m);
    expect(table).toMatch(/^ +\/data\/total: expected integer, got "many"$/m);
    expect(table).toMatch(/^shop\.get +GET \/api\/people\/\{id\} +missing +404$/m);
    expect(table).toContain('1 honoured, 1 differ, 1 missing; 2 calls that change something were not made (--all)');
  });

  it('reads records it has met in other answers', async () => {
    const base = await backend({
      '/api/people': success({ content: [li], total: 1 }),
      '/api/people/all': success([li]),
      '/api/people/7': success(li),
    });
    expect(await run(base)).toBe(0);
    expect(requests).toContain('GET /api/people/7');
    expect(requests.every((request) => request.startsWith('GET'))).toBe(true);
  });

  it('makes only the calls of the services and the calls that are named, so that a back end with a part of them can pass', async () => {
    const base = await backend({ '/api/people/all': success([li]) });
    expect(await run(base)).toBe(1);
    requests.splice(0);
    expect(await run(base, '--only', 'shop.all')).toBe(0);
    expect(new Set(requests)).toEqual(new Set(['GET /api/people/all']));
    expect(await run(base, '--only', 'shop')).toBe(1);
    expect(await run(base, '--only', 'shop.note')).toBe(2);
    expect(printed.at(-1)).toContain('None of the calls was made');
    expect(await run(base, '--only', 'shop.none')).toBe(2);
    expect(printed.at(-1)).toContain('there is no service and no call "shop.none"');
  });

  it.each([
    ['a wrong envelope', { body: { success: true, result: [] } }, '/code: expected "000000", got nothing'],
    ['text instead of JSON', { body: '<html>' }, 'expected JSON'],
    ['an error without a code', { status: 500, body: { message: 'Boom' } }, 'expected an error {code, msg}'],
    ['an error nobody agreed on', { status: 400, body: { code: 'E42', msg: 'No' } }, '/code: expected'],
  ])('reports %s', async (_what, reply, expected) => {
    const base = await backend({ '/api/people': reply, '/api/people/all': success([li]), '/api/people/7': success(li) });
    expect(await run(base)).toBe(1);
    expect(printed.join('\n')).toMatch(/shop\.list .* differs/);
    expect(printed.join('\n')).toContain(expected);
  });

  it('reports a call that lets visitors in although its contract does not', async () => {
    const replies = { '/api/people': success({ content: [li], total: 1 }), '/api/people/all': success([li]), '/api/people/7': success(li) };
    expect(await run(await backend(replies, ['/api/people/all']))).toBe(1);
    expect(printed.join('\n')).toMatch(/shop\.all .* differs +answer: expected 401, got 200 for a visitor without a token/);
  });

  it('a call that breaks off costs its own line, and the others are told', async () => {
    const base = await backend({ '/api/people': 'cut', '/api/people/all': success([li]), '/api/people/7': success(li) });
    expect(await run(base)).toBe(1);
    const table = printed.join('\n');
    expect(table).toMatch(/^shop\.list +GET \/api\/people +differs +answer: expected an answer, got one that broke off$/m);
    expect(table).toMatch(/^shop\.all +GET \/api\/people\/all +honoured$/m);
    // One that is not there at all is no answer of it.
    server?.close();
    server?.closeAllConnections();
    expect(await run(base)).toBe(2);
  });

  it('makes calls that change something only when told to', async () => {
    const replies = {
      ...{ '/api/people': success({ content: [li], total: 1 }), '/api/people/all': success([li]), '/api/people/7': success(li) },
      '/api/notes': success(null),
    };
    await run(await backend(replies), '--all');
    expect(requests).toContain('POST /api/notes');
  });

  it('says what to do when a back end refuses to sign somebody in, as one with a captcha does', async () => {
    const base = await backend({ '/api/login/token': { status: 400, body: { code: 'CAPTCHA_WRONG', msg: 'No' } } }, ['/api/login/token']);
    const signIn = ['--base', base, '--user', 'mei', '--password', 'x'];
    expect(await runContract(temporaryProject(exampleProject), signIn)).toBe(2);
    expect(printed.join('\n')).toMatch(/Signing in as mei was refused: 400 CAPTCHA_WRONG\. .*--token.*CAPTCHA=off/);
  });

  it('refuses wrong usage and says when nobody answers', async () => {
    expect(await runContract(temporaryProject(exampleProject), [])).toBe(2);
    expect(await runContract(temporaryProject(exampleProject), ['--base', 'http://127.0.0.1:1', '--token', 'x'])).toBe(2);
    expect(printed.join('\n')).toMatch(/http:\/\/127\.0\.0\.1:1: fetch failed/);
  });
});

describe('samples', () => {
  it.each([
    [{ type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^[a-z]+$' }, b: {} } }, { a: 'sample' }],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ enum: ['', 'x'] }, 'x'],
    [{ type: 'array', minItems: 2, items: { type: 'boolean' } }, [false, false]],
    [{ anyOf: [{ type: 'string', minLength: 40 }, { type: 'null' }] }, 's'.repeat(40)],
  ])('fit %j', (schema, expected) => expect(sampleOf(schema)).toEqual(expected));
});
