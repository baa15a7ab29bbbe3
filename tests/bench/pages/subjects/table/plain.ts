import { columns, type Row, tableHeight, tableRows } from '../fixtures/rows.ts';
import { timeTo } from '../support/clock.ts';
import type { Subject } from '../support/subject.ts';
import { scrollThrough } from './scroll.ts';

const rowHeight = 40;
const spare = 5;

/** A windowed table written by hand on the DOM: the rows in sight, a few spare ones, and two empty rows that hold the height. */
function mount(root: HTMLElement, rows: readonly Row[]): HTMLElement {
  const scroller = document.createElement('div');
  scroller.style.cssText = `height: ${tableHeight}px; overflow: auto`;
  const table = document.createElement('table');
  table.style.cssText = 'border-collapse: collapse; table-layout: fixed';
  const head = table.createTHead().insertRow();
  for (const { title, width } of columns) {
    const cell = document.createElement('th');
    cell.textContent = title;
    cell.style.cssText = `width: ${width}px; position: sticky; top: 0; background: white; text-align: left`;
    head.append(cell);
  }
  const body = table.createTBody();
  scroller.append(table);
  let shownFrom = -1;
  const draw = () => {
    const from = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare);
    if (from === shownFrom) return;
    shownFrom = from;
    const to = Math.min(rows.length, from + Math.ceil(tableHeight / rowHeight) + 2 * spare);
    body.replaceChildren(gap(from), ...rows.slice(from, to).map(drawRow), gap(rows.length - to));
  };
  scroller.addEventListener('scroll', draw, { passive: true });
  root.append(scroller);
  draw();
  return scroller;
}

function drawRow(row: Row): HTMLTableRowElement {
  const element = document.createElement('tr');
  element.style.height = `${rowHeight}px`;
  for (const { name } of columns) element.insertCell().textContent = String(row[name]);
  return element;
}

function gap(rows: number): HTMLTableRowElement {
  const element = document.createElement('tr');
  element.style.height = `${rows * rowHeight}px`;
  return element;
}

const subject: Subject = async (root, argument) => {
  const rows = tableRows(Number(argument));
  let scroller = root;
  const time = await timeTo(
    () => {
      scroller = mount(root, rows);
    },
    () => root.textContent?.includes('R-00010') ?? false,
    'the first rows',
  );
  return { mount: time, ...(await scrollThrough(root, scroller, rows)) };
};

export default subject;
