import type { Metrics } from '../../../statistics.ts';
import { timeTo } from '../support/clock.ts';

const changes = 15;
const warmUp = 5;

/**
 * Presses the page's button again and again and waits each time for the one text that shows the value.
 * @param renders how often components of nodes rendered since the page opened.
 */
export async function pressAndWatch(root: HTMLElement, renders: () => number): Promise<Metrics> {
  const button = root.querySelector('button');
  if (!button) throw new Error('The page has no button');
  const times: number[] = [];
  let before = 0;
  for (let press = 1; press <= warmUp + changes; press++) {
    if (press === warmUp + 1) before = renders();
    const text = `value ${press} of 0`;
    const time = await timeTo(
      () => button.click(),
      () => firstValue(root) === text,
      text,
    );
    if (press > warmUp) times.push(time);
  }
  times.sort((a, b) => a - b);
  return { change: times[Math.floor(changes / 2)] ?? Number.NaN, rendered: (renders() - before) / changes };
}

/** The text of the first leaf, which reads the value that changes. */
export function firstValue(root: HTMLElement): string | undefined {
  return root.textContent?.match(/value \d+ of 0/)?.[0];
}

/** How many leaves show their value. */
export function shownValues(root: HTMLElement): number {
  return root.textContent?.match(/value \d+ of 0/g)?.length ?? 0;
}
