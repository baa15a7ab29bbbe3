import { glyphHeight, glyphs, glyphWidth, type Stroke } from './glyphs.ts';

/** A picture of at most 128 colours. */
export interface Picture {
  width: number;
  height: number;
  /** Red, green, blue of each colour. */
  palette: readonly (readonly [number, number, number])[];
  /** One palette index a pixel, row by row. */
  pixels: Uint8Array;
}

/** A number from 0 to below 1. */
export type Random = () => number;

type Point = readonly [number, number];
interface Line {
  from: Point;
  to: Point;
  ink: number;
  thickness: number;
}

const paper = [246, 247, 250] as const;
const inks = [
  [38, 70, 120],
  [20, 104, 96],
  [128, 62, 40],
  [96, 44, 116],
] as const;
const levels = 16;

/**
 * Draws a code as turned, sheared and bent strokes over noise, so that it takes eyes to read it.
 * Width and height in pixels; the contract bounds them.
 */
export function drawCode(code: string, width: number, height: number, random: Random): Picture {
  const between = (low: number, high: number) => low + random() * (high - low);
  const pick = () => Math.floor(random() * inks.length);
  const lines: Line[] = [];
  const cell = width / (code.length + 0.5);
  const size = Math.min((height * 0.62) / glyphHeight, (cell * 0.72) / glyphWidth);
  const bend = bending(width, height, between);
  [...code].forEach((character, index) => {
    const centre: Point = [cell * (index + 0.75) + between(-0.08, 0.08) * cell, height / 2 + between(-0.1, 0.1) * height];
    const place = placing(size, centre, between);
    const ink = pick();
    const thickness = size * between(1.3, 1.8);
    for (const stroke of glyphs[character] ?? []) lines.push(...segments(stroke, (point) => bend(place(point)), ink, thickness));
  });
  for (let index = 0; index < 4; index += 1) {
    const curve: Stroke = [0, 0.25, 0.5, 0.75, 1].map((part) => [part * width, between(0.1, 0.9) * height]);
    lines.push(...segments(curve, bend, pick(), size * between(0.5, 0.8)));
  }
  return { width, height, palette: palette(), pixels: paint(lines, width, height, random) };
}

function placing(size: number, [centreX, centreY]: Point, between: (low: number, high: number) => number): (point: Point) => Point {
  const turn = between(-0.35, 0.35);
  const shear = between(-0.25, 0.25);
  const scale = size * between(0.88, 1.1);
  return ([x, y]) => {
    const left = (x - glyphWidth / 2 + (y - glyphHeight / 2) * shear) * scale;
    const down = (y - glyphHeight / 2) * scale;
    return [centreX + left * Math.cos(turn) - down * Math.sin(turn), centreY + left * Math.sin(turn) + down * Math.cos(turn)];
  };
}

function bending(width: number, height: number, between: (low: number, high: number) => number): (point: Point) => Point {
  const [phaseX, phaseY] = [between(0, 6.3), between(0, 6.3)];
  const [strongX, strongY] = [height * between(0.02, 0.045), height * between(0.03, 0.06)];
  return ([x, y]) => [x + strongX * Math.sin((y / height) * 6 + phaseX), y + strongY * Math.sin((x / width) * 12 + phaseY)];
}

/** Cuts a stroke into short pieces, so that bending bends it. */
function segments(stroke: Stroke, move: (point: Point) => Point, ink: number, thickness: number): Line[] {
  const pieces = 6;
  const lines: Line[] = [];
  for (let index = 1; index < stroke.length; index += 1) {
    const [startX = 0, startY = 0] = stroke[index - 1] ?? [];
    const [endX = 0, endY = 0] = stroke[index] ?? [];
    const at = (part: number): Point => move([startX + (endX - startX) * part, startY + (endY - startY) * part]);
    for (let piece = 0; piece < pieces; piece += 1) lines.push({ from: at(piece / pieces), to: at((piece + 1) / pieces), ink, thickness });
  }
  return lines;
}

/** Colours: of every ink, `levels` steps from paper to full. */
function palette(): Picture['palette'] {
  return inks.flatMap((ink) =>
    Array.from({ length: levels }, (_, level) => {
      const mix = (channel: 0 | 1 | 2) => Math.round(paper[channel] + (ink[channel] - paper[channel]) * (level / (levels - 1)));
      return [mix(0), mix(1), mix(2)] as const;
    }),
  );
}

function paint(lines: readonly Line[], width: number, height: number, random: Random): Uint8Array {
  const pixels = new Uint8Array(width * height);
  const put = (x: number, y: number, ink: number, cover: number) => {
    const level = Math.round(Math.min(1, Math.max(0, cover)) * (levels - 1));
    const index = y * width + x;
    if (level > (pixels[index] ?? 0) % levels) pixels[index] = ink * levels + level;
  };
  for (const line of lines) {
    const reach = line.thickness / 2 + 1;
    const [left, right] = [Math.min(line.from[0], line.to[0]) - reach, Math.max(line.from[0], line.to[0]) + reach];
    const [top, bottom] = [Math.min(line.from[1], line.to[1]) - reach, Math.max(line.from[1], line.to[1]) + reach];
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, Math.ceil(bottom)); y += 1) {
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, Math.ceil(right)); x += 1) {
        put(x, y, line.ink, line.thickness / 2 + 0.5 - distance([x + 0.5, y + 0.5], line));
      }
    }
  }
  for (let count = (width * height) / 14; count > 0; count -= 1) {
    put(Math.floor(random() * width), Math.floor(random() * height), Math.floor(random() * inks.length), 0.2 + random() * 0.5);
  }
  return pixels;
}

function distance([x, y]: Point, { from, to }: Line): number {
  const [deltaX, deltaY] = [to[0] - from[0], to[1] - from[1]];
  const square = deltaX * deltaX + deltaY * deltaY;
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * deltaX + (y - from[1]) * deltaY) / square));
  return Math.hypot(x - from[0] - part * deltaX, y - from[1] - part * deltaY);
}
