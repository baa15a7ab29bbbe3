import type { Access, JsonObject, MenuRow, Problem } from '../types.ts';

/** What a menu row is called (MENU-09). */
export interface MenuNames {
  name: string;
  nameHans?: string;
  nameHant?: string;
  nameEn?: string;
}

/** One route a menu row gives (ROUTE-10, ROUTE-11, ROUTE-12). */
export interface MenuRoute {
  menuId: string;
  /** Path with `:name` for parameters, no query. */
  path: string;
  /** Layout ids from the outermost inwards. */
  layouts: string[];
  /** Page id; empty when the component string could not be read. */
  page: string;
  /** Path or path with query this route leads to at once. */
  redirect?: string;
  access: Access;
  /** Names of the row; its navigation item serves. */
  title: MenuNames;
  meta: JsonObject;
  /** Why this route shows an explanation page in place of its own. */
  problem?: Problem;
}

/** One entry of the navigation tree (MENU-01). */
export interface NavigationItem extends MenuNames {
  menuId: string;
  parentId: string;
  /** Path inside the application, or the address when external. */
  url?: string;
  /** Where a click leads; empty for a directory (MENU-07). */
  href: string;
  external: boolean;
  icon?: string;
  /** '0' left and top menu, '1' workspace submenu (MENU-02). */
  visible: '0' | '1';
  meta: JsonObject;
  type: string;
  children: NavigationItem[];
}

export interface CompiledMenu {
  routes: MenuRoute[];
  roots: NavigationItem[];
  byId: Map<string, NavigationItem>;
  permissions: ReadonlySet<string>;
  problems: Problem[];
}

/** Rows and where they come from: a problem of a row names that place. */
export interface MenuSource {
  /** A document or a call: `menus/application`, `call user.menus`. */
  document: string;
  rows: readonly MenuRow[];
  /** JSON pointer of the rows in it. Default: they are all of it. */
  pointer?: string;
}

export interface MenuOptions {
  /** Layout of component strings without `#`. */
  mainLayout: string;
  /** Path of the route that frames external addresses (ROUTE-13). */
  externalRoute: string;
  hasPage?: (id: string) => boolean;
  hasLayout?: (id: string) => boolean;
}
