import { DraftStorage } from '../../shared/draft-storage.ts';
import { asFailure, asObject, type Failure, faultyIn, isPassing, isRefusal, notLoaded, recordsIn } from './answers.ts';
import { Draft } from './draft.ts';
import { deaf, type KeeperHost, type KeeperView, showTheirs, tellDecided, viewOf } from './keeper-host.ts';
import type { Missing } from './known.ts';
import type { Label } from './labels.ts';
import { Pace } from './pace.ts';
import type { DraftRecord } from './record.ts';

/** Sends what changed, one request at a time, until the server has it. */
export class Keeper {
  #host: () => KeeperHost;
  readonly #draft: Draft;
  readonly #storage: DraftStorage;
  #started = false;
  #stopped = false;
  /** What is left when it is stopped is sent all the same. */
  #goesOn = false;
  #closed = false;
  #gone = false;
  /** What showed the records went with them: when they come back, all is to be shown anew. */
  #isUnshown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | undefined;
  readonly #pace = new Pace();
  #isOffline = false;
  #isBehind = false;
  #adopting: Promise<void> | undefined;
  #savedAt = 0;
  #error: KeeperView['error'];
  #cursor: string | undefined;
  #isKept = true;

  constructor(key: string, host: () => KeeperHost, storage = new DraftStorage(key)) {
    this.#host = host;
    this.#draft = new Draft(host().shape, () => this.#host().empty);
    this.#storage = storage;
  }

  get view(): KeeperView {
    return viewOf(this.#draft, {
      isStarted: this.#started,
      isClosed: this.#closed,
      isGone: this.#gone,
      isOffline: this.#isOffline,
      isSaving: this.#running !== undefined,
      savedAt: this.#savedAt,
      error: this.#error,
      kept: this.#isKept,
    });
  }
  keyOf(record: DraftRecord): string {
    return this.#draft.keyOf(record);
  }
  labelOf(record: DraftRecord): Label | undefined {
    return this.#draft.labels.of(record);
  }

  /** The records of the server are there: takes back what an earlier window left, and sends it. Later calls merge. */
  start(records: readonly DraftRecord[], cursor: string | undefined): void {
    if (this.#gone && this.#started) return;
    this.#cursor = cursor ?? this.#cursor;
    const news = this.#draft.load(records);
    const isAnew = this.#isUnshown && !this.#gone;
    this.#isUnshown &&= this.#gone;
    const shown = isAnew ? this.#draft.standing(!this.#closed) : news;
    if (shown.length > 0) this.#host().onMerge(shown);
    if (isAnew) this.#host().onWithheld(this.#draft.withheld.records);

    const missing = this.#draft.besides(records);
    if (missing.size > 0 && this.#host().load) this.reload(missing).catch(notLoaded);
    else this.#draft.forgetGone(missing, []);
    if (this.#started) this.#plan(0);
    else if (!this.#storage.hasOthers) this.#begin([]);
    else this.#adopting ??= this.#storage.adopt().then((texts) => this.#begin(texts));
  }

  #begin(texts: readonly string[]): void {
    if (this.#started || this.#stopped) return;
    const { shown, withheld } = this.#draft.restore(texts);
    // What came too late is listed and never stands where the records stand.
    if (shown.length > 0 && !this.#closed) this.#host().onMerge(shown);
    if (withheld.length > 0) this.#host().onWithheld(withheld);
    this.#started = true;
    if (this.#store()) this.#storage.release();
    this.#plan(0);
    if (this.#isBehind) this.reload().catch(notLoaded);
  }

  change(records: readonly DraftRecord[]): void {
    this.#draft.change(records);
    // Of many the first: naming takes time, and when there is more of it a failed request names them all.
    this.#note(records.slice(0, 100));
    this.#plan(this.#pace.afterChange(this.#host().debounce));
  }

  /** All texts that are no values and stand where they were typed. */
  withhold(records: readonly DraftRecord[]): void {
    if (this.#draft.withhold(records)) this.#note(records);
  }

  async decide(key: string, take: 'mine' | 'theirs'): Promise<void> {
    const decided = this.#draft.decide(key, take);
    if (!decided) return;
    this.#store();
    this.#plan(0);
    // What others changed besides is shown first: what follows depends on it.
    if (this.#running) await this.#running;
    if (this.#draft.isOvertaken(decided, take)) return;
    tellDecided(this.#host(), decided, { take, isCovered: this.#draft.withheld.has(key) });
  }

  /**
   * The records can no longer be changed: those of the server are shown instead of what is not saved, which is listed and never sent. Of
   * records that are gone nothing is shown besides that.
   */
  async close(isGone = false): Promise<void> {
    this.#gone = isGone;
    this.#isUnshown ||= isGone;
    if (isGone) this.#draft.withheld.rest();
    this.#host().onView();
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#running) await this.#running;
    this.#host().onView();
    if (this.#gone || !this.#started || this.#draft.pending === 0) return;
    try {
      await this.reload();
    } finally {
      const left = this.#closed && !this.#stopped ? this.#draft.left : [];
      if (left.length > 0) showTheirs(this.#host(), left);
      this.#store();
    }
  }

  /** The records can be changed again: what was not saved by then is shown once more, and sent. */
  reopen(): void {
    if (!this.#closed) return;
    this.#closed = false;
    this.#gone = false;
    this.#error = undefined;
    const kept = this.#started && !this.#isUnshown ? this.#draft.left.map(({ mine }) => mine) : [];
    if (kept.length > 0) this.#host().onMerge(kept);
    this.#plan(0);
  }

  /** Drops what came too late, what was not taken, or all of it. */
  dismiss(kind: 'late' | 'rejected' | 'lost'): void {
    this.#draft.dismiss(kind);
    this.#store();
  }

  /** Sends everything now. True when the server has it all. */
  async flush(): Promise<boolean> {
    if (this.#running) await this.#running;
    return await this.#send();
  }

  /** Loads what others changed. `missing`, which a list of all records did not have, is gone unless that tells that it was saved since. */
  async reload(missing?: Missing): Promise<void> {
    const { load } = this.#host();
    // Asked before there is anything to compare with: done when there is.
    this.#isBehind = !this.#started;
    if (!load || !this.#started || this.#stopped) return;
    const answer = asObject(await load(this.#cursor));
    if (this.#stopped) return;
    if (typeof answer.cursor === 'string') this.#cursor = answer.cursor;
    const changed = recordsIn(answer.answers);
    const news = this.#draft.load(changed);
    if (missing) this.#draft.forgetGone(missing, changed);
    if (news.length > 0) this.#host().onMerge(news);
    this.#store();
    this.#host().onLoad(answer);
  }

  /** The connection is back. */
  retry(): void {
    if (this.#isOffline) this.#plan(0);
  }
  /** Sends once more what was refused as a whole. */
  again(): void {
    this.#error = undefined;
    this.#plan(0);
  }
  /** Nobody may come back to this browser: what was changed a moment ago goes on its way, where anything arrives. */
  hurry(): void {
    if (!this.#isOffline) void this.#send();
  }
  /** What is on its way still arrives, and concerns nobody any more: another keeper may have taken the place of this one. */
  stop(goesOn = false): void {
    this.#goesOn = goesOn;
    this.#stopped = true;
    const host = { ...this.#host(), ...deaf };
    this.#host = () => host;
    clearTimeout(this.#timer);
    this.#storage.close();
  }

  /** Keeps what these are called with them. */
  #note(records: readonly DraftRecord[]): void {
    if (!this.#gone) this.#draft.labels.note(records, this.#host().labelOf);
    this.#store();
  }

  /** Nothing is sent any more. */
  get #isOver(): boolean {
    return this.#stopped || this.#closed || this.#error !== undefined;
  }

  #store(): boolean {
    const text = this.#draft.toText();
    this.#isKept = this.#storage.write(text) || text === undefined;
    this.#host().onView();
    return this.#isKept;
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer);
    this.#host().onView();
    if (this.#draft.pending === 0) this.#pace.caughtUp();
    if (!this.#started || this.#isOver || this.#draft.pending === 0) return;
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  #send(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (!this.#started || this.#isOver) return Promise.resolve(this.#started && this.#draft.pending === 0);
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined;
      this.#host().onView();
    });
    return this.#running;
  }

  async #sendAll(): Promise<boolean> {
    for (;;) {
      const batch = this.#draft.take(this.#host().batch);
      this.#pace.caughtUp();
      if (batch.length === 0 || (this.#stopped && !this.#goesOn) || this.#closed) return this.#draft.pending === 0;
      this.#host().onView();
      // What a browser without a connection sends never leaves it.
      const isCut = !navigator.onLine;
      const asked = this.#draft.conflicts.length;
      try {
        this.#settle(batch, asObject(await this.#host().save(batch)));
      } catch (failure) {
        if (!this.#failed(batch, asFailure(failure), isCut)) return false;
      }
      // Whoever decides sees what others changed besides.
      if (this.#draft.conflicts.length > asked) await this.reload().catch(notLoaded);
    }
  }

  #settle(batch: readonly DraftRecord[], answer: Record<string, unknown>): void {
    const saved = recordsIn(answer.saved);
    const news = this.#draft.settle(batch, saved, recordsIn(answer.conflicts));
    this.#isOffline = false;
    this.#pace.arrived();
    this.#savedAt = Date.now();
    if (saved.length > 0) this.#host().onSaved(saved);
    if (news.length > 0) this.#host().onMerge(news);
    this.#store();
  }

  /** The others of the batch are sent without them. */
  #reject(records: readonly DraftRecord[]): void {
    const keys = new Set(this.#draft.reject(records).map((record) => this.keyOf(record)));
    if (keys.size === 0) return;
    const shown = this.#draft.rejected.filter(({ mine }) => keys.has(this.keyOf(mine)));
    showTheirs(this.#host(), shown);
    this.#store();
    this.#host().onRejected(shown.map(({ mine }) => mine));
  }

  /** Whether to go on with the next batch. */
  #failed(batch: readonly DraftRecord[], failure: Failure, isCut: boolean): boolean {
    const data = asObject(failure.data);
    if (failure.code === 'CONFLICT' && Array.isArray(data.conflicts)) {
      this.#settle(batch, data);
      return true;
    }
    this.#draft.unsent(isCut || isRefusal(failure));
    this.#note(this.#draft.left.slice(0, this.#host().batch).map(({ mine }) => mine));
    const faulty = failure.status === 400 ? faultyIn(batch, failure.details) : [];
    if (faulty.length > 0) {
      this.#reject(faulty);
      return true;
    }
    if (isPassing(failure)) {
      this.#isOffline = true;
      if (this.#closed) return false;
      this.#timer = setTimeout(() => void this.#send(), this.#pace.afterFailure());
      return false;
    }
    this.#error = { code: failure.code, message: failure.message };
    this.#host().onRefused(this.#error);
    return false;
  }
}
