import type { DraftRecord } from './record.ts';

type Read = (record: DraftRecord) => string;

/** Records nobody takes, listed until they are dismissed or given anew: of one record as many as there are values. */
export class Rejected {
  readonly #keyOf: Read;
  readonly #idOf: Read;
  readonly #records = new Map<string, DraftRecord>();

  /** `idOf`: tells a record with its value from others. */
  constructor(keyOf: Read, idOf: Read) {
    this.#keyOf = keyOf;
    this.#idOf = idOf;
  }

  get records(): DraftRecord[] {
    return [...this.#records.values()];
  }
  add(record: DraftRecord): void {
    this.#records.set(this.#idOf(record), record);
  }
  /** It was given anew. */
  forget(key: string): void {
    for (const [id, record] of this.#records) if (this.#keyOf(record) === key) this.#records.delete(id);
  }
  clear(): void {
    this.#records.clear();
  }
}
