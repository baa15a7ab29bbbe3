import type { BoardCard } from '../../../src/generated/calls.ts';
import type { Database } from '../../database/connection.ts';
import { mayAct, type Reader } from '../data-mart/rights.ts';

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
