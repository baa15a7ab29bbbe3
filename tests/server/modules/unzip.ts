import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** Files of a ZIP archive, found through its directory as a spreadsheet does, with their check sums. */
export function unzip(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < archive.readUInt16LE(end + 10); index += 1) {
    const [compressed, size, length, offset] = [at + 20, at + 24, at + 28, at + 42].map((place, part) =>
      part === 2 ? archive.readUInt16LE(place) : archive.readUInt32LE(place),
    ) as [number, number, number, number];
    const name = archive.toString('ascii', at + 46, at + 46 + length);
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const content = inflateRawSync(archive.subarray(start, start + compressed));
    expect(content.length).toBe(size);
    files[name] = content.toString('utf8');
    at += 46 + length;
  }
  return files;
}
