import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from './unreadable.ts';

/** Most a file may unpack to, in bytes, all entries together. */
const mostBytes = 16 * 1024 * 1024;
const mostEntries = 1_000;
/** Most times larger than packed. Small entries may repeat themselves more. */
const mostRatio = 100;
const smallBytes = 256 * 1024;

/**
 * The entries of a zip archive by name; each is unpacked when it is asked for, as UTF-8 text. What the archive says of itself is
 * checked before, and what comes out is checked against it.
 * @throws UnreadableFile also from the functions
 */
export async function readZip(archive: Buffer): Promise<Map<string, () => Promise<string>>> {
  // A file of Office with a password is no zip archive but a compound file.
  if (archive.length > 8 && archive.readUInt32LE(0) === 0xe011cfd0) throw new UnreadableFile('encrypted');
  if (archive.length < 22 || archive.readUInt32LE(0) !== 0x04034b50) throw new UnreadableFile('notTable');
  const { file, entries } = await readDirectory(archive);
  const found = new Map(entries.map((entry) => [entry.fileName, () => unpack(file, entry)]));
  if (found.size < entries.length) throw new UnreadableFile('damaged');
  return found;
}

async function readDirectory(archive: Buffer): Promise<{ file: ZipFile; entries: Entry[] }> {
  try {
    const file = await fromBufferPromise(archive, { lazyEntries: true });
    if (file.entryCount > mostEntries) throw new UnreadableFile('tooLarge');
    const entries: Entry[] = [];
    for await (const entry of file.eachEntry()) entries.push(entry);
    checkSizes(entries);
    return { file, entries };
  } catch (error) {
    throw asUnreadable(error);
  }
}

function checkSizes(entries: readonly Entry[]): void {
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableFile('encrypted');
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isSwollen = entries.some(({ uncompressedSize: size, compressedSize: packed }) => size > smallBytes && size > packed * mostRatio);
  if (total > mostBytes || isSwollen) throw new UnreadableFile('tooLarge');
}

/** The library ends with an error as soon as more comes out than the entry claims. */
async function unpack(file: ZipFile, entry: Entry): Promise<string> {
  try {
    const content = await buffer(await file.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new UnreadableFile('damaged');
    return content.toString('utf8');
  } catch (error) {
    throw asUnreadable(error);
  }
}

function asUnreadable(error: unknown): UnreadableFile {
  return error instanceof UnreadableFile ? error : new UnreadableFile('damaged', undefined, { cause: error });
}
