import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Author, authorOf, changeWithin, createWithin, type Kind, stillHas, touched } from '../changes.ts';
import { once } from '../once.ts';
import { type Person, personEver } from './people.ts';
import { claimPicture, dropUnusedPictures } from './pictures.ts';
import type { LockedWorkspace } from './repository.ts';
import { working } from './rights.ts';

/** A notice of a workspace (WS-14). */
export interface NoticeRow {
  id: string;
  userId: string | null;
  person: Person | null;
  content: string;
  imgPath: string | null;
  version: number;
  createTime: string;
  updateTime: string | null;
}
export interface GivenNotice {
  content: string;
  imgPath?: string | null | undefined;
}
type NewNotice = GivenNotice & { key?: string | undefined };

const most = 200;
const kind: Kind<NoticeRow> = { name: 'workspace_notice', find: findNotice, unique: {} };

/** The notices of a workspace, newest first. */
export async function listNotices(db: Database, workspaceId: number): Promise<NoticeRow[]> {
  return (await select(db).where('workspace_id', '=', workspaceId).orderBy('workspace_notice.id', 'desc').limit(most).execute()).map(
    toNotice,
  );
}

/** Of a key, see once, only one is written. @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, TOO_MANY_NOTICES, PARAMETER_ERROR */
export async function addNotice(context: Context, bizId: string, given: NewNotice): Promise<NoticeRow> {
  const author = authorOf(context);
  const intent = { bizId, ...given };
  return await working(context.db, bizId, author, async (transaction, workspace) => {
    const id = await once(transaction, context, 'workspace.addNotice', intent, async () => {
      await requireRoom(transaction, workspace);
      const notice = await createWithin(transaction, kind, author, async () => await insertNotice(transaction, workspace, given, author));
      return Number(notice.id);
    });
    // What an earlier request wrote may be gone by now.
    const notice = await findNotice(transaction, String(id));
    if (!notice) throw new ApiError('NOT_FOUND');
    return notice;
  });
}

/** @throws ApiError TOO_MANY_NOTICES */
async function requireRoom(db: Database, workspace: LockedWorkspace): Promise<void> {
  const { count } = await db
    .selectFrom('workspace_notice')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirstOrThrow();
  if (count >= most) throw new ApiError('TOO_MANY_NOTICES');
}

/** @throws ApiError PARAMETER_ERROR */
async function insertNotice(db: Database, workspace: LockedWorkspace, given: GivenNotice, { user }: Author): Promise<string> {
  const values = {
    workspace_id: workspace.id,
    user_id: Number(user.id),
    content: given.content.trim(),
    img_path: given.imgPath || null,
  };
  const { id } = await db.insertInto('workspace_notice').values(values).returning('id').executeTakeFirstOrThrow();
  await claimPicture(db, given.imgPath, { workspaceId: workspace.id, userId: user.id, field: 'imgPath' });
  return String(id);
}

/** What is saved as it was is no change. @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the notice as it is, WORKSPACE_DISABLED, PARAMETER_ERROR */
export async function changeNotice(
  db: Database,
  bizId: string,
  { id, version, ...given }: GivenNotice & { id: string; version?: number | undefined },
  author: Author,
): Promise<NoticeRow> {
  return await working(db, bizId, author, async (transaction, workspace) => {
    await requireNotice(transaction, workspace, id);
    const content = given.content.trim();
    const imgPath = given.imgPath === undefined ? undefined : given.imgPath || null;
    return await changeWithin(transaction, kind, author, {
      id,
      verb: 'update',
      shown: 'all',
      async work() {
        const { numUpdatedRows } = await transaction
          .updateTable('workspace_notice')
          .set({
            content,
            ...(imgPath !== undefined && { img_path: imgPath }),
            ...touched(author.user),
          })
          .where('id', '=', Number(id))
          .where(stillHas(version))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await claimPicture(transaction, given.imgPath, { workspaceId: workspace.id, userId: author.user.id, field: 'imgPath' });
        await dropUnusedPictures(transaction, workspace.id);
        return true;
      },
    });
  });
}

/** @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, CONFLICT with the notice as it is where somebody rewrote it since it was seen */
export async function removeNotice(
  db: Database,
  bizId: string,
  { id, version }: { id: string; version?: number | undefined },
  author: Author,
): Promise<void> {
  await working(db, bizId, author, async (transaction, workspace) => {
    await requireNotice(transaction, workspace, id);
    await changeWithin(transaction, kind, author, {
      id,
      verb: 'delete',
      async work() {
        const gone = transaction.deleteFrom('workspace_notice').where('id', '=', Number(id)).where(stillHas(version));
        if ((await gone.executeTakeFirst()).numDeletedRows === 0n) return false;
        await dropUnusedPictures(transaction, workspace.id);
        return true;
      },
    });
  });
}

/** A notice of another workspace is none of this one. @throws ApiError NOT_FOUND */
async function requireNotice(db: Database, workspace: LockedWorkspace, id: string): Promise<void> {
  const found = db.selectFrom('workspace_notice').select('id').where('id', '=', Number(id)).where('workspace_id', '=', workspace.id);
  if (!(await found.executeTakeFirst())) throw new ApiError('NOT_FOUND');
}

function select(db: Database) {
  return db
    .selectFrom('workspace_notice')
    .leftJoin('person as author', 'author.id', 'workspace_notice.user_id')
    .select([
      'workspace_notice.id',
      'workspace_notice.user_id',
      'content',
      'workspace_notice.img_path',
      'workspace_notice.version',
      'workspace_notice.created_at',
      'workspace_notice.updated_at',
      personEver('author').as('person'),
    ]);
}

function toNotice(row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): NoticeRow {
  return {
    id: String(row.id),
    userId: row.user_id === null ? null : String(row.user_id),
    person: row.person,
    content: row.content,
    imgPath: row.img_path,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
  };
}

async function findNotice(db: Database, id: string): Promise<NoticeRow | undefined> {
  const row = await select(db).where('workspace_notice.id', '=', Number(id)).executeTakeFirst();
  return row && toNotice(row);
}
