import { defineWidget } from '../../../src/engine/index.ts';
import type { MenuTabsOptions } from '../../../src/generated/options.ts';
import { MenuTabs } from './MenuTabs.tsx';

export default defineWidget<MenuTabsOptions>(MenuTabs);
