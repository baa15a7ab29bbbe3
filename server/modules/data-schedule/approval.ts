import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { followApproval, holdPlace, requireNoApproval } from './no-approval.ts';
import { note, unfit } from './save.ts';
import { getSchedule, peopleOf, requireSeen } from './schedules.ts';
import type { ScheduleState } from './tables.ts';
import { nextTime } from './times.ts';

const next = {
  applyOnline: { from: 'configured', to: 'applyOnline' },
  applyOffline: { from: 'live', to: 'applyOffline' },
} as const satisfies Record<string, { from: ScheduleState; to: ScheduleState }>;
export type Step = keyof typeof next | 'withdraw' | 'clear';

/** Applies for going on line or off line, takes the application back, or forgets a schedule that is not live (DATA-12). @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT, SCHEDULE_STATE, WORKSPACE_IN_APPROVAL, PARAMETER_ERROR */
export async function moveSchedule(context: WordedContext, given: { bizId: string; version: number; step: Step }) {
  const author = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const workspaceId = await holdPlace(db, given.bizId);
    const { table } = await requireTable(db, author.user, given.bizId, 'edit');
    if (given.step !== 'withdraw') await requireNoApproval(db, workspaceId, 'update');
    const own = (query: ReturnType<typeof update>) => query.where('table_id', '=', table.id).where('version', '=', given.version);
    const update = () => db.updateTable('data_schedule').set(touched(author.user));
    let changed: { id: number } | undefined;
    if (given.step === 'clear') {
      changed = await db
        .deleteFrom('data_schedule')
        .where('table_id', '=', table.id)
        .where('version', '=', given.version)
        .where('state', '=', 'configured')
        .returning('id')
        .executeTakeFirst();
    } else if (given.step === 'withdraw') {
      changed = await own(update())
        .set({ state: sql<ScheduleState>`case state when 'applyOnline' then 'configured' else 'live' end` })
        .where('state', 'in', ['applyOnline', 'applyOffline'])
        .returning('id')
        .executeTakeFirst();
    } else {
      const { from, to } = next[given.step];
      if (given.step === 'applyOnline') await requireStartable(db, table.id, 'step');
      changed = await own(update())
        .set({
          state: to,
          applied_by: signature(author.user),
          applied_people: peopleOf(author.user),
          applied_at: new Date(),
          decided_by: null,
          decided_at: null,
          decision: null,
        })
        .where('state', '=', from)
        .returning('id')
        .executeTakeFirst();
    }
    if (!changed) throw await unfit(db, table.id, given.version);
    await followApproval(db, workspaceId);
    await note(context, db, given.bizId, given.step === 'clear' ? 'delete' : 'apply', { step: given.step });
  });
  return await getSchedule(context, given.bizId);
}

/**
 * One whose precedent tasks are gone would never start, and with whose rights would one run whose maker is gone?
 * @throws ApiError PARAMETER_ERROR at `precedents`, or at the field that asked for it
 */
async function requireStartable(db: Database, tableId: number, field: 'step' | 'isApproved'): Promise<void> {
  const schedule = await db
    .selectFrom('data_schedule')
    .select([
      sql<boolean>`type = '0' and not exists (select 1 from data_schedule_precedent where schedule_id = data_schedule.id)`.as('isEmpty'),
      sql<boolean>`exists (select 1 from app_user where app_user.id = data_schedule.owner_id and app_user.status = '0')`.as('hasOwner'),
    ])
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  if (schedule?.isEmpty) {
    // Who decides chooses no tables: it is to be set up anew.
    if (field === 'isApproved') throw wrong(field, 'The tables it waits for were deleted', 'dataschedule.precedentsGone');
    throw wrong('precedents', 'is empty', 'dataschedule.precedentsMissing');
  }
  if (schedule?.hasOwner === false) throw wrong(field, 'Who made the schedule is disabled or gone', 'dataschedule.ownerGone');
}

/**
 * Answers an application of somebody else, whatever role one has, and tells them. Accepted on line, the next time is counted from now.
 * @throws ApiError NOT_FOUND, CONFLICT, SCHEDULE_STATE, OWN_APPLICATION, PARAMETER_ERROR where nothing or nobody would be left to start it
 */
export async function decideSchedule(
  context: Context,
  given: { bizId: string; version: number; isApproved: boolean; decision?: string | null | undefined },
) {
  const author = authorOf(context);
  const tableId = await requireSeen(context, given.bizId);
  const { timeZone } = context.services.settings;
  await context.db.transaction().execute(async (db) => {
    const workspaceId = await holdPlace(db, given.bizId);
    const row = await db
      .selectFrom('data_schedule')
      .innerJoin('data_table', 'data_table.id', 'data_schedule.table_id')
      .select([
        'data_schedule.state',
        'data_schedule.version',
        'cron',
        'title',
        'applied_people as people',
        sql<boolean>`applied_people && ${peopleOf(author.user)}::bigint[]`.as('isApplicant'),
      ])
      .where('table_id', '=', tableId)
      .forUpdate('data_schedule')
      .executeTakeFirst();
    if (!row || row.version !== given.version) throw new ApiError('CONFLICT');
    if (row.state !== 'applyOnline' && row.state !== 'applyOffline') throw new ApiError('SCHEDULE_STATE');
    if (row.isApplicant) throw new ApiError('OWN_APPLICATION');
    const isLive = (row.state === 'applyOnline') === given.isApproved;
    const isNewlyLive = row.state === 'applyOnline' && given.isApproved;
    if (isNewlyLive) await requireStartable(db, tableId, 'isApproved');
    await db
      .updateTable('data_schedule')
      .set({
        state: isLive ? 'live' : 'configured',
        decided_by: signature(author.user),
        decided_at: new Date(),
        decision: textOrNull(given.decision),
        ...(isNewlyLive && { live_at: sql<Date>`now()`, next_at: row.cron === null ? null : nextTime(row.cron, timeZone) }),
        ...(!isLive && { live_at: null, next_at: null }),
        ...touched(author.user),
      })
      .where('table_id', '=', tableId)
      .execute();
    await followApproval(db, workspaceId);
    await note(context, db, given.bizId, given.isApproved ? 'approve' : 'reject', { state: row.state });
    await sendNotice(db, {
      ...{
        template: given.isApproved ? 'data/schedule-approved' : 'data/schedule-rejected',
        sourceId: given.bizId,
        userIds: row.people as number[],
      },
      parameters: {
        person: await nameOfUser(db, author.user.agent?.id ?? author.user.id),
        table: row.title,
        wanted: row.state === 'applyOnline' ? 'online' : 'offline',
        reason: given.decision?.trim() ?? '',
      },
    });
  });
}
