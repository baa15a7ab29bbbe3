import { defineWidget } from '../../../src/engine/index.ts';
import type { HeatMapOptions } from '../../../src/generated/options.ts';
import { HeatMap } from './HeatMap.tsx';

export default defineWidget<HeatMapOptions>(HeatMap);
