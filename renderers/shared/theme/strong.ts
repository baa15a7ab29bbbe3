import type { ThemeDocument } from '../../../src/core/types.ts';
import { MORE_CONTRAST, useMedia } from '../useMedia.ts';
import { designToken } from './tokens.ts';

const known = new WeakMap<ThemeDocument, ThemeDocument>();

/** The theme as it is shown to who asked for more contrast, and to everybody else. */
export function useStrength<Theme extends ThemeDocument | undefined>(theme: Theme): Theme {
  const isMore = useMedia(MORE_CONTRAST);
  return (isMore && theme ? strong(theme) : theme) as Theme;
}

/** A theme for people who asked their system for more contrast: secondary text and borders are as strong as text. What is disabled stays pale. */
export function strong(theme: ThemeDocument): ThemeDocument {
  let made = known.get(theme);
  if (!made) {
    made = { ...theme, tokens: { ...theme.tokens, ...strongTokens(theme) } };
    known.set(theme, made);
  }
  return made;
}

function strongTokens(theme: ThemeDocument): ThemeDocument['tokens'] {
  const { colorTextBase, ...token } = designToken(theme);
  const names = [
    ...['colorText', 'colorTextSecondary', 'colorTextTertiary', 'colorTextPlaceholder', 'colorTextDescription'],
    ...['colorBorder', 'colorBorderSecondary', 'colorSplit'],
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, colorTextBase])),
    colorPrimaryBorder: token.colorPrimaryText,
    colorInfoBorder: token.colorInfoText,
    colorSuccessBorder: token.colorSuccessText,
    colorWarningBorder: token.colorWarningText,
    colorErrorBorder: token.colorErrorText,
  };
}
