import type { TileGridOptions } from '../../../src/generated/options.ts';

/** One tile as it is drawn. */
export interface Tile {
  key: string;
  title: string;
  description: string;
  /** At most three lines (HOME-02). */
  details: string[];
  icon: string;
  /** Whether the icon is the address of an image. */
  isImage: boolean;
  badge: unknown;
  /** HOME-09 */
  disabled: boolean;
}

const text = (value: unknown) => (value === undefined || value === null || typeof value === 'object' ? '' : String(value));

/** Detail lines from a list or from a text with line breaks: trimmed, without empty ones, at most three. */
export function detailLines(value: unknown): string[] {
  const lines = Array.isArray(value) ? value.map(text) : text(value).split(/\r?\n/);
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 3);
}

/** A record as a tile, through the lazy options or the fields of HOME-03. */
export function tileOf(item: Record<string, unknown>, index: number, options: TileGridOptions): Tile {
  const locals = { item, index };
  const read = (name: 'key' | 'title' | 'description' | 'details' | 'icon' | 'disabled', field: string) =>
    options[name] ? options[name](locals) : item[field];
  const icon = text(read('icon', 'userHomeIcon'));
  return {
    key: text(read('key', 'menuId')) || String(index),
    title: text(read('title', 'name')),
    description: text(read('description', 'description')),
    details: detailLines(read('details', 'descriptionDetails')),
    icon,
    isImage: /[/.]/.test(icon),
    badge: options.badge?.(locals),
    disabled: options.disabled ? Boolean(options.disabled(locals)) : text(item.status) === '1',
  };
}
