import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program of a thread or process: a file beside main.js once it is built, and what starts its source, from the folder `server`. */
export interface Program {
  built: string;
  source: string;
}

/** The file of a program. */
export function fileOf({ built, source }: Program): string {
  const own = fileURLToPath(import.meta.url);
  return basename(own) === 'program.ts' ? join(dirname(own), '..', source) : join(dirname(own), built);
}
