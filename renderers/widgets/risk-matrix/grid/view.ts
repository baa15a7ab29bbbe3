import { type MatrixStore, type Questionnaire, readBlock, writeBlock } from '../../../../src/core/index.ts';
import { make, place } from './dom.ts';
import { Editor } from './editor.ts';
import { Heads, Side, type Sizes } from './heads.ts';
import { Help } from './help.ts';
import { type Command, commandOf } from './keys.ts';
import { Pool } from './pool.ts';
import { Selection } from './selection.ts';
import { capacity, scrollTo, windowOf } from './window.ts';

const ROW = 44;
const HEAD = 34;
const SPARE_ROWS = 4;
const SPARE_COLUMNS = 2;
/** Share of the width the frozen columns may take. */
const MOST_FROZEN = 0.5;
const SETTLE_AFTER = 200;

/** Words of the grid in the language of the window. */
export interface GridTexts {
  choices: string;
  pasted: (count: number, unknown: number) => string;
  filled: (count: number) => string;
  keys: string;
}
export interface GridOptions {
  id: string;
  store: MatrixStore;
  questionnaire: Questionnaire<string>;
  texts: GridTexts;
  height: string;
}

/**
 * The matrix as elements, without a framework around its cells: the scroller is the one thing that takes the focus, the active cell is its
 * active descendant, so that scrolling never loses the focus. Every event is handled once, here.
 *
 * scroll -> window of rows and columns -> pool of elements; key or pointer -> selection or store -> repaint of what is in sight
 */
export class GridView {
  readonly element: HTMLElement;
  readonly scroller: HTMLElement;
  readonly #store: MatrixStore;
  readonly #options: GridOptions;
  readonly #canvas = make('div', 'tg-matrix-canvas', 'presentation');
  readonly #status = make('div', 'tg-hidden', 'status');
  readonly #heads: Heads;
  readonly #side: Side;
  readonly #pool: Pool;
  readonly #editor: Editor;
  readonly #help: Help;
  readonly #selection: Selection;
  readonly #resizes: ResizeObserver | undefined;
  readonly #unsubscribe: () => void;
  #sizes: Sizes = { row: ROW, column: 0, head: HEAD, levels: [], frozen: 0 };
  #viewport = { width: 0, height: 0 };
  #capacity = { rows: 0, columns: 0 };
  #isReadOnly = false;
  #isLeaving = false;
  #hovered: { row: number; column: number } | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(options: GridOptions) {
    const { store, questionnaire, id, texts } = options;
    this.#options = options;
    this.#store = store;
    this.#selection = new Selection(store.rows, store.columns);
    this.#heads = new Heads(store.layout, questionnaire);
    this.#side = new Side(store.layout);
    this.#pool = new Pool(store, questionnaire, id, {
      isActive: (row, column) => row === this.#selection.active.row && column === this.#selection.active.column,
      isSelected: (row, column) => this.#selection.isWide && this.#selection.has(row, column),
    });
    this.#editor = new Editor(questionnaire, texts.choices);
    this.#help = new Help(`${id}-help`, questionnaire.help);
    this.element = make('div', 'tg-matrix-frame');
    this.scroller = this.#makeScroller(id);
    this.#canvas.append(this.#heads.element, this.#side.element, this.#pool.element);
    this.scroller.append(this.#canvas);
    this.element.append(this.scroller, this.#status, this.#help.element);
    this.#unsubscribe = store.subscribe(() => this.#repaint());
    this.#listen();
    this.#resizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#measure());
  }

  #makeScroller(id: string): HTMLElement {
    const { questionnaire, height, texts } = this.#options;
    const scroller = make('div', 'tg-matrix-scroll', 'grid');
    scroller.id = id;
    scroller.tabIndex = 0;
    scroller.style.maxHeight = height;
    const levels = questionnaire.rows.levels.length;
    scroller.setAttribute('aria-label', questionnaire.title);
    scroller.setAttribute('aria-description', texts.keys);
    scroller.setAttribute('aria-multiselectable', 'true');
    scroller.setAttribute('aria-rowcount', String(this.#heads.lines + this.#store.rows));
    scroller.setAttribute('aria-colcount', String(levels + this.#store.columns));
    return scroller;
  }

  /** Puts the grid into the document. */
  mount(host: HTMLElement): void {
    host.append(this.element);
    this.#measure();
    this.#resizes?.observe(this.scroller);
  }

  destroy(): void {
    this.#unsubscribe();
    this.#resizes?.disconnect();
    clearTimeout(this.#settling);
    this.#help.hide();
    this.element.remove();
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.scroller.setAttribute('aria-readonly', String(isReadOnly));
    if (isReadOnly) this.#editor.hide();
  }

  setMarked(isMarked: boolean): void {
    this.element.classList.toggle('tg-marked', isMarked);
  }

  /** Makes a cell the active one, in sight and focused, though it had no element before. */
  goTo(row: number, column: number): void {
    this.#selection.go(row, column);
    this.#showActive();
    this.#focus();
  }

  get active(): { row: number; column: number } {
    return this.#selection.active;
  }

  // ------------------------------------------------------------------------------------------------ drawing

  /** Reads the size of the place and makes the elements it needs. */
  #measure(): void {
    const width = this.scroller.clientWidth || 1200;
    const height = this.scroller.clientHeight || 600;
    if (width === this.#viewport.width && height === this.#viewport.height) return;
    const { rows, columns } = this.#options.questionnaire;
    const wanted = rows.levels.map((level) => level.width ?? 140);
    const total = wanted.reduce((sum, level) => sum + level, 0);
    const share = Math.min(1, (width * MOST_FROZEN) / total);
    const levels = wanted.map((level) => Math.floor(level * share));
    const frozen = levels.reduce((sum, level) => sum + level, 0);
    const isSame = frozen === this.#sizes.frozen && this.#viewport.width > 0;
    this.#viewport = { width, height };
    this.#sizes = { row: ROW, column: columns.width ?? 96, head: HEAD, levels, frozen };
    place(this.#canvas, {
      width: frozen + this.#store.columns * this.#sizes.column,
      height: this.#headHeight + this.#store.rows * ROW,
    });
    place(this.#side.element, { width: frozen - (levels.at(-1) ?? 0) });
    place(this.#pool.element, { top: this.#headHeight });
    const needed = {
      rows: Math.min(this.#store.rows, capacity(height, ROW, SPARE_ROWS)),
      columns: Math.min(this.#store.columns, capacity(width - frozen, this.#sizes.column, SPARE_COLUMNS)),
    };
    if (!isSame || needed.rows > this.#capacity.rows || needed.columns > this.#capacity.columns) {
      this.#capacity = needed;
      this.#editor.hide();
      this.#pool.resize(needed.rows, needed.columns, this.#sizes, this.#heads.lines);
      this.#pool.rowRange = { from: 0, to: -1 };
      this.#pool.columnRange = { from: 0, to: -1 };
    }
    this.#draw();
  }

  get #headHeight(): number {
    return this.#heads.lines * HEAD;
  }

  #draw(): void {
    const { scrollTop, scrollLeft } = this.scroller;
    const rows = windowOf(scrollTop, ROW, this.#store.rows, this.#capacity.rows, SPARE_ROWS);
    const columns = windowOf(scrollLeft, this.#sizes.column, this.#store.columns, this.#capacity.columns, SPARE_COLUMNS);
    const before = { rows: this.#pool.rowRange, columns: this.#pool.columnRange };
    const isNewRows = rows.from !== before.rows.from || rows.to !== before.rows.to;
    const isNewColumns = columns.from !== before.columns.from || columns.to !== before.columns.to;
    if (!isNewRows && !isNewColumns) return;
    if (!this.#editor.isOpen) this.#editor.hide();
    if (isNewColumns) this.#heads.draw(columns.from, columns.to, this.#sizes);
    if (isNewRows) this.#side.draw(rows.from, rows.to, this.#sizes, this.#headHeight);
    this.#pool.draw(rows, columns);
    this.#afterDrawing();
  }

  #repaint(): void {
    this.#pool.repaint();
    this.#afterDrawing();
  }

  /** The active cell is named at once; the rest when the eye has come to rest. */
  #afterDrawing(): void {
    this.#announceActive();
    this.#placeEditor();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#pool.settle(), SETTLE_AFTER);
  }

  #announceActive(): void {
    const { row, column } = this.#selection.active;
    const id = this.#pool.identify(row, column);
    if (id === undefined) this.scroller.removeAttribute('aria-activedescendant');
    else this.scroller.setAttribute('aria-activedescendant', id);
  }

  #say(text: string): void {
    this.#status.textContent = text;
  }

  #showActive(): void {
    const { row, column } = this.#selection.active;
    const { scroller } = this;
    const height = this.#viewport.height - this.#headHeight;
    const width = this.#viewport.width - this.#sizes.frozen;
    const top = scrollTo(scroller.scrollTop, row * ROW, ROW, height);
    const left = scrollTo(scroller.scrollLeft, column * this.#sizes.column, this.#sizes.column, width);
    if (top !== scroller.scrollTop) scroller.scrollTop = top;
    if (left !== scroller.scrollLeft) scroller.scrollLeft = left;
    this.#draw();
    this.#repaint();
  }

  /** The editor stands in the cell under the pointer, or in the active one while the grid has the focus. */
  #placeEditor(): void {
    if (this.#isReadOnly || this.#editor.isOpen) return;
    const isFocused = document.activeElement === this.scroller;
    const at = this.#hovered ?? (isFocused ? this.#selection.active : undefined);
    const cell = at && this.#pool.elementOf(at.row, at.column);
    if (!at || !cell) this.#editor.hide();
    else this.#editor.show(cell, this.#store.value(at.row, at.column));
  }

  // ------------------------------------------------------------------------------------------------ events

  #listen(): void {
    const { scroller } = this;
    scroller.addEventListener(
      'scroll',
      () => {
        this.#help.hide();
        this.#draw();
      },
      { passive: true },
    );
    scroller.addEventListener('keydown', (event) => this.#onKey(event));
    scroller.addEventListener('click', (event) => this.#onClick(event));
    scroller.addEventListener('pointerover', (event) => this.#onHover(event));
    scroller.addEventListener('pointerleave', () => this.#onLeave());
    scroller.addEventListener('focus', () => this.#onFocus());
    scroller.addEventListener('blur', () => this.#onBlur());
    scroller.addEventListener('copy', (event) => this.#onCopy(event));
    scroller.addEventListener('paste', (event) => this.#onPaste(event));
  }

  #onClick(event: MouseEvent): void {
    const at = this.#pool.addressOf(event.target);
    if (!at) return;
    const value = this.#editor.valueOf(event.target);
    const { active, size } = this.#selection;
    this.#selection.go(at.row, at.column, event.shiftKey && value === undefined);
    this.#focus();
    if (size > 1 || this.#selection.size > 1) this.#repaint();
    else {
      this.#pool.repaintAt(active.row, active.column);
      this.#pool.repaintAt(at.row, at.column);
      this.#afterDrawing();
    }
    if (value !== undefined) this.#choose(value);
  }

  #focus(): void {
    if (document.activeElement !== this.scroller) this.scroller.focus({ preventScroll: true });
  }

  #onHover(event: PointerEvent): void {
    const at = this.#pool.addressOf(event.target);
    if (!at || (at.row === this.#hovered?.row && at.column === this.#hovered.column)) return;
    if (event.pointerType === 'touch') return;
    this.#hovered = at;
    this.#placeEditor();
    this.#planHelp(at);
  }
  #onLeave(): void {
    this.#hovered = undefined;
    this.#placeEditor();
    this.#help.leave();
  }
  #onFocus(): void {
    this.#isLeaving = false;
    this.#announceActive();
    this.#placeEditor();
    this.element.classList.add('tg-focused');
    if (!this.#hovered) this.#planHelp(this.#selection.active);
  }
  #onBlur(): void {
    this.element.classList.remove('tg-focused');
    if (!this.#hovered) this.#help.hide();
    // The focus may be on its way into the editor.
    setTimeout(() => this.#placeEditor());
  }

  #planHelp({ row, column }: { row: number; column: number }): void {
    const record = this.#store.layout.rows[row];
    this.#help.hide();
    this.scroller.removeAttribute('aria-describedby');
    if (!record) return;
    this.#help.plan(
      record,
      () => this.#pool.elementOf(row, column),
      () => this.scroller.setAttribute('aria-describedby', this.#help.element.id),
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#editor.isOpen) {
      this.#onEditorKey(event);
      return;
    }
    const command = commandOf(event);
    if (!command) return;
    if (command.kind === 'tab' && this.#isLeaving) return;
    this.#isLeaving = command.kind === 'escape';
    if (this.#run(command)) event.preventDefault();
  }

  /** False leaves the key to the browser. */
  #run(command: Command): boolean {
    switch (command.kind) {
      case 'choose': {
        const choice = this.#options.questionnaire.choices.find(({ key }) => key?.toLowerCase() === command.key);
        if (!choice) return false;
        this.#choose(choice.value);
        return true;
      }
      case 'clear':
        this.#choose(this.#options.questionnaire.unanswered.value);
        return true;
      case 'undo':
      case 'redo':
        this.#step(command.kind);
        return true;
      case 'open':
        if (!this.#isReadOnly) this.#openEditor();
        return true;
      case 'escape':
        this.#help.hide();
        this.#selection.go(this.#selection.active.row, this.#selection.active.column);
        this.#repaint();
        return true;
      default: {
        const page = Math.max(1, Math.floor((this.#viewport.height - this.#headHeight) / ROW) - 1);
        if (!this.#selection.run(command, page)) return false;
        this.#hovered = undefined;
        this.#showActive();
        this.#planHelp(this.#selection.active);
        return true;
      }
    }
  }

  /** Gives all selected cells a value, as one step. */
  #choose(value: number): void {
    if (this.#isReadOnly) return;
    const { top, left, bottom, right } = this.#selection.area;
    const block = Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => value));
    const change = this.#store.setBlock(top, left, block);
    const { row, column } = this.#selection.active;
    const extra = (change?.cells.length ?? 0) - this.#selection.size;
    this.#say([this.#pool.nameOf(row, column), ...(extra > 0 ? [this.#options.texts.filled(change?.cells.length ?? 0)] : [])].join('. '));
  }

  /** Back or forward, and to what it changed when that is out of sight. */
  #step(kind: 'undo' | 'redo'): void {
    const [cell] = this.#isReadOnly ? [] : (this.#store[kind]()?.cells ?? []);
    if (cell === undefined) return;
    const row = Math.floor(cell / this.#store.columns);
    const column = cell % this.#store.columns;
    if (!this.#pool.elementOf(row, column)) this.goTo(row, column);
    this.#say(this.#pool.nameOf(row, column));
  }

  #openEditor(): void {
    const { row, column } = this.#selection.active;
    const cell = this.#pool.elementOf(row, column);
    if (!cell) return;
    this.#editor.show(cell, this.#store.value(row, column));
    this.#editor.focus();
  }
  #onEditorKey(event: KeyboardEvent): void {
    const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    const value = event.key === 'Enter' || event.key === ' ' ? this.#editor.valueOf(event.target) : undefined;
    if (step) this.#editor.move(step);
    else if (value !== undefined || event.key === 'Escape' || event.key === 'Tab') {
      this.#focus();
      if (value !== undefined) this.#choose(value);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ------------------------------------------------------------------------------------------------ clipboard

  #onCopy(event: ClipboardEvent): void {
    const { top, left, bottom, right } = this.#selection.area;
    const values = Array.from({ length: bottom - top + 1 }, (_, down) =>
      Array.from({ length: right - left + 1 }, (_, across) => this.#store.value(top + down, left + across)),
    );
    event.clipboardData?.setData('text/plain', writeBlock(values, this.#options.questionnaire));
    event.preventDefault();
  }

  /** A block from its upper left cell; one value alone fills the whole selection. */
  #onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    if (this.#isReadOnly || text === '') return;
    const { values, unknown } = readBlock(text, this.#options.questionnaire);
    const { top, left } = this.#selection.area;
    const [first] = values[0] ?? [];
    if (values.length === 1 && values[0]?.length === 1 && first !== undefined && this.#selection.size > 1) {
      this.#choose(first);
      return;
    }
    this.#selection.go(top, left);
    this.#selection.go(top + values.length - 1, left + (values[0]?.length ?? 1) - 1, true);
    const change = this.#store.setBlock(top, left, values);
    if (!change) this.#repaint();
    this.#say(this.#options.texts.pasted(change?.cells.length ?? 0, unknown));
  }
}
