import type { Registry, WidgetLoader } from '../src/engine/types.ts';
import { shapes, type WidgetKey } from '../src/generated/widgets.ts';
import { look } from './shared/look.ts';

/** The one list of the vocabulary: a key of src/generated/widgets.ts without an entry here does not compile. */
const widgets: Record<WidgetKey, WidgetLoader> = {
  // layouts
  brand: () => import('./layouts/brand/index.ts'),
  grid: () => import('./layouts/grid/index.ts'),
  'menu-side': () => import('./layouts/menu-side/index.ts'),
  'menu-top': () => import('./layouts/menu-top/index.ts'),
  outlet: () => import('./layouts/outlet/index.ts'),
  'page-header': () => import('./layouts/page-header/index.ts'),
  scaled: () => import('./layouts/scaled/index.ts'),
  section: () => import('./layouts/section/index.ts'),
  shell: () => import('./layouts/shell/index.ts'),
  split: () => import('./layouts/split/index.ts'),
  stack: () => import('./layouts/stack/index.ts'),
  tabs: () => import('./layouts/tabs/index.ts'),
  watermark: () => import('./layouts/watermark/index.ts'),
  // displays
  alert: () => import('./displays/alert/index.ts'),
  avatar: () => import('./displays/avatar/index.ts'),
  badge: () => import('./displays/badge/index.ts'),
  descriptions: () => import('./displays/descriptions/index.ts'),
  divider: () => import('./displays/divider/index.ts'),
  empty: () => import('./displays/empty/index.ts'),
  frame: () => import('./displays/frame/index.ts'),
  greeting: () => import('./displays/greeting/index.ts'),
  icon: () => import('./displays/icon/index.ts'),
  image: () => import('./displays/image/index.ts'),
  'language-switch': () => import('./displays/language-switch/index.ts'),
  link: () => import('./displays/link/index.ts'),
  result: () => import('./displays/result/index.ts'),
  spinner: () => import('./displays/spinner/index.ts'),
  statistic: () => import('./displays/statistic/index.ts'),
  tag: () => import('./displays/tag/index.ts'),
  text: () => import('./displays/text/index.ts'),
  'theme-switch': () => import('./displays/theme-switch/index.ts'),
  'tile-grid': () => import('./displays/tile-grid/index.ts'),
  'typing-text': () => import('./displays/typing-text/index.ts'),
  'user-info': () => import('./displays/user-info/index.ts'),
  'version-label': () => import('./displays/version-label/index.ts'),
  // fields
  // widgets
};

export const registry: Registry = { widgets, shapes, look };
