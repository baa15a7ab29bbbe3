import { theme as library } from 'antd';
import { describe, expect, it } from 'vitest';
import { themeConfig } from '../../../renderers/shared/theme/Library.tsx';
import { strong } from '../../../renderers/shared/theme/strong.ts';
import { applyTheme, designToken, themeVariables } from '../../../renderers/shared/theme/tokens.ts';
import { blend, coloursOf, contrast, parseColour } from '../../../src/core/contrast.ts';
import type { ThemeDocument } from '../../../src/core/types.ts';
import { documents, themes } from '../world.tsx';

const TEXT = 4.5;
const PART = 3;

/** An opaque colour that a translucent one gives on a background. */
function opaque(colour: string, on: string): string {
  const { r, g, b } = blend(parseColour(colour), parseColour(on));
  return `rgb(${r}, ${g}, ${b})`;
}

/** Pairs of text and background that our CSS and the component library put together: [name, text, background, least]. */
function pairs(theme: ThemeDocument): [string, string, string, number][] {
  const v = themeVariables(theme);
  const token = library.getDesignToken(themeConfig(theme));
  const get = (name: string): string => {
    const value = v[`--targus-${name}`];
    if (!value) throw new Error(`No variable ${name}`);
    return value;
  };
  const grounds = ['page', 'tile', 'container', 'elevated'] as const;
  const found: [string, string, string, number][] = [];
  for (const ground of grounds) {
    for (const text of [
      'text',
      'text-muted',
      'placeholder',
      'link',
      'primary',
      'danger',
      'warning',
      'success',
      'info',
      'low',
      'medium',
      'high',
      'neutral',
    ]) {
      found.push([`${text} on ${ground}`, get(text), get(ground), TEXT]);
    }
    found.push([`focus ring on ${ground}`, get('focus'), get(ground), PART]);
  }
  for (const tone of ['primary', 'info', 'success', 'warning', 'danger']) {
    const ground = opaque(get(`${tone}-bg`), get('container'));
    found.push(
      [`${tone} tag`, get(tone), ground, TEXT],
      [`text on ${tone}`, get('text'), ground, TEXT],
      [`muted on ${tone}`, get('text-muted'), ground, TEXT],
    );
  }
  for (const tone of ['info', 'success', 'warning', 'danger']) {
    const row = opaque(get(`${tone}-bg`), get('container'));
    for (const text of ['link', 'primary', 'danger', 'warning', 'success', 'info', 'focus']) {
      found.push([`${text} in a row of the tone ${tone}`, get(text), row, TEXT]);
      found.push([`${text} in a hovered row of the tone ${tone}`, get(text), opaque(get('fill'), row), TEXT]);
    }
    found.push([`mark of a row of the tone ${tone}`, get(tone), row, PART]);
  }
  const filled = opaque(get('fill'), get('container'));
  found.push(
    ['text on fill', get('text'), filled, TEXT],
    ['muted on fill', get('text-muted'), filled, TEXT],
    ['placeholder on fill', get('placeholder'), filled, TEXT],
    ['chosen card tab', get('primary'), get('container'), TEXT],
  );
  found.push(['header text', get('header-text'), get('header'), TEXT]);
  found.push(['menu text', get('menu-text'), get('menu'), TEXT], ['active menu text', get('menu-text'), get('menu-active'), TEXT]);
  for (const colour of coloursOf(get('banner'))) found.push([`banner text on ${colour}`, get('banner-text'), colour, TEXT]);
  found.push(
    ['text on accent', get('on-accent'), get('accent'), TEXT],
    ['text on danger', get('on-danger-fill'), get('danger-fill'), TEXT],
  );
  found.push(
    ['primary button', token.colorTextLightSolid, token.colorPrimary, TEXT],
    ['hovered primary button', token.colorTextLightSolid, token.colorPrimaryHover, PART],
  );
  found.push(['danger button', token.colorTextLightSolid, token.colorError, TEXT]);
  found.push(['placeholder', opaque(token.colorTextPlaceholder, token.colorBgContainer), token.colorBgContainer, TEXT]);
  found.push(['description', opaque(token.colorTextDescription, token.colorBgContainer), token.colorBgContainer, TEXT]);
  found.push(['selected option', token.colorText, opaque(token.controlItemBgActive, token.colorBgElevated), TEXT]);
  found.push(['tooltip', token.colorTextLightSolid, opaque(token.colorBgSpotlight, token.colorBgContainer), TEXT]);
  return found;
}

describe('themes', () => {
  it('[THEME-01] are the five, dark green first, in the tones the decision names', () => {
    const app = documents.get('app', 'targus');
    expect(app?.themes).toEqual(['theme-tw', 'theme-yellow-dark', 'theme-yellow-light', 'theme-huayou', 'theme-mint']);
    expect(app?.defaultTheme).toBe('theme-tw');
    expect(Object.fromEntries(Object.values(themes).map(({ code, tone }) => [code, tone]))).toEqual({
      'theme-tw': 'dark',
      'theme-yellow-dark': 'dark',
      'theme-yellow-light': 'light',
      'theme-huayou': 'light',
      'theme-mint': 'light',
    });
  });

  it.each(Object.values(themes))('$code is readable: every pair of text and background meets WCAG AA', (theme) => {
    const poor = pairs(theme)
      .map(([name, text, background, least]) => ({
        name,
        text,
        background,
        least,
        ratio: Math.round(contrast(text, background) * 100) / 100,
      }))
      .filter(({ ratio, least }) => ratio < least)
      .map(({ name, text, background, ratio, least }) => `${name}: ${ratio} < ${least} (${text} on ${background})`);
    expect(poor).toEqual([]);
  });

  it.each(Object.values(themes))('$code gives our widgets the tokens the component library uses', (theme) => {
    expect(designToken(theme)).toEqual(library.getDesignToken(themeConfig(theme)));
  });

  it.each(Object.values(themes))('$code names its surfaces as variables and sets them through the style object', (theme) => {
    const element = document.createElement('div');
    applyTheme(theme, element);
    expect(element.style.getPropertyValue('--targus-page')).toBe(theme.surfaces.page);
    expect(element.style.getPropertyValue('--targus-banner-text')).toBe(theme.surfaces.bannerText);
    expect(element.dataset).toMatchObject({ tone: theme.tone, theme: theme.code });
    expect(Object.values(themeVariables(theme)).filter((value) => !value || value.includes('undefined'))).toEqual([]);
  });
});

it('a theme that names no colour for placeholders has one that can be read, in the fields of the library as in ours', () => {
  for (const { tokens, ...theme } of Object.values(themes)) {
    const { colorTextPlaceholder: _named, ...rest } = tokens;
    const plain = { ...theme, tokens: rest };
    const token = library.getDesignToken(themeConfig(plain));
    expect(token.colorTextPlaceholder, theme.code).toBe(themeVariables(plain)['--targus-placeholder']);
    expect(contrast(opaque(token.colorTextPlaceholder, token.colorBgContainer), token.colorBgContainer)).toBeGreaterThan(TEXT);
  }
});

describe('for who asked for more contrast', () => {
  it.each(Object.values(themes))('$code has secondary text and borders as strong as text, and stays readable', (theme) => {
    const now = strong(theme);
    expect(strong(theme)).toBe(now);
    const [plain, v] = [themeVariables(theme), themeVariables(now)];
    for (const name of ['text', 'text-muted', 'text-faint', 'placeholder', 'border', 'border-strong'])
      expect(v[`--targus-${name}`], name).toBe(designToken(theme).colorTextBase);
    for (const tone of ['primary', 'info', 'success', 'warning', 'danger'])
      expect(v[`--targus-${tone}-border`], tone).toBe(v[`--targus-${tone}`]);
    for (const name of ['page', 'accent', 'fill']) expect(v[`--targus-${name}`], name).toBe(plain[`--targus-${name}`]);
    const token = library.getDesignToken(themeConfig(now));
    expect([token.colorBorder, token.colorTextPlaceholder, token.colorTextDescription]).toEqual(Array(3).fill(token.colorText));
    expect(contrast(token.colorBorder, token.colorBgContainer)).toBeGreaterThan(7);
    expect(pairs(now).filter(([, text, background, least]) => contrast(text, background) < least)).toEqual([]);
  });
});

describe('contrast', () => {
  it('is that of WCAG: 21 for black on white, 1 for equal colours, and blends translucent text', () => {
    expect(contrast('#000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#777777')).toBe(1);
    expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5);
    expect(contrast('rgba(0, 0, 0, 0)', '#ffffff')).toBe(1);
    expect(() => parseColour('teal')).toThrow(RangeError);
  });
});
