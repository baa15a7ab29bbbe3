import { didYouMean } from '../suggest.ts';
import { placeOf, type ReadRow, type Report, ROOT_ID } from './rows.ts';
import type { NavigationItem } from './types.ts';

/** Deepest navigation: what draws it is recursive. */
const MAX_MENU_DEPTH = 32;

/**
 * Links items to their parents and returns the top-level ones. Rows whose parent is missing, that stand in a circle or too deep become
 * top-level entries after the proper ones, so that they and what hangs below them stay reachable.
 */
export function linkTree(rows: readonly ReadRow[], byId: ReadonlyMap<string, NavigationItem>, report: Report): NavigationItem[] {
  return new TreeLinker(rows, byId, report).link();
}

class TreeLinker {
  readonly #rows: readonly ReadRow[];
  readonly #byId: ReadonlyMap<string, NavigationItem>;
  readonly #report: Report;
  readonly #roots: NavigationItem[] = [];
  readonly #strays: NavigationItem[] = [];
  readonly #reached = new Set<NavigationItem>();
  #rowsById: ReadonlyMap<string, ReadRow> | undefined;

  constructor(rows: readonly ReadRow[], byId: ReadonlyMap<string, NavigationItem>, report: Report) {
    this.#rows = inOrder(rows);
    this.#byId = byId;
    this.#report = report;
  }

  link(): NavigationItem[] {
    for (const row of this.#rows) this.#place(row);
    for (const root of this.#roots) this.#reach(root);
    this.#reachStrays(0);
    if (this.#reached.size < this.#byId.size) this.#cutCircles();
    return [...this.#roots, ...this.#strays];
  }

  #place(row: ReadRow): void {
    const item = this.#byId.get(row.menuId);
    if (!item) return;
    const parent = this.#byId.get(row.parentId);
    if (parent) parent.children.push(item);
    else if (row.parentId === ROOT_ID) this.#roots.push(item);
    else {
      const hint = didYouMean(row.parentId, this.#byId.keys()) ?? 'a directory or a page, or 0 for the top';
      this.#report('MENU_PARENT', `there is no menu entry "${row.parentId}" to stand under`, placeOf(row, 'parentId'), hint);
      this.#strays.push(item);
    }
  }

  /** Strays found on the way are appended, so the list may grow while it is walked. */
  #reachStrays(from: number): void {
    for (let index = from; index < this.#strays.length; index += 1) {
      const stray = this.#strays[index];
      if (stray) this.#reach(stray);
    }
  }

  #reach(root: NavigationItem): void {
    let level = [root];
    for (let depth = 1; level.length > 0; depth += 1) {
      const next: NavigationItem[] = [];
      for (const item of level) {
        this.#reached.add(item);
        if (item.children.length === 0) continue;
        if (depth < MAX_MENU_DEPTH) for (const child of item.children) next.push(child);
        else this.#cutChildren(item);
      }
      level = next;
    }
  }

  #cutChildren(item: NavigationItem): void {
    for (const child of item.children) {
      const row = this.#rowOf(child.menuId);
      if (row) this.#report('MENU_DEPTH', `nested deeper than ${MAX_MENU_DEPTH}`, placeOf(row, 'parentId'));
      this.#strays.push(child);
    }
    item.children = [];
  }

  /** Whatever no top-level entry reaches stands in a circle or below one. Each circle is cut at its first row. */
  #cutCircles(): void {
    for (const row of this.#rows) {
      const waiting = this.#byId.get(row.menuId);
      if (!waiting || this.#reached.has(waiting)) continue;
      const circle = this.#circleAbove(row);
      const [start] = circle;
      const item = start && this.#byId.get(start.menuId);
      const parent = start && this.#byId.get(start.parentId);
      if (!start || !item || !parent) continue;
      this.#report('MENU_CYCLE', `the row stands under itself: ${sentence(circle)}`, placeOf(start, 'parentId'));
      parent.children = parent.children.filter((child) => child !== item);
      this.#reachStrays(this.#strays.push(item) - 1);
    }
  }

  /** Going up from a row that no root reaches must come back: the rows of that circle, the earliest one first. */
  #circleAbove(row: ReadRow): ReadRow[] {
    const seen = new Set<ReadRow>();
    let current: ReadRow | undefined = row;
    while (current && !seen.has(current)) {
      seen.add(current);
      current = this.#rowOf(current.parentId);
    }
    const path = [...seen];
    const circle = current ? path.slice(path.indexOf(current)) : path;
    const first = circle.reduce((best, entry) => (entry.order < best.order ? entry : best), circle[0] ?? row);
    const start = circle.indexOf(first);
    return [...circle.slice(start), ...circle.slice(0, start)];
  }

  #rowOf(menuId: string): ReadRow | undefined {
    this.#rowsById ??= new Map(this.#rows.map((row) => [row.menuId, row]));
    return this.#rowsById.get(menuId);
  }
}

/** Stable order by `sort`; rows without one come after those that have one. */
function inOrder(rows: readonly ReadRow[]): readonly ReadRow[] {
  if (rows.every(({ sort }) => sort === undefined)) return rows;
  return [...rows].sort((left, right) => {
    if (left.sort === right.sort) return 0;
    if (left.sort === undefined) return 1;
    return right.sort === undefined ? -1 : left.sort - right.sort;
  });
}

function sentence(circle: readonly ReadRow[]): string {
  const names = circle.slice(0, 6).map((row) => `"${row.menuId}"`);
  const rest = circle.length > names.length ? ' under ...' : ` under "${circle[0]?.menuId}"`;
  return names.join(' under ') + rest;
}
