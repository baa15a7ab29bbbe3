import { Exact } from '../statement/exact.ts';
import { limits } from './limits.ts';
import type { Facts, RuleRecord, Velocity } from './types.ts';

interface Seen {
  at: number;
  record: RuleRecord;
}

/** After how many records it is looked for what nobody asks for any more. */
const sweptAfter = 20_000;

/** Earlier records held in memory, for judging many records one after the other as they came: what the server counts by an index is counted here as it was at that moment. */
export class EarlierRecords {
  /** The longest period anybody asks for, by field, in milliseconds. */
  readonly #longest = new Map<string, number>();
  readonly #seen = new Map<string, Seen[]>();
  #added = 0;

  constructor(velocities: readonly Velocity[]) {
    for (const { field, minutes } of velocities) this.#longest.set(field, Math.max(this.#longest.get(field) ?? 0, minutes * 60_000));
  }

  /** Longest period of all, in minutes: records that old must be added before the first one is judged. */
  get minutes(): number {
    return Math.max(0, ...this.#longest.values()) / 60_000;
  }

  /** What a record of a moment finds. Add records in the order of their moments, and each after it was judged. */
  facts(record: RuleRecord, at: number): Facts['velocity'] {
    return ({ field, minutes, of }) => {
      const value = record[field];
      const seen = value === undefined ? [] : (this.#seen.get(keyOf(field, value)) ?? []);
      const within = seen.slice(firstSince(seen, at - minutes * 60_000)).slice(-limits.earlier);
      if (of === undefined) return String(within.length);
      return within.reduce((sum, one) => sum.plus(amountOf(one.record[of])), new Exact('0')).toFixed();
    };
  }

  add(record: RuleRecord, at: number): void {
    this.#added += 1;
    if (this.#added % sweptAfter === 0) this.#sweep(at);
    for (const [field, longest] of this.#longest) {
      const value = record[field];
      if (value === undefined) continue;
      const key = keyOf(field, value);
      const seen = this.#seen.get(key) ?? [];
      const gone = firstSince(seen, at - longest);
      // Moved only when it is worth it: a busy payer has thousands.
      if (gone > 1_000) seen.splice(0, gone);
      seen.push({ at, record });
      this.#seen.set(key, seen);
    }
  }

  /** Forgets values nobody had within the longest period: what is held is a period, however many records there are. */
  #sweep(at: number): void {
    const longest = this.minutes * 60_000;
    for (const [key, seen] of this.#seen) if ((seen.at(-1)?.at ?? 0) < at - longest) this.#seen.delete(key);
  }
}

function keyOf(field: string, value: string): string {
  return JSON.stringify([field, value]);
}

function amountOf(text: string | undefined): Exact {
  return new Exact(text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? text : '0');
}

/** Place of the first one at or after a moment. */
function firstSince(seen: readonly Seen[], moment: number): number {
  let [from, to] = [0, seen.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((seen[middle]?.at ?? 0) < moment) from = middle + 1;
    else to = middle;
  }
  return from;
}
