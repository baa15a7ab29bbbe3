import { activePath, leftMenu, menuName, topMenu } from '../core/index.ts';
import type { CompiledMenu, NavigationItem } from '../core/menu.ts';
import type { Language } from '../core/types.ts';

/** What layouts read as `navigation`: the trees of the left and top menu, the tabs of the place, the way to it. */
export function navigationOf(menu: CompiledMenu, pathname: string): Record<string, unknown> {
  const way = activePath(menu, pathname);
  const current = way.at(-1);
  const parent = way.at(-2);
  // A tab is an entry below the menu it belongs to: on a tab its neighbours are shown (LAYOUT-09).
  const tabs = current && current.children.length > 0 ? current.children : (parent?.children ?? []);
  return {
    left: leftMenu(menu),
    top: topMenu(menu),
    tabs,
    activeKeys: way.map(({ menuId }) => menuId),
    openPath: way.slice(0, -1).map(({ menuId }) => menuId),
  };
}

/** What pages read as `menu`: the item of the route with its name in the current language. */
export function menuScope(item: NavigationItem | undefined, language: Language): Record<string, unknown> | undefined {
  return item && { ...item, title: menuName(item, language) };
}
