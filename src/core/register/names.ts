import type { RegisterDocument } from './document.ts';

type Fields = Pick<RegisterDocument, 'fields'>;

const known = new WeakMap<Fields['fields'], ReadonlyMap<string, string>>();

/** Names fields of a register had before (`aliases`), each with what its field is called now. */
export function formerNames({ fields }: Fields): ReadonlyMap<string, string> {
  const before = known.get(fields);
  if (before) return before;
  const names = new Map(
    fields.flatMap(({ name, aliases }) => (Array.isArray(aliases) ? aliases : []).map((alias) => [alias, name] as const)),
  );
  known.set(fields, names);
  return names;
}

/** What a field is called now, by whichever of its names. */
export const presentName = (document: Fields, name: string): string => formerNames(document).get(name) ?? name;

/**
 * Values by the names fields have now. Of a field that is given by both names the present one counts, unless it says what is kept and the former one
 * something else: who read a record by both changed that one.
 */
export function byPresentNames<Value>(
  document: Fields,
  values: Readonly<Record<string, Value>>,
  kept: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, Value>> {
  const former = formerNames(document);
  if (former.size === 0) return values;
  const renamed = Object.entries(values).flatMap(([name, value]) => {
    const present = former.get(name);
    if (present === undefined) return [];
    const isUntouched = !Object.hasOwn(values, present) || (!isSame(value, kept[present]) && isSame(values[present], kept[present]));
    return isUntouched ? [[present, value] as const] : [];
  });
  return { ...Object.fromEntries(Object.entries(values).filter(([name]) => !former.has(name))), ...Object.fromEntries(renamed) };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Values by the names fields have and by those they had, for who reads them by these. */
export function byAllNames<Value>(document: Fields, values: Readonly<Record<string, Value>>): Record<string, Value> {
  const all = { ...values };
  for (const [former, name] of formerNames(document)) if (Object.hasOwn(values, name)) all[former] = values[name] as Value;
  return all;
}

/** Names of fields with those these had. */
export function withFormerNames(document: Fields, names: readonly string[]): string[] {
  return [...names, ...[...formerNames(document)].flatMap(([former, name]) => (names.includes(name) ? [former] : []))];
}
