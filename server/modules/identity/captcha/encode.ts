import { PNG } from 'pngjs';
import type { Picture } from './draw.ts';

export function encodePng({ width, height, palette, pixels }: Picture): Buffer {
  const png = new PNG({ width, height, colorType: 2 });
  pixels.forEach((colour, index) => {
    const [red = 0, green = 0, blue = 0] = palette[colour] ?? [];
    png.data.set([red, green, blue, 255], index * 4);
  });
  return PNG.sync.write(png, { colorType: 2 });
}

const colourBits = 7;

/** GIF 87a of one frame. */
export function encodeGif({ width, height, palette, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.write('GIF87a', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  header.writeUInt8(0x80 | (colourBits - 1) | 0x70, 10);
  const colours = Buffer.alloc(3 * 2 ** colourBits);
  palette.forEach((colour, index) => {
    colours.set(colour, index * 3);
  });
  const frame = Buffer.alloc(10);
  frame.writeUInt8(0x2c, 0);
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([header, colours, frame, Buffer.from([colourBits]), blocks(compress(pixels)), Buffer.from([0x3b])]);
}

/** The variable-width LZW of GIF: codes grow from 8 bits to 12, then the table starts again. */
function compress(pixels: Uint8Array): Buffer {
  const clear = 2 ** colourBits;
  const bytes: number[] = [];
  let [bitBuffer, bitCount] = [0, 0];
  let width = colourBits + 1;
  let next = clear + 2;
  let table = new Map<number, number>();
  const emit = (code: number) => {
    bitBuffer |= code << bitCount;
    bitCount += width;
    while (bitCount >= 8) {
      bytes.push(bitBuffer & 0xff);
      bitBuffer >>>= 8;
      bitCount -= 8;
    }
  };
  emit(clear);
  let prefix = pixels[0] ?? 0;
  for (let index = 1; index < pixels.length; index += 1) {
    const pixel = pixels[index] ?? 0;
    const key = prefix * clear + pixel;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    emit(prefix);
    prefix = pixel;
    if (next === 4096) {
      emit(clear);
      table = new Map();
      next = clear + 2;
      width = colourBits + 1;
      continue;
    }
    if (next === 2 ** width) width += 1;
    table.set(key, next);
    next += 1;
  }
  emit(prefix);
  emit(clear + 1);
  if (bitCount > 0) bytes.push(bitBuffer & 0xff);
  return Buffer.from(bytes);
}

function blocks(data: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < data.length; start += 255) {
    const part = data.subarray(start, start + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat([...parts, Buffer.from([0])]);
}
