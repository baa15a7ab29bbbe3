/** A value of an exported cell. */
export type Cell = string | number | null;

// A cell of a CSV or of a workbook that starts so can be taken for a formula and run on the reader's machine.
const dangerous = /^[=+\-@\t\r]/;

/** Text as it is written into a cell: what looks like a formula gets a leading quote and stays text. */
export function safeText(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}
