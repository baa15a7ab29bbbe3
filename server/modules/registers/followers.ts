import { mostFollowed } from '../../../src/core/register/followed.ts';
import type { Context } from '../../context.ts';
import type { Documents } from '../../documents.ts';
import { pointsAt } from './pointing.ts';
import { pointingAt, type Register } from './registers.ts';
import { everyRecord, isUnfinished } from './sight.ts';
import { readsOthers, referredValues, withComputed } from './values.ts';
import { tellWatchers } from './watched.ts';

/** The registers in which something is computed of records of this one, and of what is computed there in turn. */
export function followersOf(documents: Pick<Documents, 'ids' | 'get'>, registerId: string, depth = 0): string[] {
  if (depth === mostFollowed) return [];
  const direct = pointingAt(documents, registerId).filter(readsOthers);
  return [...new Set(direct.flatMap(({ id }) => [id, ...followersOf(documents, id, depth + 1)]))];
}

/**
 * Computes anew what other records take from this one, and what is taken from those in turn. Records in a final state keep what they had, and
 * nobody's change of one is in conflict with this: what is computed is never typed. Circles over registers and longer chains are refused with
 * their documents; the bound is for those that are served unchecked, and for records of one register that refer to each other.
 */
export async function followUp(
  { db, services }: Pick<Context, 'db'> & { services: Pick<Context['services'], 'documents'> },
  { id: registerId, user }: Pick<Register, 'id' | 'user'>,
  id: number,
  depth = 0,
): Promise<void> {
  if (depth === mostFollowed) return;
  for (const { id: other, document, fields } of pointingAt(services.documents, registerId).filter(readsOthers)) {
    const rows = await everyRecord(db, other)
      .where(isUnfinished(document))
      .where(pointsAt(fields, id))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    let changed = 0;
    for (const row of rows) {
      const values = withComputed({ document }, row.data, await referredValues(db, { document }, row.data));
      const data = JSON.stringify(values);
      if (data === JSON.stringify(row.data)) continue;
      await db.updateTable('register_row').set({ data }).where('id', '=', row.id).execute();
      changed += 1;
      await followUp({ db, services }, { id: other, user }, row.id, depth + 1);
    }
    if (changed > 0) await tellWatchers(db, { document, user }, services.documents);
  }
}
