import type { FieldRecord } from './types.ts';

/** Fields hide and show each other in chains at most this long at once; the rest follows with the drawing. */
const MOST_ROUNDS = 8;

/** Hides and shows what the values of now decide: whoever hears of a change must not read what it hid, and a drawing comes later. */
export function settleShown(records: ReadonlyMap<string, FieldRecord>, show: (path: string, shown: boolean) => void): void {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let isSettled = true;
    for (const [path, { readShown, isShown }] of records) {
      const shown = readShown?.() ?? isShown;
      if (shown === isShown) continue;
      isSettled = false;
      show(path, shown);
    }
    if (isSettled) return;
  }
}
