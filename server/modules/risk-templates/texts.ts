import type { LabelValue } from '../../database/values.ts';

/** A text of a template as callers give it: wordings of some languages may be blank. */
export type GivenText = string | readonly { l: string; t: string; d?: boolean | undefined }[];

/** The text without blank wordings and white space around the rest; `''` when nothing is left. The first wording is the default unless one says so. */
export function cleanText(given: GivenText | null | undefined): LabelValue {
  if (given === null || given === undefined) return '';
  if (typeof given === 'string') return given.trim();
  const filled = given.map(({ l, t, d }) => ({ l, t: t.trim(), d: d === true })).filter(({ t }) => t !== '');
  const chosen = Math.max(
    filled.findIndex(({ d }) => d),
    0,
  );
  return filled.length === 0 ? '' : filled.map(({ l, t }, index) => (index === chosen ? { l, t, d: true } : { l, t }));
}

export function isBlank(text: LabelValue): boolean {
  return text === '' || (Array.isArray(text) && text.length === 0);
}

/** Texts that look the same give equal keys, whatever the order of their languages. */
export function textKey(text: LabelValue): string {
  if (typeof text === 'string') return JSON.stringify(seen(text));
  const wordings = text.map(({ l, t }) => [l, seen(t)]).sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const distinct = new Set(wordings.map(([, wording]) => wording));
  // One wording for all languages says the same as a plain text.
  return distinct.size === 1 ? JSON.stringify([...distinct][0]) : JSON.stringify(wordings);
}

/** A wording as people see it: drafts of before may hold what nobody sees. */
function seen(wording: string): string {
  return wording
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
}
