/**
 * Signs that have no width and say nothing in any script: soft hyphens, breaks and joins without width, byte order marks. They come along with
 * text copied from pages and documents, nobody sees or types them, and a search for the text does not find it. Joiners (U+200C, U+200D) are none
 * of them: scripts write with them. Marks and overrides of direction are none either: what turns a text round is refused, not mended.
 */
const MEANINGLESS = /[\u00ad\u200b\u2060-\u2064\ufeff]/g;
/** Signs before and behind the first refused one by which people find the place. */
const AROUND = 12;
/** Longer texts are not searched sign by sign. */
const LONGEST = 20_000;

/** The text without the signs that say nothing. */
export function withoutMeaningless(text: string): string {
  return text.replaceAll(MEANINGLESS, '');
}

/** What stands around the first refused sign, with the code of each in its place: `report[U+202E]fdp`. `''` where no single sign is refused. */
export function placeOfRefused(text: string, isRefused: (sign: string) => boolean): string {
  const signs = [...text.slice(0, LONGEST)];
  const first = signs.findIndex(isRefused);
  if (first < 0) return '';
  const shown = signs.slice(Math.max(0, first - AROUND), first + 1 + AROUND);
  return shown.map((sign) => (isRefused(sign) ? codeOf(sign) : sign)).join('');
}

function codeOf(sign: string): string {
  return `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
