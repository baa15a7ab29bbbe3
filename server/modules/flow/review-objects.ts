import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { inOrderOf, onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';
import { type Account, account, type FlowPerson, toPerson } from './people.ts';
import { isProjectSeenBy } from './rights.ts';

/** A dealer a project reviews, as the API shows it (FLOW-02). */
export interface ReviewObjectAnswer {
  id: string;
  projectId: string;
  projectName: string;
  projectStatus: '0' | '1' | '2';
  clientCode: string;
  clientName: string;
  reviewBatchNo: string;
  dealerCode: string;
  dealerName: string;
  status: '0' | '1' | '2';
  executorId: string | null;
  executor: FlowPerson | null;
  remark: string | null;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}
export interface ReviewObjectFilter {
  reviewBatchNo: string;
  keyword: string;
  status: string;
}

function selectObjects(db: Database) {
  return db
    .selectFrom('flow_review_object as object')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .leftJoin('app_user as executor', 'executor.id', 'object.executor_id')
    .select([
      'object.id',
      'object.project_id',
      'project.project_name',
      'project.status as project_status',
      'client.client_code',
      'client.client_name',
      'object.review_batch_no',
      'object.dealer_code',
      'object.dealer_name',
      'object.status',
      account('executor').as('executor'),
      'object.remark',
      'object.version',
      'object.created_at',
      'object.updated_at',
      'object.updated_by',
    ]);
}

interface Selected {
  id: number;
  project_id: number;
  project_name: string;
  project_status: '0' | '1' | '2';
  client_code: string;
  client_name: string;
  review_batch_no: string;
  dealer_code: string;
  dealer_name: string;
  status: '0' | '1' | '2';
  executor: Account | null;
  remark: string | null;
  version: number;
  created_at: Date;
  updated_at: Date | null;
  updated_by: string | null;
}

function toObject(row: Selected): ReviewObjectAnswer {
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    projectName: row.project_name,
    projectStatus: row.project_status,
    clientCode: row.client_code,
    clientName: row.client_name,
    reviewBatchNo: row.review_batch_no,
    dealerCode: row.dealer_code,
    dealerName: row.dealer_name,
    status: row.status,
    executorId: row.executor?.userId ?? null,
    executor: row.executor && toPerson(row.executor),
    remark: row.remark,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** Review objects by their ids, in the order of these; with a user only those they see. */
export async function findObjects(db: Database, ids: readonly number[], user?: Principal): Promise<ReviewObjectAnswer[]> {
  if (ids.length === 0) return [];
  const rows = await selectObjects(db)
    .where('object.id', 'in', ids)
    .$if(user !== undefined, (query) => query.where(isProjectSeenBy(user as Principal)))
    .execute();
  return inOrderOf(ids, rows).map(toObject);
}

function fitting(projectId: number, { reviewBatchNo, keyword, status }: ReviewObjectFilter) {
  const pattern = containing(keyword);
  return sql<boolean>`object.project_id = ${projectId} and (${reviewBatchNo} = '' or object.review_batch_no = ${reviewBatchNo})
    and (${status} = '' or object.status = ${status})
    and (${keyword} = '' or object.dealer_code ilike ${pattern} or object.dealer_name ilike ${pattern} or object.remark ilike ${pattern}
      or executor.name ilike ${pattern} or executor.name_en ilike ${pattern} or executor.username ilike ${pattern})`;
}

/** A page of the review objects of a project: the newest batch first, dealers by code (API-118). The caller made sure that the user sees it. */
export async function pageOfObjects(
  db: Database,
  projectId: number,
  { pageNo, pageSize, ...filter }: ReviewObjectFilter & { pageNo: number; pageSize: number },
): Promise<{ content: ReviewObjectAnswer[]; total: number; current: number; size: number }> {
  const fits = db
    .selectFrom('flow_review_object as object')
    .leftJoin('app_user as executor', 'executor.id', 'object.executor_id')
    .where(fitting(projectId, filter));
  const { total } = await fits.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  // Only the rows of the page are put together, not those of the ones before it.
  const ids = fits
    .select('object.id')
    .orderBy('object.review_batch_no', 'desc')
    .orderBy('object.dealer_code')
    .orderBy('object.id')
    .$call(onPage(pageNo, pageSize));
  const rows = await inOrder(selectObjects(db).where('object.id', 'in', ids)).execute();
  return { content: rows.map(toObject), total, current: pageNo, size: pageSize };
}

/** All of them that fit, at most `most`, for the export (API-121). */
export async function allObjects(db: Database, projectId: number, filter: ReviewObjectFilter, most: number): Promise<ReviewObjectAnswer[]> {
  return (
    await inOrder(selectObjects(db).where(fitting(projectId, filter)))
      .limit(most)
      .execute()
  ).map(toObject);
}

function inOrder(query: ReturnType<typeof selectObjects>) {
  return query.orderBy('object.review_batch_no', 'desc').orderBy('object.dealer_code').orderBy('object.id');
}

export interface BatchAnswer {
  reviewBatchNo: string;
  objects: number;
  notStarted: number;
  underReview: number;
  reviewed: number;
}
const mostBatches = 1_000;

/** The batches of a project, the highest number first (API-123). */
export async function batchesOf(db: Database, projectId: number): Promise<BatchAnswer[]> {
  const counted = (status: string) => sql<number>`count(*) filter (where status = ${status})`;
  return await db
    .selectFrom('flow_review_object')
    .select([
      'review_batch_no as reviewBatchNo',
      sql<number>`count(*)`.as('objects'),
      counted('0').as('notStarted'),
      counted('1').as('underReview'),
      counted('2').as('reviewed'),
    ])
    .where('project_id', '=', projectId)
    .groupBy('review_batch_no')
    .orderBy('review_batch_no', 'desc')
    .limit(mostBatches)
    .execute();
}
