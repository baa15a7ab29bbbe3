import { type MatrixRow, type Questionnaire, textOf } from '../../../../src/core/index.ts';
import { make } from './dom.ts';

const DELAY = 350;
const WIDTH = 500;

/** What the help of a row says; undefined when it says nothing. */
export function helpOf(row: MatrixRow, help: Questionnaire<string>['help']): { text: string; levels: string[] } | undefined {
  if (!help) return undefined;
  const text = help.text === undefined ? '' : textOf(row.record[help.text]);
  const given = help.levels === undefined ? undefined : row.record[help.levels];
  const levels = (Array.isArray(given) ? given.map(textOf) : [textOf(given)]).filter((line) => line !== '');
  return text === '' && levels.length === 0 ? undefined : { text, levels };
}

/** The help as elements, for the popover and for the view of one row. */
function fillHelp(element: HTMLElement, said: { text: string; levels: string[] }, help: Questionnaire<string>['help']): void {
  const parts: HTMLElement[] = [];
  const add = (name: string, className: string, text: string | undefined): void => {
    if (text === undefined || text === '') return;
    const part = make(name, className);
    part.textContent = text;
    parts.push(part);
  };
  if (said.text !== '') {
    add('strong', 'tg-matrix-help-head', help?.title);
    add('p', 'tg-matrix-help-text', said.text);
  }
  if (said.levels.length > 0) add('strong', 'tg-matrix-help-head', help?.levelsTitle);
  if (said.levels.length === 1) add('p', 'tg-matrix-help-text', said.levels[0]);
  else if (said.levels.length > 1) {
    const list = make('ol', 'tg-matrix-help-levels');
    for (const level of said.levels) {
      const item = document.createElement('li');
      item.textContent = level;
      list.append(item);
    }
    parts.push(list);
  }
  element.replaceChildren(...parts);
}

/** The explanation of a row beside a cell (RISK-08): after a moment on hover and on focus, until Escape or the pointer is elsewhere. */
export class Help {
  readonly element: HTMLElement;
  readonly #help: Questionnaire<string>['help'];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, help: Questionnaire<string>['help']) {
    this.#help = help;
    this.element = make('div', 'tg-matrix-help', 'tooltip');
    this.element.id = id;
    this.element.hidden = true;
    this.element.style.width = `${help?.width ?? WIDTH}px`;
    this.element.addEventListener('pointerenter', () => clearTimeout(this.#timer));
    this.element.addEventListener('pointerleave', () => this.hide());
  }

  /** Shows the help of a row beside the cell that `anchor` gives then. */
  plan(row: MatrixRow, anchor: () => HTMLElement | undefined, shown: () => void): void {
    this.hide();
    this.#timer = setTimeout(() => {
      const said = helpOf(row, this.#help);
      const cell = anchor();
      if (!said || !cell?.isConnected) return;
      fillHelp(this.element, said, this.#help);
      this.element.hidden = false;
      this.#place(cell.getBoundingClientRect());
      shown();
    }, DELAY);
  }

  /** Gone in a moment, unless the pointer goes onto it. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), 120);
  }

  hide(): void {
    clearTimeout(this.#timer);
    if (this.isShown) this.element.hidden = true;
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  /** Beside the cell, so that the cells above and below it stay in reach; below or above it where there is no room. */
  #place(cell: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const fitsRight = cell.right + 6 + width <= window.innerWidth - 8;
    const fitsLeft = cell.left - 6 - width >= 8;
    const isBeside = fitsRight || fitsLeft;
    const beside = fitsRight ? cell.right + 6 : cell.left - 6 - width;
    const left = isBeside ? beside : Math.max(8, Math.min(cell.left, window.innerWidth - width - 8));
    const lowest = window.innerHeight - height - 8;
    const below = cell.bottom + 6 <= lowest ? cell.bottom + 6 : cell.top - height - 6;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${Math.max(8, isBeside ? Math.min(cell.top, lowest) : below)}px`;
  }
}
