import type { DraftRecord } from './record.ts';

interface Entry {
  value: unknown;
  version: number;
  record: DraftRecord;
}
/** Known records, as they were known when somebody looked. */
export type Missing = ReadonlyMap<string, Entry>;

/** What the server is known to hold, by key. */
export class Known {
  readonly #entryOf: (record: DraftRecord) => Entry;
  readonly #entries = new Map<string, Entry>();
  #seen = 0;

  constructor(entryOf: (record: DraftRecord) => Entry) {
    this.#entryOf = entryOf;
  }

  /** Sum of all versions. */
  get seen(): number {
    return this.#seen;
  }
  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }
  records(isWanted: (key: string) => boolean): DraftRecord[] {
    return [...this.#entries].filter(([key]) => isWanted(key)).map(([, { record }]) => record);
  }
  besides(keys: ReadonlySet<string>): Missing {
    return new Map([...this.#entries].filter(([key]) => !keys.has(key)));
  }

  set(key: string, record: DraftRecord | undefined): void {
    this.#seen -= this.#entries.get(key)?.version ?? 0;
    if (!record) {
      this.#entries.delete(key);
      return;
    }
    const entry = this.#entryOf(record);
    this.#entries.set(key, entry);
    this.#seen += entry.version;
  }
}
