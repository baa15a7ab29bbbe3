/** Reads the one frame of a GIF as the specification of the format says, to check what the server writes. */
export function decodeGif(data: Buffer): { width: number; height: number; palette: number[][]; pixels: Uint8Array } {
  if (!/^GIF8[79]a$/.test(data.toString('latin1', 0, 6))) throw new Error('Not a GIF');
  const [width, height, flags] = [data.readUInt16LE(6), data.readUInt16LE(8), data.readUInt8(10)];
  const colours = 2 ** ((flags & 7) + 1);
  const palette = Array.from({ length: colours }, (_, index) => [...data.subarray(13 + index * 3, 16 + index * 3)]);
  let position = 13 + colours * 3;
  if (data[position] !== 0x2c) throw new Error('No frame');
  position += 10;
  const smallest = data.readUInt8(position);
  position += 1;
  const parts: Buffer[] = [];
  for (let size = data.readUInt8(position); size > 0; size = data.readUInt8(position)) {
    parts.push(data.subarray(position + 1, position + 1 + size));
    position += size + 1;
  }
  if (data[position + 1] !== 0x3b) throw new Error('No end');
  return { width, height, palette, pixels: expand(Buffer.concat(parts), smallest, width * height) };
}

function expand(data: Buffer, smallest: number, length: number): Uint8Array {
  const [clear, end] = [2 ** smallest, 2 ** smallest + 1];
  const pixels: number[] = [];
  let width = smallest + 1;
  let table: number[][] = [];
  let previous: number[] | undefined;
  for (let bit = 0; bit + width <= data.length * 8; ) {
    let code = 0;
    for (let index = 0; index < width; index += 1) code |= (((data[(bit + index) >> 3] ?? 0) >> ((bit + index) & 7)) & 1) << index;
    bit += width;
    if (code === end) return Uint8Array.from(pixels);
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, index) => [index]);
      width = smallest + 1;
      previous = undefined;
      continue;
    }
    const entry = table[code] ?? (previous ? [...previous, previous[0] ?? 0] : undefined);
    if (!entry) throw new Error(`Code ${code} is not known yet`);
    pixels.push(...entry);
    if (previous && table.length < 4096) table.push([...previous, entry[0] ?? 0]);
    if (table.length === 2 ** width && width < 12) width += 1;
    previous = entry;
  }
  throw new Error(`The image has ${pixels.length} of ${length} pixels and no end`);
}
