import { newSecret } from '../modules/identity/secrets.ts';

/** A name nobody can guess, `files/<secret>.<ext>`. */
export function newPath(extension: string): string {
  return `files/${newSecret()}.${extension}`;
}

/** Longest name that is kept, in characters: what common file systems take, whatever the characters. */
const longest = 80;

/**
 * The name of a file as it is kept and shown: the last part of a path, in composed form, without signs that do not show or turn the writing
 * round (`report\u202Efdp.exe` reads as a PDF), and no longer than fits. Nothing when nothing is left of it.
 */
export function cleanName(name: string): string | undefined {
  const last =
    name
      .replaceAll(/\p{Cs}/gu, '_')
      .normalize('NFC')
      .split(/[\\/]/)
      .at(-1) ?? '';
  const shown = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .trim();
  const extension = extensionOf(shown);
  const stem = extension === '' ? shown : shown.slice(0, -extension.length - 1).trim();
  if (stem.replaceAll('.', '') === '') return undefined;
  const signs = [...stem];
  const cut = signs.length > longest ? `${signs.slice(0, longest).join('').trim()}…` : stem;
  return extension === '' ? cut : `${cut}.${extension}`;
}

/** The extension as written, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /[^.]\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? '';
}
