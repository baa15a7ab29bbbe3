import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { authorOf, change, type Kind, touched } from '../changes.ts';
import { followApproval, holdPlace, isAppliedFor, requireNoApproval } from '../data-schedule/no-approval.ts';
import { takeOffLineAfter } from '../data-schedule/off-line.ts';
import { membershipOf } from '../workspaces/people.ts';
import { lockWorkspace } from '../workspaces/repository.ts';
import { requireCollaborator, requireEditable, requireEnabled } from '../workspaces/rights.ts';
import { findAnswer, type TableAnswer } from './catalogue.ts';
import { deleteUnused } from './in-use.ts';
import { type Column, columnsOf, setColumns } from './repository.ts';
import { type Reader, requireTable, seeTable } from './rights.ts';
import type { AnalysisType } from './tables.ts';

/** A table as `change` and `createWithin` know it. */
export function kindFor(reader: Reader): Kind<TableAnswer> {
  return { name: 'data_table', find: (db, bizId) => findAnswer(db, reader, bizId), unique: { data_table_name: 'name' } };
}

/** A table as it is changed: with what its columns are called, so that a conflict and the operation log tell of them, too. */
function withColumns(reader: Reader): Kind<TableAnswer> {
  const kind = kindFor(reader);
  return {
    ...kind,
    async find(db, bizId) {
      const table = await kind.find(db, bizId);
      const row = await db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirst();
      return table && row && { ...table, columns: await columnsOf(db, row.id) };
    },
  };
}

/** Tags as they are kept: each once, ten at most. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))].slice(0, 10);
}

/** The workspace a table is put into, where its maker works in it. @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, WORKSPACE_IN_APPROVAL */
export async function placeIn(
  db: Database,
  context: Context,
  bizId: string | null | undefined,
  lock: 'share' | 'update' = 'share',
): Promise<number | null> {
  if (!bizId) return null;
  const workspace = await lockWorkspace(db, bizId, lock);
  if (!workspace) throw new ApiError('NOT_FOUND');
  const user = signedIn(context);
  requireCollaborator(user, await membershipOf(db, workspace.id, Number(user.id)));
  requireEnabled(workspace);
  requireEditable(workspace);
  return workspace.id;
}

export interface ChangedTable {
  bizId: string;
  version: number;
  title: string;
  description?: string | null | undefined;
  tags?: readonly string[] | undefined;
  workspaceId?: string | null | undefined;
  isListed?: boolean | undefined;
  columns?: readonly { name: string; title?: string | undefined; analysisType?: AnalysisType | undefined }[] | undefined;
}

/**
 * Changes what is said of a table. Into which workspace it goes says who may edit it and works there.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT, WORKSPACE_DISABLED, WORKSPACE_IN_APPROVAL of the workspace it stands in, or is put into
 */
export async function saveTable(context: Context, given: ChangedTable): Promise<TableAnswer> {
  const author = authorOf(context);
  const { bizId, version, title, description, tags, workspaceId, isListed, columns } = given;
  return await change(context.db, withColumns(author.user), author, {
    id: bizId,
    verb: 'update',
    shown: 'all',
    async work(db) {
      const standing = await holdPlace(db, bizId);
      const { table, by } = await requireTable(db, author.user, bizId, 'edit');
      const before = await findAnswer(db, author.user, bizId);
      const isMoved = workspaceId !== undefined && (workspaceId || null) !== before?.workspaceId;
      // A grant lets nobody hand a table to other people.
      if (isMoved && by !== 'owner' && by !== 'workspace') throw new ApiError('FORBIDDEN');
      await requireNoApproval(db, standing);
      // What is applied for of the table is decided on in that workspace from now on.
      const isFollowed = isMoved && (await isAppliedFor(db, table.id));
      const target = isMoved ? await placeIn(db, context, workspaceId, isFollowed ? 'update' : 'share') : standing;
      const changed = await db
        .updateTable('data_table')
        .set({
          title: title.trim(),
          ...(description !== undefined && { description: textOrNull(description) }),
          ...(tags !== undefined && { tags: cleanTags(tags) }),
          ...(isListed !== undefined && { is_listed: isListed }),
          ...(isMoved && { workspace_id: target }),
          ...touched(author.user),
        })
        .where('id', '=', table.id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (changed.numUpdatedRows !== 1n) return false;
      if (isFollowed) await followApproval(db, target);
      if (columns)
        await setColumns(
          db,
          table.id,
          (await columnsOf(db, table.id)).map((column) => reworded(column, columns)),
        );
      return true;
    },
  });
}

function reworded(column: Column, given: NonNullable<ChangedTable['columns']>): Column {
  const said = given.find(({ name }) => name === column.name);
  return { ...column, title: said?.title?.trim() || column.title, analysisType: said?.analysisType ?? column.analysisType };
}

/** Deletes a table with its rows and grants, unless something needs it. @throws ApiError NOT_FOUND, FORBIDDEN, IN_USE, WORKSPACE_IN_APPROVAL */
export async function removeTable(context: Context, bizId: string): Promise<void> {
  const author = authorOf(context);
  await change(context.db, kindFor(author.user), author, {
    id: bizId,
    verb: 'delete',
    async work(db) {
      const standing = await holdPlace(db, bizId);
      const { table } = await requireTable(db, author.user, bizId, 'delete');
      await requireNoApproval(db, standing);
      await takeOffLineAfter(context, db, table);
      return await deleteUnused(db, author.user, table.id);
    },
  });
}

/** Pins a table to the top of one's own list, or lets it go (DATA-18). @throws ApiError NOT_FOUND */
export async function pinTable({ db, user }: Context, { bizId, pinned }: { bizId: string; pinned: boolean }): Promise<void> {
  const reader = signedIn({ user });
  const { table } = await seeTable(db, reader, bizId);
  const pin = { user_id: Number(reader.id), table_id: table.id };
  if (!pinned) await db.deleteFrom('data_pin').where('user_id', '=', pin.user_id).where('table_id', '=', pin.table_id).execute();
  else
    await db
      .insertInto('data_pin')
      .values(pin)
      .onConflict((conflict) => conflict.columns(['user_id', 'table_id']).doUpdateSet({ pinned_at: sql<Date>`now()` }))
      .execute();
}
