import type { CellAddress, Questionnaire } from '../../../../src/core/index.ts';
import type { Content } from './content.ts';
import { make, place } from './dom.ts';
import { declaredSizes, HEAD, ROW, type Sizes, sizesIn } from './sizes.ts';
import { capacity, scrollTo, windowOf } from './window.ts';

const SPARE_ROWS = 3;
const SPARE_COLUMNS = 1;

/** In pixels. */
export interface Scrolled {
  top: number;
  left: number;
}

interface Followers {
  /** Every cell is about to be made anew. */
  renewing: () => void;
  /** Cells are about to stand for others. */
  moving: () => void;
  drawn: () => void;
}

/**
 * The place a matrix is scrolled in: how large it is, how large the parts of the matrix are in it, and which rows and columns are drawn.
 * size of the place -> sizes of columns -> room for so many elements; scroll position -> window of rows and columns -> heads, side, pool
 */
export class Stage {
  readonly #scroller: HTMLElement;
  readonly #questionnaire: Questionnaire<string>;
  readonly #followers: Followers;
  readonly #canvas = make('div', 'tg-matrix-canvas', 'presentation');
  #content: Content;
  #sizes: Sizes;
  #viewport = { width: 0, height: 0 };
  #capacity = { rows: 0, columns: 0 };

  constructor(scroller: HTMLElement, questionnaire: Questionnaire<string>, content: Content, followers: Followers) {
    this.#scroller = scroller;
    this.#questionnaire = questionnaire;
    this.#followers = followers;
    this.#content = content;
    this.#sizes = declaredSizes(questionnaire);
    scroller.append(this.#canvas);
  }

  /** Puts a matrix in the place of the one before. `isMeasured`: the place is still as large as it was read last. */
  show(content: Content, isMeasured: boolean): void {
    this.#content = content;
    const { heads, side, pool } = content;
    place(pool.element, { top: this.#headHeight });
    this.#capacity = { rows: 0, columns: 0 };
    if (!isMeasured) this.#viewport = { width: 0, height: 0 };
    const isKnown = this.#viewport.width > 0;
    // Nothing is read then; a scroll bar more or less: whoever watches the size tells.
    if (isKnown) this.#fit({ top: 0, left: 0 });
    // Sized before it is measured, so that the scroll bars are there.
    else this.#placeCanvas(declaredSizes(this.#questionnaire).frozen);
    this.#canvas.replaceChildren(heads.element, side.element, pool.element);
    if (!isKnown) this.measure();
  }

  /** Reads the size of the place, all at once. */
  measure(): void {
    const { clientWidth, clientHeight } = this.#scroller;
    const width = clientWidth || 1200;
    const height = clientHeight || 600;
    if (width === this.#viewport.width && height === this.#viewport.height) return;
    this.#viewport = { width, height };
    this.#fit(this.scrolled);
  }

  get scrolled(): Scrolled {
    const { scrollTop: top, scrollLeft: left } = this.#scroller;
    return { top, left };
  }
  set scrolled({ top, left }: Scrolled) {
    this.#scroller.scrollTop = top;
    this.#scroller.scrollLeft = left;
    this.draw();
  }

  /** Rows a press of Page Down goes. */
  get page(): number {
    return Math.max(1, Math.floor(this.#room / ROW) - 1);
  }

  /** Scrolls as little as it takes to have a cell in sight. */
  reach({ row, column }: CellAddress): void {
    const before = this.scrolled;
    const top = scrollTo(before.top, row * ROW, ROW, this.#room);
    const left = scrollTo(before.left, column * this.#sizes.column, this.#sizes.column, this.#viewport.width - this.#sizes.frozen);
    if (top !== before.top) this.#scroller.scrollTop = top;
    if (left !== before.left) this.#scroller.scrollLeft = left;
    this.draw();
  }

  /** Draws what is in sight, with a few spare rows and columns around it. */
  draw(scrolled = this.scrolled): void {
    this.#drawWindow(scrolled, this.#capacity.rows, SPARE_ROWS);
  }

  /** Makes room for the elements that the place can show. */
  #fit(scrolled: Scrolled): void {
    const { heads, side, pool, store } = this.#content;
    const { width } = this.#viewport;
    const names = store.layout.columns.map(({ name }) => name);
    const sizes = sizesIn(width, names, this.#questionnaire);
    const { frozen, column } = sizes;
    const isSame = frozen === this.#sizes.frozen && column === this.#sizes.column;
    this.#sizes = sizes;
    this.#placeCanvas(frozen);
    place(side.element, { width: frozen });
    const needed = {
      rows: Math.min(store.rows, capacity(this.#room, ROW, SPARE_ROWS)),
      columns: Math.min(store.columns, capacity(width - frozen, column, SPARE_COLUMNS)),
    };
    if (isSame && needed.rows <= this.#capacity.rows && needed.columns <= this.#capacity.columns) {
      this.draw(scrolled);
      return;
    }
    this.#capacity = needed;
    this.#followers.renewing();
    side.clear();
    pool.resize(needed.rows, needed.columns, sizes, heads.lines);
    // What is in sight stands the sooner; the spare rows come with the first scroll, or with rest.
    this.#drawWindow(scrolled, Math.min(needed.rows, capacity(this.#room, ROW, 0)), 0);
  }

  #drawWindow({ top, left }: Scrolled, mostRows: number, spareRows: number): void {
    const { heads, side, pool, store } = this.#content;
    const rows = windowOf(top, ROW, store.rows, mostRows, spareRows);
    const columns = windowOf(left, this.#sizes.column, store.columns, this.#capacity.columns, SPARE_COLUMNS);
    const before = { rows: pool.rowRange, columns: pool.columnRange };
    const isNewRows = rows.from !== before.rows.from || rows.to !== before.rows.to;
    const isNewColumns = columns.from !== before.columns.from || columns.to !== before.columns.to;
    if (!isNewRows && !isNewColumns) return;
    // Where rows only join, every cell stays what it is, and the editor in it: a press on it may be half done.
    const isJoined = !isNewColumns && rows.from <= before.rows.from && rows.to >= before.rows.to;
    if (!isJoined) this.#followers.moving();
    if (isNewColumns) heads.draw(columns.from, columns.to, this.#sizes);
    if (isNewRows) side.draw(rows.from, rows.to, this.#sizes, this.#headHeight);
    pool.draw(rows, columns);
    this.#followers.drawn();
  }

  #placeCanvas(frozen: number): void {
    const { store } = this.#content;
    place(this.#canvas, { width: frozen + store.columns * this.#sizes.column, height: this.#headHeight + store.rows * ROW });
  }

  get #headHeight(): number {
    return this.#content.heads.lines * HEAD;
  }
  /** Height that is left for rows. */
  get #room(): number {
    return this.#viewport.height - this.#headHeight;
  }
}
