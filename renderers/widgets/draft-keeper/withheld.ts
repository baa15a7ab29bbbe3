import type { DraftRecord } from './record.ts';

/**
 * Texts somebody typed that are no values, each in a record of what it was typed for, with the version it was typed over: kept in the
 * browser, never sent.
 */
export class Withheld {
  readonly #keyOf: (record: DraftRecord) => string;
  #standing = new Map<string, DraftRecord>();
  /** Kept from before a reload; they wait until they stand where they were typed, or until that has a value. */
  readonly recalled = new Map<string, DraftRecord>();

  constructor(keyOf: (record: DraftRecord) => string) {
    this.#keyOf = keyOf;
  }

  get records(): DraftRecord[] {
    return [...this.#standing.values(), ...this.recalled.values()];
  }
  get(key: string): DraftRecord | undefined {
    return this.#standing.get(key) ?? this.recalled.get(key);
  }
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** All that stand where they were typed now. Tells whether it is others than before. */
  stand(records: readonly DraftRecord[]): boolean {
    const before = JSON.stringify(this.records);
    this.#standing = new Map(records.map((record) => [this.#keyOf(record), record]));
    for (const key of this.#standing.keys()) this.recalled.delete(key);
    return JSON.stringify(this.records) !== before;
  }
  /** Nothing stands anywhere any more. */
  rest(): void {
    for (const [key, record] of this.#standing) this.recalled.set(key, record);
    this.#standing.clear();
  }
  /** Tells which are to be shown: what was typed here since is newer. */
  recall(records: readonly DraftRecord[]): DraftRecord[] {
    return records.filter((record) => {
      const key = this.#keyOf(record);
      if (this.has(key)) return false;
      this.recalled.set(key, record);
      return true;
    });
  }
  /** What it was typed over has another version, which is known here. */
  rebase(key: string, based: (record: DraftRecord) => DraftRecord): void {
    for (const records of [this.#standing, this.recalled]) {
      const record = records.get(key);
      if (record) records.set(key, based(record));
    }
  }
  clear(): void {
    this.#standing.clear();
    this.recalled.clear();
  }
  /** It has a value now. */
  valued(key: string): void {
    this.recalled.delete(key);
  }
}
