import { coloursOf, contrast, parseColour } from '../../src/core/contrast.ts';
import { objectAt, textAt, valueAt } from '../json.ts';
import type { Source } from '../read/source.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable } from './project.ts';

/** WCAG 2, AA: text of ordinary size. */
const least = 4.5;
const grounds = ['surfaces/page', 'surfaces/tile', 'tokens/colorBgContainer'];

/** Text and what it stands on, as far as both are colours of the document. What is derived of them is looked at in the browser. */
const pairs: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['surfaces/headerText', ['surfaces/header']],
  ['surfaces/menuText', ['surfaces/menu', 'surfaces/menuActive']],
  ['surfaces/bannerText', ['surfaces/banner']],
  ...['low', 'medium', 'high', 'neutral'].map((name) => [`surfaces/${name}`, grounds] as const),
  ...['colorTextBase', 'colorLink', 'colorPrimaryText'].map((name) => [`tokens/${name}`, grounds] as const),
  ...['Error', 'Warning', 'Success', 'Info'].map((tone) => [`tokens/color${tone}Text`, [...grounds, `tokens/color${tone}Bg`]] as const),
  ...['colorTextPlaceholder', 'colorTextDescription'].map((name) => [`tokens/${name}`, ['tokens/colorBgContainer']] as const),
];

/** Themes people cannot read: text that hardly differs from what it stands on (THEME-01). */
export const checkThemes: Check = (project) =>
  project.documents
    .of('theme')
    .flatMap(({ source }) => (isReadable(source) ? [...unreadable(source), ...pairs.flatMap((pair) => poor(source, ...pair))] : []));

/** Colours not written in digits: nobody can tell whether they are readable, and a misspelt name is none. Functions such as gradients pass. */
function unreadable(source: Source): Finding[] {
  const colours = ['tokens', 'surfaces'].flatMap((part) =>
    Object.entries(objectAt(source.value, part)).flatMap(([name, value]) =>
      typeof value === 'string' && (part === 'surfaces' || name.startsWith('color')) ? [[`/${part}/${name}`, value] as const] : [],
    ),
  );
  return colours.flatMap(([pointer, value]) => {
    if (value.includes('(') || isColour(value)) return [];
    const message = `the colour "${value}" is not written in digits, so that nobody can tell whether people can read it`;
    return [finding(source, pointer, { code: 'THEME_COLOUR', severity: 'warning', message, hint: 'such as "#1557c0"' })];
  });
}

function isColour(value: string): boolean {
  try {
    parseColour(value);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The ground a text is worst to read on, if it is too bad. */
function poor(source: Source, text: string, on: readonly string[]): Finding[] {
  const colour = valueAt(source.value, `/${text}`);
  if (typeof colour !== 'string') return [];
  const measured = on.flatMap((ground) => {
    const background = valueAt(source.value, `/${ground}`);
    if (typeof background !== 'string') return [];
    return coloursOf(background).flatMap((stop) => {
      const ratio = ratioOf(colour, stop);
      return ratio === undefined || ratio >= least ? [] : [{ ground, stop, ratio }];
    });
  });
  const [worst] = measured.sort((one, other) => one.ratio - other.ratio);
  if (!worst) return [];
  const nameOf = (path: string) => path.replace(/^.*\//, '');
  const ratio = (Math.floor(worst.ratio * 10) / 10).toFixed(1);
  const message = `${nameOf(text)} ${colour} on ${nameOf(worst.ground)} ${worst.stop} has a contrast of ${ratio}, and people need ${least}`;
  const hint = `${textAt(source.value, 'tone') === 'dark' ? 'lighter text on darker ground' : 'darker text on lighter ground'} in a theme of this tone`;
  return [finding(source, `/${text}`, { code: 'THEME_CONTRAST', severity: 'warning', message, hint })];
}

/** Nothing where it cannot be said: colours by name, and translucent ground. */
function ratioOf(text: string, ground: string): number | undefined {
  try {
    return parseColour(ground).a < 1 ? undefined : contrast(text, ground);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
