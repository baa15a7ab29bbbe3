import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretKeys as readSecretKeys } from './setting-values.ts';
import type { Settings } from './settings.ts';

/**
 * Secrets the server has to read again, unreadable in the database and its backups: AES-256-GCM under a key that is kept elsewhere.
 * `place` names where the secret belongs (such as `second-factor:7`): put into another place it cannot be opened.
 */
export interface Seals {
  seal(place: string, secret: Buffer): Buffer;
  /** The secret; undefined where it was sealed with a key this server does not have, for another place, or was changed. */
  open(place: string, sealed: Buffer): Buffer | undefined;
  /** Whether it was sealed with a key of this server. */
  knows(sealed: Buffer): boolean;
}

/** One byte that tells the form, four that tell the key, the nonce, the tag, and what was sealed. */
const form = 1;
const sizes = { head: 5, nonce: 12, tag: 16 } as const;

interface Key {
  id: Buffer;
  key: Buffer;
}

export function createSeals({ secretKeys, dataDir }: Pick<Settings, 'secretKeys' | 'dataDir'>): Seals {
  let known: Key[] | undefined;
  const keys = () => {
    known ??= (secretKeys.length > 0 ? secretKeys : keysOfFolder(dataDir)).map(derived);
    return known;
  };
  const keyOf = (head: Buffer) => keys().find(({ id }) => head[0] === form && id.equals(head.subarray(1)));
  return {
    knows: (sealed) => keyOf(sealed.subarray(0, sizes.head)) !== undefined,

    seal(place, secret) {
      const [current] = keys();
      if (!current) throw new Error('There is no key to seal with');
      const nonce = randomBytes(sizes.nonce);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
      const head = Buffer.concat([Buffer.from([form]), current.id]);
      cipher.setAAD(Buffer.concat([head, Buffer.from(place)]));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), text]);
    },

    open(place, sealed) {
      const head = sealed.subarray(0, sizes.head);
      const found = keyOf(head);
      if (!found || sealed.length < sizes.head + sizes.nonce + sizes.tag) return undefined;
      const rest = sealed.subarray(sizes.head);
      const decipher = createDecipheriv('aes-256-gcm', found.key, rest.subarray(0, sizes.nonce), { authTagLength: sizes.tag });
      decipher.setAAD(Buffer.concat([head, Buffer.from(place)]));
      decipher.setAuthTag(rest.subarray(sizes.nonce, sizes.nonce + sizes.tag));
      try {
        return Buffer.concat([decipher.update(rest.subarray(sizes.nonce + sizes.tag)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** What is sealed with is derived from the key, and so is the number that tells keys apart: it says nothing about either. */
function derived(secret: Buffer): Key {
  const part = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `targus ${purpose}`, length));
  return { key: part('seal', 32), id: part('seal id', 4) };
}

/** The keys of a server that was given none: one, made once, unless somebody put others there. Of two processes that make it at the same moment both take the one that was there first. */
function keysOfFolder(folder: string): Buffer[] {
  const path = join(folder, 'secret.key');
  try {
    return readKeys(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeys(path);
}

/** What it holds is written as SECRET_KEY is. */
function readKeys(path: string): Buffer[] {
  const keys = readSecretKeys(readFileSync(path, 'utf8').trim());
  if (!keys) throw new Error(`${path} holds no key of 32 bytes`);
  return keys;
}
