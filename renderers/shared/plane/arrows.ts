import type { Place } from './view.ts';

/** Where an arrow key leads. */
export const directions: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest point an arrow key leads to: those less than half a right angle off first, and the straighter the nearer. */
export function nextPoint(arrow: string, from: string, places: ReadonlyMap<string, Place>): string | undefined {
  const direction = directions[arrow];
  const start = places.get(from);
  if (!direction || !start) return undefined;
  let best: { key: string; far: number; isAside: boolean } | undefined;
  for (const [key, place] of places) {
    const along = (place.x - start.x) * direction.x + (place.y - start.y) * direction.y;
    const aside = Math.abs((place.x - start.x) * direction.y) + Math.abs((place.y - start.y) * direction.x);
    if (along <= 0) continue;
    const [far, isAside] = [along + 2 * aside, aside > along];
    if (!best || (best.isAside && !isAside) || (best.isAside === isAside && far < best.far)) best = { key, far, isAside };
  }
  return best?.key;
}
