import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CallContract, OverlayFile } from '../../src/core/types.ts';

export type OverlayFiles = ReadonlyMap<string, OverlayFile>;

export function sameFiles(one: OverlayFiles, other: OverlayFiles): boolean {
  return one.size === other.size && [...one].every(([path, { text }]) => other.get(path)?.text === text);
}

interface Written {
  product: string;
  files: OverlayFile[];
  contracts?: Record<string, CallContract> | undefined;
}

/** What a check let pass. */
export interface Accepted {
  files: OverlayFiles;
  /** As the check gave them; undefined without an overlay. */
  contracts: Record<string, CallContract> | undefined;
  /** Fingerprint of the product the files were checked against. */
  product: string;
}

/** The accepted versions of the overlay, kept over restarts: a document broken meanwhile does not take its screen away. */
export class AcceptedFiles {
  private readonly file: string;
  private last = '';

  constructor(dataDir: string) {
    this.file = join(dataDir, 'accepted-documents.json');
  }

  read(): Accepted {
    try {
      const kept: Written | OverlayFile[] = JSON.parse(readFileSync(this.file, 'utf8'));
      // A list is what earlier versions wrote: they did not say what they had checked against.
      const { files, contracts, product } = Array.isArray(kept) ? { files: kept, contracts: undefined, product: '' } : kept;
      return { files: new Map(files.map((file) => [file.path, file])), contracts, product };
    } catch {
      // None yet, or not readable any more: then the documents as they are now have to do.
      return { files: new Map(), contracts: undefined, product: '' };
    }
  }

  /** Writes only what differs from what was written last. */
  write({ files, contracts, product }: Accepted): void {
    const written: Written = { product, files: [...files.values()], contracts };
    const text = JSON.stringify(written);
    if (text === this.last) return;
    mkdirSync(dirname(this.file), { recursive: true });
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, text);
    renameSync(next, this.file);
    this.last = text;
  }
}
