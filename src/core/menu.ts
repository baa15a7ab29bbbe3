export { compileMenu, compileMenus } from './menu/compile.ts';
export { grownFaults, grownParents, grownRows } from './menu/grown.ts';
export {
  activePath,
  firstVisibleUrl,
  leftMenu,
  menuName,
  mergeSources,
  moduleEntry,
  ownPage,
  tabsAt,
  topMenu,
  withOwnPage,
} from './menu/navigation.ts';
export type { CompiledMenu, MenuOptions, MenuRoute, MenuSource, NavigationItem } from './menu/types.ts';
