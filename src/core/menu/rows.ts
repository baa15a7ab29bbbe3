import { parseLimitedJson } from '../json-limits.ts';
import type { Access, JsonObject, MenuRow, Problem } from '../types.ts';
import type { MenuSource } from './types.ts';

/** A row with every field brought into shape, in the order of the document. */
export interface ReadRow {
  menuId: string;
  parentId: string;
  type: string;
  nests: boolean;
  name: string;
  nameHans: string | undefined;
  nameHant: string | undefined;
  nameEn: string | undefined;
  url: string;
  component: string;
  redirect: string;
  icon: string | undefined;
  visible: '0' | '1';
  isFrame: boolean;
  sort: number | undefined;
  meta: JsonObject;
  access: Access | undefined;
  /** The list this row stands in, and its position there: see pointerOf. */
  list: RowList;
  index: number;
  /** Position in the document. */
  order: number;
}

/** A list of rows: the document's own, or the children of a row. */
interface RowList {
  /** Document the rows stand in: see MenuSource. */
  document: string;
  rows: readonly unknown[];
  /** menuId of the row these are the children of. */
  parentId: string | undefined;
  pointer: string;
}

/** Where a problem is: a document, and a JSON pointer in it. */
export type Place = Pick<Problem, 'document' | 'pointer'>;

function pointerOf({ list, index }: Pick<ReadRow, 'list' | 'index'>): string {
  return `${list.pointer}/${index}`;
}

/** Place of a row, or of a property of it. Put together only where it is needed: ten thousand rows without a fault need none. */
export function placeOf(row: Pick<ReadRow, 'list' | 'index'>, property?: keyof MenuRow): Place {
  const pointer = pointerOf(row);
  return { document: row.list.document, pointer: property === undefined ? pointer : `${pointer}/${property}` };
}

export interface ReadRows {
  rows: ReadRow[];
  permissions: Set<string>;
}

export type Report = (code: string, message: string, place: Place, hint?: string) => Problem;

/** What a row calls the root (MENU-01). */
export const ROOT_ID = '0';

/** Bounds of one menu. */
const MAX_MENU_ROWS = 50_000;

/**
 * Reads the rows of sources, one after the other, flat or nested, without recursion. A row that is none is a problem and costs nothing else. Where rows are nested the
 * place in the tree counts and not `parentId`.
 */
export function readRows(sources: readonly MenuSource[], report: Report): ReadRows {
  const result: ReadRows = { rows: [], permissions: new Set() };
  const metas = new Map<string, JsonObject>();
  // The last one waiting is next.
  const waiting = [...sources].reverse().map(({ document, rows, pointer = '' }) => {
    const list: RowList = { document, rows: Array.isArray(rows) ? rows : [], parentId: undefined, pointer };
    return { list, next: 0 };
  });
  for (let place = waiting.at(-1); place; place = waiting.at(-1)) {
    const { list, next: index } = place;
    if (index >= list.rows.length) {
      waiting.pop();
      continue;
    }
    place.next += 1;
    if (result.rows.length >= MAX_MENU_ROWS) {
      report('MENU_TOO_LARGE', `more than ${MAX_MENU_ROWS} rows; the rest is left out`, placeOf({ list, index }));
      break;
    }
    const row = readRow(list, index, result.rows.length, metas, report);
    if (!row) continue;
    const source = list.rows[index] as Partial<MenuRow>;
    result.rows.push(row);
    addPermissions(result.permissions, source.perms);
    if (!Array.isArray(source.children)) continue;
    const { document } = list;
    waiting.push({ list: { document, rows: source.children, parentId: row.menuId, pointer: `${pointerOf(row)}/children` }, next: 0 });
  }
  return result;
}

function readRow(list: RowList, index: number, order: number, metas: Map<string, JsonObject>, report: Report): ReadRow | undefined {
  const row = list.rows[index];
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    report('MENU_ROW', 'a menu row is an object', placeOf({ list, index }));
    return undefined;
  }
  const source = row as Partial<Record<keyof MenuRow, unknown>>;
  const menuId = text(source.menuId);
  if (menuId === '') {
    report('MENU_ROW', 'a menu row needs a menuId', placeOf({ list, index }));
    return undefined;
  }
  const type = text(source.type);
  return {
    menuId,
    parentId: list.parentId ?? (text(source.parentId) || ROOT_ID),
    type,
    nests: type === '0' || type === '1',
    name: text(source.name) || menuId,
    nameHans: text(source.nameHans) || undefined,
    nameHant: text(source.nameHant) || undefined,
    nameEn: text(source.nameEn) || undefined,
    url: text(source.url),
    component: text(source.component),
    redirect: text(source.redirect),
    icon: text(source.icon) || undefined,
    // Compared as text (MENU-02): anything but '1' is shown.
    visible: text(source.visible) === '1' ? '1' : '0',
    isFrame: text(source.isFrame) === '0',
    sort: typeof source.sort === 'number' && Number.isFinite(source.sort) ? source.sort : undefined,
    meta: readMeta(source.meta, metas, (reason) => badMeta(report, placeOf({ list, index }, 'meta'), reason)),
    access: readAccess(source.access),
    list,
    index,
    order,
  };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}

function readAccess(value: unknown): Access | undefined {
  if (value === 'public' || value === 'session') return value;
  if (typeof value !== 'object' || value === null || !('permission' in value)) return undefined;
  return value as Access;
}

const NO_META: JsonObject = Object.freeze({});
/** Looking a text up costs more than parsing it again unless rows share it, and what they share is short: `{"hideLeft":true}`. */
const SHARED_META_LENGTH = 40;

/** `meta` is JSON text or an object; whatever else it is counts as an empty object (ROUTE-12). Equal short texts are parsed once. */
function readMeta(value: unknown, metas: Map<string, JsonObject>, bad: (reason: string) => JsonObject): JsonObject {
  if (value === undefined || value === null || value === '') return NO_META;
  if (typeof value === 'object' && !Array.isArray(value)) return value as JsonObject;
  if (typeof value !== 'string') return bad('expected JSON text or an object');
  const isShort = value.length <= SHARED_META_LENGTH;
  const known = isShort ? metas.get(value) : undefined;
  if (known) return known;
  let parsed: unknown;
  try {
    parsed = parseLimitedJson(value);
  } catch (cause) {
    return bad(cause instanceof Error ? cause.message : 'not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return bad('expected an object');
  if (isShort) metas.set(value, parsed as JsonObject);
  return parsed as JsonObject;
}

function badMeta(report: Report, place: Place, reason: string): JsonObject {
  report('MENU_META', `meta cannot be read: ${reason}`, place, 'it counts as an empty object');
  return NO_META;
}

/** Comma-separated permissions (PERM-02), of buttons and pages alike. */
function addPermissions(permissions: Set<string>, perms: unknown): void {
  if (typeof perms !== 'string' || perms === '') return;
  if (!perms.includes(',')) {
    const permission = perms.trim();
    if (permission !== '') permissions.add(permission);
    return;
  }
  for (const part of perms.split(',')) {
    const permission = part.trim();
    if (permission !== '') permissions.add(permission);
  }
}
