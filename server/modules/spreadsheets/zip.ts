import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** Parts of the content; they are asked for one after the other, so it may be larger than the memory. */
  content: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const version = 20;
/** Sizes follow the content (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808;
const deflated = 8;
/** The first day of the format: archives of the same content are the same. */
const date = 0x0021;

/** A zip archive in chunks. Below 4 GiB and 65,535 entries. */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const head = numbers(
      [4, 0x04034b50],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    );
    yield Buffer.concat([head, name]);
    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of deflate(entry.content, sums)) {
      sums.packed += chunk.length;
      yield chunk;
    }
    const descriptor = numbers([4, 0x08074b50], [4, sums.crc], [4, sums.packed], [4, sums.size]);
    yield descriptor;
    written.push({ name, ...sums, offset });
    offset += head.length + name.length + sums.packed + descriptor.length;
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  const count = written.length;
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0]);
}

async function* deflate(content: ZipEntry['content'], sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const part of content) {
      const bytes = Buffer.from(part);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      yield bytes;
    }
  }
  const output = new PassThrough();
  // A failure destroys the output, and with it the loop below.
  const done = pipeline(Readable.from(counted()), createDeflateRaw(), output);
  for await (const chunk of output) yield chunk as Buffer;
  await done;
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const head = numbers(
    ...([
      [4, 0x02014b50],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
    ] as const),
    ...([
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const),
  );
  return Buffer.concat([head, name]);
}

/** Numbers of two or four bytes, the smallest byte first. */
function numbers(...fields: readonly (readonly [2 | 4, number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
