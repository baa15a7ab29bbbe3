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

/** Values by the names fields have now; what stands under the present name counts. */
export function byPresentNames<Value>(document: Fields, values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const former = formerNames(document);
  if (former.size === 0) return values;
  const renamed = Object.entries(values).flatMap(([name, value]) => {
    const present = former.get(name);
    return present !== undefined && !Object.hasOwn(values, present) ? [[present, value] as const] : [];
  });
  return { ...Object.fromEntries(Object.entries(values).filter(([name]) => !former.has(name))), ...Object.fromEntries(renamed) };
}

/** Values by the names fields have and by those they had, for who reads them by these. */
export function byAllNames<Value>(document: Fields, values: Readonly<Record<string, Value>>): Record<string, Value> {
  const all = { ...values };
  for (const [former, name] of formerNames(document)) if (Object.hasOwn(values, name)) all[former] = values[name] as Value;
  return all;
}
