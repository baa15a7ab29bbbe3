import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPaper } from '../../../server/database/demo/risk.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import type { CellChange } from './world.ts';

/** The full proof: KILL_ROUNDS=100. */
const rounds = Number(process.env.KILL_ROUNDS ?? 4);
const writers = 8;

let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'targus-risk-'));
  chmodSync(data, 0o755);
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

async function call<T>(server: ServerProcess, path: string, body?: unknown): Promise<{ status: number; data: T; code: string }> {
  const response = await fetch(`${server.address}/api/risk/evaluate/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${Math.floor(Math.random() * 250)}.1` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: { code: string; data: T } = await response.json();
  return { status: response.status, ...answer };
}

interface Paper {
  uuid: string;
  cells: { criteriaId: string; domainId: string }[];
  /** Every answer the server acknowledged, by cell: the highest version and its value. */
  acknowledged: Map<string, CellChange>;
  /** How many acknowledgements there were. */
  writes: number;
}
interface Submits {
  /** Receipts by key, as they were answered. */
  receipts: Map<string, string>;
}

const keyOf = ({ criteriaId, domainId }: { criteriaId: string; domainId: string }) => `${criteriaId},${domainId}`;

/** Answers until the server is gone, and remembers what it acknowledged. */
async function write(server: ServerProcess, paper: Paper, writer: number): Promise<void> {
  const mine = paper.cells.filter((_, index) => index % writers === writer);
  for (let number = 0; ; number += 1) {
    const chosen = mine[number % mine.length];
    if (!chosen) return;
    const version = paper.acknowledged.get(keyOf(chosen))?.version ?? 0;
    let answer: Awaited<ReturnType<typeof call<{ saved: CellChange[]; conflicts?: CellChange[] }>>>;
    try {
      answer = await call(server, 'answers', { uuid: paper.uuid, changes: [{ ...chosen, value: Math.floor(Math.random() * 4), version }] });
    } catch {
      // The connection broke: the server is gone, and nothing was acknowledged.
      return;
    }
    // A write of the round before may have been kept without anybody hearing of it.
    const states = [...answer.data.saved, ...(answer.data.conflicts ?? [])];
    if (![200, 409].includes(answer.status)) throw new Error(`answered ${JSON.stringify(answer)}`);
    for (const state of states) paper.acknowledged.set(keyOf(state), state);
    paper.writes += 1;
  }
}

/** Submits again and again with the same key and with others, until the server is gone. */
async function submitting(server: ServerProcess, uuid: string, round: number, submits: Submits): Promise<void> {
  for (let number = 0; number < 50; number += 1) {
    const key = number % 2 === 0 ? `intent-of-round-${round}` : `other-intent-${round}-${number}`;
    try {
      const answer = await call<{ number: string }>(server, 'submit', { uuid, version: 1, key });
      if (answer.status === 200) submits.receipts.set(`${uuid} ${key}`, answer.data.number);
    } catch {
      // The connection broke: the server is gone.
      return;
    }
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

async function open(server: ServerProcess, uuid: string): Promise<Paper> {
  const rows = (await call<{ id: string }[]>(server, `criteria?uuid=${uuid}`)).data;
  const heads = (await call<{ secondKinds: { id: string }[] }[]>(server, `domain/header?uuid=${uuid}`)).data;
  const domains = heads.flatMap(({ secondKinds }) => secondKinds.map(({ id }) => id));
  return {
    uuid,
    cells: rows.flatMap(({ id }) => domains.map((domainId) => ({ criteriaId: id, domainId }))),
    acknowledged: new Map(),
    writes: 0,
  };
}

/** The full papers of the demo: 5, 15, 25, 35 of each evaluation. */
const fullPapers = [1, 2, 3, 4, 5].flatMap((evaluation) => [5, 15, 25, 35].map((number) => demoPaper(evaluation, number)));

/** A worker of the database may have ended between being listed and being killed. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

describe('durability', () => {
  it(`[RISK-15] [RISK-18] ${rounds} rounds of kill -9 under ${writers} writers: every acknowledged answer is there, no paper is submitted twice`, {
    timeout: 60_000 + rounds * 20_000,
  }, async () => {
    const env = { DATA_DIR: data, CAPTCHA: 'off', TRUST_PROXY: '1' };
    let server = await startServer({ env });
    // Untouched papers: 1, 2 and 11 of every evaluation.
    const papers = await Promise.all([1, 2, 11, 12].map((number) => open(server, demoPaper(1, number))));
    const submits: Submits = { receipts: new Map() };

    for (let round = 0; round < rounds; round += 1) {
      const running = server;
      const paper = papers[round % papers.length];
      const racing = fullPapers[round % fullPapers.length] ?? '';
      if (!paper) throw new Error('no paper');
      const before = paper.writes;
      const writing = Array.from({ length: writers }, (_, writer) => write(running, paper, writer));
      const enough = (async () => {
        for (let waited = 0; waited < 10_000 && paper.writes < before + 2 * writers; waited += 5) await sleep(5);
        await sleep(20 + ((round * 37) % 200));
      })();
      const submitted = submitting(running, racing, round, submits);
      await enough;
      // Every other round the database is killed in the same breath.
      for (const pid of round % 2 === 0 ? [server.pid] : [server.pid, ...databaseProcesses()]) killNow(pid);
      await Promise.all([...writing, submitted]);
      await server.exited;

      server = await startServer({ env });
      const { answers } = (await call<{ answers: CellChange[] }>(server, `answers?uuid=${paper.uuid}`)).data;
      const kept = new Map(answers.map((state) => [keyOf(state), state]));
      const lost = [...paper.acknowledged].filter(([key, state]) => {
        const now = kept.get(key);
        return !now || now.version < state.version || (now.version === state.version && now.value !== state.value);
      });
      expect(lost).toEqual([]);
      // Whoever holds a receipt gets the same one again; a paper has one.
      for (const [holder, number] of submits.receipts) {
        const [uuid, key] = holder.split(' ');
        if (uuid !== racing) continue;
        expect((await call<{ number: string }>(server, 'submit', { uuid, version: 1, key })).data.number).toBe(number);
      }
      const numbers = [...submits.receipts].filter(([holder]) => holder.startsWith(racing)).map(([, number]) => number);
      expect(new Set(numbers).size).toBeLessThanOrEqual(1);
    }
    await server.stop();
    expect(papers.reduce((sum, paper) => sum + paper.writes, 0)).toBeGreaterThanOrEqual(rounds * writers * 2);
    expect(submits.receipts.size).toBeGreaterThan(0);
  });
});
