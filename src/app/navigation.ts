import { activePath, leftMenu, menuName, tabsAt, topMenu } from '../core/index.ts';
import type { CompiledMenu, NavigationItem } from '../core/menu.ts';
import type { Language } from '../core/types.ts';

/** What layouts read as `navigation`: the trees of the left and top menu, the tabs of the place, the way to it. */
export function navigationOf(menu: CompiledMenu, pathname: string): Record<string, unknown> {
  const way = activePath(menu, pathname);
  return {
    left: leftMenu(menu),
    top: topMenu(menu),
    tabs: tabsAt(menu, pathname),
    activeKeys: way.map(({ menuId }) => menuId),
    openPath: way.slice(0, -1).map(({ menuId }) => menuId),
  };
}

/** What pages read as `menu`: the item of the route with its name in the current language. */
export function menuScope(item: NavigationItem | undefined, language: Language): Record<string, unknown> | undefined {
  return item && { ...item, title: menuName(item, language) };
}
