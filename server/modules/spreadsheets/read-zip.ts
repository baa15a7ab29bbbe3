import { buffer } from 'node:stream/consumers';
import { StringDecoder } from 'node:string_decoder';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from 'yauzl';
import { readText } from '../../files/text.ts';
import { UnreadableFile } from './unreadable.ts';

/** Most an archive may hold. */
export interface ZipLimits {
  /** What it may unpack to, in bytes, all entries together. */
  bytes: number;
  entries: number;
}
/** Limits of what is read as a table, where nothing else is said. */
export const tables: ZipLimits = { bytes: 16 * 1024 * 1024, entries: 1_000 };
/** Most times larger than packed. Small entries may repeat themselves more. */
const mostRatio = 100;
const smallBytes = 256 * 1024;

/**
 * The entries of a zip archive by name; each is unpacked when it is asked for, as UTF-8 text. What the archive says of itself is
 * checked before, and what comes out is checked against it.
 * @throws UnreadableFile also from the functions
 */
export async function readZip(archive: Buffer, limits = tables): Promise<Map<string, () => Promise<string>>> {
  const { file, entries } = await openZip(archive, limits);
  return new Map(entries.map((entry) => [entry.fileName, async () => (await unpack(file, entry)).toString('utf8')]));
}

/** The same with entries as bytes, unpacked one after the other as they are asked for, by the names people gave them. @throws UnreadableFile also from the functions */
export async function readZipFiles(archive: Buffer, limits: ZipLimits): Promise<Map<string, () => Promise<Buffer>>> {
  const { file, entries } = await openZip(archive, limits);
  const names = givenNames(entries);
  const found = new Map(entries.map((entry, at) => [names[at] ?? entry.fileName, () => unpack(file, entry)]));
  if (found.size < entries.length || [...found.keys()].some((name) => validateFileName(name) !== null)) throw new UnreadableFile('damaged');
  return found;
}

/** Where an archive has another name of an entry, which is in Unicode. */
const unicodeName = 0x7075;

/**
 * The names of entries. Those that do not say that they are UTF-8 are written as the system of who packed them writes, which the library takes for an old American one: all
 * of them together tell whether that is Chinese Windows, or UTF-8 nevertheless.
 */
function givenNames(entries: readonly Entry[]): string[] {
  const isSaid = ({ generalPurposeBitFlag: flag, extraFields }: Entry) =>
    (flag & 0x800) !== 0 || extraFields.some(({ id }) => id === unicodeName);
  const unsaid = entries.filter((entry) => !isSaid(entry));
  const read = readText(Buffer.concat(unsaid.flatMap(({ fileNameRaw }) => [fileNameRaw, Buffer.from('\n')])));
  const names = read?.encoding === 'UTF-8' || read?.encoding === 'GB 18030' ? read.text.split('\n') : [];
  if (names.length !== unsaid.length + 1) return entries.map(({ fileName }) => fileName);
  const nameOf = new Map(unsaid.map((entry, at) => [entry, names[at]?.replaceAll('\\', '/')]));
  return entries.map((entry) => nameOf.get(entry) ?? entry.fileName);
}

/** `readZip` with entries as parts of their text, unpacked while they are taken: a large one never stands in memory as a whole. */
export async function streamZip(archive: Buffer, limits: ZipLimits): Promise<Map<string, () => AsyncGenerator<string>>> {
  const { file, entries } = await openZip(archive, limits);
  return new Map(entries.map((entry) => [entry.fileName, () => unpackParts(file, entry)]));
}

async function* unpackParts(file: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let checksum = 0;
  try {
    for await (const part of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      checksum = crc32(part, checksum);
      yield decoder.write(part);
    }
    if (checksum !== entry.crc32) throw new UnreadableFile('damaged');
    yield decoder.end();
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** Unpacks every entry and keeps none: an archive that holds more than it says is found out. @throws UnreadableFile */
export async function tryZip(archive: Buffer, limits: ZipLimits): Promise<string[]> {
  const { file, entries } = await openZip(archive, limits);
  for (const entry of entries) await unpack(file, entry);
  return entries.map(({ fileName }) => fileName);
}

async function openZip(archive: Buffer, limits: ZipLimits): Promise<{ file: ZipFile; entries: Entry[] }> {
  // A file of Office with a password is no zip archive but a compound file.
  if (archive.length > 8 && archive.readUInt32LE(0) === 0xe011cfd0) throw new UnreadableFile('encrypted');
  if (archive.length < 22 || archive.readUInt32LE(0) !== 0x04034b50) throw new UnreadableFile('notTable');
  const { file, entries } = await readDirectory(archive, limits);
  if (new Set(entries.map(({ fileName }) => fileName)).size < entries.length) throw new UnreadableFile('damaged');
  return { file, entries };
}

async function readDirectory(archive: Buffer, limits: ZipLimits): Promise<{ file: ZipFile; entries: Entry[] }> {
  try {
    const file = await fromBufferPromise(archive, { lazyEntries: true });
    if (file.entryCount > limits.entries) throw new UnreadableFile('tooLarge');
    const entries: Entry[] = [];
    for await (const entry of file.eachEntry()) entries.push(entry);
    checkSizes(entries, limits.bytes);
    return { file, entries };
  } catch (error) {
    throw asUnreadable(error);
  }
}

function checkSizes(entries: readonly Entry[], mostBytes: number): void {
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableFile('encrypted');
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isSwollen = entries.some(({ uncompressedSize: size, compressedSize: packed }) => size > smallBytes && size > packed * mostRatio);
  if (total > mostBytes || isSwollen) throw new UnreadableFile('tooLarge');
}

/** The library ends with an error as soon as more comes out than the entry claims. */
async function unpack(file: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const content = await buffer(await file.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new UnreadableFile('damaged');
    return content;
  } catch (error) {
    throw asUnreadable(error);
  }
}

function asUnreadable(error: unknown): UnreadableFile {
  return error instanceof UnreadableFile ? error : new UnreadableFile('damaged', undefined, { cause: error });
}
