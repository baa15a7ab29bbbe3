import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { readZip } from '../../../server/modules/spreadsheets/read-zip.ts';

async function zip(entries: readonly [name: string, content: Buffer | string][]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of entries) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return await buffer(archive.outputStream);
}
const readAll = async (archive: Buffer) => {
  const read: Record<string, string> = {};
  for (const [name, unpack] of await readZip(archive)) read[name] = await unpack();
  return read;
};
/** An archive of one entry whose description in the directory of the archive is changed: places are those before its name. */
async function described(change: (archive: Buffer, name: number) => void): Promise<Buffer> {
  const archive = await zip([['a.xml', 'hello']]);
  change(archive, archive.lastIndexOf('a.xml'));
  return archive;
}
const refused = (reason: string) => expect.objectContaining({ name: 'UnreadableFile', reason });
const kilobyte = 1024;

it('[RISK-06] unpacks what an archive holds, small entries that repeat themselves included', async () => {
  expect(
    await readAll(
      await zip([
        ['a.xml', 'hello'],
        ['b/c.xml', ''],
      ]),
    ),
  ).toEqual({ 'a.xml': 'hello', 'b/c.xml': '' });
  const small = ' '.repeat(256 * kilobyte);
  expect(await readAll(await zip([['a.xml', small]]))).toEqual({ 'a.xml': small });
});

it('[RISK-06] refuses archives before anything is unpacked: too many entries, too many bytes together, one that swells', async () => {
  const entries = (count: number) => zip(Array.from({ length: count }, (_, index) => [`${index}.xml`, 'x']));
  expect((await readZip(await entries(1_000))).size).toBe(1_000);
  await expect(readZip(await entries(1_001))).rejects.toThrow(refused('tooLarge'));
  const noise = randomBytes(1024 * kilobyte);
  const full = (count: number) => zip(Array.from({ length: count }, (_, index) => [`${index}.xml`, noise]));
  expect((await readZip(await full(16))).size).toBe(16);
  await expect(readZip(await full(17))).rejects.toThrow(refused('tooLarge'));
  await expect(readZip(await zip([['a.xml', ' '.repeat(257 * kilobyte)]]))).rejects.toThrow(refused('tooLarge'));
});

it('[RISK-06] refuses archives that contradict themselves, and those with a password', async () => {
  await expect(
    readZip(
      await zip([
        ['a.xml', 'one'],
        ['a.xml', 'two'],
      ]),
    ),
  ).rejects.toThrow(refused('damaged'));
  await expect(readAll(await described((archive, name) => archive.writeUInt32LE(1, name - 30)))).rejects.toThrow(refused('damaged'));
  await expect(readAll(await described((archive, name) => archive.writeUInt32LE(4, name - 22)))).rejects.toThrow(refused('damaged'));
  await expect(readZip(await described((archive, name) => archive.writeUInt16LE(1, name - 38)))).rejects.toThrow(refused('encrypted'));
});
