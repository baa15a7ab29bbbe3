import { defineField } from '../../../src/engine/index.ts';
import type { TreeCheckOptions } from '../../../src/generated/options.ts';
import { TreeCheck } from './TreeCheck.tsx';

export default defineField<unknown[], TreeCheckOptions>(TreeCheck);
