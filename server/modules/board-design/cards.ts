import type { BoardCard, BoardFilter } from '../../../src/generated/calls.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { mayAct, type Reader } from '../data-mart/rights.ts';
import { columnsOfTables } from './columns.ts';
import type { BoardContent } from './tables.ts';

export const isHidden = ({ kind }: Pick<BoardCard, 'kind'>): boolean => kind === 'hidden';

/** The tables of charts. */
export function tablesOf(cards: readonly BoardCard[]): string[] {
  return [...new Set(cards.flatMap(({ chart }) => (chart ? [chart.bizId] : [])))];
}

/** Those of the tables of some cards that somebody may view now. */
export async function visibleTables(db: Database, reader: Reader, cards: readonly BoardCard[]): Promise<ReadonlySet<string>> {
  const wanted = tablesOf(cards);
  if (wanted.length === 0) return new Set();
  const rows = await db.selectFrom('data_table').select('biz_id').where('biz_id', 'in', wanted).where(mayAct(reader, 'view')).execute();
  return new Set(rows.map((row) => row.biz_id));
}

/** Cards as somebody may see them: a chart over another table is a card without a name. */
export function hiddenCards(cards: readonly BoardCard[], tables: ReadonlySet<string>): BoardCard[] {
  return cards.map((card) => {
    if (!card.chart || tables.has(card.chart.bizId)) return card;
    const { id, width, height } = card;
    return { id, kind: 'hidden', width, height };
  });
}

/**
 * The filters somebody is told of: what a column is called and which of its values are asked for is of a table, too. Where it is of none they may view, it is told to the
 * owner of a board without hidden cards alone, who can take it off.
 */
export async function seenFilters(
  context: Context,
  { cards, filters }: BoardContent,
  { tables, isOwner }: { tables: ReadonlySet<string>; isOwner: boolean },
): Promise<BoardFilter[]> {
  if (filters.length === 0 || (isOwner && tablesOf(cards).every((table) => tables.has(table)))) return filters;
  const columns = new Set((await columnsOfTables(context, [...tables])).map(({ name }) => name));
  return filters.filter(({ column }) => columns.has(column));
}
