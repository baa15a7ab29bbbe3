import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../../src/core/types.ts';
import type { Publication } from './publish.ts';
import type { DocumentFile } from './read.ts';
import { servedFile } from './served-file.ts';

/** What comes of the shipped documents: planned and validated, it is the longer half of loading them. */
export interface Prepared {
  publication: Publication;
  /** Faults of the documents by their meta-schemas, one line each. */
  faults: string[];
}

/** As it lies beside the built server. */
interface Stored {
  /** Of which documents: see `contentsOf`. */
  contents: string;
  faults: string[];
  manifest: Manifest;
  problems: Publication['problems'];
  files: { address: string; content: string; type: string; immutable: boolean }[];
}

const own = fileURLToPath(import.meta.url);
/** Belongs to one build of the server, and is replaced with it. Sources prepare nothing. */
const file = basename(own) === 'main.js' ? join(dirname(own), 'documents.json') : undefined;

/** Changes with every document. */
export function contentsOf(documents: readonly DocumentFile[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of documents) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
}

/** What the build of this server prepared, when it was made of exactly these contents. */
export function readPrepared(contents: string): Prepared | undefined {
  const stored = file === undefined ? undefined : read(file);
  if (stored?.contents !== contents) return undefined;
  const { manifest, problems, faults } = stored;
  const files = new Map(stored.files.map(({ address, content, type, immutable }) => [address, servedFile(content, type, immutable)]));
  return { publication: { manifest, files, problems }, faults };
}

function read(path: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Stored;
  } catch {
    // There is none, or a build was interrupted: the documents are prepared at the start, which only takes longer.
    return undefined;
  }
}

/** Keeps beside the built server what came of its documents. @throws Error from the sources, which have no place for it. */
export function writePrepared(documents: readonly DocumentFile[], { publication, faults }: Prepared): void {
  if (file === undefined) throw new Error('Only a built server keeps what was prepared of its documents');
  const { manifest, problems } = publication;
  const files = [...publication.files].map(([address, { content, type, immutable }]) => {
    return { address, content: content.toString('utf8'), type, immutable };
  });
  const stored: Stored = { contents: contentsOf(documents), faults, manifest, problems, files };
  writeFileSync(file, JSON.stringify(stored));
}
