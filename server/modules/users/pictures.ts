import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { checkRule } from '../../../src/core/index.ts';
import type { RuleDocument } from '../../../src/core/types.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { ApiError, wrong } from '../../errors.ts';
import { type ImageKind, imageKind } from '../../files/image-kind.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { newSecret } from '../identity/secrets.ts';

/** Pictures of a user that are kept: the one on show, and those a change of mind may go back to. */
const mostOfUser = 6;

/** A picture as it is kept. */
export interface Picture {
  name: string;
  type: ImageKind['type'];
  content: Buffer;
}

const folder = '/api/user/config/picture/';

/**
 * Keeps an uploaded picture and gives its path.
 * @throws ApiError PARAMETER_ERROR at `file` (RULE-08)
 */
export async function keepPicture(db: Database, userId: string, file: UploadedFile | undefined, documents: Documents): Promise<string> {
  const { name, type, content } = pictureOf(file, documents);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('user_picture')
      .values({ name, user_id: Number(userId), type, content })
      .execute();
    await sql`
      delete from user_picture where user_id = ${Number(userId)}
        and ${folder} || name is distinct from (select img_path from app_user where id = ${Number(userId)})
        and name not in (select name from user_picture where user_id = ${Number(userId)} order by created_at desc, name limit ${mostOfUser})
    `.execute(transaction);
  });
  return folder + name;
}

/**
 * An uploaded picture, with a new name nobody can guess. Bytes decide what it is: its extension must be allowed, and it must be such a picture.
 * @throws ApiError PARAMETER_ERROR at `file` (RULE-08)
 */
export function pictureOf(file: UploadedFile | undefined, documents: Documents): Picture {
  if (!file) throw wrong('file', 'A file is missing', 'rule.avatar');
  const rule = documents.get('rule', 'avatar-file') as RuleDocument | undefined;
  if (!rule) throw new Error('The rule avatar-file is not in schemas/rules');
  const broken = checkRule(rule, { name: file.name, size: file.content.length });
  if (broken) {
    throw wrong('file', 'This file cannot be used as a picture', typeof broken.message === 'string' ? broken.message : 'rule.avatar');
  }
  const kind = imageKind(file.content);
  if (!kind) throw wrong('file', 'This file is no picture that can be shown', 'error.PICTURE_UNREADABLE');
  return { name: `${newSecret()}.${kind.extension}`, type: kind.type, content: file.content };
}

/** What the answer to an upload says of the picture kept at `path`. */
export function kept(path: string, file: UploadedFile | undefined): { sysFile: { path: string; originName: string; size: number } } {
  return { sysFile: { path, originName: file?.name ?? '', size: file?.content.length ?? 0 } };
}

/** The answer that shows a picture. Browsers keep it for good: its name changes with its content. */
export function shown(reply: FastifyReply, name: string, picture: { type: string; content: Buffer }) {
  reply.header('cache-control', 'private, max-age=31536000, immutable');
  return { name, ...picture };
}

/** Bytes of a picture. @throws ApiError NOT_FOUND */
export async function readPicture(db: Database, name: string): Promise<{ type: string; content: Buffer }> {
  const picture = await db.selectFrom('user_picture').select(['type', 'content']).where('name', '=', name).executeTakeFirst();
  if (!picture) throw new ApiError('NOT_FOUND');
  return picture;
}

/** Whether the path is that of a picture this user uploaded. */
export async function ownsPicture(db: Database, userId: string, path: string): Promise<boolean> {
  if (!path.startsWith(folder)) return false;
  const found = await db
    .selectFrom('user_picture')
    .select('name')
    .where('name', '=', path.slice(folder.length))
    .where('user_id', '=', Number(userId))
    .executeTakeFirst();
  return found !== undefined;
}
