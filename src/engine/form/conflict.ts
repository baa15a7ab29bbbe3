import type { Form } from '@formily/core';
import { isSame } from './rules.ts';
import { refill, settleShown, withAside } from './shown.ts';
import type { FieldChoices, FieldRecord } from './types.ts';

/** What a newer state of the record means for a form that was filled in on an older one. */
export interface Merged {
  /** Values of the form: what the user changed stays, everything else is as it is now. */
  values: Record<string, unknown>;
  /** Fields somebody else changed and the user did not. */
  theirs: string[];
  /** Fields of choices that both changed: they hold what both added, without what either took away. */
  both: string[];
  /** Fields both changed, to different values; `values` holds those of the user. */
  disputed: string[];
}

/**
 * Three-way comparison of a record: as it was when the form opened, as the user wants it, as it is now. `fit`: whether the values of a field are choices
 * that can be made together; of any other list, such as the two days of a range, the user decides.
 */
export function mergeNewer(
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  current: Record<string, unknown>,
  fields: readonly string[],
  fit: (field: string, values: readonly unknown[]) => boolean = () => false,
): Merged {
  const merged: Merged = { values: { ...mine, ...current }, theirs: [], both: [], disputed: [] };
  for (const field of fields) {
    if (!Object.hasOwn(current, field)) continue;
    if (isSame(mine[field], base[field])) {
      if (!isSame(current[field], base[field])) merged.theirs.push(field);
      continue;
    }
    merged.values[field] = mine[field];
    if (isSame(current[field], base[field]) || isSame(current[field], mine[field])) continue;
    const both = mergedList(base[field], mine[field], current[field]);
    const isMerged = both !== undefined && fit(field, both);
    if (isMerged) merged.values[field] = both;
    (isMerged ? merged.both : merged.disputed).push(field);
  }
  return merged;
}

type Plain = string | number;

function plainList(value: unknown): readonly Plain[] | undefined {
  if (value === undefined || value === null) return [];
  const isPlain = Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');
  return isPlain ? (value as Plain[]) : undefined;
}

/** Of choices, such as the menu rows of a role: the newer ones, with those the user added and without those the user took away. Undefined for what is no list of choices. */
function mergedList(base: unknown, mine: unknown, current: unknown): Plain[] | undefined {
  const [before, wanted, now] = [plainList(base), plainList(mine), plainList(current)];
  if (!before || !wanted || !now) return undefined;
  const known = (list: readonly Plain[]) => new Set(list.map(String));
  const [were, want, are] = [known(before), known(wanted), known(now)];
  const kept = now.filter((one) => want.has(String(one)) || !were.has(String(one)));
  return [...kept, ...wanted.filter((one) => !were.has(String(one)) && !are.has(String(one)))];
}

/** The parts of a form a newer state of its record is put into. */
export interface Receiving {
  form: Form;
  records: ReadonlyMap<string, FieldRecord>;
  choices: ReadonlyMap<string, FieldChoices>;
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
export function takeNewer({ form, records, choices, show, base, values }: Receiving, current: Record<string, unknown>): Merged {
  const fit = (path: string, chosen: readonly unknown[]) => choices.get(path)?.fit(chosen) ?? false;
  const merged = mergeNewer(base, withAside(values, records), current, [...records.keys()], fit);
  const shownBy = (filled: Record<string, unknown>): Set<string> => {
    refill(form, records, filled);
    settleShown(records, show);
    return new Set([...records].flatMap(([path, { isShown }]) => (isShown ? [path] : [])));
  };
  const there = shownBy({ ...merged.values, ...current });
  const here = shownBy(merged.values);
  const isSeen = (path: string) => here.has(path) || there.has(path);
  for (const path of [...merged.disputed, ...merged.both]) {
    const record = records.get(path);
    if (!record || isSeen(path)) continue;
    merged.values[path] = current[path];
    record.aside = current[path];
  }
  const { values: newer, theirs, both, disputed } = merged;
  return { values: newer, theirs: theirs.filter(isSeen), both: both.filter(isSeen), disputed: disputed.filter(isSeen) };
}
