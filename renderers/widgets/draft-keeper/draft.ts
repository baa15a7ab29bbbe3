export type DraftRecord = Record<string, unknown>;
export interface DraftConflict {
  mine: DraftRecord;
  theirs: DraftRecord;
}
export interface DraftShape {
  identity: readonly string[];
  valueField: string;
  versionField: string;
}
interface Known {
  value: unknown;
  version: number;
}

/**
 * Records changed here and not saved yet, beside what the server is known to hold. A changed record names the version it was
 * changed from; where the server has another version with another value meanwhile, the two are a conflict somebody decides.
 */
export class Draft {
  readonly #shape: DraftShape;
  readonly #known = new Map<string, Known>();
  readonly #pending = new Map<string, DraftRecord>();
  readonly #conflicts = new Map<string, DraftRecord>();
  readonly #rejected = new Map<string, DraftRecord>();
  #sending = new Set<string>();

  constructor(shape: DraftShape) {
    this.#shape = shape;
  }

  get pending(): number {
    return this.#pending.size;
  }
  get conflicts(): DraftConflict[] {
    return [...this.#conflicts].flatMap(([key, theirs]) => {
      const mine = this.#pending.get(key);
      return mine ? [{ mine, theirs }] : [];
    });
  }

  /** Sum of the versions of all records: the same as at the server only while no change of others is unknown here. */
  get seen(): number {
    return [...this.#known.values()].reduce((sum, { version }) => sum + version, 0);
  }
  /** What is not saved, beside what the server has instead; `empty` where it has nothing. */
  left(empty: unknown): DraftConflict[] {
    return this.#beside(this.#pending, empty);
  }
  /** What the server will never take, beside what it has instead. */
  rejected(empty: unknown): DraftConflict[] {
    return this.#beside(this.#rejected, empty);
  }

  #beside(records: ReadonlyMap<string, DraftRecord>, empty: unknown): DraftConflict[] {
    const { valueField, versionField } = this.#shape;
    return [...records].map(([key, mine]) => {
      const { value, version } = this.#known.get(key) ?? { value: empty, version: 0 };
      return { mine, theirs: { ...mine, [valueField]: value, [versionField]: version } };
    });
  }

  keyOf(record: DraftRecord): string {
    return JSON.stringify(this.#shape.identity.map((name) => String(record[name])));
  }
  #value(record: DraftRecord): unknown {
    return record[this.#shape.valueField];
  }
  #version(record: DraftRecord): number {
    const version = Number(record[this.#shape.versionField] ?? 0);
    return Number.isSafeInteger(version) && version > 0 ? version : 0;
  }
  #based(record: DraftRecord, version: number): DraftRecord {
    const { identity, valueField, versionField } = this.#shape;
    const parts = [...identity, valueField].map((name) => [name, record[name]] as const);
    return { ...Object.fromEntries(parts), [versionField]: version };
  }

  /** Records as the server has them now. Tells which of them are news to be shown here. */
  load(records: readonly DraftRecord[]): DraftRecord[] {
    const news: DraftRecord[] = [];
    for (const record of records) {
      const key = this.keyOf(record);
      const version = this.#version(record);
      const known = this.#known.get(key);
      if (known && known.version >= version) continue;
      this.#known.set(key, { value: this.#value(record), version });
      const mine = this.#pending.get(key);
      if (!mine) news.push(record);
      else if (this.#sending.has(key)) continue;
      else if (this.#value(mine) === this.#value(record)) this.#forget(key);
      else if (this.#version(mine) !== version) this.#conflicts.set(key, record);
    }
    return news;
  }

  /** Records changed here. */
  change(records: readonly DraftRecord[]): void {
    for (const record of records) {
      const key = this.keyOf(record);
      this.#rejected.delete(key);
      const known = this.#known.get(key);
      const theirs = this.#conflicts.get(key);
      const before = this.#pending.get(key);
      const isBack = known !== undefined && known.value === this.#value(record) && !this.#sending.has(key);
      if (isBack || (theirs && this.#value(theirs) === this.#value(record))) this.#forget(key);
      else this.#pending.set(key, this.#based(record, before ? this.#version(before) : (known?.version ?? 0)));
    }
  }

  /** Takes what to send next: nothing in conflict, at most so many. Empty when there is nothing. */
  take(limit: number): DraftRecord[] {
    const batch: DraftRecord[] = [];
    for (const [key, record] of this.#pending) {
      if (batch.length >= limit) break;
      if (!this.#conflicts.has(key)) batch.push(record);
    }
    this.#sending = new Set(batch.map((record) => this.keyOf(record)));
    return batch;
  }

  /** What became of a batch: saved records and those somebody else was faster with, as the server has them. */
  settle(sent: readonly DraftRecord[], saved: readonly DraftRecord[], conflicts: readonly DraftRecord[] = []): void {
    this.#sending = new Set();
    const values = new Map(sent.map((record) => [this.keyOf(record), this.#value(record)]));
    for (const record of saved) {
      const key = this.keyOf(record);
      const version = this.#version(record);
      this.#known.set(key, { value: this.#value(record), version });
      const mine = this.#pending.get(key);
      if (!mine) continue;
      // Changed once more while it was on its way: the next change starts from what was just saved.
      if (this.#value(mine) === values.get(key)) this.#forget(key);
      else this.#pending.set(key, this.#based(mine, version));
    }
    for (const record of conflicts) {
      const key = this.keyOf(record);
      this.#known.set(key, { value: this.#value(record), version: this.#version(record) });
      const mine = this.#pending.get(key);
      if (mine && this.#value(mine) === this.#value(record)) this.#forget(key);
      else if (mine) this.#conflicts.set(key, record);
    }
  }

  /** The batch never arrived. */
  unsent(): void {
    this.#sending = new Set();
  }

  /** Decides a conflict. `mine` is sent again; `theirs` is given back to be shown. */
  decide(key: string, take: 'mine' | 'theirs'): DraftConflict | undefined {
    const theirs = this.#conflicts.get(key);
    const mine = this.#pending.get(key);
    if (!theirs || !mine) return undefined;
    this.#conflicts.delete(key);
    if (take === 'mine') this.#pending.set(key, this.#based(mine, this.#version(theirs)));
    else this.#pending.delete(key);
    return { mine, theirs };
  }

  /** The server will never take these: they are no longer to be saved, and listed until they are dismissed or given anew. */
  reject(records: readonly DraftRecord[]): void {
    for (const record of records) {
      const key = this.keyOf(record);
      const mine = this.#pending.get(key);
      this.#forget(key);
      if (mine) this.#rejected.set(key, mine);
    }
  }
  dismissRejected(): void {
    this.#rejected.clear();
  }

  /** Nothing is to be saved any more. */
  clear(): void {
    this.#pending.clear();
    this.#conflicts.clear();
  }

  #forget(key: string): void {
    this.#pending.delete(key);
    this.#conflicts.delete(key);
  }

  /** What the storage of the browser keeps: everything not saved. Undefined when there is nothing. */
  toText(): string | undefined {
    return this.#pending.size === 0 ? undefined : JSON.stringify({ format: 1, records: [...this.#pending.values()] });
  }

  /**
   * Takes back what the storage kept; call it after the first `load`. Tells which records are to be shown. Text that is no
   * draft counts as none.
   */
  restore(text: string): DraftRecord[] {
    const shown: DraftRecord[] = [];
    for (const record of recordsOf(text)) {
      const key = this.keyOf(record);
      if (this.#pending.has(key)) continue;
      const known = this.#known.get(key);
      if (known && known.value === this.#value(record)) continue;
      const { valueField, versionField } = this.#shape;
      this.#pending.set(key, this.#based(record, this.#version(record)));
      shown.push(record);
      if (known && known.version !== this.#version(record)) {
        this.#conflicts.set(key, { ...record, [valueField]: known.value, [versionField]: known.version });
      }
    }
    return shown;
  }
}

function recordsOf(text: string): DraftRecord[] {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null || !('format' in kept) || kept.format !== 1 || !('records' in kept)) return [];
    return Array.isArray(kept.records) ? kept.records.filter((part): part is DraftRecord => typeof part === 'object' && part !== null) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
