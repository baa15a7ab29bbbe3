import { defineField } from '../../../src/engine/index.ts';
import type { HiddenOptions } from '../../../src/generated/options.ts';
import { Hidden } from './Hidden.tsx';

export default defineField<unknown, HiddenOptions>(Hidden);
