import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, expect, type Page } from '@playwright/test';
import { type Rules, violations } from '../../support/accessibility.ts';
import { faintPlaceholders } from '../../support/placeholders.ts';
import { projectRoot } from '../../support/project.ts';
import { overflow } from '../world.ts';

export const THEMES = ['theme-tw', 'theme-yellow-dark', 'theme-yellow-light', 'theme-huayou', 'theme-mint'] as const;
const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

interface Look {
  theme: string;
  language: string;
}

/** The whole product of themes, languages and widths (npm run test:screens). */
export const isWhole = process.env.SCREENS === 'all';

/** Folder of the pictures, one folder a screen: <width>-<language>-<theme>.jpg. */
const pictures = join(projectRoot, 'reports/pages');

const areas = readdirSync(join(projectRoot, 'schemas/locales/en')).map((file) => file.replace('.locale.json', ''));
const KEY = `(?<![\\w./@-])(?:${areas.join('|')})\\.[a-z][A-Za-z0-9_]*(?:\\.[A-Za-z0-9_]+)*\\b(?!\\.[a-z]|/)`;

/**
 * Theme and language of the open page, without loading it again: as another window of the same browser changes them. Comes back when the
 * page shows both and nothing moves.
 */
export async function showIn(page: Page, { theme, language }: Look): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      localStorage.setItem('theme', wanted.theme);
      localStorage.setItem('language', wanted.language);
      const channel = new BroadcastChannel('targus');
      channel.postMessage({ type: 'changeSetting' });
      const root = document.documentElement;
      const isShown = () => root.dataset.theme === wanted.theme && root.lang === wanted.language;
      await new Promise<void>((shown) => {
        if (isShown()) return shown();
        const observer = new MutationObserver(() => {
          if (!isShown()) return;
          observer.disconnect();
          shown();
        });
        observer.observe(root, { attributes: true });
      });
      channel.close();
    },
    { theme, language },
  );
  await settle(page);
}

/** After the next two frames, when no transition runs: colours half way from one theme to the next are nobody's colours. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    await frame();
    await frame();
    const running = document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0));
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** Text keys that stand where their text should: in the page, in names, titles and placeholders. */
const keysShown = (page: Page): Promise<string[]> =>
  page.evaluate((source) => {
    const texts = [document.title];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) texts.push(words.currentNode.nodeValue ?? '');
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(texts.flatMap((text) => text.match(new RegExp(source, 'g')) ?? []))];
  }, KEY);

/** Takes a picture of the page as it is. */
async function album(page: Page, screen: string): Promise<(name: string) => Promise<void>> {
  const folder = join(pictures, screen);
  mkdirSync(folder, { recursive: true });
  const cdp = await page.context().newCDPSession(page);
  return async (name) => {
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'jpeg', quality: 70, optimizeForSpeed: true });
    writeFileSync(join(folder, `${name}.jpg`), Buffer.from(data, 'base64'));
  };
}

interface View extends Look {
  size: typeof WIDE | typeof NARROW;
  /** Rules of axe to run there. */
  rules?: Rules;
}

/**
 * What costs most changes least: a theme restyles everything, a language renders everything. Axe is slow, so each of its rules runs where its
 * outcome can differ: all of them once at full width, those about structure in the narrow window, too, contrast in every theme. Width and
 * words do not depend on the theme. `isState`: contrast in a dark and a light theme only.
 */
function usualViews(isState: boolean): View[] {
  const [theme, ...rest] = THEMES;
  const others = isState ? rest.slice(-1) : rest;
  const [language, ...tongues] = LANGUAGES;
  return [
    ...others.map((other): View => ({ size: WIDE, theme: other, language, rules: 'contrast' })),
    { size: WIDE, theme, language, rules: 'all' },
    ...tongues.map((tongue): View => ({ size: WIDE, theme, language: tongue })),
    ...tongues.toReversed().map((tongue): View => ({ size: NARROW, theme, language: tongue })),
    { size: NARROW, theme, language, rules: 'structure' },
  ];
}

/** Every theme in every language at both widths, each with all rules. */
const allViews = (): View[] =>
  [WIDE, NARROW].flatMap((size) =>
    THEMES.flatMap((theme, index) =>
      (index % 2 === 0 ? LANGUAGES : LANGUAGES.toReversed()).map((language): View => ({ size, theme, language, rules: 'all' })),
    ),
  );

interface MatrixOptions {
  /** Folder of the pictures. */
  name: string;
  /** Another state of a page that is looked at itself. */
  isState?: boolean;
  /** Parts axe passes over: what is framed from elsewhere. */
  exclude?: readonly string[];
}

/**
 * The open page in every theme, every language and both widths: nothing wider than the window, no text key, no serious or critical violation, no
 * placeholder that is too faint.
 * With SCREENS=all the whole product of the three and the contrast of every element, with a picture of each; otherwise as much of it as can
 * find something.
 */
export async function expectFineEverywhere(page: Page, { name, exclude = [], isState = false }: MatrixOptions): Promise<void> {
  const keep = isWhole ? await album(page, name) : undefined;
  const faults: string[] = [];
  for (const { size, theme, language, rules } of isWhole ? allViews() : usualViews(isState)) {
    const where = `${size.width}-${language}-${theme}`;
    await page.setViewportSize(size);
    await showIn(page, { theme, language });
    await fit(page);
    const extra = await overflow(page);
    if (extra > 0) faults.push(`${where}: ${extra} px wider than the window`);
    for (const key of await keysShown(page)) faults.push(`${where}: the key ${key} is shown`);
    if (!rules) continue;
    await keep?.(where);
    for (const fault of await violations(page, { rules, exclude, every: isWhole })) faults.push(`${where}: ${fault}`);
    if (rules !== 'structure') for (const fault of await faintPlaceholders(page)) faults.push(`${where}: ${fault}`);
  }
  expect(faults, name).toEqual([]);
}

/** Comes back when the page fits its window, also with other words; one that never does is left to the checks. */
async function fit(page: Page): Promise<void> {
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: 2_000 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}
