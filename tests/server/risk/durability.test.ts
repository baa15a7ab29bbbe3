import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoFinancePaper } from '../../../server/database/demo/finance.ts';
import { demoPaper } from '../../../server/database/demo/risk.ts';
import { StatementModel } from '../../../src/core/statement/index.ts';
import { finance } from '../../core/statement/support.ts';
import { killAll } from '../../support/kill.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';

/** The full proof: KILL_ROUNDS=100. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2);
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

/** What stands in one cell of a paper: `place` names the cell, the rest is as the server says it. */
interface State {
  place: string;
  value: unknown;
  version: number;
}
type Raw = Record<string, unknown> & { value: unknown; version: number };
interface Paper {
  uuid: string;
  /** A cell as a change names it. */
  cells: Record<string, string>[];
  /** Every answer the server acknowledged, by cell: the highest version and its value. */
  acknowledged: Map<string, State>;
  /** How many acknowledgements there were. */
  writes: number;
}
interface Submits {
  /** Receipts by key, as they were answered. */
  receipts: Map<string, string>;
}

/** A kind of paper: where its calls are, what its cells are, what is written into them. */
interface Kind {
  /** Before answers and submit. */
  base: string;
  papers: string[];
  /** Papers that lack nothing to be submitted. */
  full: string[];
  open: (server: ServerProcess, uuid: string) => Promise<Record<string, string>[]>;
  value: () => unknown;
}

const placeOf = ({ value: _value, version: _version, ...place }: Raw): string => JSON.stringify(Object.entries(place).sort());
const stateOf = (raw: Raw): State => ({ place: placeOf(raw), value: raw.value, version: raw.version });

const matrix: Kind = {
  base: '',
  // Untouched papers: 1, 2, 11 and 12 of the first evaluation.
  papers: [1, 2, 11, 12].map((number) => demoPaper(1, number)),
  full: [1, 2, 3, 4, 5].flatMap((evaluation) => [5, 15, 25, 35].map((number) => demoPaper(evaluation, number))),
  async open(server, uuid) {
    const rows = (await call<{ id: string }[]>(server, `criteria?uuid=${uuid}`)).data;
    const heads = (await call<{ secondKinds: { id: string }[] }[]>(server, `domain/header?uuid=${uuid}`)).data;
    const domains = heads.flatMap(({ secondKinds }) => secondKinds.map(({ id }) => id));
    return rows.flatMap(({ id }) => domains.map((domainId) => ({ criteriaId: id, domainId })));
  },
  value: () => Math.floor(Math.random() * 4),
};

const model = new StatementModel(finance);
const statement: Kind = {
  base: 'finance/',
  papers: [1, 8, 2, 9].map(demoFinancePaper),
  full: [3, 4, 10, 12].map(demoFinancePaper),
  open: async () => model.cells.filter(({ field }) => !model.isPeriod(field)).map(({ field, period }) => ({ field, period })),
  // As the server writes amounts: no zero at the end.
  value: () => `${Math.floor(Math.random() * 1e9)}.${1 + Math.floor(Math.random() * 9)}`,
};

/** Answers until the server is gone, and remembers what it acknowledged. */
async function write(server: ServerProcess, kind: Kind, paper: Paper, writer: number): Promise<void> {
  const mine = paper.cells.filter((_, index) => index % writers === writer);
  for (let number = 0; ; number += 1) {
    const chosen = mine[number % mine.length];
    if (!chosen) return;
    const value = kind.value();
    const version = paper.acknowledged.get(placeOf({ ...chosen, value, version: 0 }))?.version ?? 0;
    let answer: Awaited<ReturnType<typeof call<{ saved: Raw[]; conflicts?: Raw[] }>>>;
    try {
      answer = await call(server, `${kind.base}answers`, { uuid: paper.uuid, changes: [{ ...chosen, value, version }] });
    } catch {
      // The connection broke: the server is gone, and nothing was acknowledged.
      return;
    }
    // A write of the round before may have been kept without anybody hearing of it.
    if (![200, 409].includes(answer.status)) throw new Error(`answered ${JSON.stringify(answer)}`);
    for (const state of [...answer.data.saved, ...(answer.data.conflicts ?? [])].map(stateOf)) paper.acknowledged.set(state.place, state);
    paper.writes += 1;
  }
}

/** Submits again and again with the same key and with others, until the server is gone. */
async function submitting(server: ServerProcess, { base }: Kind, uuid: string, round: number, submits: Submits): Promise<void> {
  for (let number = 0; number < 50; number += 1) {
    const key = number % 2 === 0 ? `intent-of-round-${round}` : `other-intent-${round}-${number}`;
    try {
      const answer = await call<{ number: string }>(server, `${base}submit`, { uuid, version: 1, key });
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

/** Kills the server again and again while it is written to and submitted to, and compares what stands there with what it acknowledged. */
async function expectNothingLost(kind: Kind): Promise<void> {
  const env = { DATA_DIR: data, CAPTCHA: 'off', TRUST_PROXY: '1' };
  let server = await startServer({ env });
  const papers: Paper[] = [];
  for (const uuid of kind.papers) papers.push({ uuid, cells: await kind.open(server, uuid), acknowledged: new Map(), writes: 0 });
  const submits: Submits = { receipts: new Map() };

  for (let round = 0; round < rounds; round += 1) {
    const running = server;
    const paper = papers[round % papers.length];
    const racing = kind.full[round % kind.full.length] ?? '';
    if (!paper) throw new Error('no paper');
    const before = paper.writes;
    const writing = Array.from({ length: writers }, (_, writer) => write(running, kind, paper, writer));
    const submitted = submitting(running, kind, racing, round, submits);
    for (let waited = 0; waited < 60_000 && (paper.writes < before + 2 * writers || submits.receipts.size === 0); waited += 5)
      await sleep(5);
    await sleep(20 + ((round * 37) % 200));
    // Every other round the database is killed in the same breath.
    killAll(round % 2 === 0 ? [server.pid] : [server.pid, ...databaseProcesses()]);
    await Promise.all([...writing, submitted]);
    await server.exited;

    server = await startServer({ env });
    const { answers } = (await call<{ answers: Raw[] }>(server, `${kind.base}answers?uuid=${paper.uuid}`)).data;
    const kept = new Map(answers.map(stateOf).map((state) => [state.place, state]));
    const lost = [...paper.acknowledged.values()].filter(({ place, value, version }) => {
      const now = kept.get(place);
      return !now || now.version < version || (now.version === version && now.value !== value);
    });
    expect(lost).toEqual([]);
    // Whoever holds a receipt gets the same one again; a paper has one.
    const receipts = [...submits.receipts].filter(([holder]) => holder.startsWith(racing));
    for (const [holder, number] of receipts) {
      const key = holder.split(' ')[1];
      expect((await call<{ number: string }>(server, `${kind.base}submit`, { uuid: racing, version: 1, key })).data.number).toBe(number);
    }
    expect(new Set(receipts.map(([, number]) => number)).size).toBeLessThanOrEqual(1);
  }
  await server.stop();
  expect(papers.reduce((sum, paper) => sum + paper.writes, 0)).toBeGreaterThanOrEqual(rounds * writers * 2);
  expect(submits.receipts.size).toBeGreaterThan(0);
}

describe('durability', () => {
  const timeout = 60_000 + rounds * 20_000;
  it(
    `[RISK-15] [RISK-18] ${rounds} rounds of kill -9 under ${writers} writers of a matrix: every acknowledged answer is there, no paper is submitted twice`,
    {
      timeout,
    },
    () => expectNothingLost(matrix),
  );
  it(
    `[FIN-08] ${rounds} rounds of kill -9 under ${writers} writers of amounts: every acknowledged amount is there, no paper is submitted twice`,
    {
      timeout,
    },
    () => expectNothingLost(statement),
  );
});
