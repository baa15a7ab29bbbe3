import { type AmountFault, readDayStamp } from './amount.ts';
import type { Period } from './document.ts';
import { type Computed, type Figure, keyOf, type StatementModel } from './model.ts';

/** What somebody typed into a cell. */
export interface Typed {
  field: string;
  period: Period;
  text: string;
}
export interface FigureFault {
  field: string;
  period: Period;
  fault: AmountFault | 'order';
  /** What stands there, where it is no value. */
  text?: string;
}
interface Cell {
  value: string | null;
  /** What was typed, where it is no value. It stays until somebody corrects it. */
  wrong?: { text: string; fault: AmountFault };
}
type Change = { key: string; before: Cell; after: Cell }[];
/** `stepped`: the cells that a step back or forward changed, wrong texts included. */
export type FigureListener = (change: {
  figures: readonly Figure[];
  by: 'user' | 'remote';
  stepped?: readonly Omit<Figure, 'value'>[];
}) => void;

const steps = 500;
const EMPTY: Cell = { value: null };

/** The figures of one statement in one window: what is typed, what is wrong, what follows, and the way back. */
export class FigureStore {
  readonly model: StatementModel<string>;
  version: number;
  readonly #cells: Map<string, Cell>;
  readonly #listeners = new Set<FigureListener>();
  #undo: Change[];
  #redo: Change[];
  /** The cell whose keystrokes still join. */
  #open: string | undefined;
  #computed: { version: number; value: Computed } | undefined;
  #isFrozen: boolean;
  #isFinal: boolean;

  constructor(model: StatementModel<string>, before?: FigureStore) {
    this.model = model;
    this.version = before?.version ?? 0;
    this.#cells = before ? before.#cells : new Map();
    this.#undo = before ? before.#undo : [];
    this.#redo = before ? before.#redo : [];
    this.#isFrozen = before ? before.#isFrozen : false;
    this.#isFinal = before ? before.#isFinal : false;
  }

  /** The same cells in other words, with what is wrong and can be undone; this store is not to be used any more. */
  reworded(model: StatementModel<string>): FigureStore {
    return new FigureStore(model, this);
  }

  subscribe(listener: FigureListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  value(field: string, period: Period): string | null {
    return this.#cell(keyOf(field, period)).value;
  }
  wrong(field: string, period: Period): Cell['wrong'] {
    return this.#cell(keyOf(field, period)).wrong;
  }
  #cell(key: string): Cell {
    return this.#cells.get(key) ?? EMPTY;
  }

  /** Everything that follows from what is shown, computed once a version: where that is no value nothing follows from the one before. */
  get computed(): Computed {
    if (this.#computed?.version !== this.version) {
      const shown = (field: string, period: Period) => (this.wrong(field, period) && !this.#isFinal ? null : this.value(field, period));
      this.#computed = { version: this.version, value: this.model.compute(shown) };
    }
    return this.#computed.value;
  }

  get answered(): number {
    return this.model.cells.filter(({ field, period }) => this.value(field, period) !== null).length;
  }
  /** The first cell without a value, from a cell on and around. */
  nextOpen(from = -1): { field: string; period: Period } | undefined {
    const { cells } = this.model;
    const around = [...cells.slice(from + 1), ...cells.slice(0, from + 1)];
    return around.find(({ field, period }) => this.value(field, period) === null);
  }

  /** Cells that hold no value they could, and a period that ends before it starts. */
  get faults(): FigureFault[] {
    const faults = this.model.cells.flatMap(({ field, period }): FigureFault[] => {
      const wrong = this.wrong(field, period);
      return wrong ? [{ field, period, ...wrong }] : [];
    });
    if (this.isReversed) faults.unshift({ field: this.model.statement.period.field, period: 'end', fault: 'order' });
    return faults;
  }
  /** Number of cells whose text is no value: what is typed there is not handed over. */
  get withheld(): number {
    return this.faults.filter(({ fault }) => fault !== 'order').length;
  }
  get isReversed(): boolean {
    const { field } = this.model.statement.period;
    const [start, end] = [this.value(field, 'start'), this.value(field, 'end')];
    return start !== null && end !== null && Number(start) > Number(end);
  }
  get complete(): boolean {
    return this.answered === this.model.cells.length && this.faults.length === 0;
  }

  /**
   * Takes what was typed or pasted as one change, which is undone as one. Keystrokes of one cell are one change until `seal`. What is no
   * value stays where it was typed and is never sent; the value is then the one from before the first keystroke, not the beginning of the wrong one.
   */
  type(typed: readonly Typed[]): void {
    if (this.#isFrozen) return;
    const run = this.#runOf(typed);
    const change: Change = [];
    for (const { field, period, text } of typed) {
      if (!this.model.has(field, period)) continue;
      const key = keyOf(field, period);
      const before = this.#cell(key);
      const after = this.#read(field, text, run?.before ?? before);
      if (after.value !== before.value || after.wrong?.text !== before.wrong?.text) change.push({ key, before, after });
    }
    if (change.length === 0) return;
    const [only] = change;
    if (run && only) this.#undo[this.#undo.length - 1] = [{ ...only, before: run.before }];
    else this.#undo = [...this.#undo.slice(1 - steps), change];
    this.#open = change.length === 1 ? only?.key : undefined;
    this.#redo = [];
    this.#apply(change, 'after');
  }
  /** The change that a keystroke joins. */
  #runOf([first, ...others]: readonly Typed[]): Change[number] | undefined {
    const last = this.#undo.at(-1);
    const isOpen = first !== undefined && others.length === 0 && this.#open === keyOf(first.field, first.period);
    return isOpen && last?.length === 1 ? last[0] : undefined;
  }
  /** What is typed from here on is a change of its own. */
  seal(): void {
    this.#open = undefined;
  }

  #read(field: string, text: string, before: Cell): Cell {
    const read = this.model.isPeriod(field) ? readDayStamp(text) : this.model.read(field, text);
    // The value of before stays saved while somebody corrects what is wrong.
    return 'fault' in read ? { value: before.value, wrong: { text, fault: read.fault } } : { value: read.value };
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }
  get canRedo(): boolean {
    return this.#redo.length > 0;
  }
  undo(): boolean {
    return this.#step(this.#undo, this.#redo, 'before');
  }
  redo(): boolean {
    return this.#step(this.#redo, this.#undo, 'after');
  }
  #step(from: Change[], to: Change[], side: 'before' | 'after'): boolean {
    this.seal();
    const change = this.#isFrozen ? undefined : from.pop();
    if (!change) return false;
    to.push(change);
    const other = side === 'before' ? 'after' : 'before';
    // What somebody else has changed since is not this window's to take back.
    this.#apply(
      change.filter((entry) => this.#cell(entry.key).value === entry[other].value),
      side,
      true,
    );
    return true;
  }

  #apply(change: Change, side: 'before' | 'after', isStep = false): void {
    const figures: Figure[] = [];
    for (const entry of change) {
      const now = this.#cell(entry.key);
      const next = entry[side];
      this.#cells.set(entry.key, next);
      if (now.value !== next.value) figures.push({ ...placeOf(entry.key), value: next.value });
    }
    this.#tell(figures, 'user', isStep ? change.map(({ key }) => placeOf(key)) : undefined);
  }

  /** Frozen, nothing can be typed or taken back; what is wrong waits. `isFinal`: the values are shown and count in its place. */
  freeze(isFrozen: boolean, isFinal = false): void {
    this.seal();
    this.#isFrozen = isFrozen;
    if (this.#isFinal === isFinal) return;
    this.#isFinal = isFinal;
    if (this.faults.length > 0) this.#tell([], 'remote');
  }

  /** Values saved elsewhere or before; what is wrong here stays. Unknown fields are passed over. */
  applyRemote(figures: readonly Figure[]): void {
    const applied: Figure[] = [];
    for (const { field, period, value } of figures) {
      if (!this.model.has(field, period)) continue;
      const key = keyOf(field, period);
      const cell = this.#cell(key);
      if (cell.value === value) continue;
      if (key === this.#open) this.seal();
      this.#cells.set(key, { ...cell, value });
      applied.push({ field, period, value });
    }
    if (applied.length > 0) this.#tell(applied, 'remote');
  }

  /** Texts from before that were no values stand again where they were typed, where nothing else is wrong now; null takes what is wrong away. */
  recall(texts: readonly Figure[]): void {
    const valid: Typed[] = [];
    let isChanged = false;
    for (const { field, period, value: text } of texts) {
      if (!this.model.has(field, period)) continue;
      const key = keyOf(field, period);
      const cell = this.#cell(key);
      if ((text === null) !== (cell.wrong !== undefined)) continue;
      const after = text === null ? { value: cell.value } : this.#read(field, text, cell);
      if (text !== null && !after.wrong) valid.push({ field, period, text });
      else {
        if (key === this.#open) this.seal();
        this.#cells.set(key, after);
        isChanged = true;
      }
    }
    if (isChanged) this.#tell([], 'remote');
    if (valid.length === 0) return;
    // Amounts may be written otherwise since.
    this.type(valid);
    this.seal();
  }

  #tell(figures: readonly Figure[], by: 'user' | 'remote', stepped?: readonly Omit<Figure, 'value'>[]): void {
    this.version += 1;
    for (const listener of [...this.#listeners]) listener({ figures, by, ...(stepped && { stepped }) });
  }
}

function placeOf(key: string): { field: string; period: Period } {
  const at = key.indexOf('.');
  return { period: key.slice(0, at) === 'start' ? 'start' : 'end', field: key.slice(at + 1) };
}
