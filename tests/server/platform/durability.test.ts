import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAll } from '../../support/kill.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';

const rounds = 20;
const writers = 4;

let data: string;

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'targus-durability-'));
  chmodSync(data, 0o755);
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

interface Entry {
  dictType: string;
  dictValue: string;
}

async function call<T>(server: ServerProcess, token: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${server.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: { code: string; data: T } = await response.json();
  if (answer.code !== '000000') throw new Error(`${path} answered ${JSON.stringify(answer)}`);
  return answer.data;
}

async function signIn(server: ServerProcess): Promise<string> {
  const response = await fetch(`${server.address}/api/login/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('targus:targus')}` },
    body: new URLSearchParams({ grant_type: 'password', username: 'admin', password: 'targus-demo' }),
  });
  const answer: { access_token: string } = await response.json();
  return answer.access_token;
}

/** Writes until the server is gone, and remembers what it acknowledged. */
async function write(server: ServerProcess, token: string, dictType: string, prefix: string, acknowledged: Set<string>): Promise<number> {
  for (let number = 0; ; number += 1) {
    const dictValue = `${prefix}_${number}`;
    try {
      await call(server, token, '/api/system/dict/data', { dictType, dictValue, dictLabel: dictValue });
    } catch (error) {
      // A refused write would make this test say nothing; only a broken connection may end the loop.
      if (error instanceof Error && error.message.includes('answered')) throw error;
      return number;
    }
    acknowledged.add(dictValue);
  }
}

function databaseProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`).startsWith(data);
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe('durability', () => {
  it(`no acknowledged write is lost in ${rounds} rounds of kill -9 during dictionary writes`, { timeout: 240_000 }, async () => {
    const acknowledged = new Set<string>();
    const env = { DATA_DIR: data, CAPTCHA: 'off' };
    let server = await startServer({ env });
    const token = await signIn(server);
    const [type] = await call<Entry[]>(server, token, '/api/system/dict/type/list');
    const dictType = type?.dictType ?? '';

    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.size;
      const running = server;
      const writing = Array.from({ length: writers }, (_, writer) => write(running, token, dictType, `r${round}w${writer}`, acknowledged));
      // A different moment every round, and more writes to lose than there are writers, however slow the machine is.
      const enough = (async () => {
        while (acknowledged.size - before <= writers) await sleep(2);
        await sleep(round * 7);
      })();
      await Promise.race([enough, ...writing]);
      // Every other round the database is killed in the same breath; otherwise it is left to notice by itself.
      const victims = round % 2 === 0 ? [server.pid] : [server.pid, ...databaseProcesses()];
      killAll(victims);
      await Promise.all(writing);
      await server.exited;

      server = await startServer({ env });
      const entries = await call<Entry[]>(server, token, `/api/system/dict/data/type/${dictType}`);
      const kept = new Set(entries.map((entry) => entry.dictValue));
      expect([...acknowledged].filter((value) => !kept.has(value))).toEqual([]);
    }
    await server.stop();
    expect(acknowledged.size).toBeGreaterThan(rounds * writers);
  });
});
