import type { Pixels } from '../codes.ts';
import { type Box, type Point, smallestBox } from './geometry.ts';
import type { Models } from './models.ts';
import { planesOf, resized } from './picture.ts';

/** The longer side a picture is looked at with, in pixels; the model wants multiples of 32. */
const longestSide = 1_280;
const multiple = 32;
/** What counts as text, and how sure of a whole box the model must be. */
const leastProbability = 0.3;
const leastScore = 0.55;
/** The model marks the core of a line: it grows by this times its area over its circumference. */
const growth = 1.6;
const leastSide = 3;
/** Boxes of one picture, and pixels of one box that are looked at. */
const mostBoxes = 400;
const scale = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

/** Where a picture has lines of text, as boxes in its own pixels. */
export async function findLines(picture: Pixels, models: Models): Promise<Box[]> {
  const { width, height } = picture;
  const ratio = Math.min(1, longestSide / Math.max(width, height));
  const rounded = (side: number) => Math.max(multiple, Math.round((side * ratio) / multiple) * multiple);
  const [toWidth, toHeight] = [rounded(width), rounded(height)];
  const probabilities = await models.detect(planesOf(resized(picture, toWidth, toHeight), scale));
  const [growX, growY] = [width / toWidth, height / toHeight];
  return boxesIn(probabilities, toWidth, toHeight).map((box) => stretched(box, growX, growY));
}

/** Boxes around what is probably text. `probabilities`: row by row. */
export function boxesIn(probabilities: Float32Array, width: number, height: number): Box[] {
  const seen = new Uint8Array(width * height);
  const boxes: Box[] = [];
  for (let start = 0; start < probabilities.length && boxes.length < mostBoxes; start += 1) {
    if (seen[start] || (probabilities[start] as number) <= leastProbability) continue;
    const region = regionFrom(start, probabilities, seen, width, height);
    const core = smallestBox(region.edge);
    if (!core || Math.min(core.width, core.height) < leastSide || region.score < leastScore) continue;
    const distance = (core.width * core.height * growth) / (2 * (core.width + core.height));
    boxes.push({ ...core, width: core.width + 2 * distance, height: core.height + 2 * distance });
  }
  return boxes;
}

/** The pixels that hang together with one: the outer ones of each row, which are enough for a hull, and their mean probability. */
function regionFrom(start: number, probabilities: Float32Array, seen: Uint8Array, width: number, height: number) {
  const rows = new Map<number, { left: number; right: number }>();
  const open = [start];
  seen[start] = 1;
  let [sum, count] = [0, 0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    sum += probabilities[at] as number;
    count += 1;
    const row = rows.get(y);
    if (!row) rows.set(y, { left: x, right: x });
    else {
      row.left = Math.min(row.left, x);
      row.right = Math.max(row.right, x);
    }
    for (let down = Math.max(0, y - 1); down <= Math.min(height - 1, y + 1); down += 1) {
      for (let aside = Math.max(0, x - 1); aside <= Math.min(width - 1, x + 1); aside += 1) {
        const next = down * width + aside;
        if (seen[next] || (probabilities[next] as number) <= leastProbability) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
  }
  const edge: Point[] = [];
  // Corners of pixels, not their middles: a row of one pixel is one high.
  for (const [y, { left, right }] of rows)
    edge.push({ x: left, y }, { x: right + 1, y }, { x: left, y: y + 1 }, { x: right + 1, y: y + 1 });
  return { edge, score: sum / count };
}

/** A box of a picture in which x and y were made larger; a turned one stays a rectangle as nearly as the two agree. */
function stretched({ x, y, width, height, angle }: Box, growX: number, growY: number): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: x * growX,
    y: y * growY,
    width: width * Math.hypot(cos * growX, sin * growY),
    height: height * Math.hypot(sin * growX, cos * growY),
    angle: Math.atan2(sin * growY, cos * growX),
  };
}
