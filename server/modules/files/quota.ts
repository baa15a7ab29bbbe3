import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { ownedTypes } from './owners.ts';
import type { StoredFile } from './stored.ts';

/** Bytes one person may keep in files that no module answers for: nobody else would ever see or delete them. */
const most = 1024 ** 3;

/**
 * Whether there is room for the files somebody has and for `coming` bytes more; what files held before counts as well.
 * @throws ApiError PARAMETER_ERROR at `file`
 */
export async function requireQuota(db: Database, userId: string, coming = 0): Promise<void> {
  const { used } = await db
    .selectFrom('stored_file')
    .select(
      sql<number>`coalesce(sum(size + (select coalesce(sum(earlier.size), 0) from stored_file_version earlier where earlier.file_id = stored_file.id)), 0)::bigint`.as(
        'used',
      ),
    )
    .where('user_id', '=', Number(userId))
    .where('removed_at', 'is', null)
    .where((row) => row.or([row('business_id', 'is', null), row('business_type', 'not in', ownedTypes())]))
    .executeTakeFirstOrThrow();
  if (used + coming <= most) return;
  throw new ApiError('PARAMETER_ERROR', {
    details: [
      { field: 'file', message: 'All your files together are too large', key: 'file.quota', values: { most: `${most / 1024 ** 3} GB` } },
    ],
  });
}

/** Whether a file nobody but its uploader answers for may have another content: what it held stays. @throws ApiError PARAMETER_ERROR at `file` */
export async function requireVersionRoom(db: Database, { userId, businessType, businessId }: StoredFile, bytes: number): Promise<void> {
  const isOwned = businessId !== null && ownedTypes().includes(businessType);
  if (userId !== null && !isOwned) await requireQuota(db, String(userId), bytes);
}
