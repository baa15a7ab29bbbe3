import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { holdsAll } from '../identity/rights.ts';
import './tables.ts';

/** Who holds it sees every client, makes them and says who works for them. */
export const managing = 'flow:client:manage';

export interface FlowClient {
  id: number;
  clientCode: string;
  clientName: string;
  /** 0 enabled, 1 disabled: everything stays to be read, nothing is changed. */
  status: '0' | '1';
}
export interface FlowProject {
  id: number;
  clientId: number;
  clientCode: string;
  projectName: string;
  /** 0 planned, 1 under way, 2 closed. */
  status: '0' | '1' | '2';
  clientStatus: '0' | '1';
}
export interface FlowReviewObject {
  id: number;
  projectId: number;
  projectStatus: '0' | '1' | '2';
  clientId: number;
  clientCode: string;
  clientStatus: '0' | '1';
  reviewBatchNo: string;
  dealerCode: string;
  dealerName: string;
  /** 0 not started, 1 under review, 2 reviewed. */
  status: '0' | '1' | '2';
  executorId: number | null;
}

/** Whether a row of `flow_client` is the user's to see: they work for it, or manage clients. Whoever acts for somebody sees what that person sees. */
export function isSeenBy(user: Principal, client = 'flow_client') {
  if (holdsAll(user, [managing])) return sql<boolean>`true`;
  return sql<boolean>`exists (select 1 from flow_client_member seen where seen.client_id = ${sql.ref(`${client}.id`)} and seen.user_id = ${Number(user.id)})`;
}

/**
 * Whether what belongs to a project is the user's to see, in a query that joins `client` and `project`: the client is, and for who acts for somebody without
 * their historical data, the project was not closed before the first day (DELEG-02). What is under way is theirs to go on with, however long ago it began.
 */
export function isProjectSeenBy(user: Principal) {
  const since = user.agent?.since ?? null;
  if (since === null) return isSeenBy(user, 'client');
  return sql<boolean>`(${isSeenBy(user, 'client')} and not (project.status = '2' and coalesce(project.updated_at, project.created_at) < ${since}))`;
}

function clientsOf(db: Database, user: Principal, clientCode: string) {
  return db
    .selectFrom('flow_client')
    .select(['id', 'client_code as clientCode', 'client_name as clientName', 'status'])
    .where('client_code', '=', clientCode)
    .where(isSeenBy(user));
}

/**
 * A client the user works for, or any for who manages clients (FLOW-01).
 * @throws ApiError NOT_FOUND also where there is one: who does not work for it learns nothing of it
 */
export async function requireClient(db: Database, user: Principal, clientCode: string): Promise<FlowClient> {
  const client = await clientsOf(db, user, clientCode).executeTakeFirst();
  if (!client) throw new ApiError('NOT_FOUND');
  return client;
}

/**
 * `requireClient`, held until the transaction ends so that something of it can be changed: beside others (`share`), or by one after the other (`update`).
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED
 */
export async function holdClient(
  db: Database,
  user: Principal,
  clientCode: string,
  mode: 'update' | 'share' = 'share',
): Promise<FlowClient> {
  const query = clientsOf(db, user, clientCode);
  const client = await (mode === 'update' ? query.forUpdate() : query.forShare()).executeTakeFirst();
  if (!client) throw new ApiError('NOT_FOUND');
  requireEnabled(client.status);
  return client;
}

/** Of a call that makes or changes something, which are two permissions. Ask it of what the user sees. @throws ApiError FORBIDDEN */
export function requirePermission(user: Principal, permission: 'flow:project:add' | 'flow:project:edit'): void {
  if (!holdsAll(user, [permission])) throw new ApiError('FORBIDDEN');
}

/** @throws ApiError FLOW_CLIENT_DISABLED */
function requireEnabled(clientStatus: string): void {
  if (clientStatus !== '0') throw new ApiError('FLOW_CLIENT_DISABLED');
}

function projectsOf(db: Database, user: Principal, ids: readonly number[]) {
  return db
    .selectFrom('flow_project as project')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select([
      'project.id',
      'project.client_id as clientId',
      'client.client_code as clientCode',
      'project.project_name as projectName',
      'project.status',
      'client.status as clientStatus',
    ])
    .where('project.id', 'in', ids)
    .where(isProjectSeenBy(user))
    .orderBy('project.id');
}

/** A project of a client the user sees (FLOW-03). @throws ApiError NOT_FOUND */
export async function requireProject(db: Database, user: Principal, id: string): Promise<FlowProject> {
  const project = await projectsOf(db, user, [Number(id)]).executeTakeFirst();
  if (!project) throw new ApiError('NOT_FOUND');
  return project;
}

/**
 * Projects with their clients, held until the transaction ends: against changes of themselves (`update`), or so that their review objects can be changed
 * (`share`). All of them or none. @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED
 */
export async function holdProjects(
  db: Database,
  user: Principal,
  ids: readonly string[],
  mode: 'update' | 'share',
): Promise<FlowProject[]> {
  const wanted = [...new Set(ids.map(Number))];
  const query = projectsOf(db, user, wanted);
  // Clients stay as they are meanwhile, too.
  const projects = await (mode === 'update' ? query.forUpdate('project').forShare('client') : query.forShare()).execute();
  if (projects.length < wanted.length) throw new ApiError('NOT_FOUND');
  for (const { clientStatus } of projects) requireEnabled(clientStatus);
  return projects;
}

/** A project whose review objects can be changed, held until the transaction ends. @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function holdOpenProject(db: Database, user: Principal, id: string, mode: 'update' | 'share' = 'share'): Promise<FlowProject> {
  const [project] = await holdProjects(db, user, [id], mode);
  if (!project) throw new ApiError('NOT_FOUND');
  if (project.status === '2') throw new ApiError('FLOW_PROJECT_CLOSED');
  return project;
}

/** A review object of a client the user sees (FLOW-04). @throws ApiError NOT_FOUND */
export async function requireReviewObject(db: Database, user: Principal, id: string): Promise<FlowReviewObject> {
  const row = await db
    .selectFrom('flow_review_object as object')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select([
      'object.id',
      'object.project_id as projectId',
      'project.status as projectStatus',
      'client.id as clientId',
      'client.client_code as clientCode',
      'client.status as clientStatus',
      'object.review_batch_no as reviewBatchNo',
      'object.dealer_code as dealerCode',
      'object.dealer_name as dealerName',
      'object.status',
      'object.executor_id as executorId',
    ])
    .where('object.id', '=', Number(id))
    .where(isProjectSeenBy(user))
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

/**
 * `requireReviewObject` with its project, so that something can be added to it until the transaction ends.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function holdReviewObject(
  db: Database,
  user: Principal,
  id: string,
): Promise<{ object: FlowReviewObject; project: FlowProject }> {
  const { projectId } = await requireReviewObject(db, user, id);
  const project = await holdOpenProject(db, user, String(projectId));
  // Who deletes it holds the project: it may be gone since this waited.
  return { object: await requireReviewObject(db, user, id), project };
}
