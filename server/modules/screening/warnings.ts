import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { holdersOf } from '../identity/holders.ts';
import { sendNotice } from '../messages/notices.ts';
import type {} from './tables.ts';

/**
 * Tells reviewers how many decisions were left to people or blocked since the last look, in one message, and none as long as they have not read the one
 * before: screening decides hundreds a second. What was decided before the first look is not told. A decision of the last `seconds` waits for the
 * next look: another one may still be written before it. Resolves with how many people were told.
 */
export async function tellReviewers(db: Database, seconds = 5): Promise<number> {
  const settled = sql<Date>`now() - make_interval(secs => ${seconds})`;
  return await db.transaction().execute(async (transaction) => {
    const last = await transaction
      .selectFrom('screening_decision')
      .select((row) => row.fn.max('id').as('id'))
      .where('decided_at', '<', settled)
      .executeTakeFirst();
    const until = last?.id ?? 0;
    await transaction
      .insertInto('screening_told')
      .values({ decision_id: until })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { from } = await transaction.selectFrom('screening_told').select('decision_id as from').forUpdate().executeTakeFirstOrThrow();
    if (until <= from) return 0;
    await transaction.updateTable('screening_told').set({ decision_id: until }).execute();
    const { waiting, blocked } = await transaction
      .selectFrom('screening_decision')
      .select([
        sql<number>`(count(*) filter (where decision = 'review'))::integer`.as('waiting'),
        sql<number>`(count(*) filter (where decision = 'block'))::integer`.as('blocked'),
      ])
      .where('id', '>', from)
      .where('id', '<=', until)
      .executeTakeFirstOrThrow();
    if (waiting + blocked === 0) return 0;
    const userIds = await holdersOf(transaction, ['screening:review:list', 'screening:review:approve']);
    return await sendNotice(transaction, {
      ...{ template: 'risk/screening-warning', userIds, unlessUnread: true },
      parameters: { waiting, blocked },
    });
  });
}
