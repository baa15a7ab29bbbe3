import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type FlowReviewObject, isSeenBy, requireReviewObject } from '../flow/rights.ts';

/**
 * A review object the user sees and for which links and tasks can be made.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function requireOpenObject(db: Database, user: Principal, id: string): Promise<FlowReviewObject> {
  const object = await requireReviewObject(db, user, id);
  requireOpen(object);
  return object;
}

/** Whether the evidence of a project changes: a closed one, and those of a disabled client, are read only. */
export interface Standing {
  /** 0 planned, 1 under way, 2 closed. */
  projectStatus: '0' | '1' | '2';
  /** 0 enabled, 1 disabled. */
  clientStatus: '0' | '1';
}

/** @throws ApiError FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export function requireOpen(standing: Standing): void {
  const code = closedBy(standing);
  if (code !== undefined) throw new ApiError(code);
}

/** The code of what keeps evidence as it is; undefined: nothing. */
export function closedBy({ clientStatus, projectStatus }: Standing): 'FLOW_CLIENT_DISABLED' | 'FLOW_PROJECT_CLOSED' | undefined {
  if (clientStatus !== '0') return 'FLOW_CLIENT_DISABLED';
  return projectStatus === '2' ? 'FLOW_PROJECT_CLOSED' : undefined;
}

/**
 * The projects of review objects, or of tasks, with their clients, held as they are until the transaction ends. Before anything else of them is: who closes or deletes
 * a project holds it first, too.
 */
export async function holdProjectsOf(
  db: Database,
  of: { reviewObjects: readonly number[] } | { tasks: readonly number[] },
): Promise<Standing[]> {
  const objects =
    'tasks' in of
      ? db.selectFrom('flow_bill_collect').select('review_object_id').where('id', 'in', of.tasks)
      : db.selectFrom('flow_review_object').select('id').where('id', 'in', of.reviewObjects);
  return await db
    .selectFrom('flow_project as project')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select(['project.status as projectStatus', 'client.status as clientStatus'])
    .where('project.id', 'in', (query) => query.selectFrom('flow_review_object').select('project_id').where('id', 'in', objects))
    .orderBy('project.id')
    .forShare()
    .execute();
}

/** The clients whose evidence the user sees, by name. */
export async function clientsOf(db: Database, user: Principal): Promise<{ clientCode: string; clientName: string }[]> {
  return await db
    .selectFrom('flow_client')
    .select(['client_code as clientCode', 'client_name as clientName'])
    .where(isSeenBy(user))
    .orderBy('client_name')
    .orderBy('id')
    .limit(1_000)
    .execute();
}
