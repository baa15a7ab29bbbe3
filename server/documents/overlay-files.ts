import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A document of the overlay. */
export interface OverlayFile {
  /** Path below the folder: pages/people/list.page.json */
  path: string;
  /** For messages: where it really is. */
  file: string;
  text: string;
}
export type OverlayFiles = ReadonlyMap<string, OverlayFile>;

/** The accepted versions of the overlay, kept over restarts: a document broken meanwhile does not take its screen away. */
export class AcceptedFiles {
  private readonly file: string;

  constructor(dataDir: string) {
    this.file = join(dataDir, 'accepted-documents.json');
  }

  read(): OverlayFiles {
    try {
      const kept: OverlayFile[] = JSON.parse(readFileSync(this.file, 'utf8'));
      return new Map(kept.map((file) => [file.path, file]));
    } catch {
      // None yet, or not readable any more: then the documents as they are now have to do.
      return new Map();
    }
  }

  write(files: OverlayFiles): void {
    mkdirSync(dirname(this.file), { recursive: true });
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, JSON.stringify([...files.values()]));
    renameSync(next, this.file);
  }
}
