export { compileMenu } from './menu/compile.ts';
export { activePath, firstVisibleUrl, leftMenu, menuName, mergeRows, moduleEntry, tabsOf, topMenu } from './menu/navigation.ts';
export type { CompiledMenu, MenuOptions, MenuRoute, NavigationItem } from './menu/types.ts';
