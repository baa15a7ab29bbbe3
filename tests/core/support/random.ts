/** Seeded generator (mulberry32), so that a failing case can be run again. */
export function randomFrom(seed: number): {
  next: () => number;
  pick: <Value>(list: readonly Value[]) => Value;
  below: (limit: number) => number;
} {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <Value>(list: readonly Value[]): Value => list[below(list.length)] as Value;
  return { next, pick, below };
}
