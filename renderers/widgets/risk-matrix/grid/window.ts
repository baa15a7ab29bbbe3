/** Entries in sight and a few spare ones, both ends included. Always as many as `most`, or all there are, so that elements can be reused. */
export function windowOf(offset: number, size: number, count: number, most: number, spare: number): { from: number; to: number } {
  const shown = Math.min(count, most);
  const first = Math.floor(Math.max(0, offset) / size) - spare;
  const from = Math.max(0, Math.min(first, count - shown));
  return { from, to: from + shown - 1 };
}

/** How many entries a window needs so that none is missing at either edge. */
export function capacity(viewport: number, size: number, spare: number): number {
  return Math.ceil(viewport / size) + 1 + 2 * spare;
}

/** Where to scroll so that an entry is in sight between a frozen start and the end; the offset as it is when it already is. */
export function scrollTo(offset: number, at: number, size: number, viewport: number): number {
  if (at < offset) return at;
  return at + size > offset + viewport ? at + size - viewport : offset;
}
