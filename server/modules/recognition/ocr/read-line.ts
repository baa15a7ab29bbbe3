import type { Pixels } from '../codes.ts';
import type { Box } from './geometry.ts';
import type { Models } from './models.ts';
import { cut, planesOf } from './picture.ts';

/** Signs of a line with how sure the model is of each, between 0 and 1. */
export interface Signs {
  text: string;
  /** One for each UTF-16 unit of the text. */
  confidence: number[];
}

/** Height the model reads lines with, and widths in pixels: no narrower, no wider. */
const lineHeight = 48;
const narrowest = 48;
const widest = 2_400;
const scale = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } as const;

/** What stands in a box. */
export async function readLine(picture: Pixels, box: Box, models: Models): Promise<Signs> {
  const width = Math.min(widest, Math.max(narrowest, Math.ceil((lineHeight * box.width) / Math.max(1, box.height))));
  const line = await models.read(planesOf(cut(picture, box, width, lineHeight), scale));
  return decode(line, models.alphabet);
}

/**
 * The signs of steps: the likeliest sign of each, the same one said twice counts once unless nothing stands between. A sign is as sure as the
 * surest of its steps.
 */
export function decode(
  { steps, signs, probabilities }: { steps: number; signs: number; probabilities: Float32Array },
  alphabet: readonly string[],
): Signs {
  let text = '';
  const confidence: number[] = [];
  let before = 0;
  for (let step = 0; step < steps; step += 1) {
    let [best, most] = [0, probabilities[step * signs] as number];
    for (let sign = 1; sign < signs; sign += 1) {
      const probability = probabilities[step * signs + sign] as number;
      if (probability > most) [best, most] = [sign, probability];
    }
    if (best !== 0) {
      const sign = alphabet[best] ?? '';
      if (best !== before) {
        text += sign;
        for (let unit = 0; unit < sign.length; unit += 1) confidence.push(most);
      } else {
        for (let unit = 1; unit <= sign.length; unit += 1) confidence[confidence.length - unit] = Math.max(most, confidence.at(-unit) ?? 0);
      }
    }
    before = best;
  }
  return { text, confidence };
}
