import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { amend, amendedPath, changesOf, isAmendment } from '../../src/core/amend.ts';
import { DOCUMENT_LIMITS, parseLimitedJson } from '../../src/core/index.ts';
import { derivedDocuments, isRegister, registerIdOf, registerService } from '../../src/core/register/derive.ts';
import type { RegisterDocument } from '../../src/core/register/document.ts';
import { withPresentNames } from '../../src/core/register/renamed.ts';
import type { OverlayFile } from '../../src/core/types.ts';
import { filesBelow } from './files-below.ts';
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

/** The documents of a folder as they lie there. */
export interface FolderReading {
  /** By their path below the folder. Files that are gone again are left out. */
  texts: OverlayFiles;
  /** Files and folders nobody may read; '' is the folder itself. */
  unreadable: (UnreadableFile & { path: string })[];
}

/**
 * Reads every document of `folder`, lays those of the overlay over them, path by path, and changes what amendments change. An absent folder
 * is empty. `parse` reads a text; one that gives the same value for the same text saves all that is made of it.
 * @throws Error when a file of `folder` may not be read: half a product is none
 */
export function readDocumentFiles(
  folder: string,
  overlay: OverlayFiles,
  parse: Parse = parseDocument,
): { documents: DocumentFile[]; unreadable: UnreadableFile[] } {
  const byPath = new Map<string, DocumentFile>();
  const unreadable: UnreadableFile[] = [];
  const shipped = readTexts(folder);
  for (const { file, reason } of shipped.unreadable) throw new Error(`${file} cannot be read: ${reason}`);
  for (const own of [...shipped.texts.values(), ...overlay.values()]) {
    const { path, file, text } = own;
    try {
      byPath.set(path, { path, file, text, value: parse(own) });
    } catch (error) {
      unreadable.push({ file, reason: reasonOf(error) });
    }
  }
  const isOfRegister = (path: string): boolean => registerIdOf(amendedPath(path) ?? '') !== undefined;
  unreadable.push(...amendAll(byPath, isOfRegister));
  nameFields(byPath);
  derive(byPath);
  unreadable.push(...amendAll(byPath, isAmendment));
  const documents = [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { documents, unreadable };
}

/** Reads the text of a document. @throws Error what is wrong with it */
export type Parse = (file: OverlayFile) => unknown;
const parseDocument: Parse = ({ text }) => parseLimitedJson(text, DOCUMENT_LIMITS);

/** Gives the same value as before while a file says the same. */
export function rememberingParse(): Parse {
  const known = new Map<string, { text: string; value: unknown }>();
  return (own) => {
    const before = known.get(own.file);
    if (before?.text === own.text) return before.value;
    const value = parseDocument(own);
    known.set(own.file, { text: own.text, value });
    return value;
  };
}

/** What was made of a value, which never changes; made where it was not yet. */
export function madeOnce<Made>(known: WeakMap<object, Made>, value: object, make: () => Made): Made {
  const before = known.get(value);
  if (before !== undefined) return before;
  const made = make();
  known.set(value, made);
  return made;
}

/** Registers say fields by the names these have now, before anything is made of them. */
function nameFields(byPath: Map<string, DocumentFile>): void {
  const registers = new Map<string, RegisterDocument>();
  const paths = new Map<string, DocumentFile>();
  for (const file of byPath.values()) {
    const id = registerIdOf(file.path);
    if (id === undefined || !isRegister(file.value)) continue;
    registers.set(id, file.value);
    paths.set(id, file);
  }
  for (const [id, value] of withPresentNames(registers)) {
    const file = paths.get(id);
    if (file && value !== file.value) byPath.set(file.path, { ...file, value, text: JSON.stringify(value) });
  }
}

/** Adds what registers stand for, where nobody wrote a document of that path. */
function derive(byPath: Map<string, DocumentFile>): void {
  if (!byPath.has(registerService)) return;
  for (const { path: register, file, value } of [...byPath.values()]) {
    const id = registerIdOf(register);
    if (id === undefined || !isHolder(value)) continue;
    const derived = madeOnce(derivedOf, value, () =>
      Object.entries(derivedDocuments(id, value)).map(([place, own]) => ({ path: place, text: JSON.stringify(own), value: own })),
    );
    for (const own of derived) if (!byPath.has(own.path)) byPath.set(own.path, { file, ...own });
  }
}

const derivedOf = new WeakMap<object, Omit<DocumentFile, 'file'>[]>();

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Puts what the chosen amendments make of a document in its place, and takes them away themselves. Gives what could not be changed. Those of
 * registers come first: pages, tables and forms are made of what they leave, and may be amended in turn.
 */
function amendAll(byPath: Map<string, DocumentFile>, isChosen: (path: string) => boolean): UnreadableFile[] {
  const faults: UnreadableFile[] = [];
  for (const { path, file, value: amendment } of [...byPath.values()].filter(({ path }) => isChosen(path))) {
    byPath.delete(path);
    const base = byPath.get(amendedPath(path) ?? '');
    if (!base) {
      faults.push({ file, reason: 'there is no document it could change' });
      continue;
    }
    const changes = changesOf(amendment);
    if (!changes) faults.push({ file, reason: 'its changes are not read: an operation, a path or a value is missing or wrong' });
    const { value, text, failed } = amended(base.value, amendment, changes ?? []);
    for (const { index, message } of failed) faults.push({ file, reason: `/changes/${index}: ${message}` });
    byPath.set(base.path, { ...base, file, text, value });
  }
  return faults;
}

interface Amended {
  value: unknown;
  text: string;
  failed: ReturnType<typeof amend>['faults'];
}
const amendedBy = new WeakMap<object, WeakMap<object, Amended>>();

function amended(base: unknown, amendment: unknown, changes: Parameters<typeof amend>[1]): Amended {
  const make = (): Amended => {
    const { value, faults } = amend(base, changes);
    return { value, text: JSON.stringify(value), failed: faults };
  };
  if (!isHolder(base) || !isHolder(amendment)) return make();
  return madeOnce(
    madeOnce(amendedBy, base, () => new WeakMap<object, Amended>()),
    amendment,
    make,
  );
}

/** The documents of a folder as texts. What may not be read is listed and costs itself only. */
export function readTexts(folder: string): FolderReading {
  const texts = new Map<string, OverlayFile>();
  const { files, unreadable } = documentFiles(folder);
  for (const file of files) {
    const path = pathBelow(folder, file);
    try {
      if (existsSync(file)) texts.set(path, { path, file, text: readFileSync(file, 'utf8') });
    } catch (error) {
      unreadable.push({ path, file, reason: reasonOf(error) });
    }
  }
  return { texts, unreadable };
}

/**
 * Changes when a document is added, removed or written, or may be read by others; what cannot be read has a part in it, too. '' for a folder
 * without documents. Looking never fails.
 */
export function signature(folder: string): string {
  const { files, unreadable } = documentFiles(folder);
  return [...files.map(stateOf), ...unreadable.map(({ reason }) => `unreadable: ${reason}`)].join('\n');
}

function stateOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return `${file}:${stat?.ctimeMs}:${stat?.size}`;
  } catch (error) {
    return `${file}: ${reasonOf(error)}`;
  }
}

/** A folder below that may not be listed is named instead of what it holds. */
function documentFiles(folder: string): { files: string[]; unreadable: FolderReading['unreadable'] } {
  const unreadable: FolderReading['unreadable'] = [];
  const meta = join(folder, 'meta');
  const files = filesBelow(folder, {
    skips: (one) => one === meta,
    onUnreadable: (place, error) => unreadable.push({ path: pathBelow(folder, place), file: place, reason: reasonOf(error) }),
  });
  return { files: files.filter((file) => file.endsWith('.json')), unreadable };
}

function pathBelow(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
