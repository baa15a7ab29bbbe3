import type { CellAddress, MatrixStore, Questionnaire } from '../../../../src/core/index.ts';
import { make, place, reorder } from './dom.ts';
import type { Sizes } from './heads.ts';

/** What a cell looks like besides its value. */
export interface CellLook {
  isActive: (row: number, column: number) => boolean;
  isSelected: (row: number, column: number) => boolean;
}
export interface Range {
  from: number;
  to: number;
}
interface CellSlot extends CellAddress {
  element: HTMLElement;
  text: Text;
  /** What stands in the element now. */
  look: string;
  shown: string;
  isLabelled: boolean;
  hasId: boolean;
}
interface RowSlot {
  element: HTMLElement;
  head: HTMLElement;
  name: HTMLElement;
  row: number;
  cells: CellSlot[];
}

const EMPTY_LOOK = 'tg-matrix-cell';

/** Elements of the rows and cells in sight. Row n stands in slot n modulo the number of slots, so scrolling touches only what changes. */
export class Pool {
  readonly element = make('div', 'tg-matrix-body', 'rowgroup');
  readonly #store: MatrixStore;
  readonly #questionnaire: Questionnaire<string>;
  readonly #look: CellLook;
  readonly #id: string;
  readonly #styles = new Map<number, { text: string; label: string; tone: string }>();
  readonly #slotOf = new WeakMap<Element, CellSlot>();
  #rows: RowSlot[] = [];
  #headLines = 0;
  #sizes: Sizes = { row: 0, column: 0, head: 0, levels: [], frozen: 0 };
  rowRange: Range = { from: 0, to: -1 };
  columnRange: Range = { from: 0, to: -1 };

  constructor(store: MatrixStore, questionnaire: Questionnaire<string>, id: string, look: CellLook) {
    this.#store = store;
    this.#questionnaire = questionnaire;
    this.#look = look;
    this.#id = id;
    const { choices, unanswered } = questionnaire;
    this.#styles.set(unanswered.value, { text: unanswered.text ?? '', label: unanswered.label, tone: '' });
    for (const { value, text, label, tone } of choices) this.#styles.set(value, { text, label, tone: ` tg-tone-${tone}` });
  }

  /** Makes as many elements as a window of this many rows and columns needs. */
  resize(rows: number, columns: number, sizes: Sizes, headLines: number): void {
    this.#sizes = sizes;
    this.#headLines = headLines;
    const pattern = this.#pattern(columns, sizes);
    this.#rows = Array.from({ length: rows }, () => this.#newRow(pattern));
    this.element.replaceChildren(...this.#rows.map(({ element }) => element));
  }

  /** A row as every one of them begins, its cells in the first columns: copying it is many times faster than making each cell. */
  #pattern(columns: number, sizes: Sizes): HTMLElement {
    const lastLevel = sizes.levels.at(-1) ?? 0;
    const element = make('div', 'tg-matrix-row', 'row');
    const head = make('div', 'tg-matrix-row-head', 'rowheader');
    place(head, { width: lastLevel, left: sizes.frozen - lastLevel });
    head.style.marginLeft = `${sizes.frozen - lastLevel}px`;
    head.setAttribute('aria-colindex', String(sizes.levels.length));
    head.append(make('span', 'tg-matrix-row-text'));
    element.append(head);
    for (let column = 0; column < columns; column += 1) {
      const cell = make('div', EMPTY_LOOK, 'gridcell');
      place(cell, { width: sizes.column });
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

  #newRow(pattern: HTMLElement): RowSlot {
    const element = pattern.cloneNode(true) as HTMLElement;
    const [head, ...elements] = element.children as unknown as Iterable<HTMLElement>;
    if (!head) throw new Error('a row without a head');
    const cells = elements.map((cell, column) => {
      const text = cell.firstChild as Text;
      const slot: CellSlot = { element: cell, text, row: -1, column, look: EMPTY_LOOK, shown: '', isLabelled: false, hasId: false };
      this.#slotOf.set(cell, slot);
      return slot;
    });
    return { element, head, name: head.firstElementChild as HTMLElement, row: -1, cells };
  }

  /** Shows a window of rows and columns; what is shown already stays as it is. */
  draw(rows: Range, columns: Range): void {
    this.rowRange = rows;
    this.columnRange = columns;
    for (let row = rows.from; row <= rows.to; row += 1) {
      const slot = this.#rows[row % this.#rows.length];
      if (!slot) continue;
      const isNew = slot.row !== row;
      if (isNew) this.#assign(slot, row);
      for (let column = columns.from; column <= columns.to; column += 1) {
        const cell = slot.cells[column % slot.cells.length];
        if (!cell || (!isNew && cell.column === column)) continue;
        if (cell.column !== column) this.#place(cell.element, column);
        if (cell.hasId) cell.element.removeAttribute('id');
        cell.hasId = false;
        this.#unlabel(cell);
        cell.row = row;
        cell.column = column;
        this.#paint(cell);
      }
    }
  }

  #assign(slot: RowSlot, row: number): void {
    slot.row = row;
    const record = this.#store.layout.rows[row];
    slot.element.style.transform = `translateY(${row * this.#sizes.row}px)`;
    slot.element.setAttribute('aria-rowindex', String(this.#headLines + row + 1));
    slot.element.classList.toggle('tg-matrix-row-even', row % 2 === 1);
    slot.name.textContent = record?.levels.at(-1) ?? '';
    slot.head.title = slot.name.textContent;
    slot.head.setAttribute('aria-label', record?.levels.join(', ') ?? '');
  }

  #paint(cell: CellSlot): void {
    const { row, column, element } = cell;
    const value = this.#store.value(row, column);
    const style = this.#styles.get(value);
    const text = style?.text ?? '';
    if (cell.shown !== text) {
      cell.text.data = text;
      cell.shown = text;
      this.#unlabel(cell);
    }
    const isSelected = this.#look.isSelected(row, column);
    const open = value === this.#questionnaire.unanswered.value && this.#store.isOpen(row, column) ? ' tg-open' : '';
    const active = this.#look.isActive(row, column) ? ' tg-active' : '';
    const clash = this.#store.hasConflicts && this.#store.isConflict(row, column) ? ' tg-clash' : '';
    const look = `${EMPTY_LOOK}${style?.tone ?? ''}${open}${active}${isSelected ? ' tg-selected' : ''}${clash}`;
    if (cell.look !== look) {
      element.className = look;
      if (isSelected) element.setAttribute('aria-selected', 'true');
      else if (cell.look.includes(' tg-selected')) element.setAttribute('aria-selected', 'false');
      cell.look = look;
    }
  }

  /** A name that is not right any more goes at once; the new one comes with focus or rest. */
  #unlabel(cell: CellSlot): void {
    if (cell.isLabelled) cell.element.removeAttribute('aria-label');
    cell.isLabelled = false;
  }

  /** Draws one cell again, if it is in sight. */
  repaintAt(row: number, column: number): void {
    const element = this.elementOf(row, column);
    const cell = element && this.#slotOf.get(element);
    if (cell) this.#paint(cell);
  }

  /** Draws again what is in sight: values, selection, marks. */
  repaint(): void {
    for (const { row, cells } of this.#rows) if (row >= 0) for (const cell of cells) if (cell.row >= 0) this.#paint(cell);
  }

  /** The element of a cell, or undefined when it is out of sight. */
  elementOf(row: number, column: number): HTMLElement | undefined {
    const slot = this.#rows[row % this.#rows.length];
    const cell = slot?.cells[column % slot.cells.length];
    return cell?.row === row && cell.column === column ? cell.element : undefined;
  }

  /** The cell an event came from. */
  addressOf(target: EventTarget | null): CellAddress | undefined {
    const element = target instanceof Element ? target.closest('.tg-matrix-cell') : null;
    const slot = element ? this.#slotOf.get(element) : undefined;
    return slot && slot.row >= 0 ? { row: slot.row, column: slot.column } : undefined;
  }

  /** What a screen reader says of a cell: row, column, value. */
  nameOf(row: number, column: number): string {
    const { rows, columns } = this.#store.layout;
    return `${rows[row]?.levels.join(', ')}; ${columns[column]?.name}: ${this.#styles.get(this.#store.value(row, column))?.label ?? ''}`;
  }

  /** Names and identifies one cell, so that it can be the active one. Returns its id. */
  identify(row: number, column: number): string | undefined {
    const element = this.elementOf(row, column);
    const slot = element && this.#slotOf.get(element);
    if (!slot) return undefined;
    this.#label(slot);
    slot.hasId = true;
    slot.element.id = `${this.#id}-${row}-${column}`;
    return slot.element.id;
  }

  #label(cell: CellSlot): void {
    if (cell.row < 0 || cell.isLabelled) return;
    cell.element.setAttribute('aria-label', this.nameOf(cell.row, cell.column));
    cell.isLabelled = true;
  }

  /** When nothing else is to do: names for every cell in sight, and the order of the document as that of the eye. */
  settle(): void {
    for (const { cells } of this.#rows) for (const cell of cells) this.#label(cell);
    const byPlace = [...this.#rows].sort((a, b) => a.row - b.row);
    reorder(byPlace.map(({ element }) => element));
    for (const { head, cells } of byPlace) {
      reorder([head, ...[...cells].sort((a, b) => a.column - b.column).map(({ element }) => element)]);
    }
  }
}
