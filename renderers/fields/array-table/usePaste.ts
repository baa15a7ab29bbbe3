import { type RefObject, useEffect, useRef } from 'react';
import { isBlock } from '../../shared/pasted.ts';
import type { Column } from './CellEditor.tsx';

/** Where a paste begins. */
interface PasteStart {
  row: number;
  column: number;
  text: string;
}

/**
 * Hears of what is pasted into a cell of the table and is a block of cells, or one that a box or a choice is to take: browsers paste text into inputs only.
 * It listens at the document, as browsers send what is pasted to a choice that has the focus to the page.
 */
export function usePaste(
  body: RefObject<HTMLTableSectionElement | null>,
  columns: readonly Column[],
  onPaste: (start: PasteStart) => void,
): void {
  const hear = useRef(onPaste);
  hear.current = onPaste;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const cell = document.activeElement;
      if (event.defaultPrevented || !(cell instanceof HTMLElement) || !body.current?.contains(cell)) return;
      const column = columns.findIndex(({ name }) => name === cell.dataset.column);
      const row = cell.closest('tr')?.sectionRowIndex ?? -1;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (column < 0 || row < 0 || text.trim() === '' || (isTyped(columns[column]) && !isBlock(text))) return;
      event.preventDefault();
      hear.current({ row, column, text });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [body, columns]);
}

/** Whether the browser pastes a single text into the editor of a column. */
function isTyped(column: Column | undefined): boolean {
  return column?.type === undefined || column.type === 'text' || column.type === 'number';
}
