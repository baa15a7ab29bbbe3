import type { DraftStorage } from '../../shared/draft-storage.ts';
import { readDraft, writtenDraft } from './drafts.ts';
import { type Edit, edited, faultsOf, firstValues, isSame, type PassField, type ValueField, type Values } from './values.ts';

/** A file that no document was saved with yet. */
export interface Entry {
  key: string;
  typeCode: string;
  name: string;
  size: number;
  stage: 'waiting' | 'shrinking' | 'sending' | 'reading' | 'ready' | 'saving' | 'saved' | 'failed';
  /** Share of it that was sent, 0 to 1. */
  share: number;
  /** Why it was not sent, or not saved. */
  error?: string | undefined;
  /** Somebody asked to save it, so what is wrong with its values is told. */
  isChecked: boolean;
  /** Missing after a reload: the file is at the server then. So is that of a file that was refused: it is not sent, or not again. */
  file?: File | undefined;
  /** It is a picture that is larger than what is taken, and made smaller before it is sent. */
  isTooLarge?: boolean | undefined;
  /** Bytes it had before it was made smaller. */
  before?: number | undefined;
  /** Where it is at the server. */
  path?: string | undefined;
  recognised: Record<string, unknown>;
  values: Values;
  /** Names of what has the very same file. */
  twins: string[];
}

export interface Sent {
  path: string;
  twins: string[];
}
/** A file that is not taken and would not be another time; the message names it. */
export class RefusedFile extends Error {}
/** The server takes no more for the moment. */
export class SlowDown extends Error {}
/** What the store asks of its surroundings. Failures are rejections whose message is for people. */
export interface Host {
  /** Rejects also where nobody wants it any more. */
  shrink(file: File, signal: AbortSignal): Promise<File>;
  send(entry: Entry, signal: AbortSignal, onShare: (share: number) => void): Promise<Sent>;
  read(path: string, signal: AbortSignal): Promise<Record<string, unknown>>;
  create(entry: Entry): Promise<void>;
  discard(path: string): Promise<void>;
}

/** Files that are sent at the same time. */
const atOnce = 2;
/** How often a file that comes too fast is tried again, and milliseconds in between: more than the minute such limits count by. */
const patience = { tries: 9, pause: 10_000 };

/**
 * New files and changed values until they are saved: waiting -> shrinking (a picture that is too large) -> sending -> reading -> ready -> saving -> saved. A failure stops one file, and
 * no other. What is at the server already and what was typed is written to the storage of the browser.
 */
export class TicketStore {
  entries: readonly Entry[] = [];
  /** Values of saved documents that were changed here, by id. */
  edits: Readonly<Record<string, Edit>> = {};
  /** Files of an earlier window are here again. */
  isRestored = false;
  #number = 0;
  /** The browser keeps what was typed, for whoever leaves this window. */
  isKept = false;
  #isClosed = false;
  readonly #stops = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly fields: readonly ValueField[],
    readonly pass: PassField | undefined,
    public host: Host,
    private readonly storage: DraftStorage | undefined,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes over what windows that are gone left. */
  async restore(): Promise<void> {
    const drafts = ((await this.storage?.adopt()) ?? []).map(readDraft);
    const kept = drafts.flatMap((draft) => draft.entries);
    const entries = kept.map(({ isUnread, ...entry }) => this.#entry({ ...entry, stage: isUnread ? 'reading' : 'ready' }));
    const edits = Object.assign({}, ...drafts.map((draft) => draft.edits), this.edits);
    this.isRestored = entries.length > 0;
    this.#change([...this.entries, ...entries], edits);
    this.storage?.release();
    this.#next();
  }

  add(typeCode: string, files: readonly { file: File; error?: string | undefined; isTooLarge?: boolean }[]): void {
    const added = files.map(({ file, error, isTooLarge }) =>
      this.#entry({
        ...{ typeCode, name: file.name, size: file.size, error, isTooLarge },
        ...(error === undefined ? { file, stage: 'waiting' } : { stage: 'failed' }),
      }),
    );
    this.#change([...this.entries, ...added]);
    this.#next();
  }

  /** Sends a file again; one that was refused has none to send. */
  retry(key: string): void {
    if (this.#find(key)?.file === undefined) return;
    this.#update(key, { stage: 'waiting', error: undefined });
    this.#next();
  }

  /** Reads a file once more, such as after the connection was away; what was typed meanwhile stays. */
  readAgain(key: string): void {
    const entry = this.#find(key);
    if (entry?.stage !== 'ready' || entry.path === undefined) return;
    this.#update(key, { stage: 'reading' });
    this.#next();
  }

  type(key: string, values: Values): void {
    this.#update(key, { values });
  }

  edit(id: string, values: Values | undefined, saved: Values): void {
    const { [id]: before, ...others } = this.edits;
    this.#change(this.entries, values === undefined || isSame(values, saved) ? others : { ...others, [id]: edited(before, values, saved) });
  }

  /** Takes a file away, at the server too; not while it is being saved, because nobody knows yet what there is to take away. */
  async discard(key: string): Promise<void> {
    const entry = this.#find(key);
    if (entry?.stage === 'saving') return;
    this.#stops.get(key)?.abort();
    this.#change(this.entries.filter((one) => one.key !== key));
    if (entry?.path !== undefined) await this.host.discard(entry.path);
  }

  /** Whether it was saved; otherwise the entry says why not, or its fields do. */
  async save(key: string): Promise<boolean> {
    const entry = this.#find(key);
    if (entry?.stage !== 'ready') return false;
    const isSound = Object.keys(faultsOf(this.fields, this.pass, entry.values)).length === 0;
    this.#update(key, { isChecked: true, error: undefined, ...(isSound && { stage: 'saving' }) });
    if (!isSound) return false;
    try {
      await this.host.create(entry);
      this.#update(key, { stage: 'saved' });
      return true;
    } catch (error) {
      this.#update(key, { stage: 'ready', error: messageOf(error) });
      return false;
    }
  }

  /** Documents that are there now need no entry any more, nor values that are theirs. */
  settle(paths: ReadonlySet<string>, ids: ReadonlySet<string>): void {
    const left = this.entries.filter(({ path }) => path === undefined || !paths.has(path));
    const edits = Object.fromEntries(Object.entries(this.edits).filter(([id]) => ids.has(id)));
    if (left.length < this.entries.length || Object.keys(edits).length < Object.keys(this.edits).length) this.#change(left, edits);
  }

  /** Whoever leaves sends nothing more, also of what still waits. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops.values()) stop.abort();
    this.storage?.close();
  }

  /** Files whose turn it is: those that wait are sent, those that are at the server are read. */
  #next(): void {
    if (this.#isClosed) return;
    const free = atOnce - this.#stops.size;
    const next = this.entries.filter(({ stage, key }) => (stage === 'waiting' || stage === 'reading') && !this.#stops.has(key));
    for (const entry of next.slice(0, Math.max(0, free))) void (entry.stage === 'waiting' ? this.#send(entry) : this.#readAgain(entry));
  }

  async #readAgain({ key, path = '' }: Entry): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(key, stop);
    const recognised = await this.#read(path, stop.signal);
    this.#stops.delete(key);
    const typed = Object.entries(this.#find(key)?.values ?? {}).filter(([, value]) => value.trim() !== '');
    const values = { ...firstValues(this.fields, this.pass, recognised), ...Object.fromEntries(typed) };
    // Where it was stopped the next window reads it.
    if (!stop.signal.aborted) this.#update(key, { stage: 'ready', recognised, values });
    this.#next();
  }

  async #send(entry: Entry): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(entry.key, stop);
    const send = () => {
      this.#update(entry.key, { stage: 'sending', share: 0 });
      return this.host.send(this.#find(entry.key) ?? entry, stop.signal, (share) => this.#update(entry.key, { share }));
    };
    try {
      if (entry.isTooLarge && entry.file) await this.#shrink(entry.key, entry.file, stop.signal);
      if (stop.signal.aborted) return;
      const { path, twins } = await patiently(send, stop.signal, () => this.#update(entry.key, { stage: 'waiting' }));
      this.#update(entry.key, { stage: 'reading', path, twins });
      const recognised = await this.#read(path, stop.signal);
      if (stop.signal.aborted) return;
      this.#update(entry.key, { stage: 'ready', recognised, values: firstValues(this.fields, this.pass, recognised) });
    } catch (error) {
      this.#update(entry.key, { stage: 'failed', error: messageOf(error), ...(error instanceof RefusedFile && { file: undefined }) });
    } finally {
      this.#stops.delete(entry.key);
      this.#next();
    }
  }

  async #shrink(key: string, file: File, signal: AbortSignal): Promise<void> {
    this.#update(key, { stage: 'shrinking' });
    const smaller = await this.host.shrink(file, signal);
    this.#update(key, { file: smaller, name: smaller.name, size: smaller.size, before: file.size, isTooLarge: false });
  }

  /** A file that cannot be read is as good as any: its values are typed. */
  async #read(path: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    try {
      return await patiently(() => this.host.read(path, signal), signal);
    } catch (error) {
      return { source: 'none', reason: messageOf(error) };
    }
  }

  #entry(given: Pick<Entry, 'typeCode' | 'name' | 'size' | 'stage'> & Partial<Entry>): Entry {
    this.#number += 1;
    const values = firstValues(this.fields, this.pass, {});
    return { share: 0, isChecked: false, recognised: {}, values, twins: [], ...given, key: `${this.#number}` };
  }

  #find(key: string): Entry | undefined {
    return this.entries.find((entry) => entry.key === key);
  }

  #update(key: string, change: Partial<Entry>): void {
    this.#change(this.entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));
  }

  #change(entries: readonly Entry[], edits = this.edits): void {
    this.entries = entries;
    this.edits = edits;
    this.isKept = this.storage?.write(writtenDraft(entries, edits)) === true;
    for (const listener of this.#listeners) listener();
  }
}

/** Does something again as long as it comes too fast, with pauses that end when it is stopped. */
async function patiently<T>(work: () => Promise<T>, signal: AbortSignal, onPause: () => void = () => undefined): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SlowDown) || tries > patience.tries || signal.aborted) throw error;
      onPause();
      await new Promise<void>((go) => {
        setTimeout(go, patience.pause);
        signal.addEventListener('abort', () => go(), { once: true });
      });
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
