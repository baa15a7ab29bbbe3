import type { MatrixLayout, Questionnaire, Span } from '../../../../src/core/index.ts';
import { make, place } from './dom.ts';
import type { Sizes } from './sizes.ts';

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

/**
 * The frozen levels of the rows, all in one layer: for an outer level one block for neighbours of one group, its name in sight while any of
 * them is; for the last level one for every row. For the eye: screen readers have the row heads of the rows.
 */
export class Side {
  readonly element = make('div', 'tg-matrix-side');
  readonly #layout: MatrixLayout;
  readonly #blocks: Map<number, HTMLElement>[];
  readonly #hasHelp: boolean;

  constructor(layout: MatrixLayout, { rows: { levels }, help }: Questionnaire<string>) {
    this.#layout = layout;
    this.#hasHelp = help !== undefined;
    this.#blocks = levels.map(() => new Map());
    this.element.setAttribute('aria-hidden', 'true');
  }

  /** Other widths: every block is made again. */
  clear(): void {
    for (const blocks of this.#blocks) blocks.clear();
    this.element.replaceChildren();
  }

  /** Shows the blocks of a window of rows; those that stand there already stay. */
  draw(from: number, to: number, sizes: Sizes, headHeight: number): void {
    const added: HTMLElement[] = [];
    let left = 0;
    this.#blocks.forEach((before, level) => {
      const width = sizes.levels[level] ?? 0;
      const blocks = new Map<number, HTMLElement>();
      for (const span of this.#spans(level, from, to)) {
        const known = before.get(span.from);
        const block = known ?? this.#block(level, span.text, headHeight);
        if (!known) {
          place(block, { left, width, top: span.from * sizes.row, height: (span.to - span.from + 1) * sizes.row });
          added.push(block);
        }
        blocks.set(span.from, block);
        before.delete(span.from);
      }
      for (const block of before.values()) block.remove();
      this.#blocks[level] = blocks;
      left += width;
    });
    this.element.append(...added);
  }

  /** The row whose name an event happened on. */
  rowOf(target: EventTarget | null): { row: number; element: Element } | undefined {
    const element = target instanceof Element ? target.closest('.tg-matrix-row-head') : null;
    if (!element) return undefined;
    for (const [row, block] of this.#blocks.at(-1) ?? []) if (block === element) return { row, element };
    return undefined;
  }

  #block(level: number, text: string, headHeight: number): HTMLElement {
    const isGroup = level < this.#layout.rowGroups.length;
    const block = make('div', isGroup ? 'tg-matrix-group' : 'tg-matrix-row-head');
    const label = make('span', isGroup ? 'tg-matrix-group-text' : 'tg-matrix-row-text');
    if (isGroup) label.style.top = `${headHeight}px`;
    // The help says the whole name.
    else if (!this.#hasHelp) block.title = text;
    label.textContent = text;
    block.append(label);
    return block;
  }

  /** The groups of a level, or at the last level the rows, that reach into a window of rows. */
  #spans(level: number, from: number, to: number): Span[] {
    const groups = this.#layout.rowGroups[level];
    if (!groups) {
      const rows = this.#layout.rows.slice(from, to + 1);
      return rows.map(({ levels }, index) => ({ from: from + index, to: from + index, text: levels[level] ?? '' }));
    }
    const first = firstEndingAt(groups, from);
    let end = first;
    while ((groups[end]?.from ?? Number.POSITIVE_INFINITY) <= to) end += 1;
    return groups.slice(first, end);
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
