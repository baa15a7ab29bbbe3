import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BodyRoom } from '../../../server/body-room.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from '../modules/client.ts';
import { allCells, makePaper, makeWorld, records, type World } from '../risk/world.ts';

const megabyte = 1_048_576;
const nobody = '00000000-0000-4000-8000-000000000000';
const files = { id: '00000000-0000-4000-8000-000000000001', secret: 'a'.repeat(43) };

let app: TestApp;
let world: World;
let port: number;
let admin: string;
let auditor: string;
beforeAll(async () => {
  app = await startApp({ env: { BODY_MEMORY: '64', TRUST_PROXY: '1' } });
  world = await makeWorld(app.db, 4, 4);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.http.server.address() as AddressInfo);
  [admin, auditor] = [await tokenOf(app, 'admin'), await tokenOf(app, 'auditor')];
});
afterAll(async () => {
  app.http.server.closeAllConnections();
  await app.close();
});

interface Beginning {
  method?: string;
  /** What the body says of its length. Undefined: it comes in pieces. */
  length?: number;
  headers?: Record<string, string>;
}
/** Begins a request, of which a beginning is sent and the rest never. */
function begin(path: string, start: string | Buffer, { method = 'POST', length, headers = {} }: Beginning = {}) {
  const says = length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) };
  const request = send({ port, path, method, headers: { 'content-type': 'application/json', ...headers, ...says } });
  request.write(start);
  return request;
}
/** What it is answered, and whether that is before its end. */
async function answerOf(request: ClientRequest) {
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = (await json(answer)) as { code: string; data?: { saved: number } };
  return { status: answer.statusCode, code: body.code, wait: answer.headers['retry-after'], data: body.data };
}
const padding = 'x'.repeat(20_000);
const form = (field: string, value: string) =>
  `--part\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n--part\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
const multipart = { 'content-type': 'multipart/form-data; boundary=part' };

describe('bodies that come slowly', () => {
  it('[API-156] end with 408 after their time; files of somebody who is signed in have more', async () => {
    const slow = await startApp({ bodyTimes: { usual: 2_000, long: 60_000 } });
    try {
      await slow.http.listen({ port: 0, host: '127.0.0.1' });
      const { port: at } = slow.http.server.address() as AddressInfo;
      const token = await tokenOf(slow, 'auditor');
      const sent = async (path: string, body: string, headers: Record<string, string>, wait: number) => {
        const length = { 'content-length': String(Buffer.byteLength(body)) };
        const request = send({ port: at, path, method: 'POST', headers: { ...headers, ...length } });
        request.write(body.slice(0, 20_000));
        setTimeout(() => request.end(body.slice(20_000)), wait);
        const [answer] = (await once(request, 'response')) as [IncomingMessage];
        answer.resume();
        return answer.statusCode;
      };
      const file = `${form('remark', 'one')}%PDF-1.4 ${'x'.repeat(200_000)}\r\n--part--\r\n`;
      const signedIn = { ...multipart, authorization: `Bearer ${token}` };
      const json = { 'content-type': 'application/json' };
      const strange = JSON.stringify({ username: 'x'.repeat(200_000) });
      const little = JSON.stringify({ username: 'x'.repeat(30_000) });
      const answers = await Promise.all([
        sent('/api/flow-bill-collect/uploadFile', file, signedIn, 5_000),
        sent('/api/flow-bill-collect/uploadFile', file, multipart, 5_000),
        sent('/api/auth/oauth2/token', strange, json, 5_000),
        sent('/api/auth/oauth2/token', little, json, 5_000),
        sent('/api/auth/oauth2/token', little, json, 0),
      ]);
      // Who is signed in is answered by the call; the others end, but for the body that came in time.
      expect(answers).toEqual([400, 401, 408, 408, 404]);
    } finally {
      slow.http.server.closeAllConnections();
      await slow.close();
    }
  });

  it('[API-156] end the connection where the answer has begun, and say nothing in the middle of it', async () => {
    const slow = await startApp({ bodyTimes: { usual: 300, long: 60_000 } });
    try {
      await slow.http.listen({ port: 0, host: '127.0.0.1' });
      const { port: at } = slow.http.server.address() as AddressInfo;
      const said: Buffer[] = [];
      const line = connect(at, '127.0.0.1').on('data', (part) => said.push(part));
      line.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
      await once(line, 'close');
      const answers = Buffer.concat(said)
        .toString()
        .match(/HTTP\/1\.1 \d+/g);
      expect(answers).toEqual(['HTTP/1.1 200']);
    } finally {
      await slow.close();
    }
  });

  it('of requests that no line brought end without an error', async () => {
    const slow = await startApp({ bodyTimes: { usual: 50, long: 60_000 } });
    try {
      const answer = await slow.http.inject({ method: 'POST', url: '/api/flow-audit-project/projectPageList', payload: {} });
      expect(answer.statusCode).toBe(401);
      // An error of a timer is nobody's answer: it would end the run of the tests.
      await new Promise((done) => setTimeout(done, 150));
    } finally {
      await slow.close();
    }
  });
});

describe('bodies of visitors', () => {
  it.each([
    ['of a ticket nobody gave', `/api/sys-file/upload?ticket=${files.secret}`, padding, { method: 'PUT', length: 49 * megabyte }, 410],
    [
      'of an editor without a token',
      `/api/wopi/files/${files.id}/contents?access_token=${files.secret}`,
      padding,
      { length: 50 * megabyte },
      401,
    ],
    ['of an editor that names no file', '/api/wopi/files/no-id/contents', padding, { length: 50 * megabyte }, 400],
    [
      'of a link nobody has',
      '/api/flow-bill-collect/uploadFile',
      form('copyUrl', 'secret') + padding,
      { length: 10 * megabyte, headers: multipart },
      404,
    ],
    ['without a link', '/api/flow-bill-collect/uploadFile', form('id', '7') + padding, { length: 10 * megabyte, headers: multipart }, 401],
    [
      'of no paper',
      '/api/risk/evaluate/answer?type=save',
      `[{"criteriaId":1,"paperUuid":"${nobody}","criteriaName":"${padding}`,
      { length: 16_000_000 },
      404,
    ],
    ['of no paper, in pieces', '/api/risk/evaluate/answer?type=save', `[{"paperUuid" : "${nobody}", "criteriaName":"${padding}`, {}, 404],
    ['that name no paper', '/api/risk/evaluate/answer?type=save', `[{"criteriaName":"${padding}`, { length: 16_000_000 }, 404],
    [
      'of no paper, answer by answer',
      '/api/risk/evaluate/answers',
      `{"uuid":"${nobody}","changes":[${padding}`,
      { length: 2_000_000 },
      404,
    ],
    ['of no statement', `/api/risk/evaluate/finance?uuid=${nobody}&type=save`, `[${padding}`, { length: 4_000_000 }, 404],
  ])('are refused before they are here: %s', async (_whose, path, start, beginning, status) => {
    const request = begin(path, start, beginning);
    expect(await answerOf(request)).toMatchObject({ status });
    request.destroy();
    expect(app.room.held).toBe(0);
  });

  it('of JSON count by their length for the limit of an address, which is told when to come again', async () => {
    const headers = { 'x-forwarded-for': '10.9.9.9' };
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const request = begin('/api/risk/evaluate/answer?type=save', `[{"paperUuid":"${nobody}","criteriaName":"${padding}`, {
        length: 16_000_000,
        headers,
      });
      answers.push(await answerOf(request));
      request.destroy();
    }
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 429]);
    expect(Number(answers[4]?.wait)).toBeGreaterThan(0);
  });

  it('are read once they say whose they are, also in pieces', async () => {
    const { uuid } = await makePaper(app.db, world);
    const body = JSON.stringify(records(uuid, allCells(world, 1)).map((record) => ({ ...record, criteriaName: padding.slice(0, 900) })));
    const long = body.padEnd(200_000);
    for (const length of [Buffer.byteLength(long), undefined]) {
      const request = begin('/api/risk/evaluate/answer?type=save', long.slice(0, 500), length === undefined ? {} : { length });
      await vi.waitFor(() => expect(request.socket?.bytesWritten).toBeGreaterThan(0), { timeout: 10_000 });
      request.end(long.slice(500));
      expect(await answerOf(request)).toMatchObject({ status: 200, code: '000000' });
    }
    const small = begin('/api/risk/evaluate/answer?type=save', body.slice(0, 300));
    small.end(body.slice(300));
    expect(await answerOf(small)).toMatchObject({ status: 200 });
    expect(app.room.held).toBe(0);
  });
});

it('forms in pieces are read whole: of whoever is signed in, and of whoever has a link', async () => {
  const head = form('id', '999999').replace('name="file"', 'name="copyUrl"').replace('; filename="a.pdf"', '');
  const path = '/api/flow-bill-collect/uploadFile';
  for (const headers of [{ ...multipart, authorization: `Bearer ${admin}` }, { ...multipart }]) {
    const isStaff = 'authorization' in headers;
    const start = isStaff
      ? form('id', '999999')
      : `${head}${files.secret}\r\n--part\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
    const request = begin(path, start, { headers });
    request.end(`${padding}${padding}\r\n--part--\r\n`);
    // Neither the task nor the link is there: what was sent was read that far.
    expect(await answerOf(request), isStaff ? 'staff' : 'link').toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
  expect(app.room.held).toBe(0);
});

describe('what is held of bodies at once', () => {
  const upload = (token: string) =>
    begin('/api/birp/file/upload', form('businessType', 'trial'), {
      length: 49 * megabyte,
      headers: { ...multipart, authorization: `Bearer ${token}` },
    });

  it('has a bound: others wait, unread, until somebody is done', async () => {
    const first = upload(admin).on('error', () => undefined);
    await vi.waitFor(() => expect(app.room.held).toBe(49 * megabyte), { timeout: 10_000 });
    const { body } = await call(app, '/api/sys-file/get-upload-url?fileName=a.png', { token: auditor });
    expect(body.code).toBe('000000');
    const { url } = body.data as { url: string };
    const second = begin(url, padding, { method: 'PUT', length: 40 * megabyte, headers: { 'content-type': 'image/png' } }).on(
      'error',
      () => undefined,
    );
    // A small call is answered meanwhile.
    expect((await call(app, '/api/login/stats', { token: auditor })).status).toBe(200);
    expect(app.room.held).toBe(49 * megabyte);
    first.destroy();
    await vi.waitFor(() => expect(app.room.held).toBe(40 * megabyte), { timeout: 10_000 });
    second.destroy();
    await vi.waitFor(() => expect(app.room.held).toBe(0), { timeout: 10_000 });
  });

  it('lets in as many of those who wait as there is room for, and no more', async () => {
    const room = new BodyRoom({ bytes: 100 });
    const known = (number: number) => ({ key: `account:${number}`, isKnown: true });
    const give = await room.take(known(0), 40);
    await room.take(known(1), 40);
    const gone = new AbortController();
    const waiting = Array.from({ length: 20 }, (_, number) => room.take(known(number + 2), 40, gone.signal));
    give();
    await waiting[0];
    expect(room.held).toBe(80);
    gone.abort();
    const ends = await Promise.allSettled(waiting);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses whoever waited too long, and says when to come again', async () => {
    const room = new BodyRoom({ bytes: 64, patience: 1 });
    const known = (key: string) => ({ key, isKnown: true });
    const stranger = (key: string) => ({ key, isKnown: false });
    const give = await room.take(known('user:1'), 30);
    await expect(room.take(known('user:1'), 3)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 5 });
    await room.take(stranger('address:1'), 8);
    await expect(room.take(stranger('address:1'), 1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await room.take(stranger('address:2'), 8);
    // Strangers have a quarter together; who is known still gets in.
    await expect(room.take(stranger('address:3'), 8)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await room.take(known('user:2'), 18);
    await expect(room.take(known('user:3'), 1)).rejects.toMatchObject({ code: 'SERVER_BUSY', retryAfter: 5 });
    give();
    give();
    expect(room.held).toBe(34);
    await room.take(known('user:3'), 30);
  });
});
