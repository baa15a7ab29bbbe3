import { largePapers } from '../../../server/database/demo/risk.ts';
import type { BenchContext } from '../context.ts';
import type { Line } from '../report.ts';
import type { Metrics } from '../statistics.ts';
import { measure, metric } from './lines.ts';

const rounds = 3;
const people = 50;
const savesEach = 20;
/** Between two answers of a person. */
const pause = 500;

interface Cell {
  criteriaId: string;
  domainId: string;
}

/** Fifty people on the paper of 200 x 50, each saving one answer after the other. */
export async function answers(context: BenchContext): Promise<Line[]> {
  const { url } = await context.product();
  const cells = await cellsOf(url, largePapers.large);
  const versions = new Map<string, number>();
  const { ours } = await measure(context, { ours: (round) => answerAll(url, cells, versions, round) }, rounds);
  const line = (what: string, name: string, rest: Partial<Line> = {}): Line => ({
    what,
    unit: 'ms',
    ours: metric(ours, name),
    baselines: {},
    ...rest,
  });
  return [
    line('save of one answer, p95', 'p95', {
      budget: { kind: 'at most', limit: 200 },
      note: `${people} people at once, an answer every ${pause} ms each; ${metric(ours, 'bytes').median} characters a request.`,
    }),
    line('save of one answer, median', 'median'),
  ];
}

async function read<T>(url: string, path: string): Promise<T> {
  const response = await fetch(`${url}/api/risk/evaluate/${path}`);
  const answer: { data: T } = await response.json();
  return answer.data;
}

async function cellsOf(url: string, uuid: string): Promise<Cell[]> {
  const rows = await read<{ id: string }[]>(url, `criteria?uuid=${uuid}`);
  const heads = await read<{ secondKinds: { id: string }[] }[]>(url, `domain/header?uuid=${uuid}`);
  const columns = heads.flatMap(({ secondKinds }) => secondKinds);
  return rows.flatMap((row) => columns.map((column) => ({ criteriaId: row.id, domainId: column.id })));
}

async function answerAll(url: string, cells: readonly Cell[], versions: Map<string, number>, round: number): Promise<Metrics> {
  const times: number[] = [];
  let bytes = 0;
  const person = async (number: number) => {
    await new Promise((done) => setTimeout(done, (pause * number) / people));
    for (let save = 0; save < savesEach; save += 1) {
      const cell = cells[number * savesEach + save];
      if (!cell) throw new Error('The paper has too few cells');
      const key = `${cell.criteriaId},${cell.domainId}`;
      const change = { ...cell, value: round % 4, version: versions.get(key) ?? 0 };
      const body = JSON.stringify({ uuid: largePapers.large, changes: [change] });
      bytes = body.length;
      const start = performance.now();
      const response = await fetch(`${url}/api/risk/evaluate/answers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const answer: { data: { saved: { version: number }[] } } = await response.json();
      times.push(performance.now() - start);
      if (!response.ok) throw new Error(`A save was answered ${response.status}: ${JSON.stringify(answer)}`);
      versions.set(key, answer.data.saved[0]?.version ?? 0);
      await new Promise((done) => setTimeout(done, pause));
    }
  };
  await Promise.all(Array.from({ length: people }, (_, number) => person(number)));
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10;
  return { p95: at(0.95), median: at(0.5), bytes };
}
