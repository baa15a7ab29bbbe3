import type { Manifest } from '../core/types.ts';

/** THEME-01: the first of these codes that is a theme of the application, else its default, else any. */
export function chooseTheme(manifest: Pick<Manifest, 'app' | 'themes'>, ...codes: unknown[]): string {
  const known = (code: unknown): code is string => typeof code === 'string' && Object.hasOwn(manifest.themes, code);
  return [...codes, manifest.app.defaultTheme].find(known) ?? Object.keys(manifest.themes)[0] ?? manifest.app.defaultTheme;
}
