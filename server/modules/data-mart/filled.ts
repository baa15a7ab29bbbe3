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
 * Tables something fills: those the reader has a right to, the newest first and so `many` at most, and how many others there are.
 * @param filled whether a `data_table` of the query is filled by it
 */
export async function filledTables(db: Database, reader: Reader, filled: RawBuilder<boolean>, many: number) {
  const all = db.selectFrom('data_table').where(filled);
  const seen = await all
    .select(['biz_id as bizId', 'title', 'row_count as rows', 'refreshed_at as refreshedAt'])
    .where(mayAct(reader))
    .orderBy('id', 'desc')
    .limit(many)
    .execute();
  const { total } = await all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { seen, others: Number(total) - seen.length };
}

/** Nothing is deleted that fills tables: names those the reader has a right to, and counts the others. @throws ApiError IN_USE */
export async function requireFillsNone(db: Database, reader: Reader, filled: RawBuilder<boolean>, texts: FilledTexts): Promise<void> {
  const { seen, others: count } = await filledTables(db, reader, filled, mostNamed);
  if (seen.length === 0 && count === 0) return;
  const tables = seen.map(({ title }) => title).join(', ');
  const others = String(count);
  if (tables === '') throw inUse(texts.others, `Tables are filled by it: ${others}`, { others });
  if (count > 0) throw inUse(texts.both, `Tables are filled by it: ${tables}, and ${others} others`, { tables, others });
  throw inUse(texts.seen, `Tables are filled by it: ${tables}`, { tables });
}
