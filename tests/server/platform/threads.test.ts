import { describe, expect, it, vi } from 'vitest';
import { readPageByPage } from '../../../server/modules/recognition/ocr/page-by-page.ts';
import type { NumberedPage, PageJob, PageRead } from '../../../server/modules/recognition/ocr/read-pages.ts';
import { company } from '../../../server/threads/company.ts';
import { ThreadPool } from '../../../server/threads/pool.ts';
import { Threads } from '../../../server/threads/threads.ts';

type Job =
  | { kind: 'echo'; answer: string }
  | { kind: 'grow'; megabytes: number }
  | { kind: 'until'; flag: Int32Array }
  | { kind: 'number' | 'wait' | 'throw' | 'exit' | 'heap' };

const program = { built: 'none', source: '../tests/support/test-thread.mjs' };
const bounds = { patience: 60_000, rest: 1_000, memory: { maxOldGenerationSizeMb: 64 }, mostGrowth: 200 };
const threadsOf = (own: { patience?: number; rest?: number; mostGrowth?: number } = bounds) =>
  new Threads<Job, unknown>(program, { ...bounds, ...own });
const unwatched = () => new Threads<Job, unknown>(program, { rest: 0 });
const poolOf = () => new ThreadPool<Job, unknown>(program, { ...bounds, atOnce: 1, mostWaiting: 1, each: 6 });
const echo = (answer: string): Job => ({ kind: 'echo', answer });

describe('threads', () => {
  it('what came of a job is told in words, and the next job is done whatever it was', async () => {
    const threads = threadsOf();
    expect(await threads.do({ kind: 'throw' })).toEqual({ failed: 'ended', cause: new TypeError('what the job threw') });
    expect(await threads.do({ kind: 'exit' })).toMatchObject({ failed: 'ended', cause: { message: expect.stringContaining('with 3') } });
    expect(await threads.do({ kind: 'heap' })).toEqual({ failed: 'memory' });
    expect(await threads.do({ kind: 'wait' }, { patience: 50 })).toEqual({ failed: 'timeout' });
    expect(await threads.do({ kind: 'wait' }, { signal: AbortSignal.abort() })).toEqual({ failed: 'stopped' });
    expect(await threads.do(echo('next'))).toEqual({ done: 'next' });
  });

  it('a thread stays for the next job as long as it is told to, and no longer', async () => {
    const [kept, fresh] = [threadsOf(), threadsOf({ rest: 0 })];
    expect(await kept.do({ kind: 'number' })).toEqual(await kept.do({ kind: 'number' }));
    expect(await fresh.do({ kind: 'number' })).not.toEqual(await fresh.do({ kind: 'number' }));
  });

  it('[API-158] one that makes the process grow is ended long before its time is over, and the next job is done', async () => {
    const pool = poolOf();
    expect(await pool.do({ kind: 'grow', megabytes: 600 })).toEqual({ failed: 'memory' });
    expect(await pool.do(echo('next'))).toEqual({ done: 'next' });
  });

  it('[API-158] a neighbour that was ended with a bomb is done alone, whatever threads it has, and the bomb alone is blamed', async () => {
    const [one, other] = [threadsOf(), threadsOf()];
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const begun: number[] = [];
    let neighbour: Promise<unknown> = Promise.resolve();
    await new Promise<void>((isWorking) => {
      // It is done at its second try only: the first one is ended while the bomb grows.
      const onProgress = (count: number) => {
        if (begun.push(count) === 1) return isWorking();
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
      };
      neighbour = one.do({ kind: 'until', flag }, { onProgress });
    });
    expect(await other.do({ kind: 'grow', megabytes: 600 })).toEqual({ failed: 'memory' });
    expect(await neighbour).toEqual({ done: 'done' });
    expect(begun).toHaveLength(2);
  });

  it('[API-158] where work that is not watched was done beside, nothing is said of the file for good', async () => {
    const stop = new AbortController();
    const run = unwatched().do({ kind: 'wait' }, { signal: stop.signal });
    expect(await threadsOf().do({ kind: 'grow', megabytes: 600 })).toEqual({ failed: 'ended' });
    stop.abort();
    expect(await run).toEqual({ failed: 'stopped' });
  });

  it('[API-158] what the process gives back while a job is done is no room for it', async () => {
    const sizes = [1_000, 1_000, 500, 800];
    vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => ((sizes.length > 1 ? sizes.shift() : sizes[0]) ?? 0) * 1_048_576);
    const work = (grown: AbortSignal) => new Promise((ended) => grown.addEventListener('abort', () => ended(grown.reason)));
    expect(await company.share({ mostGrowth: 200, isAlone: false, signal: undefined }, work)).toBe('memory');
  });

  it('[API-158] who is stopped while it waits makes room for others at once', async () => {
    const pool = poolOf();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = pool.do({ kind: 'wait' }, { signal: first.signal });
    const waiting = pool.do(echo('never'), { signal: second.signal });
    expect(await pool.do(echo('too many'))).toEqual({ failed: 'busy' });
    second.abort();
    expect(await waiting).toEqual({ failed: 'stopped' });
    const next = pool.do(echo('next'));
    first.abort();
    expect(await running).toEqual({ failed: 'stopped' });
    expect(await next).toEqual({ done: 'next' });
  });
});

describe('files of many pages', () => {
  /** A pool that says whose page was read, one after the other. */
  function watched(pages: Record<string, number>) {
    const pool = new ThreadPool<object, PageRead>(program, { ...bounds, atOnce: 1, mostWaiting: 20, each: 6 });
    const order: string[] = [];
    const threads = {
      async do({ from }: PageJob, doing: Parameters<typeof pool.do>[1]) {
        const { caller = '' } = doing ?? {};
        const outcome = await pool.do({ kind: 'page', from, pages: pages[caller] }, doing);
        if ('done' in outcome) order.push(caller);
        return outcome;
      },
    };
    const read = (caller: string, mostPages = 100, signal?: AbortSignal) =>
      readPageByPage(threads, { content: new Uint8Array(), type: 'application/pdf', mostPages }, { caller, signal });
    return { order, read };
  }
  const numbers = (pages: readonly NumberedPage[]) => pages.map(({ number }) => number);

  it('[DATA-04] [API-158] whoever has twenty pages in the row delays one of somebody else by the page that is read, and no more', async () => {
    const { order, read } = watched({ many: 5, one: 1 });
    const many = Array.from({ length: 4 }, () => read('many'));
    const one = await read('one');
    expect([one.problem, numbers(one.pages), order]).toEqual([null, [1], ['many', 'one']]);
    for (const { problem, pages } of await Promise.all(many)) expect([problem, numbers(pages)]).toEqual([null, [1, 2, 3, 4, 5]]);
    expect(order).toHaveLength(21);
  });

  it('[DATA-04] one file does not hold the thread: between its pages it is the turn of others, and it is not refused for the length of the row', async () => {
    const { order, read } = watched({ long: 4, other: 1, ...Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`more ${at}`, 1])) });
    const long = read('long');
    const rest = [read('other'), ...Array.from({ length: 19 }, (_, at) => read(`more ${at}`))];
    expect((await read('too many')).problem).toBe('busy');
    expect(numbers((await long).pages)).toEqual([1, 2, 3, 4]);
    for (const { problem } of await Promise.all(rest)) expect(problem).toBeNull();
    expect(order.slice(0, 2)).toEqual(['long', 'other']);
  });

  it('[API-158] one caller has six in the row at most; who reads fewer pages than there are is told so; who is stopped keeps no place', async () => {
    const { read } = watched({ one: 3, other: 1 });
    const stop = new AbortController();
    const six = Array.from({ length: 6 }, () => read('one', 2, stop.signal));
    expect(await read('one')).toEqual({ pages: [], isCut: true, problem: 'busy' });
    expect(await read('other')).toMatchObject({ isCut: false, problem: null });
    stop.abort();
    const problems = (await Promise.all(six)).map(({ problem }) => problem);
    expect(problems).toContain('stopped');
    expect(problems.filter((problem) => problem !== null && problem !== 'stopped')).toEqual([]);
    expect(await read('one', 2)).toMatchObject({ pages: [{ number: 1 }, { number: 2 }], isCut: true, problem: null });
  });
});
