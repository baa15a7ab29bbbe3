import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { isSendable } from '../statements.ts';
import { addressProblems, keptAddress } from './addresses.ts';
import type { ItemValues } from './items.ts';
import { internalUser } from './people.ts';

/** Why a paper cannot be made: its values are wrong, or its person has one already. */
export interface ItemProblems {
  kind: 'wrong' | 'duplicate';
  details: ErrorDetail[];
}

/** What is wrong with a paper before it is made (API-91); nothing when it can be. */
export async function itemProblems(
  { services }: Pick<Context, 'services'>,
  db: Database,
  evaluationId: number,
  values: ItemValues,
  exceptId?: number,
): Promise<ItemProblems | undefined> {
  const { statement } = values;
  const details: ErrorDetail[] = [];
  const isInternal = values.sendType === 0;
  const name = values.outUserName?.trim() ?? '';
  if (isInternal && !values.sapUserId) details.push({ field: 'sapUserId', message: 'is missing' });
  else if (isInternal && !(await internalUser(db, values.sapUserId ?? ''))) details.push({ field: 'sapUserId', message: 'is no user' });
  if (!isInternal && name === '') details.push({ field: 'outUserName', message: 'is missing' });
  if (!isInternal) details.push(...addressProblems(services, 'outEmail', values.outEmail));
  if (typeof statement === 'string' && !isSendable(services, statement))
    details.push({ field: 'statement', message: `there is no statement "${statement}" to be sent` });
  if (details.length > 0) return { kind: 'wrong', details };
  let query = db
    .selectFrom('risk_paper')
    .select('id')
    .where('evaluation_id', '=', evaluationId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`statement is not distinct from ${statement ?? null}`);
  // Nobody has two mailboxes that differ in capitals only.
  query = isInternal
    ? query.where('send_type', '=', 0).where('user_code', '=', values.sapUserId ?? '')
    : query
        .where('send_type', '=', 1)
        .where('out_user_name', '=', name)
        .where(sql<boolean>`lower(coalesce(trim(out_email), '')) = lower(${keptAddress(values.outEmail) ?? ''})`);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  if (!(await query.limit(1).executeTakeFirst())) return undefined;
  const field = isInternal ? 'sapUserId' : 'outUserName';
  return { kind: 'duplicate', details: [{ field, message: 'has a paper of this evaluation already' }] };
}

/** @throws ApiError DUPLICATE, PARAMETER_ERROR */
export async function requireValid(...given: Parameters<typeof itemProblems>): Promise<void> {
  requireNone(await itemProblems(...given));
}

/** @throws ApiError DUPLICATE, PARAMETER_ERROR */
export function requireNone(problems: ItemProblems | undefined): void {
  if (problems) throw new ApiError(problems.kind === 'duplicate' ? 'DUPLICATE' : 'PARAMETER_ERROR', { details: problems.details });
}
