import { amendedPath } from '../../src/core/amend.ts';
import type { CallContract, OpenApiParts, OverlayError } from '../../src/core/types.ts';
import type { CheckOverlay } from './checker.ts';
import type { OverlayFiles } from './overlay-files.ts';
import type { FolderReading } from './read.ts';

/** A document of the overlay that is not served as it lies there. */
export interface RefusedDocument {
  path: string;
  file: string;
  errors: OverlayError[];
  /** What is served in its place. */
  served: 'last good version' | 'shipped document' | 'document without it' | 'nothing';
}
export interface Admission {
  /** What is served: every document that is good, and the last good version of those that are not. */
  accepted: OverlayFiles;
  refused: RefusedDocument[];
  /** Undefined without an overlay. */
  contracts: Record<string, CallContract> | undefined;
  openApi?: OpenApiParts | undefined;
}

/** What lies there, with the last good version of what nobody may read: that is a fault of rights, of no document, and takes none away. */
export function withLastGood({ texts, unreadable }: FolderReading, accepted: OverlayFiles): OverlayFiles {
  const hidden = [...accepted].filter(([path]) => unreadable.some((place) => isBelow(path, place.path)));
  return new Map([...hidden, ...texts]);
}

function isBelow(path: string, place: string): boolean {
  return place === '' || path === place || path.startsWith(`${place}/`);
}

/**
 * Decides which documents of an overlay are served: those nobody may read as they were accepted last, then
 * changed documents with errors go back to their last good version -> when one that did not change no longer fits, every change goes back
 * -> when even the last good versions no longer fit (a newer product), those with errors are left out.
 * `isShipped` tells whether there is a document to fall back on.
 */
export async function admitOverlay(
  reading: FolderReading,
  accepted: OverlayFiles,
  check: CheckOverlay,
  isShipped: (path: string) => boolean,
): Promise<Admission> {
  const candidates = withLastGood(reading, accepted);
  const trial = new Map(candidates);
  const reasons = new Map(reading.unreadable.map((place): [string, OverlayError[]] => [place.path, [hiddenError(place)]]));
  for (;;) {
    const result = await check([...trial.values()]);
    const { errors, contracts, openApi } = result;
    if (errors.length === 0) return { accepted: trial, refused: listRefused(), contracts, openApi };
    const before = [...reasons.keys()];
    const faulty = culprits(result.errors);
    for (const path of faulty) {
      const own = result.errors.filter((error) => blamed(error) === path);
      const told = (own.length > 0 ? own : result.errors).map((error) => following(error, before, faulty));
      reasons.set(path, [...(reasons.get(path) ?? []), ...told]);
      const last = isChanged(path) ? accepted.get(path) : undefined;
      if (last) trial.set(path, last);
      else trial.delete(path);
    }
  }

  function isChanged(path: string): boolean {
    return trial.get(path)?.text !== accepted.get(path)?.text;
  }

  /** An amendment that stayed as it was is not to blame for what has become of the document it changes. */
  function blamed({ path }: OverlayError): string {
    const document = isChanged(path) ? undefined : amendedPath(path);
    return document !== undefined && isChanged(document) ? document : path;
  }

  /** What lacks a refused document, or goes wrong once others were refused, follows from that: which one is to be mended first. */
  function following(error: OverlayError, before: readonly string[], faulty: readonly string[]): OverlayError {
    const others = [...before, ...faulty].filter((path) => path !== error.path);
    const lacking = others.find((path) => error.message.includes(`"${idOf(path)}"`) || error.message.includes(`"registers/${idOf(path)}`));
    const first = lacking ?? (before.includes(error.path) ? undefined : before[0]);
    if (first === undefined) return error;
    const file = candidates.get(first)?.file;
    if (file === undefined) return { ...error, hint: `${accepted.get(first)?.file ?? first} was deleted, and this still needs it` };
    const hint = lacking === undefined ? `mend ${file} first, which is refused, too` : `it lies there and is refused: mend ${file} first`;
    return { ...error, hint };
  }

  function culprits(errors: OverlayError[]): string[] {
    const faulty = [...new Set(errors.map(blamed))].filter((path) => trial.has(path) || accepted.has(path));
    const changedAndFaulty = faulty.filter(isChanged);
    if (changedAndFaulty.length > 0) return changedAndFaulty;
    const changed = [...new Set([...trial.keys(), ...accepted.keys()])].filter(isChanged);
    if (changed.length > 0) return changed;
    return faulty.length > 0 ? faulty : [...trial.keys()];
  }

  function listRefused(): RefusedDocument[] {
    return [...reasons].map(([path, errors]) => ({
      path,
      file: candidates.get(path)?.file ?? accepted.get(path)?.file ?? errors[0]?.file ?? path,
      errors,
      served: instead(path),
    }));
  }

  function instead(path: string): RefusedDocument['served'] {
    if (stands(path)) return 'last good version';
    const amended = amendedPath(path);
    if (amended !== undefined && trial.has(amended)) return 'document without it';
    return isShipped(path) ? 'shipped document' : 'nothing';
  }

  function stands(place: string): boolean {
    return [...trial.keys()].some((path) => isBelow(path, place));
  }
}

/** pages/people/list.page.json -> people/list */
function idOf(path: string): string {
  return path.replace(/^[^/]*\//, '').replace(/\.[a-z]+\.json$/, '');
}

function hiddenError({ path, file, reason }: FolderReading['unreadable'][number]): OverlayError {
  return { path, file, line: 1, column: 1, pointer: '', code: 'UNREADABLE_DOCUMENT', message: reason };
}
