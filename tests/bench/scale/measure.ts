import type { Read } from './reads.ts';

export interface Measured extends Omit<Read, 'paged'> {
  status: number;
  /** Milliseconds until the whole answer was there: the least of three, for whatever else the machine does only adds to it, or of one that took over two seconds. */
  ms: number;
  bytes: number;
}

const patience = 120_000;

/** Asks for everything in turn, alone, as whoever has the token. Far pages are the last ones of what the first page told. */
export async function measureReads(url: string, token: string, reads: readonly Read[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  const totals = new Map<string, number>();
  for (const { paged, ...read } of reads) {
    const given = { ...read.given };
    if (paged && read.what === 'far page') {
      const last = Math.floor(((totals.get(read.call) ?? 0) - 1) / Number(given[paged.size]));
      if (last < 2) continue;
      given[paged.page] = last;
    }
    const first = await ask(url, token, { ...read, given });
    if (read.what === 'first' && paged) totals.set(read.call, totalIn(first.text));
    const times = [first.ms];
    if (first.status === 200 && first.ms < 2_000)
      for (let again = 0; again < 2; again += 1) times.push((await ask(url, token, { ...read, given })).ms);
    measured.push({ ...read, given, status: first.status, ms: Math.min(...times), bytes: first.text.length });
  }
  return measured;
}

async function ask(url: string, token: string, { method, path, given }: Pick<Read, 'method' | 'path' | 'given'>) {
  const query = new URLSearchParams(Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]));
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}`, ...(method !== 'GET' && { 'content-type': 'application/json' }) };
  try {
    const answer = await fetch(`${url}${path}${method === 'GET' && query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(given) }),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    return { status: answer.status, text, ms: performance.now() - began };
  } catch {
    return { status: 0, text: '', ms: performance.now() - began };
  }
}

/** How many rows there are, by whichever name the answer says it. */
function totalIn(text: string): number {
  return Number(/"(?:total|totalCount|totalElements)":(\d+)/.exec(text)?.[1] ?? 0);
}
