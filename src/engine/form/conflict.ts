import type { Form } from '@formily/core';
import { isSame } from './rules.ts';
import { refill, settleShown, withAside } from './shown.ts';
import type { FieldRecord } from './types.ts';

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

/** The parts of a form a newer state of its record is put into. */
export interface Receiving {
  form: Form;
  records: ReadonlyMap<string, FieldRecord>;
  show: (path: string, shown: boolean) => void;
  /** The record as it was when the form was filled. */
  base: Record<string, unknown>;
  values: Record<string, unknown>;
}

/**
 * Puts the newer state under what the user changed. Nobody decides about what they do not see: a field that is hidden here, and in the newer state as
 * well, takes its newer value without a word. One that only the user's own change hides is named, for that change leaves the newer value out.
 * Changes which fields are shown, so it runs in a batch.
 */
export function takeNewer({ form, records, show, base, values }: Receiving, current: Record<string, unknown>): Merged {
  const merged = mergeNewer(base, withAside(values, records), current, [...records.keys()]);
  const shownBy = (filled: Record<string, unknown>): Set<string> => {
    refill(form, records, filled);
    settleShown(records, show);
    return new Set([...records].flatMap(([path, { isShown }]) => (isShown ? [path] : [])));
  };
  const there = shownBy({ ...merged.values, ...current });
  const here = shownBy(merged.values);
  const isSeen = (path: string) => here.has(path) || there.has(path);
  for (const path of merged.disputed) {
    const record = records.get(path);
    if (!record || isSeen(path)) continue;
    merged.values[path] = current[path];
    record.aside = current[path];
  }
  return { values: merged.values, theirs: merged.theirs.filter(isSeen), disputed: merged.disputed.filter(isSeen) };
}
