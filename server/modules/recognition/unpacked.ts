import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { imageSize } from '../evidence/recognition/image-size.ts';
import type { Pixels } from './codes.ts';
import { isWithinItsHead } from './png-bounds.ts';

/** Megabytes the unpacking of a JPEG may take. */
const mostMegabytes = 700;

export type PictureProblem = 'unreadable' | 'tooLarge';

/** The pixels of a PNG or JPEG. Its head says how large it is before anything is unpacked; what breaks the libraries is one answer. */
export function unpacked(content: Uint8Array, type: string, mostPixels: number): Pixels | { problem: PictureProblem } {
  const size = imageSize(content);
  if (!size || size.width === 0 || size.height === 0) return { problem: 'unreadable' };
  if (size.width * size.height > mostPixels) return { problem: 'tooLarge' };
  if (type === 'image/png' && !isWithinItsHead(content)) return { problem: 'unreadable' };
  try {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const { data, width, height } =
      type === 'image/png'
        ? PNG.sync.read(bytes)
        : jpeg.decode(bytes, { useTArray: true, maxResolutionInMP: mostPixels / 1e6, maxMemoryUsageInMB: mostMegabytes });
    // Both libraries can be made to say another size than the head.
    if (width * height > mostPixels || data.length < width * height * 4) return { problem: 'unreadable' };
    return { data: new Uint8ClampedArray(data.subarray(0, width * height * 4)), width, height };
  } catch (error) {
    if (error instanceof Error) return { problem: 'unreadable' };
    throw error;
  }
}
