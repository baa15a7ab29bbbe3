import { defineWidget } from '../../../src/engine/index.ts';
import type { BarChartOptions } from '../../../src/generated/options.ts';
import { BarChart } from './BarChart.tsx';

export default defineWidget<BarChartOptions>(BarChart);
