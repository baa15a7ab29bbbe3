import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { type Author, authorOf, change, changeWithin, createWithin, isBehind, type Kind, signature, touched } from '../changes.ts';
import { endGrantsOf } from '../data-mart/grant-changes.ts';
import { removeFilesOf } from '../files/stored.ts';
import { holdsAll } from '../identity/rights.ts';
import { markNoticesRead, sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { once } from '../once.ts';
import { workspaceFiles } from './files.ts';
import { template } from './invitations.ts';
import { membershipOf } from './people.ts';
import { claimPicture, dropUnusedPictures } from './pictures.ts';
import { findWorkspace, lockWorkspace, type WorkspaceRow } from './repository.ts';
import { lockOwned, requireCollaborator, requireEditable, requireEnabled } from './rights.ts';
import { enabled, role, state } from './tables.ts';

/** What is saved of a workspace: a new one without `bizId`. */
export type GivenWorkspace =
  | { bizId?: undefined; name: string; remark?: string | null | undefined; photoPath?: string | null | undefined; key?: string | undefined }
  | {
      bizId: string;
      version?: number | undefined;
      name?: string | undefined;
      remark?: string | null | undefined;
      photoPath?: string | null | undefined;
    };

const kind: Kind<WorkspaceRow> = { name: 'workspace', find: findWorkspace, unique: {} };
const adding = 'workspace:list:add';

/**
 * Names stay what they are, so two workspaces of one could never be told apart. Of two at once the second waits; those that share a name from before
 * go on. @throws ApiError DUPLICATE at `name`
 */
async function requireFreeName(db: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('workspace-names', 0))`.execute(db);
  const taken = await db.selectFrom('workspace').select('id').where(sql<boolean>`lower(name) = lower(${name})`).executeTakeFirst();
  if (!taken) return;
  throw new ApiError('DUPLICATE', { details: [{ field: 'name', message: 'A workspace has this name', key: 'workspace.nameTaken' }] });
}

/**
 * Makes a workspace, owned by who makes it, or changes one (API-44). Of a key, see once, only one is made.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the workspace as it is, DUPLICATE, WORKSPACE_DISABLED, WORKSPACE_IN_APPROVAL, PARAMETER_ERROR
 */
export async function saveWorkspace(context: Context, given: GivenWorkspace): Promise<string> {
  if (given.bizId !== undefined) return await updateWorkspace(context.db, given, authorOf(context));
  const user = signedIn(context);
  if (!holdsAll(user, [adding])) throw new ApiError('FORBIDDEN');
  return await context.db.transaction().execute(async (transaction) => {
    const id = await once(transaction, context, 'workspace.save', given, async () => {
      const values = {
        name: given.name,
        remark: textOrNull(given.remark),
        photo_path: textOrNull(given.photoPath),
        updated_by: signature(user),
      };
      await requireFreeName(transaction, given.name);
      const row = await transaction.insertInto('workspace').values(values).returning(['id', 'biz_id as bizId']).executeTakeFirstOrThrow();
      const owner = {
        workspace_id: row.id,
        user_id: Number(user.id),
        role_type: role.owner,
        status: state.agreed,
        answered_at: new Date(),
      };
      await transaction.insertInto('workspace_member').values(owner).execute();
      await claimPicture(transaction, given.photoPath, { workspaceId: row.id, userId: user.id, field: 'photoPath' });
      await createWithin(transaction, kind, authorOf(context), () => Promise.resolve(row.bizId));
      return row.id;
    });
    // What an earlier request made may be gone by now.
    const made = await transaction.selectFrom('workspace').select('biz_id as bizId').where('id', '=', id).executeTakeFirst();
    if (!made) throw new ApiError('NOT_FOUND');
    return made.bizId;
  });
}

async function updateWorkspace(db: Database, given: Extract<GivenWorkspace, { bizId: string }>, author: Author): Promise<string> {
  const { bizId, version, name, remark, photoPath } = given;
  await change(db, kind, author, {
    id: bizId,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      const workspace = await lockWorkspace(transaction, bizId, 'update');
      if (!workspace) return false;
      requireCollaborator(author.user, await membershipOf(transaction, workspace.id, Number(author.user.id)));
      requireEnabled(workspace);
      requireEditable(workspace);
      if (isBehind(version, workspace.version)) return false;
      if (name !== undefined && name.trim() !== workspace.name) {
        throw wrong('name', 'The name of a workspace cannot be changed', 'workspace.nameStays');
      }
      await transaction
        .updateTable('workspace')
        .set({
          ...(remark !== undefined && { remark: textOrNull(remark) }),
          ...(photoPath !== undefined && { photo_path: textOrNull(photoPath) }),
          ...touched(author.user),
        })
        .where('id', '=', workspace.id)
        .execute();
      await claimPicture(transaction, photoPath, { workspaceId: workspace.id, userId: author.user.id, field: 'photoPath' });
      await dropUnusedPictures(transaction, workspace.id);
      return true;
    },
  });
  return bizId;
}

/** Disables or enables a workspace (API-45); one that is so already stays as it is. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function switchWorkspace(db: Database, bizId: string, wanted: '0' | '1' | undefined, author: Author): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const workspace = await lockOwned(transaction, author.user, bizId);
    const status = wanted ?? (workspace.status === enabled ? '1' : enabled);
    if (status === workspace.status) return;
    await changeWithin(transaction, kind, author, {
      id: bizId,
      verb: status === enabled ? 'enable' : 'disable',
      async work() {
        await transaction
          .updateTable('workspace')
          .set({ status, ...touched(author.user) })
          .where('id', '=', workspace.id)
          .execute();
        return true;
      },
    });
  });
}

/** The tables of a workspace lose their place with it. Whoever moves one, or applies for its schedule, holds it before its workspace: so does this. */
async function holdTables(db: Database, bizId: string): Promise<void> {
  await db
    .selectFrom('data_table')
    .select('data_table.id')
    .where('workspace_id', 'in', (one) => one.selectFrom('workspace').select('id').where('biz_id', '=', bizId))
    .orderBy('data_table.id')
    .forNoKeyUpdate()
    .execute();
}

/** Deletes a workspace with everything in it, and tells its people (API-46). @throws ApiError NOT_FOUND, FORBIDDEN */
export async function removeWorkspace(db: Database, bizId: string, author: Author): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await holdTables(transaction, bizId);
    const workspace = await lockOwned(transaction, author.user, bizId);
    const people = await transaction
      .selectFrom('workspace_member')
      .select('user_id as userId')
      .where('workspace_id', '=', workspace.id)
      .where('status', 'in', [state.agreed, state.pending])
      .where('user_id', '<>', Number(author.user.id))
      .execute();
    await changeWithin(transaction, kind, author, {
      id: bizId,
      verb: 'delete',
      async work() {
        await endGrantsOf(transaction, workspace.id, signature(author.user));
        await transaction.deleteFrom('workspace').where('id', '=', workspace.id).execute();
        await removeFilesOf(transaction, { businessType: workspaceFiles, businessId: bizId });
        return true;
      },
    });
    const userIds = people.map(({ userId }) => String(userId));
    await markNoticesRead(transaction, { template, workspaceId: bizId, userIds });
    const person = await nameOfUser(transaction, author.user.id);
    await sendNotice(transaction, {
      template: 'workspace/deleted',
      userIds,
      parameters: { person, workspace: workspace.name },
      sourceId: bizId,
    });
  });
}
