import type { Readable } from 'node:stream';
import type { Settings } from '../settings.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

/** A part of a file: first and last byte, both of it. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the bytes of files are. What is known of a file stands in the table `stored_file`; a name is only ever made there (`newPath`), never
 * by who uploads.
 */
export interface FileStore {
  /** Resolves once the bytes survive a crash of the machine. A name is given once. */
  put(name: string, content: Buffer): Promise<void>;
  /** Takes a file of this machine, which is gone from its place then. Resolves and names as `put`. */
  putFile(name: string, path: string): Promise<void>;
  /** Rejects before anything was read when there is no such file. */
  read(name: string, range?: ByteRange): Promise<Readable>;
  /** What is gone already is fine. */
  remove(name: string): Promise<void>;
  /** Where a file is on this machine; a store that is elsewhere cannot say. */
  placeOf?(name: string): string;
}

/** The store the settings name: a bucket, otherwise a folder below DATA_DIR. */
export function createFileStore({ dataDir, fileStore }: Pick<Settings, 'dataDir' | 'fileStore'>): FileStore {
  return fileStore ? s3Store(fileStore) : folderStore(dataDir);
}
