import type { CellAddress, MatrixStore, Questionnaire } from '../../../../src/core/index.ts';
import { nameOfCell } from '../told.ts';
import { make, place, reorder } from './dom.ts';
import { Overlay } from './overlay.ts';
import { type Area, contains, type Selection } from './selection.ts';
import type { Sizes } from './sizes.ts';

export interface Range {
  from: number;
  to: number;
}
interface CellSlot extends CellAddress {
  element: HTMLElement;
  text: Text;
  /** What stands in the element now. */
  value: number;
  marks: number;
  isSelected: boolean;
  isLabelled: boolean;
  hasId: boolean;
}
interface RowSlot {
  element: HTMLElement;
  head: HTMLElement;
  row: number;
  cells: CellSlot[];
}

const CELL = 'tg-matrix-cell';
/** The window before anything is drawn: no other one is like it, not even that of an empty matrix. */
const nothing: Range = { from: -1, to: -1 };
/** Marks of a cell besides its value, one bit each. */
const marks = [' tg-open', ' tg-active', ' tg-clash'];
const OPEN = 1;
const ACTIVE = 2;
const CLASH = 4;

/** Elements of the rows and cells in sight. Row n stands in slot n modulo the most there can be, so scrolling touches only what changes. */
export class Pool {
  readonly element = make('div', 'tg-matrix-body', 'rowgroup');
  readonly #store: MatrixStore;
  readonly #selection: Selection;
  readonly #id: string;
  readonly #unanswered: number;
  readonly #styles = new Map<number, { text: string; label: string; look: string }>();
  readonly #overlay = new Overlay(this.element);
  /** By their number: those that were needed so far, of as many as `#most`. */
  readonly #slots = new Map<number, RowSlot>();
  #most = 0;
  #pattern = make('div', 'tg-matrix-row', 'row');
  /** The selected block, when it is more than one cell. */
  #area: Area | undefined;
  #headLines = 0;
  #sizes: Sizes = { row: 0, column: 0, head: 0, levels: [], frozen: 0 };
  rowRange = nothing;
  columnRange = nothing;

  constructor(store: MatrixStore, { choices, unanswered }: Questionnaire<string>, id: string, selection: Selection) {
    this.#store = store;
    this.#selection = selection;
    this.#id = id;
    this.#unanswered = unanswered.value;
    this.#styles.set(unanswered.value, { text: unanswered.text ?? '', label: unanswered.label, look: CELL });
    for (const { value, text, label, tone } of choices) this.#styles.set(value, { text, label, look: `${CELL} tg-tone-${tone}` });
  }

  /** Makes room for a window of this many rows and columns. Its elements are made when they are needed first. */
  resize(rows: number, columns: number, sizes: Sizes, headLines: number): void {
    this.#sizes = sizes;
    this.#headLines = headLines;
    this.rowRange = nothing;
    this.columnRange = nothing;
    place(this.element, { height: this.#store.rows * sizes.row });
    this.#pattern = this.#makePattern(columns);
    this.#slots.clear();
    this.#most = rows;
    this.#overlay.resize(columns);
  }

  /** A row as every one of them begins, its cells in the first columns: copying it is many times faster than making each cell. */
  #makePattern(columns: number): HTMLElement {
    const element = make('div', 'tg-matrix-row', 'row');
    const head = make('div', 'tg-matrix-row-name', 'rowheader');
    head.setAttribute('aria-colindex', String(this.#sizes.levels.length));
    element.append(head);
    for (let column = 0; column < columns; column += 1) {
      const cell = make('div', CELL, 'gridcell');
      place(cell, { width: this.#sizes.column });
      this.#place(cell, column);
      cell.append(document.createTextNode(''));
      element.append(cell);
    }
    return element;
  }

  #place(cell: HTMLElement, column: number): void {
    cell.style.left = `${this.#sizes.frozen + column * this.#sizes.column}px`;
    cell.setAttribute('aria-colindex', String(this.#sizes.levels.length + column + 1));
  }

  /** Shows a window of rows and columns; what is shown already stays as it is. */
  draw(rows: Range, columns: Range): void {
    const isMoved = columns.from !== this.columnRange.from;
    const isFirst = this.#slots.size === 0;
    this.rowRange = rows;
    this.columnRange = columns;
    this.#area = this.#selection.wide;
    const added: HTMLElement[] = [];
    for (let row = rows.from; row <= rows.to; row += 1) {
      const known = this.#slots.get(row % this.#most);
      const slot = known ?? newRow(this.#pattern);
      this.#drawRow(slot, row, columns);
      if (known) continue;
      this.#slots.set(row % this.#most, slot);
      added.push(slot.element);
    }
    this.#overlay.putUnder(added);
    if (isMoved) this.#overlay.drawRules(columns, this.#sizes);
    if (isFirst) this.#overlay.drawBlock(this.#area, this.#sizes);
  }

  #drawRow(slot: RowSlot, row: number, columns: Range): void {
    const isNew = slot.row !== row;
    if (isNew) this.#assign(slot, row);
    for (let column = columns.from; column <= columns.to; column += 1) {
      const cell = slot.cells[column % slot.cells.length];
      if (!cell || (!isNew && cell.column === column)) continue;
      if (cell.column !== column) this.#place(cell.element, column);
      if (cell.hasId) cell.element.removeAttribute('id');
      cell.hasId = false;
      unlabel(cell);
      cell.row = row;
      cell.column = column;
      this.#paint(cell);
    }
  }

  #assign(slot: RowSlot, row: number): void {
    slot.row = row;
    slot.element.style.top = `${row * this.#sizes.row}px`;
    slot.element.setAttribute('aria-rowindex', String(this.#headLines + row + 1));
    slot.head.setAttribute('aria-label', this.#store.layout.rows[row]?.levels.join(', ') ?? '');
  }

  /** Writes what is different from what stands in the element; reads nothing from it. */
  #paint(cell: CellSlot): void {
    const { row, column, element } = cell;
    const value = this.#store.value(row, column);
    const { active } = this.#selection;
    let mark = value === this.#unanswered && this.#store.isOpen(row, column) ? OPEN : 0;
    if (row === active.row && column === active.column) mark |= ACTIVE;
    if (this.#store.hasConflicts && this.#store.isConflict(row, column)) mark |= CLASH;
    if (cell.value !== value || cell.marks !== mark) {
      const style = this.#styles.get(value);
      const before = this.#styles.get(cell.value);
      if (cell.value !== value) unlabel(cell);
      if (before?.text !== style?.text) cell.text.data = style?.text ?? '';
      element.className = marks.reduce((look, word, bit) => ((mark & (1 << bit)) === 0 ? look : look + word), style?.look ?? CELL);
      cell.value = value;
      cell.marks = mark;
    }
    const isSelected = contains(this.#area, row, column);
    if (cell.isSelected !== isSelected) element.setAttribute('aria-selected', String(isSelected));
    cell.isSelected = isSelected;
  }

  /** Draws one cell again, if it is in sight. */
  repaintAt(row: number, column: number): void {
    const cell = this.#slotOf(row, column);
    if (cell) this.#paint(cell);
  }

  /** Draws again what is in sight: values, selection, marks. */
  repaint(): void {
    this.#area = this.#selection.wide;
    this.#overlay.drawBlock(this.#area, this.#sizes);
    for (const { cells } of this.#slots.values()) for (const cell of cells) if (cell.row >= 0) this.#paint(cell);
  }

  /** Draws again those of these cells that are in sight. */
  repaintCells(cells: readonly number[]): void {
    const { columns } = this.#store;
    for (const cell of cells) this.repaintAt(Math.floor(cell / columns), cell % columns);
  }

  #slotOf(row: number, column: number): CellSlot | undefined {
    const slot = this.#slots.get(row % this.#most);
    const cell = slot?.cells[column % slot.cells.length];
    return cell?.row === row && cell.column === column ? cell : undefined;
  }

  /** The element of a cell, or undefined when it is out of sight. */
  elementOf(row: number, column: number): HTMLElement | undefined {
    return this.#slotOf(row, column)?.element;
  }

  /** The cell an event came from. */
  addressOf(target: EventTarget | null): CellAddress | undefined {
    const element = target instanceof Element ? target.closest(`.${CELL}`) : null;
    const slot = element && [...this.#slots.values()].find((row) => row.element === element.parentElement);
    const cell = slot?.cells.find((own) => own.element === element);
    return cell && cell.row >= 0 ? { row: cell.row, column: cell.column } : undefined;
  }

  /** What a screen reader says of a cell: row, column, value. */
  nameOf(row: number, column: number): string {
    return nameOfCell(this.#store, { row, column }, this.#styles.get(this.#store.value(row, column))?.label);
  }

  /** Names and identifies one cell, so that it can be the active one. Returns its id. */
  identify(row: number, column: number): string | undefined {
    const slot = this.#slotOf(row, column);
    if (!slot) return undefined;
    this.#label(slot);
    const id = `${this.#id}-${row}-${column}`;
    if (!slot.hasId) slot.element.id = id;
    slot.hasId = true;
    return id;
  }

  #label(cell: CellSlot): void {
    if (cell.row < 0 || cell.isLabelled) return;
    cell.element.setAttribute('aria-label', this.nameOf(cell.row, cell.column));
    cell.isLabelled = true;
  }

  /** When nothing else is to do: names for every cell in sight, and the order of the document as that of the eye. */
  settle(): void {
    const slots = [...this.#slots.values()];
    for (const { cells } of slots) for (const cell of cells) this.#label(cell);
    const byPlace = slots.sort((a, b) => a.row - b.row);
    reorder(byPlace.map(({ element }) => element));
    for (const { head, cells } of byPlace) {
      reorder([head, ...[...cells].sort((a, b) => a.column - b.column).map(({ element }) => element)]);
    }
  }
}

function newRow(pattern: HTMLElement): RowSlot {
  const element = pattern.cloneNode(true) as HTMLElement;
  const head = element.firstElementChild as HTMLElement;
  const cells: CellSlot[] = [];
  for (let cell = head.nextElementSibling; cell; cell = cell.nextElementSibling) {
    cells.push({
      element: cell as HTMLElement,
      text: cell.firstChild as Text,
      row: -1,
      column: cells.length,
      value: Number.NaN,
      marks: 0,
      isSelected: false,
      isLabelled: false,
      hasId: false,
    });
  }
  return { element, head, row: -1, cells };
}

/** A name that is not right any more goes at once; the new one comes with focus or rest. */
function unlabel(cell: CellSlot): void {
  if (cell.isLabelled) cell.element.removeAttribute('aria-label');
  cell.isLabelled = false;
}
