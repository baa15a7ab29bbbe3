import { sql } from 'kysely';
import type { Language } from '../../../src/core/types.ts';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, change, createWithin, isBehind, type Kind, signature, touched } from '../changes.ts';
import { strangers } from '../dictionaries/repository.ts';
import { requireReviewObject } from '../flow/rights.ts';
import { once } from '../once.ts';
import { requireTask } from './actors.ts';
import { followTypes } from './following.ts';
import { keepDecision } from './history.ts';
import { requireTypes } from './links.ts';
import { holdOpenProjects, holdProjects } from './sight.ts';
import { type Status, status } from './tables.ts';
import { findTask, lockSeenTasks, type TaskRow } from './task-rows.ts';
import { type Mailed, mailRejection } from './telling.ts';
import { dropFilesOfTasks } from './uploads.ts';

export interface GivenTask {
  taskName: string;
  taskType?: string | null | undefined;
  ticketDate?: string | null | undefined;
  productCode?: string | null | undefined;
  productName?: string | null | undefined;
  productSpec?: string | null | undefined;
  qty?: number | null | undefined;
  flowType?: string | null | undefined;
  ticketTypes?: string[] | null | undefined;
}

const kind: Kind<TaskRow> = { name: 'flow_bill_collect', find: findTask, unique: { flow_bill_collect_name: 'taskName' } };

/** What a task keeps of what was given. What was left out is none of it: a new task has nothing there, one that is changed what it had. */
export function columnsOf({ taskName, qty, ticketTypes, ...given }: GivenTask) {
  return {
    task_name: taskName.trim(),
    ...(given.taskType !== undefined && { task_type: textOrNull(given.taskType) }),
    ...(given.ticketDate !== undefined && { ticket_date: textOrNull(given.ticketDate) }),
    ...(given.productCode !== undefined && { product_code: textOrNull(given.productCode) }),
    ...(given.productName !== undefined && { product_name: textOrNull(given.productName) }),
    ...(given.productSpec !== undefined && { product_spec: textOrNull(given.productSpec) }),
    ...(given.flowType !== undefined && { flow_type: textOrNull(given.flowType) }),
    ...(qty !== undefined && { qty }),
    ...(ticketTypes !== undefined && { ticket_types: ticketTypes?.length ? [...new Set(ticketTypes)] : null }),
  };
}

/**
 * Makes a bill task, or changes one that is not completed.
 * @throws ApiError NOT_FOUND, CONFLICT with the task as it is, DUPLICATE where its review object has one of that name, TASK_COMPLETED, FLOW_CLIENT_DISABLED,
 *   FLOW_PROJECT_CLOSED, PARAMETER_ERROR
 */
export async function saveTask(
  context: Context,
  given: GivenTask & {
    id?: string | undefined;
    version?: number | undefined;
    reviewObjectId?: string | undefined;
    key?: string | undefined;
  },
): Promise<TaskRow> {
  await requireCodes(context.db, given);
  return given.id === undefined ? await createTask(context, given) : await changeTask(context, given.id, given);
}

async function requireCodes(db: Database, { taskType, flowType, ticketTypes }: GivenTask): Promise<void> {
  const given = [
    ['taskType', 'bill-task-type', taskType],
    ['flowType', 'flow-type', flowType],
  ] as const;
  for (const [field, type, code] of given) {
    const unknown = textOrNull(code) === null ? [] : await strangers(db, type, [code ?? '']);
    if (unknown.length > 0) throw wrong(field, `${code} is no entry of ${type}`, 'evidence.unknownCode');
  }
  if (ticketTypes?.length) await requireTypes(db, ticketTypes);
}

async function createTask(context: Context, given: Parameters<typeof saveTask>[1]): Promise<TaskRow> {
  const { reviewObjectId } = given;
  if (reviewObjectId === undefined) throw wrong('reviewObjectId', 'is missing');
  const author = authorOf(context);
  const object = await requireReviewObject(context.db, author.user, reviewObjectId);
  const work = (transaction: Database) =>
    once(transaction, context, 'evidence.saveTask', given, async () => {
      await holdNames(transaction, object.id);
      const values = { review_object_id: object.id, ...columnsOf(given), updated_by: signature(author.user) };
      const row = await transaction.insertInto('flow_bill_collect').values(values).returning('id').executeTakeFirstOrThrow();
      await createWithin(transaction, kind, author, () => Promise.resolve(String(row.id)));
      return row.id;
    });
  const id = await namesTold(() => context.db.transaction().execute(work));
  const made = await findTask(context.db, String(id));
  if (!made) throw new ApiError('NOT_FOUND');
  return made;
}

/**
 * Holds the project of a review object, and waits for an import into it, before anything else is held: what waited for it afterwards would hold a name the
 * import waits for. @throws ApiError FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
async function holdNames(db: Database, reviewObject: number): Promise<void> {
  await holdOpenProjects(db, { reviewObjects: [reviewObject] });
  await db.selectFrom('flow_review_object').select('id').where('id', '=', reviewObject).forKeyShare().execute();
}

async function namesTold<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === 'flow_bill_collect_name')) throw error;
    const details = [{ field: 'taskName', message: 'This batch of the dealer has a task of this name', key: 'evidence.taskTwice' }];
    throw new ApiError('DUPLICATE', { cause: error, details });
  }
}

async function changeTask(context: Context, id: string, given: Parameters<typeof saveTask>[1]): Promise<TaskRow> {
  const author = authorOf(context);
  const { version } = given;
  if (version === undefined) throw wrong('version', 'is missing');
  return await namesTold(() =>
    change(context.db, kind, author, {
      id,
      verb: 'update',
      // The revision counts each save, as the version does.
      shown: ({ revision: _revision, ...task }) => task,
      async work(transaction) {
        const own = { kind: 'staff', user: author.user } as const;
        const { reviewObjectId } = await requireTask(transaction, own, Number(id));
        await holdNames(transaction, reviewObjectId);
        const [task] = await lockSeenTasks(transaction, author.user, [id]);
        if (!task) throw new ApiError('NOT_FOUND');
        if (task.status === status.completed) throw new ApiError('TASK_COMPLETED');
        const { numUpdatedRows } = await transaction
          .updateTable('flow_bill_collect')
          .set({ ...columnsOf(given), ...touched(author.user) })
          .where('id', '=', Number(id))
          .where('version', '=', version)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await followTypes(transaction, context, own, Number(id));
        return numUpdatedRows === 1n;
      },
    }),
  );
}

/**
 * The tasks, all of them seen by the user, to be changed, and held.
 * @throws ApiError NOT_FOUND where one is not there for them, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED that name the first
 */
async function requireTasks(context: Context, db: Database, ids: readonly string[]): Promise<TaskRow[]> {
  const wanted = [...new Set(ids)];
  await holdProjects(db, { tasks: wanted.map(Number) });
  const tasks = await lockSeenTasks(db, signedIn(context), wanted);
  if (tasks.length < wanted.length) throw new ApiError('NOT_FOUND');
  for (const task of tasks) {
    const { lockedBy } = task;
    if (lockedBy !== null)
      throw taskError(lockedBy, task, lockedBy === 'FLOW_PROJECT_CLOSED' ? 'evidence.ofClosed' : 'evidence.ofDisabled');
  }
  return tasks;
}

/** Deletes tasks with their tickets and files (API-154). @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, TASK_COMPLETED that name the first */
export async function removeTasks(context: Context, ids: readonly string[]): Promise<{ count: number }> {
  return await context.db.transaction().execute(async (transaction) => {
    const tasks = await requireTasks(context, transaction, ids);
    const completed = tasks.find((task) => task.status === status.completed);
    if (completed) throw taskError('TASK_COMPLETED', completed, 'evidence.taskCompleted');
    const taskIds = tasks.map(({ id }) => Number(id));
    // What names files goes before them.
    await transaction.deleteFrom('flow_evidence_event').where('collect_id', 'in', taskIds).execute();
    await transaction.deleteFrom('flow_bill_ticket').where('collect_id', 'in', taskIds).execute();
    await dropFilesOfTasks(transaction, taskIds);
    await transaction.deleteFrom('flow_bill_collect').where('id', 'in', taskIds).execute();
    for (const before of tasks) {
      const entry = { action: 'flow_bill_collect_delete', targetType: 'flow_bill_collect', targetId: before.id, actor: signedIn(context) };
      await record(transaction, context, { ...entry, detail: { before } });
    }
    return { count: tasks.length };
  });
}

function taskError(
  code: 'TASK_COMPLETED' | 'TASK_STATUS' | 'CONFLICT' | 'FLOW_CLIENT_DISABLED' | 'FLOW_PROJECT_CLOSED',
  task: TaskRow,
  key: string,
): ApiError {
  const details = [{ field: '', message: `${task.taskName} (${task.status})`, key, values: { name: task.taskName } }];
  return new ApiError(code, { details });
}

interface ChangeOfStatus {
  ids: readonly string[];
  /** Of the tasks as they were seen, in the order of `ids`. */
  revisions?: readonly number[] | undefined;
  status: Exclude<Status, '0000'>;
  rejectLog?: string | undefined;
  /** Write to the dealers whose tickets are rejected. */
  mail?: boolean | undefined;
  /** Of the letters. */
  language?: Language | undefined;
}

/** From which statuses staff bring a task into another one (EVID-11). */
const from: Readonly<Record<Exclude<Status, '0000'>, readonly Status[]>> = {
  [status.collecting]: [status.notStarted, status.auditing, status.completed],
  [status.auditing]: [status.collecting],
  [status.completed]: [status.auditing],
};

/**
 * Changes the status of tasks, all or none (API-155). Rejecting takes a reason, which the dealer reads until the task is approved;
 * where `mail` asks for it they get a letter as well. A dealer brings other tickets at any moment: with `revisions` nothing is decided that was not seen.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, CONFLICT that names the first task that changed since it was seen, TASK_STATUS that names the first task that is not in a fitting status, PARAMETER_ERROR without a reason, or where `revisions` are not one for each of `ids`
 */
export async function changeStatus(
  context: WordedContext,
  { ids, revisions, status: wanted, rejectLog, mail = false, language }: ChangeOfStatus,
): Promise<{ count: number } & Partial<Mailed>> {
  const user = signedIn(context);
  const reason = textOrNull(rejectLog);
  if (revisions !== undefined && revisions.length !== ids.length) throw wrong('revisions', 'has to hold one for each of ids');
  return await context.db.transaction().execute(async (transaction) => {
    const tasks = await requireTasks(context, transaction, ids);
    const seen = new Map(ids.map((id, index) => [id, revisions?.[index]]));
    for (const task of tasks) {
      if (isBehind(seen.get(task.id), task.revision)) throw taskError('CONFLICT', task, 'evidence.taskChanged');
      const isReady = wanted !== status.auditing || task.ticketTypeCntReal >= task.ticketTypeCntPlan;
      if (!from[wanted].includes(task.status) || !isReady) throw taskError('TASK_STATUS', task, 'evidence.taskStatus');
    }
    const rejects = wanted === status.collecting && tasks.some((task) => task.status !== status.notStarted);
    if (rejects && reason === null) throw wrong('rejectLog', 'A rejection needs a reason', 'evidence.reasonMissing');
    for (const before of tasks) {
      const isRejected = rejects && before.status !== status.notStarted;
      await transaction
        .updateTable('flow_bill_collect')
        .set({
          status: wanted,
          ...(isRejected && { reject_log: reason, rejected_at: sql<Date>`now()` }),
          ...(wanted === status.completed && { reject_log: null, rejected_at: null }),
          ...touched(user),
        })
        .where('id', '=', Number(before.id))
        .execute();
      await keepDecision(transaction, { taskId: before.id, before: before.status, after: wanted, reason, by: signature(user) });
      const detail = { before: { status: before.status }, after: { status: wanted, ...(isRejected && { rejectLog: reason }) } };
      const entry = {
        action: 'flow_bill_collect_status',
        targetType: 'flow_bill_collect',
        targetId: before.id,
        targetName: before.taskName,
        actor: user,
        detail,
      };
      await record(transaction, context, entry);
    }
    const rejected = rejects ? tasks.filter((task) => task.status !== status.notStarted) : [];
    return { count: tasks.length, ...(mail && (await mailRejection(transaction, context, rejected, { reason: reason ?? '', language }))) };
  });
}
