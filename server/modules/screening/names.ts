import { Converter } from 'opencc-js/t2cn';
import type { Documents } from '../../documents.ts';

/** Names are compared in simplified signs, whichever they are written in. */
const simplified = Converter({ from: 't', to: 'cn' });

/** The words of a name as they are compared. */
export type NameReader = (name: string) => string[];

/** The same letters, whatever their width, marks, capitals and form of Chinese signs. */
function folded(text: string): string {
  return simplified(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase());
}

/**
 * Reads names without marks and without what says that it is a company: `forms`, whole words where words stand apart, and ends of words in Chinese and Japanese.
 * A name of nothing else is compared by it.
 */
export function nameReader(forms: readonly string[]): NameReader {
  const all = forms.map((form) => folded(form.trim())).filter((form) => form !== '');
  const apart = new Set(all);
  const ends = all
    .filter((form) => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(form))
    .sort((one, other) => other.length - one.length);
  const own = (word: string) => word.slice(0, word.length - (ends.find((end) => word.endsWith(end))?.length ?? 0));
  return (name) => {
    // What stands in one word with its marks: A.B.C. and O'Brien.
    const words = folded(name)
      .replaceAll(/[.'’·]/gu, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
    const left = words
      .filter((word) => !apart.has(word))
      .map(own)
      .filter((word) => word !== '');
    return left.length > 0 ? left : words;
  };
}

const readers = new WeakMap<Documents, { listed: string; read: NameReader }>();

/** Reads names by the forms of companies in `screening-names` of schemas/locales, of all languages. The same reader as long as these are the same. */
export function nameReaderOf(documents: Documents): NameReader {
  const forms = companyForms(documents);
  const listed = forms.join('|');
  const known = readers.get(documents);
  if (known?.listed === listed) return known.read;
  const read = nameReader(forms);
  readers.set(documents, { listed, read });
  return read;
}

/** What says in a name that it is of a company, in all languages. */
export function companyForms(documents: Documents): string[] {
  const listed = documents.app().languages.map(({ code }) => documents.text(code, 'screening-names.companyForms') ?? '');
  return listed.join('|').split('|');
}

/** An identifier as it is compared: letters and digits alone. */
export function plainIdentifier(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Pairs of neighbouring signs, with the ends. */
export function bigrams(text: string): Set<string> {
  const signs = ['^', ...text, '$'];
  const found = new Set<string>();
  for (let at = 0; at + 1 < signs.length; at += 1) found.add(`${signs[at]}${signs[at + 1]}`);
  return found;
}

/** Jaro-Winkler similarity, 0 to 1: signs both have at about the same place, and more for the same beginning. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [[...one], [...other]];
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const taken = new Array<boolean>(right.length).fill(false);
  const common: string[] = [];
  for (const [at, sign] of left.entries()) {
    const to = Math.min(right.length - 1, at + reach);
    for (let place = Math.max(0, at - reach); place <= to; place += 1) {
      if (taken[place] || right[place] !== sign) continue;
      taken[place] = true;
      common.push(sign);
      break;
    }
  }
  if (common.length === 0) return 0;
  const back = right.filter((_, at) => taken[at]);
  const turned = common.filter((sign, at) => sign !== back[at]).length / 2;
  const jaro = (common.length / left.length + common.length / right.length + (common.length - turned) / common.length) / 3;
  let prefix = 0;
  while (prefix < 4 && left[prefix] !== undefined && left[prefix] === right[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
