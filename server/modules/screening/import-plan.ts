import type { EntryAnswer, GivenEntry } from './entries.ts';
import type { WatchKind } from './tables.ts';

export type ColumnName = 'name' | 'kind' | 'identifiers' | 'reason' | 'validUntil';

/** What is wrong with a row of a file, or with the file. */
export interface Fault {
  kind: string;
  row: number | null;
  column?: ColumnName;
  values?: Record<string, string | number>;
}

/** A row of a file. Undefined: the file has no such column, which says nothing of an entry that is there. */
export interface ReadRow {
  number: number;
  name: string;
  kind?: WatchKind | undefined;
  identifiers?: string[] | undefined;
  reason?: string | null | undefined;
  validUntil?: string | null | undefined;
}

/** The values an entry has afterwards. */
export type Planned = Omit<GivenEntry, 'listId' | 'id' | 'version'>;

export interface Plan {
  added: Planned[];
  changed: { id: number; values: Planned }[];
  unchanged: number;
  removed: EntryAnswer[];
  /** Rows of which nobody can tell which entry they mean. */
  faults: Fault[];
}

/**
 * What comes of the rows of a file: each changes the entry it means, and is a new one where there is none. Two of one name and kind are told apart by their identifiers; with `update`
 * entries go that no row means, except those whose row could not be taken (`unread`: names as they are compared).
 */
export function planOf(
  rows: readonly ReadRow[],
  unread: ReadonlySet<string>,
  existing: readonly EntryAnswer[],
  mode: 'append' | 'update',
): Plan {
  const isKindSaid = rows.some(({ kind }) => kind !== undefined);
  const keyOf = ({ name, kind }: { name: string; kind?: WatchKind | undefined }) => `${isKindSaid ? kind : ''} ${folded(name)}`;
  const there = new Map<string, Namesakes<EntryAnswer>>();
  for (const entry of existing) addTo(there, keyOf(entry), entry);
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  const plan: Plan = { added: [], changed: [], unchanged: 0, removed: [], faults: [] };
  const left = new Set(unread);
  /** The row that means an entry, by its id. */
  const takenBy = new Map<string, number>();
  for (const row of rows) {
    // A row that could not be taken may be the one that means the entry.
    const isAlone = counts.get(keyOf(row)) === 1 && !unread.has(folded(row.name));
    const entry = meant(row, there.get(keyOf(row)), isAlone);
    const taken = typeof entry === 'object' ? takenBy.get(entry.id) : undefined;
    if (entry === 'unclear' || taken !== undefined) {
      const fault = taken === undefined ? { kind: 'unclear' } : { kind: 'meantTwice', values: { first: taken } };
      plan.faults.push({ ...fault, row: row.number, column: 'identifiers' });
      left.add(folded(row.name));
      continue;
    }
    if (entry) takenBy.set(entry.id, row.number);
    const values = valuesOf(row, entry);
    if (!entry) plan.added.push(values);
    else if (isSame(entry, values)) plan.unchanged += 1;
    else plan.changed.push({ id: Number(entry.id), values });
  }
  if (mode === 'update') plan.removed = existing.filter(({ id, name }) => !takenBy.has(id) && !left.has(folded(name)));
  return plan;
}

/** Entries, or rows, of one name and kind. */
export interface Namesakes<One> {
  all: One[];
  /** Those without identifiers. */
  bare: One[];
  byIdentifier: Map<string, Set<One>>;
}

export function addTo<One extends { identifiers?: readonly string[] | undefined }>(
  to: Map<string, Namesakes<One>>,
  key: string,
  one: One,
): void {
  const namesakes: Namesakes<One> = to.get(key) ?? { all: [], bare: [], byIdentifier: new Map() };
  to.set(key, namesakes);
  namesakes.all.push(one);
  const identifiers = one.identifiers ?? [];
  if (identifiers.length === 0) namesakes.bare.push(one);
  for (const identifier of identifiers.map(folded))
    namesakes.byIdentifier.set(identifier, (namesakes.byIdentifier.get(identifier) ?? new Set()).add(one));
}

function sharing<One>({ byIdentifier }: Namesakes<One>, identifiers: readonly string[]): One[] {
  return [...new Set(identifiers.flatMap((identifier) => [...(byIdentifier.get(folded(identifier)) ?? [])]))];
}

/** The entry a row means among those of its name and kind; undefined where it is a new one. `isAlone`: the file has no other of that name and kind. */
function meant(row: ReadRow, there: Namesakes<EntryAnswer> | undefined, isAlone: boolean): EntryAnswer | 'unclear' | undefined {
  if (!there) return undefined;
  const { identifiers } = row;
  const [only] = there.all;
  if (only && there.all.length === 1 && (identifiers === undefined || (isAlone && mayBe(only, identifiers)))) return only;
  if (identifiers === undefined) return 'unclear';
  const found = identifiers.length === 0 ? there.bare : sharing(there, identifiers);
  if (found.length === 1) return found[0];
  if (found.length === 0 && identifiers.length > 0) return undefined;
  return found.find((entry) => isSame(entry, valuesOf(row, entry))) ?? 'unclear';
}

/** Whether an entry may be the one with these identifiers: somebody of the same name who has others is somebody else. */
function mayBe({ identifiers: known }: EntryAnswer, identifiers: readonly string[]): boolean {
  if (known.length === 0 || identifiers.length === 0) return true;
  const given = new Set(identifiers.map(folded));
  return known.some((identifier) => given.has(folded(identifier)));
}

/** The row before that means the same as this one: of one name and kind, and nothing tells them apart. */
export function repeatedBy(row: ReadRow, before: Namesakes<ReadRow> | undefined): ReadRow | undefined {
  const identifiers = row.identifiers ?? [];
  if (!before || identifiers.length === 0) return before?.all[0];
  return before.bare[0] ?? sharing(before, identifiers)[0];
}

function valuesOf({ name, kind, identifiers, reason, validUntil }: ReadRow, entry: EntryAnswer | undefined): Planned {
  return {
    name,
    kind: kind ?? entry?.kind ?? 'other',
    identifiers: identifiers ?? entry?.identifiers ?? [],
    reason: reason === undefined ? (entry?.reason ?? null) : reason,
    validUntil: validUntil === undefined ? (entry?.validUntil ?? null) : validUntil,
  };
}

function isSame(entry: EntryAnswer, values: Planned): boolean {
  const facts = ({ name, kind, identifiers, reason, validUntil }: Planned) =>
    JSON.stringify([name, kind, [...new Set(identifiers)], reason ?? null, validUntil ?? null]);
  return facts(entry) === facts(values);
}

/** A name, an identifier or a heading as they are compared. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
