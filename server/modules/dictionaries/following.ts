import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { type DictionaryTone, type LabelValue, labelOf, type Wording } from '../../database/values.ts';
import type { DictionaryDocument } from '../../documents/seed-dictionaries.ts';

/** These hold properties: the label names an entry, and its value is what people set. */
export const propertyTypes = ['sys_property', 'system_handbook_config'];

/** What an entry is known by within its type. */
export function nameOf(type: string, { value, label }: { value: string; label: string | Wording }): string {
  if (!propertyTypes.includes(type)) return value;
  return typeof label === 'string' ? label : label.en;
}

/** By what a dictionary, or an entry of it, is found. */
export const keyOf = (type: string, value = '') => JSON.stringify([type, value]);

/** How an entry is shown: what its document says and administrators change. */
export interface ShownEntry {
  label: LabelValue;
  /** 0 is chosen, 1 is not. */
  status: string;
  tone: DictionaryTone | null;
  sort: number;
}
type Given = Partial<ShownEntry>;

/** `index`: the place of the entry in its document. */
export function shownOf({ label, status = '0', tone, sort }: DictionaryDocument['entries'][number], index: number): ShownEntry {
  return { label: labelOf(label), status, tone: tone ?? null, sort: sort ?? (index + 1) * 10 };
}

const outOfUse = '1';

/**
 * Changes what documents gave as the documents were changed since: each of label, status, tone and order that is still as it was given follows, and what
 * an administrator changed or made stays. An entry that is gone from its document is taken out of use, and nothing is deleted: records have it. Of what was
 * given before that was remembered, entries nobody changed follow. Properties are what people set them to.
 */
export async function followDocuments(db: Database, documents: readonly DictionaryDocument[]): Promise<void> {
  const said = new Map(documents.filter(({ type }) => !propertyTypes.includes(type)).map((document) => [document.type, saidBy(document)]));
  const types = [...said.keys()];
  if (types.length === 0) return;
  const memory = await db.selectFrom('shipped_dictionary').selectAll().where('type', 'in', types).where('is_own', '=', false).execute();
  const heads = new Map(
    (await db.selectFrom('dictionary_type').selectAll().where('type', 'in', types).execute()).map((head) => [head.type, head]),
  );
  const rows = await db.selectFrom('dictionary_entry').selectAll().where('type', 'in', types).execute();
  const entries = new Map(rows.map((row) => [keyOf(row.type, row.value), row]));
  for (const { type, value, given } of memory) {
    const of = said.get(type);
    if (!of) continue;
    const followed =
      value === ''
        ? await followType(db, heads.get(type), given, of.head)
        : await followEntry(db, entries.get(keyOf(type, value)), given, of.entries.get(value));
    if (followed)
      await db
        .updateTable('shipped_dictionary')
        .set({ given: JSON.stringify(followed) })
        .where('type', '=', type)
        .where('value', '=', value)
        .execute();
  }
}

/** A dictionary and its entries, by what they are known by. */
function saidBy({ type, label, entries }: DictionaryDocument) {
  return {
    head: { label: labelOf(label) },
    entries: new Map(entries.map((entry, index) => [nameOf(type, entry), shownOf(entry, index)])),
  };
}

/** @returns what is given now, where that is to be remembered */
async function followType(
  db: Database,
  head: { type: string; label: LabelValue } | undefined,
  given: Given | null,
  now: Pick<ShownEntry, 'label'>,
): Promise<Given | undefined> {
  if (isDeepStrictEqual(given, now)) return undefined;
  if (head && given && isDeepStrictEqual(head.label, given.label))
    await db
      .updateTable('dictionary_type')
      .set({ label: JSON.stringify(now.label) })
      .where('type', '=', head.type)
      .execute();
  return now;
}

/** @returns what is given now, where that is to be remembered */
async function followEntry(
  db: Database,
  row: (ShownEntry & { id: number; version: number; updated_by: string | null }) | undefined,
  given: Given | null,
  said: ShownEntry | undefined,
): Promise<Given | undefined> {
  const before = given ?? (row && row.updated_by === null ? shownIn(row) : null);
  const now = said ?? (before && { ...before, status: outOfUse });
  if (!now || isDeepStrictEqual(given, now)) return undefined;
  // What an administrator saves at this moment stays, and is looked at again with the next state of the documents.
  if (row && before && !(await change(db, row, changesOf(shownIn(row), before, now)))) return undefined;
  return now;
}

const shownIn = ({ label, status, tone, sort }: ShownEntry): ShownEntry => ({ label, status, tone, sort });

/** What is as it was given and is said otherwise now. */
function changesOf(row: ShownEntry, given: Given, now: Given): Given {
  const names = ['label', 'status', 'tone', 'sort'] as const;
  const changed = names.filter((name) => isDeepStrictEqual(row[name], given[name]) && !isDeepStrictEqual(given[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

/** @returns false where the entry was changed since it was read */
async function change(db: Database, { id, version }: { id: number; version: number }, { label, ...rest }: Given): Promise<boolean> {
  const values = { ...rest, ...(label !== undefined && { label: JSON.stringify(label) }) } as Record<string, string>;
  if (Object.keys(values).length === 0) return true;
  const { numUpdatedRows } = await db
    .updateTable('dictionary_entry')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
