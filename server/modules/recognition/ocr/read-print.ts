import type { Pixels } from '../codes.ts';
import { findLines } from './detect.ts';
import { type Box, turnedBox } from './geometry.ts';
import { loadModels, type Models } from './models.ts';
import { cut, onPaper, planesOf, resized, turned } from './picture.ts';
import { readLine, type Signs } from './read-line.ts';

/** A line of text in a picture, once the picture stands upright. */
export interface Line extends Signs {
  box: Box;
}

export interface ReadPage {
  /** In pixels, upright. */
  width: number;
  height: number;
  /** By how many degrees clockwise the picture was turned to stand upright. */
  turned: 0 | 90 | 180 | 270;
  lines: Line[];
}

/** The longer side pictures are kept with: lines of a page have some 40 pixels then. */
const longestSide = 3_000;
/** Lines the direction of a page is told by, and how they are looked at. */
const asked = 9;
const direction = { width: 192, height: 48, scale: { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } } as const;

/** Reads the printed text of a picture, upright or turned by quarters. */
export async function readPrint(given: Pixels): Promise<ReadPage> {
  const models = await loadModels();
  const paper = onPaper(smaller(given));
  const found = await findLines(paper, models);
  const quarters = isLyingDown(found) ? 1 : 0;
  const level = upright(paper, found, quarters);
  const isHeadDown = await standsOnHead(level, models);
  const { picture, boxes } = isHeadDown ? upright(level.picture, level.boxes, 2) : level;
  const lines: Line[] = [];
  for (const box of boxes) {
    const signs = await readLine(picture, box, models);
    if (signs.text.trim() !== '') lines.push({ ...signs, box });
  }
  const degrees = ([0, 90, 180, 270] as const)[(quarters + (isHeadDown ? 2 : 0)) % 4] ?? 0;
  return { width: picture.width, height: picture.height, turned: degrees, lines };
}

function smaller(picture: Pixels): Pixels {
  const { width, height } = picture;
  const ratio = longestSide / Math.max(width, height);
  return ratio >= 1 ? picture : resized(picture, Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
}

interface Found {
  picture: Pixels;
  boxes: Box[];
}

function upright(picture: Pixels, boxes: readonly Box[], quarters: number): Found {
  return { picture: turned(picture, quarters), boxes: boxes.map((box) => turnedBox(box, quarters, picture)) };
}

/** Lines are wide: where most of what was found is high, the page lies on its side. */
function isLyingDown(boxes: readonly Box[]): boolean {
  const sum = (some: readonly Box[]) => some.reduce((total, { width, height }) => total + Math.max(width, height), 0);
  const long = boxes.filter(({ width, height }) => Math.max(width, height) > 2 * Math.min(width, height));
  const high = long.filter(({ width, height }) => height > width);
  return sum(high) * 2 > sum(long);
}

/** Whether most of the longest lines stand on their head. */
async function standsOnHead({ picture, boxes }: Found, models: Models): Promise<boolean> {
  const longest = boxes.toSorted((one, other) => other.width - one.width).slice(0, asked);
  if (longest.length === 0) return false;
  const { width, height, scale } = direction;
  const lines = longest.map((box) => {
    const wide = Math.min(width, Math.max(1, Math.ceil((height * box.width) / Math.max(1, box.height))));
    return planesOf(cut(picture, box, wide, height), scale, width, height);
  });
  const chances = await models.isUpsideDown(lines);
  return chances.filter((chance) => chance > 0.5).length * 2 > chances.length;
}
