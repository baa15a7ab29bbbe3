import { defineWidget } from '../../../src/engine/index.ts';
import type { LineChartOptions } from '../../../src/generated/options.ts';
import { LineChart } from './LineChart.tsx';

export default defineWidget<LineChartOptions>(LineChart);
