import { type MatrixRow, type Questionnaire, textOf } from '../../../../src/core/index.ts';
import { make } from './dom.ts';
import { Rest } from './rest.ts';

const DELAY = 350;
const WIDTH = 500;
/** Pixels to what it belongs to, and to the edges of the window. */
const GAP = 6;
const EDGE = 8;

/** What the help of a row says; undefined when it says nothing. */
export function helpOf(row: MatrixRow, help: Questionnaire<string>['help']): { text: string; levels: string[] } | undefined {
  if (!help) return undefined;
  const text = help.text === undefined ? '' : textOf(row.record[help.text]);
  const given = help.levels === undefined ? undefined : row.record[help.levels];
  const levels = (Array.isArray(given) ? given.map(textOf) : [textOf(given)]).filter((line) => line !== '');
  return text === '' && levels.length === 0 ? undefined : { text, levels };
}

/** Where the help of a row stands. */
export interface HelpPlace {
  /** What it belongs to. */
  of: DOMRect;
  /** Right edge of the names of the rows, where it belongs to a cell: it covers names then, and no cells. */
  names?: number;
}

function fillHelp(element: HTMLElement, name: string, said: { text: string; levels: string[] }, help: Questionnaire<string>['help']): void {
  const parts: HTMLElement[] = [];
  const add = (tag: string, className: string, text: string | undefined): void => {
    if (text === undefined || text === '') return;
    const part = make(tag, className);
    part.textContent = text;
    parts.push(part);
  };
  add('p', 'tg-matrix-help-name', name);
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

/** The explanation of a row (RISK-08): after a moment on hover and on focus, until Escape or the pointer is elsewhere. */
export class Help {
  readonly element: HTMLElement;
  readonly #help: Questionnaire<string>['help'];
  /** What is to be shown once the pointer or the focus rests. */
  #planned: (() => void) | undefined;
  readonly #rest = new Rest(DELAY, () => this.#planned?.());
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, help: Questionnaire<string>['help']) {
    this.#help = help;
    this.element = make('div', 'tg-matrix-help', 'tooltip');
    this.element.id = id;
    this.element.hidden = true;
    this.element.style.width = `${help?.width ?? WIDTH}px`;
    this.element.addEventListener('pointerenter', () => clearTimeout(this.#leaving));
    this.element.addEventListener('pointerleave', () => this.hide());
  }

  /** Shows the help of a row at the place that `placeOf` gives then. */
  plan(row: MatrixRow, placeOf: () => HelpPlace | undefined, shown: () => void): void {
    this.hide();
    this.#planned = () => {
      const said = helpOf(row, this.#help);
      const place = placeOf();
      if (!said || !place) return;
      fillHelp(this.element, row.levels.at(-1) ?? '', said, this.#help);
      this.element.hidden = false;
      this.#place(place);
      shown();
    };
    this.#rest.disturb();
  }

  /** Gone in a moment, unless the pointer goes onto it. */
  leave(): void {
    this.#planned = undefined;
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.hide(), 120);
  }

  hide(): void {
    this.#planned = undefined;
    if (this.#leaving !== undefined) clearTimeout(this.#leaving);
    this.#leaving = undefined;
    if (this.isShown) this.element.hidden = true;
  }
  stop(): void {
    this.hide();
    this.#rest.stop();
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  /**
   * Of a name: beside it. Of a cell: over the names of rows, as far as they are wide enough. Rather those above, which are answered mostly,
   * than those below, if that leaves free what stands above the grid.
   */
  #place({ of, names }: HelpPlace): void {
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = names === undefined ? of.right + GAP : names - width;
    const lowest = window.innerHeight - height - EDGE;
    const above = of.top - height - GAP;
    const isAbove = of.bottom + GAP > lowest || above >= (this.element.parentElement?.getBoundingClientRect().top ?? EDGE);
    const top = names === undefined ? Math.min(of.top, lowest) : isAbove ? above : of.bottom + GAP;
    this.element.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE))}px`;
    this.element.style.top = `${Math.max(EDGE, top)}px`;
  }
}
