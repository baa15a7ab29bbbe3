import { sql } from 'kysely';
import type { RegisterDocument } from '../../../src/core/register/document.ts';
import { formerNames } from '../../../src/core/register/names.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { holdNumbers } from './holding.ts';
import type { Register } from './registers.ts';
import { tellWatchers } from './watched.ts';

/** Each with the name values of it go to. */
type Renames = readonly (readonly [from: string, to: string])[];

/**
 * Values go to the names their fields have now (`aliases`), and back where a document has a former name again and the later one no more, as when an
 * amendment is taken away. What stands under both names stays: the present one is shown. Nobody's window is in conflict with it, and nobody waits where
 * there is nothing to do.
 */
export async function nameFields(db: Database, documents: Documents): Promise<void> {
  for (const id of documents.ids('register')) {
    const document = documents.get('register', id);
    if (!document) continue;
    const former = [...formerNames(document)];
    const noted = await notedNames(db, id);
    const renames = [...former, ...takenBack(noted, document)];
    const isNoted = former.every(([name, now]) => noted.get(name) === now);
    if (isNoted && !(await isToMove(db, id, renames))) continue;
    await db.transaction().execute(async (transaction) => {
      // Whoever adds records at this moment does so before or after it.
      await holdNumbers(transaction, { id });
      let moved = 0;
      for (const [from, to] of renames) moved += await move(transaction, id, from, to);
      for (const [name, now] of former)
        await transaction
          .insertInto('register_field_name')
          .values({ register: id, former: name, name: now })
          .onConflict((conflict) => conflict.columns(['register', 'former']).doUpdateSet({ name: now }))
          .execute();
      // A watch list may have been read meanwhile, by names under which nothing stood yet.
      if (moved > 0) await tellWatchers(transaction, { document, user: { username: null } }, documents);
    });
  }
}

/** A record that has the value under its former name alone. */
const isNamedSo = (from: string, to: string) => sql<boolean>`data ? ${from} and not data ? ${to}`;

async function isToMove(db: Database, register: string, renames: Renames): Promise<boolean> {
  if (renames.length === 0) return false;
  const isSome = sql.join(
    renames.map(([from, to]) => sql`(${isNamedSo(from, to)})`),
    sql` or `,
  );
  const found = db.selectFrom('register_row').select('id').where('register', '=', register).where(sql<boolean>`(${isSome})`);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** @returns how many records have the value under its new name now */
async function move(db: Database, register: string, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update register_row set data = (data - ${from}::text) || jsonb_build_object(${to}::text, data -> ${from}::text)
    where register = ${register} and ${isNamedSo(from, to)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Names that fields of a register had at some time, each with the one it had after it. */
async function notedNames(db: Database, register: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('register_field_name').select(['former', 'name']).where('register', '=', register).execute();
  return new Map(rows.map(({ former, name }) => [former, name]));
}

/** Names fields have no more because their document has a former one again: each with that one. */
function takenBack(noted: ReadonlyMap<string, string>, document: Pick<RegisterDocument, 'fields'>): Renames {
  const has = (name: string) => document.fields.some((field) => field.name === name);
  const known = formerNames(document);
  return [...noted].flatMap(([former, name]) => (has(former) && !has(name) && !known.has(name) ? [[name, former] as const] : []));
}

/** Other names under which values of a field were written, in the history of records, each with the present one. */
export async function keptNames(db: Database, { id, document }: Pick<Register, 'id' | 'document'>): Promise<ReadonlyMap<string, string>> {
  return new Map([...takenBack(await notedNames(db, id), document), ...formerNames(document)]);
}
