import { Known, type Missing } from './known.ts';
import { Labels } from './labels.ts';
import { keptIn, textOf, unpacked } from './packing.ts';
import { based, type DraftConflict, type DraftRecord, type DraftShape, versionOf } from './record.ts';
import { Rejected } from './rejected.ts';
import { Unsure } from './unsure.ts';
import { Withheld } from './withheld.ts';

/**
 * Records changed here and not saved yet, beside what the server is known to hold. A changed record names the version it was
 * changed from; where the server has another version with another value meanwhile, the two are a conflict somebody decides.
 */
export class Draft {
  readonly #shape: DraftShape;
  readonly #known: Known;
  readonly #pending = new Map<string, DraftRecord>();
  readonly #conflicts = new Map<string, DraftRecord>();
  readonly #keyOf = (record: DraftRecord) => this.keyOf(record);
  readonly #idOf = (record: DraftRecord) => JSON.stringify([this.keyOf(record), this.#value(record)]);
  readonly #rejected = new Rejected(this.#keyOf, this.#idOf);
  /** What is typed and cannot be sent. */
  readonly withheld = new Withheld(this.#keyOf);
  readonly labels = new Labels(this.#idOf);
  #sending = new Map<string, DraftRecord>();
  readonly #unsure: Unsure;
  readonly #empty: () => unknown;
  #isLoaded = false;

  /** `empty`: the value of a record the server does not have. */
  constructor(shape: DraftShape, empty: () => unknown) {
    this.#shape = shape;
    this.#empty = empty;
    this.#unsure = new Unsure(shape, this.#keyOf);
    this.#known = new Known((record) => ({ value: this.#value(record), version: versionOf(this.#shape, record), record }));
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
    return this.#known.seen;
  }
  #know(key: string, record: DraftRecord | undefined): void {
    if (!this.#sending.has(key)) this.#unsure.forget(key);
    this.#known.set(key, record);
  }
  /** What is not saved, beside what the server has instead. */
  get left(): DraftConflict[] {
    return this.#beside(this.#pending.values());
  }
  /** What the server will never take, beside what it has instead. */
  get rejected(): DraftConflict[] {
    return this.#beside(this.#rejected.records);
  }
  /** All that is here and was not taken in. */
  get untaken(): DraftConflict[] {
    return [...this.left, ...this.rejected, ...this.withheld.records.map((mine) => ({ mine, theirs: mine }))];
  }

  /** All that is known, and what was changed here instead of that: `withMine`. */
  standing(withMine: boolean): DraftRecord[] {
    const mine = withMine ? this.#pending : new Map<string, DraftRecord>();
    return [...this.#known.records((key) => !mine.has(key)), ...mine.values()];
  }

  #knownOf(key: string): { value: unknown; version: number } {
    return this.#known.get(key) ?? { value: this.#empty(), version: 0 };
  }
  #beside(records: Iterable<DraftRecord>): DraftConflict[] {
    return Array.from(records, (mine) => ({ mine, theirs: this.#asKnown(this.keyOf(mine), mine) }));
  }
  #asKnown(key: string, mine: DraftRecord): DraftRecord {
    const { value, version } = this.#knownOf(key);
    return { ...mine, [this.#shape.valueField]: value, [this.#shape.versionField]: version };
  }

  keyOf(record: DraftRecord): string {
    return JSON.stringify(this.#shape.identity.map((name) => String(record[name])));
  }
  #value(record: DraftRecord): unknown {
    return record[this.#shape.valueField];
  }

  #isIn(records: ReadonlyMap<string, DraftRecord>, record: DraftRecord): boolean {
    const other = records.get(this.keyOf(record));
    return other !== undefined && this.#value(other) === this.#value(record);
  }

  /** Changed back to what the server had: no change, unless the server may have got what stood there in between. */
  #isUndone(key: string, { value, version }: { value: unknown; version: number }): boolean {
    const mine = this.#pending.get(key);
    if (!mine || !this.#isLoaded || this.#unsure.has(key)) return false;
    return this.#value(mine) === value && versionOf(this.#shape, mine) === version;
  }

  /** Records as the server has them now. Tells which of them are news to be shown here. */
  load(records: readonly DraftRecord[]): DraftRecord[] {
    const news: DraftRecord[] = [];
    const isFirst = !this.#isLoaded;
    this.#isLoaded = true;
    for (const record of records) {
      const key = this.keyOf(record);
      const version = versionOf(this.#shape, record);
      const known = this.#known.get(key);
      if (known && known.version >= version) continue;
      const isOwn = this.#unsure.isOwn(record);
      this.#know(key, record);
      const mine = this.#pending.get(key);
      if (!mine) news.push(record);
      else if (this.#sending.has(key)) continue;
      else if (this.#value(mine) === this.#value(record)) this.#forget(key);
      else if (versionOf(this.#shape, mine) !== version) this.#differ(key, record, isOwn);
    }
    // What was changed and changed back before anything was known.
    if (isFirst) for (const key of [...this.#pending.keys()]) if (this.#isUndone(key, this.#knownOf(key))) this.#forget(key);
    return news;
  }

  /** The server has another value: of somebody else it is a conflict, and of here what the one given since starts from. */
  #differ(key: string, theirs: DraftRecord, isOwn: boolean): void {
    const mine = this.#pending.get(key);
    if (!isOwn) this.#conflicts.set(key, theirs);
    else if (mine) this.#pending.set(key, based(this.#shape, mine, versionOf(this.#shape, theirs)));
  }

  /** What is known besides these. */
  besides(records: readonly DraftRecord[]): Missing {
    return this.#known.besides(new Set(records.map((record) => this.keyOf(record))));
  }
  /** Forgets what is gone: neither changed nor saved from here since it was missing. */
  forgetGone(missing: Missing, changed: readonly DraftRecord[]): void {
    const keys = new Set(changed.map((record) => this.keyOf(record)));
    for (const [key, known] of missing) if (!keys.has(key) && this.#known.get(key) === known) this.#know(key, undefined);
  }

  /** The version a change here starts from: what was seen last, also where a text that is no value has covered it since. */
  #baseOf(key: string): number {
    const before = this.#pending.get(key);
    const covered = this.withheld.get(key)?.[this.#shape.versionField];
    if (before) return versionOf(this.#shape, before);
    return typeof covered === 'number' ? covered : this.#knownOf(key).version;
  }
  /** All texts that are no values and stand where they were typed. Tells whether it is others than before. */
  withhold(records: readonly DraftRecord[]): boolean {
    return this.withheld.stand(records.map((record) => based(this.#shape, record, this.#baseOf(this.keyOf(record)))));
  }

  /** Records changed here. */
  change(records: readonly DraftRecord[]): void {
    for (const record of records) {
      const key = this.keyOf(record);
      this.#rejected.forget(key);
      const known = this.#knownOf(key);
      const theirs = this.#conflicts.get(key);
      this.#pending.set(key, based(this.#shape, record, this.#baseOf(key)));
      this.withheld.valued(key);
      const isBack = this.#isUndone(key, known) && !this.#sending.has(key);
      if (isBack || (theirs && this.#value(theirs) === this.#value(record))) this.#forget(key);
    }
  }

  /** Takes what to send next: nothing in conflict, at most so many. Empty when there is nothing. */
  take(limit: number): DraftRecord[] {
    const batch: DraftRecord[] = [];
    for (const [key, record] of this.#pending) {
      if (batch.length >= limit) break;
      if (!this.#conflicts.has(key)) batch.push(record);
    }
    this.#sending = new Map(batch.map((record) => [this.keyOf(record), record]));
    return batch;
  }

  /** What became of a batch: saved records, and those somebody else was faster with. Tells which of these replace what was changed back here. */
  settle(sent: readonly DraftRecord[], saved: readonly DraftRecord[], conflicts: readonly DraftRecord[] = []): DraftRecord[] {
    this.#sending = new Map();
    const news: DraftRecord[] = [];
    const values = new Map(sent.map((record) => [this.keyOf(record), this.#value(record)]));
    for (const record of saved) {
      const key = this.keyOf(record);
      const version = versionOf(this.#shape, record);
      this.#know(key, record);
      this.withheld.rebase(key, (typed) => based(this.#shape, typed, version));
      const mine = this.#pending.get(key);
      if (!mine) continue;
      // Changed once more while it was on its way: the next change starts from what was just saved.
      if (this.#value(mine) === values.get(key)) this.#forget(key);
      else this.#pending.set(key, based(this.#shape, mine, version));
    }
    for (const record of conflicts) {
      const key = this.keyOf(record);
      const isUndone = this.#isUndone(key, this.#knownOf(key));
      const isOwn = this.#unsure.isOwn(record);
      this.#know(key, record);
      const mine = this.#pending.get(key);
      if (isUndone) news.push(record);
      if (isUndone || (mine && this.#value(mine) === this.#value(record))) this.#forget(key);
      else if (mine) this.#differ(key, record, isOwn);
    }
    return news;
  }

  /** The batch was not taken. `isSure`: it never arrived, or was refused. */
  unsent(isSure: boolean): void {
    if (!isSure) for (const record of this.#sending.values()) this.#unsure.add(record);
    for (const key of this.#sending.keys()) {
      this.#sending.delete(key);
      if (this.#isUndone(key, this.#knownOf(key))) this.#forget(key);
    }
  }

  /** Decides a conflict. `mine` is sent again; `theirs` is given back to be shown. */
  decide(key: string, take: 'mine' | 'theirs'): DraftConflict | undefined {
    const theirs = this.#conflicts.get(key);
    const mine = this.#pending.get(key);
    if (!theirs || !mine) return undefined;
    this.#conflicts.delete(key);
    if (take === 'mine') this.#pending.set(key, based(this.#shape, mine, versionOf(this.#shape, theirs)));
    else this.#pending.delete(key);
    return { mine, theirs };
  }

  /** Whether something else stands there since: given anew here, or by others. */
  isOvertaken({ mine, theirs }: DraftConflict, take: 'mine' | 'theirs'): boolean {
    const key = this.keyOf(mine);
    const now = this.#pending.get(key) ?? this.#asKnown(key, mine);
    return this.#value(now) !== this.#value(take === 'mine' ? mine : theirs);
  }

  /** The server will never take these: listed until they are dismissed, or given anew, on their way too. Tells which are listed. */
  reject(sent: readonly DraftRecord[]): DraftRecord[] {
    return sent.filter((record) => {
      const key = this.keyOf(record);
      const mine = this.#pending.get(key);
      if (!mine || this.#value(mine) !== this.#value(record)) return false;
      this.#forget(key);
      this.#unsure.forget(key);
      this.#rejected.add(mine);
      return true;
    });
  }
  /** Drops what came too late, what was not taken, or all of it. */
  dismiss(kind: 'late' | 'rejected' | 'lost'): void {
    if (kind !== 'rejected') for (const changed of [this.#pending, this.#conflicts]) changed.clear();
    if (kind !== 'late') this.#rejected.clear();
    if (kind === 'lost') this.withheld.clear();
  }

  #forget(key: string): void {
    this.#pending.delete(key);
    this.#conflicts.delete(key);
  }

  /** What the storage of the browser keeps: everything not saved, what was not taken, and what cannot be sent. Undefined when there is nothing. */
  toText(): string | undefined {
    const unsure = this.#unsure.besides(this.#pending, this.#sending.values());
    const parts = { records: [...this.#pending.values()], rejected: this.#rejected.records, withheld: this.withheld.records, unsure };
    return textOf(this.#shape, parts, this.labels);
  }

  /** Takes back what the storage kept for windows, after the first `load`: records to be shown, and others as they were typed. */
  restore(texts: readonly string[]): { shown: DraftRecord[]; withheld: DraftRecord[] } {
    const all = texts.map((text) => this.#restore(keptIn(text)));
    return { shown: all.flatMap(({ shown }) => shown), withheld: all.flatMap(({ withheld }) => withheld) };
  }
  #restore(kept: Record<string, unknown>): { shown: DraftRecord[]; withheld: DraftRecord[] } {
    const shown: DraftRecord[] = [];
    this.labels.unpack(kept.labels);
    for (const record of unpacked(this.#shape, kept.rejected)) if (!this.#isIn(this.#pending, record)) this.#rejected.add(record);
    for (const record of unpacked(this.#shape, kept.unsure)) this.#unsure.add(record);
    for (const record of unpacked(this.#shape, kept.records)) {
      const key = this.keyOf(record);
      const mine = this.#pending.get(key);
      // Of what several windows gave one is saved: the other is listed.
      if (mine && this.#value(mine) !== this.#value(record)) this.#rejected.add(record);
      if (mine) continue;
      const known = this.#known.get(key);
      // Of a record nobody has any more, what is empty tells that it was cleared.
      if (this.#value(record) === (known ?? { value: this.#empty() }).value && (known || versionOf(this.#shape, record) === 0)) continue;
      this.#pending.set(key, based(this.#shape, record, versionOf(this.#shape, record)));
      shown.push(record);
      const theirs = this.#asKnown(key, record);
      if (known && known.version !== versionOf(this.#shape, record)) this.#differ(key, theirs, this.#unsure.isOwn(theirs));
    }
    const typed = unpacked(this.#shape, kept.withheld);
    for (const record of typed) {
      // One text stands where it was typed: the others are listed.
      if (this.withheld.recalled.has(this.keyOf(record)) && !this.#isIn(this.withheld.recalled, record)) this.#rejected.add(record);
    }
    return { shown, withheld: this.withheld.recall(typed) };
  }
}
