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

/** A name sign by sign, as numbers: what is compared many times is taken apart once. */
export type Signs = Uint32Array;
export function signsOf(text: string): Signs {
  return Uint32Array.from([...text], (sign) => sign.codePointAt(0) ?? 0);
}

/** Jaro-Winkler similarity of names, 0 to 1: signs both have at about the same place, and more for the same beginning. */
export function jaroWinkler(left: Signs, right: Signs): number {
  if (left === right) return 1;
  const [own, others] = [left.length, right.length];
  const reach = Math.max(0, Math.floor(Math.max(own, others) / 2) - 1);
  const taken = new Uint8Array(others);
  const common: number[] = [];
  for (let at = 0; at < own; at += 1) {
    const sign = left[at] ?? 0;
    const to = Math.min(others - 1, at + reach);
    for (let place = Math.max(0, at - reach); place <= to; place += 1) {
      if (taken[place] === 1 || right[place] !== sign) continue;
      taken[place] = 1;
      common.push(sign);
      break;
    }
  }
  const shared = common.length;
  if (shared === 0) return own === others && own === 0 ? 1 : 0;
  let [turned, next] = [0, 0];
  for (let place = 0; place < others; place += 1) {
    if (taken[place] !== 1) continue;
    if (right[place] !== common[next]) turned += 1;
    next += 1;
  }
  const jaro = (shared / own + shared / others + (shared - turned / 2) / shared) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < own && left[prefix] === right[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
