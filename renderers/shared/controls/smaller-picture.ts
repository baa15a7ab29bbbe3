import { extensionOf } from './files.ts';

/** Pixels a picture is drawn with at most, tried one after the other: the print of an invoice can be read with the last, too. */
const stages = [12_000_000, 7_000_000, 4_000_000];
/** The shorter edge is made no smaller than this, in pixels: a long receipt could not be read. */
const narrowest = 1000;
const quality = 0.88;

interface Size {
  width: number;
  height: number;
}
/** A picture that was read, to be drawn as JPEG; upright, as its camera says. */
export interface OpenPicture extends Size {
  draw(size: Size): Promise<Blob | null>;
  close(): void;
}

/** Whether a file may be a picture that can be made smaller, by its name. */
export const isPicture = ({ name }: { name: string }): boolean => /^\.(png|jpe?g)$/.test(extensionOf(name));

let last: Promise<unknown> = Promise.resolve();

/**
 * The picture of a file as a JPEG file of at most `most` bytes; undefined where it cannot be read, or is larger however small it is drawn. One
 * picture at a time: one takes as much memory as a telephone gives a page. One that nobody wants any more (`signal`) when its turn comes is not read.
 */
export function smallerPicture(file: File, most: number, signal?: AbortSignal, open = openPicture): Promise<File | undefined> {
  const made = last.then(() => (signal?.aborted ? undefined : smallerOf(file, most, open, signal)));
  last = made.catch(() => undefined);
  return signal ? Promise.race([made, aborted(signal)]) : made;
}

/** Resolves with nothing as soon as nobody wants it any more: what waits for its turn would hold up others. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((done) => {
    if (signal.aborted) done(undefined);
    else signal.addEventListener('abort', () => done(undefined), { once: true });
  });
}

async function smallerOf(file: File, most: number, open: typeof openPicture, signal?: AbortSignal): Promise<File | undefined> {
  const picture = await open(file);
  if (!picture) return undefined;
  try {
    for (const size of sizesOf(picture)) {
      if (signal?.aborted) return undefined;
      const drawn = await picture.draw(size);
      if (drawn && drawn.size <= most) return new File([drawn], file.name.replace(/\.png$/i, '.jpg'), { type: 'image/jpeg' });
    }
    return undefined;
  } finally {
    picture.close();
  }
}

/** The sizes a picture is drawn in, each smaller than the one before, none larger than it is. */
function sizesOf({ width, height }: Size): Size[] {
  const least = Math.min(1, narrowest / Math.min(width, height));
  const scales = stages.map((pixels) => Math.max(least, Math.min(1, Math.sqrt(pixels / (width * height)))));
  return [...new Set(scales)].map((scale) => ({ width: Math.round(width * scale), height: Math.round(height * scale) }));
}

/** Nothing where the browser cannot read it, for whatever reason. */
async function openPicture(file: Blob): Promise<OpenPicture | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    return { width, height, draw: (size) => jpegOf(bitmap, size), close: () => bitmap.close() };
  } catch {
    return undefined;
  }
}

async function jpegOf(bitmap: ImageBitmap, { width, height }: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency: it would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
  // Otherwise its memory is free only when the browser gets to it.
  Object.assign(canvas, { width: 0, height: 0 });
  return drawn;
}
