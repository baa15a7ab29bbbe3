import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';

/** Which rules of axe to run: contrast is what costs, and all that a theme changes. */
export type Rules = 'all' | 'structure' | 'contrast';

export interface Extent {
  /** Default all. */
  rules?: Rules;
  /** Contrast of every element; otherwise of one of each look. */
  every?: boolean;
  /** Only what is inside. */
  include?: string;
  /** Parts that are not looked at: what is framed from elsewhere. */
  exclude?: readonly string[];
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Serious and critical violations of the page as it is now, one line each: impact, rule and the elements. Windows framed from our own
 * address are part of the page. Axe stays in the page once it is there, because bringing it costs as much as running it.
 */
export async function violations(page: Page, extent: Extent = {}): Promise<string[]> {
  const { origin } = new URL(page.url());
  const own = page.frames().filter((frame) => frame === page.mainFrame() || frame.url().startsWith(`${origin}/`));
  const found: string[] = [];
  for (const frame of own)
    found.push(...(await violationsIn(frame, frame === page.mainFrame() ? extent : { ...extent, include: undefined })));
  return found;
}

/** Fails when axe finds a serious or critical violation on the page as it is now. */
export async function expectAccessible(page: Page, extent: Extent = {}): Promise<void> {
  expect(await violations(page, extent)).toEqual([]);
}

async function violationsIn(frame: Frame, extent: Extent): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  return frame.evaluate(look, extent);
}

/** Runs in the page. */
async function look({ rules = 'all', every = false, include, exclude = [] }: Extent): Promise<string[]> {
  const within = (root: Element | string) => ({ include: root, exclude: [...exclude] });
  const found: Result[] = [];
  const options: RunOptions = { iframes: false, resultTypes: ['violations'] };
  if (rules !== 'contrast') {
    const structure = { ...options, rules: { 'color-contrast': { enabled: false } } };
    found.push(...(await window.axe.run(within(include ?? document.documentElement), structure)).violations);
  }
  if (rules !== 'structure') {
    const contrast = { ...options, runOnly: ['color-contrast'] };
    const parts = every
      ? [include ?? document.documentElement]
      : oneOfEachLook(document.querySelectorAll(`${include ?? 'body'}, ${include ?? 'body'} *`));
    if (parts.length > 0) found.push(...(await window.axe.run({ include: parts, exclude: [...exclude] }, contrast)).violations);
  }
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join('\n  ')}`,
    );

  /**
   * The first and the last element with text of every look: elements that have the same attributes, and so have their ancestors all the way up, are
   * styled alike, such as the cells of a column.
   */
  function oneOfEachLook(elements: Iterable<Element>): Element[] {
    const personal =
      /^(id|href|src|alt|title|name|for|value|placeholder|tabindex|data-(index|row|field|key|cell|indicator)|aria-(label|labelledby|describedby|controls|owns|rowindex|colindex|posinset|valuenow))$/;
    const looks = new Map<Element, string>();
    const numbers = new Map<string, number>();
    const lookOf = (element: Element): string => {
      const known = looks.get(element);
      if (known !== undefined) return known;
      const attributes = [...element.attributes].map(({ name, value }) => (personal.test(name) ? name : `${name}=${value}`));
      const above = element.parentElement ? lookOf(element.parentElement) : '';
      const own = `${above} ${element.tagName} ${attributes.sort().join(' ')} ${element === document.activeElement}`;
      const number = numbers.get(own) ?? numbers.size;
      numbers.set(own, number);
      looks.set(element, String(number));
      return String(number);
    };
    const ends = new Map<string, Set<Element>>();
    for (const element of elements) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
      if (!hasText && !element.matches('input, textarea, select')) continue;
      const [first = element] = ends.get(lookOf(element)) ?? [];
      ends.set(lookOf(element), new Set([first, element]));
    }
    return [...ends.values()].flatMap((set) => [...set]);
  }
}

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}
