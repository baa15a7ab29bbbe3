import { amend, amendedPath, amendmentOf, changesOf } from '../../src/core/amend.ts';
import type { OverlayError } from '../../src/core/types.ts';
import type { CheckOverlay } from './checker.ts';
import { locate } from './locate.ts';
import type { OverlayFiles } from './overlay-files.ts';

/** Why the data needs a document as it is, where in it, and what to do instead. */
export type DataFault = Pick<OverlayError, 'message'> & Partial<Pick<OverlayError, 'pointer' | 'hint'>>;
/**
 * Why the data cannot do without a document (no text: it would be gone), or with what it would say now instead of `before`, which is
 * undefined where nobody knows what it said.
 */
export type DataGuard = (path: string, text: string | undefined, before: string | undefined) => Promise<DataFault[]>;

/**
 * The check, and after it what the data says of every document that is not as it was accepted before. A document whose accepted version does
 * not pass the check any more (a newer product) cannot stay, whatever needs it: the data is not asked.
 */
export function guarded(
  check: CheckOverlay,
  guard: DataGuard,
  { before, shipped, isKnown }: { before: OverlayFiles; shipped: (path: string) => string | undefined; isKnown: boolean },
): CheckOverlay {
  const unfit = new Set<string>();
  return async (files) => {
    const result = files.length === 0 ? { errors: [], contracts: undefined } : await check(files);
    const now = new Map(files.map((file) => [file.path, file]));
    const isChanged = (path: string) => before.get(path)?.text !== now.get(path)?.text;
    if (result.errors.length > 0) {
      // Shipped documents may have the errors because of a register they name.
      const blamed = [...result.errors.map(({ path }) => path), ...Object.values(result.named ?? {}).flat()];
      for (const path of blamed) if (now.has(path) && !isChanged(path)) unfit.add(path);
      return result;
    }
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter((path) => isChanged(path) && !unfit.has(path));
    const errors: OverlayError[] = [];
    const textOf = (files: ReadonlyMap<string, { text: string }>, path: string): string | undefined =>
      files.get(path)?.text ?? shipped(path);
    const beforeOf = (path: string): string | undefined => (isKnown ? textOf(before, path) : before.get(path)?.text);
    for (const path of changed) {
      const target = amendedPath(path) ?? path;
      const amendment = amendmentOf(target);
      const faults = await guard(
        target,
        amendedText(textOf(now, target), now.get(amendment)?.text),
        amendedText(beforeOf(target), before.get(amendment)?.text),
      );
      const file = (now.get(path) ?? before.get(path))?.file ?? path;
      // Of a document that is gone there is no line to show, nor in an amendment of what it changes.
      const text = now.get(path)?.text ?? '';
      for (const { pointer: at = '', ...fault } of faults) {
        const pointer = target === path ? at : '';
        errors.push({ path, file, ...locate(text, pointer), pointer, code: 'DOCUMENT_IN_USE', ...fault });
      }
    }
    return { ...result, errors };
  };
}

/** What the data is asked about: the document as its amendment leaves it. */
function amendedText(text: string | undefined, amendment: string | undefined): string | undefined {
  if (text === undefined || amendment === undefined) return text;
  return JSON.stringify(amend(JSON.parse(text), changesOf(JSON.parse(amendment)) ?? []).value);
}
