import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { idsIn, unnested } from './pointing.ts';
import type { Register } from './registers.ts';
import type { RecordRow, RecordValues } from './tables.ts';

/**
 * What a field with `acyclic` points at does not lead back to the record, over however many others. Nobody points elsewhere meanwhile where the numbers of
 * the register are held (`holdNumbers`). What stood there before is left alone.
 * @throws ApiError PARAMETER_ERROR at the fields
 */
export async function requireNoCircle(
  db: Database,
  { id: register, document }: Register,
  before: RecordRow,
  values: RecordValues,
): Promise<void> {
  const details = [];
  for (const { name, acyclic } of document.fields) {
    const ids = acyclic ? idsIn(values[name]) : [];
    if (ids.length === 0 || JSON.stringify(values[name]) === JSON.stringify(before.data[name])) continue;
    const { rows } = await sql`
      with recursive way(id) as (
        select unnest(${ids}::bigint[])
        union
        select next.id::bigint from way join register_row on register_row.id = way.id, ${unnested(name)} as next(id)
        where register = ${register} and next.id ~ '^[0-9]{1,15}$'
      )
      select from way where id = ${before.id}`.execute(db);
    if (rows.length > 0) details.push({ field: name, message: 'It leads back to this record', key: 'register.circle' });
  }
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
}
