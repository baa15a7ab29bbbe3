import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { followApproval, requireNoApproval } from './no-approval.ts';
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
  const { table } = await requireTable(context.db, author.user, given.bizId, 'edit');
  await context.db.transaction().execute(async (db) => {
    if (given.step !== 'withdraw') await requireNoApproval(db, table.workspaceId, 'update');
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
      if (given.step === 'applyOnline') await requireTime(db, table.id);
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
    await followApproval(db, table.workspaceId);
    await note(context, db, given.bizId, given.step === 'clear' ? 'delete' : 'apply', { step: given.step });
  });
  return await getSchedule(context, given.bizId);
}

/** One whose precedent tasks are gone would never start. @throws ApiError PARAMETER_ERROR at `precedents` */
async function requireTime(db: Database, tableId: number): Promise<void> {
  const empty = await db
    .selectFrom('data_schedule')
    .select('id')
    .where('table_id', '=', tableId)
    .where('type', '=', '0')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('data_schedule_precedent').select('schedule_id').whereRef('schedule_id', '=', 'data_schedule.id'))),
    )
    .executeTakeFirst();
  if (empty) throw wrong('precedents', 'is empty', 'dataschedule.precedentsMissing');
}

/**
 * Answers an application of somebody else, whatever role one has, and tells them. Accepted on line, the next time is counted from now.
 * @throws ApiError NOT_FOUND, CONFLICT, SCHEDULE_STATE, OWN_APPLICATION, PARAMETER_ERROR where nobody would be left to start it
 */
export async function decideSchedule(
  context: Context,
  given: { bizId: string; version: number; isApproved: boolean; decision?: string | null | undefined },
) {
  const author = authorOf(context);
  const tableId = await requireSeen(context, given.bizId);
  const { timeZone } = context.services.settings;
  await context.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('data_schedule')
      .innerJoin('data_table', 'data_table.id', 'data_schedule.table_id')
      .select([
        'data_schedule.state',
        'data_schedule.version',
        'cron',
        'title',
        'workspace_id as workspaceId',
        'applied_people as people',
        sql<boolean>`exists (select 1 from app_user where app_user.id = data_schedule.owner_id and app_user.status = '0')`.as('hasOwner'),
        sql<boolean>`applied_people && ${peopleOf(author.user)}::bigint[]`.as('isApplicant'),
      ])
      .where('table_id', '=', tableId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.version !== given.version) throw new ApiError('CONFLICT');
    if (row.state !== 'applyOnline' && row.state !== 'applyOffline') throw new ApiError('SCHEDULE_STATE');
    if (row.isApplicant) throw new ApiError('OWN_APPLICATION');
    const isLive = (row.state === 'applyOnline') === given.isApproved;
    const isNewlyLive = row.state === 'applyOnline' && given.isApproved;
    // With whose rights would it run?
    if (isNewlyLive && !row.hasOwner) throw wrong('isApproved', 'Who made the schedule is disabled or gone', 'dataschedule.ownerGone');
    await db
      .updateTable('data_schedule')
      .set({
        state: isLive ? 'live' : 'configured',
        decided_by: signature(author.user),
        decided_at: new Date(),
        decision: textOrNull(given.decision),
        ...(isNewlyLive && { live_at: new Date(), next_at: row.cron === null ? null : nextTime(row.cron, timeZone) }),
        ...(!isLive && { live_at: null, next_at: null }),
        ...touched(author.user),
      })
      .where('table_id', '=', tableId)
      .execute();
    await followApproval(db, row.workspaceId);
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
