import { crc32, inflateRawSync } from 'node:zlib';
import { UnreadableFile } from './unreadable.ts';

/** Most a file may unpack to, in bytes, all entries together. */
const mostBytes = 16 * 1024 * 1024;
const mostEntries = 1_000;
/** Most times larger than packed. Small entries may repeat themselves more. */
const mostRatio = 100;
const smallBytes = 256 * 1024;

interface Entry {
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/**
 * The entries of a zip archive by name; each is unpacked when it is asked for, as UTF-8 text. What the archive says of itself is
 * checked before, and what comes out is checked against it.
 * @throws UnreadableFile also from the functions
 */
export function readZip(archive: Buffer): Map<string, () => string> {
  const entries = readDirectory(archive);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  if (total > mostBytes) throw new UnreadableFile('tooLarge');
  for (const { packed, size } of entries.values()) if (size > smallBytes && size > packed * mostRatio) throw new UnreadableFile('tooLarge');
  return new Map([...entries].map(([name, entry]) => [name, () => unpack(archive, entry)]));
}

function readDirectory(archive: Buffer): Map<string, Entry> {
  // A file of Office with a password is no zip archive but a compound file.
  if (archive.length > 8 && archive.readUInt32LE(0) === 0xe011cfd0) throw new UnreadableFile('encrypted');
  if (archive.length < 22 || archive.readUInt32LE(0) !== 0x04034b50) throw new UnreadableFile('notTable');
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > archive.length) throw new UnreadableFile('damaged');
  const count = archive.readUInt16LE(end + 10);
  if (count > mostEntries) throw new UnreadableFile('tooLarge');
  const found = new Map<string, Entry>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || archive.readUInt32LE(at) !== 0x02014b50) throw new UnreadableFile('damaged');
    const [nameLength, extraLength, commentLength] = [at + 28, at + 30, at + 32].map((place) => archive.readUInt16LE(place)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    if (archive.readUInt16LE(at + 8) & 1) throw new UnreadableFile('encrypted');
    if (found.has(name)) throw new UnreadableFile('damaged');
    found.set(name, {
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return found;
}

function unpack(archive: Buffer, { method, crc, packed, size, offset }: Entry): string {
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== 0x04034b50) throw new UnreadableFile('damaged');
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const bytes = archive.subarray(start, start + packed);
  if (bytes.length !== packed) throw new UnreadableFile('damaged');
  const content = method === 0 ? bytes : method === 8 ? inflate(bytes, size) : undefined;
  if (content?.length !== size || crc32(content) !== crc) throw new UnreadableFile('damaged');
  return content.toString('utf8');
}

/** Stops one byte after the size the archive claims. */
function inflate(bytes: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: size + 1 });
  } catch (error) {
    throw new UnreadableFile(error instanceof RangeError ? 'tooLarge' : 'damaged');
  }
}
