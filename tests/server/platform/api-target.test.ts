import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import type { Documents } from '../../../server/documents.ts';
import { registerApiTarget } from '../../../server/plugins/api-target.ts';
import { registerErrors } from '../../../server/plugins/errors.ts';
import { readSettings } from '../../../server/settings.ts';
import { projectRoot } from '../../support/project.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Listening {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
  close(done: () => void): unknown;
}
async function listening(server: Listening): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Our server before a back end at this address. */
async function proxyOf(target: string, silence = 400): Promise<string> {
  const app: FastifyInstance = fastify({ genReqId: () => 'request-1' });
  registerErrors(app);
  registerApiTarget(app, { target, contracts: {}, silence });
  open.push(() => app.close());
  return await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Our server before a real back end of another process's kind: plain HTTP, no envelope of ours. */
async function foreign(answer: RequestListener, silence?: number): Promise<string> {
  const server = createServer(answer);
  open.push(
    () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  );
  return await proxyOf(await listening(server), silence);
}

/** A back end that speaks no proper HTTP. */
async function rude(answer: (socket: Socket) => void): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  open.push(() => new Promise<void>((done) => server.close(() => done())));
  return await proxyOf(await listening(server));
}

const envelope = (status: number, msg: string) => [status, { code: 'UNAVAILABLE', msg, requestId: 'request-1' }];
async function ask(address: string, path = '/api/orders'): Promise<[number, unknown]> {
  const response = await fetch(`${address}${path}`);
  return [response.status, await response.json()];
}

describe('a back end that fails', () => {
  it('cannot be reached: 503', async () => {
    const gone = createSocketServer();
    const address = await listening(gone);
    await new Promise<void>((done) => gone.close(() => done()));
    expect(await ask(await proxyOf(address))).toEqual(envelope(503, 'The back end cannot be reached'));
    expect(await ask(await proxyOf('http://no-such-host.invalid'))).toEqual(envelope(503, 'The back end cannot be reached'));
  });

  it('hangs up before its answer, or answers what is no HTTP: 502', async () => {
    expect(await ask(await rude((socket) => socket.destroy()))).toEqual(envelope(502, 'The back end hung up before it answered'));
    expect(await ask(await rude((socket) => socket.end('hello\r\n\r\n')))).toEqual(
      envelope(502, 'The back end hung up before it answered'),
    );
  });

  it('hangs up a connection that was kept, just when it is used again: what reads is asked once more, what changes something is not', async () => {
    const asked: string[] = [];
    const kept = new WeakSet<Socket>();
    const address = await foreign((request, response) => {
      asked.push(request.method ?? '');
      if (kept.has(request.socket)) return void request.socket.destroy();
      kept.add(request.socket);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    expect(await ask(address)).toEqual([200, {}]);
    expect([await ask(address), asked]).toEqual([
      [200, {}],
      ['GET', 'GET', 'GET'],
    ]);
    // That was a new connection, of one time: the next is new, too, and kept.
    expect(await ask(address)).toEqual([200, {}]);
    const saved = await fetch(`${address}/api/orders`, { method: 'POST', body: '{}' });
    expect([saved.status, await saved.json()]).toEqual(envelope(502, 'The back end hung up before it answered'));
    expect(asked).toEqual(['GET', 'GET', 'GET', 'GET', 'POST']);
  });

  it('breaks off an answer over a connection that was kept: what had begun is not asked for again', async () => {
    const asked: string[] = [];
    const kept = new WeakSet<Socket>();
    const address = await foreign((request, response) => {
      asked.push(request.method ?? '');
      response.writeHead(200, { 'content-type': 'application/json', ...(kept.has(request.socket) && { 'content-length': '100' }) });
      if (!kept.has(request.socket)) response.end('{}');
      else response.write('{"half', () => request.socket.resetAndDestroy());
      kept.add(request.socket);
    });
    expect(await ask(address)).toEqual([200, {}]);
    await fetch(`${address}/api/orders`)
      .then((response) => response.text())
      .catch(() => undefined);
    expect(asked).toEqual(['GET', 'GET']);
  });

  it('keeps silent: 504, after as long as was agreed', async () => {
    const address = await foreign(() => undefined);
    const start = performance.now();
    expect(await ask(address)).toEqual(envelope(504, 'The back end does not answer in time'));
    expect(performance.now() - start).toBeGreaterThan(350);
  });

  it('says why in an envelope: passed on as it is, whatever the status', async () => {
    const own = { code: 'ORDERS_CLOSED', msg: 'Orders are closed' };
    const address = await foreign((request, response) => {
      response.writeHead(Number(request.url?.slice(-3)), { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(own));
    });
    for (const status of [400, 409, 500, 503]) expect(await ask(address, `/api/${status}`)).toEqual([status, own]);
  });

  it('fails without saying why, as balancers do: the status in our envelope, and nothing of their page', async () => {
    const address = await foreign((request, response) => {
      response.writeHead(Number(request.url?.slice(-3)), { 'content-type': 'text/html' }).end('<h1>nginx</h1>');
    });
    for (const status of [500, 502, 503]) {
      expect(await ask(address, `/api/${status}`)).toEqual(envelope(status, `The back end failed with status ${status}`));
    }
  });
});

describe('an answer of a back end', () => {
  it('of 64 MB passes whole, and is fetched only as fast as somebody takes it', { timeout: 60_000 }, async () => {
    const part = Buffer.alloc(1024 * 1024, 7);
    let sent = 0;
    let held: (parts: number) => void = () => undefined;
    const wasHeld = new Promise<number>((done) => {
      held = done;
    });
    const address = await foreign(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      for (; sent < 64; sent += 1) {
        if (response.write(part)) continue;
        const timer = setTimeout(() => held(sent), 300);
        await new Promise((done) => response.once('drain', done));
        clearTimeout(timer);
      }
      held(sent);
      response.end();
    }, 10_000);
    const response = await fetch(`${address}/api/export`);
    // Nobody reads yet: the back end has to wait, for nothing keeps the answer.
    expect(await wasHeld).toBeLessThan(40);
    let length = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) length += chunk.length;
    expect(length).toBe(64 * 1024 * 1024);
  });

  it('that comes slowly but steadily is waited for', async () => {
    const address = await foreign((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const words = ['{"code":"000000",', '"msg":"success",', '"data":', '[1]}'];
      const timer = setInterval(() => {
        const word = words.shift();
        if (word !== undefined) response.write(word);
        else {
          clearInterval(timer);
          response.end();
        }
      }, 200);
    });
    expect(await ask(address)).toEqual([200, { code: '000000', msg: 'success', data: [1] }]);
  });

  it('that stops in the middle is broken off, so that nobody takes the half for the whole', async () => {
    const address = await foreign((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"code":"000000","data":[');
    });
    const response = await fetch(`${address}/api/orders`);
    await expect(response.text()).rejects.toThrow(/terminated/);
    expect(
      await ask(await foreign((_request, other) => void other.writeHead(200, { 'content-type': 'application/json' }).end('{}'))),
    ).toEqual([200, {}]);
  });

  it('that breaks off while it is packed is told without the headers of what does not come, or broken off: never under an encoding it has not', async () => {
    let words = '{"code":';
    let breakOff = (response: ServerResponse): void => void response.destroy();
    const server = createServer((_request, response) => {
      const headers = { 'content-type': 'application/json', 'content-length': '9999999', etag: '"1"', 'content-disposition': 'attachment' };
      response.writeHead(200, headers).write(words, () => breakOff(response));
    });
    open.push(() => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()));
    const settings = readSettings({ API_TARGET: await listening(server), LOG_LEVEL: 'silent' }, projectRoot);
    const app = await buildApp(settings, { db: undefined, documents: {} as Documents });
    open.push(() => app.http.close());
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${address}/api/orders`, { headers: { 'accept-encoding': encoding } });
      expect(response.status).toBe(502);
      for (const name of ['content-encoding', 'etag', 'content-disposition']) expect(response.headers.get(name)).toBeNull();
      expect(await response.json()).toMatchObject({ code: 'UNAVAILABLE', msg: 'The answer of the back end broke off' });
    }
    // Plain, the beginning has gone out.
    const plain = await fetch(`${address}/api/orders`, { headers: { 'accept-encoding': 'identity' } });
    await expect(plain.text()).rejects.toThrow(/terminated/);
    // Packed, too, where so much came that some of it went out: what packs it may hold a megabyte or two back.
    words = randomBytes(6_000_000).toString('base64');
    const written = new Promise<ServerResponse>((done) => {
      breakOff = done;
    });
    const long = await fetch(`${address}/api/orders`, { headers: { 'accept-encoding': 'br' } });
    expect([long.status, long.headers.get('content-encoding')]).toEqual([200, 'br']);
    const rest = long.text();
    void written.then((response) => response.destroy());
    await expect(rest).rejects.toThrow(/terminated/);
  });

  it('nobody waits for any more is given up', async () => {
    let gone: (value: unknown) => void = () => undefined;
    const wasGone = new Promise((done) => {
      gone = done;
    });
    const stop = new AbortController();
    const address = await foreign((request) => {
      request.socket.once('close', gone);
      stop.abort();
    }, 60_000);
    const asked = fetch(`${address}/api/orders`, { signal: stop.signal }).catch(() => 'stopped');
    expect(await asked).toBe('stopped');
    await wasGone;
  });

  it('leaves nothing behind on a connection that stays, and the one to the back end stays too', async () => {
    const ours = new Set<Socket>();
    const theirs = new Set<Socket>();
    const address = await foreign((request, response) => {
      theirs.add(request.socket);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const warnings: string[] = [];
    const warn = (warning: Error) => void warnings.push(warning.name);
    process.on('warning', warn);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    open.push(() => {
      process.off('warning', warn);
      agent.destroy();
    });
    for (let count = 0; count < 15; count += 1) {
      const [response] = await once(get(`${address}/api/orders`, { agent }), 'response');
      ours.add(response.socket);
      await once(response.resume(), 'end');
      await setImmediate();
    }
    expect([ours.size, theirs.size, warnings]).toEqual([1, 1, []]);
  });
});

describe('a request to a back end', () => {
  /** The whole server before a back end that answers at once, and what that hears. */
  async function hearing(): Promise<{ address: string; heard: string[]; bodies: Buffer[] }> {
    const heard: string[] = [];
    const bodies: Buffer[] = [];
    const server = createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      request.on('data', (part: Buffer) => bodies.push(part));
      const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      if (request.method === 'GET') answer();
      else request.on('end', answer);
    });
    open.push(() => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()));
    const settings = readSettings({ API_TARGET: await listening(server), LOG_LEVEL: 'silent' }, projectRoot);
    const app = await buildApp(settings, { db: undefined, documents: {} as Documents });
    open.push(() => app.http.close());
    return { address: await app.http.listen({ port: 0, host: '127.0.0.1' }), heard, bodies };
  }

  it('[API-01] with a packed body reaches it as it is, and nothing in the body becomes a request of its own', async () => {
    const { address, heard, bodies } = await hearing();
    const hidden = 'POST /internal HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.0.0.1\r\ncontent-length: 0\r\n\r\n';
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    let body = gzipSync(hidden);
    // What is hidden begins where the packed body would end.
    for (let tries = 0; tries < 100; tries += 1) {
      const next = gzipSync(' '.repeat(body.length) + hidden);
      if (next.length === body.length) break;
      body = next;
    }
    expect((await fetch(`${address}/api/orders`, { method: 'POST', headers, body })).status).toBe(200);
    expect(await ask(address)).toEqual([200, {}]);
    expect(heard).toEqual(['POST /api/orders', 'GET /api/orders']);
    expect(Buffer.concat(bodies).equals(body)).toBe(true);
  });

  it.each(['POST', 'DELETE', 'OPTIONS'])('[API-01] with a body that does not say its length stays one request: %s', async (method) => {
    const { address, heard, bodies } = await hearing();
    const hidden = 'POST /internal HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    open.push(() => socket.destroy());
    const size = hidden.length.toString(16);
    socket.write(
      `${method} /api/first HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n${size}\r\n${hidden}\r\n0\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
    expect(await ask(address, '/api/second')).toEqual([200, {}]);
    expect(heard).toEqual([`${method} /api/first`, 'GET /api/second']);
    expect(String(Buffer.concat(bodies))).toBe(hidden);
  });

  it('[API-01] that reads has no body: what a client sends there swallows nothing of the next one', async () => {
    const { address, heard } = await hearing();
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(`GET /api/first HTTP/1.1\r\nhost: x\r\ncontent-length: 40\r\n\r\n${'x'.repeat(40)}`);
    open.push(() => socket.destroy());
    await once(socket, 'data');
    expect(await ask(address, '/api/second')).toEqual([200, {}]);
    expect(heard).toEqual(['GET /api/first', 'GET /api/second']);
  });
});
