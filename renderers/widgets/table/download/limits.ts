/** What the contract of table.workbook takes at most: rows, columns, bytes of the body. */
export const MOST_ROWS = 10_000;
export const MOST_COLUMNS = 100;
export const MOST_BYTES = 8_388_608;

/** Rows of a page that are asked for at once at most, however many a call would give: somebody waits for each answer. */
export const ROWS_AT_ONCE = 1_000;
