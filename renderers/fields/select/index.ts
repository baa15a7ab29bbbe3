import { defineField } from '../../../src/engine/index.ts';
import type { SelectOptions } from '../../../src/generated/options.ts';
import { Select } from './Select.tsx';

export default defineField<unknown, SelectOptions>(Select);
