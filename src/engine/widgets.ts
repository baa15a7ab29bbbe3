import { type CodeFailure, loadCode } from './code.ts';
import type { Registry, WidgetDefinition } from './types.ts';

export type WidgetState =
  | { status: 'loading' }
  | { status: 'ready'; definition: WidgetDefinition }
  | { status: 'failed'; error: CodeFailure };

const LOADING: WidgetState = { status: 'loading' };

/** The code of the widgets, loaded once each. A failed load can be tried again. */
export class WidgetCode {
  private readonly states = new Map<string, WidgetState>();
  private readonly pending = new Map<string, Promise<void>>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly registry: Registry) {}

  /** How far the code of a widget is; undefined for a key the vocabulary does not have. */
  state(key: string): WidgetState | undefined {
    return this.states.get(key) ?? (this.knows(key) ? LOADING : undefined);
  }

  knows(key: string): boolean {
    return Object.hasOwn(this.registry.widgets, key);
  }

  /** Whether the code of these was loaded or failed to. */
  isSettled(keys: readonly string[]): boolean {
    return keys.every((key) => this.state(key)?.status !== 'loading');
  }

  /** Whether the code of these is here, as far as there are such widgets. */
  isReady(keys: readonly string[]): boolean {
    return keys.every((key) => (this.state(key)?.status ?? 'ready') === 'ready');
  }

  /** Loads the widget; never rejects: `state` says how it went. */
  load(key: string): Promise<void> {
    const state = this.states.get(key);
    if (state && state.status !== 'loading') return Promise.resolve();
    const running = this.pending.get(key);
    if (running) return running;
    const loader = this.registry.widgets[key];
    if (!loader || !this.knows(key)) return Promise.resolve();
    this.set(key, LOADING);
    const started = loadCode(loader).then(
      (module) => this.set(key, { status: 'ready', definition: module.default }),
      (error: CodeFailure) => {
        console.error(`The code of the widget "${key}" could not be loaded:`, error);
        this.set(key, { status: 'failed', error });
      },
    );
    const run = started.finally(() => this.pending.delete(key));
    this.pending.set(key, run);
    return run;
  }

  /** Tries a failed load again. */
  retry(key: string): Promise<void> {
    this.states.delete(key);
    return this.load(key);
  }

  loadAll(keys: readonly string[]): Promise<unknown> {
    return Promise.all(keys.map((key) => this.load(key)));
  }

  /** Loads these, and tries those again that failed. */
  tryAll(keys: readonly string[]): Promise<unknown> {
    return Promise.all(keys.map((key) => (this.state(key)?.status === 'failed' ? this.retry(key) : this.load(key))));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private set(key: string, state: WidgetState): void {
    this.states.set(key, state);
    for (const listener of this.listeners) listener();
  }
}

const codes = new WeakMap<Registry, WidgetCode>();
export function widgetCode(registry: Registry): WidgetCode {
  let code = codes.get(registry);
  if (!code) {
    code = new WidgetCode(registry);
    codes.set(registry, code);
  }
  return code;
}
