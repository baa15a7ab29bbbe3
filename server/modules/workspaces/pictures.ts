import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { ApiError, wrong } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { pictureOf } from '../users/pictures.ts';

const folder = '/api/workspace/picture/';

/** Pictures of a user that no workspace has yet: those of before are gone then. */
const mostUnused = 6;

/** Keeps an uploaded picture until something is saved with it, and gives its path (API-47). @throws ApiError PARAMETER_ERROR at `file` (RULE-08) */
export async function keepWorkspacePicture(
  db: Database,
  userId: string,
  file: UploadedFile | undefined,
  documents: Documents,
): Promise<string> {
  const picture = pictureOf(file, documents);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('workspace_picture')
      .values({ ...picture, user_id: Number(userId) })
      .execute();
    await sql`
      delete from workspace_picture where user_id = ${Number(userId)} and workspace_id is null and name not in (
        select name from workspace_picture where user_id = ${Number(userId)} and workspace_id is null
        order by created_at desc, name limit ${mostUnused}
      )`.execute(transaction);
  });
  return folder + picture.name;
}

/** Bytes of a picture. @throws ApiError NOT_FOUND */
export async function readWorkspacePicture(db: Database, name: string): Promise<{ type: string; content: Buffer }> {
  const picture = await db.selectFrom('workspace_picture').select(['type', 'content']).where('name', '=', name).executeTakeFirst();
  if (!picture) throw new ApiError('NOT_FOUND');
  return picture;
}

/**
 * Gives a picture to the workspace it is saved with: one the user uploaded for it, or one it has.
 * @throws ApiError PARAMETER_ERROR at the field
 */
export async function claimPicture(
  db: Database,
  path: string | null | undefined,
  { workspaceId, userId, field }: { workspaceId: number; userId: string; field: string },
): Promise<void> {
  if (path === null || path === undefined || path === '') return;
  const used = await db
    .updateTable('workspace_picture')
    .set({ workspace_id: workspaceId })
    .where('name', '=', path.startsWith(folder) ? path.slice(folder.length) : '')
    .where((row) =>
      row.or([row('workspace_id', '=', workspaceId), row.and([row('workspace_id', 'is', null), row('user_id', '=', Number(userId))])]),
    )
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) throw wrong(field, 'is no picture that was uploaded for this');
}

/** Forgets pictures of a workspace that neither it nor a notice shows any more. */
export async function dropUnusedPictures(db: Database, workspaceId: number): Promise<void> {
  await sql`
    delete from workspace_picture where workspace_id = ${workspaceId} and ${folder} || name not in (
      select photo_path from workspace where id = ${workspaceId} and photo_path is not null
      union all select img_path from workspace_notice where workspace_id = ${workspaceId} and img_path is not null
    )`.execute(db);
}
