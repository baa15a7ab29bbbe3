/** The six bands of HOME-10 by their exclusive upper hours: [0,5) [5,8) [8,12) [12,13) [13,19) [19,24). */
const bands = [
  [5, 'lateNight'],
  [8, 'earlyMorning'],
  [12, 'morning'],
  [13, 'noon'],
  [19, 'afternoon'],
  [24, 'evening'],
] as const;
export type Band = (typeof bands)[number][1];

/** Band of an hour 0 to 23. */
export function bandOf(hour: number): Band {
  return bands.find(([until]) => hour < until)?.[1] ?? 'evening';
}

/** Milliseconds from a moment to the next full hour. */
export function untilNextHour(now: Date): number {
  return 3_600_000 - (now.getMinutes() * 60_000 + now.getSeconds() * 1000 + now.getMilliseconds());
}
