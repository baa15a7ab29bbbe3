import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { isProjectSeenBy } from '../flow/rights.ts';

/** Names the review objects of a batch and a dealer. */
export const objectKey = (batch: string | undefined, dealer: string | undefined): string => JSON.stringify([batch, dealer]);

/** A review object with what its client and its project are called. */
export interface NamedObject {
  id: number;
  client: string;
  project: string;
}

/** The review objects of batches, by batch and dealer (`objectKey`): several where projects have the same. */
export async function objectsOf(context: WordedContext, db: Database, batches: readonly string[]): Promise<Map<string, NamedObject[]>> {
  if (batches.length === 0) return new Map();
  const found = await db
    .selectFrom('flow_review_object as object')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select(['object.id', 'object.review_batch_no as batch', 'object.dealer_code as dealer'])
    .select(['client.client_name as client', 'project.project_name as project'])
    .where(sql<boolean>`object.review_batch_no = any(${batches})`)
    .where(isProjectSeenBy(signedIn(context)))
    .where('client.status', '=', '0')
    .where('project.status', '<>', '2')
    .orderBy('object.id')
    .execute();
  const named = new Map<string, NamedObject[]>();
  for (const { batch, dealer, ...object } of found) {
    const key = objectKey(batch, dealer);
    named.set(key, [...(named.get(key) ?? []), object]);
  }
  return named;
}

/** What the client and the project of a review object are called. @throws ApiError NOT_FOUND */
export async function namesOf(db: Database, objectId: number): Promise<Omit<NamedObject, 'id'>> {
  return await db
    .selectFrom('flow_review_object as object')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select(['client.client_name as client', 'project.project_name as project'])
    .where('object.id', '=', objectId)
    .executeTakeFirstOrThrow(() => new ApiError('NOT_FOUND'));
}
