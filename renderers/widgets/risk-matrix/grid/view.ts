import type { CellAddress, MatrixEvent, MatrixStore, Questionnaire } from '../../../../src/core/index.ts';
import { watchEdges } from '../../../shared/edges.ts';
import { type Content, contentOf, haveSameCells } from './content.ts';
import { make } from './dom.ts';
import { Editor } from './editor.ts';
import type { Side } from './heads.ts';
import { Help } from './help.ts';
import { type Input, listenTo } from './input.ts';
import type { Pool } from './pool.ts';
import { Rest } from './rest.ts';
import type { Selection } from './selection.ts';
import { type Scrolled, Stage } from './stage.ts';
import { type GridTexts, Status } from './status.ts';

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
  scrolled: Scrolled;
}

/**
 * The matrix as elements, without a framework around its cells: the scroller is the one thing that takes the focus, the active cell is its
 * active descendant, so that scrolling never loses the focus. What people do to it stands in input.ts.
 *
 * The frame stands before the data does, and is measured then. Data comes -> show -> content on the stage
 * scroll -> stage draws what comes into sight; key or pointer -> selection or store -> repaint of what is in sight
 */
export class GridView {
  readonly element = make('div', 'tg-matrix-frame');
  readonly scroller: HTMLElement;
  readonly #options: GridOptions;
  readonly #stage: Stage;
  readonly status = new Status();
  readonly editor: Editor;
  readonly help: Help;
  readonly #resizes: ResizeObserver | undefined;
  #unwatch = (): void => {};
  #content: Content;
  #unsubscribe = (): void => {};
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
    this.#content = contentOf(store, options);
    this.editor = new Editor(questionnaire, texts.choices);
    this.help = new Help(`${id}-help`, questionnaire.help);
    this.scroller = this.#makeScroller(id);
    this.#stage = new Stage(this.scroller, questionnaire, this.#content, {
      renewing: () => this.editor.hide(),
      moving: () => {
        if (!this.editor.isOpen) this.editor.hide();
      },
      drawn: () => this.afterDrawing(),
    });
    this.element.append(this.scroller, this.status.element, this.help.element);
    this.scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.#input = listenTo(this);
    this.#resizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#stage.measure());
    host.append(this.element);
    this.show(store, isBlank);
    if (before && !isBlank && haveSameCells(before.store, store)) this.#return(before);
    this.#resizes?.observe(this.scroller);
    if (this.#resizes) this.#unwatch = watchEdges(this.scroller);
  }

  /** Shows a store in place of the one before. A blank one keeps the place of data that is on its way: it is out of reach and says nothing. */
  show(store: MatrixStore, isBlank: boolean): void {
    const wasBlank = this.#isBlank;
    this.#isBlank = isBlank;
    this.element.inert = isBlank;
    this.scroller.style.height = isBlank ? this.#options.height : '';
    const before = wasBlank || isBlank ? undefined : this.place;
    const isNew = store !== this.store;
    if (isNew) this.#content = contentOf(store, this.#options);
    this.#unsubscribe();
    this.#unsubscribe = store.subscribe((event) => this.#follow(event));
    this.editor.hide();
    this.help.hide();
    this.hovered = undefined;
    this.scroller.setAttribute('aria-rowcount', String(this.#content.heads.lines + store.rows));
    this.scroller.setAttribute('aria-colcount', String(this.questionnaire.rows.levels.length + store.columns));
    this.#stage.show(this.#content, wasBlank || !isNew);
    if (before && isNew) this.#return(haveSameCells(before.store, store) ? before : start);
  }

  get place(): GridPlace {
    return { store: this.store, active: this.selection.active, scrolled: this.#stage.scrolled };
  }

  /** In other words, such as another language, people stay where they are; of other cells their place says nothing. */
  #return({ active, scrolled }: Omit<GridPlace, 'store'>): void {
    this.selection.go(active.row, active.column);
    this.#stage.scrolled = scrolled;
    this.repaint();
  }

  /** Nothing moves any more: time for the spare rows, for names, and for the order of the document. */
  #rested(): void {
    this.#stage.draw();
    this.pool.settle();
  }

  #scrolled(): void {
    this.help.hide();
    this.#stage.draw();
  }

  #makeScroller(id: string): HTMLElement {
    const { questionnaire, height, texts } = this.#options;
    const scroller = make('div', 'tg-matrix-scroll tg-edges', 'grid');
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
    this.#unwatch();
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
    return this.#stage.page;
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
    this.#stage.reach(this.selection.active);
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
