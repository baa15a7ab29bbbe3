import { addTo } from '../../../src/core/lists.ts';
import type { BoardOptions } from '../../../src/generated/options.ts';
import { lazyText } from '../../shared/lazy.ts';
import { listOf } from '../../shared/list.ts';

type Row = Record<string, unknown>;

export interface Card {
  key: string;
  title: string;
  tone: string | undefined;
  row: Row;
  /** Among all cards. */
  index: number;
}
/** A column of the board with what stands in it. */
export interface Lane {
  key: string;
  title: string;
  tone: string;
  cards: Card[];
  /** How many there are, of which not all need be here. */
  total: number;
}
export type LaneHead = Pick<Lane, 'key' | 'title' | 'tone'>;

/** The key of the column for cards that fit in none: no column of a document has it. */
const others = '';

/** The columns with their cards, in the order of both; one more for cards of other columns, where there are any. */
export function lanesOf(options: BoardOptions, heads: readonly LaneHead[]): Lane[] {
  const totals = new Map(listOf<Row>(options.totals).map(({ key, total }) => [textOf(key), Number(total)]));
  const lanes = new Map(heads.map((head): [string, Lane] => [head.key, { ...head, cards: [], total: 0 }]));
  const other: Lane = { key: others, title: options.otherTitle ?? '–', tone: 'neutral', cards: [], total: 0 };
  const seen = new Set<string>();
  listOf<Row>(options.cards).forEach((row, index) => {
    const locals = { row, index };
    const wanted = options.key ? lazyText(options.key, locals) : textOf(row.id);
    const key = wanted === undefined || wanted === '' || seen.has(wanted) ? `#${index}` : wanted;
    seen.add(key);
    const card = { key, row, index, title: lazyText(options.title, locals) ?? '–', tone: lazyText(options.tone, locals) };
    (lanes.get(lazyText(options.column, locals) ?? others) ?? other).cards.push(card);
  });
  for (const [key, total] of totals) if (!lanes.has(key) && total > 0) other.total += total;
  for (const lane of lanes.values()) lane.total = Math.max(totals.get(lane.key) ?? 0, lane.cards.length);
  other.total = Math.max(other.total, other.cards.length);
  return other.total > 0 ? [...lanes.values(), other] : [...lanes.values()];
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** The card an arrow key goes to from the one of `key`; undefined for other keys, and where there is none. Empty columns are passed over. */
export function nextCard(lanes: readonly Lane[], key: string, pressed: string): string | undefined {
  const column = lanes.findIndex(({ cards }) => cards.some((card) => card.key === key));
  const lane = lanes[column];
  if (!lane) return undefined;
  const place = lane.cards.findIndex((card) => card.key === key);
  switch (pressed) {
    case 'ArrowDown':
      return lane.cards[place + 1]?.key;
    case 'ArrowUp':
      return lane.cards[place - 1]?.key;
    case 'Home':
      return lane.cards[0]?.key;
    case 'End':
      return lane.cards.at(-1)?.key;
    case 'ArrowRight':
    case 'ArrowLeft': {
      const beside = pressed === 'ArrowRight' ? lanes.slice(column + 1) : lanes.slice(0, column).reverse();
      const { cards = [] } = beside.find((one) => one.cards.length > 0) ?? {};
      return cards[Math.min(place, cards.length - 1)]?.key;
    }
    default:
      return undefined;
  }
}

/**
 * The columns a card of the column `own` may be dropped on, with those of its actions that lead there: where there are several, nobody knows which one
 * is meant. What leaves a card in its column is in its menu only.
 */
export function dropsOf<Action extends { to?: string }>(actions: readonly Action[], own: string | undefined): Map<string, Action[]> {
  const drops = new Map<string, Action[]>();
  for (const action of actions) if (action.to !== undefined && action.to !== own) addTo(drops, action.to, action);
  return drops;
}
