import type { DraftRecord } from './record.ts';

/** What a record is called and what its value reads as. */
export interface Label {
  name: string;
  value: string;
}

/** What records were called while the page could tell: kept with them for when it no longer can. */
export class Labels {
  readonly #idOf: (record: DraftRecord) => string;
  readonly #labels = new Map<string, Label>();

  /** `idOf`: tells a record with its value from others. */
  constructor(idOf: (record: DraftRecord) => string) {
    this.#idOf = idOf;
  }

  of(record: DraftRecord): Label | undefined {
    return this.#labels.get(this.#idOf(record));
  }
  note(records: readonly DraftRecord[], labelOf: (record: DraftRecord) => Label): void {
    for (const record of records) if (!this.of(record)) this.#labels.set(this.#idOf(record), labelOf(record));
  }

  packed(records: Iterable<DraftRecord>): string[][] {
    const ids = new Set(Array.from(records, this.#idOf));
    return [...this.#labels].filter(([id]) => ids.has(id)).map(([id, { name, value }]) => [id, name, value]);
  }
  unpack(kept: unknown): void {
    if (!Array.isArray(kept)) return;
    for (const parts of kept as unknown[]) {
      if (!Array.isArray(parts)) continue;
      const [id, name, value] = parts.map(String);
      if (id !== undefined && name !== undefined && value !== undefined && !this.#labels.has(id)) this.#labels.set(id, { name, value });
    }
  }
}
