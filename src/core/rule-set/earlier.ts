import { Exact } from '../statement/exact.ts';
import { limits } from './limits.ts';
import type { Facts, RuleRecord, Velocity } from './types.ts';

/** A record with the sums of those before it, in the order of `#sums`: the sum of a period is one difference, however many records it has. */
interface Seen {
  at: number;
  before: readonly Exact[];
}
interface Value {
  seen: Seen[];
  totals: readonly Exact[];
}

/** After how many records it is looked for what nobody asks for any more. */
const sweptAfter = 20_000;
const zero = new Exact('0');

/** Earlier records held in memory, for judging many records one after the other as they came: what the server counts by an index is counted here as it was at that moment. */
export class EarlierRecords {
  /** The longest period anybody asks for, by field, in milliseconds. */
  readonly #longest = new Map<string, number>();
  /** The fields whose sums are asked for, by the field records are counted by. */
  readonly #sums = new Map<string, string[]>();
  readonly #values = new Map<string, Value>();
  #added = 0;
  #held = 0;

  constructor(velocities: readonly Velocity[]) {
    for (const { field, minutes, of } of velocities) {
      this.#longest.set(field, Math.max(this.#longest.get(field) ?? 0, minutes * 60_000));
      const sums = this.#sums.get(field) ?? [];
      this.#sums.set(field, of === undefined || sums.includes(of) ? sums : [...sums, of]);
    }
  }

  /** Longest period of all, in minutes: records that old must be added before the first one is judged. */
  get minutes(): number {
    return Math.max(0, ...this.#longest.values()) / 60_000;
  }

  /** How many are held now, by all fields together. */
  get held(): number {
    return this.#held;
  }

  /** What a record of a moment finds. Add records in the order of their moments, and each after it was judged. */
  facts(record: RuleRecord, at: number): Facts['velocity'] {
    return ({ field, minutes, of }) => {
      const value = record[field];
      const { seen, totals } = (value === undefined ? undefined : this.#values.get(keyOf(field, value))) ?? { seen: [], totals: [] };
      const first = Math.max(firstSince(seen, at - minutes * 60_000), seen.length - limits.earlier);
      if (of === undefined) return String(seen.length - first);
      const sum = this.#sums.get(field)?.indexOf(of) ?? -1;
      return (totals[sum] ?? zero).minus(seen[first]?.before[sum] ?? totals[sum] ?? zero).toFixed();
    };
  }

  add(record: RuleRecord, at: number): void {
    this.#added += 1;
    if (this.#added % sweptAfter === 0) this.#sweep(at);
    for (const [field, longest] of this.#longest) {
      const text = record[field];
      if (text === undefined) continue;
      const key = keyOf(field, text);
      const sums = this.#sums.get(field) ?? [];
      const value = this.#values.get(key) ?? { seen: [], totals: sums.map(() => zero) };
      const gone = Math.max(firstSince(value.seen, at - longest), value.seen.length - limits.earlier);
      // Moved only when it is worth it: a busy payer has thousands.
      if (gone > 1_000) this.#held -= value.seen.splice(0, gone).length;
      value.seen.push({ at, before: value.totals });
      this.#held += 1;
      if (sums.length > 0) value.totals = value.totals.map((total, index) => total.plus(amountOf(record[sums[index] ?? ''])));
      this.#values.set(key, value);
    }
  }

  /** Forgets values nobody had within the longest period: what is held is a period, however many records there are. */
  #sweep(at: number): void {
    const longest = this.minutes * 60_000;
    for (const [key, { seen }] of this.#values) {
      if ((seen.at(-1)?.at ?? 0) >= at - longest) continue;
      this.#held -= seen.length;
      this.#values.delete(key);
    }
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
