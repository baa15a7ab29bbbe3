/**
 * Signs that have no width and say nothing in the languages of the product: soft hyphens, breaks and joins without width, byte order marks. They come along with
 * text copied from pages and documents, nobody sees or types them, and a search for the text does not find it. Joiners (U+200C, U+200D) are none
 * of them: scripts write with them. Marks and overrides of direction are none either: what turns a text round is refused, not mended.
 */
const MEANINGLESS = /[\u00ad\u200b\u2060-\u2064\ufeff]/g;

/** The text without the signs that say nothing. */
export function withoutMeaningless(text: string): string {
  return text.replaceAll(MEANINGLESS, '');
}

/** What stands between cells, lines and paragraphs of what is copied. */
const BETWEEN = /[^\S\t\r\n]*[\t\r\n]\s*/g;

/** A text of several cells or lines as one line: one blank where one of them ends and another begins, and none at the ends. */
export function asOneLine(text: string): string {
  return text.replaceAll(BETWEEN, (between, at: number) => (at === 0 || at + between.length === text.length ? '' : ' '));
}
