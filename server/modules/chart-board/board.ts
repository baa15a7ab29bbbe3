import { sql } from 'kysely';
import type { DataChart } from '../../../src/generated/calls.ts';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { requireTable } from '../data-mart/rights.ts';
import { once } from '../once.ts';
import type {} from './tables.ts';

/** Charts a board holds: each is a question when the board is looked at. */
export const mostCharts = 30;

/** A chart on a board as the API shows it. */
export interface PinnedChart {
  id: string;
  name: string;
  chart: DataChart;
}

function own(db: Database, userId: number) {
  return db.selectFrom('pinned_chart').where('user_id', '=', userId).orderBy('place').orderBy('id').select(['id', 'name', 'chart']);
}
const me = (context: Context): number => Number(signedIn(context).id);

/** The charts of the caller in their order. Whether they can still be drawn says the question of each. */
export async function chartsOf(context: Context): Promise<PinnedChart[]> {
  return (await own(context.db, me(context)).execute()).map((row) => ({ ...row, id: String(row.id) }));
}

async function chartOf(db: Database, userId: number, id: string): Promise<PinnedChart> {
  const row = await own(db, userId).where('id', '=', Number(id)).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return { ...row, id: String(row.id) };
}

/** Boards are changed by one request at a time each. */
async function changing<Answer>(context: Context, work: (db: Database, userId: number) => Promise<Answer>): Promise<Answer> {
  const userId = me(context);
  return await context.db.transaction().execute(async (db) => {
    await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
    return await work(db, userId);
  });
}

/**
 * Puts a chart over a table the caller may view at the end of their board.
 * @throws ApiError NOT_FOUND and FORBIDDEN about the table, PARAMETER_ERROR where the board is full
 */
export async function pinChart(
  context: Context,
  { key, ...given }: { key?: string | undefined; name: string; chart: DataChart },
): Promise<PinnedChart> {
  await requireTable(context.db, signedIn(context), given.chart.bizId, 'view');
  return await changing(context, async (db, userId) => {
    const id = await once(db, context, 'chart-board.pin', { key, ...given }, async () => {
      const charts = await own(db, userId).execute();
      if (charts.length >= mostCharts)
        throw wrong('name', `A board holds at most ${mostCharts} charts`, 'chart-board.full', { most: String(mostCharts) });
      const last = db.selectFrom('pinned_chart').where('user_id', '=', userId).select(sql<number>`coalesce(max(place), 0) + 1`.as('place'));
      const { place } = await last.executeTakeFirstOrThrow();
      const row = { user_id: userId, name: given.name, chart: JSON.stringify(given.chart), place };
      return (await db.insertInto('pinned_chart').values(row).returning('id').executeTakeFirstOrThrow()).id;
    });
    return await chartOf(db, userId, String(id));
  });
}

/** Another name. @throws ApiError NOT_FOUND, also for a chart of somebody else */
export async function renameChart(context: Context, { id, name }: { id: string; name: string }): Promise<PinnedChart> {
  await context.db.updateTable('pinned_chart').set({ name }).where('id', '=', Number(id)).where('user_id', '=', me(context)).execute();
  return await chartOf(context.db, me(context), id);
}

/** Exchanges a chart with its neighbour; the first and the last stay. @throws ApiError NOT_FOUND */
export async function moveChart(context: Context, { id, to }: { id: string; to: 'up' | 'down' }): Promise<void> {
  await changing(context, async (db, userId) => {
    const order = (await own(db, userId).execute()).map((chart) => String(chart.id));
    const at = order.indexOf(id);
    if (at < 0) throw new ApiError('NOT_FOUND');
    const other = to === 'up' ? at - 1 : at + 1;
    const neighbour = order[other];
    if (neighbour === undefined) return;
    [order[at], order[other]] = [neighbour, id];
    for (const [place, chart] of order.entries())
      await db.updateTable('pinned_chart').set({ place }).where('id', '=', Number(chart)).where('user_id', '=', userId).execute();
  });
}

/** Takes a chart off. @throws ApiError NOT_FOUND */
export async function removeChart(context: Context, id: string): Promise<void> {
  const gone = context.db.deleteFrom('pinned_chart').where('id', '=', Number(id)).where('user_id', '=', me(context));
  if ((await gone.executeTakeFirst()).numDeletedRows === 0n) throw new ApiError('NOT_FOUND');
}
