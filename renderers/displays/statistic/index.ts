import { defineWidget } from '../../../src/engine/index.ts';
import type { StatisticOptions } from '../../../src/generated/options.ts';
import { Statistic } from './Statistic.tsx';

export default defineWidget<StatisticOptions>(Statistic);
