import type { MappingAlgorithm } from 'antd';
import dark from 'antd/es/theme/themes/dark';
import light from 'antd/es/theme/themes/default';
import seed from 'antd/es/theme/themes/seed';
import design from 'antd/es/theme/util/alias';
import { readable } from '../../../src/core/contrast.ts';
import type { ThemeDocument } from '../../../src/core/types.ts';
import { browserStorage } from '../../../src/engine/browser-storage.ts';

/** How the component library derives its colours in the tone of a theme. */
export function algorithmOf(theme: ThemeDocument): MappingAlgorithm {
  return theme.tone === 'dark' ? dark : light;
}

/**
 * All tokens of a theme, as the component library computes them. Its own getDesignToken would bring its style engine along,
 * which most pages do not need.
 */
export function designToken(theme: ThemeDocument): ReturnType<typeof design> {
  return design({ ...algorithmOf(theme)({ ...seed, ...theme.tokens }), override: theme.tokens });
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * CSS variables of a theme for our own widgets: every surface as --targus-<name>, and the tokens that plain CSS needs
 * (--targus-text, --targus-border, --targus-primary ...), computed by the same algorithm the component library uses.
 */
export function themeVariables(theme: ThemeDocument): Record<string, string> {
  const token = designToken(theme);
  const tones = {
    success: [token.colorSuccessText, token.colorSuccessBg, token.colorSuccessBorder],
    warning: [token.colorWarningText, token.colorWarningBg, token.colorWarningBorder],
    danger: [token.colorErrorText, token.colorErrorBg, token.colorErrorBorder],
    info: [token.colorInfoText, token.colorInfoBg, token.colorInfoBorder],
    primary: [token.colorPrimaryText, token.colorPrimaryBg, token.colorPrimaryBorder],
  };
  const variables: Record<string, string> = {
    '--targus-text': token.colorText,
    '--targus-text-muted': token.colorTextSecondary,
    '--targus-text-faint': token.colorTextTertiary,
    '--targus-placeholder': placeholderOf(theme),
    '--targus-border': token.colorBorderSecondary,
    '--targus-border-strong': token.colorBorder,
    '--targus-container': token.colorBgContainer,
    '--targus-elevated': token.colorBgElevated,
    '--targus-fill': token.colorFillTertiary,
    '--targus-fill-hover': token.colorFillSecondary,
    '--targus-accent': token.colorPrimary,
    '--targus-on-accent': readable(token.colorPrimary, '#ffffff', '#101010'),
    '--targus-danger-fill': token.colorError,
    '--targus-on-danger-fill': readable(token.colorError, '#ffffff', '#101010'),
    '--targus-link': token.colorLink,
    '--targus-link-hover': token.colorLinkHover,
    '--targus-focus': token.colorPrimaryText,
    '--targus-radius': `${token.borderRadius}px`,
    '--targus-radius-large': `${token.borderRadiusLG + 2}px`,
    '--targus-shadow': token.boxShadowTertiary,
    '--targus-shadow-popup': token.boxShadowSecondary,
    '--targus-font': token.fontFamily,
    '--targus-mono': token.fontFamilyCode,
    '--targus-mask': token.colorBgMask,
    '--targus-header-text': theme.surfaces.headerText ?? token.colorText,
    '--targus-menu-text': theme.surfaces.menuText ?? token.colorText,
    '--targus-menu-active': theme.surfaces.menuActive ?? token.colorPrimaryBg,
    '--targus-banner-text': theme.surfaces.bannerText ?? token.colorText,
  };
  for (const [name, [text, background, border]] of Object.entries(tones)) {
    variables[`--targus-${name}`] = text ?? token.colorText;
    variables[`--targus-${name}-bg`] = background ?? token.colorBgContainer;
    variables[`--targus-${name}-border`] = border ?? token.colorBorder;
  }
  for (const [name, value] of Object.entries(theme.surfaces)) variables[`--targus-${kebab(name)}`] = value;
  return variables;
}

/** What the library derives of a theme that names none is too faint to read. */
export function placeholderOf(theme: ThemeDocument): string {
  const { colorTextPlaceholder, colorTextSecondary } = designToken(theme);
  return theme.tokens.colorTextPlaceholder === undefined ? colorTextSecondary : colorTextPlaceholder;
}

/** Writes the variables of a theme on the root element, `isKept` for the next visit as well. Through the style object model, which a content security policy without inline styles allows. */
export function applyTheme(theme: ThemeDocument, root: HTMLElement, isKept = true): void {
  const variables = themeVariables(theme);
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
  root.style.colorScheme = theme.tone;
  root.dataset.tone = theme.tone;
  root.dataset.theme = theme.code;
  if (isKept) remember({ tone: theme.tone, variables });
}

/** For src/early/ground.js: the next visit starts with these colours. */
function remember(ground: { tone: string; variables: Record<string, string> }): void {
  // A full storage costs the next visit a moment in the colours of the default theme.
  browserStorage.local.setItem('targus-ground', JSON.stringify(ground));
}
