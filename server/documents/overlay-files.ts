import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CallContract, OpenApiParts, OverlayFile } from '../../src/core/types.ts';

export type OverlayFiles = ReadonlyMap<string, OverlayFile>;

export function sameFiles(one: OverlayFiles, other: OverlayFiles): boolean {
  return one.size === other.size && [...one].every(([path, { text }]) => other.get(path)?.text === text);
}

interface Written {
  product: string;
  files: OverlayFile[];
  contracts?: Record<string, CallContract> | undefined;
  openApi?: OpenApiParts | undefined;
}

/** What a check let pass. */
export interface Accepted {
  files: OverlayFiles;
  /** As the check gave them; undefined without an overlay. */
  contracts: Record<string, CallContract> | undefined;
  openApi?: OpenApiParts | undefined;
  /** Fingerprint of the product the files were checked against. */
  product: string;
}

const noCalls = { contracts: undefined, openApi: undefined };

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
      const { files, contracts, openApi, product } = Array.isArray(kept) ? { ...noCalls, files: kept, product: '' } : kept;
      return { files: new Map(files.map((file) => [file.path, file])), contracts, openApi, product };
    } catch {
      // None yet, or not readable any more: then the documents as they are now have to do.
      return { ...noCalls, files: new Map(), product: '' };
    }
  }

  /** Writes only what differs from what was written last. */
  write({ files, contracts, openApi, product }: Accepted): void {
    const written: Written = { product, files: [...files.values()], contracts, openApi };
    const text = JSON.stringify(written);
    if (text === this.last) return;
    mkdirSync(dirname(this.file), { recursive: true });
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, text);
    renameSync(next, this.file);
    this.last = text;
  }
}
