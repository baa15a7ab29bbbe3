import type { BoardCard } from '../../../src/generated/calls.ts';
import type { Database } from '../../database/connection.ts';
import { type Reader, readerOf, rightsColumn, rightsIn } from '../data-mart/rights.ts';
import { columnsAsked, tablesOf } from './question.ts';

/**
 * How many of some charts each of these people would see (PERM-15): nothing of a table they may not view, or of columns of it that are denied to
 * them. Some people at a time: each has rights of their own.
 */
export async function chartsSeenBy(db: Database, cards: readonly BoardCard[], userIds: readonly number[]): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  for (const userId of userIds) {
    const reader = await readerOf(db, userId);
    seen.set(userId, reader ? await chartsSeen(db, cards, reader) : 0);
  }
  return seen;
}

async function chartsSeen(db: Database, cards: readonly BoardCard[], reader: Reader): Promise<number> {
  const rows = await db
    .selectFrom('data_table')
    .select(['biz_id as bizId', rightsColumn(reader)])
    .where('biz_id', 'in', tablesOf(cards))
    .execute();
  const viewed = new Map(rows.map(({ bizId, held }) => [bizId, rightsIn({ held }).permissions.get('view')]));
  return cards.filter(({ chart }) => {
    const columns = chart && viewed.get(chart.bizId);
    // Null: all of its columns.
    return columns === null || (columns !== undefined && chart && columnsAsked(chart).every((column) => columns.has(column)));
  }).length;
}
