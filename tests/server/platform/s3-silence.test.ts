import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { s3Store } from '../../../server/files/s3-store.ts';
import type { FileStore } from '../../../server/files/store.ts';

const patience = 1_000;
/** A moment the store may be silent for, and how many of them it may not. */
const moment = 200;
const many = 8;

let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
let asked: number;
let store: FileStore;
beforeEach(async () => {
  asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bucket = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
  store = s3Store({ bucket, region: 'eu-west-1', key: 'key', secret: 'secret' }, patience);
  return async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
});

describe('a store that speaks S3', () => {
  it('[FILE-02] may take long to send a file, as long as something comes', async () => {
    answer = async (_request, response) => {
      response.writeHead(200);
      for (let part = 0; part < many; part += 1) {
        response.write(String(part));
        await sleep(moment);
      }
      response.end();
    };
    expect(await text(await store.read('file'))).toBe('01234567');
  });

  it('[FILE-02] is given up in the midst of a file when nothing more comes, and hears of it', async () => {
    let over = new Promise<void>(() => undefined);
    answer = (_request, response) => {
      over = new Promise((done) => response.on('close', done));
      response.writeHead(200).write('beginning');
    };
    const content = await store.read('file');
    await expect(text(content)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await over;
  });

  it('[FILE-02] waits for whoever reads slowly, and is let go at once by whoever stops', async () => {
    const size = 4_000_000;
    let over = new Promise<void>(() => undefined);
    answer = (_request, response) => {
      over = new Promise((done) => response.on('close', done));
      response.writeHead(200).end(Buffer.alloc(size));
    };
    const content = await store.read('file');
    await sleep(patience + moment);
    expect((await buffer(content)).length).toBe(size);
    await over;
    (await store.read('file')).destroy();
    await over;
  });

  it('[FILE-02] is given up when it gives no answer, to any question', async () => {
    answer = () => undefined;
    const questions = [store.read('file'), store.remove('file'), store.put('file', Buffer.from('content'))];
    const unavailable = expect.objectContaining({ status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) });
    expect(await Promise.allSettled(questions)).toEqual([unavailable, unavailable, unavailable]);
    expect(asked).toBe(3);
  });

  it('[FILE-02] is given up when it refuses and does not say all of why', async () => {
    answer = (_request, response) => response.writeHead(403).write('because');
    await expect(store.read('file')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('[FILE-02] has longer for what it is sent, and anew for each time it is asked', async () => {
    answer = async (request, response) => {
      const { length } = await buffer(request);
      await sleep(patience + moment);
      response.writeHead(length === 1_000_000 ? 200 : 500).end();
    };
    await store.put('file', Buffer.alloc(1_000_000));
    answer = async (_request, response) => {
      await sleep(moment * 2);
      response.writeHead(asked < 4 ? 503 : 204).end('a moment');
    };
    await store.remove('file');
    expect(asked).toBe(4);
  });
});
