import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteRange, FileStore } from './store.ts';

/** Names as `newPath` makes them: nothing in them leads anywhere else. */
const wellFormed = /^files\/[\w-]{43}\.[a-z0-9]{1,8}$/;

/**
 * Files in `<dataDir>/files`, spread over folders by the first two signs of their names. Only the user of the server can read them.
 * A file is written under another name and renamed: it is there as a whole or not at all.
 */
export function folderStore(dataDir: string): FileStore {
  const place = (name: string): string => {
    if (!wellFormed.test(name)) throw new Error(`No name of a stored file: ${JSON.stringify(name)}`);
    const own = name.slice('files/'.length);
    return join(dataDir, 'files', own.slice(0, 2), own);
  };
  /** What `write` writes under another name, under its own as a whole. */
  const keep = async (path: string, write: (draft: string) => Promise<void>): Promise<void> => {
    const folder = dirname(path);
    const above = dirname(folder);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `.${randomUUID()}`);
    try {
      await write(draft);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    // The names are durable with their folders only, and a new folder with the one above it.
    await syncFolder(folder);
    if (made !== undefined) for (const each of [above, dataDir]) await syncFolder(each);
  };
  return {
    async put(name, content) {
      await keep(place(name), (draft) => writeDurably(draft, content));
    },
    async putFile(name, path) {
      await keep(place(name), (draft) => moveDurably(path, draft));
    },
    placeOf: place,
    async read(name, range?: ByteRange) {
      const file = await open(place(name), 'r');
      return file.createReadStream(range);
    },
    async remove(name) {
      await rm(place(name), { force: true });
    },
  };
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file of the same disk only gets another name; of another one it is copied. */
async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  });
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
