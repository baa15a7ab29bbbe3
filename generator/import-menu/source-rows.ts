import { isObject } from '../json.ts';
import type { SqlRow } from './sql.ts';

/** A menu row of a foreign system, under one set of names whatever it called them. Everything is text; absent is undefined. */
export interface SourceRow {
  /** Where it stands, for the report: line 12, or /data/3/children/0. */
  place: string;
  id?: string;
  parent?: string;
  name?: string;
  nameEn?: string;
  nameHans?: string;
  path?: string;
  component?: string;
  redirect?: string;
  icon?: string;
  type?: string;
  visible?: string;
  hidden?: string;
  permission?: string;
  sort?: string;
  frame?: string;
  embedded?: string;
  status?: string;
  deleted?: string;
  meta?: unknown;
}

/** Names the systems give a column, letters only: menu_name, menuName and MENUNAME are one. */
const names: Record<Exclude<keyof SourceRow, 'place'>, string[]> = {
  id: ['menuid', 'id'],
  parent: ['parentid', 'pid', 'parentmenuid'],
  name: ['menuname', 'name', 'title', 'label'],
  nameEn: ['enname', 'nameen', 'titleen'],
  nameHans: ['namehans', 'namezh', 'zhname'],
  path: ['path', 'url', 'href'],
  component: ['component'],
  redirect: ['redirect'],
  icon: ['icon'],
  type: ['menutype', 'type'],
  visible: ['visible', 'isshow', 'show'],
  hidden: ['hidden', 'ishidden', 'hide'],
  permission: ['perms', 'permission', 'permissions', 'authority'],
  sort: ['ordernum', 'sortorder', 'sort', 'orderno', 'weight'],
  frame: ['isframe'],
  embedded: ['embedded', 'isembedded'],
  status: ['status'],
  deleted: ['delflag', 'deleted', 'isdeleted'],
  meta: ['meta'],
};

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z]/g, '').toLowerCase();
}

function read(values: Record<string, unknown>, place: string): SourceRow {
  const byName = new Map(Object.entries(values).map(([name, value]) => [plain(name), value]));
  const row: SourceRow = { place };
  for (const [key, candidates] of Object.entries(names)) {
    const found = candidates.map((name) => byName.get(name)).find((value) => value !== undefined && value !== null && value !== '');
    if (found === undefined) continue;
    if (key === 'meta') row.meta = found;
    else if (key === 'permission' && Array.isArray(found)) row.permission = found.map(String).join(',');
    else if (typeof found !== 'object') Object.assign(row, { [key]: String(found).trim() });
  }
  return row;
}

export function rowsOfSql(rows: SqlRow[]): SourceRow[] {
  return rows.map(({ line, values }) => read(values, `line ${line}`));
}

/**
 * Rows of JSON: a list, or an object that holds one (data, rows, records, menus ...), flat or nested by `children`. Rows of a tree
 * without ids get some; titles and icons of router trees stand in `meta`.
 */
export function rowsOfJson(json: unknown): { rows: SourceRow[]; found: number; dropped: string[] } {
  const rows: SourceRow[] = [];
  const dropped: string[] = [];
  const visit = (entries: unknown[], at: string, parent: string | undefined): void => {
    for (const [index, entry] of entries.entries()) {
      const place = `${at}/${index}`;
      if (!isObject(entry)) {
        dropped.push(`${place}: no object`);
        continue;
      }
      const row = read(entry, place);
      row.id ??= `row${rows.length + 1}`;
      if (parent !== undefined) row.parent = parent;
      if (isObject(row.meta)) fromMeta(row, row.meta);
      rows.push(row);
      if (Array.isArray(entry.children)) visit(entry.children, `${place}/children`, row.id);
    }
  };
  const [list, at] = listIn(json, '');
  visit(list, at, undefined);
  return { rows, found: rows.length + dropped.length, dropped };
}

/** Router trees call a route by an internal name; what people read is the title in its meta. */
function fromMeta(row: SourceRow, meta: Record<string, unknown>): void {
  if (typeof meta.title === 'string') row.name = meta.title;
  if (row.icon === undefined && typeof meta.icon === 'string') row.icon = meta.icon;
  if (row.hidden === undefined && typeof meta.hidden === 'boolean') row.hidden = String(meta.hidden);
}

function listIn(value: unknown, at: string): [unknown[], string] {
  if (Array.isArray(value)) return [value, at];
  if (isObject(value)) {
    for (const name of ['items', 'data', 'rows', 'records', 'content', 'menus', 'list', 'result']) {
      const [found, place] = listIn(value[name], `${at}/${name}`);
      if (found.length > 0) return [found, place];
    }
  }
  return [[], at];
}
