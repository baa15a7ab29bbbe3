import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { sendNotice } from '../messages/notices.ts';
import { mailboxOf } from './addresses.ts';
import type { ItemAnswer, ItemValues } from './items.ts';
import { kindWording } from './kinds.ts';
import type { Paper } from './papers.ts';

/** Where a paper is answered. The uuid is the secret of its link. */
export function answerPath({ uuid, statement }: Pick<ItemAnswer, 'uuid' | 'statement'>): string {
  return `/risk/evaluate/${statement === null ? 'exam' : 'finance'}?uuid=${uuid}`;
}

/**
 * Whether a paper goes to somebody else, who gets a link of their own. Whose name is written otherwise is who they were, and so is who gets an
 * address for the first time, or has none any more.
 */
export function isHandedOver(before: Paper, after: ItemValues): boolean {
  if (after.sendType !== before.sendType) return true;
  if (before.sendType === 0) return (after.sapUserId ?? null) !== before.userCode;
  const [former, mailbox] = [mailboxOf(before.outEmail), mailboxOf(after.outEmail)];
  const isNamed = (after.outUserName?.trim() ?? '') === (before.outUserName ?? '');
  return mailbox !== former && ((mailbox !== '' && former !== '') || !isNamed);
}

/** Tells an internal person of a paper that is theirs now. */
export async function tellOfPaper({ services }: Context, db: Database, evaluation: { name: string }, item: ItemAnswer): Promise<void> {
  if (item.sapUserId === null) return;
  const person = await db.selectFrom('app_user').select('id').where('user_code', '=', item.sapUserId).executeTakeFirst();
  if (!person) return;
  await sendNotice(db, {
    template: 'risk/paper-sent',
    userIds: [person.id],
    parameters: { evaluation: evaluation.name, questionnaire: kindWording(services.documents, item), until: item.endTime },
    link: answerPath(item),
    sourceId: item.id,
  });
}
