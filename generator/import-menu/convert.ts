import { isObject, type JsonSchema } from '../json.ts';
import { type Dialect, isFrameComponent, recognise } from './dialect.ts';
import type { SourceRow } from './source-rows.ts';

export interface Conversion {
  /** Rows of a menu document. */
  items: JsonSchema[];
  /** Where each of the items came from and its name: `line 12: Users`. */
  origins: string[];
  dialect: string;
  /** What was decided without being said, and what was left out, with the place of the row. */
  guessed: string[];
  dropped: string[];
}

const roots = ['0', '-1', ''];
const documentId = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Foreign rows as rows of our menu documents. Nothing is left out without a word. */
export function convertRows(rows: SourceRow[]): Conversion {
  const conversion = new Converter(rows);
  return conversion.run();
}

function isExternal({ path }: SourceRow): boolean {
  return /^https?:\/\//i.test(path ?? '');
}

class Converter {
  private readonly rows: SourceRow[];
  private readonly dialect: Dialect;
  private readonly byId = new Map<string, SourceRow>();
  private readonly guessed: string[];
  private readonly dropped: string[] = [];

  constructor(rows: SourceRow[]) {
    this.dialect = recognise(rows);
    this.guessed = [...this.dialect.guessed];
    this.rows = rows.filter((row) => this.isKept(row));
  }

  run(): Conversion {
    const items = this.rows.map((row) => this.item(row));
    const origins = this.rows.map(({ place, name }) => `${place}: ${name}`);
    return { items, origins, dialect: this.dialect.name, guessed: this.guessed, dropped: this.dropped };
  }

  private isKept(row: SourceRow): boolean {
    const drop = (why: string): false => {
      this.dropped.push(`${row.place}: ${row.name ?? row.id ?? 'a row'}: ${why}`);
      return false;
    };
    if (row.id === undefined) return drop('no id');
    if (row.name === undefined) return drop('no name');
    if (row.deleted === '1' || row.deleted === 'true') return drop('marked as deleted');
    if (row.status === '1' && this.dialect.name === 'RuoYi') return drop('disabled (status 1)');
    if (row.id.length > 64) return drop('its id is longer than 64 characters');
    if (this.byId.has(row.id)) return drop(`the id ${row.id} was there before`);
    this.byId.set(row.id, row);
    return true;
  }

  private item(row: SourceRow): JsonSchema {
    const said = this.dialect.typeOf(row);
    // A directory with an address elsewhere is no directory: nothing can stand below a link.
    const type = said === '0' && isExternal(row) && !this.rows.some(({ parent }) => parent === row.id) ? '1' : said;
    const sort = row.sort === undefined ? undefined : Number(row.sort);
    return {
      menuId: row.id,
      parentId: this.parentOf(row),
      type,
      name: row.name,
      ...(row.nameHans !== undefined && { nameHans: row.nameHans }),
      ...(row.nameEn !== undefined && { nameEn: row.nameEn }),
      ...(type !== '2' && this.target(row, type)),
      ...(row.icon !== undefined && row.icon !== '#' && { icon: row.icon }),
      ...(type !== '2' && !this.dialect.isShown(row) && { visible: '1' }),
      ...(sort !== undefined && Number.isInteger(sort) && { sort }),
      ...(row.permission !== undefined && { perms: row.permission }),
      ...this.metaOf(row),
    };
  }

  private parentOf(row: SourceRow): string {
    const parent = row.parent ?? '0';
    if (roots.includes(parent)) return '0';
    if (this.byId.has(parent)) return parent;
    this.guessed.push(`${row.place}: ${row.name}: its parent ${parent} is not among the rows, so it stands at the top`);
    return '0';
  }

  /** Where a directory or page leads. */
  private target(row: SourceRow, type: '0' | '1' | '2'): JsonSchema {
    const address = row.path ?? '';
    if (isExternal(row)) {
      this.guessed.push(`${row.place}: ${row.name}: ${address} is an external link here (isFrame 0): it opens inside the product`);
      return { url: address, isFrame: '0' };
    }
    const url = this.urlOf(row);
    const redirect = row.redirect !== undefined && row.redirect !== 'noRedirect' ? row.redirect : undefined;
    if (type === '0') return { ...(url !== '/' && { url }), ...(redirect !== undefined && { redirect }) };
    return { url, ...(redirect === undefined ? this.component(row, url) : { redirect }) };
  }

  /** Paths of RuoYi stand below those of their parents, unless they begin with a slash. */
  private urlOf(row: SourceRow): string {
    const parts: string[] = [];
    const seen = new Set<SourceRow>();
    for (let current: SourceRow | undefined = row; current && !seen.has(current); current = this.byId.get(current.parent ?? '')) {
      seen.add(current);
      const path = current.path ?? '';
      if (/^https?:/i.test(path)) break;
      const bare = path.replaceAll(/^\/+|\/+$/g, '');
      if (bare !== '') parts.unshift(bare);
      if (path.startsWith('/')) break;
    }
    return `/${parts.join('/')}`;
  }

  /** The view a row names, as the id of a page. */
  private component(row: SourceRow, url: string): JsonSchema {
    const named = row.component !== undefined && !isFrameComponent(row.component) ? row.component : undefined;
    const page = pageId(named ?? url);
    if (!documentId.test(page)) {
      this.guessed.push(`${row.place}: ${row.name}: no page can be named after ${named ?? url}, so it has no component`);
      return {};
    }
    if (named === undefined) this.guessed.push(`${row.place}: ${row.name}: names no view, so the page is named after its path: ${page}`);
    return { component: page };
  }

  private metaOf(row: SourceRow): JsonSchema {
    const meta = typeof row.meta === 'string' ? parseObject(row.meta) : row.meta;
    if (meta === undefined) return {};
    if (!isObject(meta)) {
      this.dropped.push(`${row.place}: ${row.name}: its meta, which is no JSON object`);
      return {};
    }
    // Title and icon stand on the row itself; the cache of other routers is not ours.
    const { title: _title, icon: _icon, hidden: _hidden, noCache: _cache, isKeepAlive: _alive, ...rest } = meta;
    return Object.keys(rest).length > 0 ? { meta: rest } : {};
  }
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** system/userList/index and @/views/system/userList.vue are the page system/user-list. */
function pageId(view: string): string {
  return view
    .replace(/^@?\/?(src\/)?(views\/)?/, '')
    .replace(/\.(vue|tsx|jsx|js)$/, '')
    .replace(/\/index$/, '')
    .replace(/\?.*$/, '')
    .replaceAll(/\/:[^/]+/g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .replaceAll(/^\/+|\/+$/g, '')
    .toLowerCase();
}
