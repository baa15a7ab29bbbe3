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
  if (object.clientStatus !== '0') throw new ApiError('FLOW_CLIENT_DISABLED');
  if (object.projectStatus === '2') throw new ApiError('FLOW_PROJECT_CLOSED');
  return object;
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
