import { defineField } from '../../../src/engine/index.ts';
import type { RadioOptions } from '../../../src/generated/options.ts';
import { Radio } from './Radio.tsx';

export default defineField<unknown, RadioOptions>(Radio);
