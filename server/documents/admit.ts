import { amendedPath } from '../../src/core/amend.ts';
import { addTo } from '../../src/core/lists.ts';
import type { CallContract, OpenApiParts, OverlayError } from '../../src/core/types.ts';
import type { CheckOverlay } from './checker.ts';
import type { OverlayFiles } from './overlay-files.ts';
import type { FolderReading } from './read.ts';

/** A document of the overlay that is not served as it lies there, or has rows that lead nowhere. */
export interface RefusedDocument {
  path: string;
  file: string;
  errors: OverlayError[];
  /** What is served in its place. */
  served: 'last good version' | 'shipped document' | 'document without it' | 'document but for these rows' | 'nothing';
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
 * -> when even the last good versions no longer fit (a newer product), those with errors are left out, and where shipped documents have the errors, the
 * registers these name.
 * Menu rows that lead to no page are told and hold back nothing, but for what was deleted under them.
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
  const tried = new Set<string>();
  for (;;) {
    const result = await check([...trial.values()]);
    const { contracts, openApi, rows = [], named = {} } = result;
    const errors = [...result.errors, ...rows.filter((row) => deletedUnder(row) !== undefined)];
    if (errors.length === 0) return { accepted: trial, refused: listRefused(rows), contracts, openApi };
    const state = stateOf(errors);
    if (tried.has(state)) throw new Error(`Nobody can decide which documents of the overlay are served: ${[...reasons.keys()].join(', ')}`);
    tried.add(state);
    const before = [...reasons.keys()];
    const blame = new Map(errors.map((error) => [error, blamed(error, named)]));
    const faulty = culprits(new Set([...blame.values()].flat()));
    for (const path of faulty) {
      const own = [
        ...errors.filter((error) => blame.get(error)?.includes(path)),
        ...rows.filter((row) => row.path === path && !blame.has(row)),
      ];
      const told = (own.length > 0 ? own : errors).map((error) => following(error, before, faulty));
      addTo(reasons, path, ...told);
      const last = isChanged(path) ? accepted.get(path) : undefined;
      if (last) trial.set(path, last);
      else trial.delete(path);
    }
  }

  /** What was looked at, and what was found: a check may know more the second time. */
  function stateOf(errors: readonly OverlayError[]): string {
    const documents = [...trial.keys()].map((path) => `${path} ${isChanged(path)}`);
    return [...documents, ...errors.map(({ path, code, pointer }) => `${path} ${code} ${pointer}`).sort()].join('\n');
  }

  function isChanged(path: string): boolean {
    return trial.get(path)?.text !== accepted.get(path)?.text;
  }

  /**
   * A row is not to blame for the page that was deleted under it, an amendment that stayed as it was not for what has become of the document
   * it changes, and a shipped document not for the registers it names.
   */
  function blamed(error: OverlayError, named: Readonly<Record<string, readonly string[]>>): readonly string[] {
    const { path } = error;
    const document = deletedUnder(error) ?? (isChanged(path) ? undefined : amendedPath(path));
    if (document !== undefined && isChanged(document)) return [document];
    return trial.has(path) || accepted.has(path) ? [path] : (named[path] ?? []);
  }

  /** What a row leads to and was deleted, as long as it can still come back. */
  function deletedUnder(row: OverlayError): string | undefined {
    return [...accepted.keys()].find((path) => !candidates.has(path) && !reasons.has(path) && leadsTo(row, path));
  }

  /** What lacks a refused document, or goes wrong once others were refused, follows from that: which one is to be mended first. */
  function following(error: OverlayError, before: readonly string[], faulty: readonly string[]): OverlayError {
    const lacking = lackedBy(error, [...before, ...faulty]);
    const first = lacking ?? (before.includes(error.path) ? undefined : before[0]);
    if (first === undefined) return error;
    const file = candidates.get(first)?.file;
    if (file === undefined) return { ...error, hint: `${accepted.get(first)?.file ?? first} was deleted, and this still needs it` };
    const hint = lacking === undefined ? `mend ${file} first, which is refused, too` : `it lies there and is refused: mend ${file} first`;
    return { ...error, hint };
  }

  function culprits(blamed: ReadonlySet<string>): string[] {
    const faulty = [...blamed].filter((path) => trial.has(path) || accepted.has(path));
    const changedAndFaulty = faulty.filter(isChanged);
    if (changedAndFaulty.length > 0) return changedAndFaulty;
    const changed = [...new Set([...trial.keys(), ...accepted.keys()])].filter(isChanged);
    if (changed.length > 0) return changed;
    return faulty.length > 0 ? faulty : [...trial.keys()];
  }

  function listRefused(rows: readonly OverlayError[]): RefusedDocument[] {
    const refused = [...reasons.keys()];
    const told = rows.map((row) => (lackedBy(row, refused) === undefined ? row : following(row, refused, [])));
    return [...new Set([...refused, ...told.map(({ path }) => path)])].map((path) => {
      const errors = [...(reasons.get(path) ?? []), ...told.filter((row) => row.path === path)];
      return {
        path,
        file: candidates.get(path)?.file ?? accepted.get(path)?.file ?? errors[0]?.file ?? path,
        errors,
        served: reasons.has(path) ? instead(path) : 'document but for these rows',
      };
    });
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

/** Which of these documents an error says there is not. */
function lackedBy({ path: own, message }: OverlayError, paths: readonly string[]): string | undefined {
  return paths.find((path) => path !== own && (message.includes(`"${idOf(path)}"`) || message.includes(`"registers/${idOf(path)}`)));
}

/** Whether a row would lead to this page or layout, or to a page made of this register. */
function leadsTo({ code, message }: OverlayError, path: string): boolean {
  if (code === 'UNKNOWN_LAYOUT') return path.startsWith('layouts/') && message.includes(`"${idOf(path)}"`);
  if (code !== 'UNKNOWN_PAGE') return false;
  const [, page = ''] = /"(.*)"/.exec(message) ?? [];
  return path.startsWith('registers/') ? `${page}/`.startsWith(`registers/${idOf(path)}/`) : path === `pages/${page}.page.json`;
}

/** pages/people/list.page.json -> people/list */
function idOf(path: string): string {
  return path.replace(/^[^/]*\//, '').replace(/\.[a-z]+\.json$/, '');
}

function hiddenError({ path, file, reason }: FolderReading['unreadable'][number]): OverlayError {
  return { path, file, line: 1, column: 1, pointer: '', code: 'UNREADABLE_DOCUMENT', message: reason };
}
