import { make, place } from './dom.ts';
import type { Range } from './pool.ts';
import type { Area } from './selection.ts';
import type { Sizes } from './sizes.ts';

/** What lies over the cells: the lines between the columns, and one rectangle around the selected block. Nothing of it is a style of a cell. */
export class Overlay {
  readonly #body: HTMLElement;
  readonly #block = make('div', 'tg-matrix-block');
  #rules: HTMLElement[] = [];

  constructor(body: HTMLElement) {
    this.#body = body;
    this.#block.setAttribute('aria-hidden', 'true');
  }

  /** Begins anew, without rows, with a line for every column of a window. */
  resize(columns: number): void {
    this.#rules = Array.from({ length: columns }, () => {
      const rule = make('div', 'tg-matrix-rule');
      rule.setAttribute('aria-hidden', 'true');
      return rule;
    });
    this.#body.replaceChildren(...this.#rules);
  }

  /** Adds rows to the body, under what lies over them. */
  putUnder(rows: readonly HTMLElement[]): void {
    const [first] = this.#rules;
    if (first) first.before(...rows);
    else this.#body.append(...rows);
  }

  /** Lines at the ends of the columns of a window. */
  drawRules(columns: Range, { frozen, column: width }: Sizes): void {
    this.#rules.forEach((rule, index) => {
      place(rule, { left: frozen + (columns.from + index + 1) * width - 1 });
    });
  }

  /** The rectangle around a block of cells; none for undefined. */
  drawBlock(area: Area | undefined, { frozen, column: width, row: height }: Sizes): void {
    if (!area) {
      this.#block.remove();
      return;
    }
    place(this.#block, {
      left: frozen + area.left * width,
      top: area.top * height,
      width: (area.right - area.left + 1) * width,
      height: (area.bottom - area.top + 1) * height,
    });
    if (!this.#block.parentElement) this.#body.append(this.#block);
  }
}
