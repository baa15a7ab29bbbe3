import { extensionOf } from './files.ts';

/** Longest edges that are tried one after the other, in pixels: the print of an invoice can be read with the last, too. */
const edges = [4000, 3000, 2200];
const quality = 0.88;

/** A picture that was read, to be drawn as JPEG with a longest edge of at most so many pixels; upright, as its camera says. */
export interface OpenPicture {
  draw(edge: number): Promise<Blob | null>;
  close(): void;
}

/** Whether a file may be a picture that can be made smaller, by its name. */
export const isPicture = ({ name }: { name: string }): boolean => /^\.(png|jpe?g)$/.test(extensionOf(name));

/** The picture of a file as a JPEG file of at most `most` bytes; undefined where it cannot be read, or is larger however small it is drawn. */
export async function smallerPicture(file: File, most: number, open = openPicture): Promise<File | undefined> {
  const picture = await open(file);
  if (!picture) return undefined;
  try {
    for (const edge of edges) {
      const drawn = await picture.draw(edge);
      if (drawn && drawn.size <= most) return new File([drawn], file.name.replace(/\.png$/i, '.jpg'), { type: 'image/jpeg' });
    }
    return undefined;
  } finally {
    picture.close();
  }
}

async function openPicture(file: Blob): Promise<OpenPicture | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    if (error instanceof DOMException) return undefined;
    throw error;
  });
  return (
    bitmap && {
      draw: (edge) => new Promise((done) => drawnOn(bitmap, edge).toBlob(done, 'image/jpeg', quality)),
      close: () => bitmap.close(),
    }
  );
}

function drawnOn(bitmap: ImageBitmap, edge: number): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency: it would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
