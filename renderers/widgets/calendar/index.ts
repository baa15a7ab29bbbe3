import { defineWidget } from '../../../src/engine/index.ts';
import type { CalendarOptions } from '../../../src/generated/options.ts';
import { Calendar } from './Calendar.tsx';

export default defineWidget<CalendarOptions>(Calendar);
