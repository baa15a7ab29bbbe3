import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from './files-below.ts';

/** What the checker reads besides an overlay: shipped documents, widgets, and the code that names texts and rules. */
const folders = ['schemas', 'renderers', 'src', 'server'];

/**
 * The product an overlay is checked against, as a hash of contents: the same overlay has the same result as long as this stays the same. The
 * checker itself belongs to it, built or as its sources.
 */
export function productFingerprint(root: string): string {
  const own = fileURLToPath(import.meta.url);
  const hash = createHash('sha256');
  const add = (file: string): void => {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  };
  if (basename(own) === 'main.js') add(join(dirname(own), 'check.js'));
  else for (const file of filesBelow(join(root, 'generator'))) add(file);
  for (const folder of folders) for (const file of filesBelow(join(root, folder))) add(file);
  return hash.digest('hex');
}
