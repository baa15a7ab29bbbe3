import type { Page } from '@playwright/test';
import { blend, type Colour, contrast, parseColour } from '../../src/core/contrast.ts';

/** WCAG 2, AA: text of ordinary size. */
const LEAST = 4.5;

interface Placeholder {
  text: string;
  colour: string;
  opacity: number;
  /** What it stands on, from the field outwards to the first that hides what is below. */
  grounds: string[];
}

/** Placeholders of empty fields that people can hardly read, one line each. Axe looks at no placeholder. Fields that are disabled need no contrast. */
export async function faintPlaceholders(page: Page): Promise<string[]> {
  return (await page.evaluate(look)).flatMap(({ text, colour, opacity, grounds }) => {
    const ground = cssOf(grounds.reduceRight<Colour>((below, over) => blend(parseColour(over), below), parseColour('#ffffff')));
    const { a, ...rgb } = parseColour(colour);
    const ratio = contrast(cssOf({ ...rgb, a: a * opacity }), ground);
    return ratio < LEAST ? [`the placeholder "${text}" has a contrast of ${ratio.toFixed(2)} (${colour} at ${opacity} on ${ground})`] : [];
  });
}

const cssOf = ({ r, g, b, a }: Colour) => `rgba(${r}, ${g}, ${b}, ${a})`;

/** Runs in the page. What stands on a picture is not told: nobody can say on which colour of it. */
function look(): Placeholder[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  /** In digits, however the browser writes it. */
  const digits = (colour: string): string => {
    if (!canvas || colour.startsWith('rgb')) return colour;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return `rgba(${r}, ${g}, ${b}, ${a / 255})`;
  };
  const groundsOf = (field: Element): string[] | undefined => {
    const grounds: string[] = [];
    for (let element: Element | null = field; element; element = element.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      if (backgroundImage !== 'none') return undefined;
      const colour = digits(backgroundColor);
      grounds.push(colour);
      if (!colour.startsWith('rgba') || colour.endsWith(', 1)')) break;
    }
    return grounds;
  };
  const fields = [...document.querySelectorAll<HTMLInputElement>(':is(input, textarea):placeholder-shown:not(:disabled)')];
  return fields.flatMap((field) => {
    const grounds = field.placeholder.trim() !== '' && field.checkVisibility() ? groundsOf(field) : undefined;
    if (!grounds) return [];
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    return [{ text: field.placeholder, colour: digits(color), opacity: Number(opacity), grounds }];
  });
}
