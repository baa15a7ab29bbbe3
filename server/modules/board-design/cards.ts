import type { BoardCard, BoardFilter } from '../../../src/generated/calls.ts';
import type { Database } from '../../database/connection.ts';
import type { Reader } from '../data-mart/rights.ts';
import { isTold, tablesOf, type ViewedTables, viewedTables } from './question.ts';
import type { BoardContent } from './tables.ts';

export const isHidden = ({ kind }: Pick<BoardCard, 'kind'>): boolean => kind === 'hidden';

/** The tables of some cards that somebody may view now. */
export const tablesSeen = async (db: Database, reader: Reader, cards: readonly BoardCard[]): Promise<ViewedTables> =>
  await viewedTables(db, reader, tablesOf(cards));

/** Cards as somebody may see them: a chart over a table or columns they may not view is a card without a name, and does not say which of both. */
export function hiddenCards(cards: readonly BoardCard[], tables: ViewedTables): BoardCard[] {
  return cards.map((card) => {
    if (!card.chart || isTold(card.chart, tables)) return card;
    const { id, width, height } = card;
    return { id, kind: 'hidden', width, height };
  });
}

/**
 * The filters somebody is told of: what a column is called and which of its values are asked for is of a table, too. Where it is of none they may view, it is told to the
 * owner of a board without hidden cards alone, who can take it off; never where it is denied to them.
 */
export function seenFilters(
  { cards, filters }: BoardContent,
  { tables, isOwner }: { tables: ViewedTables; isOwner: boolean },
): BoardFilter[] {
  const all = [...tables.values()];
  const seen = new Set(all.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const isWhole = isOwner && hiddenCards(cards, tables).every((card) => !isHidden(card));
  return filters.filter(({ column }) => seen.has(column) || (isWhole && !all.some(({ denied }) => denied.has(column))));
}
