import type { Column } from './CellEditor.tsx';
import type { Row } from './rows.ts';

/** A cell that became something else because another one of its row was changed. */
export interface Followed {
  row: number;
  column: Column;
  value: string;
}

/**
 * A changed row, in which cells that follow another one fit what that one holds now. What fits stays, unless it was what fits first before: nobody chose that.
 * Cells of `written` were given a value by the change itself, and keep it.
 */
export function follow(
  columns: readonly Column[],
  { before, after, index }: { before: Row; after: Row; index: number },
  written: ReadonlySet<string>,
): { row: Row; followed: Followed[] } {
  const followed = columns.flatMap((column): Followed[] => {
    const { name, follows } = column;
    if (!follows || written.has(name)) return [];
    const [was, is] = [before, after].map((row) => String(row[follows.column] ?? ''));
    const [fitting, usualBefore] = [follows.fits[is ?? ''], follows.fits[was ?? '']?.[0]];
    const now = String(after[name] ?? '');
    if (was === is || fitting?.[0] === undefined || (fitting.includes(now) && now !== usualBefore)) return [];
    return now === fitting[0] ? [] : [{ row: index, column, value: fitting[0] }];
  });
  const values = Object.fromEntries(followed.map(({ column, value }) => [column.name, value]));
  return { row: followed.length > 0 ? { ...after, ...values } : after, followed };
}
