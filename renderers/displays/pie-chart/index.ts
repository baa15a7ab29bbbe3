import { defineWidget } from '../../../src/engine/index.ts';
import type { PieChartOptions } from '../../../src/generated/options.ts';
import { PieChart } from './PieChart.tsx';

export default defineWidget<PieChartOptions>(PieChart);
