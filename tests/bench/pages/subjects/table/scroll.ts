import type { Metrics } from '../../../statistics.ts';
import type { Row } from '../fixtures/rows.ts';
import { painted, until } from '../support/clock.ts';

const steps = 60;

/**
 * Scrolls from the first to the last row in equal steps. A step ends when the rows that stand in sight by then are painted: an empty
 * stretch is not a fast table.
 */
export async function scrollThrough(root: HTMLElement, scroller: HTMLElement, rows: readonly Row[]): Promise<Metrics> {
  // Asked anew each time: a table that measures its rows as they come changes its height on the way.
  const longest = () => scroller.scrollHeight - scroller.clientHeight;
  if (longest() < rows.length * 10) throw new Error(`The table scrolls only ${longest()} pixels for ${rows.length} rows`);
  const times: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const start = performance.now();
    scroller.scrollTop = (longest() * step) / steps;
    await until(() => isFilled(scroller, rows, step / steps), `rows at step ${step} of ${steps}`);
    await painted();
    times.push(performance.now() - start);
  }
  const last = rows.at(-1)?.code ?? '';
  const reachesLast = () => {
    scroller.scrollTop = longest();
    return root.textContent?.includes(last) ?? false;
  };
  await until(reachesLast, 'the last row');
  return {
    scroll: times.reduce((sum, time) => sum + time, 0),
    longestStep: Math.max(...times),
    elements: root.querySelectorAll('*').length,
  };
}

/** Whether a row of the right place stands in the middle of what is seen. */
function isFilled(scroller: HTMLElement, rows: readonly Row[], progress: number): boolean {
  const box = scroller.getBoundingClientRect();
  const code = document
    .elementsFromPoint(box.left + 30, box.top + box.height / 2)
    .map((element) => element.textContent?.match(/^R-(\d{5})/)?.[1])
    .find((found) => found !== undefined);
  if (code === undefined) return false;
  const inSight = box.height / 30;
  return Math.abs(Number(code) - progress * rows.length) < 2 * inSight;
}

/** The element that scrolls a table: the one with more inside than it shows. */
export function findScroller(root: HTMLElement): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>('*')].find(
    (element) => element.scrollHeight > element.clientHeight + 1000 && /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
}
