import { onceForDocuments } from '../../documents/job.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import type { Database } from '../connection.ts';
import { labelOf } from '../values.ts';
import { followDocuments, nameOf, propertyTypes, shownOf } from './dictionary-changes.ts';
import { type DictionaryDocument, seedDictionaries } from './documents.ts';

const keyOf = (type: string, value = '') => JSON.stringify([type, value]);
const batch = 1_000;

/** Names of the properties there are, in every language. */
async function properties(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('dictionary_entry').select(['type', 'label']).where('type', 'in', propertyTypes).execute();
  return new Set(
    rows.flatMap(({ type, label }) => (typeof label === 'string' ? [keyOf(type, label)] : label.map(({ t }) => keyOf(type, t)))),
  );
}

/**
 * Adds the dictionaries and entries the documents have and this database was not given before, and changes those it has as the documents were changed
 * (`followDocuments`). What was deleted stays deleted. A database older than this memory is given every entry it lacks, once. Tells how many rows were added.
 */
export async function addDictionaries(db: Database, documents: readonly DictionaryDocument[], made?: Date): Promise<number> {
  const given = new Set(
    (await db.selectFrom('shipped_dictionary').select(['type', 'value']).execute()).map(({ type, value }) => keyOf(type, value)),
  );
  const types = documents.filter(({ type }) => !given.has(keyOf(type)));
  const entries = documents.flatMap(({ type, entries }) =>
    entries.flatMap((entry, index) => {
      const name = nameOf(type, entry);
      return given.has(keyOf(type, name)) ? [] : [{ type, index, entry, name }];
    }),
  );
  let added = 0;
  if (types.length > 0) {
    const rows = await db
      .insertInto('dictionary_type')
      .values(types.map(({ type, label }) => ({ type, label: JSON.stringify(labelOf(label)) })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('type')
      .execute();
    added += rows.length;
  }
  // A type that was deleted takes no new entries.
  const known = new Set((await db.selectFrom('dictionary_type').select('type').execute()).map(({ type }) => type));
  const held = await properties(db);
  const inserted = new Set<string>();
  const wanted = entries.filter(({ type, name }) => known.has(type) && !held.has(keyOf(type, name)));
  for (let start = 0; start < wanted.length; start += batch) {
    const rows = await db
      .insertInto('dictionary_entry')
      .values(
        wanted.slice(start, start + batch).map(({ type, index, entry }) => ({
          type,
          value: entry.value,
          label: JSON.stringify(labelOf(entry.label)),
          status: entry.status ?? '0',
          tone: entry.tone ?? null,
          sort: entry.sort ?? (index + 1) * 10,
          remark: null,
          updated_by: null,
          ...(made && { created_at: made, updated_at: made }),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['type', 'value'])
      .execute();
    added += rows.length;
    for (const { type, value } of rows) inserted.add(keyOf(type, value));
  }
  // An entry an administrator made before a document had it is theirs: nothing of it was given.
  const marks = [
    ...types.map(({ type, label }) => ({ type, value: '', given: JSON.stringify({ label: labelOf(label) }) })),
    ...entries.map(({ type, name, entry, index }) => ({
      ...{ type, value: name },
      given: JSON.stringify(inserted.has(keyOf(type, entry.value)) ? shownOf(entry, index) : {}),
    })),
  ];
  for (let start = 0; start < marks.length; start += batch) {
    await db
      .insertInto('shipped_dictionary')
      .values(marks.slice(start, start + batch))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await followDocuments(db, documents);
  return added;
}

/** Adds what documents bring that are taken over while the server runs, so that a page finds the dictionary that came with it. */
export function dictionaryJobs(db: Database, documents: Pick<Documents, 'ids' | 'get' | 'revision'>): Job[] {
  const add = async () => {
    const now = seedDictionaries(documents);
    await db.transaction().execute((transaction) => addDictionaries(transaction, now));
  };
  return [{ name: 'dictionaries of documents', everySeconds: 1, run: onceForDocuments(documents, add, documents.revision()) }];
}
