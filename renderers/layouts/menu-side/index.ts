import { defineWidget } from '../../../src/engine/index.ts';
import type { MenuSideOptions } from '../../../src/generated/options.ts';
import { MenuSide } from './MenuSide.tsx';

export default defineWidget<MenuSideOptions>(MenuSide);
