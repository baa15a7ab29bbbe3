import type { Database } from '../../database/connection.ts';
import { labelOf } from '../../database/values.ts';
import { onceForDocuments } from '../../documents/job.ts';
import { type DictionaryDocument, seedDictionaries } from '../../documents/seed-dictionaries.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import { followDocuments, keyOf, nameOf, propertyTypes, shownOf } from './following.ts';

const batch = 1_000;

/** Names of the properties there are, in every language. */
async function properties(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('dictionary_entry').select(['type', 'label']).where('type', 'in', propertyTypes).execute();
  return new Set(
    rows.flatMap(({ type, label }) => (typeof label === 'string' ? [keyOf(type, label)] : label.map(({ t }) => keyOf(type, t)))),
  );
}

/** An entry of a document. */
interface GivenEntry {
  type: string;
  /** What it is known by within its type. */
  name: string;
  /** Its place in the document. */
  index: number;
  entry: DictionaryDocument['entries'][number];
}

/**
 * Gives the database what the documents say of dictionaries: those and their entries it was not given before, once, and to those it was given what the
 * documents changed since (`followDocuments`). What was deleted stays deleted. A database older than this memory is given every entry it lacks.
 * `made`: when the rows are said to be made, default now. Use a transaction. Resolves with how many rows were added.
 */
export async function addDictionaries(db: Database, documents: readonly DictionaryDocument[], made?: Date): Promise<number> {
  const shipped = await db.selectFrom('shipped_dictionary').select(['type', 'value']).execute();
  const given = new Set(shipped.map(({ type, value }) => keyOf(type, value)));
  const types = documents.filter(({ type }) => !given.has(keyOf(type)));
  const entries = documents.flatMap(({ type, entries: all }) =>
    all.flatMap((entry, index): GivenEntry[] => {
      const name = nameOf(type, entry);
      return given.has(keyOf(type, name)) ? [] : [{ type, index, entry, name }];
    }),
  );
  const addedTypes = await addTypes(db, types);
  const added = await addEntries(db, entries, made);
  await remember(db, [
    ...types.map(({ type, label }) => ({ type, value: '', given: JSON.stringify({ label: labelOf(label) }) })),
    ...entries.map(({ type, name, entry, index }) => {
      // One an administrator made before a document had it is theirs.
      const isOwn = !added.has(keyOf(type, entry.value));
      return { ...{ type, value: name }, ...(isOwn ? { is_own: true } : { given: JSON.stringify(shownOf(entry, index)) }) };
    }),
  ]);
  await followDocuments(db, documents);
  return addedTypes + added.size;
}

/** Resolves with how many there were not. */
async function addTypes(db: Database, types: readonly DictionaryDocument[]): Promise<number> {
  if (types.length === 0) return 0;
  const rows = await db
    .insertInto('dictionary_type')
    .values(types.map(({ type, label }) => ({ type, label: JSON.stringify(labelOf(label)) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('type')
    .execute();
  return rows.length;
}

/** Resolves with the keys of those there were not. */
async function addEntries(db: Database, entries: readonly GivenEntry[], made: Date | undefined): Promise<ReadonlySet<string>> {
  // A type that was deleted takes no new entries.
  const known = new Set((await db.selectFrom('dictionary_type').select('type').execute()).map(({ type }) => type));
  const held = await properties(db);
  const added = new Set<string>();
  const wanted = entries.filter(({ type, name }) => known.has(type) && !held.has(keyOf(type, name)));
  for (let start = 0; start < wanted.length; start += batch) {
    const rows = await db
      .insertInto('dictionary_entry')
      .values(
        wanted.slice(start, start + batch).map(({ type, index, entry }) => {
          const { label, ...shown } = shownOf(entry, index);
          return {
            ...{ type, value: entry.value, label: JSON.stringify(label), ...shown, remark: null, updated_by: null },
            ...(made && { created_at: made, updated_at: made }),
          };
        }),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['type', 'value'])
      .execute();
    for (const { type, value } of rows) added.add(keyOf(type, value));
  }
  return added;
}

async function remember(db: Database, marks: readonly { type: string; value: string; given?: string; is_own?: boolean }[]): Promise<void> {
  for (let start = 0; start < marks.length; start += batch) {
    await db
      .insertInto('shipped_dictionary')
      .values(marks.slice(start, start + batch))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Adds what documents bring that are taken over while the server runs, so that a page finds the dictionary that came with it. */
export function dictionaryJobs(db: Database, documents: Pick<Documents, 'ids' | 'get' | 'revision'>): Job[] {
  const add = async () => {
    const now = seedDictionaries(documents);
    await db.transaction().execute((transaction) => addDictionaries(transaction, now));
  };
  return [{ name: 'dictionaries of documents', everySeconds: 1, run: onceForDocuments(documents, add, documents.revision()) }];
}
