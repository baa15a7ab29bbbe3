import { defineWidget } from '../../../src/engine/index.ts';
import type { DrawerOptions } from '../../../src/generated/options.ts';
import { Drawer } from './Drawer.tsx';

export default defineWidget<DrawerOptions>(Drawer);
