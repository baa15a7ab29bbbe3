import { isSame } from './rules.ts';

/** What a newer state of the record means for a form that was filled in on an older one. */
export interface Merged {
  /** Values of the form: what the user changed stays, everything else is as it is now. */
  values: Record<string, unknown>;
  /** Fields somebody else changed and the user did not. */
  theirs: string[];
  /** Fields both changed, to different values; `values` holds those of the user. */
  disputed: string[];
}

/** Three-way comparison of a record: as it was when the form opened, as the user wants it, as it is now. */
export function mergeNewer(
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  current: Record<string, unknown>,
  fields: readonly string[],
): Merged {
  const merged: Merged = { values: { ...mine, ...current }, theirs: [], disputed: [] };
  for (const field of fields) {
    if (!Object.hasOwn(current, field)) continue;
    if (isSame(mine[field], base[field])) {
      if (!isSame(current[field], base[field])) merged.theirs.push(field);
      continue;
    }
    merged.values[field] = mine[field];
    if (!isSame(current[field], base[field]) && !isSame(current[field], mine[field])) merged.disputed.push(field);
  }
  return merged;
}
