import type { TableFault } from './parse-tables.ts';

/** A place that does not fit in the language of the reader: where, what is wrong, what to do. */
export interface SaidFault {
  key: string;
  sheet: string;
  row: number | null;
  column: string;
  message: string;
  advice: string;
}
const shownFaults = 500;

/** The first faults in words: `word` has the texts `<kind>Fault` and `<kind>Advice`, and those of the fields. */
export function saidFaults(
  word: (key: string, values?: Record<string, string | number>) => string,
  faults: readonly TableFault<string>[],
): { faults: SaidFault[]; faultCount: number } {
  const shown = faults.slice(0, shownFaults).map(({ kind, sheet, row, column = '', values = {} }, index) => {
    const field = typeof values.field === 'string' ? word(values.field) : '';
    return {
      key: String(index + 1),
      sheet,
      row: row ?? null,
      column: [column, field].filter((part) => part !== '').join(' · '),
      message: word(`${kind}Fault`, { ...values, field }),
      advice: word(`${kind}Advice`, { ...values, field }),
    };
  });
  return { faults: shown, faultCount: faults.length };
}

/** Faults as people go through the file from its top; rows are compared after each was read. */
export function inOrder<Fault extends TableFault<string>>(faults: readonly Fault[], sheets: readonly string[]): Fault[] {
  // A file may have hundreds of thousands of faults in hundreds of sheets.
  const places = new Map(sheets.map((sheet, index) => [sheet, index]));
  const place = ({ sheet }: Fault) => places.get(sheet) ?? 0;
  return faults.toSorted((one, other) => place(one) - place(other) || (one.row ?? 0) - (other.row ?? 0));
}
