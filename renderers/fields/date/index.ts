import { defineField } from '../../../src/engine/index.ts';
import type { DateOptions } from '../../../src/generated/options.ts';
import { DateField } from './DateField.tsx';

export default defineField<string, DateOptions>(DateField);
