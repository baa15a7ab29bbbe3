/** What the contract of table.workbook takes at most: rows, columns, bytes of the body ... */
export const MOST_ROWS = 10_000;
export const MOST_COLUMNS = 100;
export const MOST_BYTES = 8_388_608;

/** ... characters of the title, of the path of the page, of a head and of a cell; digits behind the point; levels of a tree. */
export const LONGEST = { title: 200, page: 300, head: 500, cell: 32_767 } as const;
export const MOST_DIGITS = 10;
export const DEEPEST = 15;

/** Rows of a page that are asked for at once at most, however many a call would give: somebody waits for each answer. */
export const ROWS_AT_ONCE = 1_000;
