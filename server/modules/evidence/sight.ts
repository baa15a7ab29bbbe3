import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { isSeenBy } from '../flow/rights.ts';

/** Whoever brings evidence for dealers, and may have the links dealers bring it by. */
export const writes = 'flow:evidence:add';

/** What keeps evidence as it is: a disabled client, or a closed project. The code of the refusal. */
export type Lock = 'FLOW_CLIENT_DISABLED' | 'FLOW_PROJECT_CLOSED';

/** What keeps evidence as it is, in a query that joins `project` and `client`; null: nothing does. */
export const lockedBy = sql<Lock | null>`case when client.status <> '0' then 'FLOW_CLIENT_DISABLED' when project.status = '2' then 'FLOW_PROJECT_CLOSED' end`;

/** @throws ApiError FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export function requireUnlocked({ lockedBy: lock }: { lockedBy: Lock | null }): void {
  if (lock !== null) throw new ApiError(lock);
}

/**
 * Holds the projects of review objects, or of tasks, with their clients as they are until the transaction ends. Before anything else of them is held: who closes
 * or deletes a project holds it first, too. What keeps their evidence as it is, of each.
 */
export async function holdProjects(
  db: Database,
  of: { reviewObjects: readonly number[] } | { tasks: readonly number[] },
): Promise<{ lockedBy: Lock | null }[]> {
  const tasks = db.selectFrom('flow_bill_collect').select('review_object_id');
  const objects =
    'tasks' in of ? tasks.where(sql<boolean>`id = any(${of.tasks})`) : sql<number>`(select unnest(${of.reviewObjects}::bigint[]))`;
  return await db
    .selectFrom('flow_project as project')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select(lockedBy.as('lockedBy'))
    .where('project.id', 'in', (query) => query.selectFrom('flow_review_object').select('project_id').where('id', 'in', objects))
    .orderBy('project.id')
    .forShare()
    .execute();
}

/** The same, where something of them is changed. @throws ApiError FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function holdOpenProjects(db: Database, of: Parameters<typeof holdProjects>[1]): Promise<void> {
  for (const project of await holdProjects(db, of)) requireUnlocked(project);
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
