/** The part of `max` that `value` is, 0.5 for half; undefined where either is no figure or there is nothing to do. */
export function shareOf(value: unknown, max: unknown): number | undefined {
  if (isEmpty(value) || isEmpty(max)) return undefined;
  const [done, all] = [Number(value), Number(max)];
  return Number.isFinite(done) && Number.isFinite(all) && all > 0 ? done / all : undefined;
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** A share in whole hundredths, rounded down: only what is complete is 1. What floating point adds or takes does not count. */
export const wholePercent = (share: number): number => Math.floor(Number((share * 100).toFixed(6))) / 100;
