import type { Pixels } from './codes.ts';

type Matrix = readonly [number, number, number, number, number, number];

/** What of a page of the library is used here. */
export interface Page {
  /** Its corners in points. By which quarters it is shown turned is told by what stands on it. */
  view: readonly number[];
  getOperatorList(): Promise<{ fnArray: readonly number[]; argsArray: readonly unknown[] }>;
  objs: PageObjects;
  commonObjs: PageObjects;
}
interface PageObjects {
  get(id: string, done: (value: unknown) => void): unknown;
}
export type Operators = Readonly<
  Record<
    | 'save'
    | 'restore'
    | 'transform'
    | 'paintFormXObjectBegin'
    | 'paintFormXObjectEnd'
    | 'paintImageXObject'
    | 'paintInlineImageXObject'
    | 'paintImageMaskXObject',
    number
  >
>;

/** A picture of a page, and where its unit square lies there. */
interface Placed {
  picture: Pixels;
  place: Matrix;
}

/** Pictures of a page that are looked at, with pixels of all together: the same one may be drawn again and again. */
const mostPictures = 60;
const mostPixels = 60_000_000;
/** How finely pages are put together, in pixels a point (a 72nd of an inch), and their longer side. */
const dotsPerPoint = 200 / 72;
const longestSide = 3_000;
/** Part of its page a picture must cover to be worth reading: smaller ones are signets and codes. */
const leastShare = 0.02;

/**
 * The pictures of a page as one picture of it, on white, as a scan is kept: whole, in strips, or in black and white. What is drawn or written on
 * the page itself is not in it. Nothing where there are no pictures.
 */
export async function pictureOfPage(page: Page, operators: Operators): Promise<Pixels | undefined> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const [points, high] = [right - left, top - bottom];
  if (!(points > 0 && high > 0)) return undefined;
  const placed = await placedPictures(page, operators);
  const seen = placed.filter(({ place: [a, b, c, d] }) => Math.abs(a * d - b * c) >= points * high * leastShare);
  if (seen.length === 0) return undefined;
  // No finer than the finest picture.
  const finest = Math.max(...seen.map(({ picture, place: [a, b] }) => picture.width / Math.max(1e-3, Math.hypot(a, b))));
  const scale = Math.min(Math.max(finest, 1), dotsPerPoint * 1.5, longestSide / Math.max(points, high));
  const [width, height] = [Math.max(1, Math.round(points * scale)), Math.max(1, Math.round(high * scale))];
  const paper = { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
  // Points go up, rows of pixels go down.
  const toPaper: Matrix = [scale, 0, 0, -scale, -left * scale, top * scale];
  for (const { picture, place } of placed) paint(paper, picture, product(toPaper, place));
  return paper;
}

async function placedPictures(page: Page, operators: Operators): Promise<Placed[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: Placed[] = [];
  const kept: Matrix[] = [];
  let now: Matrix = [1, 0, 0, 1, 0, 0];
  let pixels = 0;
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at];
    if (operator === operators.save) kept.push(now);
    else if (operator === operators.restore) now = kept.pop() ?? now;
    else if (operator === operators.transform) now = product(now, matrixOf(args));
    else if (operator === operators.paintFormXObjectBegin) {
      kept.push(now);
      now = product(now, matrixOf(Array.isArray(args) ? args[0] : undefined));
    } else if (operator === operators.paintFormXObjectEnd) now = kept.pop() ?? now;
    else if (placed.length < mostPictures && pixels < mostPixels) {
      const picture = await pictureBehind(page, operators, operator, Array.isArray(args) ? args[0] : undefined);
      if (picture) placed.push({ picture, place: now });
      pixels += picture ? picture.width * picture.height : 0;
    }
  }
  return placed;
}

async function pictureBehind(page: Page, operators: Operators, operator: number, given: unknown): Promise<Pixels | undefined> {
  if (operator === operators.paintImageXObject && typeof given === 'string') return pixelsOf(await pictureNamed(page, given));
  if (operator === operators.paintInlineImageXObject) return pixelsOf(given);
  if (operator !== operators.paintImageMaskXObject || typeof given !== 'object' || given === null || !('data' in given)) return undefined;
  return maskOf(typeof given.data === 'string' ? await pictureNamed(page, given.data) : given);
}

/** A picture of a page by its name; those of several pages are kept with the document. */
export function pictureNamed(page: Pick<Page, 'objs' | 'commonObjs'>, name: string): Promise<unknown> {
  return new Promise((done) => (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, done));
}

function matrixOf(value: unknown): Matrix {
  const [a, b, c, d, e, f] = value && typeof value === 'object' && 'length' in value ? Array.from(value as ArrayLike<unknown>, Number) : [];
  const all = [a, b, c, d, e, f];
  return all.every((one) => one !== undefined && Number.isFinite(one)) ? (all as unknown as Matrix) : [1, 0, 0, 1, 0, 0];
}

/** First `second`, then `first`. */
function product([a, b, c, d, e, f]: Matrix, second: Matrix): Matrix {
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Lays a picture on the paper. `place`: where its unit square lies, whose upper side is the first row of the picture. */
function paint(paper: Pixels, picture: Pixels, place: Matrix): void {
  const [a, b, c, d, e, f] = place;
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-6) return;
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  const bound = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [fromX, toX] = [bound(Math.floor(Math.min(...xs)), paper.width), bound(Math.ceil(Math.max(...xs)), paper.width)];
  const [fromY, toY] = [bound(Math.floor(Math.min(...ys)), paper.height), bound(Math.ceil(Math.max(...ys)), paper.height)];
  // Where the picture is finer than the paper, each pixel is the mean of a few.
  const fineness = Math.sqrt((picture.width * picture.height) / Math.abs(determinant));
  const samples = Math.min(4, Math.max(1, Math.round(fineness)));
  for (let y = fromY; y < toY; y += 1) {
    for (let x = fromX; x < toX; x += 1) {
      const sum = [0, 0, 0];
      let count = 0;
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const [offX, offY] = [x + ((sample % samples) + 0.5) / samples - e, y + (Math.floor(sample / samples) + 0.5) / samples - f];
        const [along, up] = [(offX * d - offY * c) / determinant, (offY * a - offX * b) / determinant];
        const [column, row] = [Math.floor(along * picture.width), Math.floor((1 - up) * picture.height)];
        if (column < 0 || row < 0 || column >= picture.width || row >= picture.height) continue;
        const from = (row * picture.width + column) * 4;
        const alpha = (picture.data[from + 3] ?? 255) / 255;
        const below = (y * paper.width + x) * 4;
        for (let plane = 0; plane < 3; plane += 1)
          sum[plane] = (sum[plane] ?? 0) + (picture.data[from + plane] ?? 0) * alpha + (paper.data[below + plane] ?? 255) * (1 - alpha);
        count += 1;
      }
      if (count === 0) continue;
      for (let plane = 0; plane < 3; plane += 1) paper.data[(y * paper.width + x) * 4 + plane] = (sum[plane] ?? 0) / count;
    }
  }
}

/** A decoded picture of a PDF as pixels of four bytes; it comes with one bit (kind 1), three (2) or four bytes (3) a pixel. */
export function pixelsOf(picture: unknown): Pixels | undefined {
  const { data, width, height, kind } = rawOf(picture) ?? {};
  if (!data || width === undefined || height === undefined) return undefined;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1) {
    if (kind === 1) {
      pixels.fill(bitAt(data, width, at) * 255, at * 4, at * 4 + 3);
    } else {
      const from = at * (kind === 3 ? 4 : 3);
      pixels[at * 4] = data[from] ?? 0;
      pixels[at * 4 + 1] = data[from + 1] ?? 0;
      pixels[at * 4 + 2] = data[from + 2] ?? 0;
      if (kind === 3) pixels[at * 4 + 3] = data[from + 3] ?? 255;
    }
  }
  return { data: pixels, width, height };
}

/** A stencil: where its bits are 0 it is painted, here in black; the rest is seen through. */
function maskOf(mask: unknown): Pixels | undefined {
  const { data, width, height } = rawOf(mask) ?? {};
  if (!data || width === undefined || height === undefined) return undefined;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    if (bitAt(data, width, at) === 0) pixels[at * 4 + 3] = 255;
  }
  return { data: pixels, width, height };
}

/** The bit of a pixel, where each row of a picture begins with a byte of its own. */
function bitAt(data: Uint8Array | Uint8ClampedArray, width: number, at: number): number {
  const column = at % width;
  const rowBytes = (width + 7) >> 3;
  return ((data[Math.floor(at / width) * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
}

function rawOf(picture: unknown) {
  if (typeof picture !== 'object' || picture === null || !('data' in picture) || !('width' in picture) || !('height' in picture))
    return undefined;
  const { data, width, height } = picture;
  const kind = 'kind' in picture ? picture.kind : undefined;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray) || typeof width !== 'number' || typeof height !== 'number')
    return undefined;
  return { data, width, height, kind };
}
