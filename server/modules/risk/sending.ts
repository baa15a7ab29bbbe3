import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { sendNotice } from '../messages/notices.ts';
import { type Context, wrong } from './context.ts';
import { type ItemAnswer, type ItemValues, insertItem, itemProblems, lockEvaluation, type OpenEvaluation } from './items.ts';

export interface Outsider {
  outUserName: string;
  sendCompany?: string | null | undefined;
  sendDepartment?: string | null | undefined;
  outEmail?: string | null | undefined;
}
export interface Batch {
  userCodes?: string[] | undefined;
  departmentIds?: string[] | undefined;
  outsiders?: Outsider[] | undefined;
  businessDomain?: string | undefined;
  endTime?: string | undefined;
}
export interface Sent {
  created: number;
  /** Names of those who have a paper of this evaluation already; theirs stays as it is. */
  skipped: string[];
}

/** Most papers of one batch. */
const mostPapers = 1_000;

/** Where a paper is answered. The uuid is the secret of its link. */
export function answerPath({ uuid, statement }: Pick<ItemAnswer, 'uuid' | 'statement'>): string {
  return `/risk/evaluate/${statement === null ? 'exam' : 'finance'}?uuid=${uuid}`;
}

/**
 * Makes a paper with a link of its own for everybody named: users, the active users of departments and of those below them, and people
 * outside. All or nothing; internal people are told. Whoever has a paper already is skipped.
 * @throws ApiError NOT_FOUND, EVALUATION_CLOSED, TOO_MANY_ROWS, PARAMETER_ERROR
 */
export async function sendItems(context: Context, projectId: number, batch: Batch): Promise<Sent> {
  const { outsiders = [], businessDomain, endTime } = batch;
  const common = { ...(businessDomain !== undefined && { businessDomain }), ...(endTime !== undefined && { endTime }) };
  return await context.db.transaction().execute(async (transaction) => {
    const evaluation = await lockEvaluation(transaction, projectId);
    const people = await wantedPeople(transaction, batch);
    if (people.length + outsiders.length === 0) throw wrong('userCodes', 'names nobody');
    if (people.length + outsiders.length > mostPapers)
      throw new ApiError('TOO_MANY_ROWS', { msg: `More than ${mostPapers} papers at once` });
    const sent: Sent = { created: 0, skipped: [] };
    for (const { id, userCode, name } of people) {
      const item = await sendOne(context, transaction, evaluation, { ...common, sendType: 0, sapUserId: userCode });
      if (item) await tell(transaction, evaluation, item, id);
      note(sent, item, name);
    }
    for (const outsider of outsiders) {
      note(sent, await sendOne(context, transaction, evaluation, { ...common, sendType: 1, ...outsider }), outsider.outUserName);
    }
    return sent;
  });
}

function note(sent: Sent, item: ItemAnswer | undefined, name: string): void {
  if (item) sent.created += 1;
  else sent.skipped.push(name);
}

/** The new paper, or nothing when the person has one. @throws ApiError PARAMETER_ERROR */
async function sendOne(context: Context, db: Database, evaluation: OpenEvaluation, values: ItemValues): Promise<ItemAnswer | undefined> {
  const problems = await itemProblems(db, evaluation.id, values);
  if (problems.some(({ message }) => message.startsWith('has '))) return undefined;
  return await insertItem(context, db, evaluation, values);
}

async function tell(db: Database, evaluation: OpenEvaluation, item: ItemAnswer, userId: number): Promise<void> {
  await sendNotice(db, {
    template: 'risk/paper-sent',
    userIds: [userId],
    parameters: { evaluation: evaluation.name, until: item.endTime },
    link: answerPath(item),
    sourceId: item.id,
  });
}

interface Person {
  id: number;
  userCode: string;
  name: string;
}

/** The active users of these codes and departments, once each. @throws ApiError PARAMETER_ERROR for a code of nobody */
async function wantedPeople(db: Database, { userCodes = [], departmentIds = [] }: Batch): Promise<Person[]> {
  const { rows } = await sql<Person & { chosen: boolean }>`
    with recursive within as (
      select id from department where id::text = any(${departmentIds})
      union
      select department.id from department join within on department.parent_id = within.id
    )
    select id, user_code as "userCode", name, user_code = any(${userCodes}) as chosen from app_user
    where status = '0' and user_code is not null and (user_code = any(${userCodes}) or department_id in (select id from within))
    order by id`.execute(db);
  const missing = userCodes.find((code) => !rows.some((row) => row.userCode === code));
  if (missing !== undefined) throw wrong('userCodes', `${missing} is no active user`);
  return rows.map(({ id, userCode, name }) => ({ id: Number(id), userCode, name }));
}
