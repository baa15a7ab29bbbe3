import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import type { Kind } from '../changes.ts';
import { type FlowProject, holdOpenProject, requireProject } from '../flow/rights.ts';
import { containing } from '../search.ts';
import { type FileType, fileTypes, type Mapping, type ProcessStatus } from './kinds.ts';
import './tables.ts';

/**
 * Another state of the data of a process. Numbers are those of all processes: one that is deleted and made again has none of those of before, by which a
 * comparison knows what it compared.
 */
export const nextDataNo = sql<number>`nextval('flow_data_number')`;

/** A data process as the API shows it (FLOW-02). */
export interface ProcessAnswer {
  id: string;
  /** Null, as its dealer, for what the client shipped to all dealers of a batch. */
  reviewObjectId: string | null;
  projectId: string;
  projectName: string;
  clientCode: string;
  clientName: string;
  changeable: boolean;
  reviewBatchNo: string;
  dealerCode: string | null;
  dealerName: string | null;
  fileType: FileType;
  status: ProcessStatus;
  fileName: string | null;
  fileBid: string | null;
  sheet: string | null;
  headingRow: number | null;
  mapping: Mapping | null;
  rows: number;
  rejected: number;
  unmatched: number;
  elsewhere: number;
  dataNo: number;
  uploadTime: string | null;
  uploadBy: string | null;
  remark: string | null;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

export const kind: Kind<ProcessAnswer> = { name: 'flow_data_process', find: (db, id) => findProcess(db, id), unique: {} };

/** Number of the batch of `process` and `object`. */
export const batchNo = sql<string>`coalesce(object.review_batch_no, process.review_batch_no)`;

/** Processes as `process`, with the `project` and `client` they are of, and the `object` of those of one dealer. */
export function joinedProcesses(db: Database) {
  return db
    .selectFrom('flow_data_process as process')
    .leftJoin('flow_review_object as object', 'object.id', 'process.review_object_id')
    .innerJoin('flow_project as project', (join) => join.on(sql<boolean>`project.id = coalesce(object.project_id, process.project_id)`))
    .innerJoin('flow_client as client', 'client.id', 'project.client_id');
}

export function selectProcesses(db: Database) {
  return joinedProcesses(db)
    .selectAll('process')
    .select([
      'project.id as projectId',
      batchNo.as('batchNo'),
      'object.dealer_code',
      'object.dealer_name',
      'project.project_name',
      'client.client_code',
      'client.client_name',
      sql<boolean>`project.status <> '2' and client.status = '0'`.as('changeable'),
    ]);
}
type Selected = Awaited<ReturnType<ReturnType<typeof selectProcesses>['executeTakeFirstOrThrow']>>;

export function toProcess(row: Selected): ProcessAnswer {
  return {
    id: String(row.id),
    reviewObjectId: row.review_object_id === null ? null : String(row.review_object_id),
    projectId: String(row.projectId),
    projectName: row.project_name,
    clientCode: row.client_code,
    clientName: row.client_name,
    changeable: row.changeable,
    reviewBatchNo: row.batchNo,
    dealerCode: row.dealer_code,
    dealerName: row.dealer_name,
    fileType: row.file_type,
    status: row.status,
    fileName: row.file_name,
    fileBid: row.file_bid,
    sheet: row.sheet,
    headingRow: row.heading_row,
    mapping: row.mapping,
    rows: row.rows,
    rejected: row.rejected,
    unmatched: row.unmatched,
    elsewhere: row.elsewhere,
    dataNo: row.data_no,
    uploadTime: row.uploaded_at?.toISOString() ?? null,
    uploadBy: row.uploaded_by,
    remark: row.remark,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

export async function findProcess(db: Database, id: string): Promise<ProcessAnswer | undefined> {
  const row = await selectProcesses(db).where('process.id', '=', Number(id)).executeTakeFirst();
  return row && toProcess(row);
}

/** What is worked with: the process, with the project it belongs to. */
export interface HeldProcess {
  process: ProcessAnswer;
  project: FlowProject;
}

/** A process of a client the user sees (FLOW-05). @throws ApiError NOT_FOUND */
export async function requireProcess(db: Database, user: Principal, id: string): Promise<HeldProcess> {
  const process = await findProcess(db, id);
  if (!process) throw new ApiError('NOT_FOUND');
  return { process, project: await requireProject(db, user, process.projectId) };
}

/** `requireProcess`, held until the transaction ends so that it can be changed. @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function holdProcess(db: Database, user: Principal, id: string): Promise<HeldProcess> {
  const { process } = await requireProcess(db, user, id);
  await holdOpenProject(db, user, process.projectId);
  await db.selectFrom('flow_data_process').select('id').where('id', '=', Number(id)).forUpdate().execute();
  // What somebody else changed while this waited.
  return await requireProcess(db, user, id);
}

export interface ProcessFilter {
  projectId: number;
  reviewBatchNo: string;
  keyword?: string;
  fileType?: string;
  status?: string;
}

function fitting({ projectId, reviewBatchNo, keyword = '', fileType = '', status = '' }: ProcessFilter) {
  const pattern = containing(keyword);
  return sql<boolean>`project.id = ${projectId} and ${batchNo} = ${reviewBatchNo}
    and (${fileType} = '' or process.file_type = ${fileType}) and (${status} = '' or process.status = ${status})
    and (${keyword} = '' or object.dealer_code ilike ${pattern} or object.dealer_name ilike ${pattern}
      or process.file_name ilike ${pattern} or process.remark ilike ${pattern})`;
}

/** What is of the whole batch stands first. */
export const byDealer = sql`object.dealer_code nulls first`;
export const byType = sql`array_position(array[${sql.join(fileTypes)}], process.file_type)`;

/** A page of the processes of a batch, by dealer and kind of file. The caller made sure that the user sees the project. */
export async function pageOfProcesses(
  db: Database,
  { pageNo, pageSize, ...filter }: ProcessFilter & { pageNo: number; pageSize: number },
): Promise<{ content: ProcessAnswer[]; total: number; current: number; size: number }> {
  const fits = fitting(filter);
  const { total } = await joinedProcesses(db)
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectProcesses(db)
    .where(fits)
    .orderBy(byDealer)
    .orderBy(byType)
    .orderBy('process.id')
    .$call(onPage(pageNo, pageSize))
    .execute();
  return { content: rows.map(toProcess), total, current: pageNo, size: pageSize };
}

/** How many processes there are, and how many of them have which status. */
export const statusCounts = [
  sql<number>`count(*)::int`.as('total'),
  having('0').as('waiting'),
  having('1').as('unmapped'),
  having('2').as('unmatched'),
  having('3').as('matched'),
  having('4').as('compared'),
] as const;

function having(status: ProcessStatus) {
  return sql<number>`count(*) filter (where process.status = ${status})::int`;
}

/** Of a large batch all are counted, and these are named. */
const mostShown = 20_000;

/** How far the processes of a batch are (API-129). */
export async function statusOf(db: Database, filter: ProcessFilter) {
  const fits = fitting(filter);
  const counts = await joinedProcesses(db).where(fits).select(statusCounts).executeTakeFirstOrThrow();
  const rows = await joinedProcesses(db)
    .select(['process.id', 'process.review_object_id', 'process.file_type', 'process.status'])
    .where(fits)
    .orderBy(byDealer)
    .orderBy(byType)
    .orderBy('process.id')
    .limit(mostShown)
    .execute();
  return {
    ...counts,
    processes: rows.map((row) => ({
      id: String(row.id),
      reviewObjectId: row.review_object_id === null ? null : String(row.review_object_id),
      fileType: row.file_type,
      status: row.status,
    })),
  };
}
