import type { MatrixStore, Questionnaire, Span } from '../../../src/core/index.ts';
import { aroundPrint } from '../../shared/controls/print.ts';
import { make } from './grid/dom.ts';

/** The whole matrix as a table, its head repeated on every sheet. */
function wholeTable(store: MatrixStore, questionnaire: Questionnaire<string>): HTMLElement {
  const { layout } = store;
  const table = make('table', 'tg-matrix-print') as HTMLTableElement;
  const caption = table.createCaption();
  caption.textContent = questionnaire.title;
  const head = table.createTHead();
  const lines = layout.columnGroups.length + 1;
  for (let line = 0; line < lines; line += 1) {
    const row = head.insertRow();
    if (line === 0) for (const { title } of questionnaire.rows.levels) row.append(headCell(title, { rows: lines, columns: 1 }, 'col'));
    const spans: readonly Span[] = layout.columnGroups[line] ?? layout.columns.map(({ name }, at) => ({ from: at, to: at, text: name }));
    for (const { from, to, text } of spans) row.append(headCell(text, { rows: 1, columns: to - from + 1 }, 'col'));
  }
  const styles = new Map(questionnaire.choices.map(({ value, text, tone }) => [value, { text, tone }]));
  const body = table.createTBody();
  layout.rows.forEach(({ levels }, index) => {
    const row = body.insertRow();
    levels.forEach((text, level) => {
      const spans = layout.rowGroups[level];
      const span = spans?.find(({ from }) => from === index);
      if (!spans || span) row.append(headCell(text, { rows: span ? span.to - span.from + 1 : 1, columns: 1 }, 'row'));
    });
    layout.columns.forEach((_, column) => {
      const cell = row.insertCell();
      const style = styles.get(store.value(index, column));
      cell.textContent = style?.text ?? questionnaire.unanswered.text ?? '';
      if (style) cell.className = `tg-tone-${style.tone}`;
    });
  });
  return table;
}

function headCell(text: string, size: { rows: number; columns: number }, scope: 'col' | 'row'): HTMLElement {
  const cell = document.createElement('th');
  cell.textContent = text;
  cell.scope = scope;
  if (size.rows > 1) cell.rowSpan = size.rows;
  if (size.columns > 1) cell.colSpan = size.columns;
  return cell;
}

/**
 * While the page is printed the whole matrix stands in it, and nothing around it cuts it off. Returns what ends that.
 */
export function printWhole(frame: HTMLElement, store: MatrixStore, questionnaire: Questionnaire<string>): () => void {
  let table: HTMLElement | undefined;
  const opened: Element[] = [];
  const before = (): void => {
    if (table) return;
    table = wholeTable(store, questionnaire);
    frame.append(table);
    for (let around = frame.parentElement; around && around !== document.body; around = around.parentElement) {
      around.classList.add('tg-print-open');
      opened.push(around);
    }
  };
  const after = (): void => {
    table?.remove();
    table = undefined;
    for (const element of opened.splice(0)) element.classList.remove('tg-print-open');
  };
  const end = aroundPrint(before, after);
  return () => {
    end();
    after();
  };
}
