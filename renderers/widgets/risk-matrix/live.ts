import { observable } from '@formily/reactive';
import type { Answer, MatrixSnapshot, MatrixStore } from '../../../src/core/index.ts';

type Records = Record<string, unknown>[];

/** What a named matrix offers to expressions, and what steps may set of it. */
export class LiveMatrix {
  readonly view: object;
  readonly #state = observable.shallow({ version: 0, marked: false, saved: 0, remote: 0, undo: 0, redo: 0 });
  readonly #memo = new Map<string, { version: number; value: unknown }>();
  #more: Record<string, unknown> = {};
  #store: MatrixStore;
  #stop: () => void;

  constructor(store: MatrixStore) {
    this.#store = store;
    this.#stop = store.subscribe(() => this.#changed());
    this.view = this.#makeView();
  }

  /** Another store takes the place of this one. */
  attach(store: MatrixStore): void {
    if (store === this.#store) return;
    this.#stop();
    this.#store = store;
    this.#stop = store.subscribe(() => this.#changed());
    this.#changed();
  }
  detach(): void {
    this.#stop();
  }

  get marked(): boolean {
    return this.#state.marked;
  }
  mark(isMarked: boolean): void {
    this.#state.marked = isMarked;
  }

  /** Further properties of every record. */
  set more(more: Record<string, unknown>) {
    if (more === this.#more) return;
    this.#more = more;
    this.#changed();
  }
  /** Answer records as they leave the widget: of all cells, or of some. */
  records(cells?: readonly number[]): Records {
    return this.#store.records(cells).map((record) => ({ ...record, ...this.#more }));
  }

  #changed(): void {
    this.#state.version += 1;
  }

  /** Computed when it is read, once a version. */
  #read<Value>(name: string, compute: (store: MatrixStore) => Value): Value {
    const { version } = this.#state;
    const kept = this.#memo.get(name);
    if (kept?.version === version) return kept.value as Value;
    const value = compute(this.#store);
    this.#memo.set(name, { version, value });
    return value;
  }

  /** Every total is computed only when somebody reads it. */
  #totals(store: MatrixStore): object {
    return withGetters(
      Object.fromEntries(store.totalNames.map((name) => [name, () => this.#read(`totals.${name}`, () => store.totals(name))])),
    );
  }

  #makeView(): object {
    const getters: Record<string, () => unknown> = {
      answers: () => this.#read('answers', () => this.records()),
      changed: () => this.#read('changed', (store) => this.records(store.changes().cells)),
      complete: () => this.#read('complete', (store) => store.complete),
      answered: () => this.#read('answered', (store) => store.progress.answered),
      total: () => this.#read('total', (store) => store.progress.total),
      totals: () => this.#read('totals', (store) => this.#totals(store)),
      choices: () => this.#read('choices', valuesOf),
      dirty: () => this.#read('dirty', (store) => store.unsaved > 0),
      conflicts: () => this.#read('conflicts', conflictRecords),
      draft: () => this.#read('draft', (store) => store.snapshot()),
      canUndo: () => this.#read('canUndo', (store) => store.canUndo),
      canRedo: () => this.#read('canRedo', (store) => store.canRedo),
      active: () => 0,
      marked: () => this.#state.marked,
      saved: () => this.#state.saved,
      remote: () => this.#state.remote,
      decided: () => 0,
      undo: () => this.#state.undo,
      redo: () => this.#state.redo,
    };
    return withGetters(getters);
  }

  /**
   * `set` steps: saved (records that were taken by the server), remote (records saved elsewhere), decided ({record, instead}: of two
   * answers somebody decided for one), draft (a kept draft), conflicts ('local' or
   * 'remote' decides all), marked, undo, redo. Errors: code NOT_SETTABLE.
   */
  set(path: readonly string[], value: unknown): void {
    const store = this.#store;
    switch (path.join('.')) {
      case 'marked':
        this.mark(value === true);
        return;
      case 'undo':
      case 'redo': {
        const kind = path[0] as 'undo' | 'redo';
        if (store[kind]()) this.#state[kind] += 1;
        return;
      }
      case 'saved': {
        const cells = this.#cellsOf(value);
        store.acknowledge({ version: store.version, cells: cells.map(({ cell }) => cell), values: cells.map((entry) => entry.value) });
        this.#state.saved = Date.now();
        return;
      }
      case 'remote': {
        const answers = answersOf(store, value);
        store.applyRemote(answers);
        this.#state.remote += answers.length;
        return;
      }
      case 'decided':
        decide(store, value);
        return;
      case 'draft':
        if (isSnapshot(value)) store.restore(value);
        return;
      case 'conflicts':
        if (value === 'local' || value === 'remote') for (const { row, column } of store.conflicts) store.resolve(row, column, value);
        return;
      default:
        throw Object.assign(new Error(`"${path.join('.')}" cannot be set`), { code: 'NOT_SETTABLE' });
    }
  }

  #cellsOf(records: unknown): { cell: number; value: number }[] {
    return answersOf(this.#store, records).flatMap(({ row, column, value }) => {
      const cell = this.#store.cellOf(row, column);
      return cell === undefined ? [] : [{ cell, value }];
    });
  }
}

function withGetters(getters: Record<string, () => unknown>): object {
  const view = {};
  for (const [name, get] of Object.entries(getters)) Object.defineProperty(view, name, { get, enumerable: true });
  return view;
}

/** Answer records in the words of the questionnaire as answers; what is no record is left out. */
export function answersOf({ questionnaire }: Pick<MatrixStore, 'questionnaire'>, records: unknown): Answer[] {
  const { row, column, value } = questionnaire.answer;
  if (!Array.isArray(records)) return [];
  return (records as unknown[]).flatMap((record) => {
    if (typeof record !== 'object' || record === null) return [];
    const held = record as Record<string, unknown>;
    const number = Number(held[value] ?? Number.NaN);
    return Number.isNaN(number) ? [] : [{ row: String(held[row]), column: String(held[column]), value: number }];
  });
}

function decide(store: MatrixStore, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { record, instead } = value as Record<string, unknown>;
  const [[chosen], [other]] = [answersOf(store, [record]), answersOf(store, [instead])];
  if (chosen && other) store.decide(chosen, other.value);
}

/** What a cell can hold, unanswered first, in the language of the window. */
function valuesOf({ questionnaire: { unanswered, choices } }: MatrixStore): Records {
  return [unanswered, ...choices].map(({ value, label }) => ({ value, label }));
}

function conflictRecords(store: MatrixStore): Records {
  return store.conflicts.map(({ row, column, remote }) => {
    const [record = {}] = store.records([row * store.columns + column]);
    return { ...record, remote };
  });
}

function isSnapshot(value: unknown): value is MatrixSnapshot {
  if (typeof value !== 'object' || value === null) return false;
  const { format, answers } = value as Partial<MatrixSnapshot>;
  return format === 1 && Array.isArray(answers) && answers.every((entry) => Array.isArray(entry) && entry.length === 4);
}
