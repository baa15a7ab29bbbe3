import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { isSendable } from '../statements.ts';
import { addressProblems, mailboxOf } from './addresses.ts';
import type { ItemAnswer, ItemValues } from './items.ts';
import { internalUser } from './people.ts';

/** Why a paper cannot be made: its values are wrong, or its person has one already. */
export interface ItemProblems {
  kind: 'wrong' | 'duplicate';
  details: ErrorDetail[];
}

/** The paper that is changed. */
type Before = Pick<ItemAnswer, 'id' | 'sendType' | 'sapUserId'>;

/** What is wrong with a paper before it is made (API-91); nothing when it can be. */
export async function itemProblems(
  { services }: Pick<Context, 'services'>,
  db: Database,
  evaluationId: number,
  values: ItemValues,
  before?: Before,
): Promise<ItemProblems | undefined> {
  const { statement } = values;
  const exceptId = before && Number(before.id);
  const details: ErrorDetail[] = [];
  const isInternal = values.sendType === 0;
  const name = values.outUserName?.trim() ?? '';
  // Whose paper it is already may be gone: what else there is of it is changed all the same.
  const isKept = isInternal && before?.sendType === 0 && (values.sapUserId ?? null) === before.sapUserId;
  if (isInternal && !isKept && !values.sapUserId) details.push({ field: 'sapUserId', message: 'is missing' });
  else if (isInternal && !isKept && !(await internalUser(db, values.sapUserId ?? '')))
    details.push({ field: 'sapUserId', message: 'is no user' });
  if (!isInternal && name === '') details.push({ field: 'outUserName', message: 'is missing' });
  if (!isInternal) details.push(...addressProblems(services, 'outEmail', values.outEmail));
  if (typeof statement === 'string' && !isSendable(services, statement))
    details.push({ field: 'statement', message: `there is no statement "${statement}" to be sent` });
  if (details.length > 0) return { kind: 'wrong', details };
  const field = await holderOf(db, evaluationId, values, exceptId);
  if (field === undefined) return undefined;
  const key = field === 'outEmail' ? 'evaluation.addressTaken' : 'evaluation.hasPaper';
  return { kind: 'duplicate', details: [{ field, message: 'has a paper of this evaluation already', key }] };
}

/**
 * What tells that a person has a paper of this kind already: a user by code, people outside by their mailbox, or by their name where they
 * have none. Whoever keeps a mailbox that had two papers before may change something else of them.
 */
async function holderOf(db: Database, evaluationId: number, values: ItemValues, exceptId?: number): Promise<string | undefined> {
  let query = db
    .selectFrom('risk_paper')
    .select('id')
    .where('evaluation_id', '=', evaluationId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`statement is not distinct from ${values.statement ?? null}`);
  const mailbox = mailboxOf(values.outEmail);
  if (values.sendType === 0) query = query.where('send_type', '=', 0).where('user_code', '=', values.sapUserId ?? '');
  else {
    query = query.where('send_type', '=', 1).where(sql<boolean>`lower(coalesce(trim(out_email), '')) = ${mailbox}`);
    const isNamed = mailbox === '' || (exceptId !== undefined && (await mailboxOfPaper(db, exceptId)) === mailbox);
    if (isNamed) query = query.where('out_user_name', '=', values.outUserName?.trim() ?? '');
  }
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  if (!(await query.limit(1).executeTakeFirst())) return undefined;
  return values.sendType === 0 ? 'sapUserId' : mailbox === '' ? 'outUserName' : 'outEmail';
}

async function mailboxOfPaper(db: Database, id: number): Promise<string> {
  const paper = await db.selectFrom('risk_paper').select('out_email').where('id', '=', id).executeTakeFirst();
  return mailboxOf(paper?.out_email);
}

/** @throws ApiError DUPLICATE, PARAMETER_ERROR */
export async function requireValid(...given: Parameters<typeof itemProblems>): Promise<void> {
  requireNone(await itemProblems(...given));
}

/** @throws ApiError DUPLICATE, PARAMETER_ERROR */
export function requireNone(problems: ItemProblems | undefined): void {
  if (problems) throw new ApiError(problems.kind === 'duplicate' ? 'DUPLICATE' : 'PARAMETER_ERROR', { details: problems.details });
}
