import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, personName, textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { type Author, authorOf, changeWithin, createWithin, type Kind, touched } from '../changes.ts';
import { once } from '../once.ts';
import { type Person, person } from './people.ts';
import type { LockedWorkspace } from './repository.ts';
import { working } from './rights.ts';
import { state as membership } from './tables.ts';

/** A task of the work plan of a workspace (WS-08). */
export interface TaskRow {
  id: string;
  title: string;
  ownerId: string | null;
  owner: Person | null;
  /** What the owner is called, in every language. */
  ownerName: LabelValue | null;
  /** Days, YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  /** 0 planned, 1 under way, 2 done. */
  state: '0' | '1' | '2';
  /** Per cent. */
  progress: number;
  remark: string | null;
  version: number;
}
export interface GivenTask {
  title: string;
  ownerId: string;
  startDate: string;
  endDate: string;
  state: TaskRow['state'];
  progress: number;
  remark?: string | null | undefined;
}

const most = 500;
const done = '2';
const kind: Kind<TaskRow> = { name: 'workspace_task', find: findTask, unique: {} };

/** The tasks of a workspace, the earliest first. */
export async function listTasks(db: Database, workspaceId: number): Promise<TaskRow[]> {
  const rows = await select(db)
    .where('workspace_id', '=', workspaceId)
    .orderBy('starts_on')
    .orderBy('ends_on')
    .orderBy('workspace_task.id')
    .limit(most)
    .execute();
  return rows.map(toTask);
}

/** Of a key, see `once`, only one is made. @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, PARAMETER_ERROR */
export async function addTask(context: Context, bizId: string, { key, ...given }: GivenTask & { key?: string | undefined }) {
  const author = authorOf(context);
  return await working(context.db, bizId, author, async (db, workspace) => {
    const intent = { bizId, key, ...given };
    const id = await once(db, context, 'workspace.addTask', intent, async () => {
      await requireRoom(db, workspace);
      const values = { workspace_id: workspace.id, ...(await columnsOf(db, workspace, given)) };
      const made = await createWithin(db, kind, author, async () => {
        const { id } = await db.insertInto('workspace_task').values(values).returning('id').executeTakeFirstOrThrow();
        return String(id);
      });
      return Number(made.id);
    });
    const task = await findTask(db, String(id));
    if (!task) throw new ApiError('NOT_FOUND');
    return task;
  });
}

/** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the task as it is, WORKSPACE_DISABLED, PARAMETER_ERROR */
export async function changeTask(
  db: Database,
  bizId: string,
  { id, version, ...given }: GivenTask & { id: string; version: number },
  author: Author,
): Promise<TaskRow> {
  return await working(db, bizId, author, async (transaction, workspace) => {
    const before = await requireTask(transaction, workspace, id);
    const columns = await columnsOf(transaction, workspace, given, before);
    const work = async () => {
      const { numUpdatedRows } = await transaction
        .updateTable('workspace_task')
        .set({ ...columns, ...touched(author.user) })
        .where('id', '=', Number(id))
        .where('version', '=', version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    };
    return await changeWithin(transaction, kind, author, { id, verb: 'update', shown: 'all', work });
  });
}

/** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT, WORKSPACE_DISABLED */
export async function removeTask(db: Database, bizId: string, { id, version }: { id: string; version: number }, author: Author) {
  await working(db, bizId, author, async (transaction, workspace) => {
    await requireTask(transaction, workspace, id);
    const gone = transaction.deleteFrom('workspace_task').where('id', '=', Number(id)).where('version', '=', version);
    const work = async () => (await gone.executeTakeFirst()).numDeletedRows > 0n;
    await changeWithin(transaction, kind, author, { id, verb: 'delete', work });
  });
}

/** Tasks of somebody who goes are the owner's then (WS-19). */
export async function passTasks(db: Database, workspaceId: number, from: number, to: number): Promise<void> {
  await db
    .updateTable('workspace_task')
    .set({ owner_id: to, version: sql<number>`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', from)
    .execute();
}

/** What is done is done to the end. @throws ApiError PARAMETER_ERROR */
async function columnsOf(db: Database, workspace: LockedWorkspace, given: GivenTask, before?: TaskRow) {
  if (given.endDate < given.startDate) throw wrong('endDate', 'The last day is before the first', 'plan.endsBeforeStart');
  // Whoever has it keeps it, also when they can be given nothing new.
  if (given.ownerId !== before?.ownerId) await requireMember(db, workspace, given.ownerId);
  return {
    title: given.title.trim(),
    owner_id: Number(given.ownerId),
    starts_on: given.startDate,
    ends_on: given.endDate,
    state: given.state,
    progress: given.state === done ? 100 : given.progress,
    remark: textOrNull(given.remark),
  };
}

async function requireMember(db: Database, { id }: LockedWorkspace, userId: string): Promise<void> {
  const member = await db
    .selectFrom('workspace_member')
    .innerJoin('app_user', 'app_user.id', 'workspace_member.user_id')
    .select('user_id')
    .where('workspace_id', '=', id)
    .where('user_id', '=', Number(userId))
    .where('workspace_member.status', '=', membership.agreed)
    .where('app_user.status', '=', '0')
    .executeTakeFirst();
  if (!member) throw wrong('ownerId', 'This is no active member of the workspace', 'plan.noMember');
}

async function requireRoom(db: Database, { id }: LockedWorkspace): Promise<void> {
  const { count } = await db
    .selectFrom('workspace_task')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count >= most) throw wrong('title', `A work plan holds at most ${most} tasks`, 'plan.full');
}

/** A task of another workspace is none of this one. @throws ApiError NOT_FOUND */
async function requireTask(db: Database, workspace: LockedWorkspace, id: string): Promise<TaskRow> {
  const row = await select(db).where('workspace_task.id', '=', Number(id)).where('workspace_id', '=', workspace.id).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return toTask(row);
}

async function findTask(db: Database, id: string): Promise<TaskRow | undefined> {
  const row = await select(db).where('workspace_task.id', '=', Number(id)).executeTakeFirst();
  return row && toTask(row);
}

function select(db: Database) {
  return db
    .selectFrom('workspace_task')
    .leftJoin('app_user as owner', 'owner.id', 'workspace_task.owner_id')
    .select([
      'workspace_task.id',
      'title',
      'owner_id as ownerId',
      'workspace_task.state',
      'progress',
      'workspace_task.remark',
      'workspace_task.version',
      sql<string>`to_char(starts_on, 'YYYY-MM-DD')`.as('startDate'),
      sql<string>`to_char(ends_on, 'YYYY-MM-DD')`.as('endDate'),
      person('owner').as('owner'),
    ]);
}

function toTask({ id, ownerId, ...row }: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): TaskRow {
  return { id: String(id), ownerId: ownerId === null ? null : String(ownerId), ownerName: row.owner && personName(row.owner), ...row };
}
