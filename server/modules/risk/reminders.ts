import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { record } from '../audit/record.ts';
import { sendNotice } from '../messages/notices.ts';
import { answerPath } from './handover.ts';
import { kindWording } from './kinds.ts';
import { lockEvaluation } from './locks.ts';
import { livingPapers } from './papers.ts';

export interface Reminded {
  /** People, not papers: somebody may have several. */
  reminded: number;
  /** Names of the people outside whose papers are open, once each: they have no inbox here, so they get their link again by hand. */
  outside: string[];
  /** Names of the internal people with open papers who have no account that is in use, once each. */
  unreached: string[];
}

/**
 * Reminds the internal people of an evaluation whose papers can still be answered and are not submitted; with `itemIds` only those of them.
 * One audit row a reminder round says who was reminded.
 * @throws ApiError NOT_FOUND, EVALUATION_CLOSED
 */
export async function remind(context: Context, projectId: number, itemIds?: readonly string[]): Promise<Reminded> {
  const actor = signedIn(context);
  return await context.db.transaction().execute(async (transaction) => {
    const evaluation = await lockEvaluation(transaction, projectId);
    let query = livingPapers(transaction, context.services.settings.timeZone)
      .where('paper.evaluation_id', '=', evaluation.id)
      .where('paper.state', '=', 0)
      .orderBy('paper.id')
      .forUpdate('paper');
    if (itemIds) query = query.where(sql<boolean>`paper.id::text = any(${itemIds})`);
    const open = (await query.execute()).filter((paper) => !paper.expired);
    const codes = open.flatMap(({ sendType, userCode }) => (sendType === 0 && userCode !== null ? [userCode] : []));
    const users = await transaction
      .selectFrom('app_user')
      .select(['id', 'user_code'])
      .where(sql<boolean>`user_code = any(${codes}) and status = '0'`)
      .execute();
    const idOf = new Map(users.map(({ id, user_code }) => [user_code, id]));
    const reminded = open.filter(({ sendType, userCode }) => sendType === 0 && idOf.has(userCode ?? ''));
    for (const paper of reminded) {
      await sendNotice(transaction, {
        template: 'risk/paper-reminder',
        userIds: [idOf.get(paper.userCode ?? '') ?? 0],
        parameters: { evaluation: evaluation.name, questionnaire: kindWording(context.services.documents, paper), until: paper.endTime },
        link: answerPath(paper),
        sourceId: String(paper.id),
      });
    }
    const ids = reminded.map(({ id }) => id);
    await sql`update risk_paper set reminded_at = now(), reminders = reminders + 1 where id = any(${ids})`.execute(transaction);
    await record(transaction, context, {
      action: 'risk_paper_remind',
      targetType: 'risk_evaluation',
      targetId: String(evaluation.id),
      actor,
      detail: { name: evaluation.name, papers: ids.map(String) },
    });
    const guests = open.flatMap(({ sendType, outUserName: name, outEmail }) => (sendType === 1 ? [{ name: name ?? '', outEmail }] : []));
    // Two people may have one name.
    const outside = new Map(guests.map(({ name, outEmail }) => [JSON.stringify([name, outEmail?.toLowerCase()]), name]));
    const away = open.filter(({ sendType, userCode }) => sendType === 0 && !idOf.has(userCode ?? ''));
    const unreached = new Map(away.map(({ userCode, innerUserName: name }) => [JSON.stringify([userCode, name]), name ?? userCode ?? '']));
    return {
      reminded: new Set(reminded.map(({ userCode }) => userCode)).size,
      outside: [...outside.values()],
      unreached: [...unreached.values()],
    };
  });
}
