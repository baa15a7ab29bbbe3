import { inflateSync } from 'node:zlib';

/** Colours of a pixel for each colour type; an index into a palette is one. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const signature = 8;

/**
 * Whether a PNG unpacks to no more than its head says. Libraries take the last head of several, and unpack all there is: a picture of a few
 * thousand pixels may be ten gigabytes.
 */
export function isWithinItsHead(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const packed: Buffer[] = [];
  let heads = 0;
  for (let at = signature; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (kind === 'IEND') break;
    if (kind === 'IHDR') heads += 1;
    if (kind === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const most = bytesOf(bytes);
  if (heads !== 1 || most === undefined) return false;
  try {
    inflateSync(Buffer.concat(packed), { maxOutputLength: most });
    return true;
  } catch (error) {
    // Broken in another way: the libraries say so, and have no more to unpack than there is until then.
    return error instanceof Error && (!('code' in error) || error.code !== 'ERR_BUFFER_TOO_LARGE');
  }
}

/** Bytes a picture has at most once it is unpacked: its pixels, and what begins each row of each of up to seven passes. */
function bytesOf(bytes: Buffer): number | undefined {
  if (bytes.length < 26) return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const each = channels[bytes[25] ?? -1];
  return each === undefined ? undefined : Math.ceil((width * (bytes[24] ?? 0) * each) / 8) * height + 32 * (height + 8);
}
