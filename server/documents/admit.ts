import type { CallContract, OverlayError } from '../../src/core/types.ts';
import type { CheckOverlay } from './checker.ts';
import type { OverlayFiles } from './overlay-files.ts';

/** A document of the overlay that is not served as it lies there. */
export interface RefusedDocument {
  path: string;
  file: string;
  errors: OverlayError[];
  /** What is served in its place. */
  served: 'last good version' | 'shipped document' | 'nothing';
}
export interface Admission {
  /** What is served: every document that is good, and the last good version of those that are not. */
  accepted: OverlayFiles;
  refused: RefusedDocument[];
  /** Undefined without an overlay. */
  contracts: Record<string, CallContract> | undefined;
}

/**
 * Decides which documents of an overlay are served:
 * changed documents with errors go back to their last good version -> when one that did not change no longer fits, every change goes back
 * -> when even the last good versions no longer fit (a newer product), those with errors are left out.
 * `isShipped` tells whether there is a document to fall back on.
 */
export async function admitOverlay(
  candidates: OverlayFiles,
  accepted: OverlayFiles,
  check: CheckOverlay,
  isShipped: (path: string) => boolean,
): Promise<Admission> {
  const trial = new Map(candidates);
  const reasons = new Map<string, OverlayError[]>();
  for (;;) {
    const isEmpty = trial.size === 0;
    const result = isEmpty ? { errors: [], contracts: undefined } : await check([...trial.values()]);
    if (result.errors.length === 0) return { accepted: trial, refused: listRefused(), contracts: result.contracts };
    for (const path of culprits(result.errors)) {
      const own = result.errors.filter((error) => error.path === path);
      reasons.set(path, [...(reasons.get(path) ?? []), ...(own.length > 0 ? own : result.errors)]);
      const last = isChanged(path) ? accepted.get(path) : undefined;
      if (last) trial.set(path, last);
      else trial.delete(path);
    }
  }

  function isChanged(path: string): boolean {
    return trial.get(path)?.text !== accepted.get(path)?.text;
  }

  function culprits(errors: OverlayError[]): string[] {
    const faulty = [...new Set(errors.map(({ path }) => path))].filter((path) => trial.has(path));
    const changedAndFaulty = faulty.filter(isChanged);
    if (changedAndFaulty.length > 0) return changedAndFaulty;
    const changed = [...new Set([...trial.keys(), ...accepted.keys()])].filter(isChanged);
    if (changed.length > 0) return changed;
    return faulty.length > 0 ? faulty : [...trial.keys()];
  }

  function listRefused(): RefusedDocument[] {
    return [...reasons].map(([path, errors]) => ({
      path,
      file: candidates.get(path)?.file ?? accepted.get(path)?.file ?? path,
      errors,
      served: trial.has(path) ? 'last good version' : isShipped(path) ? 'shipped document' : 'nothing',
    }));
  }
}
