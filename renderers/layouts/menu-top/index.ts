import { defineWidget } from '../../../src/engine/index.ts';
import type { MenuTopOptions } from '../../../src/generated/options.ts';
import { MenuTop } from './MenuTop.tsx';

export default defineWidget<MenuTopOptions>(MenuTop);
