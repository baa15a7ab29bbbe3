import type { Manifest, ThemeDocument } from '../core/types.ts';

/** THEME-01: the first of these codes that is a theme of the application, else its default, else any. */
export function chooseTheme(manifest: Pick<Manifest, 'app' | 'themes'>, ...codes: unknown[]): string {
  const known = (code: unknown): code is string => typeof code === 'string' && Object.hasOwn(manifest.themes, code);
  return [...codes, manifest.app.defaultTheme].find(known) ?? Object.keys(manifest.themes)[0] ?? manifest.app.defaultTheme;
}

/** What is printed stands on white paper: the theme itself where it is light, else the default one or the first that is. */
export function themeOnPaper({ app, themes }: Pick<Manifest, 'app' | 'themes'>, theme: ThemeDocument): ThemeDocument {
  return [theme, themes[app.defaultTheme], ...Object.values(themes)].find((one) => one?.tone === 'light') ?? theme;
}
