import { parseTable } from '../../../src/core/index.ts';
import { type FigureStore, keyOf, type Period, periods, type Typed } from '../../../src/core/statement/index.ts';

export interface CellPlace {
  field: string;
  period: Period;
}

/** Goes to a cell below a frame; nothing where there is none. */
export function focusCell(frame: Element | null, place: CellPlace | undefined): boolean {
  const cell = place && frame?.querySelector<HTMLInputElement>(`[data-cell="${keyOf(place.field, place.period)}"]`);
  if (!cell) return false;
  cell.focus();
  cell.scrollIntoView?.({ block: 'nearest' });
  if (cell.type === 'text') cell.select();
  return true;
}

/** The next amount people fill, some rows down (negative: up) in the same column. */
export function below(store: FigureStore, { field, period }: CellPlace, step: 1 | -1): CellPlace | undefined {
  const { rows } = store.model;
  for (let at = rows.findIndex((row) => row.field.name === field) + step; at >= 0 && at < rows.length; at += step) {
    const name = rows[at]?.field.name ?? '';
    if (store.model.has(name, period)) return { field: name, period };
  }
  return undefined;
}

/** The amount of the other period in the same row. */
export function beside(store: FigureStore, { field, period }: CellPlace, step: 1 | -1): CellPlace | undefined {
  const other = periods[periods.indexOf(period) + step];
  return other !== undefined && store.model.has(field, other) ? { field, period: other } : undefined;
}

/**
 * What a block copied from a spreadsheet puts where: its first cell into the place, then row by row and column by column as they are shown.
 * Computed amounts and places without a value keep theirs.
 */
export function pasted(store: FigureStore, place: CellPlace, text: string): Typed[] {
  const { rows } = store.model;
  const top = rows.findIndex((row) => row.field.name === place.field);
  const left = periods.indexOf(place.period);
  return parseTable(text).flatMap((line, down) =>
    line.flatMap((cell, right): Typed[] => {
      const field = rows[top + down]?.field.name;
      const period = periods[left + right];
      return field !== undefined && period !== undefined && store.model.has(field, period) ? [{ field, period, text: cell }] : [];
    }),
  );
}
