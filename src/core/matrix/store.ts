import { type ChangeSet, History, Recorder } from './changes.ts';
import { type Choice, choose } from './column-rules.ts';
import { Completeness } from './completeness.ts';
import type { ColumnRule, Questionnaire } from './document.ts';
import { cellOf, idsOf, type MatrixLayout } from './layout.ts';
import { readAnswers, writeRecord } from './records.ts';
import { Tallies, type TotalRow } from './tallies.ts';
import type { Answer, CellAddress, Conflict, MatrixEvent, MatrixSnapshot } from './types.ts';
import { type Batch, Unsaved } from './unsaved.ts';

type Listener = (event: MatrixEvent) => void;

const HISTORY_LIMIT = 200;

/**
 * The state of one matrix, whatever its size: one byte a cell. A choice costs as much as the cells it changes.
 *
 * choose -> column rules -> change set -> tallies, history, log -> listeners
 */
export class MatrixStore {
  readonly questionnaire: Questionnaire<unknown>;
  readonly layout: MatrixLayout;
  readonly rows: number;
  readonly columns: number;
  readonly #values: Int8Array;
  readonly #tallies: Tallies;
  readonly #recorder: Recorder;
  readonly #unsaved: Unsaved;
  readonly #history: History;
  readonly #completeness: Completeness;
  readonly #rules: readonly ColumnRule[];
  readonly #listeners = new Set<Listener>();
  #version = 0;

  /** With the answers of the rows and these over them, or with everything another store holds. */
  constructor(questionnaire: Questionnaire<unknown>, layout: MatrixLayout, from: readonly Answer[] | MatrixStore = []) {
    this.questionnaire = questionnaire;
    this.layout = layout;
    this.rows = layout.rows.length;
    this.columns = layout.columns.length;
    this.#rules = questionnaire.columnRules ?? [];
    this.#tallies = new Tallies(questionnaire, layout);
    if (from instanceof MatrixStore) {
      this.#values = from.#values;
      this.#recorder = from.#recorder;
      this.#unsaved = from.#unsaved;
      this.#history = from.#history;
      this.#version = from.#version;
    } else {
      this.#values = readAnswers(questionnaire, layout, this.#tallies.places, from);
      this.#recorder = new Recorder(this.#values);
      this.#unsaved = new Unsaved(this.#values);
      this.#history = new History(HISTORY_LIMIT);
    }
    this.#tallies.count(this.#values);
    this.#completeness = new Completeness(questionnaire, this.columns, this.#values, this.#tallies);
  }

  /**
   * The same answers in other words, with what is unsaved, in conflict and can be undone; this store is not to be used any more. The choices,
   * rows and columns are those of before, in the same order.
   */
  reworded(questionnaire: Questionnaire<unknown>, layout: MatrixLayout): MatrixStore {
    return new MatrixStore(questionnaire, layout, this);
  }

  get version(): number {
    return this.#version;
  }
  get cells(): number {
    return this.#values.length;
  }
  value(row: number, column: number): number {
    return this.#values[row * this.columns + column] ?? this.questionnaire.unanswered.value;
  }
  /** Cell of two ids, or undefined. */
  cellOf(row: string, column: string): number | undefined {
    return cellOf(this.layout, row, column);
  }
  accepts(value: number): boolean {
    return this.#tallies.knows(value) && (value !== this.questionnaire.unanswered.value || this.questionnaire.unanswered.allowed !== false);
  }

  // ------------------------------------------------------------------------------------------------ changes

  /**
   * A person chooses a value of one cell; the rules of its column follow (RISK-10, RISK-11). One step of undo. Returns what changed, or
   * undefined when nothing did. A value that is no choice, and taking back where that is not allowed, changes nothing.
   */
  choose(row: number, column: number, value: number): ChangeSet | undefined {
    return this.setBlock(row, column, [[value]]);
  }

  /**
   * Chooses a block of values from its upper left cell as one step of undo. Undefined leaves a cell as it is. The block stands as it was given: rules
   * act on the rest of its columns.
   */
  setBlock(row: number, column: number, values: readonly (readonly (number | undefined)[])[]): ChangeSet | undefined {
    const width = values.reduce((most, line) => Math.max(most, line.length), 0);
    for (let across = Math.max(0, -column); across < width && column + across < this.columns; across += 1) {
      const choices = values.flatMap((line, down): Choice[] => {
        const [at, value] = [row + down, line[across]];
        if (value === undefined || at < 0 || at >= this.rows || !this.accepts(value)) return [];
        return [{ cell: at * this.columns + column + across, value }];
      });
      choose(this.#recorder, this.#values, this.#rules, this.columns, choices);
    }
    return this.#commit('user', true);
  }

  /** A person decided for one of two answers of a cell: the rules of its column act as if it was chosen in place of the other. */
  decide({ row, column, value }: Answer, instead: number): ChangeSet | undefined {
    const cell = this.cellOf(row, column);
    if (cell === undefined || !this.#tallies.knows(value) || !this.#tallies.knows(instead)) return undefined;
    return this.#chooseInstead(cell, value, instead);
  }
  #chooseInstead(cell: number, value: number, instead: number): ChangeSet | undefined {
    this.#recorder.write(cell, instead);
    choose(this.#recorder, this.#values, this.#rules, this.columns, [{ cell, value }]);
    return this.#commit('user', true);
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }
  get canRedo(): boolean {
    return this.#history.canRedo;
  }
  /** Takes the last step back. Cells that came to hold something else since, from elsewhere, keep it. */
  undo(): ChangeSet | undefined {
    return this.#replay(this.#history.back(), 'after', 'before');
  }
  redo(): ChangeSet | undefined {
    return this.#replay(this.#history.forward(), 'before', 'after');
  }
  #replay(step: ChangeSet | undefined, from: 'before' | 'after', to: 'before' | 'after'): ChangeSet | undefined {
    step?.cells.forEach((cell, index) => {
      if (this.#values[cell] === step[from][index]) this.#recorder.write(cell, step[to][index] ?? 0);
    });
    const change = this.#commit('user');
    // What can be undone is other than before all the same.
    if (step && !change) this.#notify([], 'user');
    return change;
  }

  /** Books what was written since the last time; as one step of undo, if it is one. Returns what changed, or undefined when nothing did. */
  #commit(by: MatrixEvent['by'], isStep = false): ChangeSet | undefined {
    const change = this.#recorder.take();
    if (!change) return undefined;
    if (isStep) this.#history.push(change);
    this.#version += 1;
    change.cells.forEach((cell, index) => {
      const before = change.before[index] ?? 0;
      const after = change.after[index] ?? 0;
      this.#tallies.move(Math.floor(cell / this.columns), cell % this.columns, before, after);
      if (by === 'user') this.#unsaved.changed(cell, before, after, this.#version);
    });
    this.#notify(change.cells, by);
    return change;
  }

  // ------------------------------------------------------------------------------------------------ saving

  /** Number of cells that differ from what is saved. */
  get unsaved(): number {
    return this.#unsaved.count;
  }
  /** What a person changed after a version and is not saved: a patch to send, and to acknowledge when it was taken. */
  changes(since = 0): Batch {
    return this.#unsaved.since(since, this.#version);
  }
  /** The answers of a batch are saved, but for the cells that were refused. Whatever changed since stays unsaved. */
  acknowledge(batch: Batch, refused: ReadonlySet<number> = new Set()): void {
    batch.cells.forEach((cell, index) => {
      if (!refused.has(cell)) this.#unsaved.confirm(cell, batch.values[index] ?? 0);
    });
    this.#notify([], 'saved');
  }

  /**
   * Takes answers saved elsewhere, one by one: where nothing is unsaved here the cell takes them; where the same answer was changed here to
   * something else it is a conflict, and the cell keeps what was chosen here until somebody decides. Not undoable. Acknowledge what was sent
   * from here first, or its echo is a conflict. Unknown ids and values are left out. Returns the new conflicts.
   */
  applyRemote(answers: readonly Answer[]): Conflict[] {
    const arrived = new Map<number, number>();
    for (const { row, column, value } of answers) {
      const cell = this.cellOf(row, column);
      if (cell !== undefined && this.#tallies.knows(value)) arrived.set(cell, value);
    }
    const conflicts: number[] = [];
    for (const [cell, value] of arrived) {
      const current = this.#values[cell] ?? 0;
      if (!this.#unsaved.has(cell)) this.#recorder.write(cell, value);
      else if (current !== value && this.#unsaved.saved(cell) !== value) {
        this.#unsaved.clash(cell, value);
        conflicts.push(cell);
      }
      this.#unsaved.confirm(cell, value, current);
    }
    if (!this.#commit('remote') && arrived.size > 0) this.#notify([], 'remote');
    return conflicts.flatMap((cell) => this.#conflict(cell));
  }
  #conflict(cell: number): Conflict[] {
    const clash = this.#unsaved.clashes.get(cell);
    return clash ? [{ row: Math.floor(cell / this.columns), column: cell % this.columns, ...clash }] : [];
  }
  get conflicts(): Conflict[] {
    return [...this.#unsaved.clashes.keys()].flatMap((cell) => this.#conflict(cell));
  }
  get hasConflicts(): boolean {
    return this.#unsaved.clashes.size > 0;
  }
  isConflict(row: number, column: number): boolean {
    return this.#unsaved.clashes.has(row * this.columns + column);
  }
  /**
   * Decides a conflict as one step of undo: keeps what was chosen here, which is then to be saved again, or takes what was saved elsewhere. The rules
   * of the column act as in `decide`.
   */
  resolve(row: number, column: number, keep: 'local' | 'remote'): void {
    const cell = row * this.columns + column;
    const clash = this.#unsaved.clashes.get(cell);
    if (!clash) return;
    this.#unsaved.clashes.delete(cell);
    const { local, remote } = clash;
    if (keep === 'remote') {
      this.#chooseInstead(cell, remote, local);
      return;
    }
    this.#chooseInstead(cell, local, remote);
    this.#version += 1;
    this.#unsaved.touch(cell, this.#version);
    this.#notify([cell], 'user');
  }

  /** What is unsaved, to keep across a reload or a lost session. */
  snapshot(): MatrixSnapshot {
    const { cells, values } = this.changes();
    return {
      format: 1,
      answers: cells.map((cell, index) => [...idsOf(this.layout, cell), values[index] ?? 0, this.#unsaved.saved(cell)]),
    };
  }
  /** Brings a snapshot back as one step of undo. Answers saved elsewhere since then are conflicts. Unknown cells and values are left out. */
  restore(snapshot: MatrixSnapshot): Conflict[] {
    const conflicts: number[] = [];
    for (const [row, column, value, base] of snapshot.answers) {
      const cell = this.cellOf(row, column);
      if (cell === undefined || !this.#tallies.knows(value)) continue;
      const saved = this.#unsaved.saved(cell);
      if (!this.#unsaved.has(cell) && saved !== base && saved !== value) conflicts.push(cell);
      this.#recorder.write(cell, value);
    }
    this.#commit('user', true);
    for (const cell of conflicts) this.#unsaved.clash(cell, this.#unsaved.saved(cell));
    return conflicts.flatMap((cell) => this.#conflict(cell));
  }

  // ------------------------------------------------------------------------------------------------ reading

  /** How much there is of what `completeness` asks for: of cells, or of rows. */
  get progress(): { answered: number; total: number } {
    return this.#completeness.progress;
  }
  /** Whether everything is there that `completeness` asks for (RISK-16). */
  get complete(): boolean {
    return this.#completeness.isReached;
  }
  /** Whether an answer is missing here. */
  isOpen(row: number, column: number): boolean {
    return this.#completeness.isOpen(row * this.columns + column);
  }
  /** The first missing answer after a cell, row by row and round again; from the start when no cell is given. */
  nextOpen(after?: CellAddress): CellAddress | undefined {
    return this.#completeness.next(after);
  }
  totals(name: string): TotalRow[] {
    return this.#tallies.totals(name);
  }
  get totalNames(): string[] {
    return this.#tallies.names;
  }

  /** Answer records in the words of the questionnaire: of all cells (RISK-14), or of some. */
  records(cells?: readonly number[]): Record<string, string | number>[] {
    const wanted = cells ?? Array.from({ length: this.cells }, (_, cell) => cell);
    return wanted.map((cell) => writeRecord(this.#values, this.questionnaire, this.layout, cell));
  }

  /** Tells of every change. Returns what ends it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  #notify(cells: readonly number[], by: MatrixEvent['by']): void {
    const event: MatrixEvent = { cells, version: this.#version, by };
    for (const listener of [...this.#listeners]) listener(event);
  }
}
