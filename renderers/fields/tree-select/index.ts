import { defineField } from '../../../src/engine/index.ts';
import type { TreeSelectOptions } from '../../../src/generated/options.ts';
import { TreeSelect } from './TreeSelect.tsx';

export default defineField<unknown, TreeSelectOptions>(TreeSelect);
