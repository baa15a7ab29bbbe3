import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OverlayFile, OverlayResult } from '../../src/core/types.ts';
import { Threads } from '../threads/threads.ts';
import { type OverlayFiles, sameFiles } from './overlay-files.ts';

interface CheckJob {
  root: string;
  files: OverlayFile[];
}

/** Checks the shipped documents with these ones over them. */
export type CheckOverlay = (files: OverlayFile[]) => Promise<OverlayResult>;

/**
 * The seam to the checker of the command line: the server does not import it, it loads it when an overlay is there to be checked.
 * Built, it is check.js beside main.js and runs in a thread of its own; from sources it is generator/check/overlay.ts in this one.
 */
export function overlayChecker(root: string): CheckOverlay {
  const own = fileURLToPath(import.meta.url);
  const isBuilt = basename(own) === 'main.js';
  return isBuilt ? inThread(root) : (files) => fromSources(root, files);
}

/**
 * The check for a product, given by its fingerprint, without another look at what passed it last: a refused change goes back to that, and
 * checking it again would only take time.
 */
export function rememberingPass(check: CheckOverlay): (product: string) => CheckOverlay {
  let last: { product: string; files: OverlayFiles; result: OverlayResult } | undefined;
  return (product) => async (list) => {
    const files = new Map(list.map((file) => [file.path, file]));
    if (last?.product === product && sameFiles(files, last.files)) return last.result;
    const result = await check(list);
    if (result.errors.length === 0) last = { product, files, result };
    return result;
  };
}

/**
 * A thread that stays for the next check: what it has compiled is most of the work, and whoever changes one document changes another soon.
 * It ends when nothing was asked for a while.
 */
function inThread(root: string): CheckOverlay {
  const threads = new Threads<CheckJob, OverlayResult>(
    { built: 'check.js', source: '../generator/check/overlay-worker.ts' },
    { rest: 300_000 },
  );
  return async (files) => {
    const outcome = await threads.do({ root, files });
    if ('done' in outcome) return outcome.done;
    throw ('cause' in outcome && outcome.cause) || new Error(`The checker is ${outcome.failed}`);
  };
}

async function fromSources(root: string, files: OverlayFile[]): Promise<OverlayResult> {
  const { href } = pathToFileURL(join(root, 'generator', 'check', 'overlay.ts'));
  const module: { checkOverlay: (root: string, files: OverlayFile[]) => OverlayResult } = await import(/* @vite-ignore */ href);
  return module.checkOverlay(root, files);
}
