import { defineField } from '../../../src/engine/index.ts';
import type { CheckboxOptions } from '../../../src/generated/options.ts';
import { Checkbox } from './Checkbox.tsx';

export default defineField<unknown, CheckboxOptions>(Checkbox);
