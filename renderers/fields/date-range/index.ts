import { defineField } from '../../../src/engine/index.ts';
import type { DateRangeOptions } from '../../../src/generated/options.ts';
import { DateRange } from './DateRange.tsx';

export default defineField<string[], DateRangeOptions>(DateRange);
