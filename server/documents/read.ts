import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseLimitedJson } from '../../src/core/index.ts';
import type { OverlayFile } from '../../src/core/types.ts';
import type { OverlayFiles } from './overlay-files.ts';

/** A document as it lies on disk. */
export interface DocumentFile {
  /** Path below the folder: pages/system/dictionary.page.json */
  path: string;
  /** For messages: where it really is. */
  file: string;
  text: string;
  value: unknown;
}
export interface UnreadableFile {
  file: string;
  reason: string;
}

const limits = { maxBytes: 4_194_304, maxDepth: 64, maxNodes: 200_000 };

/** Reads every document of `folder` and lays those of the overlay over them, path by path. An absent folder is empty. */
export function readDocumentFiles(folder: string, overlay: OverlayFiles): { documents: DocumentFile[]; unreadable: UnreadableFile[] } {
  const byPath = new Map<string, DocumentFile>();
  const unreadable: UnreadableFile[] = [];
  for (const { path, file, text } of [...readTexts(folder).values(), ...overlay.values()]) {
    try {
      byPath.set(path, { path, file, text, value: parseLimitedJson(text, limits) });
    } catch (error) {
      unreadable.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const documents = [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { documents, unreadable };
}

/** The documents of a folder as texts, by their path below it. Files that are gone again are left out. */
export function readTexts(folder: string): OverlayFiles {
  const texts = new Map<string, OverlayFile>();
  for (const file of documentFiles(folder)) {
    const path = relative(folder, file).split(sep).join('/');
    if (existsSync(file)) texts.set(path, { path, file, text: readFileSync(file, 'utf8') });
  }
  return texts;
}

/**
 * Changes when a document is added, removed or written, or may be read by others. A folder that cannot be read has a signature too, which says
 * so: looking never fails.
 */
export function signature(folder: string): string {
  try {
    return documentFiles(folder)
      .map((file) => ({ file, stat: statSync(file, { throwIfNoEntry: false }) }))
      .map(({ file, stat }) => `${file}:${stat?.ctimeMs}:${stat?.size}`)
      .join('\n');
  } catch (error) {
    return `unreadable: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function documentFiles(folder: string): string[] {
  const entries = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : [];
  return entries
    .filter((entry) => entry.isFile() && /\.[a-z]+\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(folder, 'meta') + sep))
    .sort();
}
