/** How many of these entries stand in the first line, by the top edges of their boxes: the others go under "more". */
export function firstLine(tops: readonly number[]): number {
  const first = tops[0];
  if (first === undefined) return 0;
  const wrapped = tops.findIndex((top) => top > first);
  return wrapped < 0 ? tops.length : wrapped;
}

/** LAYOUT-11: two columns when there are more than 10 children. */
export const columnsOf = (children: number): 1 | 2 => (children > 10 ? 2 : 1);

/** Left edge of a panel under its entry, inside a window of `width` pixels with a margin of 8. */
export function panelLeft(entryLeft: number, panelWidth: number, width: number): number {
  return Math.max(8, Math.min(entryLeft, width - panelWidth - 8));
}
