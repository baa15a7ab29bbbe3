import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { personName } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { sendMail } from '../../mail/send.ts';
import { publicOrigin } from '../../public-origin.ts';
import { type Say, speaker } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { letter } from '../registration/letters.ts';
import { addressProblems, repeatedAddresses } from './addresses.ts';
import { answerPath, tellOfPaper } from './handover.ts';
import { itemProblems, requireNone } from './item-problems.ts';
import { type ItemAnswer, type ItemValues, insertItem, requireAnswerable } from './items.ts';
import { kindNames } from './kinds.ts';
import { lockEvaluation, type OpenEvaluation } from './locks.ts';
import { sends } from './paper-links.ts';

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
  /** Id of the statement document they are asked for. Default the matrix of the template. */
  statement?: string | null | undefined;
  /** People outside get their link by mail, where they have an address. */
  mail?: boolean | undefined;
}
export interface Sent {
  created: number;
  /** Names of those who have a paper of this evaluation already; theirs stays as it is. */
  skipped: string[];
  /** How many people outside got their link by mail. */
  mailed: number;
  /** Names of those outside who have no address, where mails were wanted. */
  withoutAddress: string[];
}

/** Most papers of one batch. */
const mostPapers = 1_000;

/**
 * Makes a paper with a link of its own for everybody named: users, the active users of departments and of those below them, and people
 * outside. All or nothing; internal people are told, people outside get a mail if the batch says so. Whoever has a paper of this kind
 * already is skipped; an address in two rows is a mistake.
 * @throws ApiError NOT_FOUND, EVALUATION_CLOSED, QUESTIONNAIRE_GONE, TOO_MANY_ROWS, PARAMETER_ERROR
 */
export async function sendItems(context: WordedContext, projectId: number, batch: Batch): Promise<Sent> {
  const { outsiders = [], businessDomain, endTime, statement = null } = batch;
  const common = { ...(businessDomain !== undefined && { businessDomain }), ...(endTime !== undefined && { endTime }), statement };
  requireAddresses(context, outsiders);
  return await context.db.transaction().execute(async (transaction) => {
    const evaluation = await lockEvaluation(transaction, projectId);
    const people = await wantedPeople(transaction, speaker(context), batch);
    if (people.length + outsiders.length === 0) throw wrong('userCodes', 'names nobody');
    if (people.length + outsiders.length > mostPapers)
      throw new ApiError('TOO_MANY_ROWS', { msg: `More than ${mostPapers} papers at once` });
    await requireAnswerable(context, transaction, evaluation, common);
    const sent: Sent = { created: 0, skipped: [], mailed: 0, withoutAddress: [] };
    for (const { userCode, name } of people) {
      const item = await sendOne(context, transaction, evaluation, { ...common, sendType: 0, sapUserId: userCode });
      if (item) await tellOfPaper(context, transaction, evaluation, item);
      note(sent, item, name);
    }
    for (const outsider of outsiders) {
      const item = await sendOne(context, transaction, evaluation, { ...common, sendType: 1, ...outsider });
      note(sent, item, outsider.outUserName);
      if (!item || !batch.mail) continue;
      if (await mailLink(context, transaction, evaluation, item)) sent.mailed += 1;
      else sent.withoutAddress.push(outsider.outUserName);
    }
    return sent;
  });
}

/** @throws ApiError PARAMETER_ERROR that names the lines */
function requireAddresses({ services }: Context, outsiders: readonly Outsider[]): void {
  const fieldOf = (index: number) => `outsiders.${index}.outEmail`;
  const addresses = outsiders.map(({ outEmail }) => outEmail);
  const details = addresses.flatMap((address, index) => addressProblems(services, fieldOf(index), address));
  details.push(...repeatedAddresses(addresses, fieldOf));
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
}

/** Puts the link of a paper into the outbox, in the language of the sender. False: there is no address. */
async function mailLink(context: WordedContext, db: Database, evaluation: OpenEvaluation, item: ItemAnswer): Promise<boolean> {
  const { documents, settings } = context.services;
  const to = item.outEmail ?? '';
  if (to === '') return false;
  const link = publicOrigin(settings, context.reply.request) + answerPath(item);
  const questionnaire = kindNames(context)(item);
  const values = { name: item.outUserName ?? '', evaluation: evaluation.name, questionnaire, until: item.endTime, link };
  await sendMail(db, { to, permission: sends, ...letter(documents, languageOf(context), 'paper', values) });
  await record(db, context, {
    action: 'risk_paper_mail',
    targetType: 'risk_paper',
    targetId: item.id,
    actor: signedIn(context),
    detail: { to, evaluation: evaluation.name },
  });
  return true;
}

function note(sent: Sent, item: ItemAnswer | undefined, name: string): void {
  if (item) sent.created += 1;
  else sent.skipped.push(name);
}

/** The new paper, or nothing when the person has one. @throws ApiError PARAMETER_ERROR */
async function sendOne(context: Context, db: Database, evaluation: OpenEvaluation, values: ItemValues): Promise<ItemAnswer | undefined> {
  const problems = await itemProblems(context, db, evaluation.id, values);
  if (problems?.kind === 'duplicate') return undefined;
  requireNone(problems);
  return await insertItem(context, db, evaluation, values);
}

interface Person {
  id: number;
  userCode: string;
  /** As whoever sends calls them. */
  name: string;
}

/** The active users of these codes and departments, once each. @throws ApiError PARAMETER_ERROR for a code of nobody */
async function wantedPeople(db: Database, say: Say, { userCodes = [], departmentIds = [] }: Batch): Promise<Person[]> {
  const { rows } = await sql<Person & { nameEn: string | null }>`
    with recursive within as (
      select id from department where id::text = any(${departmentIds})
      union
      select department.id from department join within on department.parent_id = within.id
    )
    select id, user_code as "userCode", name, name_en as "nameEn" from app_user
    where status = '0' and user_code is not null and (user_code = any(${userCodes}) or department_id in (select id from within))
    order by id`.execute(db);
  const missing = userCodes.find((code) => !rows.some((row) => row.userCode === code));
  if (missing !== undefined) throw wrong('userCodes', `${missing} is no active user`);
  return rows.map(({ id, userCode, ...names }) => ({ id: Number(id), userCode, name: say(personName(names)) }));
}
