import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { recordAll } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { entryOf } from './noting.ts';
import { unnested } from './pointing.ts';
import { codeOf, firstState, pointingAt, requireRegister } from './registers.ts';
import { seenRows } from './sight.ts';
import type { RecordRow } from './tables.ts';
import { tellWatchers } from './watched.ts';

export interface UndoneImport {
  removed: number;
  /** Records that stay: somebody changed or moved them, or others refer to them. */
  kept: number;
}

/**
 * Takes back what an import of the caller's own brought, by the key it had: records that are as they came and that nobody refers to. Whoever may add
 * records may take back what they added this way.
 * @throws ApiError NOT_FOUND where there are none, FORBIDDEN
 */
export async function undoImport(context: WordedContext, given: { register: string; key: string }): Promise<UndoneImport> {
  const register = requireRegister(context, given.register, 'add');
  const { user } = authorOf(context);
  return await context.db.transaction().execute(async (db) => {
    const rows = await seenRows(db, register)
      .where('import_key', '=', given.key)
      .where('created_by', '=', signature(user))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length === 0) throw new ApiError('NOT_FOUND');
    const untouched = rows.filter(({ version, state }) => version === 1 && state === firstState(register));
    const used = await referredTo(db, context, register.id, untouched);
    const gone = untouched.filter(({ id }) => !used.has(String(id)));
    if (gone.length > 0) {
      const ids = gone.map(({ id }) => id);
      await db.deleteFrom('register_row').where('id', 'in', ids).execute();
      const entries = gone.map(({ id, number, data }) =>
        entryOf(register, id, { action: 'delete', code: codeOf(register, number), before: data }),
      );
      await recordAll(db, context, entries);
      await tellWatchers(db, register, context.services.documents);
    }
    return { removed: gone.length, kept: rows.length - gone.length };
  });
}

/** Ids of these records that others refer to. */
async function referredTo(
  db: Database,
  { services }: WordedContext,
  registerId: string,
  rows: readonly Pick<RecordRow, 'id'>[],
): Promise<Set<string>> {
  const ids = rows.map(({ id }) => String(id));
  const used = new Set<string>();
  for (const other of pointingAt(services.documents, registerId)) {
    for (const field of other.fields) {
      const { rows: found } = await sql<{ id: string }>`
        select target.id from register_row, lateral ${unnested(field.name)} as target(id)
        where register = ${other.id} and data -> ${field.name} ?| ${ids}::text[]`.execute(db);
      for (const { id } of found) used.add(id);
    }
  }
  return used;
}
