import { listOf } from '../../shared/list.ts';

/** Columns of the grid. */
export const columns = 12;
export const heights = ['auto', 'small', 'medium', 'large'] as const;
export type Height = (typeof heights)[number];

type Row = Record<string, unknown>;
/** A card as it is drawn. */
export interface Card {
  key: string;
  row: Row;
  index: number;
  width: number;
  height: Height;
}

/** The cards in their order; one without an id of its own has its place for one. Widths outside the grid are brought into it. */
export function cardsOf(value: unknown): Card[] {
  const seen = new Set<string>();
  return listOf<Row>(value).map((row, index) => {
    const id = row.id === undefined || row.id === null ? '' : String(row.id);
    const key = id === '' || seen.has(id) ? `#${index}` : id;
    seen.add(key);
    return { key, row, index, width: widthOf(row.width), height: heights.find((one) => one === row.height) ?? 'auto' };
  });
}

const widthOf = (value: unknown): number => {
  const width = Math.round(Number(value ?? columns));
  return Number.isFinite(width) ? Math.min(columns, Math.max(1, width)) : columns;
};

/** The records with one of them at another place; undefined where it stands there already. */
export function moved(cards: readonly Card[], from: number, to: number): Row[] | undefined {
  const place = Math.min(cards.length - 1, Math.max(0, to));
  const card = cards[from];
  if (!card || place === from) return undefined;
  const rest = cards.filter(({ index }) => index !== from).map(({ row }) => row);
  return [...rest.slice(0, place), card.row, ...rest.slice(place)];
}

/** The records with one of them as wide and high as that; undefined where it is so already. */
export function resized(cards: readonly Card[], at: number, size: { width?: number; height?: Height }): Row[] | undefined {
  const card = cards[at];
  if (!card) return undefined;
  const width = widthOf(size.width ?? card.width);
  const height = size.height ?? card.height;
  if (width === card.width && height === card.height) return undefined;
  return cards.map(({ row, index }) => (index === at ? { ...row, width, height } : row));
}

/** Where a key takes the card at `from`; undefined for other keys. */
export function placeByKey(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return from - 1;
    case 'ArrowRight':
    case 'ArrowDown':
      return from + 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** How a key changes the size of a card; undefined for other keys. */
export function sizeByKey(key: string, { width, height }: Pick<Card, 'width' | 'height'>): { width?: number; height?: Height } | undefined {
  const level = heights.indexOf(height);
  const last = heights.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return { width: width - 1 };
    case 'ArrowRight':
      return { width: width + 1 };
    case 'ArrowUp':
      return { height: heights[Math.max(0, level - 1)] ?? height };
    case 'ArrowDown':
      return { height: heights[Math.min(last, level + 1)] ?? height };
    case 'Home':
      return { width: 1 };
    case 'End':
      return { width: columns };
    default:
      return undefined;
  }
}

/** The place among the others a card is let go at: before or behind the card under the pointer, which stands at `over`. */
export function placeAt(from: number, over: number, isBehind: boolean): number {
  const place = isBehind ? over + 1 : over;
  return place > from ? place - 1 : place;
}
