import type { Metrics } from '../../../statistics.ts';
import { blockSize, type MatrixData } from '../fixtures/matrix.ts';
import { painted, timeTo } from '../support/clock.ts';

/** One matrix in the page, as the measurement drives it: by the events a person causes. */
export interface Driver {
  /** Gives the data to a page that stands already. */
  show: () => void;
  /** The element that scrolls. */
  scroller: () => HTMLElement;
  /** The element of a cell in sight. */
  cell: (row: number, column: number) => HTMLElement | undefined;
  /** What stands under the matrix as its totals. */
  totals: () => string;
  /** Key that chooses a value. */
  key: (value: number) => string;
}

const clicks = 40;
const columnChanges = 10;
const pastes = 10;

/**
 * From data to painted, then in one matrix: choices by pointer, a column to zero and back, pasted blocks, scrolling. Each ends when the
 * new text stands in the cell, the totals are other ones, and the frame is painted.
 */
export async function measureMatrix(driver: Driver, data: MatrixData): Promise<Metrics> {
  const columnCount = data.columns.reduce((sum, group) => sum + group.secondKinds.length, 0);
  // One that is answered: blank cells may stand before there is data.
  const answer = String(data.rows[2]?.d1);
  const show = await timeTo(driver.show, () => driver.cell(2, 1)?.textContent === answer, 'the cells');
  const hovered: number[] = [];
  const chosen = await repeat(clicks, async (round) => {
    const row = round % 8;
    const column = Math.floor(round / 8) % 4;
    const cell = existing(driver, row, column);
    const before = driver.totals();
    const value = (Number(cell.textContent?.match(/^\d/)?.[0] ?? 0) % 3) + 1;
    hovered.push(hover(cell));
    return timeToChange(
      () => choose(driver, cell, value),
      () => shows(driver, row, column, String(value)) && driver.totals() !== before,
    );
  });
  const columnToZero = await repeat(columnChanges, async (round) => {
    const column = round % 4;
    hover(existing(driver, 1, column));
    const time = await timeToChange(
      () => choose(driver, existing(driver, 1, column), 0),
      () => shows(driver, 3, column, '--'),
    );
    await timeToChange(
      () => choose(driver, existing(driver, 1, column), 2),
      () => shows(driver, 1, column, '2') && !shows(driver, 3, column, '--'),
    );
    return time;
  });
  const pasted = await repeat(pastes, async (round) => {
    const size = blockSize(data.rows.length, columnCount);
    const value = String((round % 3) + 1);
    const text = Array.from({ length: size.rows }, () => Array.from({ length: size.columns }, () => value).join('\t')).join('\n');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    hover(existing(driver, 0, 0));
    press(existing(driver, 0, 0));
    return timeToChange(
      () => driver.scroller().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      () => shows(driver, 2, 2, value) && shows(driver, 0, 0, value),
    );
  });
  const scrolled = await scroll(driver, data);
  return {
    show,
    hover: middle(hovered),
    choice: middle(chosen),
    choiceTail: tail(chosen),
    column: middle(columnToZero),
    paste: middle(pasted),
    ...scrolled,
    elements: document.querySelectorAll('#root *').length,
    heap: heapSize(),
  };
}

function existing(driver: Driver, row: number, column: number): HTMLElement {
  const cell = driver.cell(row, column);
  if (!cell) throw new Error(`The cell ${row}, ${column} is not in sight`);
  return cell;
}

function shows(driver: Driver, row: number, column: number, text: string): boolean {
  return driver.cell(row, column)?.firstChild?.textContent === text;
}

const pointer = { bubbles: true, cancelable: true, pointerType: 'mouse' };
/**
 * The pointer comes to a cell, from elsewhere in the matrix, before it presses. Milliseconds of script and layout: without a frame of its own, for
 * one in which nothing changes makes the next one wait for its turn.
 */
function hover(cell: HTMLElement): number {
  const start = performance.now();
  cell.dispatchEvent(new PointerEvent('pointerover', { ...pointer, relatedTarget: cell.parentElement }));
  if (cell.offsetWidth === 0) throw new Error('The cell has no place');
  return performance.now() - start;
}

function press(cell: HTMLElement): void {
  cell.dispatchEvent(new PointerEvent('pointerdown', pointer));
  cell.dispatchEvent(new MouseEvent('click', pointer));
}

/** A press on the cell and the key of the value. */
function choose(driver: Driver, cell: HTMLElement, value: number): void {
  press(cell);
  driver.scroller().dispatchEvent(new KeyboardEvent('keydown', { key: driver.key(value), bubbles: true, cancelable: true }));
}

async function timeToChange(act: () => void, holds: () => boolean): Promise<number> {
  return timeTo(act, holds, 'the change');
}

async function repeat(count: number, run: (round: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push(await run(round));
  return times;
}

/** Sixty steps down and to the right; a step ends when its frame is painted. The script's own time is what differs between matrices. */
async function scroll(driver: Driver, data: MatrixData): Promise<{ scrollStep: number; scrollTail: number; scrollScript: number }> {
  const scroller = driver.scroller();
  const down = scroller.scrollHeight - scroller.clientHeight;
  const across = scroller.scrollWidth - scroller.clientWidth;
  if (down < data.rows.length * 10) throw new Error(`The matrix scrolls only ${down} pixels`);
  let script = 0;
  const times: number[] = [];
  for (let step = 1; step <= 60; step += 1) {
    const start = performance.now();
    // Short steps, as a wheel makes them, wherever the matrix ends.
    scroller.scrollTop = (step * 120) % down;
    scroller.scrollLeft = Math.max(0, (step * 40) % Math.max(1, across));
    scroller.dispatchEvent(new Event('scroll'));
    script += performance.now() - start;
    await painted();
    times.push(performance.now() - start);
  }
  scroller.scrollTop = 0;
  scroller.scrollLeft = 0;
  await painted();
  return { scrollStep: middle(times), scrollTail: tail(times), scrollScript: script };
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
function tail(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function heapSize(): number {
  const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } };
  return (memory?.usedJSHeapSize ?? 0) / 1e6;
}
