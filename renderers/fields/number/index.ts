import { defineField } from '../../../src/engine/index.ts';
import type { NumberOptions } from '../../../src/generated/options.ts';
import { NumberField } from './NumberField.tsx';

export default defineField<number | string, NumberOptions>(NumberField);
