import type { FeedOptions } from '../../../src/generated/options.ts';

/** One record as it is drawn. */
export interface Entry {
  key: string;
  text: string;
  time: string;
  isUnread: boolean;
  tags: { text: string; tone: string }[];
  item: Record<string, unknown>;
  index: number;
}

const textOf = (value: unknown) => (value === undefined || value === null || typeof value === 'object' ? '' : String(value));

function tagsOf(value: unknown): Entry['tags'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((tag: unknown) => {
    const { text, tone } = (typeof tag === 'object' && tag !== null ? tag : {}) as { text?: unknown; tone?: unknown };
    return textOf(text) === '' ? [] : [{ text: textOf(text), tone: textOf(tone) || 'neutral' }];
  });
}

/** Records through the lazy options; those that repeat a key get one of their own. */
export function entriesOf(items: readonly Record<string, unknown>[], options: FeedOptions): Entry[] {
  const seen = new Set<string>();
  return items.map((item, index) => {
    const locals = { item, index };
    const wanted = textOf(options.key ? options.key(locals) : item.id);
    const key = wanted === '' || seen.has(wanted) ? `#${index}` : wanted;
    seen.add(key);
    return {
      ...{ key, item, index },
      text: textOf(options.text(locals)),
      time: textOf(options.time?.(locals)),
      isUnread: Boolean(options.unread?.(locals)),
      tags: tagsOf(options.tags?.(locals)),
    };
  });
}
