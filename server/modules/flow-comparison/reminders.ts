import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { record } from '../audit/record.ts';
import { holdReviewObject } from '../flow/rights.ts';
import { sendNotice } from '../messages/notices.ts';
import './tables.ts';

const pause = sql`interval '1 hour'`;

export interface Reminded {
  reminded: number;
  tooSoon: string[];
  nobody: string[];
}

/**
 * Reminds who does the work on site of review objects, each at most once an hour (API-137).
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function remindExecutors(context: Context, reviewObjectIds: readonly string[]): Promise<Reminded> {
  const actor = signedIn(context);
  return await context.db.transaction().execute(async (transaction) => {
    const answer: Reminded = { reminded: 0, tooSoon: [], nobody: [] };
    const told: string[] = [];
    for (const id of reviewObjectIds.toSorted((one, other) => Number(one) - Number(other))) {
      const { object, project } = await holdReviewObject(transaction, actor, id);
      const executor = await transaction
        .selectFrom('app_user')
        .select('id')
        .where('id', '=', object.executorId ?? 0)
        .where('status', '=', '0')
        // Who does not work for the client any more learns nothing of it.
        .where((is) =>
          is.exists(
            is
              .selectFrom('flow_client_member')
              .select('user_id')
              .whereRef('user_id', '=', 'app_user.id')
              .where('client_id', '=', object.clientId),
          ),
        )
        .executeTakeFirst();
      if (!executor) {
        answer.nobody.push(object.dealerName);
        continue;
      }
      // Of two at once the row lets one through.
      const due = await transaction
        .insertInto('flow_executor_reminder')
        .values({ review_object_id: object.id })
        .onConflict((conflict) =>
          conflict
            .column('review_object_id')
            .doUpdateSet({ reminded_at: sql<Date>`now()`, reminders: sql`flow_executor_reminder.reminders + 1` })
            .where('flow_executor_reminder.reminded_at', '<=', sql<Date>`now() - ${pause}`),
        )
        .returning('review_object_id')
        .executeTakeFirst();
      if (!due) {
        answer.tooSoon.push(object.dealerName);
        continue;
      }
      await sendNotice(transaction, {
        template: 'flow/executor-reminder',
        userIds: [executor.id],
        parameters: { project: project.projectName, batch: object.reviewBatchNo, dealer: object.dealerName },
        link: `/flow/comparison/${object.id}`,
        sourceId: String(object.id),
      });
      told.push(id);
    }
    answer.reminded = told.length;
    if (told.length > 0) {
      for (const id of told)
        await record(transaction, context, { action: 'flow_executor_remind', targetType: 'flow_review_object', targetId: id, actor });
    }
    return answer;
  });
}
