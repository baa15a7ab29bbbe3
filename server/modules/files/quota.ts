import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { ownedTypes } from './owners.ts';

/** Bytes one person may keep in files that no module answers for: nobody else would ever see or delete them. */
const most = 1024 ** 3;

/** @throws ApiError PARAMETER_ERROR at `file` */
export async function requireQuota(db: Database, userId: string): Promise<void> {
  const { used } = await db
    .selectFrom('stored_file')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('used'))
    .where('user_id', '=', Number(userId))
    .where('removed_at', 'is', null)
    .where((row) => row.or([row('business_id', 'is', null), row('business_type', 'not in', ownedTypes())]))
    .executeTakeFirstOrThrow();
  // The file that asks is counted already.
  if (used <= most) return;
  throw new ApiError('PARAMETER_ERROR', {
    details: [{ field: 'file', message: 'All your files together are too large', key: 'file.quota', values: { most: '1 GB' } }],
  });
}
