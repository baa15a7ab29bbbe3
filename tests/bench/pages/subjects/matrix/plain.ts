import { type MatrixData, matrixData, matrixHeight } from '../fixtures/matrix.ts';
import type { Subject } from '../support/subject.ts';
import { measureMatrix } from './measure.ts';

const rowHeight = 44;
const columnWidth = 96;
const frozen = 420;
const headHeight = 68;
const spareRows = 4;
const spareColumns = 2;

/**
 * A windowed matrix written by hand on the DOM, without a library: plain text cells, frozen head and rows, the column rule, sums by
 * dimension, one press and a key to choose, paste of a block. It names nothing for screen readers, and undoes nothing.
 */
class PlainMatrix {
  readonly scroller = document.createElement('div');
  readonly sums = document.createElement('div');
  readonly #data: MatrixData;
  readonly #names: string[];
  readonly #values: Int8Array;
  readonly #totals = new Map<string, number>();
  readonly #body = document.createElement('div');
  readonly #head = document.createElement('div');
  #cells = new Map<number, HTMLElement>();
  #shown = '';
  #active = { row: 0, column: 0 };

  constructor(data: MatrixData) {
    this.#data = data;
    const columns = data.columns.flatMap((group) => group.secondKinds);
    this.#names = columns.map(({ name }) => name);
    this.#values = new Int8Array(data.rows.length * columns.length);
    data.rows.forEach((record, row) => {
      columns.forEach(({ id }, column) => {
        const value = Number(record[id]);
        this.#values[row * columns.length + column] = value;
        this.#count(row, value, 1);
      });
    });
    this.#build();
  }

  #count(row: number, value: number, sign: number): void {
    const name = String(this.#data.rows[row]?.dimension);
    this.#totals.set(name, (this.#totals.get(name) ?? 0) + Math.max(0, value) * sign);
  }

  #build(): void {
    const { scroller } = this;
    scroller.tabIndex = 0;
    scroller.style.cssText = `height: ${matrixHeight}px; overflow: auto; position: relative; contain: layout paint`;
    const canvas = document.createElement('div');
    const width = frozen + this.#names.length * columnWidth;
    canvas.style.cssText = `position: relative; width: ${width}px; height: ${headHeight + this.#data.rows.length * rowHeight}px`;
    this.#head.style.cssText = `position: sticky; top: 0; height: ${headHeight}px; z-index: 2; background: white`;
    canvas.append(this.#head, this.#body);
    scroller.append(canvas);
    scroller.addEventListener('scroll', () => this.draw(), { passive: true });
    scroller.addEventListener('click', (event) => {
      const cell = (event.target as HTMLElement).closest<HTMLElement>('.cell');
      if (!cell) return;
      this.#cells.get(this.#active.row * this.#names.length + this.#active.column)?.classList.remove('active');
      this.#active = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
      cell.classList.add('active');
      scroller.focus({ preventScroll: true });
    });
    scroller.addEventListener('keydown', (event) => {
      if (/^[0-3]$/.test(event.key)) this.choose(this.#active.row, this.#active.column, Number(event.key));
    });
    scroller.addEventListener('paste', (event) => {
      const lines = event.clipboardData?.getData('text/plain').split('\n') ?? [];
      lines.forEach((line, down) => {
        line.split('\t').forEach((text, across) => {
          this.#write(this.#active.row + down, this.#active.column + across, Number(text));
        });
      });
      this.#refresh();
    });
  }

  choose(row: number, column: number, value: number): void {
    const old = this.#values[row * this.#names.length + column];
    this.#write(row, column, value);
    if (value === 0 || old === 0) {
      this.#data.rows.forEach((_, other) => {
        if (other !== row) this.#write(other, column, value === 0 ? 0 : -1);
      });
    }
    this.#refresh();
  }

  #write(row: number, column: number, value: number): void {
    const cell = row * this.#names.length + column;
    if (row >= this.#data.rows.length || column >= this.#names.length) return;
    this.#count(row, this.#values[cell] ?? 0, -1);
    this.#values[cell] = value;
    this.#count(row, value, 1);
  }

  #refresh(): void {
    for (const [cell, element] of this.#cells) this.#fill(element, this.#values[cell] ?? -1);
    this.#sum();
  }
  #sum(): void {
    this.sums.textContent = [...this.#totals].map(([name, value]) => `${name}: ${value}`).join('; ');
  }
  #fill(element: HTMLElement, value: number): void {
    const text = value === -1 ? '' : value === 0 ? '--' : String(value);
    if (element.textContent === text) return;
    element.textContent = text;
    element.dataset.value = String(value);
  }

  draw(): void {
    const { scrollTop, scrollLeft, clientWidth } = this.scroller;
    const rowCount = this.#data.rows.length;
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - spareRows);
    const to = Math.min(rowCount, from + Math.ceil(matrixHeight / rowHeight) + 2 * spareRows);
    const left = Math.max(0, Math.floor(scrollLeft / columnWidth) - spareColumns);
    const right = Math.min(this.#names.length, left + Math.ceil((clientWidth - frozen) / columnWidth) + 2 * spareColumns);
    const shown = `${from} ${to} ${left} ${right}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#cells = new Map();
    this.#drawHead(left, right);
    const rows: HTMLElement[] = [];
    for (let row = from; row < to; row += 1) rows.push(this.#drawRow(row, left, right));
    this.#body.replaceChildren(...rows);
    if (this.sums.textContent === '') this.#sum();
  }

  #drawHead(left: number, right: number): void {
    const heads = this.#names.slice(left, right).map((name, index) => {
      const head = document.createElement('div');
      head.textContent = name;
      head.style.cssText = `position: absolute; bottom: 0; left: ${frozen + (left + index) * columnWidth}px; width: ${columnWidth}px`;
      return head;
    });
    const corner = document.createElement('div');
    corner.textContent = 'Dimension, cause, sub-cause';
    corner.style.cssText = `position: sticky; left: 0; width: ${frozen}px; height: 100%; background: white`;
    this.#head.replaceChildren(corner, ...heads);
  }

  #drawRow(row: number, left: number, right: number): HTMLElement {
    const record = this.#data.rows[row] ?? {};
    const element = document.createElement('div');
    element.style.cssText = `position: absolute; left: 0; width: 100%; height: ${rowHeight}px; top: ${headHeight + row * rowHeight}px`;
    element.dataset.row = String(row);
    const name = document.createElement('div');
    name.textContent = `${record.dimension} ${record.cause} ${record.subCause}`;
    name.style.cssText = `position: sticky; left: 0; width: ${frozen}px; height: 100%; z-index: 1; background: white`;
    element.append(name);
    for (let column = left; column < right; column += 1) {
      const cell = document.createElement('div');
      cell.className = 'cell';
      cell.dataset.row = String(row);
      cell.dataset.column = String(column);
      cell.style.cssText = `position: absolute; top: 0; left: ${frozen + column * columnWidth}px; width: ${columnWidth}px; height: 100%; border: 1px solid #ddd`;
      const index = row * this.#names.length + column;
      this.#fill(cell, this.#values[index] ?? -1);
      this.#cells.set(index, cell);
      element.append(cell);
    }
    return element;
  }
}

const subject: Subject = async (root, argument) => {
  const data = matrixData(String(argument));
  let matrix: PlainMatrix | undefined;
  const existing = (): PlainMatrix => {
    if (!matrix) throw new Error('There is no matrix');
    return matrix;
  };
  return measureMatrix(
    {
      show: () => {
        matrix = new PlainMatrix(data);
        root.append(matrix.scroller, matrix.sums);
        matrix.draw();
      },
      scroller: () => existing().scroller,
      cell: (row, column) => root.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`) ?? undefined,
      totals: () => matrix?.sums.textContent ?? '',
      key: String,
    },
    data,
  );
};

export default subject;
