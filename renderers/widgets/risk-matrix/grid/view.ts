import type { CellAddress, MatrixEvent, MatrixStore, Questionnaire } from '../../../../src/core/index.ts';
import { type Content, contentOf, haveSameCells } from './content.ts';
import { make, place } from './dom.ts';
import { Editor } from './editor.ts';
import type { Side } from './heads.ts';
import { Help } from './help.ts';
import { type Input, listenTo } from './input.ts';
import type { Pool } from './pool.ts';
import { Rest } from './rest.ts';
import type { Selection } from './selection.ts';
import { declaredSizes, HEAD, ROW, type Sizes, sizesIn } from './sizes.ts';
import { type GridTexts, Status } from './status.ts';
import { capacity, scrollTo, windowOf } from './window.ts';

const SPARE_ROWS = 3;
const SPARE_COLUMNS = 1;
const SETTLE_AFTER = 200;
const start = { active: { row: 0, column: 0 }, scrolled: { top: 0, left: 0 } };

interface GridOptions {
  id: string;
  questionnaire: Questionnaire<string>;
  texts: GridTexts;
  height: string;
}

/** Where somebody is in a matrix. */
export interface GridPlace {
  store: MatrixStore;
  active: CellAddress;
  scrolled: { top: number; left: number };
}

/**
 * The matrix as elements, without a framework around its cells: the scroller is the one thing that takes the focus, the active cell is its
 * active descendant, so that scrolling never loses the focus. What people do to it stands in input.ts.
 *
 * The frame stands before the data does, and is measured then. Data comes -> show -> content in the frame
 * scroll -> window of rows and columns -> pool of elements; key or pointer -> selection or store -> repaint of what is in sight
 */
export class GridView {
  readonly element = make('div', 'tg-matrix-frame');
  readonly scroller: HTMLElement;
  readonly #options: GridOptions;
  readonly #canvas = make('div', 'tg-matrix-canvas', 'presentation');
  readonly status = new Status();
  readonly editor: Editor;
  readonly help: Help;
  readonly #resizes: ResizeObserver | undefined;
  #content: Content;
  #unsubscribe = (): void => {};
  #sizes: Sizes;
  #viewport = { width: 0, height: 0 };
  #capacity = { rows: 0, columns: 0 };
  isReadOnly = false;
  #isBlank = false;
  /** The cell under the pointer. */
  hovered: CellAddress | undefined;
  readonly #rest = new Rest(SETTLE_AFTER, () => this.#rested());
  readonly #input: Input;
  #announced: string | undefined;

  /** `before`: where somebody was in the view that this one follows. */
  constructor(host: HTMLElement, options: GridOptions, store: MatrixStore, isBlank: boolean, before?: GridPlace) {
    const { questionnaire, id, texts } = options;
    this.#options = options;
    this.#sizes = declaredSizes(questionnaire);
    this.#content = contentOf(store, options);
    this.editor = new Editor(questionnaire, texts.choices);
    this.help = new Help(`${id}-help`, questionnaire.help);
    this.scroller = this.#makeScroller(id);
    this.scroller.append(this.#canvas);
    this.element.append(this.scroller, this.status.element, this.help.element);
    this.scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.#input = listenTo(this);
    this.#resizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#measure());
    host.append(this.element);
    this.show(store, isBlank);
    if (before && !isBlank && haveSameCells(before.store, store)) this.#return(before);
    this.#resizes?.observe(this.scroller);
  }

  /** Shows a store in place of the one before. A blank one keeps the place of data that is on its way: it is out of reach and says nothing. */
  show(store: MatrixStore, isBlank: boolean): void {
    const wasBlank = this.#isBlank;
    this.#isBlank = isBlank;
    this.element.inert = isBlank;
    this.scroller.style.height = isBlank ? this.#options.height : '';
    const before = wasBlank || isBlank ? undefined : this.place;
    if (store !== this.store) {
      if (!wasBlank) this.#viewport = { width: 0, height: 0 };
      this.#content = contentOf(store, this.#options);
    }
    const { heads, side, pool } = this.#content;
    this.#unsubscribe();
    this.#unsubscribe = store.subscribe((event) => this.#follow(event));
    this.editor.hide();
    this.help.hide();
    this.hovered = undefined;
    this.scroller.setAttribute('aria-rowcount', String(heads.lines + store.rows));
    this.scroller.setAttribute('aria-colcount', String(this.#options.questionnaire.rows.levels.length + store.columns));
    place(pool.element, { top: this.#headHeight });
    this.#capacity = { rows: 0, columns: 0 };
    const isMeasured = this.#viewport.width > 0;
    // Nothing is read then; a scroll bar more or less: the observer tells.
    if (isMeasured) this.#fit({ top: 0, left: 0 });
    // Sized before it is measured, so that the scroll bars are there.
    else this.#placeCanvas(declaredSizes(this.questionnaire).frozen);
    this.#canvas.replaceChildren(heads.element, side.element, pool.element);
    if (!isMeasured) this.#measure();
    if (before && before.store !== store) this.#return(haveSameCells(before.store, store) ? before : start);
  }

  get place(): GridPlace {
    const { scrollTop: top, scrollLeft: left } = this.scroller;
    return { store: this.store, active: this.selection.active, scrolled: { top, left } };
  }

  /** In other words, such as another language, people stay where they are; of other cells their place says nothing. */
  #return({ active, scrolled }: Omit<GridPlace, 'store'>): void {
    this.selection.go(active.row, active.column);
    this.scroller.scrollTop = scrolled.top;
    this.scroller.scrollLeft = scrolled.left;
    this.draw(scrolled);
    this.repaint();
  }

  /** Nothing moves any more: time for the spare rows, for names, and for the order of the document. */
  #rested(): void {
    this.draw();
    this.pool.settle();
  }

  #scrolled(): void {
    this.help.hide();
    this.draw();
  }

  #makeScroller(id: string): HTMLElement {
    const { questionnaire, height, texts } = this.#options;
    const scroller = make('div', 'tg-matrix-scroll', 'grid');
    scroller.id = id;
    scroller.tabIndex = 0;
    scroller.style.maxHeight = height;
    scroller.setAttribute('aria-label', questionnaire.title);
    scroller.setAttribute('aria-description', texts.keys);
    scroller.setAttribute('aria-multiselectable', 'true');
    return scroller;
  }

  destroy(): void {
    this.#unsubscribe();
    this.#resizes?.disconnect();
    this.#rest.stop();
    this.status.stop();
    this.help.stop();
    this.element.remove();
  }

  setReadOnly(isReadOnly: boolean): void {
    this.isReadOnly = isReadOnly;
    this.scroller.setAttribute('aria-readonly', String(isReadOnly));
    if (isReadOnly) this.editor.hide();
  }

  setMarked(isMarked: boolean): void {
    this.element.classList.toggle('tg-marked', isMarked);
  }

  /** Makes a cell the active one, in sight, though it had no element before. */
  reach(row: number, column: number): void {
    this.selection.go(row, column);
    this.showActive();
  }
  /** The same, and the focus goes there. */
  goTo(row: number, column: number): void {
    this.reach(row, column);
    this.focus();
  }
  /** Back or forward, as by its keys. */
  step(kind: 'undo' | 'redo'): void {
    this.#input.step(kind);
  }

  get store(): MatrixStore {
    return this.#content.store;
  }
  get selection(): Selection {
    return this.#content.selection;
  }
  get pool(): Pool {
    return this.#content.pool;
  }
  get side(): Side {
    return this.#content.side;
  }

  /** Gives the keyboard to the grid. */
  focus(): void {
    if (document.activeElement !== this.scroller) this.scroller.focus({ preventScroll: true });
  }

  get questionnaire(): Questionnaire<string> {
    return this.#options.questionnaire;
  }
  get texts(): GridTexts {
    return this.#options.texts;
  }
  /** Rows a press of Page Down goes. */
  get page(): number {
    return Math.max(1, Math.floor((this.#viewport.height - this.#headHeight) / ROW) - 1);
  }

  // ------------------------------------------------------------------------------------------------ drawing

  /** Reads the size of the place, all at once. */
  #measure(): void {
    const { clientWidth, clientHeight, scrollTop, scrollLeft } = this.scroller;
    const width = clientWidth || 1200;
    const height = clientHeight || 600;
    if (width === this.#viewport.width && height === this.#viewport.height) return;
    this.#viewport = { width, height };
    this.#fit({ top: scrollTop, left: scrollLeft });
  }

  /** Makes the elements that the place has room for. */
  #fit(scrolled: { top: number; left: number }): void {
    const { width, height } = this.#viewport;
    const { side, pool } = this.#content;
    const names = this.store.layout.columns.map(({ name }) => name);
    const sizes = sizesIn(width, names, this.questionnaire);
    const { frozen, column } = sizes;
    const isSame = frozen === this.#sizes.frozen && column === this.#sizes.column;
    this.#sizes = sizes;
    this.#placeCanvas(frozen);
    place(side.element, { width: frozen });
    const room = height - this.#headHeight;
    const needed = {
      rows: Math.min(this.store.rows, capacity(room, ROW, SPARE_ROWS)),
      columns: Math.min(this.store.columns, capacity(width - frozen, column, SPARE_COLUMNS)),
    };
    const isNew = !isSame || needed.rows > this.#capacity.rows || needed.columns > this.#capacity.columns;
    if (isNew) {
      this.#capacity = needed;
      this.editor.hide();
      side.clear();
      pool.resize(needed.rows, needed.columns, this.#sizes, this.#content.heads.lines);
    }
    // What is in sight stands the sooner; the spare rows come with the first scroll, or with rest.
    if (isNew) this.#drawWindow(scrolled, Math.min(needed.rows, capacity(room, ROW, 0)), 0);
    else this.draw(scrolled);
  }

  #placeCanvas(frozen: number): void {
    place(this.#canvas, {
      width: frozen + this.store.columns * this.#sizes.column,
      height: this.#headHeight + this.store.rows * ROW,
    });
  }

  get #headHeight(): number {
    return this.#content.heads.lines * HEAD;
  }

  draw(scrolled = { top: this.scroller.scrollTop, left: this.scroller.scrollLeft }): void {
    this.#drawWindow(scrolled, this.#capacity.rows, SPARE_ROWS);
  }

  #drawWindow({ top, left }: { top: number; left: number }, mostRows: number, spareRows: number): void {
    const rows = windowOf(top, ROW, this.store.rows, mostRows, spareRows);
    const columns = windowOf(left, this.#sizes.column, this.store.columns, this.#capacity.columns, SPARE_COLUMNS);
    const before = { rows: this.pool.rowRange, columns: this.pool.columnRange };
    const isNewRows = rows.from !== before.rows.from || rows.to !== before.rows.to;
    const isNewColumns = columns.from !== before.columns.from || columns.to !== before.columns.to;
    if (!isNewRows && !isNewColumns) return;
    // Where rows only join, the cell of the editor stays, and the editor in it: a press on it may be half done.
    const isJoined = !isNewColumns && rows.from <= before.rows.from && rows.to >= before.rows.to;
    if (!isJoined && !this.editor.isOpen) this.editor.hide();
    if (isNewColumns) this.#content.heads.draw(columns.from, columns.to, this.#sizes);
    if (isNewRows) this.#content.side.draw(rows.from, rows.to, this.#sizes, this.#headHeight);
    this.pool.draw(rows, columns);
    this.afterDrawing();
  }

  /** Draws what a change of the store has changed. An answer can complete its row; what was saved or came from elsewhere changes marks anywhere. */
  #follow({ cells, by }: MatrixEvent): void {
    if (by === 'user') this.status.hide();
    if (by !== 'user' || this.questionnaire.completeness?.require === 'rows') this.repaint();
    else {
      this.pool.repaintCells(cells);
      this.afterDrawing();
    }
  }

  repaint(): void {
    this.pool.repaint();
    this.afterDrawing();
  }

  /** The active cell is named at once; the rest when the eye has come to rest. */
  afterDrawing(): void {
    if (this.#isBlank) return;
    this.announceActive();
    this.placeEditor();
    this.#rest.disturb();
  }

  announceActive(): void {
    const { row, column } = this.selection.active;
    const id = this.pool.identify(row, column);
    if (id === this.#announced) return;
    this.#announced = id;
    if (id === undefined) this.scroller.removeAttribute('aria-activedescendant');
    else this.scroller.setAttribute('aria-activedescendant', id);
  }

  showActive(): void {
    const { row, column } = this.selection.active;
    const { scroller } = this;
    const height = this.#viewport.height - this.#headHeight;
    const width = this.#viewport.width - this.#sizes.frozen;
    const top = scrollTo(scroller.scrollTop, row * ROW, ROW, height);
    const left = scrollTo(scroller.scrollLeft, column * this.#sizes.column, this.#sizes.column, width);
    if (top !== scroller.scrollTop) scroller.scrollTop = top;
    if (left !== scroller.scrollLeft) scroller.scrollLeft = left;
    this.draw();
    this.repaint();
  }

  /** The editor stands in the cell under the pointer, or in the active one while the grid has the focus. */
  placeEditor(): void {
    if (this.isReadOnly || this.editor.isOpen) return;
    const isFocused = document.activeElement === this.scroller;
    const at = this.hovered ?? (isFocused ? this.selection.active : undefined);
    const cell = at && this.pool.elementOf(at.row, at.column);
    if (!at || !cell) this.editor.hide();
    else this.editor.show(cell, this.store.value(at.row, at.column));
  }
}
