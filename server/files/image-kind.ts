import { crc32 } from 'node:zlib';

export interface ImageKind {
  type: 'image/png' | 'image/jpeg';
  extension: 'png' | 'jpg';
}

/** Longest side of a picture that is accepted, unless the caller takes more: a decoded picture takes four bytes a pixel in every browser that shows it. */
const usualSide = 6_000;

/**
 * What picture these bytes are, read from the bytes themselves: signature, structure to the end, and a size a browser can show. Nothing for
 * everything else, whatever its name says.
 */
export function imageKind(content: Buffer, longestSide = usualSide): ImageKind | undefined {
  if (isPng(content, longestSide)) return { type: 'image/png', extension: 'png' };
  if (isJpeg(content, longestSide)) return { type: 'image/jpeg', extension: 'jpg' };
  return undefined;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** signature, then chunks of <length> <name> <data> <checksum>, from the one IHDR to IEND, nothing after it. */
function isPng(content: Buffer, longestSide: number): boolean {
  if (!content.subarray(0, 8).equals(pngSignature)) return false;
  let at = 8;
  let hasData = false;
  while (at + 12 <= content.length) {
    const length = content.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > content.length) return false;
    const name = content.toString('latin1', at + 4, at + 8);
    if (crc32(content.subarray(at + 4, end - 4)) !== content.readUInt32BE(end - 4)) return false;
    // A second head: libraries unpack what the last one says.
    if (at > 8 && name === 'IHDR') return false;
    if (at === 8 && (name !== 'IHDR' || length !== 13 || !isShowable(content.readUInt32BE(16), content.readUInt32BE(20), longestSide)))
      return false;
    if (name === 'IDAT') hasData = true;
    if (name === 'IEND') return hasData && end === content.length;
    at = end;
  }
  return false;
}

const endOfImage = Buffer.from([0xff, 0xd9]);

/** Start marker, then segments of <marker> <length> <data>, with one that tells the size, to the start of the image data, and the end marker. */
function isJpeg(content: Buffer, longestSide: number): boolean {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return false;
  let at = 2;
  let isSized = false;
  while (at + 4 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1] ?? 0;
    const length = content.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > content.length) return false;
    if (marker === 0xda) return isSized && content.includes(endOfImage, at);
    // SOF0 to SOF15 without DHT, JPG and DAC, which share their range.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      if (length < 8 || !isShowable(content.readUInt16BE(at + 7), content.readUInt16BE(at + 5), longestSide)) return false;
      isSized = true;
    }
    at += 2 + length;
  }
  return false;
}

function isShowable(width: number, height: number, longestSide: number): boolean {
  return width >= 1 && height >= 1 && width <= longestSide && height <= longestSide;
}
