import { defineWidget } from '../../../src/engine/index.ts';
import type { TimelineOptions } from '../../../src/generated/options.ts';
import { Timeline } from './Timeline.tsx';

export default defineWidget<TimelineOptions>(Timeline);
