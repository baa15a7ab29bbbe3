import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type NotReady, tryConnection, waitUntilReady } from '../../../server/database/postgres/cluster.ts';

const starting: NotReady = { problem: 'the database system is starting up', isStarting: true };
const silent: NotReady = { problem: 'connect ENOENT', isStarting: false };
const alive = new Promise<void>(() => undefined);

/** A database that gives these answers in turn, the last one for ever. */
function database(...answers: (NotReady | undefined)[]) {
  const said: string[] = [];
  const look = async () => {
    await sleep(20);
    return answers.length > 1 ? answers.shift() : answers[0];
  };
  const wait = (exited = alive) =>
    waitUntilReady({ look, exited, logFile: '/nowhere/postgres.log', sayNow: (line) => said.push(line), patience: 500 });
  return { wait, said };
}

describe('a database of our own that starts', () => {
  it('is waited for as long as it says that it recovers, which is told once', async () => {
    const { wait, said } = database(silent, ...Array.from({ length: 20 }, () => starting), silent, undefined);
    await wait();
    expect(said).toEqual([expect.stringContaining('/nowhere/postgres.log')]);
  });

  it('is given up when it gives no answer for long, also after it said that it recovers', async () => {
    await expect(database(silent).wait()).rejects.toThrow('does not start (connect ENOENT)');
    await expect(database(starting, silent).wait()).rejects.toThrow('does not start (connect ENOENT)');
  });

  it('is given up when it is gone, whatever it said last', async () => {
    await expect(database(starting).wait(sleep(50))).rejects.toThrow('does not start (the database system is starting up)');
  });

  it('says so in the words of PostgreSQL', async () => {
    const fields = ['SFATAL', 'C57P03', 'Mthe database system is starting up'].map((field) => `${field}\0`).join('');
    const answer = Buffer.from(`E....${fields}\0`);
    answer.writeInt32BE(answer.length - 1, 1);
    const server = createServer((socket) => socket.once('data', () => socket.end(answer))).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await tryConnection(`postgres://targus@127.0.0.1:${port}/postgres`)).toEqual(starting);
  });
});
