import type { Manifest, ThemeDocument } from '../../../src/core/types.ts';

export interface ThemeChoice {
  code: string;
  label: string;
  disabled: boolean;
  /** Page, tile and main colour. */
  sample: string[];
}
type Localized = (value: unknown) => string;

/**
 * Themes to choose from: the given entries (of the dictionary theme-list or written out), else all the application has, in its order. An entry
 * with another status than 0, or of a theme that does not exist, cannot be chosen (THEME-02).
 */
export function themeChoices(
  items: readonly Record<string, unknown>[],
  { app, themes }: { app: Pick<Manifest['app'], 'themes'>; themes: Record<string, ThemeDocument> },
  localized: Localized,
): ThemeChoice[] {
  const sampleOf = (theme: ThemeDocument | undefined): string[] =>
    theme ? [theme.surfaces.page, theme.surfaces.tile, theme.tokens.colorPrimary].filter((part) => typeof part === 'string') : [];
  if (items.length === 0) {
    const placeOf = ({ code }: ThemeDocument): number => [...app.themes, code].indexOf(code);
    const inOrder = Object.values(themes).sort((left, right) => placeOf(left) - placeOf(right));
    return inOrder.map((theme) => ({
      code: theme.code,
      label: localized(theme.label),
      disabled: false,
      sample: sampleOf(theme),
    }));
  }
  return items.map((item) => {
    const code = String(item.code ?? item.value ?? item.dictValue ?? '');
    const theme = themes[code];
    const isOff = item.disabled === true || String(item.status ?? '0') !== '0';
    return {
      code,
      label: localized(item.label ?? item.dictLabel ?? theme?.label ?? code),
      disabled: isOff || !theme,
      sample: sampleOf(theme),
    };
  });
}
