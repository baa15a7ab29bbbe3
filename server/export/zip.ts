import { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';

/** A file of an archive whose content may be as long as it likes. */
export interface ZipEntry {
  /** ASCII, with slashes. */
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  crc: number;
  compressed: number;
  size: number;
  offset: number;
}

const signatures = { local: 0x04034b50, descriptor: 0x08074b50, central: 0x02014b50, end: 0x06054b50 };
// Sizes follow the content, since they are not known before it.
const flags = 0x0008;
const deflated = 8;
const version = 20;
// 1 January 1980, the first day the format knows: the same content gives the same bytes.
const date = 0x0021;

/** A ZIP archive, written while its entries are read. */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const entry of entries) {
    const state: Written = { name: Buffer.from(entry.name, 'ascii'), crc: 0xffffffff, compressed: 0, size: 0, offset };
    const head = local(state);
    offset += head.length;
    yield head;
    const compressed = Readable.from(measured(entry.content, state)).pipe(createDeflateRaw());
    for await (const part of compressed) {
      const chunk = part as Buffer;
      state.compressed += chunk.length;
      offset += chunk.length;
      yield chunk;
    }
    state.crc = (state.crc ^ 0xffffffff) >>> 0;
    const tail = fields().u32(signatures.descriptor).u32(state.crc).u32(state.compressed).u32(state.size).done();
    offset += tail.length;
    yield tail;
    written.push(state);
  }
  const directory = Buffer.concat(written.map(central));
  yield directory;
  yield fields().u32(signatures.end).u16(0).u16(0).u16(written.length).u16(written.length).u32(directory.length).u32(offset).u16(0).done();
}

async function* measured(content: ZipEntry['content'], state: Written): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const chunk = Buffer.from(text, 'utf8');
    state.crc = crc32(chunk, state.crc);
    state.size += chunk.length;
    yield chunk;
  }
}

function local(entry: Written): Buffer {
  const head = fields()
    .u32(signatures.local)
    .u16(version)
    .u16(flags)
    .u16(deflated)
    .u16(0)
    .u16(date)
    .u32(0)
    .u32(0)
    .u32(0)
    .u16(entry.name.length)
    .u16(0)
    .done();
  return Buffer.concat([head, entry.name]);
}

function central(entry: Written): Buffer {
  const head = fields()
    .u32(signatures.central)
    .u16(version)
    .u16(version)
    .u16(flags)
    .u16(deflated)
    .u16(0)
    .u16(date)
    .u32(entry.crc)
    .u32(entry.compressed)
    .u32(entry.size)
    .u16(entry.name.length)
    .u16(0)
    .u16(0)
    .u16(0)
    .u16(0)
    .u32(0)
    .u32(entry.offset)
    .done();
  return Buffer.concat([head, entry.name]);
}

interface Fields {
  u16(value: number): Fields;
  u32(value: number): Fields;
  done(): Buffer;
}

/** Little-endian numbers one after the other. */
function fields(): Fields {
  const bytes: number[] = [];
  const self: Fields = {
    u16(value) {
      bytes.push(value & 0xff, (value >>> 8) & 0xff);
      return self;
    },
    u32(value) {
      return self.u16(value & 0xffff).u16(value >>> 16);
    },
    done: () => Buffer.from(bytes),
  };
  return self;
}

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(chunk: Buffer, before: number): number {
  let crc = before;
  for (const byte of chunk) crc = ((table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)) >>> 0;
  return crc;
}
