import { type DraftRecord, type DraftShape, versionOf } from './record.ts';

/** Records sent without an answer: the server may have one of them, as the version after the one it was changed from. */
export class Unsure {
  readonly #shape: DraftShape;
  readonly #keyOf: (record: DraftRecord) => string;
  readonly #sent = new Map<string, DraftRecord[]>();

  constructor(shape: DraftShape, keyOf: (record: DraftRecord) => string) {
    this.#shape = shape;
    this.#keyOf = keyOf;
  }

  /** These and others on their way, of records that have another value by now. */
  besides(pending: ReadonlyMap<string, DraftRecord>, sending: Iterable<DraftRecord>): DraftRecord[] {
    const { valueField } = this.#shape;
    return [...[...this.#sent.values()].flat(), ...sending].filter((record) => {
      const mine = pending.get(this.#keyOf(record));
      return mine !== undefined && mine[valueField] !== record[valueField];
    });
  }
  has(key: string): boolean {
    return this.#sent.has(key);
  }
  add(record: DraftRecord): void {
    const key = this.#keyOf(record);
    this.#sent.set(key, [...(this.#sent.get(key) ?? []).filter((one) => !this.#isSame(one, record)), record]);
  }
  forget(key: string): void {
    this.#sent.delete(key);
  }
  /** Whether what the server has is what was sent from here, and nobody else's. */
  isOwn(theirs: DraftRecord): boolean {
    const sent = this.#sent.get(this.#keyOf(theirs)) ?? [];
    const version = versionOf(this.#shape, theirs);
    return sent.some(
      (one) => versionOf(this.#shape, one) + 1 === version && one[this.#shape.valueField] === theirs[this.#shape.valueField],
    );
  }

  #isSame(one: DraftRecord, other: DraftRecord): boolean {
    const { valueField } = this.#shape;
    return one[valueField] === other[valueField] && versionOf(this.#shape, one) === versionOf(this.#shape, other);
  }
}
