/** Bounds of one expression (docs/dialect.md). */
export const MAX_LENGTH = 2_000;
export const MAX_DEPTH = 32;
export const MAX_STEPS = 10_000;
/** A list or text given to a function counts one step for so many entries or characters. */
export const ENTRIES_PER_STEP = 100;
/** Longest text an expression may build, and most entries `range` gives. */
export const MAX_TEXT = 1_000_000;
export const MAX_RANGE = 10_000;
/** Compiled expressions kept. */
export const CACHE_SIZE = 4_000;
