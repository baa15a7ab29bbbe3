import type { MatrixLayout, Questionnaire } from '../../../../src/core/index.ts';
import { make, place } from './dom.ts';

export interface Sizes {
  row: number;
  column: number;
  head: number;
  /** Widths of the levels, outermost first. */
  levels: readonly number[];
  /** Their sum. */
  frozen: number;
}

/** The frozen head: one line for every level of groups, one for the columns, and the corner over the levels of the rows. */
export class Heads {
  readonly element = make('div', 'tg-matrix-head', 'rowgroup');
  readonly #layout: MatrixLayout;
  readonly #lines: HTMLElement[];
  readonly #corner: HTMLElement[];
  #sizes: Sizes | undefined;

  constructor(layout: MatrixLayout, questionnaire: Questionnaire<string>) {
    this.#layout = layout;
    this.#lines = Array.from({ length: layout.columnGroups.length + 1 }, (_, index) => {
      const line = make('div', 'tg-matrix-line', 'row');
      line.setAttribute('aria-rowindex', String(index + 1));
      return line;
    });
    this.#corner = questionnaire.rows.levels.map(({ title }, index) => {
      const head = make('div', 'tg-matrix-corner', 'columnheader');
      head.setAttribute('aria-colindex', String(index + 1));
      head.textContent = title;
      return head;
    });
    this.element.append(...this.#lines);
  }

  get lines(): number {
    return this.#lines.length;
  }

  /** Draws the heads of a window of columns. */
  draw(from: number, to: number, sizes: Sizes): void {
    this.#sizes = sizes;
    const levels = this.#corner.length;
    this.#lines.forEach((line, level) => {
      place(line, { height: sizes.head });
      const spans = this.#layout.columnGroups[level];
      const heads = spans
        ? spans.filter((span) => span.to >= from && span.from <= to).map((span) => this.#head(span.from, span.to, span.text, levels))
        : this.#layout.columns.slice(from, to + 1).map(({ name }, index) => this.#head(from + index, from + index, name, levels));
      line.replaceChildren(...(spans ? [] : this.#cornerHeads(sizes)), ...heads);
    });
  }

  #head(from: number, to: number, text: string, levels: number): HTMLElement {
    const sizes = this.#sizes as Sizes;
    const head = make('div', 'tg-matrix-column', 'columnheader');
    head.setAttribute('aria-colindex', String(levels + from + 1));
    if (to > from) head.setAttribute('aria-colspan', String(to - from + 1));
    const label = make('span', 'tg-matrix-column-text');
    label.textContent = text;
    label.title = text;
    // The name of a wide group stays in sight beside the frozen columns.
    label.style.left = `${sizes.frozen}px`;
    head.append(label);
    place(head, { left: sizes.frozen + from * sizes.column, width: (to - from + 1) * sizes.column });
    return head;
  }

  #cornerHeads({ levels, head }: Sizes): HTMLElement[] {
    let left = 0;
    const height = head * this.#lines.length;
    return this.#corner.map((element, index) => {
      const width = levels[index] ?? 0;
      place(element, { left, width, height });
      element.style.marginTop = `${head - height}px`;
      left += width;
      return element;
    });
  }
}

/** The outer levels of the rows: one block for neighbours of one group, its name in sight while any of them is. Read by row heads instead. */
export class Side {
  readonly element = make('div', 'tg-matrix-side');
  readonly #layout: MatrixLayout;

  constructor(layout: MatrixLayout) {
    this.#layout = layout;
    this.element.setAttribute('aria-hidden', 'true');
  }

  draw(from: number, to: number, sizes: Sizes, headHeight: number): void {
    const blocks: HTMLElement[] = [];
    let left = 0;
    this.#layout.rowGroups.forEach((spans, level) => {
      const width = sizes.levels[level] ?? 0;
      for (let at = firstEndingAt(spans, from); at < spans.length; at += 1) {
        const span = spans[at];
        if (!span || span.from > to) break;
        const block = make('div', 'tg-matrix-group');
        place(block, { left, width, top: span.from * sizes.row, height: (span.to - span.from + 1) * sizes.row });
        const label = make('span', 'tg-matrix-group-text');
        label.style.top = `${headHeight}px`;
        label.textContent = span.text;
        block.append(label);
        blocks.push(block);
      }
      left += width;
    });
    this.element.replaceChildren(...blocks);
  }
}

/** The first of sorted spans that does not end before a place. */
function firstEndingAt(spans: readonly { to: number }[], at: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
