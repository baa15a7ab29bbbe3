import { defineWidget } from '../../../src/engine/index.ts';
import type { TabsOptions } from '../../../src/generated/options.ts';
import { Tabs } from './Tabs.tsx';

export default defineWidget<TabsOptions>(Tabs);
