import { gunzipSync, gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import {
  type FewPictures,
  fitPictures,
  type PictureFitted,
  type PictureModel,
  type PictureSaid,
  pictureSide,
  predictPicture,
  shrunk,
} from '../../../src/core/learning/index.ts';
import { readInvoiceCode, type Values } from '../evidence/recognition/invoice-qr.ts';
import { type FoundCode, findCodes } from '../recognition/codes.ts';
import { type PictureProblem, unpacked } from '../recognition/unpacked.ts';
import { clock } from '../work/clock.ts';

/** Pixels of the largest picture that is unpacked. */
const mostPixels = 30_000_000;

export interface ReadPictureJob {
  kind: 'readPicture';
  content: Uint8Array;
  type: string;
}
export interface ShrinkPicturesJob {
  kind: 'shrinkPictures';
  pictures: { name: string; content: Uint8Array; type: string }[];
}
export interface FitPicturesJob {
  kind: 'fitPictures';
  pictures: Uint8Array[];
  labels: string[];
  /** Fewest different pictures of a class. */
  least: number;
  seed: number;
  milliseconds: number;
}
export interface PredictPictureJob {
  kind: 'predictPicture';
  model: Uint8Array;
  content: Uint8Array;
  type: string;
}

export interface PictureRead {
  width: number;
  height: number;
  codes: FoundCode[];
  invoice: Values | null;
}
export type Shrunk = { name: string; pixels: Uint8Array } | { name: string; problem: PictureProblem };
export interface PictureResults {
  readPicture: PictureRead | { problem: PictureProblem };
  shrinkPictures: Shrunk[];
  fitPictures: (Omit<PictureFitted, 'model'> & { model: Uint8Array }) | { few: FewPictures };
  predictPicture: PictureSaid | { problem: PictureProblem };
}

/** What one picture holds without learning: its size, its codes, and what one of them says of a VAT invoice. */
export async function readPicture({ content, type }: ReadPictureJob): Promise<PictureResults['readPicture']> {
  const pixels = unpacked(content, type, mostPixels);
  if ('problem' in pixels) return pixels;
  const codes = await findCodes(pixels);
  const invoice = codes.map(({ text }) => readInvoiceCode(text)).find((values) => values !== undefined) ?? null;
  return {
    width: pixels.width,
    height: pixels.height,
    codes: codes.map(({ format, text }) => ({ format, text: text.slice(0, 2_000) })),
    invoice,
  };
}

export function shrinkPictures({ pictures }: ShrinkPicturesJob): Shrunk[] {
  return pictures.map(({ name, content, type }) => {
    const pixels = unpacked(content, type, mostPixels);
    return 'problem' in pixels ? { name, problem: pixels.problem } : { name, pixels: shrunk(pixels) };
  });
}

export function learnPictures({ pictures, labels, least, seed, milliseconds }: FitPicturesJob): PictureResults['fitPictures'] {
  const fitted = fitPictures(pictures, labels, { least, seed, deadline: clock() + milliseconds, clock });
  if ('few' in fitted) return fitted;
  const { model, ...found } = fitted;
  const kept = JSON.stringify({ ...model, known: Buffer.from(model.known).toString('base64') });
  return { ...found, model: gzipSync(kept) };
}

export function sayOfPicture({ model: content, ...picture }: PredictPictureJob): PictureResults['predictPicture'] {
  const pixels = unpacked(picture.content, picture.type, mostPixels);
  if ('problem' in pixels) return pixels;
  const kept = JSON.parse(gunzipSync(content).toString('utf8')) as Omit<PictureModel, 'known'> & { known: string };
  return predictPicture({ ...kept, known: new Uint8Array(Buffer.from(kept.known, 'base64')) }, shrunk(pixels));
}

/** A small picture as PNG, to be shown. */
export function pngOf(pixels: Uint8Array): Buffer {
  const png = new PNG({ width: pictureSide, height: pictureSide });
  for (let at = 0; at < pictureSide * pictureSide; at += 1) {
    png.data.set(pixels.subarray(at * 3, at * 3 + 3), at * 4);
    png.data[at * 4 + 3] = 255;
  }
  return PNG.sync.write(png);
}
