import { Draft, type DraftConflict, type DraftRecord, type DraftShape } from './draft.ts';
import { DraftStorage } from './storage.ts';

export type KeeperState = 'saved' | 'changed' | 'saving' | 'offline' | 'conflict' | 'refused';
export interface KeeperView {
  state: KeeperState;
  pending: number;
  conflicts: DraftConflict[];
  /** What came too late: changes nobody takes any more, beside what counts instead. */
  left: DraftConflict[];
  rejected: DraftConflict[];
  /** Sum of the versions of all records known. */
  seen: number;
  savedAt: number;
  error: { code: string; message: string } | undefined;
}
/** What the keeper asks of its surroundings; read at the moment it is needed. */
export interface KeeperHost {
  shape: DraftShape;
  debounce: number;
  batch: number;
  /** Value of a record the server does not have. */
  empty: unknown;
  /** Saves; rejects with a failure that has code, status and, for CONFLICT, data. */
  save: (changes: DraftRecord[]) => Promise<unknown>;
  load?: (cursor: string | undefined) => Promise<unknown>;
  onSaved: (records: DraftRecord[]) => unknown;
  onMerge: (records: DraftRecord[]) => unknown;
  onLoad: (answer: Record<string, unknown>) => unknown;
  onRefused: (error: { code: string; message: string }) => unknown;
  /** The server will never take these records. */
  onRejected: (records: DraftRecord[]) => unknown;
  onView: () => void;
}

interface Failure {
  code: string;
  message: string;
  status: number | undefined;
  data: unknown;
  details: unknown;
}
const firstWait = 1_000;
const longestWait = 30_000;
/** Another attempt may well succeed. */
const passing = new Set(['NETWORK_ERROR', 'TIMEOUT', 'UNAVAILABLE', 'TOO_MANY_REQUESTS']);

/** Sends what changed, one request at a time, until the server has it. */
export class Keeper {
  readonly #host: () => KeeperHost;
  readonly #draft: Draft;
  readonly #storage: DraftStorage;
  #started = false;
  #stopped = false;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | undefined;
  #wait = firstWait;
  #isOffline = false;
  #isBehind = false;
  #adopting: Promise<void> | undefined;
  #savedAt = 0;
  #error: KeeperView['error'];
  #cursor: string | undefined;

  constructor(key: string, host: () => KeeperHost, storage = new DraftStorage(key)) {
    this.#host = host;
    this.#draft = new Draft(host().shape);
    this.#storage = storage;
  }

  get view(): KeeperView {
    return {
      state: this.#state(),
      pending: this.#draft.pending,
      conflicts: this.#closed ? [] : this.#draft.conflicts,
      left: this.#closed ? this.#draft.left(this.#host().empty) : [],
      rejected: this.#draft.rejected(this.#host().empty),
      seen: this.#draft.seen,
      savedAt: this.#savedAt,
      error: this.#error,
    };
  }
  keyOf(record: DraftRecord): string {
    return this.#draft.keyOf(record);
  }

  #state(): KeeperState {
    if (this.#error || (this.#closed && this.#draft.pending > 0)) return 'refused';
    if (this.#isOffline && this.#draft.pending > 0) return 'offline';
    if (this.#running) return 'saving';
    const { conflicts } = this.#draft;
    if (conflicts.length > 0) return 'conflict';
    return this.#draft.pending > 0 ? 'changed' : 'saved';
  }

  /** The records of the server are there: takes back what an earlier window left, and sends it. Later calls merge. */
  start(records: readonly DraftRecord[], cursor: string | undefined): void {
    this.#cursor = cursor ?? this.#cursor;
    const news = this.#draft.load(records);
    if (news.length > 0) this.#host().onMerge(news);
    if (this.#started) this.#plan(0);
    else if (!this.#storage.hasOthers) this.#begin([]);
    else this.#adopting ??= this.#storage.adopt().then((texts) => this.#begin(texts));
  }

  #begin(texts: readonly string[]): void {
    if (this.#started || this.#stopped) return;
    const kept = texts.flatMap((text) => this.#draft.restore(text));
    // What came too late is listed and never stands where the records stand.
    if (kept.length > 0 && !this.#closed) this.#host().onMerge(kept);
    this.#started = true;
    if (this.#store()) this.#storage.release();
    this.#plan(0);
    if (this.#isBehind) this.reload().catch((error: unknown) => console.warn('what others changed could not be loaded', error));
  }

  change(records: readonly DraftRecord[]): void {
    this.#draft.change(records);
    this.#store();
    this.#plan(this.#host().debounce);
  }

  decide(key: string, take: 'mine' | 'theirs'): void {
    const decided = this.#draft.decide(key, take);
    if (!decided) return;
    if (take === 'theirs') {
      // What is shown counts as settled first: otherwise the new value would be one more difference to the one here.
      this.#host().onSaved([decided.mine]);
      this.#host().onMerge([decided.theirs]);
    }
    this.#store();
    this.#plan(0);
  }

  /** The records can no longer be changed: those of the server are shown instead of what is not saved, which is listed and never sent. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#running) await this.#running;
    this.#host().onView();
    if (!this.#started || this.#draft.pending === 0) return;
    try {
      await this.reload();
    } finally {
      const left = this.#draft.left(this.#host().empty);
      if (left.length > 0 && !this.#stopped) {
        // What is shown counts as settled first, as in `decide`.
        this.#host().onSaved(left.map(({ mine }) => mine));
        this.#host().onMerge(left.map(({ theirs }) => theirs));
      }
      this.#store();
    }
  }

  /** Drops what came too late, and what was not taken. */
  dismiss(): void {
    this.#draft.dismissRejected();
    if (!this.#closed) {
      this.#host().onView();
      return;
    }
    this.#draft.clear();
    this.#store();
  }

  /** Sends everything now. True when the server has it all. */
  async flush(): Promise<boolean> {
    if (this.#running) await this.#running;
    return await this.#send();
  }

  /** Loads what others changed. */
  async reload(): Promise<void> {
    const { load } = this.#host();
    // Asked before there is anything to compare with: done when there is.
    this.#isBehind = !this.#started;
    if (!load || !this.#started || this.#stopped) return;
    const answer = asObject(await load(this.#cursor));
    if (this.#stopped) return;
    if (typeof answer.cursor === 'string') this.#cursor = answer.cursor;
    const news = this.#draft.load(recordsIn(answer.answers));
    if (news.length > 0) this.#host().onMerge(news);
    this.#store();
    this.#host().onLoad(answer);
  }

  /** The connection is back. */
  retry(): void {
    if (this.#isOffline) this.#plan(0);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#storage.close();
  }

  /** Nothing is sent any more. */
  get #isOver(): boolean {
    return this.#stopped || this.#closed || this.#error !== undefined;
  }

  #store(): boolean {
    const isKept = this.#storage.write(this.#draft.toText());
    this.#host().onView();
    return isKept;
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer);
    this.#host().onView();
    if (!this.#started || this.#isOver || this.#draft.pending === 0) return;
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  #send(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (!this.#started || this.#isOver) return Promise.resolve(this.#draft.pending === 0);
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined;
      this.#host().onView();
    });
    return this.#running;
  }

  async #sendAll(): Promise<boolean> {
    for (;;) {
      const batch = this.#draft.take(this.#host().batch);
      if (batch.length === 0 || this.#stopped || this.#closed) return this.#draft.pending === 0;
      this.#host().onView();
      try {
        const answer = asObject(await this.#host().save(batch));
        this.#settle(batch, answer);
      } catch (failure) {
        if (!this.#failed(batch, asFailure(failure))) return false;
      }
    }
  }

  #settle(batch: readonly DraftRecord[], answer: Record<string, unknown>): void {
    const saved = recordsIn(answer.saved);
    this.#draft.settle(batch, saved, recordsIn(answer.conflicts));
    this.#isOffline = false;
    this.#wait = firstWait;
    this.#savedAt = Date.now();
    if (saved.length > 0) this.#host().onSaved(saved);
    this.#store();
  }

  /** The others of the batch are sent without them. */
  #reject(records: readonly DraftRecord[]): void {
    this.#draft.reject(records);
    const keys = new Set(records.map((record) => this.keyOf(record)));
    const shown = this.#draft.rejected(this.#host().empty).filter(({ mine }) => keys.has(this.keyOf(mine)));
    // What is shown counts as settled first, as in `decide`.
    this.#host().onSaved(shown.map(({ mine }) => mine));
    this.#host().onMerge(shown.map(({ theirs }) => theirs));
    this.#store();
    this.#host().onRejected(shown.map(({ mine }) => mine));
  }

  /** Whether to go on with the next batch. */
  #failed(batch: readonly DraftRecord[], failure: Failure): boolean {
    const data = asObject(failure.data);
    if (failure.code === 'CONFLICT' && Array.isArray(data.conflicts)) {
      this.#settle(batch, data);
      return true;
    }
    this.#draft.unsent();
    const faulty = failure.status === 400 ? faultyIn(batch, failure.details) : [];
    if (faulty.length > 0) {
      this.#reject(faulty);
      return true;
    }
    if (passing.has(failure.code) || (failure.status ?? 0) >= 500) {
      this.#isOffline = true;
      if (this.#closed) return false;
      this.#timer = setTimeout(() => void this.#send(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, longestWait);
      return false;
    }
    this.#error = { code: failure.code, message: failure.message };
    this.#host().onRefused(this.#error);
    return false;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function recordsIn(value: unknown): DraftRecord[] {
  return Array.isArray(value) ? value.filter((part): part is DraftRecord => typeof part === 'object' && part !== null) : [];
}

/** The records that the details of a refusal name by their place in what was sent: `changes.3.domainId`. */
function faultyIn(batch: readonly DraftRecord[], details: unknown): DraftRecord[] {
  const fields = Array.isArray(details) ? details.map((detail: unknown) => String(asObject(detail).field ?? '')) : [];
  const places = new Set(fields.map((field) => Number(/^[a-z]\w*\.(\d+)(?:\.|$)/i.exec(field)?.[1] ?? Number.NaN)));
  return batch.filter((_, index) => places.has(index));
}

function asFailure(error: unknown): Failure {
  const { code, status, data, details } = asObject(error);
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: error instanceof Error ? error.message : String(error),
    status: typeof status === 'number' ? status : undefined,
    data,
    details,
  };
}
