import { batch, observable, raw } from '@formily/reactive';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useEngine } from './context.ts';
import { isOutage } from './outage.ts';
import { useLanguage } from './texts.ts';
import type { CallFailure, Translate } from './types.ts';

/** An entry of a code list, its label in the language of the window. */
export interface DictionaryEntry {
  value: string;
  label: string;
  /** '0' selectable. */
  status: string;
  tone?: string;
  sort?: number;
  /** The row as the server sent it. */
  source: Record<string, unknown>;
}
interface DictionaryState {
  rows: Record<string, unknown>[] | undefined;
  error: { code: string; message: string } | undefined;
  /** It could not be asked for last: the failure says nothing about the type, and another try may give it. */
  isOut?: boolean;
}
export interface DictionaryView {
  entries: DictionaryEntry[] | undefined;
  loading: boolean;
  error: { code: string; message: string } | undefined;
}

/** Milliseconds until types that could not be had are asked for again: at first, and at most, each time twice as long. */
const PAUSE = { first: 5_000, most: 60_000 };

const LOADING: DictionaryView = { entries: undefined, loading: true, error: undefined };
const NOTHING: DictionaryView = { entries: undefined, loading: false, error: undefined };

/** Answers of the dictionary call: a list, or an object with the list in `content` (DICT-02). */
function rowsOf(answer: unknown): Record<string, unknown>[] {
  const list = Array.isArray(answer) ? answer : ((answer as { content?: unknown } | null | undefined)?.content ?? []);
  return Array.isArray(list) ? list.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null) : [];
}

/**
 * Code lists of the application. Every type asked for within one turn of the event loop travels in one call; answers are kept until `refresh`.
 * What an outage kept back is asked for again, by itself and by whoever needs it next; what was had before stays meanwhile.
 */
export class DictionaryStore {
  private readonly types = observable.shallow<Record<string, DictionaryState>>({});
  private readonly listeners = new Set<() => void>();
  private readonly views = new Map<string, { state: DictionaryState; language: string; view: DictionaryView }>();
  private waiting = new Set<string>();
  private flying = new Set<string>();
  private pending: Promise<void> | undefined;
  private count = 0;
  /** The number of the last request, of the last before everything was forgotten, and of the one each type is known by. */
  private requests = 0;
  private forgotten = 0;
  private readonly knownBy = new Map<string, number>();
  private again: ReturnType<typeof setTimeout> | undefined;
  private pause = PAUSE.first;

  constructor(
    /** Answers with undefined while nobody may ask. */
    private readonly fetch: (types: string[]) => Promise<unknown>,
    private readonly translate: Translate,
    private readonly language: () => string,
  ) {}

  /**
   * Loads the types that are not known yet, in one call. Rejects with code NEED_DICT_TYPES for an empty list (DICT-04) and with the
   * failure of the first type that could not be loaded (DICT-03).
   */
  async load(types: readonly string[]): Promise<void> {
    const wanted = types.filter((type) => type);
    if (wanted.length === 0) throw failure('NEED_DICT_TYPES', this.translate('engine.dictionary.needTypes'));
    await this.fetchMissing(wanted);
    const broken = wanted.map((type) => this.types[type]?.error).find((error) => error !== undefined);
    if (broken) throw failure(broken.code, broken.message);
  }

  /** Like `load`, for places that read the failure from `view`. */
  want(types: readonly string[]): void {
    void this.fetchMissing(types.filter((type) => type));
  }

  /** Asks again for what could not be had. */
  wantMissing(): void {
    this.want(Object.keys(raw(this.types)));
  }

  private async fetchMissing(types: readonly string[]): Promise<void> {
    const missing = types.filter((type) => this.isWanting(raw(this.types)[type]));
    if (missing.length === 0) return;
    for (const type of missing) if (!this.flying.has(type)) this.waiting.add(type);
    this.pending ??= Promise.resolve().then(() => this.flush());
    await this.pending;
  }

  private isWanting(state: DictionaryState | undefined): boolean {
    return state === undefined || state.isOut === true;
  }

  private async flush(): Promise<void> {
    const types = [...this.waiting].sort();
    this.waiting = new Set();
    this.flying = new Set(types);
    await this.bring(types);
    this.flying = new Set();
    this.pending = undefined;
    if (this.waiting.size === 0) return;
    this.pending = this.flush();
    await this.pending;
  }

  /** Asks for types and keeps what came: nothing that was asked for before something newer, or for the user of before. */
  private async bring(types: string[]): Promise<void> {
    this.requests += 1;
    const request = this.requests;
    const states = await this.request(types);
    if (request <= this.forgotten) return;
    batch(() => {
      for (const [type, state] of Object.entries(states)) if ((this.knownBy.get(type) ?? 0) < request) this.keep(type, state, request);
    });
    this.changed();
    this.bringAgain();
  }

  private keep(type: string, state: DictionaryState, request: number): void {
    const known = raw(this.types)[type];
    this.knownBy.set(type, request);
    this.types[type] = state.isOut && known?.rows ? { ...known, isOut: true } : state;
  }

  private bringAgain(): void {
    const isOut = Object.values(raw(this.types)).some((state) => this.isWanting(state));
    if (!isOut) this.pause = PAUSE.first;
    if (!isOut || this.again !== undefined) return;
    this.again = setTimeout(() => {
      this.again = undefined;
      this.wantMissing();
    }, this.pause);
    this.pause = Math.min(this.pause * 2, PAUSE.most);
  }

  /** One call for all; when it is refused, one for each, so that one unknown type does not cost the others theirs. */
  private async request(types: string[]): Promise<Record<string, DictionaryState>> {
    try {
      const answer = await this.fetch(types);
      if (answer === undefined) return Object.fromEntries(types.map((type) => [type, { rows: [], error: undefined, isOut: true }]));
      const rows = rowsOf(answer);
      const single = types.length === 1;
      return Object.fromEntries(
        types.map((type) => [
          type,
          { rows: rows.filter((row) => row.dictType === type || (single && row.dictType === undefined)), error: undefined },
        ]),
      );
    } catch (error) {
      const { code = 'ERROR', status, message } = error as Partial<CallFailure>;
      // Who is signed in again may ask again.
      const isOut = isOutage({ code, status }) || status === 401;
      if (types.length > 1 && status !== undefined && !isOut) {
        return Object.assign({}, ...(await Promise.all(types.map((type) => this.request([type])))));
      }
      return Object.fromEntries(types.map((type) => [type, { rows: undefined, error: { code, message: message ?? code }, isOut }]));
    }
  }

  /** What is known of a type; asks for it when nothing is. Reactive; the same object as long as nothing changed. */
  view(type: string): DictionaryView {
    const state = this.types[type];
    const language = this.language();
    if (!state) {
      if (type) this.want([type]);
      return LOADING;
    }
    const known = this.views.get(type);
    if (known && known.state === state && known.language === language) return known.view;
    const view: DictionaryView = { entries: state.rows?.map((row) => this.entry(row)), loading: false, error: state.error };
    this.views.set(type, { state, language, view });
    return view;
  }

  /** Label of a value, the value itself while unknown. Reactive. */
  label(type: string, value: unknown): string {
    const text = value === undefined || value === null ? '' : String(value);
    return this.view(type).entries?.find((entry) => entry.value === text)?.label ?? text;
  }

  /** Loads all known types anew, or the given ones. What is shown stays until the answer is here, and where none can be had. */
  async refresh(types: readonly string[] = Object.keys(raw(this.types))): Promise<void> {
    if (types.length > 0) await this.bring([...types]);
  }

  /** Forgets everything, for another user, and what is on its way. */
  clear(): void {
    clearTimeout(this.again);
    this.again = undefined;
    this.pause = PAUSE.first;
    this.forgotten = this.requests;
    this.flying = new Set();
    this.knownBy.clear();
    batch(() => {
      for (const type of Object.keys(raw(this.types))) delete this.types[type];
    });
    this.views.clear();
    this.changed();
  }

  readonly revision = (): number => this.count;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private changed(): void {
    this.count += 1;
    for (const listener of this.listeners) listener();
  }

  private entry(row: Record<string, unknown>): DictionaryEntry {
    return {
      value: String(row.dictValue ?? ''),
      label: this.translate.localized(labelValue(row.dictLabel)),
      status: String(row.status ?? '0'),
      ...(typeof row.tone === 'string' ? { tone: row.tone } : {}),
      ...(typeof row.sort === 'number' ? { sort: row.sort } : {}),
      source: row,
    };
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** DICT-01: labels may be multilingual JSON; a label that is not valid JSON is shown as it is. */
function labelValue(label: unknown): Parameters<Translate['localized']>[0] {
  if (typeof label !== 'string') return label as Parameters<Translate['localized']>[0];
  const text = label.trim();
  if (!text.startsWith('[') && !text.startsWith('{')) return label;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Parameters<Translate['localized']>[0]) : label;
  } catch {
    return label;
  }
}

/** Entries of a dictionary type, in the language of the window. Types asked for together travel in one call. */
export function useDictionary(type: string | undefined): DictionaryView {
  const types = type ? [type] : [];
  return useDictionaries(types)[type ?? ''] ?? NOTHING;
}

/** Entries of several types, by type; the same object as long as none of them changed. */
export function useDictionaries(types: readonly string[]): Record<string, DictionaryView> {
  const { dictionaries } = useEngine();
  useLanguage();
  useSyncExternalStore(dictionaries.subscribe, dictionaries.revision);
  const key = types.join(' ');
  useEffect(() => {
    if (key) dictionaries.want(key.split(' '));
  }, [dictionaries, key]);
  const views = Object.fromEntries(types.map((type) => [type, dictionaries.view(type)]));
  const before = useRef({ key, views });
  if (before.current.key !== key || types.some((type) => before.current.views[type] !== views[type])) before.current = { key, views };
  return before.current.views;
}
