export type { CompiledMenu, MenuOptions, MenuRoute, NavigationItem } from './menu/types.ts';
