import { pictureSide } from '../../../src/core/learning/index.ts';
import { Random } from '../../../src/core/learning/random.ts';

type Colour = readonly [number, number, number];

/** A small sheet to draw on. */
class Sheet {
  readonly pixels = new Uint8Array(pictureSide * pictureSide * 3);

  constructor(
    private readonly random: Random,
    paper: Colour,
  ) {
    for (let at = 0; at < pictureSide * pictureSide; at += 1)
      this.pixels.set(
        paper.map((part) => this.rough(part)),
        at * 3,
      );
  }

  private rough(part: number): number {
    return Math.min(255, Math.max(0, Math.round(part + 6 * this.random.normal())));
  }

  dot(x: number, y: number, colour: Colour): void {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= pictureSide || row >= pictureSide) return;
    this.pixels.set(
      colour.map((part) => this.rough(part)),
      (row * pictureSide + column) * 3,
    );
  }

  box(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = top; y < top + height; y += 1) for (let x = left; x < left + width; x += 1) this.dot(x, y, colour);
  }

  ring(x: number, y: number, radius: number, thick: number, colour: Colour): void {
    for (let row = -radius; row <= radius; row += 1)
      for (let column = -radius; column <= radius; column += 1) {
        const far = Math.hypot(row, column);
        if (far <= radius && far > radius - thick) this.dot(x + column, y + row, colour);
      }
  }
}

const ink: Colour = [60, 62, 70];

/** Kinds of pictures of the demo, drawn by code: a till receipt, an invoice with a table, a page with a red seal. */
export const pictureKinds: Readonly<Record<string, (random: Random) => Uint8Array>> = {
  receipt(random) {
    const sheet = new Sheet(random, [118 + random.below(40), 112 + random.below(40), 104 + random.below(40)]);
    const [left, width] = [16 + random.below(10), 18 + random.below(8)];
    sheet.box(left, random.below(4), width, 62, [246, 245, 240]);
    for (let y = 5 + random.below(3); y < 58; y += 4) {
      sheet.box(left + 3, y, 4 + random.below(6), 1, ink);
      sheet.box(left + width - 6, y, 4, 1, ink);
    }
    return sheet.pixels;
  },
  invoice(random) {
    const sheet = new Sheet(random, [250, 250, 250]);
    const [left, top, width, height] = [4 + random.below(4), 16 + random.below(6), 52 + random.below(4), 32 + random.below(6)];
    const line: Colour = [150 + random.below(40), 90, 60 + random.below(40)];
    sheet.box(20 + random.below(6), 6, 22, 3, ink);
    for (let y = 0; y <= height; y += Math.max(5, Math.floor(height / 5))) sheet.box(left, top + y, width, 1, line);
    for (const share of [0, 0.35, 0.6, 0.8, 1]) sheet.box(left + Math.round(share * width), top, 1, height, line);
    for (let row = 0; row < 3; row += 1) sheet.box(left + 3, top + 9 + row * 6, 8 + random.below(8), 1, ink);
    return sheet.pixels;
  },
  seal(random) {
    const sheet = new Sheet(random, [244, 243, 238]);
    for (let y = 8; y < 58; y += 5) sheet.box(6, y, 30 + random.below(20), 1, ink);
    const [x, y, radius] = [38 + random.below(10), 38 + random.below(10), 11 + random.below(4)];
    const red: Colour = [200 + random.below(30), 40, 40];
    sheet.ring(x, y, radius, 2, red);
    for (let arm = 0; arm < 5; arm += 1)
      for (let far = 0; far < radius / 2; far += 0.5)
        sheet.dot(x + far * Math.sin((arm * 2 * Math.PI) / 5), y - far * Math.cos((arm * 2 * Math.PI) / 5), red);
    return sheet.pixels;
  },
};

/** So many pictures of a kind, the same for the same seed. */
export function drawPictures(kind: string, count: number, seed: number): Uint8Array[] {
  const random = new Random(seed);
  const draw = pictureKinds[kind];
  if (!draw) throw new Error(`Nobody draws ${kind}`);
  return Array.from({ length: count }, () => draw(random));
}
