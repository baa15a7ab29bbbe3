import type { RawBuilder } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { inUse } from '../../errors.ts';
import { mayAct, type Reader } from './rights.ts';

const mostNamed = 5;

/** What is told of tables that something fills: of those the reader sees, of those and others, of others alone. */
export interface FilledTexts {
  seen: string;
  both: string;
  others: string;
}

/**
 * Nothing is deleted that fills tables. Names those the reader has a right to, and counts the others.
 * @param filled whether a `data_table` of the query is filled by it
 * @throws ApiError IN_USE
 */
export async function requireFillsNone(db: Database, reader: Reader, filled: RawBuilder<boolean>, texts: FilledTexts): Promise<void> {
  const all = db.selectFrom('data_table').where(filled);
  const { total } = await all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (Number(total) === 0) return;
  const seen = await all.select('title').where(mayAct(reader)).orderBy('id').limit(mostNamed).execute();
  const tables = seen.map(({ title }) => title).join(', ');
  const others = String(Number(total) - seen.length);
  if (tables === '') throw inUse(texts.others, `Tables are filled by it: ${others}`, { others });
  if (others !== '0') throw inUse(texts.both, `Tables are filled by it: ${tables}, and ${others} others`, { tables, others });
  throw inUse(texts.seen, `Tables are filled by it: ${tables}`, { tables });
}
