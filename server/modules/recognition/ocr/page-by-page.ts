import type { Passing } from '../../../gate.ts';
import type { ThreadPool } from '../../../threads/pool.ts';
import type { Outcome } from '../../../threads/threads.ts';
import type { PictureProblem } from '../unpacked.ts';
import type { NumberedPage, PageJob, PageRead } from './read-pages.ts';

/** Why pages were not read. `stopped`: nobody waits any more, or the reading broke off; another time it may be done. */
export type PagesProblem = PictureProblem | 'timeout' | 'busy' | 'stopped';

export interface PagesRead {
  /** What was read before the problem, if there is one. */
  pages: NumberedPage[];
  /** There are more pages than were read. */
  isCut: boolean;
  problem: PagesProblem | null;
}

const problems = { timeout: 'timeout', busy: 'busy', stopped: 'stopped', ended: 'stopped', memory: 'unreadable' } as const satisfies Record<
  Extract<Outcome<never>, { failed: string }>['failed'],
  PagesProblem
>;

/** Reads the pages of a file one after the other. Each is a turn of its own: in between, it is that of others. Whatever the file is, it resolves. */
export async function readPageByPage(
  threads: Pick<ThreadPool<PageJob, PageRead>, 'do'>,
  { content, type, mostPages }: Omit<PageJob, 'from'> & { mostPages: number },
  asker: Passing = {},
): Promise<PagesRead> {
  const pages: NumberedPage[] = [];
  let [from, isCut]: [number | null, boolean] = [1, false];
  while (from !== null) {
    if (pages.length >= mostPages) return { pages, isCut: true, problem: null };
    const outcome = await threads.do({ content, type, from }, { ...asker, isSequel: from > 1 });
    const read: PageRead | { problem: PagesProblem } = 'done' in outcome ? outcome.done : { problem: problems[outcome.failed] };
    if ('problem' in read) return { pages, isCut: true, problem: read.problem };
    if (read.page) pages.push(read.page);
    from = read.next;
    isCut = read.isCut;
  }
  return { pages, isCut, problem: null };
}
