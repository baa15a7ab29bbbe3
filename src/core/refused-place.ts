/** Signs before and behind the first refused one by which people find the place. */
const AROUND = 12;
/** Longer texts are not searched sign by sign. */
const LONGEST = 20_000;

/** What stands around the first refused sign, with the code of each in its place: `report[U+202E]fdp`. `''` where no single sign is refused. */
export function placeOfRefused(text: string, isRefused: (sign: string) => boolean): string {
  const signs = [...text.slice(0, LONGEST)];
  const first = signs.findIndex(isRefused);
  if (first < 0) return '';
  const shown = signs.slice(Math.max(0, first - AROUND), first + 1 + AROUND);
  return shown.map((sign) => (isRefused(sign) ? `[${codeOf(sign)}]` : sign)).join('');
}

/** The code of the first refused sign, such as `U+202E`; `''` where no single sign is refused. */
export function codeOfRefused(text: string, isRefused: (sign: string) => boolean): string {
  const first = [...text.slice(0, LONGEST)].find(isRefused);
  return first === undefined ? '' : codeOf(first);
}

function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
