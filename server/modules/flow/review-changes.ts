import type { Context } from '../../context.ts';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, inUse, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { type Author, authorOf, change, changeWithin, isBehind, type Kind, signature, touched } from '../changes.ts';
import { matchShipment } from '../flow-process/matching.ts';
import { isFirst } from '../once.ts';
import { activeMembers } from './people.ts';
import { findObjects, type ReviewObjectAnswer } from './review-objects.ts';
import { type FlowProject, type FlowReviewObject, holdOpenProject, requirePermission, requireReviewObject } from './rights.ts';
import { leaveBatch, refuseWhereUsed } from './uses.ts';

/** Dealers for a batch, or a change of one review object. */
export type GivenObjects =
  | {
      projectId: string;
      reviewBatchNo: string;
      dealerCodes: readonly string[];
      executorId?: string | null | undefined;
      remark?: string | null | undefined;
      key?: string | undefined;
    }
  | {
      projectId: string;
      reviewBatchNo: string;
      dealerCode: string;
      executorId?: string | null | undefined;
      remark?: string | null | undefined;
      key?: string | undefined;
    }
  | ({
      id: string;
      version?: number | undefined;
      status?: '0' | '1' | '2' | undefined;
      executorId?: string | null | undefined;
      remark?: string | null | undefined;
    } & Partial<Record<(typeof lasting)[number], string | undefined>>);
/** What of a review object stays what it was made with. */
const lasting = ['projectId', 'reviewBatchNo', 'dealerCode'] as const;
/** A row of `flow_review_object` to be written. */
export interface NewObject {
  dealerCode: string;
  dealerName: string;
  reviewBatchNo: string;
  executorId: number | null;
  remark: string | null;
}

const kind: Kind<ReviewObjectAnswer> = {
  name: 'flow_review_object',
  find: async (db, id) => (await findObjects(db, [Number(id)]))[0],
  unique: { flow_review_object_dealer: 'dealerCodes' },
};
/** Rows of one statement. */
const atOnce = 1_000;

/**
 * Puts dealers into a batch, or changes a review object (API-119). Resolves with the rows as they are now. Of a key, see once, dealers are put there once.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the review object as it is, DUPLICATE, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR
 */
export async function saveObjects(context: Context, given: GivenObjects): Promise<ReviewObjectAnswer[]> {
  const author = authorOf(context);
  if ('id' in given) return [await changeObject(context.db, given, author)];
  return await addObjects(context, 'dealerCode' in given ? { ...given, dealerCodes: [given.dealerCode] } : given, author);
}

async function addObjects(
  context: Context,
  given: Extract<GivenObjects, { dealerCodes: readonly string[] }>,
  author: Author,
): Promise<ReviewObjectAnswer[]> {
  const { projectId, reviewBatchNo, dealerCodes, executorId, remark, key } = given;
  return await context.db.transaction().execute(async (transaction) => {
    const project = await holdOpenProject(transaction, author.user, projectId, 'update');
    requirePermission(author.user, 'flow:project:add');
    if (key !== undefined && !(await isFirst(transaction, context, 'flow-review.save', { ...given })))
      return await madeBefore(transaction, { projectId: project.id, reviewBatchNo, dealerCodes });
    const executor = await executorOf(transaction, project.clientId, executorId);
    const dealers = await transaction
      .selectFrom('flow_dealer')
      .select(['dealer_code as dealerCode', 'dealer_name as dealerName'])
      .where('client_id', '=', project.clientId)
      .where('dealer_code', 'in', dealerCodes)
      .orderBy('dealer_code')
      .forShare()
      .execute();
    if (dealers.length < dealerCodes.length)
      throw wrong('dealerCodes', 'Somebody of them is no dealer of the client any more', 'flow.noSuchDealer');
    const rows = dealers.map((dealer) => ({ ...dealer, reviewBatchNo, executorId: executor, remark: textOrNull(remark) }));
    const ids = await insertObjects(transaction, project.id, rows, author.user);
    if (ids.length < rows.length) throw await alreadyThere(transaction, { projectId: project.id, reviewBatchNo, dealerCodes, added: ids });
    await matchShipment(transaction, project.id, reviewBatchNo);
    const added = await findObjects(transaction, ids);
    await noteObjects(transaction, project, author, { verb: 'create', detail: { reviewBatchNo, after: added } });
    return added;
  });
}

interface InBatch {
  projectId: number;
  reviewBatchNo: string;
  dealerCodes: readonly string[];
}

/** Review objects of these dealers in a batch. */
function inBatch(db: Database, { projectId, reviewBatchNo, dealerCodes }: InBatch) {
  return db
    .selectFrom('flow_review_object')
    .select(['id', 'dealer_name'])
    .where('project_id', '=', projectId)
    .where('review_batch_no', '=', reviewBatchNo)
    .where('dealer_code', 'in', dealerCodes)
    .orderBy('dealer_code');
}

/** What an earlier request of the same key made, as it is now: some of it may be gone. @throws ApiError NOT_FOUND where all of it is */
async function madeBefore(db: Database, which: InBatch): Promise<ReviewObjectAnswer[]> {
  const rows = await inBatch(db, which).execute();
  if (rows.length === 0) throw new ApiError('NOT_FOUND');
  return await findObjects(
    db,
    rows.map(({ id }) => id),
  );
}

/** Of two who add a dealer at once the index lets one through; the other one hears what is there. */
async function alreadyThere(db: Database, { added, ...which }: InBatch & { added: readonly number[] }): Promise<ApiError> {
  const rows = await inBatch(db, which).execute();
  const names = rows.filter(({ id }) => !added.includes(id)).map((row) => row.dealer_name);
  const values = { names: names.join(', ') };
  const detail = { field: 'dealerCodes', message: `In this batch already: ${values.names}`, key: 'flow.inBatchAlready', values };
  return new ApiError('DUPLICATE', { details: [detail] });
}

/** Writes rows that are not there yet. Resolves with the ids of those that were written: fewer where somebody else wrote one at the same time. */
export async function insertObjects(db: Database, projectId: number, rows: readonly NewObject[], user: Principal): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += atOnce) {
    const written = await db
      .insertInto('flow_review_object')
      .values(
        rows.slice(at, at + atOnce).map((row) => ({
          project_id: projectId,
          review_batch_no: row.reviewBatchNo,
          dealer_code: row.dealerCode,
          dealer_name: row.dealerName,
          executor_id: row.executorId,
          remark: row.remark,
          updated_by: signature(user),
        })),
      )
      .onConflict((conflict) => conflict.constraint('flow_review_object_dealer').doNothing())
      .returning('id')
      .execute();
    ids.push(...written.map((row) => row.id));
  }
  return ids;
}

/** One row of the audit log for many review objects of a project. */
export async function noteObjects(
  db: Database,
  project: FlowProject,
  { user, origin }: Author,
  { verb, detail }: { verb: string; detail: Record<string, unknown> },
): Promise<void> {
  const action = `flow_review_object_${verb}`;
  await record(db, origin, { action, targetType: 'flow_project', targetId: String(project.id), actor: user, detail });
}

/** The id of who is given the review objects; they work for the client. @throws ApiError PARAMETER_ERROR */
async function executorOf(db: Database, clientId: number, executorId: string | null | undefined): Promise<number | null> {
  if (executorId === null || executorId === undefined) return null;
  const members = await activeMembers(db, clientId);
  if (!members.some(({ userId }) => Number(userId) === Number(executorId)))
    throw wrong('executorId', 'does not work for the client, or is not active any more', 'flow.noSuchExecutor');
  return Number(executorId);
}

async function changeObject(
  db: Database,
  { id, version, status, executorId, remark, ...given }: Extract<GivenObjects, { id: string }>,
  author: Author,
): Promise<ReviewObjectAnswer> {
  return await change(db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      const seen = await requireReviewObject(transaction, author.user, id);
      requirePermission(author.user, 'flow:project:edit');
      for (const name of lasting) {
        if (given[name] !== undefined && given[name] !== String(seen[name]))
          throw wrong(name, 'stays what it was made with', 'flow.objectStays');
      }
      await holdOpenProject(transaction, author.user, String(seen.projectId));
      const row = await transaction
        .selectFrom('flow_review_object')
        .select(['version', 'executor_id'])
        .where('id', '=', seen.id)
        .forUpdate()
        .executeTakeFirst();
      if (!row || isBehind(version, row.version)) return false;
      // Who was given it before may have left the client since.
      const isOther = executorId !== undefined && Number(executorId ?? 0) !== (row.executor_id ?? 0);
      const executor = isOther ? await executorOf(transaction, seen.clientId, executorId) : undefined;
      await transaction
        .updateTable('flow_review_object')
        .set({
          ...(status !== undefined && { status }),
          ...(executor !== undefined && { executor_id: executor }),
          ...(remark !== undefined && { remark: textOrNull(remark) }),
          ...touched(author.user),
        })
        .where('id', '=', seen.id)
        .execute();
      return true;
    },
  });
}

/** What work on its data begins is under review from then on, in the transaction of that work. */
export async function beginReview(db: Database, { id, status }: FlowReviewObject, author: Author): Promise<void> {
  if (status !== '0') return;
  await changeWithin(db, kind, author, {
    id: String(id),
    verb: 'update',
    async work(transaction) {
      const begun = transaction
        .updateTable('flow_review_object')
        .set({ status: '1', ...touched(author.user) })
        .where('id', '=', id);
      await begun.where('status', '=', '0').execute();
      return true;
    },
  });
}

/**
 * Deletes review objects, all of them or none (API-120).
 * @throws ApiError NOT_FOUND, IN_USE for one that was begun or on which evidence or data hangs, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function removeObjects(context: Context, ids: readonly string[]): Promise<number> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const objects: FlowReviewObject[] = [];
    for (const id of ids) objects.push(await requireReviewObject(transaction, author.user, id));
    const projects = [...new Set(objects.map(({ projectId }) => projectId))].toSorted((one, other) => one - other);
    for (const project of projects) await holdOpenProject(transaction, author.user, String(project), 'update');
    for (const { id } of objects)
      await changeWithin(transaction, kind, author, { id: String(id), verb: 'delete', work: () => removeObject(transaction, id) });
    const batches = new Map(objects.map((object) => [JSON.stringify([object.projectId, object.reviewBatchNo]), object]));
    for (const { projectId, reviewBatchNo } of batches.values()) await matchShipment(transaction, projectId, reviewBatchNo);
    return ids.length;
  });
}

async function removeObject(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('flow_review_object')
    .select(['dealer_name', 'status', 'project_id', 'review_batch_no'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  const name = row.dealer_name;
  if (row.status !== '0') throw inUse('flow.reviewBegun', `The review of ${name} was begun`, { name });
  await refuseWhereUsed(name, () => db.deleteFrom('flow_review_object').where('id', '=', id).execute());
  await leaveBatch(db, row.project_id, row.review_batch_no, name);
  return true;
}
